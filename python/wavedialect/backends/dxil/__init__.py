"""DXIL for Direct3D 12."""

from ...driver.rooms import Target

TARGET = Target(
    "dxil",
    __name__,
    "Direct3D 12",
    1,
    ("wave", "dxil"),
    {"llvm": "ll", "container": "txt"},
    ("shader_model", "emulate", "guard_wave_count"),
    translation="--wave-to-dxil",
)
