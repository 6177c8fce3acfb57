"""SPIR-V for Vulkan, and Vulkan devices."""

from ...driver.registry import DeviceKind, Target

TARGET = Target(
    name="spirv",
    package=__name__,
    purpose="Vulkan",
    rank=0,
    stages=("wave", "gpu", "spirv"),
    suffixes={"assembly": "spvasm"},
    options=("guard_wave_size", "maximal_reconvergence", "form", "debug_info", "binding_shifts", "matrix_tile"),
    translation="--wave-to-spirv",
)
DEVICES = DeviceKind(name="vulkan", package=__name__, rank=2, has_selectors=True)
