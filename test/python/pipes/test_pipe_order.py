"""The order that pipes and atomics establish together, in runs with very many steps and atomics."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import u32

LANES = 4


def rules(report):
    """The rules of the findings, which the checker found in a whole run."""
    assert report.is_complete, f"\n{report}"
    return {finding.rule for finding in report.findings}


@wd.kernel(num_waves=2)
def race_after_uses(count: wd.RWBuffer[u32], data: wd.RWBuffer[u32], uses: u32):
    lane, wave = wd.wave_lane_index(), wd.group_wave_index()
    pipe = wd.pipe(1, producers=0, consumers=1)
    if wd.wave_is_first_lane():
        wd.atomic_add(count, 0, 1)
    wd.device_memory_barrier()
    with wd.waves(0):
        for _ in range(uses):
            pipe.acquire()
            pipe.commit()
    with wd.waves(1):
        for _ in range(uses):
            pipe.wait()
            pipe.release()
    data[lane] = wave


@pytest.mark.parametrize("uses", [10, 2_100_000])
def test_a_race_after_any_number_of_uses(uses):
    arguments = np.zeros(1, np.uint32), np.zeros(LANES, np.uint32), uses
    report = race_after_uses.check(1, *arguments, wave_sizes=LANES, wave_orders="by index")
    assert rules(report) == {"race"}, f"\n{report}"


@wd.kernel(num_waves=2)
def row_of_another_group_in_each_use(row: wd.RWBuffer[u32], ready: wd.RWBuffer[u32], out: wd.RWBuffer[u32], uses: u32):
    """Group 0 stores a row; wave 0 of the others learns of it by an atomic, and passes that on to wave 1 by the pipe."""
    lanes, lane, group = wd.wave_lane_count(), wd.wave_lane_index(), wd.group_id().x
    pipe = wd.pipe(2, producers=0, consumers=1)
    with wd.waves(0):
        if group == 0:
            row[lane] = lane
        wd.device_memory_barrier()
        if wd.wave_is_first_lane():
            wd.atomic_add(ready, 0, 1)
        wd.device_memory_barrier()
        for _ in range(uses):
            pipe.acquire()
            pipe.commit()
    with wd.waves(1):
        total = u32(0)
        for _ in range(uses):
            pipe.wait()
            total += row[lane]
            pipe.release()
        out[group * lanes + lane] = total


def test_the_time_of_many_uses():
    """A search of all earlier steps in each use would take minutes."""
    arguments = np.zeros(LANES, np.uint32), np.zeros(1, np.uint32), np.zeros(2 * LANES, np.uint32), 100_000
    report = row_of_another_group_in_each_use.check(
        2, *arguments, wave_sizes=LANES, wave_orders="by index", most_seconds=30
    )
    assert not rules(report), f"\n{report}"


@wd.kernel(num_waves=2)
def many_atomics_of_the_first_group(counts: wd.RWBuffer[u32], data: wd.RWBuffer[u32], atomics: u32):
    """Each atomic follows a barrier and is by another wave than the one before it on its element."""
    lanes, lane, wave, group = wd.wave_lane_count(), wd.wave_lane_index(), wd.group_wave_index(), wd.group_id().x
    ping = wd.pipe(1, producers=0, consumers=1)
    if group == 0:
        for _ in range(atomics):
            wd.device_memory_barrier()
            wd.atomic_add(counts, lane, 1)
    with wd.waves(0):
        ping.acquire()
        ping.commit()
    with wd.waves(1):
        ping.wait()
        ping.release()
    data[group * lanes + lane] = wave


def test_races_inside_groups_after_a_group_with_too_many_atomics():
    lanes, groups = 128, 3
    arguments = np.zeros(lanes, np.uint32), np.zeros(groups * lanes, np.uint32), 20_000
    report = many_atomics_of_the_first_group.check(groups, *arguments, wave_sizes=lanes, wave_orders="by index")
    (race,) = report.findings
    assert rules(report) == {"race"} and race.places[0].group == (1, 0, 0), f"\n{report}"


# --- What a wave releases by an atomic -----------------------------------------------------------------------------


@wd.kernel(num_waves=3)
def group_that_reads_the_other(partial: wd.RWBuffer[u32], done: wd.RWBuffer[u32], out: wd.RWBuffer[u32], late: u32):
    """Wave 0 stores a row and tells wave 1, which tells wave 2, which counts the group and reads all rows."""
    lanes, lane, group = wd.wave_lane_count(), wd.wave_lane_index(), wd.group_id().x
    first = wd.pipe(1, producers=0, consumers=1)
    second = wd.pipe(1, producers=1, consumers=2)
    with wd.waves(0):
        first.acquire()
        if late != 1:
            partial[group * lanes + lane] = group
        first.commit()
        if late == 1:
            partial[group * lanes + lane] = group
    with wd.waves(1):
        first.wait()
        second.acquire()
        second.commit()
        first.release()
    with wd.waves(2):
        if late == 2:
            wd.device_memory_barrier()
        second.wait()
        if late != 2:
            wd.device_memory_barrier()
        if wd.wave_is_first_lane():
            wd.atomic_add(done, 0, 1)
        wd.device_memory_barrier()
        if group == 1:
            out[lane] = partial[lane]
        second.release()


@pytest.mark.parametrize(
    ("late", "expected"),
    [(0, set()), (1, {"race"}), (2, {"race"})],
    ids=["in order", "store after the commit", "barrier before the wait"],
)
def test_a_release_of_what_other_waves_have_passed_on(late, expected):
    arguments = np.zeros(2 * LANES, np.uint32), np.zeros(1, np.uint32), np.zeros(LANES, np.uint32), late
    report = group_that_reads_the_other.check(2, *arguments, wave_sizes=LANES)
    assert rules(report) == expected, f"\n{report}"


@wd.kernel(num_waves=2)
def lesson_passed_on(row: wd.RWBuffer[u32], done: wd.RWBuffer[u32], out: wd.RWBuffer[u32], late: u32):
    """Wave 0 of the second group learns of the first group's row, before or after its commit."""
    lane, group = wd.wave_lane_index(), wd.group_id().x
    pipe = wd.pipe(1, producers=0, consumers=1)
    with wd.waves(0):
        if group == 0:
            row[lane] = lane
        pipe.acquire()
        if late == 1:
            pipe.commit()
        wd.device_memory_barrier()
        if wd.wave_is_first_lane():
            wd.atomic_add(done, 0, 1)
        if late == 2:
            pipe.commit()
        wd.device_memory_barrier()
        if late == 0:
            pipe.commit()
    with wd.waves(1):
        pipe.wait()
        if group == 1:
            out[lane] = row[lane]
        pipe.release()


@pytest.mark.parametrize(
    ("late", "expected"),
    [(0, set()), (1, {"race"}), (2, {"race"})],
    ids=["in order", "commit before the atomic", "commit before the barrier"],
)
def test_a_lesson_that_a_pipe_passes_on(late, expected):
    arguments = np.zeros(LANES, np.uint32), np.zeros(1, np.uint32), np.zeros(LANES, np.uint32), late
    report = lesson_passed_on.check(2, *arguments, wave_sizes=LANES)
    assert rules(report) == expected, f"\n{report}"
