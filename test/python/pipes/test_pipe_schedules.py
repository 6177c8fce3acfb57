"""A search of all orders of steps agrees with the one run of the checker: with the same steps, all orders end alike."""

from __future__ import annotations

import os

import numpy as np
import pytest
from pipe_programs import ELEMENTS, ends, made, racing

import wavedialect as wd
from wavedialect import u32

COUNT = int(os.environ.get("WAVEDIALECT_RANDOM_KERNELS", "40"))


def checked(program, folder, orders=("by index",)):
    """The report on a program."""
    out = np.zeros(4 * program.waves, np.uint32)
    return program.load(folder).check(1, out, wave_sizes=4, wave_orders=orders)


@pytest.mark.parametrize("seed", range(COUNT))
def test_all_orders_end_alike(seed, tmp_path):
    program = made(seed)
    (end,) = ends(program)
    report = checked(program, tmp_path, ["by index", "backward", ("shuffled", seed)])
    rules = {finding.rule for finding in report.findings}
    shown = f"\n{program.source}\n{report}"
    assert ("pipe-deadlock" in rules) is program.is_stuck(end), shown
    assert rules <= {"pipe-deadlock", "pipe-unbalanced"}, shown
    # Nothing is searched in a program without steps.
    proved = "any arguments" if ".acquire()" in program.source or ".wait()" in program.source else "any order"
    assert report.no_deadlock == ("" if rules else proved), shown


def test_programs_of_both_kinds_are_made():
    stuck = 0
    for seed in range(200):
        program = made(seed)
        (end,) = ends(program)
        stuck += program.is_stuck(end)
    assert 20 < stuck < 180


@pytest.mark.parametrize("seed", range(COUNT))
def test_races_are_those_of_the_definition(seed, tmp_path):
    """The order of every two accesses follows from the steps, by the definition of a pipe, whatever the order of the waves
    in a run."""
    program = next(one for one in (made(1000 * seed + more, 0.8) for more in range(100)) if not one.is_stuck(_end(one)))
    expected = racing(program)
    for order in ("by index", "backward", ("shuffled", seed)):
        report = checked(program, tmp_path, [order])
        races = report.filter(rule="race").findings
        shown = f"\n{program.source}\n{report}"
        assert {finding.index // 4 for finding in races} == expected, shown
        assert {finding.rule for finding in report.findings} <= {"race", "pipe-unbalanced"}, shown


def test_programs_with_and_without_races_are_made():
    programs = [made(seed, 0.8) for seed in range(150)]
    counts = [len(racing(one)) for one in programs if not one.is_stuck(_end(one))]
    assert counts.count(0) > 5 and sum(0 < count < ELEMENTS for count in counts) > 10


def _end(program):
    (end,) = ends(program)
    return end


# --- What a report says --------------------------------------------------------------


@wd.kernel(num_waves=2)
def uses_of_an_argument(out: wd.RWBuffer[u32], uses: u32):
    pipe = wd.pipe(1, producers=0, consumers=1)
    with wd.waves(0):
        for _ in range(uses):
            pipe.acquire()
            pipe.commit()
    with wd.waves(1):
        for _ in range(uses):
            pipe.wait()
            pipe.release()
    out[wd.group_wave_index()] = uses


@wd.kernel(num_waves=2)
def uses_of_a_constant(out: wd.RWBuffer[u32], uses: u32):
    lane = wd.wave_lane_index()
    row = wd.groupshared(u32, wd.wave_lane_count())
    pipe = wd.pipe(1, producers=0, consumers=1)
    with wd.waves(0):
        for use in range(6):
            pipe.acquire()
            row[lane] = use + uses
            if use % 2 == 0:
                row[lane] += 1
            pipe.commit()
    with wd.waves(1):
        total = u32(0)
        for _ in range(2 * 3):
            pipe.wait()
            total += row[lane]
            pipe.release()
        out[lane] = total


@wd.kernel(num_waves=2)
def uses_of_an_atomic(out: wd.RWBuffer[u32], uses: u32):
    shared = wd.groupshared(u32, 1)
    if wd.group_wave_index() == 0 and wd.wave_is_first_lane():
        shared[0] = uses + wd.atomic_add(out, 0, 1)
    wd.group_memory_barrier_with_group_sync()
    count = shared[0]
    pipe = wd.pipe(1, producers=0, consumers=1)
    with wd.waves(0):
        for _ in range(count):
            pipe.acquire()
            pipe.commit()
    with wd.waves(1):
        for _ in range(count):
            pipe.wait()
            pipe.release()


@pytest.mark.parametrize(
    ("kernel", "verdict", "text"),
    [
        (uses_of_an_argument, "any order", "no deadlock in any order of the waves"),
        (uses_of_a_constant, "any arguments", "no deadlock with any arguments"),
        (uses_of_an_atomic, "", ""),
    ],
)
def test_what_a_run_proves(kernel, verdict, text):
    report = kernel.check(1, np.zeros(128, np.uint32), 3, by_wave_size="out")
    assert report.ok, f"\n{report}"
    assert report.no_deadlock == verdict and text in report.summary and (text or "deadlock" not in report.summary)


@wd.kernel(num_waves=2)
def waits_for_nothing(out: wd.RWBuffer[u32]):
    pipe = wd.pipe(1, producers=0, consumers=1)
    with wd.waves(1):
        pipe.wait()
        pipe.release()
    out[wd.wave_lane_index()] = 1


def test_a_run_without_groups_proves_nothing():
    assert waits_for_nothing.check(0, np.zeros(128, np.uint32)).no_deadlock == ""


def test_a_run_that_proves_nothing():
    @wd.kernel(num_waves=1)
    def plain(out: wd.RWBuffer[u32]):
        out[wd.wave_lane_index()] = 1

    assert plain.check(1, np.zeros(128, np.uint32), by_wave_size="out").no_deadlock == ""
    out_of_time = uses_of_a_constant.check(1, np.zeros(128, np.uint32), 3, by_wave_size="out", most_seconds=1e-6)
    assert not out_of_time.is_complete and out_of_time.no_deadlock == ""
