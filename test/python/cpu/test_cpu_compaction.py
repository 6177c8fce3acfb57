"""Stores at counted indices: one range of memory if exactly the counted lanes store, else a scatter."""

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import f16, f32, u32

SIZES = (4, 8, 16, 32, 64, 128)
MISSING = 0xFFFFFFFF


def make_values(size, density):
    return (np.random.default_rng(size).random(size) < density).astype(np.uint32) * np.arange(
        1, size + 1, dtype=np.uint32
    )


@wd.kernel(num_waves=1)
def keep_nonzero(values: wd.Buffer[u32], out: wd.RWBuffer[u32], first: u32):
    value = values[wd.wave_lane_index()]
    keep = value != 0
    place = first + wd.wave_prefix_count_bits(keep)
    if keep:
        out[place] = value


@pytest.mark.parametrize("density", [0, 0.1, 0.5, 0.9, 1])
@pytest.mark.parametrize("size", SIZES)
def test_counted_lanes_store_side_by_side(size, density):
    values = make_values(size, density)
    kept = values[values != 0]
    # The ends of the memory: the last lanes are out of bounds, or all are, also where the sum wraps around.
    for first, length in (
        (0, size),
        (3, size + 3),
        (3, 3 + len(kept)),
        (3, 3 + len(kept) // 2),
        (2**32 - 2, size),
        (size, 2),
    ):
        out = np.full(length, MISSING, np.uint32)
        expected = out.copy()
        for place, value in enumerate(kept, first):
            if place % 2**32 < length:
                expected[place % 2**32] = value
        keep_nonzero.dispatch(1, values, out, first, device="cpu", wave_size=size)
        np.testing.assert_array_equal(out, expected)


@wd.kernel(num_waves=1)
def keep_some_of_the_counted(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    value = values[wd.wave_lane_index()]
    place = wd.wave_prefix_count_bits(value != 0)
    if value % 2 == 1:
        out[place] = value


@wd.kernel(num_waves=1)
def keep_others_than_the_counted(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    place = wd.wave_prefix_count_bits(values[lane] != 0)
    if lane % 8 == 5:
        out[place] = lane


@pytest.mark.parametrize("size", SIZES)
def test_other_lanes_than_the_counted_store(size):
    values = make_values(size, 0.6)
    places = np.cumsum(values != 0) - (values != 0)
    lanes = np.arange(size)
    for kernel, stores, stored in (
        (keep_some_of_the_counted, values % 2 == 1, values),
        (keep_others_than_the_counted, lanes % 8 == 5, lanes),
    ):
        out = np.full(size, MISSING, np.uint32)
        expected = out.copy()
        for lane in np.nonzero(stores)[0]:
            expected[places[lane]] = stored[lane]
        # Lanes of one place race, so any of them may win.
        candidates = [set(stored[stores & (places == place)]) or {MISSING} for place in range(size)]
        kernel.dispatch(1, values, out, device="cpu", wave_size=size)
        assert all(found in allowed for found, allowed in zip(out, candidates, strict=True))


@wd.kernel(num_waves=1)
def count_in_a_branch(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if lane % 3 != 1:
        keep = values[lane] != 0
        place = wd.wave_prefix_count_bits(keep)
        if keep:
            out[place] = lane


@pytest.mark.parametrize("size", SIZES)
def test_lanes_that_a_branch_excludes_are_not_counted(size):
    values = make_values(size, 0.6)
    lanes = np.arange(size)
    kept = lanes[(values != 0) & (lanes % 3 != 1)]
    out = np.full(size, MISSING, np.uint32)
    count_in_a_branch.dispatch(1, values, out, device="cpu", wave_size=size)
    np.testing.assert_array_equal(out[: len(kept)], kept)
    assert (out[len(kept) :] == MISSING).all()


@wd.kernel(num_waves=2)
def keep_in_groupshared_memory(values: wd.Buffer[u32], out: wd.RWBuffer[u32], first: u32):
    wave = wd.group_wave_index()
    lane = wd.wave_lane_index()
    kept = wd.groupshared(u32, 200)
    for i in range(lane, 200, wd.wave_lane_count()):
        kept[i] = 77
    wd.group_memory_barrier_with_group_sync()
    value = values[lane]
    keep = value != 0 and wave == 1
    place = first + wd.wave_prefix_count_bits(keep)
    if keep:
        kept[place] = value
    wd.group_memory_barrier_with_group_sync()
    for i in range(wave * wd.wave_lane_count() + lane, 200, 2 * wd.wave_lane_count()):
        out[i] = kept[i]


@pytest.mark.parametrize("size", SIZES)
def test_counted_lanes_store_to_groupshared_memory(size):
    values = make_values(size, 0.7)
    kept = values[values != 0]
    # In the last case the array ends inside of the range. Elements before the last one are still right.
    for first in (0, 5, 200 - len(kept), 200 - len(kept) // 2):
        out = np.zeros(200, np.uint32)
        keep_in_groupshared_memory.dispatch(1, values, out, first, device="cpu", wave_size=size)
        expected = np.full(200, 77, np.uint32)
        inside = kept[: max(0, 199 - first)]
        expected[first : first + len(inside)] = inside
        np.testing.assert_array_equal(out[:199], expected[:199])


@wd.kernel(num_waves=1)
def keep_floats(values: wd.Buffer[f32], out: wd.RWBuffer[f32], halves: wd.RWBuffer[f16]):
    value = values[wd.wave_lane_index()]
    place = wd.wave_prefix_count_bits(value > 0.5)
    if value > 0.5:
        out[place] = value
        halves[place] = f16(value)


@pytest.mark.parametrize("size", SIZES)
def test_other_types(size):
    values = np.random.default_rng(size).random(size, np.float32)
    kept = values[values > 0.5]
    out, halves = np.zeros(size, np.float32), np.zeros(size, np.float16)
    keep_floats.dispatch(1, values, out, halves, device="cpu", wave_size=size)
    np.testing.assert_array_equal(out[: len(kept)], kept)
    np.testing.assert_array_equal(halves[: len(kept)], kept.astype(np.float16))
    assert not out[len(kept) :].any()
    assert not halves[len(kept) :].any()
