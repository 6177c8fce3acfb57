"""SPIR-V for Vulkan, and Vulkan's devices."""

from ...driver.rooms import DeviceKind, Target

TARGET = Target(
    "spirv",
    __name__,
    "Vulkan",
    0,
    ("wave", "gpu", "spirv"),
    {"assembly": "spvasm"},
    ("guard_wave_size", "maximal_reconvergence", "form", "debug_info"),
    translation="--wave-to-spirv",
)
DEVICES = DeviceKind("vulkan", __name__, 2)
