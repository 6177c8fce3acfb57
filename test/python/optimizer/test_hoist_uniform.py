"""`wave-hoist-uniform`: results are the interpreter's bit by bit, and operations leave loops where the lanes allow it."""

from __future__ import annotations

import numpy as np
import pytest
from all_sizes import check_agreement, executions

import wavedialect as wd
from wavedialect import u32

LANES = 2 * 128


def random_values(seed=0):
    return np.random.default_rng(seed).integers(0, 1 << 32, 2 * LANES, np.uint32)


def compared(kernel, *arguments):
    """What is executed without the pass and with it."""
    out = np.zeros(8 * LANES, np.uint32)
    check_agreement(kernel, 1, *arguments, out)
    before = executions(kernel, 1, *arguments, out, opt_level=2, disable=["hoist-uniform"])
    return before, executions(kernel, 1, *arguments, out, opt_level=2)


@wd.kernel(num_waves=2)
def together(n: u32, values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    i = wd.group_wave_index() * wd.wave_lane_count() + lane
    mine = values[i]
    for k in range(n):
        out[i] += wd.wave_active_sum(mine + n) * k
        for j in range(k):
            out[i] += wd.wave_prefix_sum(mine) * j + wd.wave_read_lane_first(mine)
            if j % 2 == 0:
                out[i] ^= wd.wave_active_max(mine ^ lane)
    j = u32(0)
    while j < n:
        out[i] += wd.wave_active_bit_xor(mine)
        j += 1


@pytest.mark.parametrize("n", [0, 1, 2, 5])
def test_loops_of_the_whole_wave(n):
    before, after = compared(together, n, random_values())
    # Once for each of two waves, executed in the loop or not.
    operations = (
        "wave_active_sum",
        "wave_prefix_sum",
        "wave_read_lane_first",
        "wave_active_max",
        "wave_active_bit_xor",
    )
    assert {name: after.get(name, 0) for name in operations} == dict.fromkeys(operations, 2)
    assert before.get("wave_active_sum", 0) == 2 * n


@wd.kernel(num_waves=2)
def part(n: u32, values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    i = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    mine = values[i]
    if mine % 3 == 0:
        return
    if mine % 2 == 0:
        for k in range(n):
            out[i] += wd.wave_active_sum(mine) * k


def test_the_same_part_of_a_wave():
    before, after = compared(part, 6, random_values(1))
    assert (before["wave_active_sum"], after["wave_active_sum"]) == (12, 2)


@wd.kernel(num_waves=2)
def leaving(n: u32, values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    i = wd.group_wave_index() * wd.wave_lane_count() + lane
    mine = values[i]
    for k in range(mine % n):
        out[i] += wd.wave_active_sum(mine) * (k + 1)
    for k in range(n):
        out[i] += wd.wave_active_count_bits(True)
        if mine % 7 == k:
            break
        out[i] ^= wd.wave_active_min(mine)
    for k in range(n):
        if mine % 5 == k:
            out[i] += wd.wave_active_max(mine)
        if mine % 3 == k:
            continue
        out[i] += wd.wave_active_bit_xor(mine)


@wd.kernel(num_waves=2)
def returning(n: u32, values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    i = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    mine = values[i]
    for k in range(n):
        out[i] += wd.wave_active_sum(mine) * (k + 1)
        if mine % 7 == k:
            return
        out[i] ^= wd.wave_active_min(mine)


@wd.kernel(num_waves=2)
def waterfall(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    i = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    key = values[i] % 5
    done = False
    while wd.wave_active_any_true(not done):
        if not done:
            first = wd.wave_read_lane_first(key)
            if first == key:
                out[i] = first * 1000 + wd.wave_active_count_bits(True)
                done = True
    while True:
        first = wd.wave_read_lane_first(key)
        out[i] += 1
        if first == key:
            break


@pytest.mark.parametrize("kernel", [leaving, returning])
def test_lanes_that_leave_or_return(kernel):
    before, after = compared(kernel, 6, random_values(2))
    assert before == after


def test_waterfalls():
    before, after = compared(waterfall, random_values(3))
    assert before == after


@wd.kernel(num_waves=2)
def reads(n: u32, values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    i = wd.group_wave_index() * wd.wave_lane_count() + lane
    for k in range(n):
        # With `n` of 0 nobody reads a lane that is not there, and no load is out of bounds.
        out[i] += wd.wave_read_lane_at(values[i], n - 1) * k
    for k in range(3):
        out[i] += wd.wave_read_lane_at(values[i] + lane, 2) * u32(k) + wd.wave_active_sum(values[i + 1])


@pytest.mark.parametrize("n", [0, 3])
def test_loads_and_reads_of_lanes(n):
    before, after = compared(reads, n, random_values(4))
    assert before["wave_read_lane_at"] == 2 * n + 6 and before["wave_active_sum"] == 6
    assert after["wave_read_lane_at"] == 2 * n + 2 and after["wave_active_sum"] == 2


@wd.kernel(num_waves=2)
def barriers(n: u32, values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, wd.group_wave_count())
    i = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    mine = values[i]
    for k in range(n):
        if wd.wave_is_first_lane():
            shared[wd.group_wave_index()] = wd.wave_active_sum(k)
        wd.group_memory_barrier_with_group_sync()
        out[i] += shared[1 - wd.group_wave_index()] + wd.wave_active_max(mine)
        wd.group_memory_barrier_with_group_sync()


def test_loops_with_barriers():
    before, after = compared(barriers, 5, random_values(5))
    assert before["wave_active_max"] == 10 and after["wave_active_max"] == 2
    assert before["wave_is_first_lane"] == 10 and after["wave_is_first_lane"] == 2
