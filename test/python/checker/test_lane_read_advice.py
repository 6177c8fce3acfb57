"""The report of a read of a lane that has no value: which lane it is, why, and what to write instead."""

from __future__ import annotations

import inspect

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_waves=1)
def butterfly(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[lane] = wd.wave_read_lane_at(x[lane], lane ^ 16)


@wd.kernel(num_waves=1)
def next_lane(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[lane] = wd.wave_read_lane_at(x[lane], lane + 1)


@wd.kernel(num_waves=1)
def previous_lane(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[lane] = wd.wave_read_lane_at(x[lane], lane - 2)


@wd.kernel(num_waves=1)
def lane_31(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[lane] = wd.wave_read_lane_at(x[lane], 31)


@wd.kernel(num_waves=1)
def lane_5_of_the_quad(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[lane] = wd.quad_read_lane_at(x[lane], x[lane] + 5)


@wd.kernel(num_waves=1)
def in_a_branch(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if lane > 2:
        out[lane] = wd.wave_read_lane_at(x[lane], 1)


@wd.kernel(num_waves=1)
def in_an_expression(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[lane] = wd.wave_read_lane_at(x[lane], 1) if lane > 2 else u32(0)


@wd.kernel(num_waves=1)
def after_a_return(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if lane < 2:
        return
    out[lane] = wd.wave_read_lane_at(x[lane], 1)


@wd.kernel(num_waves=1)
def in_a_loop(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    total = u32(0)
    for _ in range(lane):
        total += wd.wave_read_lane_at(x[lane], 0)
    out[lane] = total


@wd.kernel(num_threads=10)
def without_a_thread(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[wd.group_index()] = wd.wave_read_lane_at(x[lane], 7)


@wd.func
def read(value, lane):
    return wd.wave_read_lane_at(value, lane)


@wd.kernel(num_waves=1)
def in_a_function(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if lane > 0:
        out[lane] = read(x[lane], 0)


MISSING = "in lane {} reads lane {}, which does not exist: the wave has lanes 0 to 7"
INACTIVE = "in lane {} reads lane {}, which is inactive"


@wd.kernel(num_waves=1)
def shuffle_in_a_branch(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if lane < 3:
        out[lane] = wd.wave_shuffle_down(x[lane], 1)


@pytest.mark.parametrize(
    ("kernel", "message", "advice"),
    [
        (shuffle_in_a_branch, "`wd.wave_shuffle_down` in lane 2 reads lane 3", "because of the `if` at line {if}"),
        (butterfly, MISSING.format(0, 16), "`lane ^ 16` is a lane of the wave only if the wave has more than 16 lanes"),
        (next_lane, MISSING.format(7, 8), "read the last lane, `wd.min(lane + 1, wd.wave_lane_count() - 1)`"),
        (previous_lane, MISSING.format(0, -2), "`wd.max(lane, 2) - 2` in place of `lane - 2`"),
        (lane_31, MISSING.format(0, 31), "lane 31 exists only in waves of more than 31 lanes"),
        (lane_5_of_the_quad, "in lane 0 reads lane 5 of its quad, whose lanes are 0 to 3", "use a lane of the quad"),
        (in_a_branch, INACTIVE.format(3, 1), "because of the `if` at line {if}: make the call before it"),
        (in_an_expression, INACTIVE.format(3, 1), "because of the conditional expression at line {else}"),
        (after_a_return, INACTIVE.format(2, 1), "because of the `return` at line {return}"),
        (in_a_loop, INACTIVE.format(1, 0), "lane 0 has left the loop at line {for}"),
        (without_a_thread, "in lane 0 reads lane 7, which has no thread", "lane 7 has no thread"),
        (in_a_function, INACTIVE.format(1, 0), "because of the `if` at line {if}"),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_the_lane_and_the_advice(kernel, message, advice):
    (found,) = kernel.check(
        1, np.zeros(16, np.uint32), np.zeros(16, np.uint32), wave_sizes=8, extra_waves=0, lane_orders="linear"
    ).findings
    source, first = inspect.getsourcelines(inspect.unwrap(kernel))
    words = ("if", "else", "return", "for")
    lines = {
        word: next((first + i for i, line in enumerate(source) if f"{word} " in line or f"{word}\n" in line), 0)
        for word in words
    }
    assert found.rule == ("quad-lane-out-of-range" if kernel is lane_5_of_the_quad else "inactive-lane")
    assert message in found.message
    assert advice.format_map(lines) in found.advice
    assert found.index == int(message.partition("reads lane ")[2].split()[0].rstrip(",")) % (1 << 32)


@wd.kernel(num_waves=1)
def exchanged_over_32(out: wd.RWBuffer[wd.u32]):
    lane = wd.wave_lane_index()
    out[lane] = wd.wave_shuffle_xor(lane, 32)


def test_an_exchange_with_a_lane_that_does_not_exist():
    report = exchanged_over_32.check(1, np.zeros(128, np.uint32), wave_sizes=[32])
    assert not exchanged_over_32.check(1, np.zeros(128, np.uint32), wave_sizes=[64]).findings
    (found,) = report.findings
    assert found.rule == "inactive-lane" and "last lane" not in found.advice
    assert "`lane ^ 32` is lane 32 here" in found.advice and "keep `32` below `wd.wave_lane_count()`" in found.advice


@wd.kernel(num_waves=1)
def steps(out: wd.RWBuffer[wd.u32], step: wd.i32, size: wd.u32):
    lane = wd.wave_lane_index()
    for j in range(1, 20, step):
        out[lane] = wd.u32(j)
    for k in range(wd.u32(1), wd.u32(20), size):
        out[lane] = k


def test_a_step_of_zero():
    report = steps.check(1, np.zeros(128, np.uint32), 0, 0, wave_sizes=[32])
    assert {(one.rule, one.message) for one in report.findings} == {("integer-division", "the step of `range` is 0")}
    assert all("skip the loop: `if step != 0:`" in one.advice for one in report.findings)
    with pytest.raises(wd.WaveError, match="the step of `range` is 0"):
        steps.dispatch(1, np.zeros(128, np.uint32), 0, 1, device="interpreter", wave_size=32)


@wd.kernel(num_threads=256)
def last_lane(out: wd.RWBuffer[u32]):
    out[wd.group_index()] = wd.wave_read_lane_at(wd.wave_lane_index(), wd.wave_lane_count() - 1) - wd.wave_lane_count()


@wd.kernel(num_threads=192)
def last_lane_of_three_quarters(out: wd.RWBuffer[u32]):
    out[wd.group_index()] = wd.wave_read_lane_at(wd.wave_lane_index(), wd.wave_lane_count() - 1) - wd.wave_lane_count()


def test_the_last_lane_of_full_waves_has_a_thread():
    report = last_lane.check(1, np.zeros(256, np.uint32))
    assert report and report.is_complete, report
    assert not any(run.configuration.placement == "extra_waves" for run in report.runs)
    assert any(run.configuration.placement == "idle_waves" for run in report.runs)
    # A run that is asked for, and waves that the threads do not fill.
    (found,) = last_lane.check(1, np.zeros(256, np.uint32), extra_waves=1).filter(rule="inactive-lane").findings
    assert "has no thread" in found.message
    assert not last_lane_of_three_quarters.check(1, np.zeros(192, np.uint32)).filter(rule="inactive-lane")
