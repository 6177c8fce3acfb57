"""Arguments of every type against a kernel's parameters."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

import wavedialect as wd
from wavedialect.ir.module import Value
from wavedialect.ir.types import DTYPES
from wavedialect.runtime.arguments import check_arguments

# test/python/launch has the tests of bf16.
NUMBERS = [dtype for dtype in DTYPES.values() if not dtype.is_bool and not dtype.is_bf16]
INTEGERS = [dtype for dtype in NUMBERS if dtype.is_integer]
FLOATS = [dtype for dtype in NUMBERS if dtype.is_float]


def check(type_, argument):
    """The argument as a parameter `x` of that type takes it."""
    (checked,) = check_arguments("k", [Value(type_, "x")], [argument])
    return checked


def refused(type_, argument, said):
    with pytest.raises(wd.LaunchError, match=said):
        check(type_, argument)


def ids(types):
    return [type_.name for type_ in types]


# Buffers.


@pytest.mark.parametrize("dtype", NUMBERS, ids=ids(NUMBERS))
def test_buffers_take_only_arrays_of_their_type(dtype):
    for other in NUMBERS:
        array = np.zeros(6, other.numpy)
        if other is dtype:
            assert check(wd.Buffer[dtype], array) is array
        else:
            refused(wd.Buffer[dtype], array, rf"has dtype {array.dtype}, but Buffer\[{dtype}\] takes {dtype.numpy}")


@pytest.mark.parametrize("type_", [wd.Buffer[wd.u8], wd.RWBuffer[wd.i8], wd.Buffer[wd.u8, 2], wd.Texture2D[wd.u8]])
def test_arrays_of_too_many_elements(type_):
    element = type_.element.numpy
    rows, row = (1, 1) if type_.__class__.__name__ == "BufferType" and type_.rank == 1 else (2**16, 2**15)
    most, more = ((2**31 - 1,), (2**31,)) if rows == 1 else ((rows - 1, row), (rows, row))
    # Nothing touches the memory.
    array = np.zeros(2**31, element)
    check(type_, array[: math.prod(most)].reshape(most))
    said = r"argument 'x' has 2147483648 elements, which exceeds the limit of 2147483647\nhelp: pass it in parts: `x\[:n\]`"
    refused(type_, array.reshape(more), said)


@pytest.mark.parametrize("shape", [(5, 3), (2, 5, 3), (15,), (3,), (0, 3), (0,)])
def test_shapes_of_a_buffer_of_vectors(shape):
    array = np.zeros(shape, np.float32)
    assert check(wd.Buffer[wd.float3], array) is array


@pytest.mark.parametrize("shape", [(3, 5), (16,), (5,), (6, 1), (), (3, 3, 4)])
def test_shapes_that_a_buffer_of_vectors_lacks(shape):
    said = r"but Buffer\[float3\] has elements of 3 components\nhelp: .* whose last axis is 3, .* a multiple of 3"
    refused(wd.Buffer[wd.float3], np.zeros(shape, np.float32), said)


def test_vectors_of_every_type_and_size():
    for dtype in NUMBERS:
        for size in (2, 3, 4):
            element = getattr(wd, wd.ir.types.HLSL_NAMES[dtype.name] + str(size))
            check(wd.Buffer[element], np.zeros((7, size), dtype.numpy))
            refused(wd.Buffer[element], np.zeros((7, size + 1), dtype.numpy), f"elements of {size} components")


def test_buffers_of_bool_vectors():
    for dtype in (np.bool_, np.uint8):
        check(wd.Buffer[wd.bool2], np.zeros((4, 2), dtype))
    for dtype in (np.int32, np.uint32, np.float32):
        said = r"but Buffer\[bool2\] takes bool\nhelp: pass `x.astype\(bool\)`"
        refused(wd.Buffer[wd.bool2], np.zeros((4, 2), dtype), said)


def test_buffers_of_bytes():
    for element, dtype, other in ((wd.u8, np.uint8, np.int8), (wd.i8, np.int8, np.uint8)):
        check(wd.Buffer[element], np.zeros(5, dtype))
        refused(wd.Buffer[element], np.zeros(5, other), f"takes {np.dtype(dtype)}\nhelp: pass `x.astype")
        refused(wd.Buffer[element], np.zeros(5, np.bool_), "has dtype bool")
    check(wd.Buffer[wd.uint8_t3], np.zeros((5, 3), np.uint8))
    check(wd.Buffer[wd.u8, 2], np.zeros((5, 3), np.uint8))


def test_alignment_of_long_elements():
    memory = np.zeros(36, np.uint8)
    refused(wd.Buffer[wd.f64], memory[4:].view(np.float64), "argument 'x' is not aligned")
    refused(wd.Buffer[wd.u16], memory[1:35].view(np.uint16), "argument 'x' is not aligned")
    check(wd.Buffer[wd.u32], memory[4:].view(np.uint32))


def test_types_of_numpy_are_refused_without_inner_frames():
    with pytest.raises(wd.WaveError, match=r"help: write `wd.Buffer\[wd.f32\]`") as caught:
        wd.Buffer[np.float32]
    assert [frame.name for frame in caught.traceback][1:] == ["entry"]


# Images.


@pytest.mark.parametrize(
    ("texel", "shape"), [(wd.f32, (4, 6)), (wd.float2, (4, 6, 2)), (wd.uint4, (4, 6, 4)), (wd.int4, (1, 1, 4))]
)
def test_images(texel, shape):
    array = np.zeros(shape, getattr(texel, "element", texel).numpy)
    for type_ in (wd.Texture2D[texel], wd.RWTexture2D[texel]):
        assert check(type_, array) is array
        on_device = wd.array(array, device="interpreter")
        assert check(type_, on_device) is on_device


@pytest.mark.parametrize(
    ("texel", "shape"),
    [
        (wd.f32, (24,)),
        (wd.f32, (4, 6, 1)),
        (wd.f32, ()),
        (wd.float4, (4, 4)),
        (wd.float2, (2,)),
    ],
)
def test_shapes_that_are_no_image(texel, shape):
    axes = r"\(height, width\)" if texel is wd.f32 else rf"\(height, width, {texel.size}\)"
    refused(wd.Texture2D[texel], np.zeros(shape, np.float32), f"is an image of shape {axes}\nhelp: .*{axes}")


@pytest.mark.parametrize("shape", [(0, 4), (4, 0), (0, 0)])
def test_images_without_texels(shape):
    refused(wd.Texture2D[wd.f32], np.zeros(shape, np.float32), "an image without texels")


def test_images_of_another_kind():
    texture, written = wd.Texture2D[wd.float2], wd.RWTexture2D[wd.float2]
    array = np.zeros((4, 6, 2), np.float32)
    refused(texture, array.astype(np.float64), r"has dtype float64, but Texture2D\[float2\] takes float32")
    refused(texture, array.tolist(), "argument 'x' is a list, expected an array of float32")
    refused(texture, array[:, ::2], "argument 'x' is not contiguous")
    refused(texture, array.transpose(1, 0, 2), "argument 'x' is not contiguous")
    frozen = array.copy()
    frozen.flags.writeable = False
    check(texture, frozen)
    refused(written, frozen, "argument 'x' is read-only, but the kernel takes it as a buffer that it may write to")
    refused(wd.f32, array, "argument 'x' is an array, expected one f32")


def test_images_of_other_channels():
    """An image with channels that images may have is for another parameter; an image with three channels is padded."""
    for kind, word in ((wd.Texture2D, "Texture2D"), (wd.RWTexture2D, "RWTexture2D")):
        said = rf"help: declare the parameter as `x: wd.{word}\[wd.float2\]`$"
        refused(kind[wd.float4], np.zeros((4, 6, 2), np.float32), said)
        said = rf"help: declare the parameter as `x: wd.{word}\[wd.f32\]`, and pass `x.reshape\(height, width\)`$"
        refused(kind[wd.float4], np.zeros((4, 6, 1), np.float32), said)
        refused(
            kind[wd.float2], np.zeros((4, 5), np.float32), rf"help: declare the parameter as `x: wd.{word}\[wd.f32\]`$"
        )
        refused(
            kind[wd.float4], np.zeros((2, 4, 6, 4), np.float32), "help: launch for one image at a time: `x\\[0\\]`$"
        )


@pytest.mark.parametrize("on_device", [False, True])
def test_images_of_three_channels(on_device):
    image = np.arange(72, dtype=np.float32).reshape(4, 6, 3)
    x = wd.array(image, "cpu") if on_device else image
    with pytest.raises(wd.LaunchError) as caught:
        check(wd.Texture2D[wd.float4], x)
    (code,) = re.findall("`(.*?)`", caught.value.fix)
    padded = eval(code, {"np": np, "wd": wd, "x": x})
    assert check(wd.Texture2D[wd.float4], padded) is padded
    assert (np.asarray(padded.numpy() if on_device else padded)[..., :3] == image).all()
    with pytest.raises(wd.LaunchError, match=r"declare the parameter as `x: wd.Texture2D\[wd.float4\]`, and pass"):
        check(wd.Texture2D[wd.f32], x)
    # A written image is copied back without the fourth channel.
    with pytest.raises(wd.LaunchError) as caught:
        check(wd.RWTexture2D[wd.float4], x)
    before, after = re.findall("`(.*?)`", caught.value.fix)
    names = {"np": np, "wd": wd, "x": x}
    exec(before, names)
    names["x_copy"] = names["x_copy"] if on_device else names["x_copy"] + 1
    exec(after, names)
    assert (np.asarray(x.numpy() if on_device else x) == np.arange(72).reshape(4, 6, 3) + (not on_device)).all()


def test_images_of_bytes():
    for dtype, most in ((np.uint8, 255), (np.uint16, 65535)):
        x = np.full((4, 6, 4), most, dtype)
        with pytest.raises(wd.LaunchError, match=f"for colors from 0 to 1, divide it by {most}") as caught:
            check(wd.Texture2D[wd.float4], x)
        for code, value in zip(re.findall("`(.*?)`", caught.value.fix), (most, 1), strict=True):
            passed = check(wd.Texture2D[wd.float4], eval(code, {"np": np, "x": x}))
            assert (passed == value).all()
    with pytest.raises(wd.LaunchError, match=r"`x.astype\(np.uint32\)`; or declare `x` with elements of `wd.u8`$"):
        check(wd.Texture2D[wd.uint4], np.zeros((4, 6, 4), np.uint8))
    check(wd.Texture2D[wd.uint8_t4], np.zeros((4, 6, 4), np.uint8))
    check(wd.Texture2D[wd.i8], np.zeros((4, 6), np.int8))


def test_images_and_buffers_overlap():
    memory = np.zeros((4, 6), np.float32)
    parameters = [Value(wd.Buffer[wd.f32], "a"), Value(wd.RWTexture2D[wd.f32], "b")]
    with pytest.raises(wd.LaunchError, match="arguments 'a' and 'b' overlap, and the kernel writes to 'b'"):
        check_arguments("k", parameters, [memory, memory])
    on_device = wd.array(memory, device="interpreter")
    with pytest.raises(wd.LaunchError, match="arguments 'a' and 'b' overlap"):
        check_arguments("k", parameters, [on_device, on_device])
    check_arguments("k", [parameters[0], Value(wd.Texture2D[wd.f32], "b")], [memory, memory])


# Scalars and vectors.


@pytest.mark.parametrize("dtype", INTEGERS, ids=ids(INTEGERS))
def test_integers(dtype):
    for value in (dtype.lowest, dtype.highest, 0, np.int64(7), np.uint8(7)):
        checked = check(dtype, value)
        assert (checked.dtype, int(checked)) == (dtype.numpy, int(value))
    for value in (dtype.lowest - 1, dtype.highest + 1, 10**30):
        refused(dtype, value, f"argument 'x' is {value}, out of range for {dtype}\nhelp: {dtype} goes from")
    for value in (1.0, True, np.float32(1), "1", None, np.True_):
        refused(dtype, value, f"expected an integer for {dtype}")


@pytest.mark.parametrize("dtype", FLOATS, ids=ids(FLOATS))
def test_floats(dtype):
    greatest = float(np.finfo(dtype.numpy).max)
    for value in (1, 0.1, -greatest, greatest, float("inf"), np.float64(2), np.int8(3), np.float16(0.5)):
        checked = check(dtype, value)
        assert checked.dtype == dtype.numpy and checked == dtype.numpy.type(value)
    assert np.isnan(check(dtype, float("nan")))
    for value in (10**400, -(10**400)):
        refused(dtype, value, f"out of range for {dtype}")
    for value in (True, "1", None, 1j):
        refused(dtype, value, f"expected a number for {dtype}")


def test_floats_out_of_range():
    refused(wd.f16, 65536, r"argument 'x' is 65536, out of range for f16\nhelp: f16 ends at 65504")
    refused(wd.f16, -1e5, "out of range for f16")
    refused(wd.f32, 1e39, "out of range for f32")
    check(wd.f64, 1e300)


@pytest.mark.parametrize(
    "value", [(1, 2, 3), [1, 2, 3], np.array([1, 2, 3]), np.array([1, 2, 3], np.uint8), (np.int8(1), 2, np.uint64(3))]
)
def test_vectors_by_value(value):
    for type_ in (wd.float3, wd.int3, wd.uint64_t3, wd.half3):
        checked = check(type_, value)
        assert isinstance(checked, tuple) and {part.dtype for part in checked} == {type_.element.numpy}
        assert [float(part) for part in checked] == [1, 2, 3]


def test_vectors_of_bools():
    assert check(wd.bool2, (True, np.False_)) == (True, False)
    assert check(wd.bool2, np.array([True, False])) == (True, False)
    refused(wd.bool2, (1, 0), r"argument 'x.x' is 1, expected a bool")


def test_a_constant_of_kernels_is_a_vector():
    assert check(wd.float3, wd.float3(1, 2, 3)) == (1, 2, 3)


@pytest.mark.parametrize(
    ("type_", "value", "said"),
    [
        (wd.float3, (1, 2), r"argument 'x' has 2 components, float3 has 3\nhelp: pass 3 numbers"),
        (wd.float3, np.zeros(4), "argument 'x' has 4 components, float3 has 3"),
        (wd.float3, np.zeros((3, 1)), r"argument 'x' has shape \(3, 1\), float3 has 3"),
        (wd.float3, 1.0, "argument 'x' is 1.0, expected the components of one float3"),
        (wd.float3, "abc", "argument 'x' is 'abc', expected the components of one float3"),
        (wd.float3, (1, 2, "3"), r"argument 'x.z' is '3', expected a number for f32"),
        (wd.float3, (1, 1e39, 3), r"argument 'x.y' is 1e.39, out of range for f32"),
        (
            wd.int16_t2,
            (1, 40000),
            r"argument 'x.y' is 40000, out of range for i16\nhelp: i16 goes from -32768 to 32767",
        ),
        (wd.uint4, np.array([1, 2, 3, -1]), r"argument 'x.w' is -1, out of range for u32"),
        (wd.int2, np.zeros(2), r"argument 'x.x' is .*0.0.*, expected an integer for i32"),
        (wd.int2, ((1, 2), 3), r"argument 'x.x' is \(1, 2\), expected an integer for i32"),
    ],
)
def test_vectors_that_do_not_fit(type_, value, said):
    refused(type_, value, said)


def test_a_device_array_is_no_vector():
    array = wd.array(np.zeros(3, np.float32), device="interpreter")
    refused(wd.float3, array, "argument 'x' is an array on a device, expected the components of one float3")
