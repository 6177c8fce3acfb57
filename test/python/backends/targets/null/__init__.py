"""Prints the module: the Python half of test/lib/Targets/Null."""

from wavedialect.driver.registry import Target

TARGET = Target(
    name="null",
    package=__name__,
    purpose="readers",
    rank=9,
    stages=("wave",),
    makes_code=False,
)
