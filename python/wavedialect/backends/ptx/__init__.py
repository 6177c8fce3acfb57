"""CUDA devices."""

from ...driver.registry import DeviceKind

DEVICES = DeviceKind(name="cuda", package=__name__, rank=3, has_selectors=True, memory_kinds=(2, 13))
