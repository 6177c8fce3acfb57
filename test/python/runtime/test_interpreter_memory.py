"""Buffers, groupshared and local arrays of every type and of vectors, and atomics."""

from __future__ import annotations

import numpy as np
import pytest
from ir_builder import DTYPES, KernelBuilder, VectorType, bool_, evaluate, in_memory, run, samples, u32, vector_of

from wavedialect.ir.types import Groupshared, LocalArray

LANES = 8
TYPES = list(DTYPES.values())
F3 = VectorType(DTYPES["f32"], 3)
KINDS = {"groupshared": ("wave.groupshared", Groupshared), "local-array": ("memref.alloca", LocalArray)}


def values_of(type_, size, count=LANES):
    return samples(type_, (count,) if size == 1 else (size, count), np.random.default_rng(11))


def array(builder, kind, type_, size):
    name, of = KINDS[kind]
    return builder.op(name, builder.constant(size), types=[of(type_)])


@pytest.mark.parametrize("size", [1, 2, 3, 4])
@pytest.mark.parametrize("type_", TYPES, ids=str)
def test_buffers_load_stores_and_their_bounds(type_, size):
    """Lane i copies element i - 2; the index counts vectors, and each memory ends within the wave."""
    full = vector_of(type_, size)
    builder = KernelBuilder()
    source, out, length = builder.buffer("source", full), builder.buffer("out", full), builder.buffer("length")
    lane = builder.lane()
    builder.store(builder.load(source, builder.op("arith.subi", lane, builder.constant(2))), out, lane)
    builder.store(builder.op("memref.dim", source), length, builder.constant(0))
    values = in_memory(full, values_of(type_, size, 5))
    result = np.full((7, *values.shape[1:]), 1, values.dtype)
    count = np.zeros(1, np.uint32)
    run(builder, [values, result, count])
    expected = np.zeros_like(result)
    expected[2:] = values
    np.testing.assert_array_equal(result, expected)
    assert count.tolist() == [5]


@pytest.mark.parametrize("flat", [False, True])
def test_a_buffer_of_vectors_is_an_array_of_rows_or_a_flat_one(flat):
    """What the last vector lacks does not count, and bytes are read as the elements."""
    builder = KernelBuilder()
    out, count = builder.buffer("out", F3), builder.buffer("count")
    builder.store(builder.constant([1, 2, 3], F3), out, builder.op("wave.lane_index"))
    builder.store(builder.op("memref.dim", out), count, builder.constant(0))
    result = np.zeros(8, np.float32) if flat else np.zeros((3, 3), np.float32)
    length = np.zeros(1, np.uint32)
    run(builder, [result.view(np.uint8) if flat else result, length])
    whole = 3 - flat
    assert length.tolist() == [whole]
    assert result.ravel().tolist() == [1, 2, 3] * whole + [0] * (result.size - 3 * whole)


def test_an_empty_buffer_of_vectors():
    builder = KernelBuilder()
    source, out = builder.buffer("source", F3), builder.buffer("out", F3)
    lane = builder.lane()
    builder.store(builder.load(source, lane), out, lane)
    builder.store(builder.load(source, lane, component=2), out, lane, component=0)
    result = np.ones((4, 3), np.float32)
    run(builder, [np.zeros((0, 3), np.float32), result], wave_size=4)
    assert not result.any()


@pytest.mark.parametrize("type_", TYPES, ids=str)
@pytest.mark.parametrize("kind", ["buffer", *KINDS])
def test_one_component(kind, type_):
    """A store of y and a load of z; the other components stay."""
    full = vector_of(type_, 3)
    builder = KernelBuilder()
    source, out, scalars = builder.buffer("source", full), builder.buffer("out", full), builder.buffer("s", type_)
    lane = builder.lane()
    value = builder.load(source, lane)
    memory = out if kind == "buffer" else array(builder, kind, full, LANES)
    builder.store(value, memory, lane)
    builder.store(builder.extract(value, 0), memory, lane, component=1)
    builder.store(builder.load(memory, lane, component=2), scalars, lane)
    if kind != "buffer":
        builder.store(builder.load(memory, lane), out, lane)
    values = in_memory(full, values_of(type_, 3))
    result, components = np.zeros_like(values), np.zeros(LANES, values.dtype)
    run(builder, [values, result, components])
    np.testing.assert_array_equal(result, values[:, [0, 0, 2]])
    np.testing.assert_array_equal(components, values[:, 2])


@pytest.mark.parametrize("size", [1, 2, 4])
@pytest.mark.parametrize("type_", TYPES, ids=str)
@pytest.mark.parametrize("kind", KINDS)
def test_arrays_of_every_type(kind, type_, size):
    """Written in one order, read in another: groupshared from other lanes, local arrays from each lane's own."""
    full = vector_of(type_, size)
    values = values_of(type_, size)

    def compute(builder, value):
        lane = builder.lane()
        memory = array(builder, kind, full, LANES)
        builder.store(value, memory, lane)
        other = builder.op("arith.subi", builder.constant(LANES - 1), lane)
        return builder.load(memory, other if kind == "groupshared" else lane)

    active = [1, 2, 5, 6]
    result, found = evaluate(compute, [(full, values)], full, active)
    assert not found
    expected = values[..., ::-1] if kind == "groupshared" else values
    np.testing.assert_array_equal(result[..., active].astype(values.dtype), expected[..., active])


@pytest.mark.parametrize("component", [None, 0, 1, 2])
@pytest.mark.parametrize("kind", KINDS)
def test_components_are_initialized_one_by_one(kind, component):
    """x and z are stored; reading the whole or y is reported."""

    def compute(builder, value):
        memory = array(builder, kind, F3, 2)
        for position in (0, 2):
            builder.store(value, memory, builder.constant(1), component=position)
        if component is None:
            return builder.extract(builder.load(memory, builder.constant(1)), 2)
        return builder.load(memory, builder.constant(1), component=component)

    ones = np.ones(LANES, np.float32)
    result, found = evaluate(compute, [(DTYPES["f32"], ones)], DTYPES["f32"], [2, 3])
    if component in (0, 2):
        assert not found
    else:
        (finding,) = found
        assert (finding.rule, finding.lanes) == ("uninitialized", (2, 3))
        word, owner = ("groupshared", "group") if kind == "groupshared" else ("local", "lane")
        assert f"load of component y of element 1 of {word} array made at line " in finding.message
        assert finding.message.endswith(f", which this {owner} has not written")
    assert np.isnan(result[2]) if component == 1 else result[2] == 1


@pytest.mark.parametrize("size", [1, 3])
@pytest.mark.parametrize("type_", TYPES, ids=str)
@pytest.mark.parametrize("kind", KINDS)
def test_out_of_bounds_counts_vectors(kind, type_, size):
    full = vector_of(type_, size)

    def compute(builder, value):
        memory = array(builder, kind, full, 5)
        builder.store(value, memory, builder.lane())
        return value

    _, (finding,) = evaluate(compute, [(full, values_of(type_, size))], full, [0, 4, 5, 7])
    assert (finding.rule, finding.lanes) == ("out-of-bounds", (5, 7))
    assert finding.message.startswith(f"element 5 of {kind.removesuffix('-array')} array made at line ")
    assert finding.message.endswith(" is out of bounds, it has 5 elements")


@pytest.mark.parametrize("store", [False, True])
def test_unchecked_vectors_are_reported(store):
    builder = KernelBuilder()
    memory = builder.buffer("memory", F3)
    if store:
        builder.store(builder.constant(1.0, F3), memory, builder.lane())
    else:
        builder.load(memory, builder.lane())
    (finding,) = run(builder, [np.zeros((6, 3), np.float32)], unchecked=True, collect=True).findings
    assert (finding.rule, finding.lanes) == ("buffer-bounds", (6, 7))
    assert finding.message == "element 6 of buffer `memory` is out of bounds, it has 6 elements"


ATOMIC_TYPES = [DTYPES[name] for name in ("i32", "u32", "i64", "u64")]
MODELS = {
    "add": lambda a, b: a + b,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
}


def atomic_model(type_, kind, a, b):
    if kind in MODELS:
        return type_.wrap(MODELS[kind](a, b))
    key = (lambda n: n % (1 << type_.bits)) if kind.endswith("ui") else lambda n: (n % (2 * sign)) ^ sign
    sign = 1 << (type_.bits - 1)
    return (min if "min" in kind else max)(a, b, key=key)


@pytest.mark.parametrize("places", [[0] * LANES, list(range(LANES)), [2, 2, 0, 1, 1, 1, 0, 9]])
@pytest.mark.parametrize("kind", ["add", "and", "or", "xor", "minsi", "maxsi", "minui", "maxui"])
@pytest.mark.parametrize("type_", ATOMIC_TYPES, ids=str)
def test_atomics_go_in_lane_order(type_, kind, places):
    """Together, apart, and mixed with one lane out of bounds and one inactive."""
    values, memory = values_of(type_, 1), values_of(type_, 1)[::-1].copy()
    builder = KernelBuilder()
    target, source, where, out = (
        builder.buffer("target", type_),
        builder.buffer("source", type_),
        builder.buffer("where"),
        builder.buffer("out", type_),
    )
    lane = builder.lane()
    value, place = builder.load(source, lane), builder.load(where, lane)

    def update():
        old = builder.op("wave.atomic_rmw", value, target, place, kind=kind, types=[type_])
        builder.store(old, out, lane)

    builder.if_(builder.compare("ne", lane, builder.constant(4)), update)
    expected, found = memory.tolist(), {}
    for lane_number, number in enumerate(values.tolist()):
        place_number = places[lane_number]
        if lane_number != 4 and place_number < LANES:
            found[lane_number] = expected[place_number]
            expected[place_number] = atomic_model(type_, kind, expected[place_number], number)
    result = np.zeros(LANES, type_.numpy)
    report = run(builder, [memory, values, np.array(places, np.uint32), result])
    assert memory.tolist() == expected
    assert {number: result[number] for number in found} == found
    assert report.atomics == {("target", kind): LANES - 1}


@pytest.mark.parametrize("together", [False, True])
def test_float_atomics_go_in_lane_order(together):
    """Sums round each time; NaN counts as no number, and -0 is less than 0."""
    values = np.array([1, np.nan, 0.0, -0.0], np.float32)
    for kind, start, expected in (
        ("add", 2**24, [2**24 + 1, np.nan, 2**24, 2**24]),
        ("minnumf", np.nan, [1, np.nan, 0.0, -0.0]),
        ("maxnumf", -0.0, [1, -0.0, 0.0, -0.0]),
    ):
        builder = KernelBuilder()
        target, source = builder.buffer("target", DTYPES["f32"]), builder.buffer("source", DTYPES["f32"])
        lane = builder.lane()
        place = builder.constant(0) if together else lane
        builder.op("wave.atomic_rmw", builder.load(source, lane), target, place, kind=kind, types=[DTYPES["f32"]])
        memory = np.full(4, start, np.float32)
        run(builder, [memory, values], wave_size=4)
        last = {"add": np.nan, "minnumf": -0.0, "maxnumf": 1}[kind]
        expected = np.array([last, *memory[1:]] if together else expected, np.float32)
        expected[0] = np.float32(2**24) if kind == "add" and not together else expected[0]
        np.testing.assert_array_equal(memory, expected)
        assert (np.signbit(memory) == np.signbit(expected))[~np.isnan(expected)].all()


@pytest.mark.parametrize("memory", ["buffer", "groupshared"])
@pytest.mark.parametrize("type_", [*ATOMIC_TYPES, DTYPES["f32"]], ids=str)
@pytest.mark.parametrize("together", [False, True])
def test_exchange(together, type_, memory):
    values = values_of(type_, 1)

    def compute(builder, value):
        lane = builder.lane()
        target = array(builder, "groupshared", type_, LANES)
        builder.store(builder.constant(5, type_), target, lane)
        place = builder.constant(2) if together else lane
        return builder.op("wave.atomic_exchange", value, target, place, types=[type_])

    result, _ = evaluate(compute, [(type_, values)], type_)
    expected = [5, *values[:-1].tolist()] if together else [5] * LANES
    np.testing.assert_array_equal(result, np.array(expected, type_.numpy))


@pytest.mark.parametrize("type_", ATOMIC_TYPES, ids=str)
def test_compare_exchange_stores_if_the_values_are_equal(type_):
    """Each lane expects what the lane before leaves, but lane 5 something else."""
    builder = KernelBuilder()
    memory, expected, out = builder.buffer("memory", type_), builder.buffer("e", type_), builder.buffer("out", type_)
    lane = builder.lane()
    following = builder.op("arith.addi", builder.load(expected, lane), builder.constant(1, type_))
    old = builder.op(
        "wave.atomic_cas", builder.load(expected, lane), following, memory, builder.constant(0), types=[type_]
    )
    builder.store(old, out, lane)
    start = type_.highest - 3
    numbers = [type_.wrap(start + number) for number in range(LANES)]
    numbers[5] = type_.wrap(start + 77)
    state, result = np.array([start], type_.numpy), np.zeros(LANES, type_.numpy)
    report = run(builder, [state, np.array(numbers, type_.numpy), result])
    reached = type_.wrap(start + 5)
    assert state.tolist() == [reached]
    assert result.tolist() == numbers[:5] + [reached] * 3
    assert report.atomics == {("memory", "cas"): LANES}


def test_compare_exchange_of_lanes_apart():
    builder = KernelBuilder()
    memory, out = builder.buffer("memory"), builder.buffer("out")
    lane = builder.lane()
    operands = builder.constant(2), builder.constant(9), memory, lane
    builder.store(builder.op("wave.atomic_cas", *operands, types=[u32]), out, lane)
    state, result = np.array([1, 2, 3, 2], np.uint32), np.zeros(4, np.uint32)
    run(builder, [state, result], wave_size=4)
    assert state.tolist() == [1, 9, 3, 9]
    assert result.tolist() == [1, 2, 3, 2]


def test_an_exchange_initializes_the_element():
    """It is reported itself, because its result is what was there, but no later read is."""

    def compute(builder, value):
        memory = array(builder, "groupshared", u32, 1)
        first = builder.op("wave.is_first_lane")
        exchange = lambda: builder.op("wave.atomic_exchange", value, memory, builder.constant(0), types=[u32])
        builder.if_(first, lambda: (exchange(), None)[1])
        return builder.load(memory, builder.constant(0))

    result, found = evaluate(compute, [(u32, np.full(4, 6, np.uint32))], u32)
    assert [finding.rule for finding in found] == ["uninitialized"]
    assert result.tolist() == [6] * 4


def test_a_bool_vector_is_stored_as_bytes():
    """Any byte but 0 reads as true, and true is stored as 1."""
    flags = VectorType(bool_, 2)
    builder = KernelBuilder()
    source, out = builder.buffer("source", flags), builder.buffer("out", flags)
    builder.store(builder.load(source, builder.lane()), out, builder.lane())
    result = np.full((4, 2), 9, np.int8)
    run(builder, [np.array([[0, 1], [2, 0], [-1, 127], [0, 0]], np.int8), result], wave_size=4)
    assert result.tolist() == [[0, 1], [1, 0], [1, 1], [0, 0]]
