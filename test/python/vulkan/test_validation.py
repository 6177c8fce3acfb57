"""The validation layer is silent on right launches and speaks on wrong ones."""

import numpy as np
import pytest
from spirv_kernels import add_kernel, busy_kernel, copy_kernel, wave_size_kernel

from wavedialect import _vulkan

WITHOUT_LAYER = """
from wavedialect import _vulkan
try:
    _vulkan.Device(0, validation=True)
except _vulkan.VulkanError as error:
    print(error.kind, error)
_vulkan.Device(0).close()
"""


@pytest.fixture(params=["mapped", "staged"])
def validated(request):
    _vulkan.messages()
    device = _vulkan.Device(0, validation=True, staging=request.param == "staged")
    yield device
    device.close()


def test_silent_on_right_use(validated):
    device = validated
    size = device.properties.subgroup_size
    copy = device.load(copy_kernel(), "main", [(0, 0), (0, 1)], 0, {}, 0, False)
    add = device.load(add_kernel(), "main", [(0, 0)], 8, {}, 0, False)
    wave = device.load(wave_size_kernel(2), "main", [(0, 0)], 0, {0: size}, size, True)
    data, found = np.arange(64, dtype=np.uint32), np.zeros(64, np.uint32)
    first, second, third = device.alloc(256), device.alloc(256), device.alloc(0)
    device.upload(first, data)
    for _ in range(200):
        device.launch(copy, [first, second], b"", (1, 1, 1))
        device.launch(add, [second], bytes([2, 0, 0, 0, 1, 0, 0, 0]), (1, 1, 1)).elapsed_ns()
        device.launch(copy, [device.alloc(4), third], b"", (1, 1, 1))
    device.download(second, found)
    np.testing.assert_array_equal(found, 2 * data + 1)
    device.launch(wave, [device.alloc(8 * size)], b"", (1, 1, 1))
    device.launch(add, [second], bytes(8), (0, 0, 0))
    device.wait()
    device.upload(device.alloc(20_000_003), bytes(20_000_003))
    device.close()
    assert _vulkan.messages() == []


def test_silent_on_closing_with_launches_under_way(validated):
    device = validated
    kernel = device.load(busy_kernel(), "main", [(0, 0)], 4, {}, 0, False)
    buffer = device.alloc(32)
    for _ in range(300):
        device.launch(kernel, [buffer], bytes([0, 4, 0, 0]), (1, 1, 1))
    device.close()
    assert _vulkan.messages() == []


def test_speaks_on_constants_that_the_layout_lacks(validated):
    kernel = validated.load(add_kernel(), "main", [(0, 0)], 4, {}, 0, False)
    validated.launch(kernel, [validated.alloc(256)], bytes(4), (1, 1, 1))
    validated.wait()
    said = _vulkan.messages()
    assert any(message.startswith("error: ") and "push" in message.lower() for message in said), said
    assert _vulkan.messages() == []


def test_speaks_on_a_buffer_that_the_layout_lacks(validated):
    validated.load(copy_kernel(), "main", [(0, 0)], 0, {}, 0, False)
    assert any("descriptor" in message.lower() for message in _vulkan.messages())


def test_features_that_are_left_out_are_off():
    _vulkan.messages()
    for without, expected in (([], False), (["maintenance4"], True)):
        device = _vulkan.Device(0, validation=True, without=without)
        size = device.properties.subgroup_size
        device.load(wave_size_kernel(2), "main", [(0, 0)], 0, {0: size}, size, True)
        device.close()
        said = _vulkan.messages()
        assert any("LocalSizeId" in message for message in said) is expected, said


def test_says_nothing_without_the_layer():
    device = _vulkan.Device(0)
    device.load(copy_kernel(), "main", [(0, 0)], 0, {}, 0, False)
    device.close()
    assert _vulkan.messages() == []


def test_missing_layer_names_the_package(in_process):
    said = in_process(WITHOUT_LAYER, VK_LAYER_PATH="/nonexistent")
    assert said.startswith("validation the validation layer VK_LAYER_KHRONOS_validation is not installed")
    assert "vulkan-validationlayers" in said
