"""Quad operations: four lanes in a row, all of which must be active."""

from __future__ import annotations

import numpy as np
import pytest
from ir_builder import DTYPES, KernelBuilder, bool_, evaluate, run, samples, u32, vector_of

LANES = 16
ACROSS = {"x": [1, 0, 3, 2], "y": [2, 3, 0, 1], "diagonal": [3, 2, 1, 0]}
QUADS = [0, 1, 2, 3, 8, 9, 10, 11]


def inputs(type_, size):
    return samples(type_, (LANES,) if size == 1 else (size, LANES), np.random.default_rng(7))


def same(result, expected, lanes):
    np.testing.assert_array_equal(result[..., lanes].astype(expected.dtype), expected[..., lanes])


@pytest.mark.parametrize("size", [1, 2, 3, 4])
@pytest.mark.parametrize("type_", DTYPES.values(), ids=str)
@pytest.mark.parametrize("direction", ACROSS)
def test_read_across(direction, type_, size):
    values, full = inputs(type_, size), vector_of(type_, size)
    compute = lambda b, v: b.op("wave.quad_read_across", v, direction=direction)
    expected = values[..., [lane & ~3 | ACROSS[direction][lane & 3] for lane in range(LANES)]]
    for active in (range(LANES), QUADS):
        result, found = evaluate(compute, [(full, values)], full, active)
        assert not found
        same(result, expected, list(active))


@pytest.mark.parametrize("size", [1, 3])
@pytest.mark.parametrize("type_", DTYPES.values(), ids=str)
def test_read_lane(type_, size):
    values, full = inputs(type_, size), vector_of(type_, size)
    index = np.arange(LANES, dtype=np.uint32)[::-1] // 4
    compute = lambda b, v, i: b.op("wave.quad_read_lane", v, i)
    result, found = evaluate(compute, [(full, values), (u32, index)], full, QUADS)
    assert not found
    same(result, values[..., [lane & ~3 | int(index[lane]) for lane in range(LANES)]], QUADS)


def test_votes():
    flags = np.array([0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 1, 0, 1, 1, 0, 1], np.bool_)
    expected = {"wave.quad_any": [0, 1, 1, 1], "wave.quad_all": [0, 1, 0, 0]}
    for name, votes in expected.items():
        result, found = evaluate(lambda b, v, name=name: b.op(name, v), [(bool_, flags)], bool_)
        assert result.tolist() == np.repeat(votes, 4).tolist() and not found


OPERATIONS = {
    "wave.quad_read_across": lambda b, v, i, flag: b.op("wave.quad_read_across", v, direction="x"),
    "wave.quad_read_lane": lambda b, v, i, flag: b.op("wave.quad_read_lane", v, i),
    "wave.quad_any": lambda b, v, i, flag: b.op("arith.extui", b.op("wave.quad_any", flag), types=[u32]),
    "wave.quad_all": lambda b, v, i, flag: b.op("arith.extui", b.op("wave.quad_all", flag), types=[u32]),
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_a_quad_with_an_inactive_lane_is_reported(name):
    """Lane 6 is missing: its quad has no result, the other ones have."""
    values, index, flags = np.full(LANES, 1, np.uint32), np.zeros(LANES, np.uint32), np.ones(LANES, np.bool_)
    active = [0, 1, 2, 3, 4, 5, 7, 12, 13, 14, 15]
    operands = [(u32, values), (u32, index), (bool_, flags)]
    result, (finding,) = evaluate(OPERATIONS[name], operands, u32, active)
    assert (finding.rule, finding.lanes) == ("quad-inactive", (4, 5, 7))
    assert finding.message == "lane 4 takes part in a quad operation, lane 6 of its quad does not"
    undefined = 0x7FFADBAD if "read" in name else 0
    assert result[active].tolist() == [1] * 4 + [undefined] * 3 + [1] * 4


def test_a_vector_of_an_incomplete_quad_is_poison():
    values, full = np.ones((2, 8), np.float16), vector_of(DTYPES["f16"], 2)
    compute = lambda b, v: b.op("wave.quad_read_across", v, direction="y")
    result, found = evaluate(compute, [(full, values)], full, [0, 1, 2, 4, 5, 6, 7])
    assert [finding.rule for finding in found] == ["quad-inactive"]
    assert np.isnan(result[:, :3]).all() and (result[:, 4:] == 1).all()


def test_a_quad_of_the_partial_last_wave_is_reported():
    """Six threads in waves of four: lanes 2 and 3 of the second wave do not exist."""
    builder = KernelBuilder(num_threads=(6, 1, 1))
    builder.op("wave.quad_read_across", builder.lane(), direction="diagonal")
    (finding,) = run(builder, [], wave_size=4, collect=True).findings
    assert (finding.rule, finding.wave, finding.lanes) == ("quad-inactive", 1, (0, 1))


@pytest.mark.parametrize("asked", [4, 2**32 - 1])
def test_a_lane_that_no_quad_has(asked):
    index = np.zeros(LANES, np.uint32)
    index[5], index[9] = asked, 3
    values = np.arange(LANES, dtype=np.uint32)
    compute = lambda b, v, i: b.op("wave.quad_read_lane", v, i)
    result, (finding,) = evaluate(compute, [(u32, values), (u32, index)], u32)
    assert (finding.rule, finding.lanes) == ("quad-lane-out-of-range", (5,))
    assert finding.message == f"lane 5 reads lane {asked} of its quad, which has four lanes"
    assert result.tolist() == [0] * 4 + [4, 0x7FFADBAD, 4, 4] + [8, 11, 8, 8] + [12] * 4


def test_the_report_names_the_direction():
    builder = KernelBuilder()
    builder.op("wave.quad_read_across", builder.lane(), direction="diagonal")
    assert run(builder, []).operations["wave.quad_read_across diagonal"] == 1
