"""The mistakes in the examples of the documents that this project implements: the checker finds them in kernels that
follow the examples' text, and nothing in the corrected ones.

The documents: proposals 0048 and 0054 of microsoft/hlsl-specs, the page on the wave intrinsics of the wiki of
microsoft/DirectXShaderCompiler, and the article "WaveLane" by sebbbi. What comes of the mistakes is in
`test/python/bugs/test_seed_mistakes.py`.
"""

from __future__ import annotations

import numpy as np
import pytest
from mistake_kernels import ALL_SIZES, marked, u32s

import wavedialect as wd
from wavedialect import f32, u32

TILE = 8
LARGE = 3.0e38


def checked(kernel, groups, *arguments, clean: bool = False, **options):
    """The report of a check, which finds nothing if ``clean``."""
    report = kernel.check(groups, *arguments, **options)
    if clean:
        assert report.ok and not report.notes, f"\n{report}"
        assert report.is_complete
    return report


def lines(report, rule: str) -> set[frozenset[int]]:
    """Of the findings and notes of a rule, the lines of their places."""
    found = [finding for finding in (*report.findings, *report.notes) if finding.rule == rule]
    return {frozenset(place.location.line for place in one.places if place.location) for one in found}


def rules(report) -> set[str]:
    """Of the findings; notes do not count."""
    return {finding.rule for finding in report.findings}


# --- Proposal 0054 ------------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=1, wave_size=(8, 64))
def one_wave(depth: wd.Texture2D[f32], tiles: wd.RWTexture2D[u32]):
    low, high = f32(LARGE), f32(-LARGE)
    lane = wd.wave_lane_index()
    tile = wd.group_id()
    x = tile.x * TILE + lane % TILE
    y = tile.y * TILE + lane // TILE
    for _ in range((TILE * TILE) // wd.wave_lane_count()):
        z = depth[x, y]
        low = min(low, wd.wave_active_min(z))
        high = max(high, wd.wave_active_max(z))
        y += wd.wave_lane_count() // TILE
    # All lanes store, and all the same.
    tiles[tile.x, tile.y] = (wd.f32tof16(high) << 16) | wd.f32tof16(low)


@wd.kernel(num_waves=2, wave_size=(8, 32))
def two_waves_as_written(depth: wd.Texture2D[f32], tiles: wd.RWTexture2D[u32]):
    wave1_low = wd.groupshared(f32, 1)
    wave1_high = wd.groupshared(f32, 1)
    low, high = f32(LARGE), f32(-LARGE)
    lane = wd.wave_lane_index()
    tile = wd.group_id()
    x = tile.x * TILE + lane % TILE
    y = tile.y * TILE + lane // TILE
    y = wd.group_wave_index() * (TILE // wd.group_wave_count())
    for _ in range((TILE * TILE) // wd.group_wave_count() // wd.wave_lane_count()):
        z = depth[x, y]
        low = min(low, wd.wave_active_min(z))
        high = max(high, wd.wave_active_max(z))
        y += wd.wave_lane_count() // TILE
    if wd.group_wave_index() != 0:
        wave1_low[0] = low
        wave1_high[0] = high
        return
    wd.group_memory_barrier_with_group_sync()
    low = min(low, wave1_low[0])
    high = max(high, wave1_high[0])
    tiles[tile.x, tile.y] = (wd.f32tof16(high) << 16) | wd.f32tof16(low)


@wd.kernel(num_waves=2, wave_size=(8, 32))
def two_waves(depth: wd.Texture2D[f32], tiles: wd.RWTexture2D[u32]):
    wave1_low = wd.groupshared(f32, 1)
    wave1_high = wd.groupshared(f32, 1)
    low, high = f32(LARGE), f32(-LARGE)
    lane = wd.wave_lane_index()
    tile = wd.group_id()
    x = tile.x * TILE + lane % TILE
    y = tile.y * TILE + lane // TILE
    y += wd.group_wave_index() * (TILE // wd.group_wave_count())
    for _ in range((TILE * TILE) // wd.group_wave_count() // wd.wave_lane_count()):
        z = depth[x, y]
        low = min(low, wd.wave_active_min(z))
        high = max(high, wd.wave_active_max(z))
        y += wd.wave_lane_count() // TILE
    # Wave 1 returns, and the barrier does not wait for it.
    if wd.group_wave_index() != 0:
        wave1_low[0] = low
        wave1_high[0] = high
        return
    wd.group_memory_barrier_with_group_sync()
    low = min(low, wave1_low[0])
    high = max(high, wave1_high[0])
    tiles[tile.x, tile.y] = (wd.f32tof16(high) << 16) | wd.f32tof16(low)


DEPTH = np.random.default_rng(54).random((3 * TILE, 2 * TILE), np.float32)


def test_the_row_of_the_tile_that_is_lost():
    """`coord.y = GetGroupWaveIndex() * ...`: it loses the lane's row as well, of which there are more in larger waves."""
    report = checked(two_waves_as_written, (2, 3), DEPTH, u32s(6).reshape(3, 2), wave_sizes=[8, 16, 32])
    assert rules(report) == {"results-differ"}, f"\n{report}"


@pytest.mark.parametrize("kernel", [one_wave, two_waves], ids=lambda kernel: kernel.name)
def test_tiles_of_one_and_two_waves_are_right(kernel):
    checked(kernel, (2, 3), DEPTH, u32s(6).reshape(3, 2), clean=True)


WIDTH = 16


@wd.kernel(num_waves=4, wave_size=(16, 64))
def four_waves_as_written(image: wd.Texture2D[f32], counter: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    store = wd.groupshared(u32, wd.group_wave_count() - 1)
    wave = wd.group_wave_index()
    height = wd.wave_lane_count() // WIDTH
    x = wd.group_id().x * WIDTH + wd.wave_lane_index() % WIDTH
    y = wd.group_id().y * height * wd.group_wave_count() + wave * height + wd.wave_lane_index() // WIDTH
    export = image[x, y] > 0.5
    count = wd.wave_active_count_bits(export)
    if wave != 0:
        store[wave - 1] = count
        if count == 0:
            return
    wd.group_memory_barrier_with_group_sync()
    offset = u32(0)
    if wave == 0:
        total = count
        for j in range(wd.group_wave_count() - 1):
            total += store[j]  # first load
        offset = wd.atomic_add(counter, 0, total)
        following = offset + count
        for j in range(wd.group_wave_count() - 1):
            of_wave = store[j]  # second load
            store[j] = following  # store
            following += of_wave
    wd.group_memory_barrier_with_group_sync()
    if wave != 0:
        offset = store[wave - 1]
    place = offset + wd.wave_prefix_count_bits(export)
    if export:
        out[place] = (x & 0xFFFF) | (y << 16)  # out


def test_the_addition_that_every_lane_does():
    """`AtomicAdd` stands in wave 0's branch: each lane gets another offset, and all of them store theirs."""
    image = np.random.default_rng(5).random((16, 16), np.float32)
    arguments = (image, u32s(1), u32s(1 << 16))
    for size in (16, 32, 64):
        groups = (1, 16 // (4 * size // WIDTH))
        report = checked(four_waves_as_written, groups, *arguments, wave_sizes=[size])
        found = lines(report, "race")
        store, first, second, out = (
            marked(mark, four_waves_as_written) for mark in ("store", "first load", "second load", "out")
        )
        assert {store, store | second} <= found <= {store, store | second, store | first, out}, f"\n{report}"
        assert {finding.between for finding in report.findings if finding.memory == "store"} == {"lanes"}
        assert rules(report) == {"race"}, f"\n{report}"


@wd.kernel(num_waves=2)
def additions_of_all_lanes(keep: wd.Buffer[u32], counter: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, wd.group_wave_count())
    wave = wd.group_wave_index()
    place = wd.group_id().x * 2 + wave
    kept = wd.wave_active_count_bits(keep[place * wd.wave_lane_count() + wd.wave_lane_index()] != 0)
    if wd.wave_is_first_lane():
        shared[wave] = kept
    wd.group_memory_barrier_with_group_sync()
    if wave == 0:
        wd.atomic_add(counter, 0, shared[0] + shared[1])


@wd.kernel(num_waves=2)
def addition_of_one_lane(keep: wd.Buffer[u32], counter: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, wd.group_wave_count())
    wave = wd.group_wave_index()
    place = wd.group_id().x * 2 + wave
    kept = wd.wave_active_count_bits(keep[place * wd.wave_lane_count() + wd.wave_lane_index()] != 0)
    if wd.wave_is_first_lane():
        shared[wave] = kept
    wd.group_memory_barrier_with_group_sync()
    if wave == 0 and wd.wave_is_first_lane():
        wd.atomic_add(counter, 0, shared[0] + shared[1])


def test_the_counter_that_counts_lanes():
    """The same mistake where nothing else comes of it: the counter is too large by the number of lanes."""
    keep = np.random.default_rng(4).integers(0, 2, 256, dtype=np.uint32)
    groups = lambda lanes: 256 // (2 * lanes)
    report = checked(additions_of_all_lanes, groups, keep, u32s(1), wave_sizes=list(ALL_SIZES))
    assert rules(report) == {"results-differ"}, f"\n{report}"
    checked(addition_of_one_lane, groups, keep, u32s(1), wave_sizes=list(ALL_SIZES), clean=True)


# --- The page on the wave intrinsics --------------------------------------------------------------------------------------


@wd.kernel(num_waves=1)
def append_as_written(items: wd.Buffer[u32], counter: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    item = items[wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()]
    place = wd.wave_prefix_count_bits(item != 0)
    count = wd.wave_active_count_bits(item != 0)
    start = u32(0)
    if wd.wave_is_first_lane():
        start = wd.atomic_add(counter, 0, count)
    start = wd.wave_read_lane_first(start)
    start += place
    out[start] = item  # here


@wd.kernel(num_waves=1)
def append(items: wd.Buffer[u32], counter: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    item = items[wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()]
    place = wd.wave_prefix_count_bits(item != 0)
    count = wd.wave_active_count_bits(item != 0)
    start = u32(0)
    if wd.wave_is_first_lane():
        start = wd.atomic_add(counter, 0, count)
    start = wd.wave_read_lane_first(start)
    start += place
    if item != 0:
        out[start] = item


@pytest.mark.parametrize("lanes", ALL_SIZES)
def test_lanes_without_an_item_write_as_well(lanes):
    items = np.arange(1000, 1000 + 3 * lanes, dtype=np.uint32)
    items[::3] = 0
    arguments = (items, u32s(1), u32s(items.size))
    report = checked(append_as_written, 3, *arguments, wave_sizes=[lanes])
    assert lines(report, "race") == {marked("here", append_as_written)}, f"\n{report}"
    assert rules(report) == {"race"}
    checked(append, 3, *arguments, wave_sizes=[lanes], clean=True)


@pytest.mark.parametrize("lanes", (4, 32, 128))
def test_the_last_lane_without_an_item_writes_where_the_next_group_does(lanes):
    """In each wave the last lane alone has nothing to append: the race is between groups."""
    items = np.arange(1000, 1000 + 3 * lanes, dtype=np.uint32)
    items[lanes - 1 :: lanes] = 0
    report = checked(append_as_written, 3, items, u32s(1), u32s(items.size), wave_sizes=[lanes])
    (finding,) = report.findings
    assert (finding.rule, finding.between, finding.memory) == ("race", "groups", "out"), f"\n{report}"
    assert {place.group[0] for place in finding.places} == {0, 1}


@wd.kernel(num_waves=1)
def ordered_append_as_written(amounts: wd.Buffer[u32], counter: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    number = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    amount = amounts[number]
    count = wd.wave_active_count_bits(amount != 0)
    place = wd.wave_prefix_sum(amount)
    start = u32(0)
    if wd.wave_is_first_lane():
        start = wd.atomic_add(counter, 0, count)
    place += wd.wave_read_lane_first(start)
    for item in range(amount):
        out[place + item] = number  # here


@wd.kernel(num_waves=1)
def ordered_append(amounts: wd.Buffer[u32], counter: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    number = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    amount = amounts[number]
    count = wd.wave_active_sum(amount)
    place = wd.wave_prefix_sum(amount)
    start = u32(0)
    if wd.wave_is_first_lane():
        start = wd.atomic_add(counter, 0, count)
    place += wd.wave_read_lane_first(start)
    for item in range(amount):
        out[place + item] = number


@pytest.mark.parametrize("lanes", (8, 16, 64, 128))
def test_waves_that_ask_for_a_place_a_lane_overlap(lanes):
    amounts = np.random.default_rng(1).integers(0, 4, 3 * lanes, dtype=np.uint32)
    amounts[:lanes] = 3
    arguments = (amounts, u32s(1), u32s(4 * amounts.size))
    report = checked(ordered_append_as_written, 3, *arguments, wave_sizes=[lanes])
    assert lines(report, "race") == {marked("here", ordered_append_as_written)}, f"\n{report}"
    assert {finding.between for finding in report.findings} == {"groups"}
    checked(ordered_append, 3, *arguments, wave_sizes=[lanes], clean=True)


@wd.kernel(num_threads=128)
def prefix_as_written(keep: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    counts = wd.groupshared(u32, 128)
    kept = keep[wd.group_index()] != 0
    bits = wd.wave_active_ballot(kept).x
    below = (u32(1) << wd.wave_lane_index()) - 1  # here
    place = wd.countbits(bits & below)
    count = wd.wave_active_count_bits(kept)
    if wd.wave_is_first_lane():
        counts[wd.group_wave_index()] = count
    wd.group_memory_barrier_with_group_sync()
    for other in range(wd.group_wave_index()):
        place += counts[other]
    out[wd.group_index()] = place


@wd.kernel(num_threads=128)
def prefix(keep: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    counts = wd.groupshared(u32, 128)
    kept = keep[wd.group_index()] != 0
    place = wd.wave_prefix_count_bits(kept)
    count = wd.wave_active_count_bits(kept)
    if wd.wave_is_first_lane():
        counts[wd.group_wave_index()] = count
    wd.group_memory_barrier_with_group_sync()
    for other in range(wd.group_wave_index()):
        place += counts[other]
    out[wd.group_index()] = place


def test_a_prefix_of_32_bits_is_none_of_64():
    keep = np.random.default_rng(2).integers(0, 2, 128, dtype=np.uint32)
    keep[:40] = 1
    small = checked(prefix_as_written, 1, keep, u32s(128), wave_sizes=[4, 8, 16, 32], clean=True)
    assert len(small.runs) == 4
    report = checked(prefix_as_written, 1, keep, u32s(128), wave_sizes=[32, 64, 128])
    assert rules(report) == {"results-differ"}, f"\n{report}"
    assert {note.rule for note in report.notes} == {"shift-amount"}, f"\n{report}"
    assert lines(report, "shift-amount") == {marked("here", prefix_as_written)}
    checked(prefix, 1, keep, u32s(128), wave_sizes=list(ALL_SIZES), clean=True)


# --- Proposal 0048 ------------------------------------------------------------------------------------------------------------


@wd.kernel(num_threads=(16, 16))
def final_reduction_as_written(depth: wd.Texture2D[f32], tiles: wd.RWTexture2D[f32]):
    least = wd.groupshared(f32, 256)
    place = wd.dispatch_thread_id()
    low = wd.wave_active_min(depth[place.x, place.y])
    least[wd.group_wave_index()] = low
    if wd.group_wave_index() == 0:
        wd.group_memory_barrier_with_group_sync()  # here
        for other in range(wd.group_wave_count()):
            low = min(low, least[other])
        tiles[wd.group_id().x, wd.group_id().y] = low


@wd.kernel(num_threads=(16, 16))
def final_reduction(depth: wd.Texture2D[f32], tiles: wd.RWTexture2D[f32]):
    # There may be waves that have no thread, and store nothing.
    least = wd.groupshared(f32, 256)
    least[wd.group_index()] = LARGE
    wd.group_memory_barrier_with_group_sync()
    place = wd.dispatch_thread_id()
    low = wd.wave_active_min(depth[place.x, place.y])
    least[wd.group_wave_index()] = low
    wd.group_memory_barrier_with_group_sync()
    if wd.group_wave_index() == 0:
        for other in range(wd.group_wave_count()):
            low = min(low, least[other])
        tiles[wd.group_id().x, wd.group_id().y] = low


def test_the_barrier_that_wave_0_reaches_alone():
    arguments = (np.random.default_rng(48).random((32, 16), np.float32), np.zeros((2, 1), np.float32))
    for lanes in ALL_SIZES:
        report = checked(final_reduction_as_written, (1, 2), *arguments, wave_sizes=[lanes])
        assert "barrier-not-reached" in rules(report), f"\n{report}"
        finding = next(one for one in report.findings if one.rule == "barrier-not-reached")
        assert finding.location.line in marked("here", final_reduction_as_written)
        assert (finding.places[0].group, finding.places[0].wave) == ((0, 0, 0), 0)
    checked(final_reduction, (1, 2), *arguments, clean=True)


@wd.kernel(num_threads=64)
def number_of_the_wave_as_written(out: wd.RWBuffer[u32]):
    # Nobody sees to the initialiser, `= 0`.
    numbers = wd.groupshared(u32, 1)
    wave = u32(0)
    if wd.wave_is_first_lane():
        wave = wd.atomic_add(numbers, 0, u32(1))  # here
    wave = wd.wave_read_lane_at(wave, 0)
    out[wd.group_index()] = wave


@wd.kernel(num_threads=64)
def number_of_the_wave_after_no_barrier(out: wd.RWBuffer[u32]):
    numbers = wd.groupshared(u32, 1)
    numbers[0] = u32(0)  # clear
    wave = u32(0)
    if wd.wave_is_first_lane():
        wave = wd.atomic_add(numbers, 0, u32(1))  # add
    wave = wd.wave_read_lane_at(wave, 0)
    out[wd.group_index()] = wave


@wd.kernel(num_threads=64)
def number_of_the_wave_without_lane_0(out: wd.RWBuffer[u32]):
    numbers = wd.groupshared(u32, 1)
    if wd.group_index() == 63:
        numbers[0] = u32(0)
    wd.group_memory_barrier_with_group_sync()
    if wd.wave_lane_index() % 3 != 0:
        wave = u32(0)
        if wd.wave_is_first_lane():
            wave = wd.atomic_add(numbers, 0, u32(1))
        wave = wd.wave_read_lane_at(wave, 0)  # here
        out[wd.group_index()] = wave


@wd.kernel(num_threads=64)
def number_of_the_wave(out: wd.RWBuffer[u32]):
    numbers = wd.groupshared(u32, 1)
    if wd.group_index() == 63:
        numbers[0] = u32(0)
    wd.group_memory_barrier_with_group_sync()
    if wd.wave_lane_index() % 3 != 0:
        wave = u32(0)
        if wd.wave_is_first_lane():
            wave = wd.atomic_add(numbers, 0, u32(1))
        wave = wd.wave_read_lane_first(wave)
        out[wd.group_index()] = wave


@pytest.mark.parametrize("lanes", (4, 16, 32))
def test_the_emulation_of_the_index_of_the_wave(lanes):
    report = checked(number_of_the_wave_as_written, 2, u32s(64), wave_sizes=[lanes])
    assert lines(report, "uninitialized") == {marked("here", number_of_the_wave_as_written)}, f"\n{report}"

    report = checked(number_of_the_wave_after_no_barrier, 1, u32s(64), wave_sizes=[lanes])
    clear, add = (marked(mark, number_of_the_wave_after_no_barrier) for mark in ("clear", "add"))
    assert rules(report) == {"race"}, f"\n{report}"
    assert clear | add in lines(report, "race") <= {clear, clear | add}, f"\n{report}"

    report = checked(number_of_the_wave_without_lane_0, 1, u32s(64), wave_sizes=[lanes])
    assert lines(report, "inactive-lane") == {marked("here", number_of_the_wave_without_lane_0)}, f"\n{report}"
    assert rules(report) == {"inactive-lane"}

    checked(number_of_the_wave, 1, u32s(64), wave_sizes=[lanes], clean=True)


@wd.kernel(num_threads=64)
def sums_by_arithmetic(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    # "Unsafe workarounds", as the proposal says: right where lanes have their threads in order.
    sums = wd.groupshared(u32, 64)
    wave = wd.group_index() // wd.wave_lane_count()
    waves = (64 + wd.wave_lane_count() - 1) // wd.wave_lane_count()
    total = wd.wave_active_sum(values[wd.group_index()])
    if wd.wave_is_first_lane():
        sums[wave] = total  # store
    wd.group_memory_barrier_with_group_sync()
    if wd.group_index() == 0:
        total = u32(0)
        for other in range(waves):
            total += sums[other]  # load
        out[0] = total


@wd.kernel(num_threads=64)
def sums_by_intrinsics(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    sums = wd.groupshared(u32, 64)
    total = wd.wave_active_sum(values[wd.group_index()])
    if wd.wave_is_first_lane():
        sums[wd.group_wave_index()] = total
    wd.group_memory_barrier_with_group_sync()
    if wd.group_index() == 0:
        total = u32(0)
        for other in range(wd.group_wave_count()):
            total += sums[other]
        out[0] = total


@pytest.mark.parametrize("lanes", (8, 16, 32))
def test_the_number_of_the_wave_by_arithmetic(lanes):
    """Orders of lanes keep quads, so that waves of four lanes have their numbers."""
    arguments = (np.arange(64, dtype=np.uint32), u32s(1))
    checked(sums_by_arithmetic, 1, *arguments, wave_sizes=[lanes], clean=True)
    orders = [("shuffled", seed) for seed in range(1, 4)]
    report = checked(sums_by_arithmetic, 1, *arguments, wave_sizes=[lanes], lane_orders=orders)
    assert "race" in rules(report) <= {"race", "uninitialized", "results-differ"}, f"\n{report}"
    assert lines(report, "race") == {marked("store", sums_by_arithmetic)}
    assert lines(report, "uninitialized") <= {marked("load", sums_by_arithmetic)}
    checked(sums_by_intrinsics, 1, *arguments, wave_sizes=[lanes], lane_orders=["linear", *orders], clean=True)


# --- The article ------------------------------------------------------------------------------------------------------------------


@wd.kernel(num_threads=(8, 8))
def lights_as_written(lights: wd.Buffer[wd.float4], out: wd.RWBuffer[wd.float4]):
    total = wd.float4(0.0)
    count = len(lights)
    lanes = wd.wave_lane_count()
    for i in range((count + lanes - 1) // lanes):
        loaded = lights[i * lanes + wd.group_index()]  # load
        for other in range(min(lanes, count - lanes * i)):
            total += wd.wave_read_lane_at(loaded, other)  # read
    out[wd.group_index()] = total


@wd.kernel(num_threads=(8, 8))
def lights_by_lane(lights: wd.Buffer[wd.float4], out: wd.RWBuffer[wd.float4]):
    total = wd.float4(0.0)
    count = len(lights)
    lanes = wd.wave_lane_count()
    for i in range((count + lanes - 1) // lanes):
        loaded = lights[i * lanes + wd.wave_lane_index()]  # load
        for other in range(min(lanes, count - lanes * i)):
            total += wd.wave_read_lane_at(loaded, other)  # read
    out[wd.group_index()] = total


def lights(count: int) -> tuple[np.ndarray, np.ndarray]:
    return np.random.default_rng(count).random((count, 4), np.float32), np.zeros((64, 4), np.float32)


def test_the_index_in_the_group_is_no_index_of_a_lane():
    report = checked(lights_as_written, 1, *lights(64), wave_sizes=[16, 32, 64])
    assert rules(report) == {"results-differ"}, f"\n{report}"
    checked(lights_by_lane, 1, *lights(64), wave_sizes=[4, 8, 16, 32, 64], clean=True)


@pytest.mark.parametrize("lanes", (8, 16, 64))
def test_the_last_loads_are_past_the_end(lanes):
    """Buffers forgive that, so that it is a note; without the bounds checks it is a finding."""
    report = checked(lights_by_lane, 1, *lights(21), wave_sizes=[lanes])
    assert report.ok, f"\n{report}"
    assert lines(report, "buffer-bounds") == {marked("load", lights_by_lane)}, f"\n{report}"
    assert report.notes[0].places[0].lanes == tuple(range(21 % lanes, lanes))
    report = checked(lights_by_lane, 1, *lights(21), wave_sizes=[lanes], unchecked=True)
    assert rules(report) == {"buffer-bounds"}, f"\n{report}"


def test_lanes_without_a_thread_load_no_lights():
    """64 threads are half a wave of 128 lanes, and nobody loaded what is read of the other half."""
    checked(lights_by_lane, 1, *lights(64), wave_sizes=[128], clean=True)
    report = checked(lights_by_lane, 1, *lights(100), wave_sizes=[128])
    assert lines(report, "inactive-lane") == {marked("read", lights_by_lane)}, f"\n{report}"


# --- The page on groups that are no whole number of waves ----------------------------------------------------------------------------


@wd.kernel(num_threads=(7, 7))
def tile_of_49_threads(out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 49)
    tile[wd.group_index()] = wd.group_index() * 3
    wd.group_memory_barrier_with_group_sync()
    out[wd.group_index()] = tile[wd.group_index()]


@wd.kernel(num_threads=(5, 13))
def tile_of_65_threads(out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 65)
    tile[wd.group_index()] = wd.group_index() * 3
    wd.group_memory_barrier_with_group_sync()
    out[wd.group_index()] = tile[64 - wd.group_index()]


def test_groups_that_are_no_whole_number_of_waves_are_right():
    """They waste lanes, and are no mistake."""
    checked(tile_of_49_threads, 1, u32s(49), clean=True)
    checked(tile_of_65_threads, 1, u32s(65), clean=True)
