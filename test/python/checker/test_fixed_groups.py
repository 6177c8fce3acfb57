"""Checks with one number of groups for all wave sizes: what follows from it, and what is a dependence of the kernel's."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import f32, u32

X = np.arange(1, 8193, dtype=np.float32)
KEYS = np.arange(8192, dtype=np.uint32) % 7


@wd.kernel(num_waves=4)
def double(x: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    i = (wd.group_id().x * 4 + wd.group_wave_index()) * wd.wave_lane_count() + wd.wave_lane_index()
    out[i] = 2.0 * x[i]


@wd.kernel(num_waves=4)
def histogram(keys: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    i = (wd.group_id().x * 4 + wd.group_wave_index()) * wd.wave_lane_count() + wd.wave_lane_index()
    wd.atomic_add(out, keys[i], 1)


@wd.kernel(num_waves=2)
def rows_by_y(x: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    row = (wd.group_id().y * 2 + wd.group_wave_index()) * (wd.wave_lane_count() // 4) + wd.wave_lane_index() // 4
    i = row * 16 + wd.group_id().x * 4 + wd.wave_lane_index() % 4
    out[i] = 2.0 * x[i]


@wd.kernel(num_waves=1)
def squares(x: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    # A wave is 2 x 2, 4 x 2, 4 x 4, 8 x 4 and so on: along which axis there are fewer of larger ones alternates.
    wide = u32(2)
    if wd.wave_lane_count() >= 8:
        wide = 4
    if wd.wave_lane_count() >= 32:
        wide = 8
    if wd.wave_lane_count() >= 128:
        wide = 16
    column = wd.group_id().x * wide + wd.wave_lane_index() % wide
    row = wd.group_id().y * (wd.wave_lane_count() // wide) + wd.wave_lane_index() // wide
    out[row * 64 + column] = 2.0 * x[row * 64 + column]


FOLLOWING = [
    (double, 4, lambda: [X, np.zeros_like(X)], "element"),
    (double, 1, lambda: [X, np.zeros_like(X)], "one group"),
    (double, 37, lambda: [np.ones(37 * 512, np.float32), np.zeros(37 * 512, np.float32)], "odd"),
    (histogram, 4, lambda: [KEYS, np.zeros(7, np.uint32)], "sum"),
    (rows_by_y, (4, 8), lambda: [X, np.zeros_like(X)], "y"),
    (squares, (4, 4), lambda: [X, np.zeros_like(X)], "alternating"),
]


@pytest.mark.parametrize(("kernel", "groups", "arguments", "name"), FOLLOWING, ids=[one[3] for one in FOLLOWING])
def test_items_that_follow_the_lanes_are_no_finding(kernel, groups, arguments, name):
    report = kernel.check(groups, *arguments())
    assert report and report.is_complete, str(report)
    (note,) = report.filter(rule="fixed-group-count").notes
    assert note.memory == "out" and note.location.line > 0
    assert "`out` depend on the wave size because the number of groups does not" in note.message
    assert f"`{kernel.name}.dispatch_size(items)`" in note.advice


def test_the_numbers_in_the_note():
    (note,) = double.check(4, X, np.zeros_like(X)).notes
    assert "4 groups with 64 lanes at wave_size=4 and 2048 at wave_size=128; with the same number" in note.message
    assert "`lambda lanes: items // (4 * lanes)` or `double.dispatch_size(items)` (`--work`" in note.advice
    assert "out[i] = 2.0 * x[i]" in str(note) and "times" not in str(note) and "once" not in str(note)


def test_a_function_of_the_wave_size_compares_everything():
    for groups in (lambda lanes: 8192 // (4 * lanes), double.dispatch_size(8192)):
        report = double.check(groups, X, np.zeros_like(X))
        assert report and not report.notes and len(report.runs) == 7


def test_many_groups_are_run_again_with_fewer():
    items = 1 << 17
    report = double.check(4096, np.ones(items, np.float32), np.zeros(items, np.float32))
    assert report and [note.rule for note in report.notes if note.rule != "buffer-bounds"] == ["fixed-group-count"]
    assert max(run.groups[0] for run in report.runs) <= 1 << 14


def test_accesses_beyond_an_array_at_larger_wave_sizes_say_why():
    report = double.check(32, X[:2048], np.zeros(2048, np.float32))
    beyond = report.filter(rule="buffer-bounds").notes
    assert len(beyond) == 2
    for note in beyond:
        assert {one.wave_size for one in note.configurations} == {32, 64, 128}
        assert "(32 groups) have more lanes at larger wave sizes: pass the groups as a function" in note.advice
    # At every wave size it is the kernel's own affair.
    (note, _) = double.check(64, X[:64], np.zeros(64, np.float32)).notes
    assert "as a function" not in note.advice


# --- What stays a finding ----------------------------------------------------------------------------------------------


@wd.kernel(num_waves=4)
def by_lanes(x: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    i = (wd.group_id().x * 4 + wd.group_wave_index()) * wd.wave_lane_count() + wd.wave_lane_index()
    out[i] = x[i] + f32(wd.wave_lane_index() // 8)


@wd.kernel(num_waves=1)
def waves_of_32(x: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    if wd.wave_lane_index() < 32:
        i = wd.group_id().x * 32 + wd.wave_lane_index()
        out[i] = 2.0 * x[i]


@wd.kernel(num_waves=1)
def one_wave_of_any(x: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    out[wd.wave_lane_index()] = x[wd.wave_lane_index()]


@wd.kernel(num_waves=4)
def by_group(x: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    i = (wd.group_id().x * 4 + wd.group_wave_index()) * wd.wave_lane_count() + wd.wave_lane_index()
    total = wd.wave_active_sum(x[i])
    if wd.wave_is_first_lane():
        out[wd.group_id().x * 4 + wd.group_wave_index()] = total


@wd.kernel(num_waves=4)
def ballots(keys: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    # Of the lanes from 32 on nothing is counted.
    i = (wd.group_id().x * 4 + wd.group_wave_index()) * wd.wave_lane_count() + wd.wave_lane_index()
    bits = wd.wave_active_ballot(keys[i] == 3).x
    if wd.wave_is_first_lane():
        wd.atomic_add(out, 0, wd.countbits(bits))


DEPENDING = [
    (by_lanes, 4, lambda: [X, np.zeros_like(X)]),
    (waves_of_32, 4, lambda: [X, np.zeros_like(X)]),
    (one_wave_of_any, 1, lambda: [X, np.zeros_like(X)]),
    (by_group, 4, lambda: [X, np.zeros(64, np.float32)]),
    (ballots, 4, lambda: [KEYS, np.zeros(1, np.uint32)]),
]


@pytest.mark.parametrize(("kernel", "groups", "arguments"), DEPENDING, ids=[one[0].name for one in DEPENDING])
def test_a_dependence_of_the_kernel_stays_a_finding(kernel, groups, arguments):
    report = kernel.check(groups, *arguments())
    (found,) = report.findings
    assert (found.rule, found.memory) == ("results-differ", "out")
    assert not report.filter(rule="fixed-group-count").notes


def test_the_finding_shows_differences_that_the_number_of_groups_does_not_explain():
    (found,) = by_lanes.check(4, X, np.zeros_like(X)).findings
    # Element 64 is the first one whose lane of 128 is another one's of 64.
    assert "element 64 is 73.0 with wave_size=128, groups=(4, 1, 1), and 65.0 with wave_size=64, groups=(8, 1, 1)" in (
        found.message
    )


def test_each_array_is_judged_by_itself():
    @wd.kernel(num_waves=4)
    def both(x: wd.Buffer[f32], out: wd.RWBuffer[f32], lanes: wd.RWBuffer[u32]):
        i = (wd.group_id().x * 4 + wd.group_wave_index()) * wd.wave_lane_count() + wd.wave_lane_index()
        out[i] = 2.0 * x[i]
        lanes[i] = wd.wave_lane_index()

    report = both.check(4, X, np.zeros_like(X), np.zeros(8192, np.uint32))
    assert [(one.rule, one.memory) for one in report.findings] == [("results-differ", "lanes")]
    assert [(one.rule, one.memory) for one in report.notes] == [("fixed-group-count", "out")]
    assert both.check(4, X, np.zeros_like(X), np.zeros(8192, np.uint32), by_wave_size="lanes")


def test_threads_of_a_group_are_as_many_at_every_wave_size():
    @wd.kernel(num_threads=128)
    def by_threads(out: wd.RWBuffer[u32]):
        out[wd.dispatch_thread_id().x] = wd.wave_lane_index()

    report = by_threads.check(2, np.zeros(256, np.uint32))
    assert [one.rule for one in report.findings] == ["results-differ"]
    assert all(run.groups == (2, 1, 1) for run in report.runs)


def test_more_waves_are_compared_with_the_same_groups():
    @wd.kernel(num_waves=4)
    def counts(out: wd.RWBuffer[u32]):
        i = (wd.group_id().x * 4 + wd.group_wave_index()) * wd.wave_lane_count() + wd.wave_lane_index()
        out[i] = 1

    report = counts.check(4, np.zeros(8192, np.uint32), wave_sizes=[8, 16], extra_waves=[0, 1])
    assert report and [note.rule for note in report.notes] == ["fixed-group-count"]


def test_without_time_for_more_runs_the_difference_stays(monkeypatch):
    from wavedialect.checker import sweep

    run_once = sweep.run_once

    def without_end(device, program, configuration, *others):
        run = run_once(device, program, configuration, *others)
        if configuration.groups:
            run = type(run)(**{**vars(run), "result": _Unfinished(run.result)})
        return run

    monkeypatch.setattr(sweep, "run_once", without_end)
    report = double.check(4, X, np.zeros_like(X))
    assert [one.rule for one in report.findings] == ["results-differ"] and not report.is_complete


class _Unfinished:
    """A native result whose time was up."""

    end = "seconds"

    def __init__(self, result):
        self._result = result

    def __getattr__(self, name):
        return getattr(self._result, name)
