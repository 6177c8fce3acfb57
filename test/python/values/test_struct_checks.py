"""What the checker and the interpreter report about structs: the field, and bounds by the index of the struct."""

from __future__ import annotations

import numpy as np
import pytest
from struct_kernels import Counter, Packed, Particle

import wavedialect as wd
from wavedialect import f16, f32, i32, u16, u32


@wd.kernel(num_waves=2)
def race(particles: wd.RWBuffer[Particle]):
    particles[3].velocity.y = f32(wd.group_wave_index())


@wd.kernel(num_waves=1)
def outside(particles: wd.RWBuffer[Particle]):
    local = wd.local_array(Particle, 4)
    lane = wd.wave_lane_index()
    local[0].mass = 0.0
    local[lane % 5].mass = 1.0
    particles[lane].mass = local[0].mass


@wd.kernel(num_waves=1)
def unwritten(particles: wd.RWBuffer[Particle]):
    shared = wd.groupshared(Particle, 2)
    if wd.wave_lane_index() == 0:
        shared[1].position = wd.float3(0.0)
        particles[0].mass = shared[1].mass


@wd.kernel(num_waves=1)
def beyond(particles: wd.RWBuffer[Particle]):
    particles[len(particles) + 2].hits = 1


@wd.kernel(num_waves=1)
def by_size(particles: wd.RWBuffer[Particle], packed: wd.RWBuffer[Packed]):
    if wd.wave_lane_index() == 0:
        particles[1].velocity.z = f32(wd.wave_lane_count())
        packed[2].wide.x = wd.f64(wd.wave_lane_count())


@wd.kernel(num_waves=1)
def nearly(particles: wd.RWBuffer[Particle]):
    if wd.wave_lane_index() == 0:
        particles[0].mass = 100.0 + f32(wd.wave_lane_count()) * 0.000001


@wd.kernel(num_waves=2)
def neighbors(packed: wd.RWBuffer[Packed], counters: wd.RWBuffer[Counter]):
    wave = wd.group_wave_index()
    if wave == 0:
        packed[0].tag = u16(1)
        packed[0].on = True
    else:
        packed[0].half = f16(2.0)
        packed[0].halves.x = f16(3.0)
    if wd.wave_lane_index() == 0:
        wd.atomic_add(counters[0].hits, 1)


def _found(kernel, *arrays, **options):
    report = kernel.check(1, *arrays, **options)
    return [(one.rule, one.message) for one in [*report.findings, *report.notes]]


def particles() -> np.ndarray:
    return np.zeros(8, Particle.dtype)


def test_a_race_names_the_field():
    ((rule, message),) = _found(race, particles(), wave_sizes=8)
    assert rule == "race" and "on field `velocity.y` of element 3 of buffer `particles`" in message


def test_indices_count_structs():
    found = _found(outside, particles(), wave_sizes=8)
    assert found == [
        (
            "out-of-bounds",
            "a store out of bounds: field `mass` of element 4 of local array `local`, which has 4 elements",
        )
    ]
    ((rule, message),) = _found(beyond, particles(), wave_sizes=8)
    assert rule == "buffer-bounds"
    assert message == "a store out of bounds: field `hits` of element 10 of buffer `particles`, which has 8 elements"


def test_an_unwritten_field():
    ((rule, message),) = _found(unwritten, particles(), wave_sizes=8)
    assert rule == "uninitialized" and "load of field `mass` of element 1 of groupshared array `shared`" in message


def test_the_interpreter_names_the_field():
    with pytest.raises(wd.ExecutionError) as caught:
        unwritten.dispatch(1, particles(), device="interpreter", wave_size=4)
    assert "field `mass` of element 1" in str(caught.value)


def test_results_are_compared_field_by_field():
    found = dict(_found(by_size, particles(), np.zeros(4, Packed.dtype), wave_sizes=(8, 16)))
    report = by_size.check(1, particles(), np.zeros(4, Packed.dtype), wave_sizes=(8, 16))
    assert found.keys() == {"results-differ"}
    first, second = (one.message for one in report.findings)
    assert (
        "buffer `particles` differ: field `velocity.z` of element 1 is 8.0 with" in first and "and 16.0 with" in first
    )
    assert "1 of 64 numbers differs" in first
    assert "buffer `packed` differ: field `wide.x` of element 2 is 8.0 with" in second and "1 of 44 numbers" in second


def test_floats_of_structs_have_a_tolerance():
    assert nearly.check(1, particles(), wave_sizes=(8, 64))
    assert not nearly.check(1, particles(), wave_sizes=(8, 64), tolerance=0.0)


def test_lanes_may_write_neighboring_fields():
    packed, counters = np.zeros(1, Packed.dtype), np.zeros(1, Counter.dtype)
    assert neighbors.check(1, packed, counters, wave_sizes=8)
    neighbors.dispatch(1, packed, counters, device="cpu", wave_size=8)
    assert (
        packed["tag"] == 1 and packed["half"] == 2 and packed["on"] == 1 and packed["halves"][0].tolist() == [3, 0, 0]
    )
    assert counters["hits"] == 2


def test_sorted_structs():
    @wd.kernel(num_waves=2)
    def append(out: wd.RWBuffer[Counter], count: wd.RWBuffer[u32]):
        if wd.wave_lane_index() == 0:
            out[wd.atomic_add(count, 0, 1)] = Counter(wd.group_wave_index(), i32(0), 1.0)

    assert append.check(1, np.zeros(4, Counter.dtype), np.zeros(1, np.uint32), unordered="out", wave_sizes=(8, 16))
