"""Waves that are unrolled or take trips in turn, and atomics that read their operands again, give what the interpreter
gives; in lengths that end within a wave, too."""

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import f32, i32, u32

SIZES = (4, 8, 16, 32, 64, 128)
BINS = 64


def compare(kernel, arrays, *, groups=2, written, size):
    """Launches on the CPU and on the interpreter, with copies of the arrays; numbers are arguments as they are."""
    results = []
    for device in ("cpu", "interpreter"):
        copies = [array.copy() if isinstance(array, np.ndarray) else array for array in arrays]
        kernel.dispatch(groups, *copies, device=device, wave_size=size)
        results.append(copies[written])
    np.testing.assert_array_equal(*results)
    return results[0]


@wd.kernel(num_waves=3)
def histogram_by_turns(values: wd.Buffer[u32], counts: wd.RWBuffer[u32]):
    bins = wd.groupshared(u32, BINS)
    lanes = wd.group_wave_count() * wd.wave_lane_count()
    lane = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    for start in range(0, BINS, lanes):
        if start + lane < BINS:
            bins[start + lane] = 0
    wd.group_memory_barrier_with_group_sync()
    first = wd.group_id().x * 11 * lanes + lane
    for i in range(11):
        wd.atomic_add(bins, values[first + i * lanes] % BINS, 1)
    wd.group_memory_barrier_with_group_sync()
    for start in range(0, BINS, lanes):
        if start + lane < BINS:
            wd.atomic_add(counts, start + lane, bins[start + lane])


@pytest.mark.parametrize("size", SIZES)
def test_waves_count_in_turn(size):
    whole = 2 * 11 * 3 * size
    for length in (whole, whole - 1, whole - size, whole // 2 + 3, 1):
        values = np.random.default_rng(length).integers(0, 2**32, length, dtype=np.uint32)
        counts = compare(histogram_by_turns, (values, np.zeros(BINS, np.uint32)), written=1, size=size)
        # What is out of bounds reads as 0.
        expected = np.bincount(np.concatenate([values % BINS, np.zeros(whole - length, np.uint32)]), minlength=BINS)
        np.testing.assert_array_equal(counts, expected)


@wd.kernel(num_waves=2)
def combine_weights(values: wd.Buffer[u32], weights: wd.Buffer[i32], sums: wd.RWBuffer[i32], most: wd.RWBuffer[i32]):
    added = wd.groupshared(i32, BINS)
    extreme = wd.groupshared(i32, BINS)
    lanes = wd.group_wave_count() * wd.wave_lane_count()
    lane = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    for start in range(0, BINS, lanes):
        if start + lane < BINS:
            added[start + lane] = 0
            extreme[start + lane] = -1000
    wd.group_memory_barrier_with_group_sync()
    for i in range(9):
        place = i * lanes + lane
        bin = (values[place] >> 3) & (BINS - 1)
        wd.atomic_add(added, bin, weights[place])
        wd.atomic_max(extreme, bin ^ 1, weights[place] - i32(i))
    wd.group_memory_barrier_with_group_sync()
    for start in range(0, BINS, lanes):
        if start + lane < BINS:
            sums[start + lane] = added[start + lane]
            most[start + lane] = extreme[start + lane]


@pytest.mark.parametrize("size", SIZES)
def test_both_operands_come_from_buffers_of_different_lengths(size):
    whole = 9 * 2 * size
    numbers = np.random.default_rng(size)
    for length, weighted in ((whole, whole), (whole, whole - 5), (whole - 5, whole), (3, 3)):
        values = numbers.integers(0, 2**32, length, dtype=np.uint32)
        weights = numbers.integers(-500, 500, weighted, dtype=np.int32)
        outs = np.zeros(BINS, np.int32), np.zeros(BINS, np.int32)
        for written in (2, 3):
            compare(combine_weights, (values, weights, *outs), groups=1, written=written, size=size)


@wd.kernel(num_waves=2)
def count_what_was_there(values: wd.RWBuffer[u32], counts: wd.RWBuffer[u32]):
    bins = wd.groupshared(u32, BINS)
    lanes = wd.group_wave_count() * wd.wave_lane_count()
    lane = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    for start in range(0, BINS, lanes):
        if start + lane < BINS:
            bins[start + lane] = 0
    wd.group_memory_barrier_with_group_sync()
    for i in range(9):
        bin = values[i * lanes + lane] % BINS
        values[i * lanes + lane] = 1
        wd.atomic_add(bins, bin, 1)
    wd.group_memory_barrier_with_group_sync()
    for start in range(0, BINS, lanes):
        if start + lane < BINS:
            counts[start + lane] = bins[start + lane]


@pytest.mark.parametrize("size", SIZES)
def test_what_the_kernel_overwrites_is_not_read_again(size):
    values = np.random.default_rng(size).integers(0, 2**32, 9 * 2 * size, dtype=np.uint32)
    counts = compare(count_what_was_there, (values, np.zeros(BINS, np.uint32)), groups=1, written=1, size=size)
    np.testing.assert_array_equal(counts, np.bincount(values % BINS, minlength=BINS))


@wd.kernel(num_waves=4)
def unroll(values: wd.Buffer[f32], out: wd.RWBuffer[f32], width: u32):
    """Each wave does something else, and carries a scalar, a stride and a vector across the barrier."""
    least = wd.groupshared(f32, 4)
    wave = wd.group_wave_index()
    lane = wd.wave_lane_index()
    low = f32(1000)
    place = wd.group_id().x * width + wave * wd.wave_lane_count() + lane
    for i in range(2, 7, 2):
        if i != wave:
            low = min(low, values[place + i])
    total = wd.wave_active_min(low)
    if wave % 2 == 1:
        least[wave] = total
    elif wd.wave_is_first_lane():
        least[wave] = total + 1
    wd.group_memory_barrier_with_group_sync()
    if wave == 3:
        return
    if lane < width:
        out[place] = low + least[wave + 1] * 2 + total


@pytest.mark.parametrize("size", SIZES)
def test_unrolled_waves_differ(size):
    values = np.random.default_rng(size).integers(-99, 99, 7 * size).astype(np.float32)
    for width in (3, size, 4 * size):
        out = np.zeros(9 * size, np.float32)
        compare(unroll, (values, out, width), groups=2, written=1, size=size)
