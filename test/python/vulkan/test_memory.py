"""Buffers, and copies to and from them."""

import numpy as np
import pytest
from spirv_kernels import Kernel, copy_kernel

from wavedialect import _vulkan

FILL_MEMORY = """
import resource
from wavedialect import _vulkan

device = _vulkan.Device(0)
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (256 << 20),) * 2)
buffers = []
try:
    while True:
        buffers.append(device.alloc(50_000_000))
except _vulkan.VulkanError as error:
    print(error.kind, error)
buffers.clear()
device.alloc(50_000_000)
print("and again")
"""


@pytest.mark.parametrize("size", [0, 1, 2, 3, 4, 5, 63, 4097, 20_000_003])
def test_round_trip(device, size):
    data = np.random.default_rng(size).integers(0, 256, size, np.uint8)
    buffer = device.alloc(size)
    assert buffer.nbytes == size
    device.upload(buffer, data)
    found = np.zeros_like(data)
    device.download(buffer, found)
    np.testing.assert_array_equal(found, data)


def test_copies_of_only_the_start(device):
    buffer = device.alloc(8)
    device.upload(buffer, b"abcdefgh")
    device.upload(buffer, b"XY")
    found = bytearray(3)
    device.download(buffer, found)
    assert found == b"XYc"


def test_any_contiguous_buffer_object(device):
    buffer = device.alloc(24)
    device.upload(buffer, memoryview(np.arange(6, dtype=np.float32).reshape(2, 3)))
    found = np.zeros((3, 2), np.float32)
    device.download(buffer, found)
    np.testing.assert_array_equal(found.ravel(), np.arange(6))


def test_wrong_objects(device):
    buffer = device.alloc(16)
    with pytest.raises(ValueError, match="data of 20 bytes does not fit a buffer of 16 bytes"):
        device.upload(buffer, bytes(20))
    with pytest.raises(ValueError, match="data of 17 bytes does not fit a buffer of 16 bytes"):
        device.download(buffer, bytearray(17))
    with pytest.raises((ValueError, BufferError)):
        device.upload(buffer, np.zeros((4, 4), np.uint8)[:, ::2])
    with pytest.raises(BufferError):
        device.download(buffer, bytes(16))
    with pytest.raises(TypeError):
        device.upload(buffer, 5)
    with pytest.raises(TypeError):
        device.alloc(-1)


def test_buffers_of_another_device(device):
    other = _vulkan.Device(0)
    buffer = other.alloc(16)
    with pytest.raises(ValueError, match="the buffer belongs to another device"):
        device.upload(buffer, bytes(16))
    kernel = device.load(copy_kernel(), "main", [(0, 0), (0, 1)], 0, {}, 0, False)
    with pytest.raises(ValueError, match="a buffer of kernel 'main' belongs to another device"):
        device.launch(kernel, [buffer, buffer], b"", (1, 1, 1))
    with pytest.raises(ValueError, match="kernel 'main' was loaded on another device"):
        other.launch(kernel, [buffer, buffer], b"", (1, 1, 1))
    other.close()


def test_too_large_a_buffer_names_the_limit(device):
    limit = device.properties.max_buffer_bytes
    with pytest.raises(_vulkan.VulkanError, match=f"a buffer of {limit + 1} bytes is more than the {limit}") as error:
        device.alloc(limit + 1)
    assert error.value.kind == "limit"


def test_out_of_memory(in_process):
    said, again = in_process(FILL_MEMORY).splitlines()
    assert said.startswith("out-of-memory out of memory: device '")
    assert "has no room for a buffer of 50000000 bytes" in said
    assert again == "and again"


def test_robust_access_ends_with_the_buffer(device):
    """Where robust_buffers is on, a kernel without bounds checks reads 0 and writes nothing past the end."""
    if not device.properties.features["robust_buffers"]:
        pytest.skip("the device has no robust buffers")
    kernel = device.load(copy_kernel(), "main", [(0, 0), (0, 1)], 0, {}, 0, False)
    source, target, empty = device.alloc(4 * 3), device.alloc(4 * 64), device.alloc(0)
    device.upload(source, np.array([7, 8, 9], np.uint32))
    device.upload(target, np.full(64, 5, np.uint32))
    device.launch(kernel, [source, target], b"", (1, 1, 1))
    found = np.zeros(64, np.uint32)
    device.download(target, found)
    np.testing.assert_array_equal(found, [7, 8, 9] + [0] * 61)

    device.launch(kernel, [target, empty], b"", (1, 1, 1))
    device.launch(kernel, [empty, target], b"", (1, 1, 1))
    device.download(target, found)
    np.testing.assert_array_equal(found, np.zeros(64))


def test_memory_is_freed_with_its_buffers(device):
    """More than the machine has, a little at a time."""
    size = min(device.properties.max_buffer_bytes, 1 << 27)
    for _ in range(600):
        device.alloc(size)


def test_buffers_stay_until_their_launch_ends(device):
    kernel = Kernel(bindings=((0, 0), (0, 1)))
    lane = kernel.lane_of_dispatch()
    with kernel.repeat(kernel.constant(20_000)) as index:
        kernel.store(1, lane, kernel.op("OpIAdd", kernel.load(0, lane), index))
    spirv = kernel.assemble()
    loaded = device.load(spirv, "main", [(0, 0), (0, 1)], 0, {}, 0, False)
    source, target = device.alloc(256), device.alloc(256)
    device.upload(source, np.arange(64, dtype=np.uint32))
    device.launch(loaded, [source, target], b"", (1, 1, 1))
    del source, loaded
    for _ in range(20):
        device.upload(device.alloc(256), bytes(256))
    found = np.zeros(64, np.uint32)
    device.download(target, found)
    np.testing.assert_array_equal(found, np.arange(64) + 19_999)
