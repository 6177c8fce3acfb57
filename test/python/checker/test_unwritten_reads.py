"""Reads of unwritten groupshared memory where lanes race: which of them have no value in any order of the lanes."""

from __future__ import annotations

import numpy as np
import pytest
from mistake_kernels import marked

import wavedialect as wd
from wavedialect import u32

LANES = 8


@wd.kernel(num_waves=2)
def read_by_one_and_updated_by_the_other(out: wd.RWBuffer[u32]):
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, wd.wave_lane_count())
    if wave == 0:
        # If wave 1 runs first, the element has a value.
        out[lane] = tile[lane]
    else:
        before = tile[lane]  # unwritten
        tile[lane] = before + 1
        out[lanes + lane] = before


@wd.kernel(num_waves=3)
def read_by_one_and_updated_by_two(out: wd.RWBuffer[u32]):
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, wd.wave_lane_count())
    if wave == 0:
        out[lane] = tile[lane]
    else:
        # The wave that runs first reads no value.
        before = tile[lane]  # unwritten
        tile[lane] = before + 1
        out[wave * lanes + lane] = before


@wd.kernel(num_waves=2)
def read_and_updated_at_one_line(out: wd.RWBuffer[u32]):
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, wd.wave_lane_count())
    value = tile[lane]  # unwritten
    if wave == 1:
        tile[lane] = value + 1
    out[wave * lanes + lane] = value


@wd.kernel(num_waves=2)
def half_of_it_written(out: wd.RWBuffer[u32]):
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    if wave == 1:
        tile[lane] = 1
    for row in range(2):
        out[wave * lanes + lane] += tile[row * lanes + lane]  # unwritten


@wd.kernel(num_waves=2)
def written_by_the_other(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    tile = wd.groupshared(u32, wd.wave_lane_count())
    if wd.group_wave_index() == 0:
        out[lane] = tile[lane]
    else:
        tile[lane] = 1


@pytest.mark.parametrize(
    ("kernel", "wave"),
    [
        (read_by_one_and_updated_by_the_other, 1),
        (read_by_one_and_updated_by_two, 1),
        (read_and_updated_at_one_line, 1),
        (half_of_it_written, 0),
        (written_by_the_other, None),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_reads_without_a_value_in_any_order(kernel, wave):
    report = kernel.check(1, np.zeros(3 * LANES, np.uint32), wave_sizes=LANES)
    assert report.filter(rule="race").findings, f"\n{report}"
    reads = report.filter(rule="uninitialized").findings
    assert {finding.places[0].location.line for finding in reads} == marked("unwritten", kernel), f"\n{report}"
    assert {finding.places[0].wave for finding in reads} == {wave} - {None}, f"\n{report}"
