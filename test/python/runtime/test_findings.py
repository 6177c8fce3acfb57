"""What the interpreter reports as undefined: each rule, with its place, and that nothing else is reported."""

from __future__ import annotations

import numpy as np
import pytest
from ir_builder import KernelBuilder, bool_, f32, i32, u32

from wavedialect.interpreter.findings import ExecutionError
from wavedialect.interpreter.interpreter import InterpretedKernel, Settings
from wavedialect.ir.types import Groupshared, LocalArray

POISON = 0x7FFADBAD


def findings(builder, arguments, wave_size=8, unchecked=False, **settings):
    """Runs and collects; also that the same dispatch raises when it is not told to collect."""
    module = builder.module()
    kernel = InterpretedKernel(module, wave_size, unchecked)
    with pytest.raises(ExecutionError):
        kernel.run([argument.copy() for argument in arguments], (1, 1, 1), Settings(**settings))
    return kernel.run(arguments, (1, 1, 1), Settings(collect=True, **settings)).findings


def test_read_of_an_inactive_lane():
    builder = KernelBuilder()
    out = builder.buffer("out")
    lane = builder.lane()
    following = builder.op("arith.addi", lane, builder.constant(1))
    inside = builder.compare("ult", lane, builder.constant(4))
    builder.if_(inside, lambda: builder.store(builder.op("wave.read_lane", lane, following), out, lane))
    result = np.zeros(8, np.uint32)
    (finding,) = findings(builder, [result])
    assert finding.rule == "inactive-lane"
    assert finding.lanes == (3,)
    assert str(finding) == (
        f"kernel.py:{finding.location.line}:1: lane 3 reads lane 4, which is not active "
        "(group (0, 0, 0), wave 0, lane 3) [inactive-lane]\n"
        "help: read a lane that reaches this call, such as `wd.max(lane, 1) - 1` instead of `lane - 1` at the edge of the"
        " wave; or move the call out of the condition"
    )
    assert result.tolist() == [1, 2, 3, POISON, 0, 0, 0, 0]


@pytest.mark.parametrize("asked", [8, 127, -1])
def test_read_of_a_lane_that_does_not_exist(asked):
    builder = KernelBuilder()
    out = builder.buffer("out", f32)
    value = builder.constant(1.0, f32)
    builder.store(builder.op("wave.read_lane", value, builder.constant(asked, i32)), out, builder.lane())
    result = np.zeros(8, np.float32)
    (finding,) = findings(builder, [result])
    assert finding.rule == "inactive-lane"
    assert f"reads lane {asked}, but the wave has 8 lanes" in finding.message
    assert np.isnan(result).all()


def test_barrier_reached_by_one_wave_only():
    """The mistake in the usage example of HLSL proposal 0048: a barrier under a condition on the wave's index."""
    builder = KernelBuilder(num_waves=2)
    wave = builder.op("wave.group_wave_index")
    builder.if_(builder.compare("eq", wave, builder.constant(0)), builder.barrier)
    (finding,) = findings(builder, [])
    assert finding.rule == "barrier-not-reached"
    assert "wave 1 has ended without retiring" in finding.message


def test_waves_at_different_barriers():
    builder = KernelBuilder(num_waves=2)
    wave = builder.op("wave.group_wave_index")
    builder.if_(builder.compare("eq", wave, builder.constant(0)), builder.barrier, builder.barrier)
    found = findings(builder, [])
    assert [finding.rule for finding in found] == ["barrier-mismatch"]
    assert "waits at line" in found[0].message


def test_waves_in_different_iterations():
    """Wave 0 comes to the barrier in iterations 0 and 1, wave 1 in iterations 1 and 2."""
    builder = KernelBuilder(num_waves=2)
    wave = builder.op("wave.group_wave_index")

    def body(index):
        from_own = builder.op("arith.subi", index, wave)
        builder.if_(builder.compare("ult", from_own, builder.constant(2)), builder.barrier)

    builder.for_(builder.constant(0), builder.constant(3), body)
    (finding,) = findings(builder, [])
    assert finding.rule == "barrier-mismatch"
    assert "the same line in another iteration" in finding.message


def test_barrier_reached_by_a_part_of_a_wave():
    builder = KernelBuilder()
    builder.if_(builder.compare("ult", builder.lane(), builder.constant(3)), builder.barrier)
    (finding,) = findings(builder, [])
    assert finding.rule == "barrier-lanes"
    assert finding.lanes == (3, 4, 5, 6, 7)


def test_a_mismatched_barrier_stops_the_dispatch():
    builder = KernelBuilder(num_waves=2)
    out = builder.buffer("out")
    wave = builder.op("wave.group_wave_index")
    builder.if_(builder.compare("eq", wave, builder.constant(0)), builder.barrier)
    builder.store(builder.constant(1), out, wave)
    result = np.zeros(2, np.uint32)
    with pytest.raises(ExecutionError, match=r"\[barrier-not-reached\]"):
        InterpretedKernel(builder.module(), 8).run([result], (1, 1, 1))
    assert result[0] == 0


@pytest.mark.parametrize(("index", "rule"), [(1, "uninitialized"), (4, "out-of-bounds")])
@pytest.mark.parametrize("memory", ["groupshared", "local-array"])
def test_undefined_array_elements(memory, index, rule):
    builder = KernelBuilder()
    out = builder.buffer("out")
    type_ = Groupshared(u32) if memory == "groupshared" else LocalArray(u32)
    name = "wave.groupshared" if memory == "groupshared" else "memref.alloca"
    array = builder.op(name, builder.constant(4), types=[type_])
    builder.store(builder.constant(5), array, builder.constant(0))
    builder.store(builder.load(array, builder.constant(index)), out, builder.lane())
    result = np.zeros(8, np.uint32)
    (finding,) = findings(builder, [result])
    assert finding.rule == rule
    assert result.tolist() == [POISON] * 8


@pytest.mark.parametrize("memory", ["groupshared", "local-array"])
def test_store_outside_of_an_array(memory):
    builder = KernelBuilder()
    type_ = Groupshared(u32) if memory == "groupshared" else LocalArray(u32)
    name = "wave.groupshared" if memory == "groupshared" else "memref.alloca"
    array = builder.op(name, builder.constant(4), types=[type_])
    builder.store(builder.constant(5), array, builder.lane())
    (finding,) = findings(builder, [])
    assert finding.rule == "out-of-bounds"
    assert finding.lanes == (4, 5, 6, 7)


def test_atomic_on_an_uninitialized_groupshared_element():
    builder = KernelBuilder()
    array = builder.op("wave.groupshared", builder.constant(1), types=[Groupshared(u32)])
    builder.op("wave.atomic_rmw", builder.constant(1), array, builder.constant(0), kind="add", types=[u32])
    assert [finding.rule for finding in findings(builder, [])] == ["uninitialized"]


@pytest.mark.parametrize("name", ["arith.divui", "arith.remui", "arith.divsi", "arith.remsi"])
def test_division_by_zero(name):
    builder = KernelBuilder()
    type_ = u32 if name.endswith("ui") else i32
    lane = builder.op("reinterpret", builder.lane(), types=[type_])
    builder.op(name, builder.constant(6, type_), lane)
    (finding,) = findings(builder, [])
    assert (finding.rule, finding.lanes) == ("integer-division", (0,))


def test_division_that_overflows():
    builder = KernelBuilder()
    builder.op("arith.divsi", builder.constant(-(2**31), i32), builder.constant(-1, i32))
    assert [finding.rule for finding in findings(builder, [])] == ["integer-division"]


@pytest.mark.parametrize(
    ("name", "value"),
    [("arith.fptosi", 2.0**31), ("arith.fptosi", float("nan")), ("arith.fptoui", -1.0), ("arith.fptoui", 2.0**32)],
)
def test_float_that_does_not_fit(name, value):
    builder = KernelBuilder()
    builder.op(name, builder.constant(value, f32), types=[i32 if name == "arith.fptosi" else u32])
    assert [finding.rule for finding in findings(builder, [])] == ["float-to-integer"]


def test_floats_that_just_fit():
    builder = KernelBuilder()
    out = builder.buffer("out", i32)
    unsigned = builder.op("arith.fptoui", builder.constant(-0.75, f32), types=[u32])
    signed = builder.op("arith.fptosi", builder.constant(-(2.0**31), f32), types=[i32])
    builder.store(signed, out, unsigned)
    result = np.zeros(1, np.int32)
    InterpretedKernel(builder.module(), 8).run([result], (1, 1, 1))
    assert result.tolist() == [-(2**31)]


def test_value_that_differs_between_lanes_is_not_uniform():
    builder = KernelBuilder()
    builder.op("wave.assume_uniform", builder.lane())
    (finding,) = findings(builder, [])
    assert finding.rule == "group-uniform"
    assert finding.lanes == (1, 2, 3, 4, 5, 6, 7)


def test_value_that_differs_between_waves_is_not_uniform():
    builder = KernelBuilder(num_waves=2)
    builder.op("wave.assume_uniform", builder.op("wave.group_wave_index"))
    (finding,) = findings(builder, [])
    assert finding.rule == "group-uniform"
    assert "wave 0 has 0 and wave 1 has 1" in finding.message


def test_value_that_differs_between_groups_is_uniform():
    builder = KernelBuilder(num_waves=2)
    builder.op("wave.assume_uniform", builder.op("wave.group_id", dimension="x"))
    report = InterpretedKernel(builder.module(), 8).run([], (3, 1, 1))
    assert report.findings == []


def test_buffers_of_an_unchecked_kernel_are_undefined_out_of_bounds():
    builder = KernelBuilder()
    source = builder.buffer("source")
    builder.load(source, builder.lane())
    (finding,) = findings(builder, [np.zeros(6, np.uint32)], unchecked=True)
    assert finding.rule == "buffer-bounds"
    assert finding.lanes == (6, 7)


def test_operations_of_inactive_lanes_are_not_reported():
    """Division, conversion and access out of bounds in lanes that do not take part."""
    builder = KernelBuilder()
    array = builder.op("wave.groupshared", builder.constant(1), types=[Groupshared(u32)])
    lane = builder.lane()

    def first_only():
        builder.store(lane, array, lane)
        builder.load(array, lane)
        one = builder.op("arith.addi", lane, builder.constant(1))
        inverse = builder.op("arith.subi", builder.constant(2), one)
        builder.op("arith.divui", one, inverse)
        builder.op("wave.read_lane", lane, lane)

    builder.if_(builder.compare("eq", lane, builder.constant(0)), first_only)
    report = InterpretedKernel(builder.module(), 8).run([], (1, 1, 1))
    assert report.findings == []


def test_a_place_is_reported_once_and_all_places_together():
    builder = KernelBuilder()
    zero = builder.constant(0)

    def body(index):
        builder.op("arith.divui", index, zero)
        builder.op("arith.remui", index, zero)

    builder.for_(zero, builder.constant(3), body)
    assert [finding.rule for finding in findings(builder, [])] == ["integer-division"] * 2


def test_a_bool_poison_is_false():
    builder = KernelBuilder()
    out = builder.buffer("out", bool_)
    array = builder.op("memref.alloca", builder.constant(1), types=[LocalArray(bool_)])
    builder.store(builder.load(array, builder.constant(0)), out, builder.lane())
    result = np.full(8, 9, np.uint8)
    findings(builder, [result])
    assert result.tolist() == [0] * 8
