"""Types of parameters that buffers and images cannot have."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd


@pytest.mark.parametrize(
    ("make", "id", "message", "fix"),
    [
        (lambda: wd.Texture2D[wd.float3], "image-channels", "three channels", "`wd.Texture2D[wd.float4]`"),
        (lambda: wd.RWTexture2D[wd.uint3], "image-channels", "three channels", "`wd.RWTexture2D[wd.uint4]`"),
        (
            lambda: wd.Texture2D[wd.f16],
            "image-element",
            "`f16` is not a valid element type of Texture2D",
            "f32, i32, u32, i8 or u8",
        ),
        (
            lambda: wd.RWTexture2D[wd.double2],
            "image-element",
            "`double2` is not a valid element type of RWTexture2D",
            "f32, i32, u32, i8 or u8",
        ),
        (lambda: wd.Texture2D[np.uint8], "image-element", "`uint8` is not a valid", "`wd.Texture2D[wd.u8]`"),
        (lambda: wd.Buffer[np.uint8], "parameter-type", "`uint8` is not a valid", "`wd.Buffer[wd.u8]`"),
        (lambda: wd.Buffer[wd.f32, 1024], "parameter-type", "`1024` is not", "`wd.Buffer[wd.f32]`"),
        (lambda: wd.Texture2D[wd.float3], "image-channels", "three channels", "`np.pad(x, ((0, 0), (0, 0), (0, 1)))`"),
        (lambda: wd.Texture2D[float], "image-element", "`float` is not a valid", "`wd.Texture2D[wd.f32]`"),
        (lambda: wd.Buffer[int], "parameter-type", "`int` is not a valid", "`wd.Buffer[wd.i32]`"),
        (lambda: wd.RWBuffer["float"], "parameter-type", "`float` is not a valid", "`wd.RWBuffer[wd.f32]`"),
    ],
)
def test_element(make, id, message, fix):
    with pytest.raises(wd.WaveError) as caught:
        make()
    assert caught.value.id == id and message in caught.value.message and fix in caught.value.fix


def test_in_a_quoted_annotation(refuse):
    text = """
        def kernel(image: §"wd.Texture2D[wd.float3]"):
            a = image[0, 0]
    """
    refuse(text, "image-channels", "three channels", "float4")


def test_without_an_element(refuse):
    text = """
        def kernel(image: §wd.Texture2D, n: u32):
            a = image[0, 0]
    """
    refuse(text, "parameter-type", "`wd.Texture2D` is not a valid parameter type", "`image: wd.Texture2D[f32]`")


def test_component_of_a_texel(refuse):
    text = """
        def kernel(image: wd.RWTexture2D[wd.float4], n: u32):
            §image[n, n].x = 1.0
    """
    refuse(text, "image-component", "`image[n, n].x`", "the whole texel")


def test_image_as_value(refuse):
    text = """
        def kernel(image: wd.RWTexture2D[wd.float4], n: u32):
            a = §image * 2.0
    """
    refuse(text, "image-as-value", "RWTexture2D[float4]", "`image[x, y]`")
