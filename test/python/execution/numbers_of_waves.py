"""Kernels in which each lane writes the index and the count of waves that it sees, and what must hold for them."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from machines import Machine

import wavedialect as wd
from wavedialect import u32

GROUPS = (2, 2, 1)
EVERYWHERE = "before in_loop after_loop after_barrier in_branch late".split()
"""Where a lane looks: before and in a loop, behind it, behind a barrier, in a branch, when others have returned."""
COLUMNS = [
    *"lane lanes leader index_is_one count_is_one".split(),
    *(f"{what}_{where}" for where in EVERYWHERE for what in ("index", "count")),
]
UNTOUCHED = 0xDEADBEEF
Column = {name: place for place, name in enumerate(COLUMNS)}


@wd.func
def note(rows, row, place, index, count):
    """Writes a pair into a lane's row."""
    rows[row + place] = index
    rows[row + place + 1] = count


@wd.func
def look(rows, row, number):
    """What a lane sees while none has returned."""
    lane = wd.wave_lane_index()
    index = wd.group_wave_index()
    count = wd.group_wave_count()
    rows[row] = lane
    rows[row + 1] = wd.wave_lane_count()
    rows[row + 2] = wd.wave_read_lane_first(number)
    rows[row + 3] = u32(wd.wave_active_all_equal(index))
    rows[row + 4] = u32(wd.wave_active_all_equal(count))
    note(rows, row, u32(5), index, count)
    most, sum, trips = count, u32(0), u32(0)
    # Lanes leave the loop at different times, and waves run it a different number of times.
    for _ in range((number & 3) + wd.group_wave_index() % 3 + 1):
        most = wd.max(most, wd.group_wave_count())
        sum += wd.group_wave_index()
        trips += 1
    note(rows, row, u32(7), sum // trips, most)
    note(rows, row, u32(9), wd.group_wave_index(), wd.group_wave_count())
    wd.group_memory_barrier_with_group_sync()
    note(rows, row, u32(11), wd.group_wave_index(), wd.group_wave_count())
    if number % 2 == 1:
        note(rows, row, u32(13), wd.group_wave_index(), wd.group_wave_count())
    else:
        note(rows, row, u32(13), wd.group_wave_index() + 0, wd.group_wave_count() * 1)


@functools.cache
def of_threads(extent: tuple[int, ...], wave_size: Any = None) -> Any:
    """A kernel whose groups are counted in threads."""
    threads, columns = math.prod(extent), len(COLUMNS)

    @wd.kernel(num_threads=extent, wave_size=wave_size)
    def threads_look(rows: wd.RWBuffer[u32]):
        group = wd.group_id().y * wd.group_count().x + wd.group_id().x
        number = wd.group_index()
        row = (group * u32(threads) + number) * u32(columns)
        look(rows, row, number)
        if number % 5 == 3:
            note(rows, row, u32(15), wd.group_wave_index(), wd.group_wave_count())
            return
        for _ in range(3):
            wd.group_memory_barrier_with_group_sync()
        note(rows, row, u32(15), wd.group_wave_index(), wd.group_wave_count())

    return threads_look


@functools.cache
def of_waves(num_waves: int, wave_size: Any = None) -> Any:
    """A kernel whose groups are counted in waves."""
    columns = len(COLUMNS)

    @wd.kernel(num_waves=num_waves, wave_size=wave_size)
    def waves_look(rows: wd.RWBuffer[u32]):
        group = wd.group_id().y * wd.group_count().x + wd.group_id().x
        number = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
        lanes = wd.group_wave_count() * wd.wave_lane_count()
        row = (group * lanes + number) * u32(columns)
        look(rows, row, number)
        if number % 5 == 3:
            note(rows, row, u32(15), wd.group_wave_index(), wd.group_wave_count())
            return
        for _ in range(3):
            wd.group_memory_barrier_with_group_sync()
        note(rows, row, u32(15), wd.group_wave_index(), wd.group_wave_count())

    return waves_look


def seen(machine: Machine, kernel: Any, lanes: int, wave_size: int | None) -> np.ndarray:
    """What the lanes of each group wrote: (groups, lanes, columns)."""
    rows = np.full((math.prod(GROUPS), lanes, len(COLUMNS)), UNTOUCHED, np.uint32)
    machine.run(kernel, GROUPS, rows, wave_size=wave_size)
    return rows


def counts(rows: np.ndarray) -> np.ndarray:
    """All counts that anybody saw, anywhere."""
    return np.stack([rows[..., Column[f"count_{where}"]] for where in EVERYWHERE])


def waves_of(group: np.ndarray) -> Iterator[np.ndarray]:
    """The rows of each wave: of lanes that had the same first one."""
    for leader in np.unique(group[:, Column["leader"]]):
        yield group[group[:, Column["leader"]] == leader]


def check(rows: np.ndarray, wave_size: int, waves: int, idle: int = 0) -> None:
    """The count is ``waves`` everywhere, and the indices below it are spread over the waves, but for ``idle`` of them."""
    assert (rows != UNTOUCHED).all(), "a lane did not write everything"
    assert set(rows[..., Column["lanes"]].ravel()) == {wave_size}
    found = set(counts(rows).ravel().tolist())
    assert found == {waves}, f"counts are {sorted(found)}, not {waves}"
    for where in EVERYWHERE:
        same = rows[..., Column[f"index_{where}"]] == rows[..., Column["index_before"]]
        assert same.all(), f"the index is another one {where}"
    votes = rows[..., [Column["index_is_one"], Column["count_is_one"]]]
    assert votes.all(), "wave_active_all_equal finds a wave with several of them"
    index, lane = rows[..., Column["index_before"]], rows[..., Column["lane"]]
    assert index.max() < waves, f"index {index.max()} of {waves} waves"
    assert lane.max() < wave_size
    for group, indices, lanes in zip(rows, index, lane, strict=True):
        pairs = set(zip(indices.tolist(), lanes.tolist(), strict=True))
        assert len(pairs) == len(lanes), "two threads are one lane of one wave"
        owners = [set(wave[:, Column["index_before"]].tolist()) for wave in waves_of(group)]
        assert all(len(owner) == 1 for owner in owners), "the index is not the same in a wave"
        assert len(set.union(*owners)) == len(owners), "two waves have one index"
        missing = set(range(waves)) - set.union(*owners)
        assert len(missing) == idle, f"no wave has the indices {missing}"
