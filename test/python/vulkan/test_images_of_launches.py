"""Images of a launch: filled from buffers before it; storage images are copied back after it."""

import resource

import numpy as np
import pytest
from spirv_kernels import Kernel, counting_kernel

from wavedialect import _vulkan

DTYPES = {"f": np.float32, "i": np.int32, "ui": np.uint32}
FORMATS = [channels + letters for letters in DTYPES for channels in ("r32", "rg32", "rgba32")]


def pixels(format_, height, width, seed=0):
    """Random texels of a format; as floats, any bits but NaNs'."""
    dtype, channels = DTYPES[format_.lstrip("rgba32")], format_.index("3")
    numbers = np.random.default_rng(seed)
    if dtype == np.float32:
        return numbers.standard_normal((height, width, channels), np.float32)
    return numbers.integers(0, 2**32, (height, width, channels), np.uint32).view(dtype)


def turning_kernel(format_):
    """out[width - 1 - x, y] = source[x, y]."""
    kernel = Kernel(bindings=((0, 0, format_, False), (0, 1, format_)), lanes=1)
    x, y = kernel.place_of_dispatch()
    width, _ = kernel.image_size(0)
    mirrored = kernel.op("OpISub", kernel.op("OpISub", width, kernel.constant(1)), x)
    kernel.store_texel(1, mirrored, y, kernel.texel(0, x, y))
    return kernel.assemble()


def resident_bytes():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def upload(device, array):
    buffer = device.alloc(array.nbytes)
    device.upload(buffer, array)
    return buffer


def contents(device, buffer, like):
    found = np.empty_like(like)
    device.download(buffer, found)
    return found


@pytest.mark.parametrize("format_", FORMATS)
def test_each_format(device, format_):
    spirv = turning_kernel(format_)
    kernel = device.load(spirv, "main", [(0, 0, format_, False), (0, 1, format_, True)], 0, {}, 0, False)
    for height, width in ((7, 13), (1, 1), (1, 300), (300, 1)):
        source = pixels(format_, height, width, seed=height)
        given, made = upload(device, source), upload(device, np.zeros_like(source))
        device.launch(kernel, [(given, width, height), (made, width, height)], b"", (width, height, 1))
        np.testing.assert_array_equal(contents(device, made, source), source[:, ::-1])
        np.testing.assert_array_equal(contents(device, given, source), source)


def test_launches_in_turn_on_images_and_buffers(device):
    """Images are used again by the next launch, of other buffers too, and each sees all that came before."""
    count = device.load(counting_kernel(), "main", [(0, 0, "r32ui", True)], 0, {}, 0, False)
    plain = Kernel(bindings=((0, 0),), lanes=1)
    lane = plain.lane_of_dispatch()
    plain.store(0, lane, plain.op("OpIMul", plain.load(0, lane), plain.constant(3)))
    triple = device.load(plain.assemble(), "main", [(0, 0)], 0, {}, 0, False)
    shapes = [(4, 6), (6, 4), (4, 6)]
    expected = [pixels("r32ui", *shape, seed=index)[:, :, 0] for index, shape in enumerate(shapes)]
    buffers = [upload(device, image) for image in expected]
    for _ in range(100):
        for index, ((height, width), buffer) in enumerate(zip(shapes, buffers, strict=True)):
            device.launch(count, [(buffer, width, height)], b"", (width, height, 1))
            device.launch(triple, [buffer], b"", (24, 1, 1))
            y, x = np.indices((height, width), np.uint32)
            expected[index] = (expected[index] + x + 100 * y) * np.uint32(3)
    for image, buffer in zip(expected, buffers, strict=True):
        np.testing.assert_array_equal(contents(device, buffer, image), image)


def test_many_images_of_one_launch(device):
    """More than the device keeps for later, all of one shape."""
    count = 20
    bindings = [(index % 3, index, "r32ui") for index in range(count)]
    kernel = Kernel(bindings=bindings, lanes=1)
    x, y = kernel.place_of_dispatch()
    for index in range(count):
        value = kernel.op("OpIAdd", x, kernel.constant(1000 * index))
        vector = kernel.images[index][1]
        kernel.store_texel(index, x, y, kernel.op("OpCompositeConstruct", *[value] * 4, type=vector))
    loaded = device.load(kernel.assemble(), "main", [(*place, True) for place in bindings], 0, {}, 0, False)
    buffers = [device.alloc(4 * 8 * 2) for _ in range(count)]
    for _ in range(3):
        device.launch(loaded, [(buffer, 8, 2) for buffer in buffers], b"", (8, 2, 1))
        for index, buffer in enumerate(buffers):
            found = contents(device, buffer, np.zeros((2, 8), np.uint32))
            np.testing.assert_array_equal(found, [list(range(1000 * index, 1000 * index + 8))] * 2)


def test_images_beside_buffers_and_constants(device):
    kernel = Kernel(bindings=((0, 0), (1, 0, "rgba32ui", False), (0, 2)), constants=1, lanes=1)
    x, y = kernel.place_of_dispatch()
    texel = kernel.texel(1, x, y)
    blue = kernel.op("OpCompositeExtract", texel, "2")
    width, height = kernel.image_size(1)
    place = kernel.op("OpIAdd", kernel.op("OpIMul", y, width), x)
    scaled = kernel.op("OpIMul", kernel.load(0, place), kernel.push_constant(0))
    kernel.store(2, place, kernel.op("OpIAdd", kernel.op("OpIAdd", scaled, blue), height))
    bindings = [(0, 0), (1, 0, "rgba32ui", False), (0, 2)]
    loaded = device.load(kernel.assemble(), "main", bindings, 4, {}, 0, False)
    terms, image = np.arange(15, dtype=np.uint32), pixels("rgba32ui", 3, 5)
    out = upload(device, np.zeros(15, np.uint32))
    arguments = [upload(device, terms), (upload(device, image), 5, 3), out]
    device.launch(loaded, arguments, (7).to_bytes(4, "little"), (5, 3, 1))
    np.testing.assert_array_equal(contents(device, out, terms), terms * 7 + image[:, :, 2].ravel() + 3)


def test_memory_does_not_grow_with_launches_on_images(device):
    """Images of ever other sizes: the device keeps some of them only."""
    kernel = load_counting(device)
    buffer = device.alloc(4 * 1200 * 1024)

    def launch(widths):
        for width in widths:
            device.launch(kernel, [(buffer, width, 1024)], b"", (1, 1, 1))
        device.wait()

    launch(range(900, 1000))
    before = resident_bytes()
    launch(range(1000, 1200))
    # All of them would be 860 MiB.
    assert resident_bytes() - before < 400 << 20


# What is refused.


def load_counting(device):
    return device.load(counting_kernel(), "main", [(0, 0, "r32ui", True)], 0, {}, 0, False)


def test_an_image_larger_than_the_device_allows(device):
    kernel, buffer = load_counting(device), device.alloc(1 << 20)
    limit = device.properties.max_image_extent
    assert limit >= 4096
    for extent in ((limit + 1, 1), (1, limit + 1)):
        with pytest.raises(_vulkan.VulkanError, match=f"is larger than the {limit} x {limit} .*Dimension2D") as error:
            device.launch(kernel, [(buffer, *extent)], b"", (1, 1, 1))
        assert error.value.kind == "limit"
    device.launch(kernel, [(buffer, limit, 1)], b"", (1, 1, 1))
    device.wait()


def test_images_that_do_not_fit_their_buffer(device):
    kernel, buffer = load_counting(device), device.alloc(4 * 12)
    with pytest.raises(ValueError, match="an image of 4 x 4 texels of kernel 'main' takes 64 bytes, its buffer has 48"):
        device.launch(kernel, [(buffer, 4, 4)], b"", (1, 1, 1))
    for extent in ((0, 4), (4, 0)):
        with pytest.raises(ValueError, match="an image of kernel 'main' has no texels"):
            device.launch(kernel, [(buffer, *extent)], b"", (1, 1, 1))
    with pytest.raises(ValueError, match="has no texels"):
        device.launch(kernel, [buffer], b"", (1, 1, 1))
    for wrong in ((buffer, 4), (buffer, 4, -1), (4, 4, buffer), (None, 1, 1)):
        with pytest.raises(TypeError, match=r"buffers must be a list of Buffer, and \(Buffer, width, height\)"):
            device.launch(kernel, [wrong], b"", (1, 1, 1))


def test_bindings_of_another_form(device):
    spirv = counting_kernel()
    with pytest.raises(ValueError, match="images cannot have the format 'rgb32f'"):
        device.load(spirv, "main", [(0, 0, "rgb32f", True)], 0, {}, 0, False)
    for wrong in ((0,), (0, 0, "r32f"), (0, 0, True, "r32f"), "r32f", None):
        with pytest.raises(TypeError, match=r"bindings must be a list of \(set, binding\) for buffers,"):
            device.load(spirv, "main", [wrong], 0, {}, 0, False)


@pytest.mark.parametrize(("writable", "words"), [(True, "read-write"), (False, "read-only")])
def test_too_many_images(device, writable, words):
    bindings = [(0, index, "r32ui", writable) for index in range(2_000_000)]
    limit = "StorageImages" if writable else "SampledImages"
    with pytest.raises(_vulkan.VulkanError, match=f"{words} images: 2000000, more than the .*{limit}") as error:
        device.load(counting_kernel(), "main", bindings, 0, {}, 0, False)
    assert error.value.kind == "limit"


@pytest.mark.parametrize("staging", [False, True])
def test_the_validation_layer_is_silent(staging):
    _vulkan.messages()
    device = _vulkan.Device(0, validation=True, staging=staging)
    count = device.load(counting_kernel(), "main", [(0, 0, "r32ui", True)], 0, {}, 0, False)
    for format_ in FORMATS:
        bindings = [(0, 0, format_, False), (0, 1, format_, True)]
        turn = device.load(turning_kernel(format_), "main", bindings, 0, {}, 0, False)
        source = pixels(format_, 6, 9)
        given, made = upload(device, source), upload(device, np.zeros_like(source))
        for _ in range(3):
            device.launch(turn, [(given, 9, 6), (made, 9, 6)], b"", (9, 6, 1))
            # Its texels may be any 4-byte elements.
            device.launch(count, [(made, 3, 2)], b"", (3, 2, 1)).elapsed_ns()
            given, made = made, given
        contents(device, made, source)
    for width in range(1, 60):
        device.launch(count, [(made, width, 1)], b"", (1, 1, 1))
    device.close()
    assert _vulkan.messages() == []
