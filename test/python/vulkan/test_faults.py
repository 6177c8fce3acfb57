"""Drivers without what is needed: seen through a loader of our own that makes the real one misbehave."""

import pytest

PRELUDE = """
from spirv_kernels import add_kernel
from wavedialect import _vulkan

def show(call):
    try:
        print("fine", call())
    except _vulkan.VulkanError as error:
        print(error.kind, error)
"""

TIMELESS = """
device = _vulkan.Device(0)
kernel = device.load(add_kernel(), "main", [(0, 0)], 8, {}, 0, False)
print(device.properties.features["timestamps"])
print(device.launch(kernel, [device.alloc(256)], bytes(8), (1, 1, 1)).elapsed_ns())
"""


@pytest.fixture
def with_fault(in_process, faulty_loader):
    def run(fault, text):
        return in_process(PRELUDE + text, WAVEDIALECT_VULKAN_LOADER=faulty_loader, WAVE_FAULT=fault)

    return run


def test_no_devices(with_fault):
    for call in ("_vulkan.enumerate()", "_vulkan.Device(0)"):
        said = with_fault("no-devices", f"show(lambda: {call})")
        assert said.startswith("no-device the Vulkan drivers found no device; check")


def test_old_device_is_listed_and_refused(with_fault):
    said = with_fault("old-device", "show(lambda: _vulkan.enumerate()[0].refusal)\nshow(lambda: _vulkan.Device(0))")
    listed, refused = said.splitlines()
    assert listed == "fine it has Vulkan 1.2.3 and 1.3 is needed; a newer driver may have it"
    assert refused.startswith("unsupported Vulkan device '") and "cannot be used: it has Vulkan 1.2.3" in refused


def test_queue_without_timestamps(with_fault):
    assert with_fault("no-time", TIMELESS).split() == ["False", "None"]
