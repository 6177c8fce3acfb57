"""PTX for CUDA, and CUDA devices."""

from ...driver.registry import DeviceKind, Target

TARGET = Target(
    name="ptx",
    package=__name__,
    purpose="CUDA",
    rank=2,
    stages=("wave", "nvvm"),
    suffixes={"llvm": "ll", "ptx": "ptx"},
    options=("sm",),
    shared_options=("debug_info",),
    translation="--wave-to-ptx",
)
DEVICES = DeviceKind(name="cuda", package=__name__, rank=3, has_selectors=True, memory_kinds=(2, 13))
