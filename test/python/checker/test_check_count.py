"""What a kernel executes, in numbers."""

from __future__ import annotations

import numpy as np
import pytest
from native_results import FILE, access, at, finding, result, running, sums

import wavedialect as wd
from wavedialect import u32
from wavedialect.checker.count import KINDS, Count

SRC = np.arange(64, dtype=np.uint32)
COUNTED = {
    "sum": (8, 64),
    "load src": (8, 64),
    "twice": (8, 60),
    "branch": (8, 64),
    "write": (4, 32),
    "barrier": (4, 32),
    "read": (8, 64),
    "add": (8, 1064),
    "out": (8, 64),
}


def arguments():
    return [SRC, np.zeros(4, np.uint32), np.zeros((64, 3), np.float32), 2]


def counted(watched, **options):
    calls = watched(running(result(counts=COUNTED, groups=2, waves=8, lanes=64, lanes_without_work=3)))
    return sums.count((2, 1), *arguments(), wave_size=8, **options), calls


def test_counts(watched):
    counts, calls = counted(watched)
    assert counts.loads == {"src": (16, 124), "store": (8, 64)}
    assert counts.stores == {"store": (4, 32), "out": (8, 64)}
    assert counts.atomics == {"atomic_add": (8, 1064)}
    assert counts.barriers == {"group_memory_barrier_with_group_sync": (4, 32)}
    assert counts.wave_operations == {"wave_active_sum": (8, 64)}
    assert (counts.loads.executions, counts.loads.lanes) == (24, 188)
    assert (counts.groups, counts.waves, counts.lanes) == (2, 8, 64)
    assert (counts.lanes_without_thread, counts.lanes_without_work) == (0, 3)
    assert counts.is_complete and counts.configuration.wave_size == 8
    settings = calls[0][4]
    assert (settings.undefined, settings.trace, settings.optimized) == (False, False, True)


def test_counts_of_one_memory(watched):
    counts, _ = counted(watched)
    of_out = counts.of("out")
    assert (of_out.loads, of_out.stores, of_out.atomics) == (Count(), (8, 64), {"atomic_add": (8, 1064)})
    assert counts.of("points").loads.executions == 0
    with pytest.raises(wd.WaveError, match="kernel 'sums' has no memory 'nope'\nhelp: .*: src, out, points, store"):
        counts.of("nope")
    assert counts.atomics["atomic_max"] == (0, 0) and "atomic_max" not in counts.atomics


def test_counts_as_a_mapping(watched):
    counts, _ = counted(watched)
    assert list(counts) == list(KINDS) and len(counts) == len(KINDS)
    assert dict(counts)["loads"] is counts["loads"] is counts.loads
    with pytest.raises(KeyError):
        counts["groups"]


def test_counts_by_line(watched):
    counts, _ = counted(watched)
    assert counts.by_line[FILE, at("sum").line] == {"wave_active_sum": (8, 64), "load from src": (8, 64)}
    assert counts.by_line[FILE, at("in twice").line] == {"load from src": (8, 60)}
    assert counts.by_line[FILE, at("read").line] == {"load from store": (8, 64), "atomic_add on out": (8, 1064)}
    lines = counts.listing().splitlines()
    assert [line for line in lines if "atomic_add on out" in line][0].endswith(" 8  1,064")
    assert f"native_results.py:{at('write').line}: store to store" in counts.listing()
    assert "store[wd.group_wave_index()] = total  # write" in counts.listing()


def test_counts_as_text(watched):
    counts, _ = counted(watched)
    assert str(counts) == (
        "kernel 'sums' at wave_size=8, groups=(2, 1, 1)\n"
        "                                        waves  lanes\n"
        "loads                                      24    188\n"
        "  src                                      16    124\n"
        "  store                                     8     64\n"
        "stores                                     12     96\n"
        "  store                                     4     32\n"
        "  out                                       8     64\n"
        "atomics                                     8  1,064\n"
        "  atomic_add                                8  1,064\n"
        "barriers                                    4     32\n"
        "  group_memory_barrier_with_group_sync      4     32\n"
        "wave operations                             8     64\n"
        "  wave_active_sum                           8     64\n"
        "752 bytes loaded, 384 stored\n"
        "2 groups, 8 waves, 64 lanes with a thread\n"
        "0 lanes without a thread, 3 without work"
    )


def test_one_of_each(watched):
    watched(running(result(groups=1, waves=1, lanes=1, lanes_without_thread=1)))
    text = str(sums.count(1, *arguments(), wave_size=8))
    assert text.endswith("1 group, 1 wave, 1 lane with a thread\n1 lane without a thread, 0 without work")


def test_options(watched):
    _, calls = counted(watched, optimized=False, extra_waves=1, lane_order="tiled", most_seconds=5)
    settings, options = calls[0][4], calls[0][1]
    assert (settings.optimized, settings.most_seconds, options.extra_waves) == (False, 5, 1)
    watched(running())
    for wrong in ({"wave_size": 3}, {"lane_order": "random"}, {"extra_waves": -1}, {"most_seconds": "1"}):
        with pytest.raises(wd.LaunchError):
            sums.count(1, *arguments(), **wrong)
    for wrong in (["tiled"], ["linear", "tiled"]):
        with pytest.raises(wd.LaunchError, match="^lane_order is .*\nhelp: use"):
            sums.count(1, *arguments(), lane_order=wrong)
    with pytest.raises(wd.WaveError, match="optimized is 1"):
        sums.count(1, *arguments(), optimized=1)
    assert sums.count(lambda lanes: lanes, *arguments(), wave_size=16).group_extent == (16, 1, 1)


def test_a_run_that_ends_early(watched):
    watched(running(result(counts=COUNTED, end="seconds")))
    counts = sums.count(1, *arguments())
    assert not counts.is_complete and str(counts).endswith("the run ended early: it ran out of time")


def test_a_run_that_cannot_go_on(watched):
    stuck = finding("barrier-not-reached", access("barrier", lane=-1), access("out", wave=2, lane=-1))
    watched(running(result([stuck], end="findings")))
    with pytest.raises(wd.CheckError, match="is not reached by all live waves"):
        sums.count(1, *arguments())


@wd.kernel(num_waves=2)
def halves(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    store = wd.groupshared(u32, 2 * wd.wave_lane_count())
    mine = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    store[mine] = src[mine]
    wd.group_memory_barrier_with_group_sync()
    if wd.group_wave_index() == 0:
        total = wd.wave_active_sum(store[2 * mine] + store[2 * mine + 1])
        if wd.wave_is_first_lane():
            wd.atomic_add(out, 0, total)


def test_a_kernel_that_runs():
    out = np.zeros(1, np.uint32)
    counts = halves.count(3, np.ones(16, np.uint32), out, wave_size=8, optimized=False)
    assert not out.any()
    assert counts.of("src").loads == (6, 48) and counts.of("store").stores == (6, 48)
    assert counts.of("store").loads == (6, 48)
    assert counts.of("out").atomics == {"atomic_add": (3, 3)}
    assert counts.barriers == {"group_memory_barrier_with_group_sync": (6, 48)}
    assert counts.wave_operations["wave_active_sum"] == (3, 24)
    assert (counts.groups, counts.waves, counts.lanes, counts.lanes_without_thread) == (3, 6, 48, 0)
    assert counts.lanes_without_work == 0
    assert halves.count(3, np.ones(16, np.uint32), out, wave_size=8).of("out").atomics == {"atomic_add": (3, 3)}
