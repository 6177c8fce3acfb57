"""Operations across lanes in loops: each execution has its own lanes."""

from __future__ import annotations

import numpy as np
import pytest
from executors import UNTOUCHED, prove

import wavedialect as wd
from wavedialect import u32

MOST_LANES = 128
EVERYONE = True


# A loop in which every lane does something once is not the thing done once: llvm/llvm-project#180621 and #165288 (the
# loop is deleted), llvm/offload-test-suite MaximalReconvergence/loop_peeling.test (#520, #521: drivers get it wrong).


@wd.kernel(num_waves=1)
def count_before_break(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    for i in range(u32(MOST_LANES)):
        if i == lane:
            out[lane] = wd.wave_active_count_bits(EVERYONE)
            break


@wd.kernel(num_waves=1)
def count_behind_the_loop(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    for i in range(u32(MOST_LANES)):
        if i == lane:
            break
    out[lane] = wd.wave_active_count_bits(EVERYONE)


@wd.kernel(num_waves=1)
def count_without_a_loop(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[lane] = wd.wave_active_count_bits(EVERYONE)


@pytest.mark.parametrize("switched_off", [count_behind_the_loop, count_without_a_loop], ids=lambda kernel: kernel.name)
def test_each_trip_counts_the_lanes_that_leave_in_it(executor, switched_off):
    prove(executor, count_before_break, switched_off, np.ones(executor.wave_size))


# The same in two dimensions: llvm/llvm-project#165642.


@wd.kernel(num_waves=1)
def count_in_nested_loops(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    for y in range(u32(MOST_LANES // 8)):
        for x in range(u32(8)):
            if y * 8 + x == lane:
                out[lane] = wd.wave_active_count_bits(EVERYONE)
                break


@wd.kernel(num_waves=1)
def count_a_row_at_once(out: wd.RWBuffer[u32]):
    # The inner loop is gone, the outer one not.
    lane = wd.wave_lane_index()
    for y in range(u32(MOST_LANES // 8)):
        if lane // 8 == y:
            out[lane] = wd.wave_active_count_bits(EVERYONE)


def test_each_trip_of_nested_loops_counts_its_own_lane(executor):
    prove(executor, count_in_nested_loops, count_a_row_at_once, np.ones(executor.wave_size))


# Counts of two trips are not one count: llvm/llvm-project#165288.


@wd.kernel(num_waves=1)
def sum_of_the_counts_of_all_trips(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    total = u32(0)
    for _ in range(lane + 1):
        total += wd.wave_active_count_bits(EVERYONE)
    out[lane] = total


@wd.kernel(num_waves=1)
def one_count_times_the_trips(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    count = wd.wave_active_count_bits(EVERYONE)
    out[lane] = count * (lane + 1)


def test_trips_have_counts_of_their_own(executor):
    # Trip i is run by the lanes from i on.
    lanes = executor.wave_size
    expected = np.cumsum(lanes - np.arange(lanes))
    prove(executor, sum_of_the_counts_of_all_trips, one_count_times_the_trips, expected)


# What stands before a break sees the lanes that leave, although its block and the one behind the loop look like one:
# microsoft/DirectXShaderCompiler#6222, shader-slang/slang tests/hlsl-intrinsic/active-mask/for-break.slang.


@wd.kernel(num_waves=1)
def sum_before_break(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    seen = u32(0)
    i = u32(0)
    while True:
        if i == lane // 2:
            seen = wd.wave_active_sum(lane)
            break
        i += 1
    out[lane] = seen * 1000 + wd.wave_active_sum(u32(1))


@wd.kernel(num_waves=1)
def sum_in_the_block_behind_the_loop(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    i = u32(0)
    while True:
        if i == lane // 2:
            break
        i += 1
    seen = wd.wave_active_sum(lane)
    out[lane] = seen * 1000 + wd.wave_active_sum(u32(1))


def test_before_a_break_there_are_only_the_lanes_that_leave(executor):
    lane = np.arange(executor.wave_size)
    expected = (lane // 2 * 4 + 1) * 1000 + executor.wave_size
    prove(executor, sum_before_break, sum_in_the_block_behind_the_loop, expected)


# A waterfall: one turn for each different key, whose lanes do it together. Nothing of it may leave the loop
# (microsoft/DirectXShaderCompiler#6109), and where a lane's key equals the first lane's, it is still not the first
# lane's value that the next turn has (microsoft/DirectXShaderCompiler#3504: global value numbering by equality).


@wd.kernel(num_waves=1)
def waterfall(keys: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    key = keys[lane]
    turns = u32(0)
    while True:
        turns += 1
        first = wd.wave_read_lane_first(key)
        if key == first:
            # How many share the key, in which turn, and what the key was.
            out[lane] = wd.wave_active_count_bits(EVERYONE) * 10000 + turns * 100 + first
            break


@wd.kernel(num_waves=1)
def waterfall_with_the_read_hoisted(keys: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    key = keys[lane]
    turns = u32(0)
    first = wd.wave_read_lane_first(key)
    while turns < MOST_LANES:  # Without a bound it would never end.
        turns += 1
        if key == first:
            out[lane] = wd.wave_active_count_bits(EVERYONE) * 10000 + turns * 100 + first
            break


@wd.kernel(num_waves=1)
def waterfall_with_the_read_replaced(keys: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    # As if `key == first` made them one value everywhere.
    lane = wd.wave_lane_index()
    key = keys[lane]
    turns = u32(0)
    while True:
        turns += 1
        first = key
        if key == first:
            out[lane] = wd.wave_active_count_bits(EVERYONE) * 10000 + turns * 100 + first
            break


@pytest.mark.parametrize(
    "switched_off", [waterfall_with_the_read_hoisted, waterfall_with_the_read_replaced], ids=lambda kernel: kernel.name
)
def test_a_waterfall_takes_one_key_a_turn(executor, switched_off):
    keys = np.random.default_rng(6109).integers(0, 5, executor.wave_size).astype(np.uint32)
    keys[0], keys[1] = 3, 1
    order = list(dict.fromkeys(keys.tolist()))
    expected = [np.count_nonzero(keys == key) * 10000 + (order.index(key) + 1) * 100 + key for key in keys.tolist()]
    prove(executor, waterfall, switched_off, expected, keys)


@wd.kernel(num_waves=1)
def or_of_equal_keys(keys: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    # The form of the report: one atomic for each key, by all of its lanes.
    key = keys[wd.wave_lane_index()]
    going = True
    while going:
        first = wd.wave_read_lane_first(key)
        if key == first:
            count = wd.wave_active_count_bits(EVERYONE)
            if wd.wave_is_first_lane():
                wd.atomic_add(out, first, count)
            going = False


@wd.kernel(num_waves=1)
def atomic_of_the_first_key_only(keys: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    key = keys[wd.wave_lane_index()]
    first = wd.wave_read_lane_first(key)
    if key == first:
        count = wd.wave_active_count_bits(EVERYONE)
        if wd.wave_is_first_lane():
            wd.atomic_add(out, first, count)


@wd.kernel(num_waves=1)
def election_before_the_branch(keys: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    # The first lane of the wave in place of the first one of each key.
    key = keys[wd.wave_lane_index()]
    elected = wd.wave_is_first_lane()
    going = True
    while going:
        first = wd.wave_read_lane_first(key)
        if key == first:
            count = wd.wave_active_count_bits(EVERYONE)
            if elected:
                wd.atomic_add(out, first, count)
            going = False


@pytest.mark.parametrize(
    "switched_off", [atomic_of_the_first_key_only, election_before_the_branch], ids=lambda kernel: kernel.name
)
def test_a_waterfall_counts_every_key_once(executor, switched_off):
    keys = np.random.default_rng(3504).integers(0, 4, executor.wave_size).astype(np.uint32)
    keys[:2] = 2, 0
    expected = np.bincount(keys, minlength=4) + UNTOUCHED
    if executor.wave_size > 4:
        assert (expected > UNTOUCHED).all()
    prove(executor, or_of_equal_keys, switched_off, expected, keys)


# A test before the trip and one after it: llvm/llvm-project#88144 (do-while).


@wd.kernel(num_waves=1)
def do_while(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    i = u32(0)
    total = u32(0)
    while True:
        total += wd.wave_active_sum(u32(1))
        i += 1
        if not (i < lane):
            break
    out[lane] = total


@wd.kernel(num_waves=1)
def while_in_place_of_do(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    i = u32(0)
    total = u32(0)
    while i < lane:
        total += wd.wave_active_sum(u32(1))
        i += 1
    out[lane] = total


def test_the_first_trip_of_a_do_loop_has_all_lanes(executor):
    lanes = executor.wave_size
    # Lane l runs max(1, l) trips; trip t has the lanes above t, and the first one has all.
    trips = np.maximum(1, np.arange(lanes))
    of_trip = [lanes] + [np.count_nonzero(trips > trip) for trip in range(1, lanes)]
    expected = [sum(of_trip[:count]) for count in trips.tolist()]
    prove(executor, do_while, while_in_place_of_do, expected)


# `continue` gives the lanes back at the next trip, not behind the loop: shader-slang/slang
# tests/hlsl-intrinsic/active-mask/for-continue.slang.


@wd.kernel(num_waves=1)
def count_behind_continue(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    total = u32(0)
    for i in range(u32(4)):
        if lane % 4 == i:
            continue
        total += wd.wave_active_count_bits(EVERYONE)
    out[lane] = total


@wd.kernel(num_waves=1)
def count_behind_break(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    total = u32(0)
    for i in range(u32(4)):
        if lane % 4 == i:
            break
        total += wd.wave_active_count_bits(EVERYONE)
    out[lane] = total


@wd.kernel(num_waves=1)
def count_before_continue(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    total = u32(0)
    for i in range(u32(4)):
        count = wd.wave_active_count_bits(EVERYONE)
        if lane % 4 == i:
            continue
        total += count
    out[lane] = total


@pytest.mark.parametrize("switched_off", [count_behind_break, count_before_continue], ids=lambda kernel: kernel.name)
def test_lanes_come_back_in_the_trip_after_a_continue(executor, switched_off):
    # Three trips of three quarters of the lanes each.
    prove(executor, count_behind_continue, switched_off, np.full(executor.wave_size, 9 * executor.wave_size // 4))


# Behind a loop that lanes leave in different trips, all are together: shader-slang/slang
# tests/hlsl-intrinsic/active-mask/for.slang, microsoft/hlsl-specs#164.


@wd.kernel(num_waves=1)
def count_behind_a_divergent_loop(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    i = u32(0)
    while i < lane:
        i += 1
    out[lane] = wd.wave_active_count_bits(EVERYONE) * 1000 + i


@wd.kernel(num_waves=1)
def count_where_each_lane_leaves(out: wd.RWBuffer[u32]):
    # As if the lanes did not come together again before they go on.
    lane = wd.wave_lane_index()
    i = u32(0)
    while True:
        if i >= lane:
            out[lane] = wd.wave_active_count_bits(EVERYONE) * 1000 + i
            break
        i += 1


def test_lanes_are_together_behind_a_loop(executor):
    lanes = executor.wave_size
    expected = lanes * 1000 + np.arange(lanes)
    prove(executor, count_behind_a_divergent_loop, count_where_each_lane_leaves, expected)
