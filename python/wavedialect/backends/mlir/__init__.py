"""The target that only runs passes; their output is the result."""

from ...driver.registry import Target

TARGET = Target(
    name="mlir",
    package=__name__,
    purpose="the passes of --pipeline",
    rank=4,
    stages=("wave",),
    makes_code=False,
)
