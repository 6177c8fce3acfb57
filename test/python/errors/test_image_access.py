"""Invalid uses of images."""

from __future__ import annotations


def test_read_only(refuse):
    text = """
        def kernel(image: wd.Texture2D[wd.float4], v: wd.float4):
            §image[0, 0] = v
    """
    refuse(
        text,
        "read-only-buffer",
        "`image` is a read-only Texture2D[float4]",
        "declare it as `image: wd.RWTexture2D[wd.float4]`",
    )


def test_float_coordinate(refuse):
    text = """
        def kernel(image: wd.Texture2D[f32], out: wd.RWBuffer[f32], x: f32):
            out[0] = image[§x * 2.0, 0]
    """
    refuse(text, "index-not-integer", "a coordinate expects i32 or u32, got f32", "`u32(x * 2.0)`")


def test_negative_coordinate(refuse):
    text = """
        def kernel(image: wd.Texture2D[f32], out: wd.RWBuffer[f32]):
            out[0] = image[0, §-2]
    """
    refuse(text, "literal-range", "a coordinate cannot be negative, got -2", "`wd.image_size(image).y - 2`")


def test_one_coordinate(refuse):
    text = """
        def kernel(image: wd.Texture2D[f32], out: wd.RWBuffer[f32], x: u32):
            out[0] = image[§x]
    """
    refuse(text, "image-coordinate", "an image has two coordinates, got 1", "`image[x, y]`")


def test_value_of_another_type(refuse):
    text = """
        def kernel(image: wd.RWTexture2D[wd.uint2], n: u32):
            image[0, 0] = §n
    """
    refuse(text, "mixed-types", "a texel of `image` expects uint2, got u32", "convert it: `wd.uint2(n)`")


def test_size_of_a_buffer(refuse):
    text = """
        def kernel(buffer: wd.Buffer[f32]):
            size = §wd.image_size(buffer)
    """
    refuse(text, "value-type", "`image_size` takes an image, got Buffer[f32]", "`len(buffer)`")


def test_size_of_a_value(refuse):
    text = """
        def kernel(n: u32):
            size = §wd.image_size(n)
    """
    refuse(text, "value-type", "`image_size` takes an image, got u32", "the image itself")
