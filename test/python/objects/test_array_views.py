"""Fills, views and copies of device arrays."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import f32, u32
from wavedialect.runtime.array import DTYPES

VALUES = np.arange(24, dtype=np.uint32).reshape(4, 6)


@wd.kernel(num_waves=1)
def add_length(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    """Adds the length of ``src`` to each of its elements."""
    i = wd.wave_lane_index()
    while i < len(src):
        out[i] = src[i] + u32(len(src))
        i += wd.wave_lane_count()


@wd.kernel(num_waves=1)
def halves(out: wd.RWBuffer[wd.f16]):
    i = wd.wave_lane_index()
    while i < len(out):
        out[i] = wd.f16(i)
        i += wd.wave_lane_count()


@wd.kernel(num_waves=1)
def shift(src: wd.Texture2D[f32], out: wd.RWTexture2D[f32]):
    if wd.wave_is_first_lane():
        size = wd.image_size(src)
        for y in range(size.y):
            for x in range(size.x):
                out[x, y] = src[x, y] + 1.0


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("shape", [(), (0,), (5,), (3, 7), (70001,)], ids=str)
def test_fill(device, dtype, shape):
    array = wd.empty(shape, dtype, device)
    value = True if dtype == np.bool_ else 7
    assert array.fill(value) is array
    assert (array.numpy() == value).all() and array.numpy().shape == shape
    assert not wd.zeros(shape, dtype, device).numpy().any()


def test_zeros_of_vectors(device):
    assert wd.zeros(3, wd.float3, device).shape == (3, 3)


@pytest.mark.parametrize(
    ("dtype", "value"),
    [
        (u32, -1),
        (u32, 1.5),
        (u32, True),
        (wd.i16, 40000),
        (f32, "1"),
        (f32, 1e300),
        (u32, None),
        (wd.f16, 70000),
        (bool, 7),
    ],
    ids=str,
)
def test_fill_with_what_is_no_element(device, dtype, value):
    array = wd.zeros(4, dtype, device)
    with pytest.raises(wd.LaunchError, match="is not an element of an array of"):
        array.fill(value)
    assert not array.numpy().any()


def test_floats_without_a_number(device):
    assert np.isnan(wd.empty(3, f32, device).fill(np.nan).numpy()).all()
    assert np.isinf(wd.empty(3, f32, device).fill(-np.inf).numpy()).all()


KEYS = [
    0,
    3,
    -1,
    slice(1, 3),
    slice(2, None),
    slice(-3, -1),
    slice(3, 1),
    slice(0, 99),
    (2, 4),
    (1, slice(2, 5)),
    (-1, slice(None)),
]


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_views_are_those_of_numpy(device, key):
    array = wd.array(VALUES, device)
    view, right = array[key], VALUES.copy()
    assert (view.shape, view.size, view.nbytes) == (right[key].shape, right[key].size, right[key].nbytes)
    assert (view.numpy() == right[key]).all()
    # Writing to the view writes to the array, and only there.
    view.fill(99)
    right[key] = 99
    assert (array.numpy() == right).all()
    view.copy_from(np.full(view.shape, 5, np.uint32))
    right[key] = 5
    assert (array.numpy() == right).all()
    array[key] = 6
    array[key] = view
    right[key] = 6
    assert (array.numpy() == right).all()


def test_views_keep_the_memory(device):
    view = wd.array(VALUES, device)[1].reshape(2, 3)[1]
    other = wd.zeros(6, u32, device)
    assert view.numpy().tolist() == [9, 10, 11] and not other.numpy().any()


def test_rows_in_a_loop(device):
    assert [row.numpy().tolist() for row in wd.array(VALUES, device)] == VALUES.tolist()


@pytest.mark.parametrize("shape", [(6, 4), (-1,), (2, -1, 3), (24, 1)], ids=str)
def test_reshape(device, shape):
    array = wd.array(VALUES, device)
    for view in (array.reshape(shape), array.reshape(*shape)):
        assert (view.numpy() == VALUES.reshape(shape)).all()
    view[0] = 77
    assert array.numpy()[0, 0] == 77


def test_what_is_no_view(device):
    array = wd.array(VALUES, device)
    for key in (slice(0, 4, 2), slice(None, None, -1), (slice(None), 1), None, ..., 1.5, [0, 1], (0, 0, 0)):
        with pytest.raises(wd.LaunchError, match="no view of whole rows\nhelp: index rows, `x"):
            array[key]
    with pytest.raises(wd.LaunchError) as raised:
        array[::2]
    assert "`[::2]` of an array of shape (4, 6)" in str(raised.value)
    assert "`wd.array(x.numpy()[::2], x.device)`" in str(raised.value)
    for key in (4, -5, (0, 6)):
        with pytest.raises(IndexError):
            array[key]
    for shape in ((5, 5), (-1, -1), (7, -1), "6", 2.5):
        with pytest.raises(wd.LaunchError, match="has no view of shape"):
            array.reshape(shape)
    with pytest.raises(TypeError):
        VALUES[0] in array  # noqa: B015


@pytest.mark.parametrize("start", range(5))
@pytest.mark.parametrize("count", [1, 3, 8])
def test_kernels_work_on_views(device, start, count):
    """Also where a view begins at an address at which the device cannot begin a buffer."""
    values = np.arange(40, dtype=np.uint32)
    src, out = wd.array(values, device), wd.array(values, device)
    for _ in range(2):
        # The second launch takes the fast path, and sees what the first has written.
        add_length.dispatch(1, src[start : start + count], out[start + 7 : start + 7 + count])
    right = values.copy()
    right[start + 7 : start + 7 + count] = values[start : start + count] + count
    assert (out.numpy() == right).all()
    # Views of one array that do not overlap.
    add_length[1](src[start : start + count], src[start + count : start + 2 * count])
    values[start + count : start + 2 * count] = values[start : start + count] + count
    assert (src.numpy() == values).all()


@pytest.mark.parametrize("start", range(4))
def test_views_of_short_elements(device, start):
    array = wd.zeros(16, wd.f16, device).fill(9)
    halves[1](array[start : start + 5])
    right = np.full(16, 9, np.float16)
    right[start : start + 5] = range(5)
    assert (array.numpy() == right).all()


@pytest.mark.parametrize("start", range(3))
def test_views_as_images(device, start):
    src = wd.array(np.arange(30, dtype=np.float32), device)
    out = wd.zeros((4, 3, 2), f32, device)
    shift[1](src[start : start + 6].reshape(3, 2), out[start])
    assert (out.numpy()[start] == np.arange(start, start + 6).reshape(3, 2) + 1).all()
    assert np.count_nonzero(out.numpy()) == 6


def test_overlap(device):
    array = wd.array(np.arange(40, dtype=np.uint32), device)
    for src, out in [
        (array, array[3:5]),
        (array[:8], array[7:9]),
        (array[2:4], array[2:4]),
        (array, array.reshape(4, 10)),
    ]:
        for _ in range(2):
            with pytest.raises(
                wd.LaunchError, match="arguments 'src' and 'out' overlap, and the kernel writes to 'out'"
            ):
                add_length[1](src, out)
    # Empty views overlap nothing.
    add_length[1](array[3:3], array)
    add_length[1](array[:8], array[8:8])
    assert (array.numpy() == np.arange(40)).all()


def test_copies_between_overlapping_views(device):
    array = wd.array(np.arange(10, dtype=np.uint32), device)
    array[2:9].copy_from(array[0:7])
    assert array.numpy().tolist() == [0, 1, 0, 1, 2, 3, 4, 5, 6, 9]


def test_copies_between_devices(device):
    source = wd.array(VALUES, device)
    for name in ("cpu", "interpreter", device.name):
        copy = wd.array(source[1:3], name)
        assert copy.device is wd.open_device(name) and (copy.numpy() == VALUES[1:3]).all()
        copy.fill(1)
        source[0:2] = copy
        assert (source.numpy()[0:2] == 1).all() and (source.numpy()[2:] == VALUES[2:]).all()
        source.copy_from(VALUES)


def test_numpy_sees_views(host_device):
    array = wd.array(VALUES, host_device)
    view = np.asarray(array[1:3])
    view[0, 0] = 1000
    assert array.numpy()[1, 0] == 1000 and np.from_dlpack(array[1])[0] == 1000
    # A NumPy view of the memory overlaps as well.
    with pytest.raises(wd.LaunchError, match="overlap"):
        add_length.dispatch(1, np.asarray(array)[1], array[1:3].reshape(-1), device=host_device)
