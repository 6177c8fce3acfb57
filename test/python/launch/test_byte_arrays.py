"""Arrays of bytes and bools on devices: their sizes and the places of their views are no multiples of four bytes."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd


@wd.kernel(num_waves=1)
def invert(src: wd.Buffer[wd.u8], out: wd.RWBuffer[wd.u8], odd: wd.RWBuffer[bool]):
    for i in range(wd.wave_lane_index(), len(out) + 5, wd.wave_lane_count()):
        out[i] = 255 - src[i]
        odd[i] = src[i] & 1 == 1


@pytest.mark.parametrize("length", [1, 2, 3, 5, 66, 255])
def test_arrays_of_every_size(device, length):
    src = (np.arange(length) * 37).astype(np.uint8)
    out, odd = wd.zeros(length, wd.u8, device), wd.zeros(length, bool, device)
    invert.dispatch(1, wd.array(src, device), out, odd, device=device)
    assert (out.numpy() == 255 - src).all()
    assert (odd.numpy() == (src % 2 == 1)).all() and odd.numpy().dtype == bool


@pytest.mark.parametrize(("first", "last"), [(1, 4), (3, 10), (16, 19), (0, 13), (5, 6)])
def test_views_change_no_other_byte(device, first, last):
    src = wd.array((np.arange(23) * 41).astype(np.uint8), device)
    out, odd = wd.zeros(23, wd.u8, device).fill(7), wd.zeros((23, 1), bool, device)
    invert.dispatch(1, src[first:last], out[first:last], odd[first:last], device=device)
    expected = np.full(23, 7, np.uint8)
    expected[first:last] = 255 - src.numpy()[first:last]
    assert (out.numpy() == expected).all()
    assert (odd.numpy()[first:last, 0] == (src.numpy()[first:last] & 1)).all()
    assert not odd.numpy()[:first].any() and not odd.numpy()[last:].any()


def test_numpy_views_change_no_other_byte(device):
    memory = np.full(40, 9, np.uint8)
    src = np.arange(11, dtype=np.uint8)
    invert.dispatch(1, src, memory[3:14], np.zeros(11, bool), device=device)
    assert (memory[3:14] == 255 - src).all() and (memory[:3] == 9).all() and (memory[14:] == 9).all()


def test_two_parts_of_one_word(device):
    """Two launches in a row write neighbors."""
    out, odd = wd.zeros(8, wd.u8, device), wd.zeros(8, bool, device)
    src = wd.array(np.arange(8, dtype=np.uint8), device)
    invert.dispatch(1, src[:3], out[:3], odd[:3], device=device)
    invert.dispatch(1, src[3:], out[3:], odd[3:], device=device)
    assert out.numpy().tolist() == [255 - i for i in range(8)]
    assert odd.numpy().tolist() == [i % 2 == 1 for i in range(8)]


def test_rows_with_a_pitch(device):
    @wd.kernel(num_waves=1)
    def clear(image: wd.RWBuffer[wd.u8, 2]):
        for x in range(wd.wave_lane_index(), image.shape[1] + 3, wd.wave_lane_count()):
            image[wd.group_id().x, x] = 0

    whole = np.full((6, 13), 200, np.uint8)
    clear.dispatch(4, whole[1:4, 2:9], device=device)
    expected = np.full((6, 13), 200, np.uint8)
    expected[1:4, 2:9] = 0
    assert (whole == expected).all()
