"""Finding, opening and closing devices, and what is said where there is none."""

import numpy as np
import pytest
from spirv_kernels import add_kernel, busy_kernel

from wavedialect import _vulkan

SHOW_ERROR = """
from wavedialect import _vulkan
try:
    _vulkan.enumerate()
except _vulkan.VulkanError as error:
    print(error.kind, error)
"""

SHOW_WAVE_SIZE = """
import numpy as np
from spirv_kernels import wave_size_kernel
from wavedialect import _vulkan

device = _vulkan.Device(0)
properties = device.properties
size = properties.subgroup_size
buffer = device.alloc(4 * 3 * size)
kernel = device.load(wave_size_kernel(3), "main", [(0, 0)], 0, {0: size}, size, True)
device.launch(kernel, [buffer], b"", (1, 1, 1))
found = np.zeros(3 * size, np.uint32)
device.download(buffer, found)
print(properties.min_subgroup_size, size, properties.max_subgroup_size, *np.unique(found))
"""


def test_properties_are_complete():
    for properties in _vulkan.enumerate():
        assert properties.name and properties.driver
        assert properties.kind in ("cpu", "integrated", "discrete", "virtual", "other")
        assert properties.refusal == ""
        assert tuple(map(int, properties.api_version.split("."))) >= (1, 3)
        assert properties.min_subgroup_size <= properties.subgroup_size <= properties.max_subgroup_size
        assert {"basic", "vote", "ballot"} <= set(properties.subgroup_operations)
        assert properties.max_group_lanes >= 128 and properties.max_waves_per_group >= 1
        assert all(type(n) is int for n in properties.max_group_count + properties.max_group_size)
        assert properties.max_groupshared_bytes >= 16384 and properties.max_constants_bytes >= 128
        assert properties.max_buffer_bytes >= 1 << 27
        assert properties.timestamp_period_ns > 0
        for name in ("maintenance4", "subgroup_size_control", "compute_full_subgroups", "vulkan_memory_model"):
            assert properties.features[name] is True
        for name in ("maximal_reconvergence", "robust_buffers", "required_subgroup_size", "timestamps"):
            assert isinstance(properties.features[name], bool)
        assert properties.name in repr(properties)


def test_opened_device_has_the_listed_properties(device):
    assert device.properties.name in [p.name for p in _vulkan.enumerate()]


def test_index_out_of_range_lists_the_devices():
    with pytest.raises(_vulkan.VulkanError, match="there is no Vulkan device 99; there are 0 '") as error:
        _vulkan.Device(99)
    assert error.value.kind == "no-device"


def test_a_device_without_some_of_its_features():
    device = _vulkan.Device(0, without=("maintenance4", "null_descriptor", "quad"))
    features = device.properties.features
    assert not features["maintenance4"] and "quad" not in device.properties.subgroup_operations
    # The latter needs the former.
    assert not features["null_descriptor"] and not features["robust_buffers"]
    assert features["subgroup_size_control"]
    assert _vulkan.Device(0).properties.features["maintenance4"]
    for name, match in (("mainenance4", "no feature has that name"), ("timeline_semaphore", "the runtime needs")):
        with pytest.raises(ValueError, match=match):
            _vulkan.Device(0, without=[name])


@pytest.mark.parametrize("bits, size", [(128, 4), (256, 8), (512, 16)])
def test_lavapipe_wave_sizes(in_process, bits, size):
    if "llvmpipe" not in _vulkan.enumerate()[0].name:
        pytest.skip("lavapipe is not the first device")
    assert in_process(SHOW_WAVE_SIZE, LP_NATIVE_VECTOR_WIDTH=str(bits)).split() == [str(size)] * 4


@pytest.mark.parametrize("variable", ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"])
def test_no_driver(in_process, variable):
    said = in_process(SHOW_ERROR, **{variable: "/nonexistent.json"})
    assert said.startswith("no-driver the Vulkan loader found no driver")
    assert f"{variable} is set to '/nonexistent.json'" in said and "mesa-vulkan-drivers" in said


def test_no_loader(in_process):
    said = in_process(SHOW_ERROR, WAVEDIALECT_VULKAN_LOADER="libnosuchvulkan.so")
    assert said.startswith("no-driver cannot open the Vulkan loader libnosuchvulkan.so")
    assert "libvulkan1" in said and "mesa-vulkan-drivers" in said


def test_not_a_loader(in_process):
    said = in_process(SHOW_ERROR, WAVEDIALECT_VULKAN_LOADER="libm.so.6")
    assert said.startswith("no-driver libm.so.6 is not a Vulkan loader")


def test_closing_twice_and_use_after_close(device):
    buffer = device.alloc(16)
    kernel = device.load(add_kernel(), "main", [(0, 0)], 8, {}, 0, False)
    device.close()
    device.close()
    data = np.zeros(4, np.uint32)
    for use in (
        lambda: device.alloc(16),
        lambda: device.upload(buffer, data),
        lambda: device.download(buffer, data),
        lambda: device.load(add_kernel(), "main", [(0, 0)], 8, {}, 0, False),
        lambda: device.launch(kernel, [buffer], bytes(8), (1, 1, 1)),
        lambda: device.wait(),
    ):
        with pytest.raises(_vulkan.VulkanError, match="was closed, and its contents are lost; open it again") as error:
            use()
        assert error.value.kind == "closed"
    assert buffer.nbytes == 16 and device.properties.name


def test_close_waits_for_launches_and_keeps_their_times(device):
    buffer = device.alloc(32 * 50)
    kernel = device.load(busy_kernel(), "main", [(0, 0)], 4, {}, 0, False)
    launches = [device.launch(kernel, [buffer], (50_000).to_bytes(4, "little"), (50, 1, 1)) for _ in range(3)]
    device.close()
    if device.properties.features["timestamps"]:
        assert all(launch.elapsed_ns() > 0 for launch in launches)


def test_dropping_everything_with_launches_under_way():
    device = _vulkan.Device(0)
    buffer = device.alloc(32 * 50)
    kernel = device.load(busy_kernel(), "main", [(0, 0)], 4, {}, 0, False)
    launch = device.launch(kernel, [buffer], (50_000).to_bytes(4, "little"), (50, 1, 1))
    del device, kernel, buffer
    assert launch.elapsed_ns() is None or launch.elapsed_ns() > 0
