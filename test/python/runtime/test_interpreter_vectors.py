"""Vectors: made and taken apart, through control flow and calls, as constants and as arguments."""

from __future__ import annotations

import numpy as np
import pytest
from ir_builder import DTYPES, KernelBuilder, VectorType, bool_, evaluate, run, samples, u32, vector_of

from wavedialect.ir.module import Function, Location, Value

TYPES = list(DTYPES.values())
LANES = 8
U3 = VectorType(u32, 3)


def inputs(type_, size, number=1):
    random = np.random.default_rng(size)
    shape = (LANES,) if size == 1 else (size, LANES)
    return [samples(type_, shape, random) for _ in range(number)]


def assert_same(got, expected):
    np.testing.assert_array_equal(got.astype(expected.dtype), expected)


@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize("type_", TYPES, ids=str)
def test_from_elements_extract_insert_and_broadcast(type_, size):
    full = vector_of(type_, size)
    scalars = inputs(type_, 1, size)
    operands = [(type_, values) for values in scalars]
    made, _ = evaluate(lambda b, *values: b.op("vector.from_elements", *values, types=[full]), operands, full)
    assert_same(made, np.stack(scalars))
    for position in range(size):

        def changed(b, *values, position=position):
            vector = b.op("vector.from_elements", *values, types=[full])
            return b.op("vector.insert", values[0], vector, position=position)

        expected = np.stack(scalars)
        expected[position] = scalars[0]
        assert_same(evaluate(changed, operands, full)[0], expected)
        (vector,) = inputs(type_, size)
        taken, _ = evaluate(lambda b, v, position=position: b.extract(v, position), [(full, vector)], type_)
        assert_same(taken, vector[position])
    spread, _ = evaluate(lambda b, *values: b.op("vector.broadcast", values[0], types=[full]), operands, full)
    assert_same(spread, np.stack([scalars[0]] * size))


@pytest.mark.parametrize("mask", [[0, 1], [2, 2, 0], [3, 0, 1, 4], [4, 3], [1, 1, 1, 1]])
@pytest.mark.parametrize("type_", TYPES, ids=str)
def test_shuffle_counts_through_both_vectors(type_, mask):
    full, result_type = vector_of(type_, 3), vector_of(type_, len(mask))
    a, b = inputs(type_, 3, 2)
    b = b[:2]
    operands = [(full, a), (vector_of(type_, 2), b)]
    result, _ = evaluate(
        lambda builder, *values: builder.op("vector.shuffle", *values, mask=mask), operands, result_type
    )
    assert_same(result, np.concatenate((a, b))[mask])


def test_an_insert_leaves_the_old_vector_alone():
    (vector,) = inputs(u32, 3)

    def compute(builder, value):
        builder.op("vector.insert", builder.constant(5), value, position=1)
        return value

    assert_same(evaluate(compute, [(U3, vector)], U3)[0], vector)


def lane_vector(builder):
    """(lane, 10 * lane, 7) of each lane."""
    lane = builder.lane()
    tenfold = builder.op("arith.muli", lane, builder.constant(10))
    return builder.op("vector.from_elements", lane, tenfold, builder.constant(7), types=[U3])


def lanes_to_buffer(compute, wave_size=LANES, type_=U3, arguments=(), **attributes):
    builder = KernelBuilder(**attributes)
    out = builder.buffer("out", type_)
    builder.store(compute(builder), out, builder.lane())
    result = np.zeros((wave_size, type_.size), type_.element.numpy)
    run(builder, [result, *arguments], wave_size)
    return result.T


def test_a_vector_is_merged_after_a_divergent_if():
    def compute(builder):
        vector = lane_vector(builder)
        low = builder.compare("ult", builder.lane(), builder.constant(3))
        twice = lambda: builder.op("arith.addi", vector, vector)
        return builder.if_(low, twice, lambda: vector, types=[U3])

    lane = np.arange(LANES)
    factor = np.where(lane < 3, 2, 1)
    assert lanes_to_buffer(compute).tolist() == [
        (lane * factor).tolist(),
        (lane * 10 * factor).tolist(),
        (7 * factor).tolist(),
    ]


def test_a_vector_is_carried_by_a_loop_with_divergent_bounds():
    def compute(builder):
        ones = builder.op("vector.broadcast", builder.constant(1), types=[U3])
        body = lambda index, carried: builder.op("arith.addi", carried, carried)
        return builder.for_(builder.constant(0), builder.lane(), body, ones)

    assert lanes_to_buffer(compute).tolist() == [[1 << lane for lane in range(LANES)]] * 3


def test_a_vector_leaves_a_while_with_the_values_of_its_lane():
    def compute(builder):
        lane = builder.lane()

        def before(vector):
            return [builder.compare("ult", builder.extract(vector, 0), lane), vector]

        after = lambda vector: builder.op("arith.addi", vector, step)
        step = builder.constant([1, 2, 3], U3)
        return builder.while_(before, after, builder.constant([0, 0, 5], U3))

    lane = np.arange(LANES)
    assert lanes_to_buffer(compute).tolist() == [lane.tolist(), (2 * lane).tolist(), (5 + 3 * lane).tolist()]


def test_a_helper_takes_and_gives_vectors():
    argument = Value(U3, "v")
    helper_builder = KernelBuilder()
    with helper_builder.block() as body:
        helper_builder.op("wave.return", helper_builder.op("vector.shuffle", argument, argument, mask=[2, 1, 0]))
    helper = Function("helper", [argument], [U3], body, Location("kernel.py", 1, 1))
    builder = KernelBuilder()
    out = builder.buffer("out", U3)
    builder.store(builder.op("wave.call", lane_vector(builder), types=[U3], callee="helper"), out, builder.lane())
    result = np.zeros((LANES, 3), np.uint32)
    run(builder, [result], helpers=[helper])
    assert result.tolist() == [[7, 10 * lane, lane] for lane in range(LANES)]


@pytest.mark.parametrize("type_", TYPES, ids=str)
def test_arguments_by_value(type_):
    """A scalar and a vector of each type."""
    builder = KernelBuilder()
    full = vector_of(type_, 3)
    out = builder.buffer("out", vector_of(type_, 4))
    scalar, vector = builder.scalar("s", type_), builder.scalar("v", full)
    parts = [scalar, *(builder.extract(vector, position) for position in range(3))]
    builder.store(builder.op("vector.from_elements", *parts, types=[vector_of(type_, 4)]), out, builder.lane())
    values = samples(type_, (4,), np.random.default_rng(3))
    result = np.zeros((4, 4), type_.numpy)
    run(builder, [result, values[0], values[1:]], wave_size=4)
    assert_same(result, np.stack([values] * 4))


@pytest.mark.parametrize("type_", ["i16", "u16", "i32", "u32", "i64", "u64"])
def test_loops_of_every_integer_type_end_at_the_largest_number(type_):
    type_ = DTYPES[type_]

    def compute(builder, value):
        body = lambda index, count: builder.op("arith.addi", count, builder.constant(1))
        return builder.for_(value, builder.constant(type_.highest, type_), body, builder.constant(0))

    starts = np.array([type_.highest - lane for lane in range(4)], type_.numpy)
    assert evaluate(compute, [(type_, starts)], u32)[0].tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("type_", ["i16", "i32", "i64"])
def test_a_loop_over_a_whole_range_of_signed_numbers_by_large_steps(type_):
    type_ = DTYPES[type_]

    def compute(builder, step):
        with builder.block(type_, u32) as region:
            builder.yield_(builder.op("arith.addi", region.arguments[1], builder.constant(1)))
        lower, upper = builder.constant(type_.lowest, type_), builder.constant(type_.highest, type_)
        operands = lower, upper, step, builder.constant(0)
        return builder.op("scf.for", *operands, types=[u32], regions=[region], unsigned=False)

    steps = np.array([type_.highest, 1 << (type_.bits - 2), type_.highest - 1, type_.highest], type_.numpy)
    assert evaluate(compute, [(type_, steps)], u32)[0].tolist() == [3, 4, 3, 3]


def test_a_bool_vector_is_inverted_component_by_component():
    flags = vector_of(bool_, 2)
    (values,) = inputs(bool_, 2)
    compute = lambda builder, value: builder.op("arith.xori", value, builder.constant(True, flags))
    assert_same(evaluate(compute, [(flags, values)], flags)[0], ~values)
