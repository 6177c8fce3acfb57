"""DXIL for Direct3D 12."""

from ...driver.registry import Target

TARGET = Target(
    name="dxil",
    package=__name__,
    purpose="Direct3D 12",
    rank=1,
    stages=("wave", "dxil"),
    suffixes={"llvm": "ll", "container": "txt"},
    options=("shader_model", "emulate", "guard_wave_count"),
    translation="--wave-to-dxil",
)
