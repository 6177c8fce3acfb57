"""The mistakes in the examples of the documents that this project implements: the checker finds them in kernels that
follow the examples' text, and nothing in the corrected ones.

The documents: proposals 0048 and 0054 of microsoft/hlsl-specs, the page on the wave intrinsics of the wiki of
microsoft/DirectXShaderCompiler, and the article "WaveLane" by sebbbi. The kernels are those of `examples/mistakes`. What
comes of the mistakes is in `test/python/bugs/test_sample_mistakes.py`.
"""

from __future__ import annotations

import inspect
import runpy

import numpy as np
import pytest
from example_launches import EXAMPLES, load_example
from mistake_kernels import ALL_SIZES, u32s

import wavedialect as wd
from wavedialect import f32, u32

TILE = 8
LARGE = 3.0e38
FILES = sorted((EXAMPLES / "mistakes").glob("*.py"))
MODULES = {file.stem.removeprefix("proposal_"): load_example(f"mistakes/{file.stem}") for file in FILES}


def kernels(name: str) -> tuple[wd.Kernel, wd.Kernel]:
    """As written, and corrected."""
    return MODULES[name].as_written, MODULES[name].corrected


def at(kernel: wd.Kernel, *texts: str) -> frozenset[int]:
    """The lines of a kernel that hold one of these texts."""
    lines, first = inspect.getsourcelines(inspect.unwrap(kernel))
    found = [number for number, line in enumerate(lines, first) if any(text in line for text in texts)]
    assert len(found) == len(texts)
    return frozenset(found)


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
    return {frozenset(place.location.line for place in one.culprits if place.location) for one in found}


def rules(report) -> set[str]:
    """Of the findings; notes do not count."""
    return {finding.rule for finding in report.findings}


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_mistake_is_found_and_the_corrected_kernel_is_not_accused(name):
    module = MODULES[name]
    assert not module.check(module.as_written)
    report = module.check(module.corrected)
    assert report.ok and not report.notes, f"\n{report}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_example_as_a_program(file, capsys):
    with pytest.raises(SystemExit) as end:
        runpy.run_path(str(file), run_name="__main__")
    assert end.value.code == 1
    assert capsys.readouterr().out.startswith(f"{file}:")


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


DEPTH = np.random.default_rng(54).random((3 * TILE, 2 * TILE), np.float32)


def test_the_row_of_the_tile_that_is_lost():
    """`coord.y = GetGroupWaveIndex() * ...`: it loses the lane's row as well, of which there are more in larger waves."""
    as_written, _ = kernels("0054_lost_row")
    report = checked(as_written, (2, 3), DEPTH, u32s(6).reshape(3, 2), wave_sizes=[8, 16, 32])
    assert rules(report) == {"results-differ"}, f"\n{report}"


@pytest.mark.parametrize("kernel", [one_wave, kernels("0054_lost_row")[1]], ids=["one", "two"])
def test_tiles_of_one_and_two_waves_are_right(kernel):
    checked(kernel, (2, 3), DEPTH, u32s(6).reshape(3, 2), clean=True)


WIDTH = 16


def test_the_addition_that_every_lane_does():
    """`AtomicAdd` stands in wave 0's branch: each lane gets another offset, and all of them store theirs."""
    image = np.random.default_rng(5).random((16, 16), np.float32)
    arguments = (image, u32s(1), u32s(1 << 16))
    as_written, _ = kernels("0054_add_of_every_lane")
    texts = "store[j] = following", "total += store[j]", "of_wave = store[j]", "out[place] ="
    store, first, second, out = (at(as_written, text) for text in texts)
    for size in (16, 32, 64):
        groups = (1, 16 // (4 * size // WIDTH))
        report = checked(as_written, groups, *arguments, wave_sizes=[size])
        found = lines(report, "race")
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


@pytest.mark.parametrize("lanes", ALL_SIZES)
def test_lanes_without_an_item_write_as_well(lanes):
    items = np.arange(1000, 1000 + 3 * lanes, dtype=np.uint32)
    items[::3] = 0
    arguments = (items, u32s(1), u32s(items.size))
    as_written, corrected = kernels("wiki_append_of_nothing")
    report = checked(as_written, 3, *arguments, wave_sizes=[lanes])
    assert lines(report, "race") == {at(as_written, "out[start] = item")}, f"\n{report}"
    assert rules(report) == {"race"}
    checked(corrected, 3, *arguments, wave_sizes=[lanes], clean=True)


@pytest.mark.parametrize("lanes", (4, 32, 128))
def test_the_last_lane_without_an_item_writes_where_the_next_group_does(lanes):
    """In each wave the last lane alone has nothing to append: the race is between groups."""
    items = np.arange(1000, 1000 + 3 * lanes, dtype=np.uint32)
    items[lanes - 1 :: lanes] = 0
    as_written, _ = kernels("wiki_append_of_nothing")
    report = checked(as_written, 3, items, u32s(1), u32s(items.size), wave_sizes=[lanes])
    (finding,) = report.findings
    assert (finding.rule, finding.between, finding.memory) == ("race", "groups", "out"), f"\n{report}"
    assert {place.group[0] for place in finding.places} == {0, 1}


@pytest.mark.parametrize("lanes", (8, 16, 64, 128))
def test_waves_that_ask_for_a_place_a_lane_overlap(lanes):
    amounts = np.random.default_rng(1).integers(0, 4, 3 * lanes, dtype=np.uint32)
    amounts[:lanes] = 3
    arguments = (amounts, u32s(1), u32s(4 * amounts.size))
    as_written, corrected = kernels("wiki_ordered_append")
    report = checked(as_written, 3, *arguments, wave_sizes=[lanes])
    assert lines(report, "race") == {at(as_written, "out[place + item] = number")}, f"\n{report}"
    assert {finding.between for finding in report.findings} == {"groups"}
    checked(corrected, 3, *arguments, wave_sizes=[lanes], clean=True)


def test_a_prefix_of_32_bits_is_none_of_64():
    keep = np.random.default_rng(2).integers(0, 2, 128, dtype=np.uint32)
    keep[:40] = 1
    as_written, corrected = kernels("wiki_prefix_of_32_lanes")
    small = checked(as_written, 1, keep, u32s(128), wave_sizes=[4, 8, 16, 32], clean=True)
    assert len(small.runs) == 4
    report = checked(as_written, 1, keep, u32s(128), wave_sizes=[32, 64, 128])
    assert rules(report) == {"results-differ"}, f"\n{report}"
    assert {note.rule for note in report.notes} == {"shift-amount"}, f"\n{report}"
    assert lines(report, "shift-amount") == {at(as_written, "<< wd.wave_lane_index()")}
    checked(corrected, 1, keep, u32s(128), wave_sizes=list(ALL_SIZES), clean=True)


# --- Proposal 0048 ------------------------------------------------------------------------------------------------------------


def test_the_barrier_that_only_wave_0_reaches():
    arguments = (np.random.default_rng(48).random((32, 16), np.float32), np.zeros((2, 1), np.float32))
    as_written, corrected = kernels("0048_barrier_of_one_wave")
    for lanes in ALL_SIZES:
        report = checked(as_written, (1, 2), *arguments, wave_sizes=[lanes])
        assert "barrier-not-reached" in rules(report), f"\n{report}"
        finding = next(one for one in report.findings if one.rule == "barrier-not-reached")
        assert finding.location.line in at(as_written, "wd.group_memory_barrier")
        assert (finding.places[0].group, finding.places[0].wave) == ((0, 0, 0), 0)
    checked(corrected, (1, 2), *arguments, clean=True)


@pytest.mark.parametrize("lanes", (4, 16, 32))
def test_the_emulation_of_the_index_of_the_wave(lanes):
    as_written, corrected = kernels("0048_initializer")
    report = checked(as_written, 2, u32s(64), wave_sizes=[lanes])
    assert lines(report, "uninitialized") == {at(as_written, "wd.atomic_add")}, f"\n{report}"
    checked(corrected, 1, u32s(64), wave_sizes=[lanes], clean=True)

    as_written, corrected = kernels("0048_no_barrier")
    report = checked(as_written, 1, u32s(64), wave_sizes=[lanes])
    assert rules(report) == {"race"}, f"\n{report}"
    assert lines(report, "race") == {at(as_written, "numbers[0] = u32(0)", "wd.atomic_add")}, f"\n{report}"
    checked(corrected, 1, u32s(64), wave_sizes=[lanes], clean=True)

    as_written, corrected = kernels("0048_read_of_lane_0")
    report = checked(as_written, 1, u32s(64), wave_sizes=[lanes])
    assert lines(report, "inactive-lane") == {at(as_written, "wd.wave_read_lane_at")}, f"\n{report}"
    assert rules(report) == {"inactive-lane"}
    checked(corrected, 1, u32s(64), wave_sizes=[lanes], clean=True)


@pytest.mark.parametrize("lanes", (8, 16, 32))
def test_the_number_of_the_wave_by_arithmetic(lanes):
    """Orders of lanes keep quads, so that waves of four lanes have their numbers."""
    arguments = (np.arange(64, dtype=np.uint32), u32s(1))
    as_written, corrected = kernels("0048_wave_by_division")
    checked(as_written, 1, *arguments, wave_sizes=[lanes], clean=True)
    orders = [("shuffled", seed) for seed in range(1, 4)]
    report = checked(as_written, 1, *arguments, wave_sizes=[lanes], lane_orders=orders)
    assert "race" in rules(report) <= {"race", "uninitialized", "results-differ"}, f"\n{report}"
    assert lines(report, "race") == {at(as_written, "sums[wave] = total")}
    assert lines(report, "uninitialized") <= {at(as_written, "total += sums[other]")}
    checked(corrected, 1, *arguments, wave_sizes=[lanes], lane_orders=["linear", *orders], clean=True)


# --- The article ------------------------------------------------------------------------------------------------------------------


def lights(count: int) -> tuple[np.ndarray, np.ndarray]:
    return np.random.default_rng(count).random((count, 4), np.float32), np.zeros((64, 4), np.float32)


def test_the_index_in_the_group_is_no_index_of_a_lane():
    as_written, corrected = kernels("article_index_in_the_group")
    report = checked(as_written, 1, *lights(64), wave_sizes=[16, 32, 64])
    assert rules(report) == {"results-differ"}, f"\n{report}"
    checked(corrected, 1, *lights(64), wave_sizes=[4, 8, 16, 32, 64], clean=True)


@pytest.mark.parametrize("lanes", (8, 16, 64))
def test_the_last_loads_are_past_the_end(lanes):
    """Buffers forgive that, so that it is a note; without the bounds checks it is a finding."""
    as_written, corrected = kernels("article_past_the_end")
    report = checked(as_written, 1, *lights(21), wave_sizes=[lanes])
    assert report.ok, f"\n{report}"
    assert lines(report, "buffer-bounds") == {at(as_written, "loaded = lights[")}, f"\n{report}"
    assert report.notes[0].places[0].lanes == tuple(range(21 % lanes, lanes))
    report = checked(as_written, 1, *lights(21), wave_sizes=[lanes], unchecked=True)
    assert rules(report) == {"buffer-bounds"}, f"\n{report}"
    checked(corrected, 1, *lights(21), wave_sizes=[lanes], unchecked=True, clean=True)


def test_lanes_without_a_thread_load_no_lights():
    """64 threads are half a wave of 128 lanes, and nobody loaded what is read of the other half."""
    as_written, corrected = kernels("article_wave_of_128")
    checked(as_written, 1, *lights(64), wave_sizes=[128], clean=True)
    report = checked(as_written, 1, *lights(100), wave_sizes=[128])
    assert lines(report, "inactive-lane") == {at(as_written, "wd.wave_read_lane_at")}, f"\n{report}"
    checked(corrected, 1, *lights(100), wave_sizes=[64, 128], clean=True)


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
