"""The interpreter as a device."""

from ...driver.registry import DeviceKind

DEVICES = DeviceKind(name="interpreter", package=__name__, rank=1, is_default=True)
