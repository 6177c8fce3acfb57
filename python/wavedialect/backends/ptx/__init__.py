"""PTX for CUDA."""

from ...driver.registry import Target

TARGET = Target(
    name="ptx",
    package=__name__,
    purpose="CUDA",
    rank=2,
    stages=("wave", "nvvm"),
    suffixes={"llvm": "ll", "ptx": "ptx"},
    options=("sm",),
    translation="--wave-to-ptx",
)
