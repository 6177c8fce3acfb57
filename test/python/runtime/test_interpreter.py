"""What the lock-step interpreter computes, against expectations worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest
from ir_builder import KernelBuilder, bool_, f32, i32, run, u32

from wavedialect.ir.module import Block, Function, Location, Operation, Value

SIZES = [4, 8, 16, 32, 64, 128]


def lanes_to_buffer(compute, wave_size=8, element=u32, **attributes):
    """Stores what ``compute(builder)`` returns, one element a lane, and returns the buffer."""
    builder = KernelBuilder(**attributes)
    out = builder.buffer("out", element)
    builder.store(compute(builder), out, builder.lane())
    result = np.full(wave_size, 77, {u32: np.uint32, i32: np.int32, f32: np.float32, bool_: np.bool_}[element])
    run(builder, [result], wave_size)
    return result


def only_lanes(builder, out, lanes, compute):
    """Runs ``compute`` in the listed lanes of eight only and stores what it gives there."""
    table = builder.constant(sum(1 << lane for lane in lanes))
    bit = builder.op("arith.andi", builder.op("arith.shrui", table, builder.lane()), builder.constant(1))
    condition = builder.compare("ne", bit, builder.constant(0))
    builder.if_(condition, lambda: builder.store(compute(), out, builder.lane()))


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        ("mul", 2, [9, 1, 2, 4, 9, 8, 16, 32]),
        ("add", 2, [9, 0, 2, 4, 9, 6, 8, 10]),
    ],
)
def test_prefix_tables_with_inactive_lanes(kind, value, expected):
    """The two tables of 8 lanes in the documentation of HLSL: lanes 0 and 4 are inactive."""
    builder = KernelBuilder()
    out = builder.buffer("out")
    only_lanes(builder, out, [1, 2, 3, 5, 6, 7], lambda: builder.op("wave.prefix", builder.constant(value), kind=kind))
    result = np.full(8, 9, np.uint32)
    run(builder, [result])
    assert result.tolist() == expected


def test_prefix_count_bits_is_exclusive_and_skips_inactive_lanes():
    builder = KernelBuilder()
    out = builder.buffer("out")
    only_lanes(builder, out, [1, 2, 5, 7], lambda: builder.op("wave.prefix_count_bits", builder.constant(True, bool_)))
    result = np.full(8, 9, np.uint32)
    run(builder, [result])
    assert result.tolist() == [9, 0, 1, 9, 9, 2, 9, 3]


@pytest.mark.parametrize("wave_size", SIZES)
def test_loop_peeling(wave_size):
    """Each lane leaves the loop in its own iteration, and counts only itself there."""

    def compute(builder):
        lane = builder.lane()

        def body(index, counted):
            mine = builder.compare("eq", index, lane)
            count = lambda: builder.op("wave.count_bits", builder.constant(True, bool_))
            return builder.if_(mine, count, lambda: [counted], types=[u32])

        return builder.for_(builder.constant(0), builder.op("wave.lane_count"), body, builder.constant(0))

    assert lanes_to_buffer(compute, wave_size).tolist() == [1] * wave_size


def test_operation_before_break_sees_the_breaking_lanes_only():
    """A while loop that lanes leave by a flag: what runs before the break sees those lanes."""

    def compute(builder):
        lane = builder.lane()
        half = builder.op("arith.shrui", lane, builder.constant(1))

        def before(index, going, seen):
            return [going, index, seen]

        def after(index, seen):
            breaks = builder.compare("eq", index, half)
            seen = builder.if_(breaks, lambda: builder.op("wave.reduce", lane, kind="add"), lambda: [seen], types=[u32])
            going = builder.op("arith.xori", breaks, builder.constant(True, bool_))
            return builder.op("arith.addi", index, builder.constant(1)), going, seen

        zero = builder.constant(0)
        return builder.while_(before, after, zero, builder.constant(True, bool_), zero)[1]

    assert lanes_to_buffer(compute).tolist() == [1, 1, 5, 5, 9, 9, 13, 13]


def test_loop_results_are_those_of_the_iteration_that_a_lane_left_in():
    def compute(builder):
        one = builder.constant(1)
        double = lambda index, value: builder.op("arith.addi", value, value)
        return builder.for_(builder.constant(0), builder.lane(), double, one)

    assert lanes_to_buffer(compute).tolist() == [1, 2, 4, 8, 16, 32, 64, 128]


def test_active_lanes_shrink_inside_a_loop_with_divergent_bounds():
    def compute(builder):
        def body(index, counted):
            return builder.op("arith.addi", counted, builder.op("wave.count_bits", builder.constant(True, bool_)))

        return builder.for_(builder.constant(0), builder.lane(), body, builder.constant(0))

    # Iteration i is run by the lanes above i: 7 + 6 + ...
    assert lanes_to_buffer(compute).tolist() == [0, 7, 13, 18, 22, 25, 27, 28]


def test_signed_and_unsigned_loop_bounds():
    def compute(type_):
        def counted(builder):
            body = lambda index, count: builder.op("arith.addi", count, builder.constant(1))
            bounds = (
                builder.constant(-2 if type_ is i32 else 0, type_),
                builder.constant(-1 if type_ is i32 else 3, type_),
            )
            return builder.for_(*bounds, body, builder.constant(0))

        return counted

    assert lanes_to_buffer(compute(i32)).tolist() == [1] * 8
    assert lanes_to_buffer(compute(u32)).tolist() == [3] * 8


def test_a_loop_that_ends_at_the_largest_integer_ends():
    def compute(builder):
        body = lambda index, count: builder.op("arith.addi", count, builder.constant(1))
        return builder.for_(builder.constant(2**32 - 3), builder.constant(2**32 - 1), body, builder.constant(0))

    assert lanes_to_buffer(compute).tolist() == [2] * 8


def test_both_sides_of_an_if_have_their_own_sum():
    def compute(builder):
        lane = builder.lane()
        side = lambda: builder.op("wave.reduce", lane, kind="add")
        return builder.if_(builder.compare("ult", lane, builder.constant(3)), side, side, types=[u32])

    assert lanes_to_buffer(compute).tolist() == [3, 3, 3, 25, 25, 25, 25, 25]


def test_helper_with_early_return_reconverges_in_its_caller():
    """After the call all lanes are together again."""
    argument = Value(u32, "x")
    place = Location("kernel.py", 1, 1)
    helper_builder = KernelBuilder()
    with helper_builder.block() as body:
        inside = helper_builder.compare("ult", argument, helper_builder.constant(4))
        count = lambda: helper_builder.op("wave.count_bits", helper_builder.constant(True, bool_))
        result = helper_builder.if_(inside, lambda: [helper_builder.constant(100)], count, types=[u32])
        helper_builder.op("wave.return", result)
    helper = Function("helper", [argument], [u32], body, place)
    builder = KernelBuilder()
    out = builder.buffer("out")
    lane = builder.lane()
    called = builder.op("wave.call", lane, types=[u32], callee="helper")
    everyone = builder.op("wave.count_bits", builder.constant(True, bool_))
    builder.store(builder.op("arith.addi", called, everyone), out, lane)
    result = np.zeros(8, np.uint32)
    run(builder, [result], helpers=[helper])
    assert result.tolist() == [108] * 4 + [12] * 4


def test_all_equal_does_not_see_inactive_lanes():
    builder = KernelBuilder()
    out = builder.buffer("out", bool_)
    lane = builder.lane()
    clamped = builder.op("arith.minui", lane, builder.constant(1))
    only_lanes(builder, out, range(1, 8), lambda: builder.op("wave.all_equal", clamped))
    result = np.full(8, 9, np.uint8)
    run(builder, [result])
    assert result.tolist() == [9] + [1] * 7


@pytest.mark.parametrize(("values", "equal"), [([1.0, 1.0], 1), ([0.0, -0.0], 1), ([np.nan, np.nan], 0)])
def test_all_equal_of_floats_compares_ordered(values, equal):
    builder = KernelBuilder()
    source, out = builder.buffer("source", f32), builder.buffer("out", bool_)
    lane = builder.lane()
    value = builder.load(source, builder.op("arith.andi", lane, builder.constant(1)))
    builder.store(builder.op("wave.all_equal", value), out, lane)
    result = np.full(4, 9, np.uint8)
    run(builder, [np.array(values, np.float32), result], wave_size=4)
    assert result.tolist() == [equal] * 4


@pytest.mark.parametrize("wave_size", SIZES)
def test_ballot_has_four_words(wave_size):
    """Odd lanes say true; bits from the lane count on are 0."""
    builder = KernelBuilder()
    out = builder.buffer("out")
    lane = builder.lane()
    odd = builder.compare("ne", builder.op("arith.andi", lane, builder.constant(1)), builder.constant(0))
    ballot = builder.op("wave.ballot", odd)
    for number in range(4):
        builder.store(builder.extract(ballot, number), out, builder.constant(number))
    result = np.zeros(4, np.uint32)
    run(builder, [result], wave_size)
    expected = sum(1 << lane for lane in range(1, wave_size, 2))
    assert result.tolist() == [expected >> (32 * word) & 0xFFFFFFFF for word in range(4)]


def test_ballot_of_inactive_lanes_is_zero():
    builder = KernelBuilder()
    out = builder.buffer("out")
    ballot = lambda: builder.extract(builder.op("wave.ballot", builder.constant(True, bool_)), 0)
    only_lanes(builder, out, [0, 3, 7], ballot)
    result = np.zeros(8, np.uint32)
    run(builder, [result])
    assert result.tolist() == [0x89, 0, 0, 0x89, 0, 0, 0, 0x89]


def test_any_number_in_a_bool_buffer_is_true():
    builder = KernelBuilder()
    source, out = builder.buffer("source", bool_), builder.buffer("out")
    lane = builder.lane()
    builder.store(builder.extract(builder.op("wave.ballot", builder.load(source, lane)), 0), out, lane)
    result = np.zeros(8, np.uint32)
    run(builder, [np.array([0, 1, 2, 4, 128, 255, 0, 0], np.uint8), result])
    assert result.tolist() == [0b00111110] * 8


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("add", -3),
        ("mul", 0),
        ("minsi", -6),
        ("maxsi", 3),
        ("minui", 0),
        ("maxui", -1),
        ("and", 0),
        ("or", -1),
        ("xor", -4),
    ],
)
def test_integer_reductions(kind, expected):
    values = [-6, 3, -1, 0, 1, 0, 0, 0]
    expected = {"xor": int(np.bitwise_xor.reduce(values))}.get(kind, expected)
    builder = KernelBuilder()
    source, out = builder.buffer("source", i32), builder.buffer("out", i32)
    lane = builder.lane()
    builder.store(builder.op("wave.reduce", builder.load(source, lane), kind=kind), out, lane)
    result = np.zeros(8, np.int32)
    run(builder, [np.array(values, np.int32), result])
    assert result.tolist() == [expected] * 8


@pytest.mark.parametrize(
    ("kind", "values", "expected"),
    [
        ("minnumf", [3, np.nan, -2, np.inf], -2),
        ("maxnumf", [3, np.nan, -2, -np.inf], 3),
        ("maxnumf", [-np.inf, np.nan, -np.inf, np.nan], -np.inf),
        ("minnumf", [np.nan] * 4, np.nan),
        ("add", [1e8, 1, -1e8, 1], 1),
        ("mul", [0.5, 4, 3, -1], -6),
    ],
)
def test_float_reductions_ignore_nan_and_add_in_lane_order(kind, values, expected):
    builder = KernelBuilder()
    source, out = builder.buffer("source", f32), builder.buffer("out", f32)
    lane = builder.lane()
    builder.store(builder.op("wave.reduce", builder.load(source, lane), kind=kind), out, lane)
    result = np.zeros(4, np.float32)
    run(builder, [np.array(values, np.float32), result], wave_size=4)
    np.testing.assert_array_equal(result, np.full(4, expected, np.float32))


def test_f32_rounds_at_each_operation():
    """With a contraction, x * x - 1 would keep the low bits of the square."""
    x = np.float32(1 + 2**-12)

    def compute(builder):
        value = builder.constant(float(x), f32)
        return builder.op("arith.subf", builder.op("arith.mulf", value, value), builder.constant(1.0, f32))

    result = lanes_to_buffer(compute, element=f32)
    assert result[0] == np.float32(x * x) - np.float32(1)
    assert result[0] != float(x) ** 2 - 1


def test_integers_wrap_around_and_shifts_are_masked():
    def compute(builder):
        big = builder.constant(2**31 - 1, i32)
        one = builder.constant(1, i32)
        wrapped = builder.op("arith.addi", big, one)
        return builder.op("arith.shrsi", wrapped, builder.constant(32 + 31, i32))

    assert lanes_to_buffer(compute, element=i32).tolist() == [-1] * 8


@pytest.mark.parametrize(
    ("name", "a", "b", "expected"),
    [
        ("arith.divsi", -7, 2, -3),
        ("arith.remsi", -7, 2, -1),
        ("arith.remsi", 7, -2, 1),
        ("arith.divsi", 7, -2, -3),
    ],
)
def test_division_truncates(name, a, b, expected):
    compute = lambda builder: builder.op(name, builder.constant(a, i32), builder.constant(b, i32))
    assert lanes_to_buffer(compute, element=i32).tolist() == [expected] * 8


def test_first_lane_is_the_smallest_active_one():
    builder = KernelBuilder()
    out = builder.buffer("out")
    lane = builder.lane()

    def compute():
        first = builder.op("arith.extui", builder.op("wave.is_first_lane"), types=[u32])
        read = builder.op("wave.read_first_lane", lane)
        return builder.op("arith.addi", builder.op("arith.muli", first, builder.constant(10)), read)

    only_lanes(builder, out, [2, 3, 6], compute)
    result = np.zeros(8, np.uint32)
    run(builder, [result])
    assert result.tolist() == [0, 0, 12, 2, 0, 0, 2, 0]


def test_read_lane_with_an_index_of_each_lane_its_own():
    def compute(builder):
        lane = builder.lane()
        square = builder.op("arith.muli", lane, lane)
        return builder.op("wave.read_lane", square, builder.op("arith.xori", lane, builder.constant(1)))

    assert lanes_to_buffer(compute).tolist() == [1, 0, 9, 4, 25, 16, 49, 36]


def test_retired_lanes_are_inactive():
    builder = KernelBuilder()
    out = builder.buffer("out")
    lane = builder.lane()

    def inner():
        builder.op("wave.retire_if", builder.compare("ult", lane, builder.constant(2)))
        builder.store(builder.op("wave.count_bits", builder.constant(True, bool_)), out, lane)

    builder.if_(builder.compare("ult", lane, builder.constant(4)), inner)
    everyone = builder.op("wave.count_bits", builder.constant(True, bool_))
    builder.store(everyone, out, builder.op("arith.addi", lane, builder.constant(8)))
    result = np.full(16, 99, np.uint32)
    run(builder, [result])
    assert result.tolist() == [99, 99, 2, 2, 99, 99, 99, 99, 99, 99, 6, 6, 6, 6, 6, 6]


def test_a_loop_goes_on_without_the_lanes_that_retire_in_it():
    builder = KernelBuilder()
    out = builder.buffer("out")
    lane = builder.lane()

    def body(index, counted):
        builder.op("wave.retire_if", builder.compare("eq", index, lane))
        return builder.op("arith.addi", counted, builder.op("wave.count_bits", builder.constant(True, bool_)))

    total = builder.for_(builder.constant(0), builder.constant(5), body, builder.constant(0))
    builder.store(total, out, lane)
    result = np.full(8, 99, np.uint32)
    run(builder, [result])
    assert result.tolist() == [99] * 5 + [7 + 6 + 5 + 4 + 3] * 3


def test_one_side_of_an_if_retires_whole():
    builder = KernelBuilder()
    out = builder.buffer("out")
    lane = builder.lane()

    def leave():
        builder.op("wave.retire_if", builder.constant(True, bool_))
        return builder.constant(50)

    value = builder.if_(builder.compare("ult", lane, builder.constant(3)), leave, lambda: [lane], types=[u32])
    builder.store(value, out, lane)
    result = np.full(8, 99, np.uint32)
    run(builder, [result])
    assert result.tolist() == [99, 99, 99, 3, 4, 5, 6, 7]


def exchange(builder, out):
    """Each wave stores its number; after the barrier each reads the next wave's."""
    waves = builder.constant(4)
    shared = builder.op("wave.groupshared", waves, types=[_groupshared()])
    wave = builder.op("wave.group_wave_index")
    builder.store(builder.op("arith.muli", wave, builder.constant(10)), shared, wave)
    builder.barrier()
    following = builder.op("arith.andi", builder.op("arith.addi", wave, builder.constant(1)), builder.constant(3))
    builder.store(builder.load(shared, following), out, wave)


def _groupshared():
    from wavedialect.ir.types import Groupshared

    return Groupshared(u32)


@pytest.mark.parametrize("seed", [None, 0, 1, 2])
@pytest.mark.parametrize("wave_size", SIZES)
def test_groupshared_is_exchanged_at_a_barrier(wave_size, seed):
    builder = KernelBuilder(num_waves=4)
    out = builder.buffer("out")
    exchange(builder, out)
    result = np.zeros(4, np.uint32)
    report = run(builder, [result], wave_size, seed=seed)
    assert result.tolist() == [10, 20, 30, 0]
    assert report.operations["wave.barrier group sync"] == 4


def test_a_barrier_does_not_wait_for_retired_waves():
    builder = KernelBuilder(num_waves=4)
    out = builder.buffer("out")
    shared = builder.op("wave.groupshared", builder.constant(4), types=[_groupshared()])
    wave = builder.op("wave.group_wave_index")
    builder.store(wave, shared, wave)
    builder.op("wave.retire_if", builder.compare("ne", wave, builder.constant(0)))
    builder.barrier()
    builder.store(builder.load(shared, builder.constant(3)), out, wave)
    result = np.zeros(1, np.uint32)
    run(builder, [result])
    assert result.tolist() == [3]


def test_groups_and_their_numbers():
    builder = KernelBuilder(num_waves=1)
    out = builder.buffer("out")
    x, y, z = (builder.op("wave.group_id", dimension=axis) for axis in "xyz")
    columns, rows = (builder.op("wave.group_count", dimension=axis) for axis in "xy")
    place = builder.op("arith.addi", builder.op("arith.muli", z, rows), y)
    place = builder.op("arith.addi", builder.op("arith.muli", place, columns), x)
    builder.store(builder.op("arith.addi", place, builder.constant(100)), out, place)
    result = np.zeros(24, np.uint32)
    run(builder, [result], groups=(2, 3, 4), seed=5)
    assert result.tolist() == list(range(100, 124))


@pytest.mark.parametrize("extent", [(4, 4, 4), (10, 1, 1), (1, 32, 1), (3, 3, 3), (15, 3, 3), (7, 7, 1)])
@pytest.mark.parametrize("settings", [{}, {"shuffle_threads": True, "seed": 3}, {"extra_waves": 1}])
def test_thread_numbers_and_the_partial_last_wave(extent, settings):
    """Missing lanes take no part, wherever the threads are placed and however many waves are launched."""
    builder = KernelBuilder(num_threads=extent)
    out, counter = builder.buffer("out"), builder.buffer("counter")
    x, y, z = (builder.op("wave.group_thread_id", dimension=axis) for axis in "xyz")
    dispatched = builder.op("wave.dispatch_thread_id", dimension="x")
    linear = builder.op("arith.addi", builder.op("arith.muli", z, builder.constant(extent[1])), y)
    linear = builder.op("arith.addi", builder.op("arith.muli", linear, builder.constant(extent[0])), x)
    same = builder.compare("eq", linear, builder.op("wave.group_index"))
    builder.if_(same, lambda: builder.store(dispatched, out, linear))
    active = builder.op("wave.count_bits", builder.constant(True, bool_))
    first = builder.op("wave.is_first_lane")
    add = lambda: builder.op("wave.atomic_rmw", active, counter, builder.constant(0), kind="add", types=[u32])
    builder.if_(first, lambda: (add(), None)[1])
    threads = int(np.prod(extent))
    result, total = np.full(threads, 999, np.uint32), np.zeros(1, np.uint32)
    run(builder, [result, total], wave_size=16, **settings)
    assert result.tolist() == [number % extent[0] for number in range(threads)]
    assert total[0] == threads


def test_atomics_return_the_old_value_of_each_lane_and_are_counted():
    builder = KernelBuilder()
    out, counter = builder.buffer("out"), builder.buffer("counter")
    lane = builder.lane()
    old = builder.op("wave.atomic_rmw", lane, counter, builder.constant(1), kind="add", types=[u32])
    builder.store(old, out, lane)
    result, total = np.zeros(8, np.uint32), np.array([5, 100], np.uint32)
    report = run(builder, [result, total])
    assert result.tolist() == [100, 100, 101, 103, 106, 110, 115, 121]
    assert total.tolist() == [5, 128]
    assert report.atomics == {("counter", "add"): 8}


@pytest.mark.parametrize(("kind", "expected"), [("minsi", -8), ("maxsi", 5), ("minui", 5), ("maxui", -1)])
def test_atomic_minimum_and_maximum_have_a_sign(kind, expected):
    builder = KernelBuilder()
    memory = builder.buffer("memory", i32)
    lane = builder.op("reinterpret", builder.lane(), types=[i32])
    value = builder.op("arith.subi", lane, builder.constant(8, i32))
    builder.op("wave.atomic_rmw", value, memory, builder.constant(0), kind=kind, types=[i32])
    result = np.array([5], np.int32)
    run(builder, [result])
    assert result.tolist() == [expected]


def test_buffers_are_defined_out_of_bounds():
    builder = KernelBuilder()
    source, out, counter = builder.buffer("source"), builder.buffer("out"), builder.buffer("counter")
    lane = builder.op("reinterpret", builder.lane(), types=[i32])
    before = builder.op("arith.subi", lane, builder.constant(2, i32))
    builder.store(builder.load(source, before), out, lane)
    builder.store(builder.constant(7), out, builder.constant(8))
    builder.op("wave.atomic_rmw", builder.constant(1), counter, before, kind="add", types=[u32])
    result, total = np.full(8, 9, np.uint32), np.zeros(2, np.uint32)
    run(builder, [np.array([11, 12, 13], np.uint32), result, total])
    assert result.tolist() == [0, 0, 11, 12, 13, 0, 0, 0]
    assert total.tolist() == [1, 1]


def test_length_of_a_buffer():
    builder = KernelBuilder()
    source, out = builder.buffer("source"), builder.buffer("out")
    builder.store(builder.op("memref.dim", source), out, builder.lane())
    result = np.zeros(4, np.uint32)
    run(builder, [np.zeros(13, np.uint32), result], wave_size=4)
    assert result.tolist() == [13] * 4


def test_local_arrays_belong_to_a_lane():
    from wavedialect.ir.types import LocalArray

    def compute(builder):
        array = builder.op("memref.alloca", builder.constant(2), types=[LocalArray(u32)])
        lane = builder.lane()
        builder.store(lane, array, builder.constant(0))
        builder.store(builder.constant(5), array, builder.constant(1))
        pick = builder.op("arith.andi", lane, builder.constant(1))
        return builder.load(array, pick)

    assert lanes_to_buffer(compute).tolist() == [0, 5, 2, 5, 4, 5, 6, 5]


def test_casts():
    def compute(builder):
        third = builder.constant(-2.75, f32)
        whole = builder.op("arith.fptosi", third, types=[i32])
        return builder.op("arith.sitofp", whole, types=[f32])

    assert lanes_to_buffer(compute, element=f32).tolist() == [-2.0] * 8
    huge = lambda builder: builder.op("arith.uitofp", builder.constant(2**32 - 1), types=[f32])
    assert lanes_to_buffer(huge, element=f32).tolist() == [2.0**32] * 8


def test_an_operation_is_an_object_of_its_own():
    """The interpreter tells operations apart by identity, so two equal ones must not be one."""
    place = Location("kernel.py", 1, 1)
    assert Operation("a", [], [], {}, [], place) != Operation("a", [], [], {}, [], place)
    assert Block() != Block()
