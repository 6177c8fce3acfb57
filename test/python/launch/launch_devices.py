"""The devices that the tests here launch on, and what stands beside the tests."""

import contextlib
import sys
from pathlib import Path

import pytest

import wavedialect as wd

sys.path.insert(0, str(Path(__file__).parent))


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
