"""Elements of 16 and 64 bits, and vectors: each width has its own arithmetic, each component its own result.

Annotations are evaluated here, so that they may name parameters of the functions around the kernels.
"""

import numpy as np
import pytest
from executors import UNTOUCHED, prove

import wavedialect as wd
from wavedialect import f16, f32, f64, i16, i32, i64, u16, u32, u64

# The sign belongs to the operation at every width: llvm/llvm-project#72354, KhronosGroup/SPIRV-Cross#2007 (64 bits),
# llvm/offload-test-suite#355, #988 and #989.


def make_extremes(element, other):
    @wd.kernel(num_waves=1)
    def extremes(values: wd.Buffer[element], out: wd.RWBuffer[element]):
        value = values[wd.wave_lane_index()]
        out[0] = wd.wave_active_min(value)
        out[1] = wd.wave_active_max(value)

    @wd.kernel(num_waves=1)
    def extremes_of_the_other_sign(values: wd.Buffer[element], out: wd.RWBuffer[element]):
        value = other(values[wd.wave_lane_index()])
        out[0] = element(wd.wave_active_min(value))
        out[1] = element(wd.wave_active_max(value))

    return extremes, extremes_of_the_other_sign


extremes_i16, extremes_i16_as_u16 = make_extremes(i16, u16)
extremes_u16, extremes_u16_as_i16 = make_extremes(u16, i16)
extremes_i64, extremes_i64_as_u64 = make_extremes(i64, u64)
extremes_u64, extremes_u64_as_i64 = make_extremes(u64, i64)


@pytest.mark.parametrize(
    ("kernels", "dtype"),
    [
        ((extremes_i16, extremes_i16_as_u16), np.int16),
        ((extremes_u16, extremes_u16_as_i16), np.uint16),
        ((extremes_i64, extremes_i64_as_u64), np.int64),
        ((extremes_u64, extremes_u64_as_i64), np.uint64),
    ],
    ids=["i16", "u16", "i64", "u64"],
)
def test_extremes_have_the_sign_of_their_type(executor, kernels, dtype):
    bits = 8 * np.dtype(dtype).itemsize
    values = [1, 2**bits - 1, 2 ** (bits - 1) - 1, 2 ** (bits - 1)]
    values = np.resize(np.array(values, f"u{bits // 8}"), executor.wave_size).view(dtype)
    prove(executor, *kernels, [values.min(), values.max()], values, dtype=dtype)


# The upper half of a 64-bit number counts first, and carries go into it.


@wd.kernel(num_waves=1)
def wide_sum(values: wd.Buffer[u64], out: wd.RWBuffer[u64]):
    value = values[wd.wave_lane_index()]
    out[0] = wd.wave_active_sum(value)
    out[1] = wd.wave_active_product(value | 1)
    out[2] = wd.wave_active_max(value)
    out[3] = wd.wave_active_bit_xor(value)


@wd.kernel(num_waves=1)
def sum_of_halves(values: wd.Buffer[u64], out: wd.RWBuffer[u64]):
    # Without the carry from one half to the other, and the greatest of each half.
    value = values[wd.wave_lane_index()]
    low = u32(value)
    high = u32(value >> 32)
    out[0] = (u64(wd.wave_active_sum(high)) << 32) | u64(wd.wave_active_sum(low))
    out[1] = (u64(wd.wave_active_product(high)) << 32) | u64(wd.wave_active_product(low | 1))
    out[2] = (u64(wd.wave_active_max(high)) << 32) | u64(wd.wave_active_max(low))
    out[3] = (u64(wd.wave_active_bit_xor(high)) << 32) | u64(wd.wave_active_bit_xor(low))


def test_reductions_of_64_bits_carry(executor):
    values = np.random.default_rng(64).integers(0, 2**64, executor.wave_size, dtype=np.uint64)
    values[0], values[1] = 0x1FFFFFFFF, 0x2FFFFFFFF
    with np.errstate(over="ignore"):
        expected = [
            values.sum(),
            np.multiply.reduce(values | np.uint64(1)),
            values.max(),
            np.bitwise_xor.reduce(values),
        ]
    prove(executor, wide_sum, sum_of_halves, np.array(expected, np.uint64), values, dtype=np.uint64)


# 64 bits move whole between lanes: KhronosGroup/MoltenVK#1698.


@wd.kernel(num_waves=1)
def wide_reads(values: wd.Buffer[i64], out: wd.RWBuffer[i64]):
    lane = wd.wave_lane_index()
    value = values[lane]
    out[lane] = wd.wave_read_lane_at(value, lane ^ 1) - wd.wave_read_lane_first(value) + wd.wave_prefix_sum(value)


@wd.kernel(num_waves=1)
def reads_of_the_lower_half(values: wd.Buffer[i64], out: wd.RWBuffer[i64]):
    lane = wd.wave_lane_index()
    value = i64(i32(values[lane]))
    out[lane] = wd.wave_read_lane_at(value, lane ^ 1) - wd.wave_read_lane_first(value) + wd.wave_prefix_sum(value)


def test_64_bits_move_whole(executor):
    lanes = executor.wave_size
    values = np.random.default_rng(1698).integers(-(2**62), 2**62, lanes, dtype=np.int64)
    with np.errstate(over="ignore"):
        expected = values[np.arange(lanes) ^ 1] - values[0] + np.cumsum(values) - values
    prove(executor, wide_reads, reads_of_the_lower_half, expected, values, dtype=np.int64)


# f64 is not f32: llvm/offload-test-suite#1102 and #1114.


@wd.kernel(num_waves=1)
def double_sum(values: wd.Buffer[f64], out: wd.RWBuffer[f64]):
    lane = wd.wave_lane_index()
    value = values[lane]
    out[lane] = wd.wave_active_sum(value) + wd.wave_prefix_product(f64(2.0)) + wd.wave_active_max(value)


@wd.kernel(num_waves=1)
def double_sum_in_single(values: wd.Buffer[f64], out: wd.RWBuffer[f64]):
    lane = wd.wave_lane_index()
    value = f32(values[lane])
    out[lane] = f64(wd.wave_active_sum(value) + wd.wave_prefix_product(f32(2.0)) + wd.wave_active_max(value))


def test_f64_keeps_its_digits(executor):
    # Whole numbers below 2**53, so that the order of additions does not matter.
    lanes = executor.wave_size
    values = (np.arange(lanes) + 2**30 + 1).astype(np.float64)
    # The products are exact at any size, the sums with them up to 32 lanes.
    expected = values.sum() + 2.0 ** np.arange(lanes) + values.max()
    close = lambda found, wanted: np.allclose(found, wanted, rtol=1e-15, atol=0)
    prove(executor, double_sum, double_sum_in_single, expected, values, dtype=np.float64, equal=close)


# f16: the order of additions is free, so that sums are compared where all orders give the same, with infinity beyond
# 65504. llvm/offload-test-suite XFAIL of WaveActiveSum.fp16, #1200, #1102 (drivers).


@wd.kernel(num_waves=1)
def half_sum(values: wd.Buffer[f16], out: wd.RWBuffer[f16]):
    lane = wd.wave_lane_index()
    value = values[lane]
    out[lane * 3] = wd.wave_active_sum(value)
    out[lane * 3 + 1] = wd.wave_prefix_sum(value)
    out[lane * 3 + 2] = wd.wave_active_product(value + f16(200.0))


@wd.kernel(num_waves=1)
def half_sum_that_saturates(values: wd.Buffer[f16], out: wd.RWBuffer[f16]):
    lane = wd.wave_lane_index()
    value = f32(values[lane])
    out[lane * 3] = f16(wd.wave_active_sum(value))
    out[lane * 3 + 1] = f16(wd.wave_prefix_sum(value) + value)
    out[lane * 3 + 2] = f16(min(wd.wave_active_product(value + 200.0), 65504.0))


def test_f16_sums_and_overflows(executor):
    lanes = executor.wave_size
    values = np.resize(np.array([1, 3, 0, 2], np.float16), lanes)
    prefix = np.cumsum(values.astype(np.float64)) - values
    expected = np.stack([np.full(lanes, values.sum(dtype=np.float64)), prefix, np.full(lanes, np.inf)], 1)
    prove(executor, half_sum, half_sum_that_saturates, expected.ravel(), values, dtype=np.float16)


# i16 and u16 wrap at 16 bits.


@wd.kernel(num_waves=1)
def short_sum(values: wd.Buffer[i16], out: wd.RWBuffer[i32]):
    value = values[wd.wave_lane_index()]
    out[0] = i32(wd.wave_active_sum(value))
    out[1] = i32(wd.wave_active_product(value))
    out[2] = i32(wd.wave_active_sum(u16(value)))


@wd.kernel(num_waves=1)
def short_sum_in_32_bits(values: wd.Buffer[i16], out: wd.RWBuffer[i32]):
    value = i32(values[wd.wave_lane_index()])
    out[0] = wd.wave_active_sum(value)
    out[1] = wd.wave_active_product(value)
    out[2] = wd.wave_active_sum(value & 0xFFFF)


def test_16_bits_wrap_around(executor):
    values = np.resize(np.array([30001, 12345, -7, 31000], np.int16), executor.wave_size)
    wide = [int(value) for value in values.tolist()]
    product = 1
    for value in wide:
        product *= value
    signed = lambda number: (number + 2**15) % 2**16 - 2**15
    expected = [signed(sum(wide)), signed(product), sum(wide) % 2**16]
    prove(executor, short_sum, short_sum_in_32_bits, expected, values, dtype=np.int32)


# NaN and infinities at 16 and 64 bits: llvm/offload-test-suite#541, #1078, #1200.


def make_float_extremes(element):
    @wd.kernel(num_waves=1)
    def float_extremes(values: wd.Buffer[element], out: wd.RWBuffer[element]):
        value = values[wd.wave_lane_index()]
        out[0] = wd.wave_active_min(value)
        out[1] = wd.wave_active_max(value)

    @wd.kernel(num_waves=1)
    def float_extremes_that_keep_nan(values: wd.Buffer[element], out: wd.RWBuffer[element]):
        lane = wd.wave_lane_index()
        low = values[lane]
        high = low
        step = u32(1)
        while step < wd.wave_lane_count():
            other = wd.wave_read_lane_at(low, lane ^ step)
            low = low if low != low or low < other else other
            other = wd.wave_read_lane_at(high, lane ^ step)
            high = high if high != high or high > other else other
            step = step << 1
        out[0] = low
        out[1] = high

    return float_extremes, float_extremes_that_keep_nan


extremes_f16, extremes_f16_with_nan = make_float_extremes(f16)
extremes_f64, extremes_f64_with_nan = make_float_extremes(f64)


@pytest.mark.parametrize(
    ("kernels", "dtype"),
    [((extremes_f16, extremes_f16_with_nan), np.float16), ((extremes_f64, extremes_f64_with_nan), np.float64)],
    ids=["f16", "f64"],
)
@pytest.mark.parametrize(
    ("values", "expected"),
    [([np.nan, 2, -3, 1], [-3, 2]), ([np.nan, np.nan, -np.inf, 1], [-np.inf, 1])],
    ids=["nan", "-infinity"],
)
def test_extremes_ignore_nan_at_every_width(executor, kernels, dtype, values, expected):
    values = np.resize(np.array(values, dtype), executor.wave_size)
    prove(executor, *kernels, expected, values, dtype=dtype)


# Vectors.

# Each component is compared for itself, and lanes that are not active are not: llvm/offload-test-suite#1045 and #1060.


@wd.kernel(num_waves=1)
def vectors_without_lane_0(values: wd.Buffer[wd.int2], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if lane != 0:
        equal = wd.wave_active_all_equal(values[lane])
        out[lane] = u32(equal.x) + 2 * u32(equal.y)


@wd.kernel(num_waves=1)
def vectors_with_lane_0(values: wd.Buffer[wd.int2], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    equal = wd.wave_active_all_equal(values[lane])
    if lane != 0:
        out[lane] = u32(equal.x) + 2 * u32(equal.y)


@wd.kernel(num_waves=1)
def vectors_as_one_value(values: wd.Buffer[wd.int2], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if lane != 0:
        equal = wd.all(wd.wave_active_all_equal(values[lane]))
        out[lane] = u32(equal) * 3


def test_components_are_equal_in_active_lanes(executor):
    lanes = executor.wave_size
    values = np.full((lanes, 2), 7, np.int32)
    values[0] = 7, 8
    expected = np.full(lanes, 3)
    expected[0] = UNTOUCHED
    prove(executor, vectors_without_lane_0, vectors_with_lane_0, expected, values)
    values[-1, 1] = 9
    expected[1:] = 1
    prove(executor, vectors_without_lane_0, vectors_as_one_value, expected, values)


@wd.kernel(num_waves=1)
def bounding_box(points: wd.Buffer[wd.float3], out: wd.RWBuffer[wd.float3]):
    point = points[wd.wave_lane_index()]
    out[0] = wd.wave_active_min(point)
    out[1] = wd.wave_active_max(point)
    out[2] = wd.wave_read_lane_at(point, wd.wave_lane_count() - 1)


@wd.kernel(num_waves=1)
def bounding_box_of_the_first_component(points: wd.Buffer[wd.float3], out: wd.RWBuffer[wd.float3]):
    point = points[wd.wave_lane_index()]
    out[0] = wd.float3(wd.wave_active_min(point.x))
    out[1] = wd.float3(wd.wave_active_max(point.x))
    out[2] = wd.float3(wd.wave_read_lane_at(point.x, wd.wave_lane_count() - 1))


def test_each_component_has_its_own_reduction(executor):
    points = np.random.default_rng(3).normal(size=(executor.wave_size, 3)).astype(np.float32)
    expected = np.stack([points.min(0), points.max(0), points[-1]])
    kernels = bounding_box, bounding_box_of_the_first_component
    prove(executor, *kernels, expected, points, dtype=np.float32)


# Stores to components of one vector are stores to different places: llvm/offload-test-suite's tests of component data
# races, llvm/llvm-project#172577 (the whole vector is loaded, changed and stored).


@wd.kernel(num_waves=1)
def components_by_different_lanes(out: wd.RWBuffer[wd.uint2]):
    shared = wd.groupshared(wd.uint2, wd.wave_lane_count() // 2)
    lane = wd.wave_lane_index()
    if lane % 2 == 0:
        shared[lane // 2].x = lane * 10
    else:
        shared[lane // 2].y = lane * 10
    # And in one execution of one statement, in a buffer.
    wd.group_memory_barrier_with_group_sync()
    if lane < wd.wave_lane_count() // 2:
        out[lane] = shared[lane]


@wd.kernel(num_waves=1)
def vectors_by_different_lanes(out: wd.RWBuffer[wd.uint2]):
    shared = wd.groupshared(wd.uint2, wd.wave_lane_count() // 2)
    lane = wd.wave_lane_index()
    if lane < wd.wave_lane_count() // 2:
        shared[lane] = wd.uint2(u32(0), u32(0))
    wd.group_memory_barrier_with_group_sync()
    # Both loads come before both stores, as they may.
    whole = shared[lane // 2]
    whole = wd.uint2(lane * 10, whole.y) if lane % 2 == 0 else wd.uint2(whole.x, lane * 10)
    shared[lane // 2] = whole
    wd.group_memory_barrier_with_group_sync()
    if lane < wd.wave_lane_count() // 2:
        out[lane] = shared[lane]


def test_stores_to_components_do_not_race(executor):
    expected = (np.arange(executor.wave_size) * 10).reshape(-1, 2)
    prove(executor, components_by_different_lanes, vectors_by_different_lanes, expected)


# Atomics on vectors do not exist: llvm/llvm-project#223309 (they take the way of scalars).


def test_atomics_on_vectors_are_refused():
    @wd.kernel(num_waves=1)
    def vector_atomic(out: wd.RWBuffer[wd.uint2]):
        wd.atomic_add(out, 0, wd.uint2(u32(1), u32(2)))

    @wd.kernel(num_waves=1)
    def scalar_atomic(out: wd.RWBuffer[u32]):
        wd.atomic_add(out, 0, u32(1))

    with pytest.raises(wd.CompileError) as caught:
        vector_atomic.compile()
    assert caught.value.id == "atomic-type"
    scalar_atomic.compile()


# Atomics of 64 bits have the sign of their type as well: KhronosGroup/SPIRV-Cross#2007.


@wd.kernel(num_waves=1)
def wide_atomics(values: wd.Buffer[i64], out: wd.RWBuffer[i64]):
    lane = wd.wave_lane_index()
    wd.atomic_min(out, 0, values[lane])
    wd.atomic_max(out, 1, values[lane])
    wd.atomic_add(out, 2, values[lane])


@wd.kernel(num_waves=1)
def wide_atomics_without_sign(values: wd.Buffer[u64], out: wd.RWBuffer[u64]):
    lane = wd.wave_lane_index()
    wd.atomic_min(out, 0, values[lane])
    wd.atomic_max(out, 1, values[lane])
    wd.atomic_add(out, 2, values[lane])


def test_atomics_of_64_bits(executor):
    values = np.resize(np.array([2**40, -(2**40), 3, -1], np.int64), executor.wave_size)
    out = np.full(3, UNTOUCHED, np.int64)
    found = executor.run(wide_atomics, 1, [values, out])[-1]
    expected = [-(2**40), 2**40, UNTOUCHED + int(values.sum())]
    assert found.tolist() == expected
    unsigned = executor.run(wide_atomics_without_sign, 1, [values.view(np.uint64), out.view(np.uint64)])[-1]
    assert unsigned.view(np.int64).tolist() != expected
