"""Lanes that leave: helpers give them back to the caller, kernels do not, and barriers do not wait for them."""

from __future__ import annotations

import numpy as np
import pytest
from executors import UNTOUCHED, OnInterpreter, prove

import wavedialect as wd
from wavedialect import u32

EVERYONE = True


# After a call all lanes are together, wherever the helper returned: gpuweb/gpuweb#1770, shader-slang/slang
# tests/hlsl-intrinsic/early-return-wave-op-functional.slang.


@wd.func
def returns_early(lane):
    if lane % 2 == 1:
        return wd.wave_active_count_bits(EVERYONE) * 100
    if lane % 4 == 0:
        return wd.wave_active_count_bits(EVERYONE) * 10
    return wd.wave_active_count_bits(EVERYONE)


@wd.kernel(num_waves=1)
def count_after_a_call(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    inside = returns_early(lane)
    out[lane] = inside * 1000 + wd.wave_active_count_bits(EVERYONE)


@wd.kernel(num_waves=1)
def caller_copied_behind_each_return(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if lane % 2 == 1:
        inside = wd.wave_active_count_bits(EVERYONE) * 100
        out[lane] = inside * 1000 + wd.wave_active_count_bits(EVERYONE)
        return
    if lane % 4 == 0:
        inside = wd.wave_active_count_bits(EVERYONE) * 10
        out[lane] = inside * 1000 + wd.wave_active_count_bits(EVERYONE)
        return
    inside = wd.wave_active_count_bits(EVERYONE)
    out[lane] = inside * 1000 + wd.wave_active_count_bits(EVERYONE)


def test_lanes_are_together_after_a_call(executor):
    lanes = executor.wave_size
    quarter = lanes // 4
    expected = np.tile([10 * quarter, 200 * quarter, quarter, 200 * quarter], quarter) * 1000 + lanes
    prove(executor, count_after_a_call, caller_copied_behind_each_return, expected)


@wd.func
def returns_from_a_loop(lane):
    total = u32(0)
    for i in range(u32(128)):
        if i == lane:
            return total
        total += wd.wave_active_count_bits(EVERYONE)
    return total


@wd.kernel(num_waves=1)
def count_after_a_call_with_a_loop(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    inside = returns_from_a_loop(lane)
    out[lane] = inside + 100000 * wd.wave_active_count_bits(EVERYONE)


@wd.kernel(num_waves=1)
def return_that_leaves_the_kernel(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    total = u32(0)
    for i in range(u32(128)):
        if i == lane:
            out[lane] = total + 100000 * wd.wave_active_count_bits(EVERYONE)
            return
        total += wd.wave_active_count_bits(EVERYONE)


def test_lanes_are_together_after_a_return_from_a_loop(executor):
    lanes = executor.wave_size
    # In trip i the lanes above i count.
    counts = lanes - 1 - np.arange(lanes)
    expected = np.concatenate([[0], np.cumsum(counts)[:-1]]) + 100000 * lanes
    prove(executor, count_after_a_call_with_a_loop, return_that_leaves_the_kernel, expected)


# In a kernel, a lane that returned is gone for all that follows, in every block around: shader-slang/slang
# tests/hlsl-intrinsic/active-mask/if-early-exit.slang, gpuweb/gpuweb#1770.


@wd.kernel(num_waves=1)
def count_after_a_return(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if lane % 2 == 0:
        if lane == 0:
            return
        out[lane] = wd.wave_active_count_bits(EVERYONE)
    wd.atomic_add(out, lane, 1000 * wd.wave_active_count_bits(EVERYONE))


@wd.kernel(num_waves=1)
def return_that_skips_its_own_block_only(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if lane % 2 == 0:
        if lane != 0:
            out[lane] = wd.wave_active_count_bits(EVERYONE)
    wd.atomic_add(out, lane, 1000 * wd.wave_active_count_bits(EVERYONE))


@wd.kernel(num_waves=1)
def return_that_is_forgotten(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if lane % 2 == 0:
        out[lane] = wd.wave_active_count_bits(EVERYONE)
    wd.atomic_add(out, lane, 1000 * wd.wave_active_count_bits(EVERYONE))


@pytest.mark.parametrize(
    "switched_off", [return_that_skips_its_own_block_only, return_that_is_forgotten], ids=lambda kernel: kernel.name
)
def test_returned_lanes_are_inactive(executor, switched_off):
    lanes = executor.wave_size
    lane = np.arange(lanes)
    expected = np.where(lane % 2 == 0, lanes // 2 - 1, UNTOUCHED) + 1000 * (lanes - 1)
    expected[0] = UNTOUCHED
    prove(executor, count_after_a_return, switched_off, expected)


@wd.kernel(num_waves=1)
def first_lane_returned(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if lane < 2:
        return
    first = wd.wave_read_lane_first(lane)
    if wd.wave_is_first_lane():
        out[0] = first * 10 + wd.wave_prefix_sum(u32(7))


@wd.kernel(num_waves=1)
def election_of_lane_0(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if lane < 2:
        return
    first = wd.wave_read_lane_first(lane)
    if lane == 0:
        out[0] = first * 10 + wd.wave_prefix_sum(u32(7))


def test_the_first_lane_has_not_returned(executor):
    prove(executor, first_lane_returned, election_of_lane_0, [20])


# A barrier waits for no wave that returned, and what such a wave stored before is there: the examples of microsoft/
# hlsl-specs proposals 0048 and 0054; triton-lang/triton#9786 (a sanitizer finds such barriers).

WAVES = 4


@wd.kernel(num_waves=WAVES)
def waves_return_before_a_barrier(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, WAVES)
    wave = wd.group_wave_index()
    if wd.wave_is_first_lane():
        shared[wave] = wave * 10 + 1
    if wave != 0:
        return
    wd.group_memory_barrier_with_group_sync()
    total = u32(0)
    for other in range(u32(WAVES)):
        total += shared[other]
    if wd.wave_is_first_lane():
        out[0] = total


@wd.kernel(num_waves=WAVES)
def stores_come_too_late(out: wd.RWBuffer[u32]):
    # As if the wave that waits were let through before the others come.
    shared = wd.groupshared(u32, WAVES)
    wave = wd.group_wave_index()
    total = u32(0)
    if wave == 0:
        for other in range(u32(WAVES)):
            total += shared[other]
        if wd.wave_is_first_lane():
            out[0] = total
    if wd.wave_is_first_lane():
        shared[wave] = wave * 10 + 1


def test_a_barrier_does_not_wait_for_waves_that_returned(executor):
    # A driver may leave in the array what the kernel before stored there.
    can_fail = isinstance(executor, OnInterpreter)
    expected = [0 + 10 + 20 + 30 + WAVES]
    prove(executor, waves_return_before_a_barrier, stores_come_too_late, expected, can_fail=can_fail)


@wd.kernel(num_waves=WAVES)
def lanes_return_before_a_barrier(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, WAVES)
    lane = wd.wave_lane_index()
    wave = wd.group_wave_index()
    if lane % 2 == 0:
        return
    if wd.wave_is_first_lane():
        shared[wave] = wd.wave_active_count_bits(EVERYONE) + wave
    wd.group_memory_barrier_with_group_sync()
    out[wave * wd.wave_lane_count() + lane] = shared[(wave + 1) % WAVES] * 100 + wd.wave_active_sum(u32(1))


@wd.kernel(num_waves=WAVES)
def lanes_come_back_at_the_barrier(out: wd.RWBuffer[u32]):
    # A return that the barrier undoes: all lanes go on behind it.
    shared = wd.groupshared(u32, WAVES)
    lane = wd.wave_lane_index()
    wave = wd.group_wave_index()
    if lane % 2 == 1:
        if wd.wave_is_first_lane():
            shared[wave] = wd.wave_active_count_bits(EVERYONE) + wave
    wd.group_memory_barrier_with_group_sync()
    out[wave * wd.wave_lane_count() + lane] = shared[(wave + 1) % WAVES] * 100 + wd.wave_active_sum(u32(1))


def test_lanes_that_returned_do_not_come_back_at_a_barrier(executor):
    lanes = executor.wave_size
    lane, wave = np.meshgrid(np.arange(lanes), np.arange(WAVES))
    # The first sum is taken inside a branch of one lane.
    stored = 1 + (wave + 1) % WAVES
    expected = np.where(lane % 2 == 1, stored * 100 + lanes // 2, UNTOUCHED).ravel()
    prove(executor, lanes_return_before_a_barrier, lanes_come_back_at_the_barrier, expected)


@wd.kernel(num_waves=WAVES)
def barrier_in_a_loop_that_waves_leave(out: wd.RWBuffer[u32]):
    # Wave w returns in trip w; the others go on meeting.
    shared = wd.groupshared(u32, WAVES)
    wave = wd.group_wave_index()
    total = u32(0)
    for trip in range(u32(WAVES)):
        if wd.wave_is_first_lane():
            shared[wave] = wave + trip * 10
        wd.group_memory_barrier_with_group_sync()
        if trip == wave:
            if wd.wave_is_first_lane():
                out[wave] = total
            return
        total += shared[WAVES - 1]
        wd.group_memory_barrier_with_group_sync()


@wd.kernel(num_waves=WAVES)
def loop_that_the_first_return_ends(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, WAVES)
    wave = wd.group_wave_index()
    if wd.wave_is_first_lane():
        shared[wave] = wave
    wd.group_memory_barrier_with_group_sync()
    if wd.wave_is_first_lane():
        out[wave] = u32(0)


def test_waves_return_from_a_loop_with_barriers(executor):
    last = np.array([WAVES - 1 + trip * 10 for trip in range(WAVES)])
    expected = [last[:wave].sum() for wave in range(WAVES)]
    prove(executor, barrier_in_a_loop_that_waves_leave, loop_that_the_first_return_ends, expected)


# A barrier under a condition that differs between waves or lanes is refused, where it is certain, or found: the usage
# example of microsoft/hlsl-specs proposal 0048.


@wd.kernel(num_waves=2)
def barrier_of_one_wave(out: wd.RWBuffer[u32]):
    if wd.group_wave_index() == 0:
        wd.group_memory_barrier_with_group_sync()
    out[wd.group_wave_index()] = u32(1)


@wd.kernel(num_waves=2)
def barrier_of_every_wave(out: wd.RWBuffer[u32]):
    wd.group_memory_barrier_with_group_sync()
    out[wd.group_wave_index()] = u32(1)


@wd.kernel(num_waves=2)
def barrier_under_a_false_promise(flags: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    if wd.group_uniform(flags[wd.group_wave_index()]) != 0:
        wd.group_memory_barrier_with_group_sync()
    out[wd.group_wave_index()] = u32(1)


def test_a_barrier_that_one_wave_reaches_is_refused():
    with pytest.raises(wd.CompileError) as caught:
        barrier_of_one_wave.compile()
    assert caught.value.id == "barrier-divergent"
    barrier_of_every_wave.compile()


def test_a_barrier_that_one_wave_reaches_is_found():
    """Where the programmer says that the condition is uniform and it is not."""
    executor = OnInterpreter(8)
    out = np.zeros(2, np.uint32)
    with pytest.raises(wd.ExecutionError) as caught:
        executor.run(barrier_under_a_false_promise, 1, [np.array([1, 0], np.uint32), out])
    assert "barrier-not-reached" in {finding.rule for finding in caught.value.findings}
    executor.run(barrier_under_a_false_promise, 1, [np.array([1, 1], np.uint32), out])
