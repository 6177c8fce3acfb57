"""Waves of a group that have different tasks, hand over what they found, and take turns (seed 0048, "collaboration")."""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np
import pytest
from machines import CPU, CPU_WAYS, INTERPRETER, MACHINES, SIZES

import wavedialect as wd
from wavedialect import u32

GROUPS = 3
EXTENTS = [(8,), (256,), (16, 16), (8, 8, 16), (10,), (49,), (7, 7), (3, 3, 3)]
MOST_WAVES = 1024 // 4 + 3

pytestmark = pytest.mark.filterwarnings("ignore::wavedialect.WaveWarning")


@pytest.fixture(params=MACHINES, ids=str)
def machine(request):
    """The interpreter and the CPU, with threads in any order and more waves than are needed."""
    return request.param


def sizes_on(machine: Any, extent: tuple[int, ...]) -> list[int]:
    """Where each wave can have a lane; few of the large groups on the interpreter."""
    threads = math.prod(extent)
    sizes = SIZES if threads <= 256 or machine.device == "cpu" else (4, 64)
    return [size for size in sizes if not machine.extra or -(-threads // size) + machine.extra <= threads]


def numbers(threads: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng([threads, seed]).integers(0, 2**32, (GROUPS, threads), np.uint32)


# Different tasks: each wave does one of three things to all of the group's elements, whatever its own are.


@functools.cache
def tasks(extent: tuple[int, ...]) -> Any:
    threads = math.prod(extent)

    @wd.kernel(num_threads=extent)
    def three_tasks(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
        found = wd.groupshared(u32, 3)
        group = wd.group_id().x
        waves = wd.group_wave_count()
        start = group * u32(threads)
        active = wd.wave_active_count_bits(True)
        rank = wd.wave_prefix_count_bits(True)
        if wd.group_index() == 0:
            found[0] = 0
            found[1] = 0
            found[2] = 0
        wd.group_memory_barrier_with_group_sync()
        # A wave may have none of the tasks, or several where there are fewer than three waves.
        for task in range(wd.group_wave_index(), u32(3), waves):
            result = u32(0)
            for place in range(rank, u32(threads), active):
                value = values[start + place]
                if task == 0:
                    result += value
                elif task == 1:
                    result = wd.max(result, value)
                else:
                    result ^= value
            if task == 0:
                result = wd.wave_active_sum(result)
            elif task == 1:
                result = wd.wave_active_max(result)
            else:
                result = wd.wave_active_bit_xor(result)
            if wd.wave_is_first_lane():
                found[task] = result
        wd.group_memory_barrier_with_group_sync()
        if wd.group_index() < 3:
            out[group * 3 + wd.group_index()] = found[wd.group_index()]

    return three_tasks


# The tasks of waves without a lane would stay undone.
@pytest.mark.parametrize("machine", [one for one in MACHINES if not one.idle], ids=str)
@pytest.mark.parametrize("extent", EXTENTS, ids=str)
def test_waves_with_different_tasks(machine, extent):
    threads = math.prod(extent)
    kernel, values = tasks(extent), numbers(threads)
    expected = np.stack([values.sum(1, dtype=np.uint32), values.max(1), np.bitwise_xor.reduce(values, 1)], 1)
    for size in sizes_on(machine, extent):
        out = np.zeros((GROUPS, 3), np.uint32)
        machine.run(kernel, GROUPS, values, out, wave_size=size)
        np.testing.assert_array_equal(out, expected)


# Handed over with a barrier: each wave leaves its sum, the last wave that has a lane adds them up, all read the total.


@functools.cache
def hand_over(extent: tuple[int, ...]) -> Any:
    threads, most_waves = math.prod(extent), MOST_WAVES

    @wd.kernel(num_threads=extent)
    def sums_of_waves(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
        slots = wd.groupshared(u32, most_waves)
        last = wd.groupshared(u32, 1)
        thread = wd.group_index()
        place = wd.group_id().x * u32(threads) + thread
        wave = wd.group_wave_index()
        for slot in range(thread, u32(most_waves), u32(threads)):
            slots[slot] = 0
        if thread == 0:
            last[0] = 0
        wd.group_memory_barrier_with_group_sync()
        total = wd.wave_active_sum(values[place])
        if wd.wave_is_first_lane():
            slots[wave] = total
            wd.atomic_max(last, 0, wave)
        wd.group_memory_barrier_with_group_sync()
        if wave == last[0] and wd.wave_is_first_lane():
            everything = u32(0)
            for other in range(wd.group_wave_count()):
                everything += slots[other]
            slots[0] = everything
        wd.group_memory_barrier_with_group_sync()
        out[place] = slots[0]

    return sums_of_waves


@pytest.mark.parametrize("extent", EXTENTS, ids=str)
def test_values_exchanged_at_a_barrier(machine, extent):
    threads = math.prod(extent)
    kernel, values = hand_over(extent), numbers(threads, 1)
    for size in sizes_on(machine, extent):
        out = np.zeros_like(values)
        machine.run(kernel, GROUPS, values, out, wave_size=size)
        np.testing.assert_array_equal(out, np.broadcast_to(values.sum(1, dtype=np.uint32)[:, None], out.shape))


# Without a barrier: each wave, and each lane, keeps to a place of its own, in a loop that every wave leaves at another
# time. (Lanes of one wave may not meet in memory without a barrier either: nothing promises lockstep.)


@functools.cache
def no_barrier(extent: tuple[int, ...]) -> Any:
    threads, most_waves = math.prod(extent), MOST_WAVES

    @wd.kernel(num_threads=extent)
    def running_sums(out: wd.RWBuffer[u32]):
        of_waves = wd.groupshared(u32, most_waves)
        of_lanes = wd.groupshared(u32, threads)
        thread, wave = wd.group_index(), wd.group_wave_index()
        of_lanes[thread] = thread
        if wd.wave_is_first_lane():
            of_waves[wave] = wave
        trips = wave % 5 + 1
        for trip in range(trips):
            part = wd.wave_active_sum(of_lanes[thread] & 7)
            if wd.wave_is_first_lane():
                of_waves[wave] += part
            wd.group_memory_barrier()
            of_lanes[thread] = of_lanes[thread] * 3 + trip
        kept = u32(0)
        if wd.wave_is_first_lane():
            kept = of_waves[wave]
        row = (wd.group_id().x * u32(threads) + thread) * 4
        out[row] = wd.wave_read_lane_first(kept)
        out[row + 1] = of_lanes[thread]
        out[row + 2] = wave
        out[row + 3] = wd.wave_read_lane_first(thread)

    return running_sums


@pytest.mark.parametrize("extent", EXTENTS, ids=str)
def test_values_of_a_wave_without_a_barrier(machine, extent):
    threads = math.prod(extent)
    kernel = no_barrier(extent)
    for size in sizes_on(machine, extent):
        rows = np.zeros((GROUPS, threads, 4), np.uint32)
        machine.run(kernel, GROUPS, rows, wave_size=size)
        for group in rows.astype(np.int64):
            for leader in np.unique(group[:, 3]):
                members = np.flatnonzero(group[:, 3] == leader)
                wave = int(group[members[0], 2])
                lanes, kept = members.copy(), wave
                for trip in range(wave % 5 + 1):
                    kept += int((lanes & 7).sum())
                    lanes = lanes * 3 + trip
                assert set(group[members, 2].tolist()) == {wave}
                assert set(group[members, 0].tolist()) == {kept}
                np.testing.assert_array_equal(group[members, 1], lanes & 0xFFFFFFFF)


# In turns: a loop over all waves, with a barrier in it, brings the elements into the order of the waves.


@wd.func
def append_in_turns(base, out, start, value, keep):
    for turn in range(wd.group_wave_count()):
        if wd.group_wave_index() == turn:
            first = base[0]
            if keep:
                out[start + first + wd.wave_prefix_count_bits(keep)] = value
            count = wd.wave_active_count_bits(keep)
            # The next wave reads it behind the barrier, lanes of this one have read it before their vote.
            if wd.wave_is_first_lane():
                base[1] = first + count
        wd.group_memory_barrier_with_group_sync()
        if wd.group_wave_index() == turn and wd.wave_is_first_lane():
            base[0] = base[1]
        wd.group_memory_barrier_with_group_sync()


@functools.cache
def turns(extent: tuple[int, ...]) -> Any:
    threads = math.prod(extent)

    @wd.kernel(num_threads=extent)
    def waves_in_turns(values: wd.Buffer[u32], out: wd.RWBuffer[u32], owners: wd.RWBuffer[u32]):
        base = wd.groupshared(u32, 2)
        thread = wd.group_index()
        start = wd.group_id().x * u32(threads)
        if thread == 0:
            base[0] = 0
        owners[start + thread] = wd.group_wave_index() << 16 | wd.wave_lane_index()
        wd.group_memory_barrier_with_group_sync()
        value = values[start + thread]
        append_in_turns(base, out, start, value, value % 3 != 0)

    return waves_in_turns


@pytest.mark.parametrize("extent", EXTENTS, ids=str)
def test_a_loop_over_all_waves(machine, extent):
    threads = math.prod(extent)
    kernel, values = turns(extent), numbers(threads, 2)
    for size in sizes_on(machine, extent):
        out, owners = np.zeros_like(values), np.zeros_like(values)
        machine.run(kernel, GROUPS, values, out, owners, wave_size=size)
        for group in range(GROUPS):
            ordered = values[group][np.argsort(owners[group])]
            kept = ordered[ordered % 3 != 0]
            np.testing.assert_array_equal(out[group, : len(kept)], kept)
            assert not out[group, len(kept) :].any()


# Groups that are counted in waves: lowered to threads, with waves more that return at entry, they give the same.


@wd.kernel(num_waves=5)
def waves_that_return(values: wd.Buffer[u32], out: wd.RWBuffer[u32], totals: wd.RWBuffer[u32]):
    base = wd.groupshared(u32, 2)
    slots = wd.groupshared(u32, wd.group_wave_count())
    wave, waves = wd.group_wave_index(), wd.group_wave_count()
    lanes = waves * wd.wave_lane_count()
    local = wave * wd.wave_lane_count() + wd.wave_lane_index()
    start = wd.group_id().x * lanes
    if local == 0:
        base[0] = 0
    slots[wave] = wave
    wd.group_memory_barrier_with_group_sync()
    value = values[start + local]
    append_in_turns(base, out, start, value, value % 3 != 0)
    wd.atomic_add(totals, start, waves)
    if local != 0:
        totals[start + local] = 1000
    if value & 3 == 1 or wave == 3:
        return
    wd.group_memory_barrier_with_group_sync()
    total = wd.wave_active_sum(value)
    if wd.wave_is_first_lane():
        slots[wave] = total
    wd.group_memory_barrier_with_group_sync()
    result = wd.wave_active_count_bits(True)
    for other in range(waves):
        result = result * 31 + slots[other]
    wd.group_memory_barrier_with_group_sync()
    if local != 0:
        totals[start + local] = result


@wd.kernel(num_waves=1)
def one_wave(values: wd.Buffer[u32], out: wd.RWBuffer[u32], totals: wd.RWBuffer[u32]):
    place = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    shared = wd.groupshared(u32, wd.wave_lane_count())
    shared[wd.wave_lane_index()] = values[place]
    wd.group_memory_barrier_with_group_sync()
    out[place] = shared[wd.wave_lane_count() - 1 - wd.wave_lane_index()]
    if values[place] & 1 == 1:
        return
    wd.all_memory_barrier_with_group_sync()
    totals[place] = wd.wave_active_count_bits(True) * 100 + wd.group_wave_count()


@pytest.mark.parametrize("kernel", [waves_that_return, one_wave], ids=lambda kernel: kernel.name)
@pytest.mark.parametrize("extra", [1, 3, (2, "idle")], ids=str)
def test_waves_that_return_at_entry(kernel, extra):
    for size in SIZES:
        lanes = kernel.attributes.num_waves * size
        results = []
        for machine, options in ((INTERPRETER, {}), (CPU, {}), (CPU, {"extra_waves": extra})):
            values = numbers(lanes, 3)
            out, totals = np.zeros_like(values), np.zeros_like(values)
            kernel.dispatch(GROUPS, values, out, totals, device=machine.device, wave_size=size, **options)
            results.append((out, totals))
        for found in results[1:]:
            np.testing.assert_array_equal(found, results[0])


def test_options_of_threads_do_not_touch_groups_of_waves():
    """Whatever a dispatch asks for, ``num_waves`` says which lane is which."""
    for machine in CPU_WAYS:
        values = numbers(5 * 16, 4)
        found, expected = ([np.zeros_like(values), np.zeros_like(values)] for _ in range(2))
        INTERPRETER.run(waves_that_return, GROUPS, values, *expected, wave_size=16)
        machine.run(waves_that_return, GROUPS, values, *found, wave_size=16)
        np.testing.assert_array_equal(found, expected)
