"""Fixtures of the devices that tests launch on."""

import contextlib

import pytest

import wavedialect as wd


def find_devices():
    """The names of all kinds of devices here."""
    names = ["interpreter"]
    # Without the compiler there is no CPU, without a driver no Vulkan.
    for name in ("cpu", "vulkan"):
        with contextlib.suppress(wd.DeviceError, wd.InternalError):
            names.append(wd.open_device(name).name)
    return names


@pytest.fixture(params=find_devices())
def device(request):
    """Each of them, opened."""
    return wd.open_device(request.param)


@pytest.fixture(params=[name for name in find_devices() if not name.startswith("vulkan")])
def host_device(request):
    """Each of those whose arrays lie in the CPU's memory."""
    return wd.open_device(request.param)


@pytest.fixture(params=[name for name in find_devices() if name != "interpreter"])
def native_device(request):
    """Each of those whose launches the native modules make."""
    return wd.open_device(request.param)
