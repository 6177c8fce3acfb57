"""Arrays that stay on a device."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_waves=1)
def double(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    out[wd.wave_lane_index()] = src[wd.wave_lane_index()] * 2


def make(x):
    return wd.array(x, device="interpreter")


def test_round_trip():
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    array = make(x)
    assert (array.shape, array.dtype, array.size, array.nbytes) == ((2, 3), np.float32, 6, 24)
    assert len(array) == 2
    np.testing.assert_array_equal(array.numpy(), x)
    assert repr(array) == "<array of float32 with shape (2, 3) on device 'interpreter'>"


def test_it_is_a_copy():
    x = np.arange(4, dtype=np.uint32)
    array = make(x)
    x[0] = 9
    copy = array.numpy()
    assert copy[0] == 0
    copy[1] = 9
    assert array.numpy()[1] == 1


def test_arrays_that_are_not_contiguous_are_copied():
    x = np.arange(12, dtype=np.int32).reshape(3, 4)
    np.testing.assert_array_equal(make(x.T).numpy(), x.T)


@pytest.mark.parametrize("shape", [5, (5,), (2, 3), (), (0,), (3, 0)])
def test_empty(shape):
    array = wd.empty(shape, u32, device="interpreter")
    assert array.numpy().shape == ((shape,) if isinstance(shape, int) else shape)


def test_empty_takes_types_of_both_worlds():
    assert wd.empty(1, wd.f32, device="interpreter").dtype == np.float32
    assert wd.empty(1, np.int32, device="interpreter").dtype == np.int32
    assert wd.empty(1, "uint32", device="interpreter").dtype == np.uint32


def test_copy_from():
    array = make(np.zeros(3, np.uint32))
    assert array.copy_from(np.array([1, 2, 3], np.uint32)) is array
    assert array.numpy().tolist() == [1, 2, 3]
    other = make(np.array([4, 5, 6], np.uint32))
    assert array.copy_from(other).numpy().tolist() == [4, 5, 6]


@pytest.mark.parametrize("x", [np.zeros(4, np.uint32), np.zeros(3, np.int32), np.zeros((3, 1), np.uint32)])
def test_copy_from_another_shape_or_type(x):
    with pytest.raises(wd.LaunchError, match=r"copy_from expects shape \(3,\) of uint32, got shape"):
        make(np.zeros(3, np.uint32)).copy_from(x)


@pytest.mark.parametrize("dtype", [np.longdouble, np.complex64, ">u4"])
def test_element_types_that_kernels_lack(dtype):
    with pytest.raises(wd.LaunchError, match=f"no elements of dtype {np.dtype(dtype)}"):
        make(np.zeros(3, dtype))


@pytest.mark.parametrize("name", ["bool", "i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "f16", "f32", "f64"])
def test_every_element_type(name):
    dtype = getattr(wd, name)
    x = np.arange(10).astype(dtype.numpy)
    np.testing.assert_array_equal(make(x).numpy(), x)
    made = wd.empty((2, 3), dtype, device="interpreter")
    assert (made.dtype, made.nbytes) == (dtype.numpy, 6 * dtype.numpy.itemsize)


def test_arrays_of_vectors_have_an_axis_for_the_components():
    made = wd.empty((4, 5), wd.half3, device="interpreter")
    assert (made.shape, made.dtype) == ((4, 5, 3), np.float16)
    assert wd.empty(7, wd.uint2, device="interpreter").shape == (7, 2)
    assert wd.empty(7, wd.bool2, device="interpreter").shape == (7, 2)
    assert wd.empty(7, wd.uint8_t4, device="interpreter").dtype == np.uint8


def test_fills_of_bytes_and_bools():
    assert wd.zeros(5, wd.u8, device="interpreter").fill(255).numpy().tolist() == [255] * 5
    assert wd.zeros(3, bool, device="interpreter").fill(True).numpy().tolist() == [True] * 3
    for dtype, value in ((wd.u8, 256), (wd.i8, 128), (bool, 2)):
        with pytest.raises(wd.LaunchError, match="is not an element of an array of"):
            wd.zeros(3, dtype, device="interpreter").fill(value)


def test_negative_shape():
    with pytest.raises(wd.LaunchError, match=r"cannot have shape \(-1,\)"):
        wd.empty(-1, u32, device="interpreter")


def test_dispatches_on_device_arrays_follow_each_other():
    a, b = make(np.arange(8, dtype=np.uint32)), wd.empty(8, u32, device="interpreter")
    done = double.dispatch(1, a, b, wave_size=8)
    assert done.device.name == "interpreter"
    double.dispatch(1, b, a, wave_size=8)
    wd.synchronize("interpreter")
    wd.synchronize()
    assert a.numpy().tolist() == [4 * i for i in range(8)]


def test_device_and_numpy_arrays_together():
    out = np.zeros(8, np.uint32)
    double.dispatch(1, make(np.arange(8, dtype=np.uint32)), out, wave_size=8)
    assert out.tolist() == [2 * i for i in range(8)]


def test_two_devices_do_not_mix():
    a = make(np.zeros(8, np.uint32))
    other = wd.Interpreter(seed=1)
    b = wd.array(np.zeros(8, np.uint32), device=other)
    with pytest.raises(wd.LaunchError, match="argument 'out' is on device 'interpreter', but the dispatch runs on"):
        double.dispatch(1, a, b)
    with pytest.raises(wd.LaunchError, match="argument 'src' is on device"):
        double.dispatch(1, a, np.zeros(8, np.uint32), device=other)


def test_a_device_array_must_not_be_read_and_written():
    a = make(np.zeros(8, np.uint32))
    with pytest.raises(wd.LaunchError, match="arguments 'src' and 'out' overlap"):
        double.dispatch(1, a, a)


def test_device_array_of_another_type():
    with pytest.raises(wd.LaunchError, match="argument 'src' has dtype int32"):
        double.dispatch(1, make(np.zeros(8, np.int32)), make(np.zeros(8, np.uint32)))


@pytest.mark.parametrize("shape", [2.5, "a", None, True, (2, "a"), (2, 1.0)])
def test_invalid_shapes(shape):
    with pytest.raises(wd.LaunchError, match="cannot have shape"):
        wd.empty(shape, u32, device="interpreter")


def test_a_name_that_is_no_dtype():
    with pytest.raises(wd.LaunchError, match="no elements of dtype 'foo'"):
        wd.empty(3, "foo", device="interpreter")


def test_sizes_are_not_rounded():
    assert wd.empty((0, 10**10, 10**10), u32, device="interpreter").size == 0


def test_rows_of_different_lengths():
    with pytest.raises(wd.LaunchError, match="an array cannot be made of this"):
        make([[1], [2, 3]])


def test_numpy_sees_a_copy():
    array = make(np.arange(4, dtype=np.uint32))
    np.testing.assert_array_equal(np.asarray(array), [0, 1, 2, 3])
    np.testing.assert_array_equal(make(array).numpy(), [0, 1, 2, 3])


def test_length_without_dimensions():
    with pytest.raises(TypeError, match="without dimensions"):
        len(wd.empty((), u32, device="interpreter"))
