"""What is wrong in the examples of the documents that this project implements: the corrected kernel beside the mistaken
one, which gives another result, is found, or is refused.

The documents: proposals 0048 and 0054 of microsoft/hlsl-specs, the page on the wave intrinsics of the wiki of
microsoft/DirectXShaderCompiler, and the article "WaveLane" by sebbbi. The corrected kernels of 0054 run in full in
`test/python/runtime/test_proposal_kernels.py`, the barrier under a condition is in `test_returns.py`, the misspelt names are
in `test/python/errors/test_unknown_name.py`.
"""

from __future__ import annotations

import numpy as np
import pytest
from executors import EXECUTORS, UNTOUCHED, OnInterpreter, prove

import wavedialect as wd
from wavedialect import f32, u32

TILE = 8
WAVES = 2

# Proposal 0054, example of two waves: `coord.y = GetGroupWaveIndex() * ...` puts the half of the tile in the place of
# the coordinate, where it must be added to it.


@wd.kernel(num_waves=WAVES, wave_size=(8, 32))
def half_of_the_tile_added(depth: wd.Buffer[f32], near: wd.RWBuffer[f32]):
    shared = wd.groupshared(f32, 1)
    lane = wd.wave_lane_index()
    width = wd.group_count().x * TILE
    x = wd.group_id().x * TILE + lane % TILE
    y = wd.group_id().y * TILE + lane // TILE
    y += wd.group_wave_index() * (TILE // wd.group_wave_count())
    low = f32(1e30)
    for _ in range((TILE * TILE) // wd.group_wave_count() // wd.wave_lane_count()):
        low = min(low, wd.wave_active_min(depth[y * width + x]))
        y += wd.wave_lane_count() // TILE
    if wd.group_wave_index() != 0:
        shared[0] = low
        return
    wd.group_memory_barrier_with_group_sync()
    if wd.wave_is_first_lane():
        near[wd.group_id().y * wd.group_count().x + wd.group_id().x] = min(low, shared[0])


@wd.kernel(num_waves=WAVES, wave_size=(8, 32))
def half_of_the_tile_put_in_its_place(depth: wd.Buffer[f32], near: wd.RWBuffer[f32]):
    shared = wd.groupshared(f32, 1)
    lane = wd.wave_lane_index()
    width = wd.group_count().x * TILE
    x = wd.group_id().x * TILE + lane % TILE
    y = wd.group_wave_index() * (TILE // wd.group_wave_count())
    low = f32(1e30)
    for _ in range((TILE * TILE) // wd.group_wave_count() // wd.wave_lane_count()):
        low = min(low, wd.wave_active_min(depth[y * width + x]))
        y += wd.wave_lane_count() // TILE
    if wd.group_wave_index() != 0:
        shared[0] = low
        return
    wd.group_memory_barrier_with_group_sync()
    if wd.wave_is_first_lane():
        near[wd.group_id().y * wd.group_count().x + wd.group_id().x] = min(low, shared[0])


@pytest.mark.parametrize("executor", [one for one in EXECUTORS if 8 <= one.wave_size <= 32], ids=str)
def test_two_waves_each_take_their_half_of_a_tile(executor):
    depth = np.random.default_rng(54).random((3 * TILE, 2 * TILE), np.float32)
    expected = depth.reshape(3, TILE, 2, TILE).min((1, 3)).ravel()
    arguments = (depth.ravel(),)
    kernels = half_of_the_tile_added, half_of_the_tile_put_in_its_place
    prove(executor, *kernels, expected, *arguments, groups=(2, 3), dtype=np.float32)


# Proposal 0054, example of four waves: the addition to the counter stands in wave 0's branch, where every lane of it
# does one.


@wd.kernel(num_waves=WAVES)
def one_addition_a_group(keep: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, wd.group_wave_count())
    wave = wd.group_wave_index()
    place = wave * wd.wave_lane_count() + wd.wave_lane_index()
    kept = wd.wave_active_count_bits(keep[place] != 0)
    if wd.wave_is_first_lane():
        shared[wave] = kept
    wd.group_memory_barrier_with_group_sync()
    if wave == 0:
        total = u32(0)
        for other in range(wd.group_wave_count()):
            total += shared[other]
        if wd.wave_is_first_lane():
            wd.atomic_add(out, 0, total)


@wd.kernel(num_waves=WAVES)
def one_addition_a_lane(keep: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, wd.group_wave_count())
    wave = wd.group_wave_index()
    place = wave * wd.wave_lane_count() + wd.wave_lane_index()
    kept = wd.wave_active_count_bits(keep[place] != 0)
    if wd.wave_is_first_lane():
        shared[wave] = kept
    wd.group_memory_barrier_with_group_sync()
    if wave == 0:
        total = u32(0)
        for other in range(wd.group_wave_count()):
            total += shared[other]
        wd.atomic_add(out, 0, total)


def test_a_group_adds_to_the_counter_once(executor):
    groups = 3
    keep = np.random.default_rng(4).integers(0, 2, WAVES * executor.wave_size, dtype=np.uint32)
    keep[0] = 1
    expected = [UNTOUCHED + groups * np.count_nonzero(keep)]
    prove(executor, one_addition_a_group, one_addition_a_lane, expected, keep, groups=groups)


def test_additions_are_counted():
    """What the text of the proposal promises, "a single per thread group atomic", can be seen."""
    for kernel, additions in ((one_addition_a_group, 3), (one_addition_a_lane, 3 * 16)):
        arguments = [np.ones(WAVES * 16, np.uint32), np.zeros(1, np.uint32)]
        done = kernel.dispatch(3, *arguments, device="interpreter", wave_size=16)
        assert done.report.atomics == {("out", "add"): additions}


# Proposal 0054, the same example: an array of `GetGroupNumWaves() - 1` elements has none with one wave.


def test_an_array_of_no_elements_is_refused():
    @wd.kernel(num_waves=1)
    def empty(out: wd.RWBuffer[u32]):
        shared = wd.groupshared(u32, wd.group_wave_count() - 1)
        shared[0] = u32(1)
        out[0] = shared[0]

    @wd.kernel(num_waves=2)
    def one(out: wd.RWBuffer[u32]):
        shared = wd.groupshared(u32, wd.group_wave_count() - 1)
        shared[0] = u32(1)
        out[0] = shared[0]

    with pytest.raises(wd.CompileError) as caught:
        empty.compile()
    assert caught.value.id == "groupshared-empty"
    assert "num_waves(1)" in caught.value.message
    one.compile()


# The page on the wave intrinsics, example "compacted write": lanes without an item store as well, into the place of the
# next lane that has one.


@wd.kernel(num_waves=1)
def append_of_lanes_with_an_item(items: wd.Buffer[u32], counter: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    item = items[wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()]
    has_item = item != 0
    place = wd.wave_prefix_count_bits(has_item)
    count = wd.wave_active_count_bits(has_item)
    start = u32(0)
    if wd.wave_is_first_lane():
        start = wd.atomic_add(counter, 0, count)
    place += wd.wave_read_lane_first(start)
    if has_item:
        out[place] = item


@wd.kernel(num_waves=1)
def append_of_all_lanes(items: wd.Buffer[u32], counter: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    item = items[wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()]
    has_item = item != 0
    place = wd.wave_prefix_count_bits(has_item)
    count = wd.wave_active_count_bits(has_item)
    start = u32(0)
    if wd.wave_is_first_lane():
        start = wd.atomic_add(counter, 0, count)
    place += wd.wave_read_lane_first(start)
    out[place] = item


def appended(executor, kernel, items, groups, capacity):
    """What stands in the list, sorted, since the order of waves is free."""
    counter = np.zeros(1, np.uint32)
    out = np.full(capacity, UNTOUCHED, np.uint32)
    _, counter, out = executor.run(kernel, groups, [items, counter, out], collect=True)
    return int(counter[0]), sorted(out.tolist())


def test_only_lanes_with_an_item_append(executor):
    groups = 3
    items = np.arange(1, groups * executor.wave_size + 1, dtype=np.uint32) + 1000
    items[::3] = 0
    # Whichever wave appends last, its last lane has nothing to append.
    items[executor.wave_size - 1 :: executor.wave_size] = 0
    kept = items[items != 0].tolist()
    capacity = items.size + 8
    expected = (len(kept), sorted(kept + [UNTOUCHED] * (capacity - len(kept))))
    assert appended(executor, append_of_lanes_with_an_item, items, groups, capacity) == expected
    assert appended(executor, append_of_all_lanes, items, groups, capacity) != expected


# The same page, example "ordered append": the wave asks for as many places as it has lanes with items, and not for as
# many as they have items.


@wd.kernel(num_waves=1)
def places_for_all_items(counts: wd.Buffer[u32], counter: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    number = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    count = counts[number]
    total = wd.wave_active_sum(count)
    place = wd.wave_prefix_sum(count)
    start = u32(0)
    if wd.wave_is_first_lane():
        start = wd.atomic_add(counter, 0, total)
    place += wd.wave_read_lane_first(start)
    for item in range(count):
        out[place + item] = 1000 + number * 8 + item


@wd.kernel(num_waves=1)
def places_for_one_item_a_lane(counts: wd.Buffer[u32], counter: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    number = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    count = counts[number]
    total = wd.wave_active_count_bits(count != 0)
    place = wd.wave_prefix_sum(count)
    start = u32(0)
    if wd.wave_is_first_lane():
        start = wd.atomic_add(counter, 0, total)
    place += wd.wave_read_lane_first(start)
    for item in range(count):
        out[place + item] = 1000 + number * 8 + item


def test_a_wave_allocates_one_place_per_item(executor):
    groups = 3
    counts = np.random.default_rng(1).integers(0, 4, groups * executor.wave_size, dtype=np.uint32)
    counts[1] = 3
    kept = [1000 + number * 8 + item for number, count in enumerate(counts.tolist()) for item in range(count)]
    capacity = 3 * counts.size + 8
    expected = (len(kept), sorted(kept + [UNTOUCHED] * (capacity - len(kept))))
    assert appended(executor, places_for_all_items, counts, groups, capacity) == expected
    assert appended(executor, places_for_one_item_a_lane, counts, groups, capacity) != expected


# Proposal 0048, emulation: a groupshared array starts undefined, whatever its initializer says.


@wd.kernel(num_waves=WAVES)
def counter_that_nobody_cleared(out: wd.RWBuffer[u32]):
    counter = wd.groupshared(u32, 1)
    if wd.wave_is_first_lane():
        wd.atomic_add(out, wd.atomic_add(counter, 0, u32(1)), u32(1))


@wd.kernel(num_waves=WAVES)
def counter_cleared_without_a_barrier(out: wd.RWBuffer[u32]):
    # Each wave clears it, a late one after others have counted.
    counter = wd.groupshared(u32, 1)
    if wd.wave_is_first_lane():
        counter[0] = u32(0)
        wd.atomic_add(out, wd.atomic_add(counter, 0, u32(1)), u32(1))


@wd.kernel(num_waves=WAVES)
def counter_cleared(out: wd.RWBuffer[u32]):
    counter = wd.groupshared(u32, 1)
    if wd.wave_is_first_lane():
        counter[0] = u32(0)
    wd.group_memory_barrier_with_group_sync()
    if wd.wave_is_first_lane():
        wd.atomic_add(out, wd.atomic_add(counter, 0, u32(1)), u32(1))


def test_waves_that_count_themselves_clear_the_counter_first(executor):
    switched_off = counter_cleared_without_a_barrier
    prove(executor, counter_cleared, switched_off, np.full(WAVES, UNTOUCHED + 1))


def test_an_uninitialized_counter_is_found():
    with pytest.raises(wd.ExecutionError, match=r"\[uninitialized\]"):
        OnInterpreter(8).run(counter_that_nobody_cleared, 1, [np.zeros(2, np.uint32)])


# The article: `SV_GroupIndex` stands for the lane's index, so that the second wave of a group loads other lights than
# it reads; and the last loads go past the list's end, which only some buffers forgive.

THREADS = 64


@wd.kernel(num_threads=(8, 8))
def lights_by_lane(lights: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    total = f32(0.0)
    count = len(lights)
    lanes = wd.wave_lane_count()
    for i in range((count + lanes - 1) // lanes):
        loaded = lights[i * lanes + wd.wave_lane_index()]
        for other in range(min(lanes, count - lanes * i)):
            total += wd.wave_read_lane_at(loaded, other)
    out[wd.group_index()] = total


@wd.kernel(num_threads=(8, 8))
def lights_by_group_index(lights: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    total = f32(0.0)
    count = len(lights)
    lanes = wd.wave_lane_count()
    for i in range((count + lanes - 1) // lanes):
        loaded = lights[i * lanes + wd.group_index()]
        for other in range(min(lanes, count - lanes * i)):
            total += wd.wave_read_lane_at(loaded, other)
    out[wd.group_index()] = total


@wd.kernel(num_threads=(8, 8))
def lights_one_by_one(lights: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    # Before the optimization: every lane loads every light.
    total = f32(0.0)
    for i in range(len(lights)):
        total += lights[i]
    out[wd.group_index()] = total


# Nobody could read the lights of lanes without a thread.
@pytest.mark.parametrize(
    "executor",
    [one for one in EXECUTORS if one.wave_size <= (THREADS if isinstance(one, OnInterpreter) else 8)],
    ids=str,
)
@pytest.mark.parametrize("count", [1, 21, 64, 100])
def test_the_wide_load_is_by_the_lanes_index(executor, count):
    lights = np.random.default_rng(count).random(count, np.float32)
    total = np.float32(0)
    for light in lights:
        total += light
    expected = np.full(THREADS, total, np.float32)
    # One wave of 64 lanes has the same numbers for its lanes and threads.
    can_fail = executor.wave_size < THREADS
    kernels = lights_by_lane, lights_by_group_index
    prove(executor, *kernels, expected, lights, dtype=np.float32, can_fail=can_fail)
    # The order of the additions is the same as before, so that the result is equal in every bit.
    prove(executor, lights_one_by_one, lights_one_by_one, expected, lights, dtype=np.float32, can_fail=False)


def test_loads_past_the_end_are_found_where_they_are_undefined():
    lights = np.ones(21, np.float32)
    arguments = [lights, np.zeros(THREADS, np.float32)]
    lights_by_lane.dispatch(1, *arguments, device="interpreter", wave_size=16)
    with pytest.raises(wd.ExecutionError, match=r"\[buffer-bounds\]"):
        lights_by_lane.dispatch(1, *arguments, device="interpreter", wave_size=16, unchecked=True)
    whole = [np.ones(32, np.float32), np.zeros(THREADS, np.float32)]
    lights_by_lane.dispatch(1, *whole, device="interpreter", wave_size=16, unchecked=True)
