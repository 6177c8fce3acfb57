"""Reads of other lanes: an index for each lane, the first active lane, and what is undefined."""

from __future__ import annotations

import numpy as np
import pytest
from executors import OnInterpreter, prove

import wavedialect as wd
from wavedialect import u32

# The index may differ from lane to lane: microsoft/DirectXShaderCompiler#3056 (a broadcast, which needs one index, in
# place of a shuffle), GPUOpen-Drivers/llpc#1392.


@wd.kernel(num_waves=1)
def read_the_opposite_lane(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[lane] = wd.wave_read_lane_at(lane * lane + 1, wd.wave_lane_count() - 1 - lane)


@wd.kernel(num_waves=1)
def read_by_broadcast(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    index = wd.wave_read_lane_first(wd.wave_lane_count() - 1 - lane)
    out[lane] = wd.wave_read_lane_at(lane * lane + 1, index)


def test_each_lane_reads_at_its_own_index(executor):
    lane = np.arange(executor.wave_size)
    prove(executor, read_the_opposite_lane, read_by_broadcast, (lane * lane + 1)[::-1])


# In divergent flow, from lanes of the same side: llvm/offload-test-suite WaveReadLaneAt.divergent.


@wd.kernel(num_waves=1)
def read_the_next_lane_of_the_side(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    value = u32(0)
    if lane % 2 == 0:
        value = wd.wave_read_lane_at(lane * 10, (lane + 2) % wd.wave_lane_count())
    else:
        value = wd.wave_read_lane_at(lane * 100, (lane + 2) % wd.wave_lane_count())
    out[lane] = value


@wd.kernel(num_waves=1)
def read_after_the_sides_are_merged(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[lane] = wd.wave_read_lane_at(lane * 10, (lane + 2) % wd.wave_lane_count())


def test_lanes_of_one_side_read_each_other(executor):
    lane = np.arange(executor.wave_size)
    expected = (lane + 2) % executor.wave_size * np.where(lane % 2 == 0, 10, 100)
    prove(executor, read_the_next_lane_of_the_side, read_after_the_sides_are_merged, expected)


# A lane that is not active, or not there, is undefined to read, and the interpreter says so.


@wd.kernel(num_waves=1)
def read_at(indices: wd.Buffer[u32], out: wd.RWBuffer[u32], active: u32):
    lane = wd.wave_lane_index()
    if lane < active:
        out[lane] = wd.wave_read_lane_at(lane, indices[lane])


def findings(wave_size, indices, active):
    """What is found, in order; a run without findings is one that does not raise."""
    indices = np.resize(np.array(indices, np.uint32), wave_size)
    arguments = [indices, np.zeros(wave_size, np.uint32), active]
    try:
        OnInterpreter(wave_size).run(read_at, 1, arguments)
    except wd.ExecutionError as error:
        return [(finding.rule, finding.lanes) for finding in error.findings]
    return []


@pytest.mark.parametrize("wave_size", [4, 8, 64, 128])
@pytest.mark.parametrize(
    ("index", "rule"),
    [
        (lambda lanes: lanes - 1, "inactive-lane"),
        (lambda lanes: lanes, "inactive-lane"),
        (lambda lanes: 128, "inactive-lane"),
        (lambda lanes: 0xFFFFFFFF, "inactive-lane"),
    ],
    ids=["inactive", "one too far", "128", "-1"],
)
def test_a_read_of_a_lane_that_is_not_there_is_found(wave_size, index, rule):
    active = wave_size - 1
    indices = [0] * wave_size
    assert findings(wave_size, indices, active) == []
    indices[1] = index(wave_size)
    assert findings(wave_size, indices, active) == [(rule, (1,))]
    # The lane that would read is not active itself.
    indices[1], indices[active] = 0, index(wave_size)
    assert findings(wave_size, indices, active) == []


# The first lane is the first active one, not lane 0: sharpemu#862, and the emulation of the wave's index in
# microsoft/hlsl-specs proposal 0048 reads lane 0.


@wd.kernel(num_waves=1)
def first_of_the_upper_half(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    value = u32(0)
    if lane >= wd.wave_lane_count() // 2:
        value = wd.wave_read_lane_first(lane + 100)
        if wd.wave_is_first_lane():
            value += 1000
    out[lane] = value


@wd.kernel(num_waves=1)
def first_is_lane_0(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    everyone = wd.wave_read_lane_at(lane + 100, u32(0))
    value = u32(0)
    if lane >= wd.wave_lane_count() // 2:
        value = everyone
        if lane == 0:
            value += 1000
    out[lane] = value


def test_the_first_lane_is_the_first_active_one(executor):
    lanes = executor.wave_size
    lane, half = np.arange(lanes), lanes // 2
    expected = np.where(lane < half, 0, half + 100) + np.where(lane == half, 1000, 0)
    prove(executor, first_of_the_upper_half, first_is_lane_0, expected)


@wd.kernel(num_waves=3)
def arrival_with_the_first_active_lane(out: wd.RWBuffer[u32]):
    # The emulation of the wave's index in proposal 0048, with the array cleared and the first active lane read.
    counter = wd.groupshared(u32, 1)
    if wd.wave_is_first_lane():
        counter[0] = u32(0)
    wd.group_memory_barrier_with_group_sync()
    if wd.wave_lane_index() == 0:
        return
    arrived = u32(0)
    if wd.wave_is_first_lane():
        arrived = wd.atomic_add(counter, 0, u32(1))
    arrived = wd.wave_read_lane_first(arrived)
    if wd.wave_is_first_lane():
        wd.atomic_add(out, arrived, u32(1))


@wd.kernel(num_waves=3)
def arrival_with_lane_0(out: wd.RWBuffer[u32]):
    counter = wd.groupshared(u32, 1)
    if wd.wave_is_first_lane():
        counter[0] = u32(0)
    wd.group_memory_barrier_with_group_sync()
    lane = wd.wave_lane_index()
    arrived = u32(0)
    if lane != 0:
        if wd.wave_is_first_lane():
            arrived = wd.atomic_add(counter, 0, u32(1))
    arrived = wd.wave_read_lane_at(arrived, u32(0))
    if lane == 1:
        wd.atomic_add(out, arrived, u32(1))


def test_waves_get_numbers_of_their_own_without_lane_0(executor):
    prove(executor, arrival_with_the_first_active_lane, arrival_with_lane_0, [100, 100, 100])
