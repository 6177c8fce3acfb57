"""Object files for the local CPU, and the device that runs them."""

from ...driver.rooms import DeviceKind, Target

TARGET = Target(
    "cpu",
    __name__,
    "the CPU",
    2,
    ("wave", "simd"),
    {"llvm": "ll", "assembly": "s"},
    last_passes="convert-simd-to-llvm",
)
DEVICES = DeviceKind("cpu", __name__, 0, is_default=True, checks=True)
