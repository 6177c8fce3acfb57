"""The interpreter as a device."""

from ...driver.rooms import DeviceKind

DEVICES = DeviceKind("interpreter", __name__, 1, is_default=True)
