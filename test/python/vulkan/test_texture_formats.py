"""Images of the formats that engines have, bound to the modules of bundles as the manifest says."""

import struct

import jsonschema
import numpy as np
import pytest
from test_fixed_form import SCHEMA

import wavedialect as wd
from wavedialect import f32, float2, float4, i32, int4, u32, uint2
from wavedialect.backends.spirv.device import settings
from wavedialect.errors import DeviceError, WaveError

WIDTH, HEIGHT = 7, 5
NUMBERS = np.random.default_rng(7)


def reader(texture, texel):
    """A kernel that copies all texels to a buffer, and those beside the image."""

    @wd.kernel(num_waves=1)
    def read(src: texture[texel], out: wd.RWBuffer[texel]):
        size = wd.image_size(src)
        for i in range(wd.wave_lane_index(), (size.x + 1) * (size.y + 1), wd.wave_lane_count()):
            out[i] = src[i % (size.x + 1), i // (size.x + 1)]

    return read


class Loaded:
    """A bundle on a device of the native module, with the formats of the host's images by name."""

    def __init__(self, device, bundle, formats):
        manifest = bundle.manifest
        jsonschema.validate(manifest, SCHEMA)
        properties = device.properties
        self.device, self.manifest = device, manifest
        size = properties.subgroup_size
        values = {"wave_size": size, **settings(properties)}
        bindings = []
        for binding in manifest["bindings"]:
            place = (binding["set"], binding["binding"])
            if binding["resource"] == "buffer":
                bindings.append(place)
                continue
            is_storage = binding["descriptor"] == "VK_DESCRIPTOR_TYPE_STORAGE_IMAGE"
            is_array = binding["resource"] == "image_array"
            bindings.append((*place, formats[binding["name"]], is_storage, is_array))
        self.pipeline = device.load(
            bundle.module_at(size),
            manifest["entry_point"],
            bindings,
            manifest["constants"]["bytes"],
            {field["id"]: values[name] for name, field in manifest["specialization"].items()},
            0,
            manifest["requires"]["full_subgroups"],
        )

    def launch(self, **arrays):
        """Runs one group on the arrays: of images, those with an extent."""
        buffers, lengths = {}, {}
        for name, value in arrays.items():
            array, *extent = value if isinstance(value, tuple) else (value,)
            buffer = self.device.alloc(array.nbytes)
            self.device.upload(buffer, array)
            buffers[name] = (buffer, *extent) if extent else buffer
            lengths[name] = array.size
        constants = b"".join(
            struct.pack("<I", lengths[field["name"]]) for field in self.manifest["constants"]["fields"]
        )
        bound = [buffers[binding["name"]] for binding in self.manifest["bindings"]]
        self.device.launch(self.pipeline, bound, constants, (1, 1, 1))
        for name, value in arrays.items():
            array, *extent = value if isinstance(value, tuple) else (value,)
            self.device.download(buffers[name][0] if extent else buffers[name], array)


def random_bits(dtype, channels):
    info = np.iinfo(dtype)
    shape = (HEIGHT, WIDTH, channels)
    return NUMBERS.integers(info.min, info.max, shape, dtype, endpoint=True)


def snorm(bits):
    return np.maximum(bits / np.float32(np.iinfo(bits.dtype).max), -1)


def unorm(bits):
    return bits / np.float32(np.iinfo(bits.dtype).max)


#: The texel of the kernel; the memory of the image, and the values that the kernel reads.
SAMPLED = {
    "r32f": (f32, lambda: NUMBERS.random((HEIGHT, WIDTH, 1), np.float32), lambda x: x),
    "rgba32f": (float4, lambda: NUMBERS.random((HEIGHT, WIDTH, 4), np.float32), lambda x: x),
    "r16f": (f32, lambda: NUMBERS.random((HEIGHT, WIDTH, 1)).astype(np.float16), np.float32),
    "rgba16f": (float4, lambda: NUMBERS.random((HEIGHT, WIDTH, 4)).astype(np.float16), np.float32),
    "rg16": (float2, lambda: random_bits(np.uint16, 2), unorm),
    "r8": (f32, lambda: random_bits(np.uint8, 1), unorm),
    "rgba8": (float4, lambda: random_bits(np.uint8, 4), unorm),
    "rgba8snorm": (float4, lambda: random_bits(np.int8, 4), snorm),
    "r8ui": (u32, lambda: random_bits(np.uint8, 1), np.uint32),
    "rg16ui": (uint2, lambda: random_bits(np.uint16, 2), np.uint32),
    "r32ui": (u32, lambda: random_bits(np.uint32, 1), np.uint32),
    "r16i": (i32, lambda: random_bits(np.int16, 1), np.int32),
    "rgba8i": (int4, lambda: random_bits(np.int8, 4), np.int32),
    "rgba32i": (int4, lambda: random_bits(np.int32, 4), np.int32),
}


@pytest.mark.parametrize("format_", SAMPLED)
def test_a_read_only_texture_of_each_format(device, format_):
    texel, make, convert = SAMPLED[format_]
    bundle = reader(wd.Texture2D, texel).compile(target="spirv")
    assert "StorageImageExtendedFormats" not in bundle.manifest["capabilities"]
    source = make()
    channels = source.shape[2]
    found = np.zeros((HEIGHT + 1, WIDTH + 1, channels), convert(source).dtype)
    Loaded(device, bundle, {"src": format_}).launch(src=(source, WIDTH, HEIGHT), out=found)
    expected = np.zeros_like(found)
    expected[:HEIGHT, :WIDTH] = convert(source)
    np.testing.assert_allclose(found, expected, rtol=1e-6)


def test_fewer_channels_than_the_kernel_loads(device):
    """Vulkan adds 0 and 1, also for a depth buffer."""
    found = np.zeros((HEIGHT + 1, WIDTH + 1, 4), np.float32)
    source = NUMBERS.random((HEIGHT, WIDTH), np.float32)
    bundle = reader(wd.Texture2D, float4).compile(target="spirv")
    Loaded(device, bundle, {"src": "r32f"}).launch(src=(source, WIDTH, HEIGHT), out=found)
    expected = np.zeros_like(found)
    expected[:HEIGHT, :WIDTH, 0] = source
    expected[:HEIGHT, :WIDTH, 3] = 1
    np.testing.assert_array_equal(found, expected)


def test_an_array_of_half_floats(device):
    @wd.kernel(num_waves=1)
    def read(src: wd.Texture2DArray[float4], out: wd.RWBuffer[float4]):
        size = wd.image_size(src)
        for i in range(wd.wave_lane_index(), size.x * size.y * (size.z + 1), wd.wave_lane_count()):
            out[i] = src[i % size.x, i // size.x % size.y, i // (size.x * size.y)]

    source = NUMBERS.random((3, HEIGHT, WIDTH, 4)).astype(np.float16)
    found = np.ones((4, HEIGHT, WIDTH, 4), np.float32)
    loaded = Loaded(device, read.compile(target="spirv"), {"src": "rgba16f"})
    loaded.launch(src=(source, WIDTH, HEIGHT, 3), out=found)
    np.testing.assert_array_equal(found[:3], source.astype(np.float32))
    assert not found[3].any()


#: The texels of the shader; the memory of the image, what the shader stores, and the memory afterwards.
STORED = {
    "rgba16f": ("float4", lambda: NUMBERS.random((HEIGHT, WIDTH, 4)).astype(np.float16), lambda x: x * 2),
    "rg32f": ("float2", lambda: NUMBERS.random((HEIGHT, WIDTH, 2), np.float32), lambda x: x * 2),
    "r16f": ("float", lambda: NUMBERS.random((HEIGHT, WIDTH, 1)).astype(np.float16), lambda x: x * 2),
    "rgba8": ("unorm float4", lambda: random_bits(np.uint8, 4) // 2, lambda x: x * 2),
    "rgba8snorm": ("snorm float4", lambda: (random_bits(np.int8, 4) // 2).clip(-63), lambda x: x * 2),
    "r16": ("float", lambda: random_bits(np.uint16, 1) // 2, lambda x: x * 2),
    "rgba16i": ("int4", lambda: random_bits(np.int16, 4) // 2, lambda x: x * 2),
    "r8ui": ("uint", lambda: random_bits(np.uint8, 1) // 2, lambda x: x * 2),
    "rg16ui": ("uint2", lambda: random_bits(np.uint16, 2) // 2, lambda x: x * 2),
}

DOUBLE = """
{attribute} RWTexture2D<{texel}> image;
[numWaves(1)]
void main() {{
  uint width, height;
  image.GetDimensions(width, height);
  for (uint i = WaveGetLaneIndex(); i < width * (height + 1); i += WaveGetLaneCount()) {{
    uint2 at = uint2(i % width, i / width);
    image[at] = image[at] * 2;
  }}
}}
"""


@pytest.mark.parametrize("format_", STORED)
@pytest.mark.parametrize("stated", [True, False], ids=["stated", "unknown"])
def test_a_read_write_texture_of_each_format(device, tmp_path, format_, stated):
    texel, make, double = STORED[format_]
    (tmp_path / "double.hlsl").write_text(
        DOUBLE.format(attribute=f'[[vk::image_format("{format_ if stated else "unknown"}")]]', texel=texel)
    )
    bundle = wd.hlsl(tmp_path / "double.hlsl").compile(target="spirv")
    needed = [name for name in bundle.manifest["capabilities"] if name.endswith("WithoutFormat")]
    assert len(needed) == (0 if stated else 2)
    if needed and not all(
        device.properties.features[f"storage_image_{word}_without_format"] for word in ("read", "write")
    ):
        pytest.skip("the device needs formats")
    image = make()
    expected = double(image)
    Loaded(device, bundle, {"image": format_}).launch(image=(image, WIDTH, HEIGHT))
    np.testing.assert_array_equal(image, expected)


def test_launches_do_not_convert_texels(tmp_path):
    (tmp_path / "double.hlsl").write_text(DOUBLE.format(attribute='[[vk::image_format("rgba8")]]', texel="float4"))
    kernel = wd.hlsl(tmp_path / "double.hlsl")
    image = np.ones((2, 2, 4), np.float32)
    said = r"'image' of kernel 'main' has the format VK_FORMAT_R8G8B8A8_UNORM, .* is VK_FORMAT_R32G32B32A32_SFLOAT"
    with pytest.raises(DeviceError, match=said):
        kernel.dispatch(1, image, device="vulkan")
    kernel.dispatch(1, image, device="cpu")
    assert (image == 2).all()


def test_a_wrong_name(tmp_path):
    (tmp_path / "double.hlsl").write_text(DOUBLE.format(attribute='[[vk::image_format("rgba9")]]', texel="float4"))
    with pytest.raises(WaveError, match="'rgba9' is not a format of images"):
        wd.hlsl(tmp_path / "double.hlsl").compile(target="spirv")
