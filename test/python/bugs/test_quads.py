"""Quads: four lanes in a row, 0 1 above 2 3, and an index that each lane has for itself."""

from __future__ import annotations

import numpy as np
import pytest
from executors import prove

import wavedialect as wd
from wavedialect import u32

# The figure of the page on the wave intrinsics; in compute shaders a quad is four lanes in a row, whatever the width of
# a wave or of a group.


@wd.kernel(num_waves=1)
def across(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    value = lane * lane + 1
    out[lane * 3] = wd.quad_read_across_x(value)
    out[lane * 3 + 1] = wd.quad_read_across_y(value)
    out[lane * 3 + 2] = wd.quad_read_across_diagonal(value)


@wd.kernel(num_waves=1)
def across_x_and_y_exchanged(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    value = lane * lane + 1
    out[lane * 3] = wd.quad_read_across_y(value)
    out[lane * 3 + 1] = wd.quad_read_across_x(value)
    out[lane * 3 + 2] = wd.quad_read_across_diagonal(value)


@wd.kernel(num_waves=1)
def across_rows_of_the_wave(out: wd.RWBuffer[u32]):
    # As if the wave were two rows of lanes.
    lane = wd.wave_lane_index()
    value = lane * lane + 1
    row = wd.wave_lane_count() // 2
    out[lane * 3] = wd.wave_read_lane_at(value, lane ^ 1)
    out[lane * 3 + 1] = wd.wave_read_lane_at(value, lane ^ row)
    out[lane * 3 + 2] = wd.wave_read_lane_at(value, lane ^ row ^ 1)


def test_neighbors_in_x_and_y(executor):
    lane = np.arange(executor.wave_size)
    expected = np.stack([(lane ^ other) ** 2 + 1 for other in (1, 2, 3)], 1).ravel()
    prove(executor, across, across_x_and_y_exchanged, expected)
    prove(executor, across, across_rows_of_the_wave, expected, can_fail=executor.wave_size > 4)


# The index may differ in the quad: llvm/offload-test-suite#1335 (SPIR-V's quad broadcast needs one index).


@wd.kernel(num_waves=1)
def next_in_the_quad(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[lane] = wd.quad_read_lane_at(lane * 10, (lane + 1) % 4)


@wd.kernel(num_waves=1)
def next_of_the_first_in_the_quad(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[lane] = wd.quad_read_lane_at(lane * 10, u32(1))


@wd.kernel(num_waves=1)
def next_in_the_wave(out: wd.RWBuffer[u32]):
    # The index is the lane's in the quad, not in the wave.
    lane = wd.wave_lane_index()
    out[lane] = wd.wave_read_lane_at(lane * 10, (lane + 1) % 4)


def test_each_lane_has_its_own_index_in_the_quad(executor):
    lane = np.arange(executor.wave_size)
    expected = (lane // 4 * 4 + (lane + 1) % 4) * 10
    prove(executor, next_in_the_quad, next_of_the_first_in_the_quad, expected)
    prove(executor, next_in_the_quad, next_in_the_wave, expected, can_fail=executor.wave_size > 4)


# Votes of a quad see its four lanes and no other.


@wd.kernel(num_waves=1)
def votes_of_quads(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    said = values[lane] != 0
    out[lane] = u32(wd.quad_any(said)) + 2 * u32(wd.quad_all(said))


@wd.kernel(num_waves=1)
def votes_of_waves(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    said = values[lane] != 0
    out[lane] = u32(wd.wave_active_any_true(said)) + 2 * u32(wd.wave_active_all_true(said))


@wd.kernel(num_waves=1)
def votes_of_pairs(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    said = values[lane] != 0
    other = wd.quad_read_across_x(u32(said)) != 0
    out[lane] = u32(said or other) + 2 * u32(said and other)


def test_votes_of_quads(executor):
    values = np.array([0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 2], np.uint32)
    values = np.resize(values, executor.wave_size)
    quads = values.reshape(-1, 4)
    expected = np.repeat(quads.any(1) + 2 * (quads != 0).all(1), 4)
    prove(executor, votes_of_quads, votes_of_pairs, expected, values)
    prove(executor, votes_of_quads, votes_of_waves, expected, values, can_fail=executor.wave_size > 4)


# In flow that is uniform in each quad but not in the wave.


@wd.kernel(num_waves=1)
def across_in_every_second_quad(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    value = u32(0)
    if lane // 4 % 2 == 0:
        value = wd.quad_read_across_diagonal(lane)
    else:
        value = 100 + wd.quad_read_across_x(lane)
    out[lane] = value


@wd.kernel(num_waves=1)
def across_where_no_quad_diverges(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[lane] = wd.quad_read_across_diagonal(lane)


def test_quads_in_divergent_flow(executor):
    lane = np.arange(executor.wave_size)
    expected = np.where(lane // 4 % 2 == 0, lane ^ 3, 100 + (lane ^ 1))
    can_fail = executor.wave_size > 4
    prove(executor, across_in_every_second_quad, across_where_no_quad_diverges, expected, can_fail=can_fail)


@wd.kernel(num_waves=1)
def quad_of_three(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if lane != 1:
        out[lane] = wd.quad_read_across_x(lane)


def test_a_quad_with_an_inactive_lane_is_found():
    out = np.zeros(8, np.uint32)
    with pytest.raises(wd.ExecutionError) as caught:
        quad_of_three.dispatch(1, out, device="interpreter", wave_size=8)
    assert len(caught.value.findings) == 1
    across.dispatch(1, np.zeros(24, np.uint32), device="interpreter", wave_size=8)
