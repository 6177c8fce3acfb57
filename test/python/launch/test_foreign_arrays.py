"""Arrays of other libraries as arguments: used where they lie, or refused with what to do."""

from __future__ import annotations

import gc

import numpy as np
import pytest
from exporters import BFLOAT, BOOL, COMPLEX, CUDA, PINNED, VULKAN, Exporter, Interface, OldExporter, OnDevice, Raising

import wavedialect as wd
from wavedialect import f32, u32
from wavedialect.ir.module import Value
from wavedialect.ir.types import DTYPES
from wavedialect.runtime.arguments import check_arguments

NUMBERS = [dtype for dtype in DTYPES.values() if not dtype.is_bool and not dtype.is_bf16]


@wd.kernel(num_waves=1)
def double(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    place = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    out[place] = src[place] * 2.0


@wd.kernel(num_waves=1)
def lengths(points: wd.Buffer[wd.float3], out: wd.RWBuffer[f32], scale: wd.float3):
    place = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    if place < len(out):
        out[place] = wd.dot(points[place] * scale, points[place] * scale)


@wd.kernel(num_waves=1)
def invert(image: wd.Texture2D[f32], out: wd.RWTexture2D[f32]):
    lane = wd.wave_lane_index()
    if lane < 4:
        out[lane, 0] = 1.0 - image[lane, 0]


def numbers(count, dtype=np.float32):
    return np.arange(count, dtype=dtype)


def check(type_, argument):
    """The argument as a parameter `x` of that type takes it."""
    (checked,) = check_arguments("k", [Value(type_, "x")], [argument])
    return checked


def refused(said, type_, argument):
    with pytest.raises(wd.LaunchError, match=said):
        check(type_, argument)


@pytest.mark.parametrize("make", [Interface, Exporter])
def test_read_and_written_where_they_lie(make, device):
    src, out = numbers(200), np.zeros(200, np.float32)
    # The first launch loads the kernel, the others find it there.
    for _ in range(3):
        out[:] = 0
        double[lambda lanes: -(-200 // lanes)](make(src), make(out), device=device)
        np.testing.assert_array_equal(out, src * 2)


@pytest.mark.parametrize("dtype", NUMBERS, ids=[dtype.name for dtype in NUMBERS])
@pytest.mark.parametrize("make", [Interface, Exporter])
def test_every_element_type_without_a_copy(dtype, make):
    array = np.arange(6).astype(dtype.numpy)
    for type_ in (wd.Buffer[dtype], wd.RWBuffer[dtype]):
        checked = check(type_, make(array))
        assert checked.dtype == dtype.numpy and np.may_share_memory(checked, array)
        np.testing.assert_array_equal(checked, array)
    for other in NUMBERS:
        if other is not dtype:
            refused(f"'x' has dtype {array.dtype}, but Buffer", wd.Buffer[other], make(array))


def test_rows_of_vectors_and_components(device):
    points, out = np.random.default_rng(3).random((50, 3), np.float32), np.zeros(50, np.float32)
    scale = np.array([1, 2, 3], np.float32)
    for _ in range(2):
        lengths[lambda lanes: -(-50 // lanes)](Exporter(points), Interface(out), Exporter(scale), device=device)
        np.testing.assert_allclose(out, ((points * scale) ** 2).sum(axis=1), rtol=1e-6)
    refused("has shape .*, but Buffer.float3. has elements of 3", wd.Buffer[wd.float3], Exporter(points.reshape(75, 2)))
    refused("'x' has 2 components, float3 has 3", wd.float3, Exporter(scale[:2]))


def test_images(device):
    image, out = np.array([[0, 1, 2, 3]], np.float32), np.zeros((1, 4), np.float32)
    for _ in range(2):
        invert.dispatch(1, Exporter(image), Exporter(out), device=device)
        assert out.tolist() == [[1, 0, -1, -2]]
    refused(r"'x' has shape \(4,\), but .* is an image", wd.Texture2D[f32], Exporter(image[0]))


def test_check_count_and_trace_take_them():
    src, out = numbers(64), np.zeros(64, np.float32)
    report = double.check(lambda lanes: 64 // lanes if lanes <= 64 else 1, Exporter(src), Interface(out))
    assert not report.findings and not out.any()
    assert double.count(1, Exporter(src), Exporter(out), wave_size=64)["loads"].lanes == 64
    assert double.trace(1, Exporter(src), Exporter(out), wave_size=64)
    assert not out.any()
    double.dispatch(1, Exporter(src), Interface(out), wave_size=64, check=True)
    np.testing.assert_array_equal(out, src * 2)


# What they must be.


def test_read_only_ones():
    frozen = numbers(8)
    frozen.flags.writeable = False
    for make in (Interface, Exporter):
        assert check(wd.Buffer[f32], make(frozen)).tolist() == frozen.tolist()
        refused(
            "'x' is read-only, but the kernel takes it as a buffer that it may write to; one that it only reads is a `wd.Buffer`\nhelp: pass a copy",
            wd.RWBuffer[f32],
            make(frozen),
        )


def test_old_exports_are_read_only():
    """Before version 1 an exporter cannot say that its array may be written, as those of immutable arrays may not."""
    exporter = OldExporter(numbers(8))
    assert check(wd.Buffer[f32], exporter).tolist() == list(range(8))
    refused("'x' is read-only", wd.RWBuffer[f32], exporter)
    gc.collect()
    assert exporter.alive == 0


def test_an_export_is_given_back_after_the_launch(device):
    exporter, out = OldExporter(numbers(16)), np.zeros(16, np.float32)
    for _ in range(3):
        double.dispatch(4, exporter, out, device=device, prefer_wave_size="small")
    gc.collect()
    assert exporter.alive == 0 and out[:4].tolist() == [0, 2, 4, 6]


def test_strided_and_unaligned_ones():
    for make in (Interface, Exporter):
        refused("'x' is not contiguous\nhelp: pass `np.ascontiguousarray", wd.Buffer[f32], make(numbers(8)[::2]))
        refused("'x' is not contiguous", wd.Buffer[f32], make(np.zeros((3, 4), np.float32).T))
    refused("'x' is not contiguous", wd.Buffer[f32], OldExporter(numbers(8)[::2]))
    unaligned = np.zeros(33, np.uint8)[1:].view(np.float32)
    refused("'x' is not aligned", wd.Buffer[f32], Interface(unaligned))


def test_bools_take_one_byte():
    bools = np.ones(4, np.bool_)
    for made in (Interface(bools), Exporter(bools), OldExporter(bools.view(np.uint8), BOOL, 8)):
        check(wd.Buffer[wd.bool], made)
        refused("'x' has dtype bool, but Buffer.f32. takes float32", wd.Buffer[f32], made)


@pytest.mark.parametrize(("code", "bits", "said"), [(BFLOAT, 16, "cannot be read where it lies: Unsupported dtype")])
def test_types_that_numpy_lacks(code, bits, said):
    exporter = OldExporter(np.zeros(4, np.uint16), code, bits)
    refused(
        rf"argument 'x', a OldExporter, {said}.*\nhelp: convert it to a NumPy array of float32",
        wd.Buffer[f32],
        exporter,
    )


def test_complex_numbers():
    refused("'x' has dtype complex64, but Buffer.f32. takes", wd.Buffer[f32], Exporter(np.zeros(4, np.complex64)))
    exporter = OldExporter(np.zeros((4, 2), np.float32)[:, 0], COMPLEX, 64)
    refused("'x' has dtype complex64", wd.Buffer[f32], exporter)


@pytest.mark.parametrize(("kind", "place"), [(CUDA, "a CUDA device"), (VULKAN, "a Vulkan device"), (99, "of kind 99")])
def test_memory_of_other_devices(kind, place):
    refused(f"'x' is in the memory of .*{place}, and kernels take .*\nhelp: copy it", wd.Buffer[f32], OnDevice(kind))


def test_memory_that_only_cuda_can_access():
    made = type("Array", (), {"__cuda_array_interface__": {}, "cpu": None})()
    refused("'x' is in the memory of a CUDA device, .*\nhelp: pass `x.cpu", wd.Buffer[f32], made)


def test_memory_that_cuda_has_pinned():
    # NumPy takes it for the CPU's, which it is.
    assert check(wd.Buffer[f32], OldExporter(numbers(4), kind=PINNED)).tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("error", [BufferError("no room"), RuntimeError("sparse.\n"), KeyError(), TypeError("odd")])
def test_exporters_that_raise(error):
    refused("argument 'x', a Raising of float8, cannot be read where it lies: ", wd.Buffer[f32], Raising(error))


@pytest.mark.parametrize("changes", [{"typestr": "nonsense"}, {"shape": (2, -1)}, {"data": (1, 2, 3)}, {"data": "x"}])
def test_invalid_interfaces(changes):
    refused("argument 'x', a Interface, cannot be read where it lies", wd.Buffer[f32], Interface(numbers(4), **changes))


@pytest.mark.parametrize(
    "other", [np.float32(3), Interface, Exporter, b"abcd", bytearray(4), memoryview(b"abcd"), 3, None]
)
def test_objects_that_are_not_arrays(other):
    refused("expected an array of float32", wd.Buffer[f32], other)


def test_an_array_for_a_number():
    refused("'x' is .*, expected an integer for u32", u32, Exporter(np.zeros((), np.uint32)))


# Memory that is shared.


@pytest.mark.parametrize("one", [Interface, Exporter, lambda x: x])
@pytest.mark.parametrize("other", [Interface, Exporter])
def test_two_views_of_the_same_memory_overlap(one, other, device):
    memory = numbers(40)
    for _ in range(2):
        double.dispatch(1, one(memory[:8]), other(memory[16:24]), device=device, wave_size=8)
        with pytest.raises(wd.LaunchError, match="arguments 'src' and 'out' overlap"):
            double.dispatch(1, one(memory[:20]), other(memory[8:]), device=device, wave_size=8)


# wd.array and copy_from.


@pytest.mark.parametrize("make", [Interface, Exporter, OldExporter])
def test_copies_to_a_device(make, device):
    x = numbers(12).reshape(3, 4)
    array = wd.array(make(x), device=device)
    x2 = x + 1
    assert (array.shape, array.dtype) == ((3, 4), np.float32)
    np.testing.assert_array_equal(array.numpy(), x)
    np.testing.assert_array_equal(array.copy_from(make(x2)).numpy(), x2)
    np.testing.assert_array_equal(wd.array(make(x.T), device=device).numpy(), x.T)
    with pytest.raises(wd.LaunchError, match="copy_from expects shape"):
        array.copy_from(make(x.T))
    assert wd.array(make(np.arange(3, dtype=np.uint8)), device=device).numpy().tolist() == [0, 1, 2]


def test_copies_of_unreadable_arrays():
    with pytest.raises(wd.LaunchError, match="the value is in the memory of a CUDA device"):
        wd.array(OnDevice(CUDA))
