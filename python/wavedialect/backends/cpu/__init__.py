"""Object files for this machine, and the device that runs them."""

from ...driver.registry import DeviceKind, Target

TARGET = Target(
    name="cpu",
    package=__name__,
    purpose="the CPU",
    rank=3,
    stages=("wave", "simd"),
    suffixes={"llvm": "ll", "assembly": "s"},
    last_passes="convert-simd-to-llvm",
)
DEVICES = DeviceKind(name="cpu", package=__name__, rank=0, is_default=True, checks=True)
