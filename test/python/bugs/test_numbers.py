"""What is done with the lanes' values: signs, wrap-around, NaN and infinities, and atomics on floats."""

from __future__ import annotations

import numpy as np
import pytest
from executors import prove, same

import wavedialect as wd
from wavedialect import f32, i32, u32

INF = np.inf


# The sign belongs to the operation: -1 is the least of signed numbers and the greatest of unsigned ones. DXIL has it in
# an operand of one operation, SPIR-V in the operation's name; llvm/llvm-project#72354 (one "min" for both).


@wd.kernel(num_waves=1)
def signed_extremes(values: wd.Buffer[i32], out: wd.RWBuffer[i32]):
    lane = wd.wave_lane_index()
    value = values[lane]
    out[0] = wd.wave_active_min(value)
    out[1] = wd.wave_active_max(value)


@wd.kernel(num_waves=1)
def signed_extremes_as_unsigned(values: wd.Buffer[i32], out: wd.RWBuffer[i32]):
    lane = wd.wave_lane_index()
    value = u32(values[lane])
    out[0] = i32(wd.wave_active_min(value))
    out[1] = i32(wd.wave_active_max(value))


@wd.kernel(num_waves=1)
def unsigned_extremes(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    value = values[lane]
    out[0] = wd.wave_active_min(value)
    out[1] = wd.wave_active_max(value)


@wd.kernel(num_waves=1)
def unsigned_extremes_as_signed(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    value = i32(values[lane])
    out[0] = u32(wd.wave_active_min(value))
    out[1] = u32(wd.wave_active_max(value))


def test_minimum_and_maximum_have_the_sign_of_their_type(executor):
    values = np.resize(np.array([1, -1, 2**31 - 1, -(2**31)], np.int32), executor.wave_size)
    signed = [-(2**31), 2**31 - 1]
    prove(executor, signed_extremes, signed_extremes_as_unsigned, signed, values, dtype=np.int32)
    unsigned = values.view(np.uint32)
    prove(executor, unsigned_extremes, unsigned_extremes_as_signed, [1, 2**32 - 1], unsigned)


@wd.kernel(num_waves=1)
def signed_atomics(values: wd.Buffer[i32], out: wd.RWBuffer[i32]):
    lane = wd.wave_lane_index()
    wd.atomic_min(out, 0, values[lane])
    wd.atomic_max(out, 1, values[lane])


@wd.kernel(num_waves=1)
def unsigned_atomics(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    wd.atomic_min(out, 0, values[lane])
    wd.atomic_max(out, 1, values[lane])


def test_atomics_have_the_sign_of_their_type(executor):
    """Each is what the other one would give: the arrays hold the same bits."""
    values = np.resize(np.array([100, -1, 98, 3], np.int32), executor.wave_size)
    out = np.full(2, 99, np.int32)
    signed = executor.run(signed_atomics, 1, [values, out])[-1]
    unsigned = executor.run(unsigned_atomics, 1, [values.view(np.uint32), out.view(np.uint32)])[-1]
    assert signed.tolist() == [-1, 100]
    assert unsigned.tolist() == [3, 2**32 - 1]


# Integer sums and products wrap around; a float in between would round.


@wd.kernel(num_waves=1)
def wrapping_sum(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[0] = wd.wave_active_sum(values[lane])
    out[1] = wd.wave_active_product(values[lane])


@wd.kernel(num_waves=1)
def sum_through_float(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    total = u32(0)
    product = u32(1)
    for other in range(wd.wave_lane_count()):
        value = wd.wave_read_lane_at(values[lane], other)
        total = u32(f32((total + value) >> 1)) << 1
        product = product * (value | 0)
    out[0] = total
    out[1] = product


def test_integer_reductions_wrap_around(executor):
    values = np.random.default_rng(32).integers(0, 2**32, executor.wave_size, dtype=np.uint32) | np.uint32(1)
    product = 1
    for value in values.tolist():
        product = product * value & 0xFFFFFFFF
    total = int(values.sum(dtype=np.uint64)) & 0xFFFFFFFF
    prove(executor, wrapping_sum, sum_through_float, [total, product], values)


# The minimum and the maximum leave NaN out as long as there is a number; with NaN alone they are unspecified (and so not
# tested further than that they are made). Infinities and zeros of both signs are numbers: llvm/offload-test-suite
# WaveActiveMax.test, llvm/llvm-project#225665; the Vulkan conformance tests leave the identity of float min and max out.


@wd.kernel(num_waves=1)
def float_extremes(values: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    lane = wd.wave_lane_index()
    value = values[lane]
    out[0] = wd.wave_active_min(value)
    out[1] = wd.wave_active_max(value)
    if lane % 2 == 1:
        out[2] = wd.wave_active_min(value)
        out[3] = wd.wave_active_max(value)


@wd.func
def least_that_keeps_nan(a, b):
    return a if a != a or a < b else b


@wd.func
def greatest_that_keeps_nan(a, b):
    return a if a != a or a > b else b


@wd.kernel(num_waves=1)
def float_extremes_that_keep_nan(values: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    lane = wd.wave_lane_index()
    value = values[lane]
    low = value
    high = value
    step = u32(1)
    while step < wd.wave_lane_count():
        low = least_that_keeps_nan(low, wd.wave_read_lane_at(low, lane ^ step))
        high = greatest_that_keeps_nan(high, wd.wave_read_lane_at(high, lane ^ step))
        step = step << 1
    out[0] = low
    out[1] = high
    out[2] = low
    out[3] = high


@wd.kernel(num_waves=1)
def float_extremes_of_finite_identities(values: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    # As if the greatest number stood for infinity, and inactive lanes held it.
    lane = wd.wave_lane_index()
    value = values[lane]
    out[0] = min(wd.wave_active_min(value), 3.4028234663852886e38)
    out[1] = max(wd.wave_active_max(value), -3.4028234663852886e38)
    if lane % 2 == 1:
        out[2] = min(wd.wave_active_min(value), 3.4028234663852886e38)
        out[3] = max(wd.wave_active_max(value), -3.4028234663852886e38)


@pytest.mark.parametrize(
    ("values", "expected", "switched_off"),
    [
        ([np.nan, 2, -3, 1], [-3, 2, 1, 2], float_extremes_that_keep_nan),
        ([INF, np.nan, INF, -INF], [-INF, INF, -INF, -INF], float_extremes_that_keep_nan),
        ([np.nan, INF, np.nan, INF], [INF, INF, INF, INF], float_extremes_that_keep_nan),
        ([-INF, -INF, -INF, -INF], [-INF, -INF, -INF, -INF], float_extremes_of_finite_identities),
        ([INF, INF, INF, INF], [INF, INF, INF, INF], float_extremes_of_finite_identities),
    ],
    ids=["nan", "nan and infinities", "nan and infinity", "-infinity alone", "infinity alone"],
)
def test_float_extremes_ignore_nan_and_know_infinities(executor, values, expected, switched_off):
    values = np.resize(np.array(values, np.float32), executor.wave_size)
    prove(executor, float_extremes, switched_off, expected, values, dtype=np.float32)


@wd.kernel(num_waves=1)
def zeros(values: wd.Buffer[f32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[0] = u32(wd.wave_active_min(values[lane]) == 0.0)
    out[1] = u32(wd.wave_active_max(values[lane]) == 0.0)
    out[2] = u32(wd.wave_active_all_equal(values[lane]))


@wd.kernel(num_waves=1)
def zeros_by_bits(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[0] = u32(wd.wave_active_min(values[lane]) == 0)
    out[1] = u32(wd.wave_active_max(values[lane]) == 0)
    out[2] = u32(wd.wave_active_all_equal(values[lane]))


def test_zeros_of_both_signs_are_equal(executor):
    values = np.resize(np.array([0.0, -0.0], np.float32), executor.wave_size)
    out = np.full(3, 99, np.uint32)
    assert executor.run(zeros, 1, [values, out])[-1].tolist() == [1, 1, 1]
    assert executor.run(zeros_by_bits, 1, [values.view(np.uint32), out])[-1].tolist() == [1, 0, 0]


def test_min_of_only_nans_is_unspecified_and_does_not_fail(executor):
    values = np.full(executor.wave_size, np.nan, np.float32)
    out = np.zeros(4, np.float32)
    found = executor.run(float_extremes, 1, [values, out])[-1]
    # SPIR-V's NMin and NMax of two NaN are either of them or an identity; a finite number would be one from nowhere.
    assert not np.isfinite(found).any()


@wd.kernel(num_waves=1)
def equal_numbers(values: wd.Buffer[f32], out: wd.RWBuffer[u32]):
    out[0] = u32(wd.wave_active_all_equal(values[wd.wave_lane_index()]))


@wd.kernel(num_waves=1)
def equal_bits(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    out[0] = u32(wd.wave_active_all_equal(values[wd.wave_lane_index()]))


def test_nan_is_not_equal_to_itself(executor):
    values = np.full(executor.wave_size, np.nan, np.float32)
    out = np.full(1, 99, np.uint32)
    assert executor.run(equal_numbers, 1, [values, out])[-1].tolist() == [0]
    assert executor.run(equal_bits, 1, [values.view(np.uint32), out])[-1].tolist() == [1]


# An addition of -0 keeps it, and a wave of -0 sums to -0 or 0: what is seen is that inactive lanes bring no value in.


@wd.kernel(num_waves=1)
def sum_beside_infinity(values: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    lane = wd.wave_lane_index()
    if values[lane] < 1000.0:
        out[0] = wd.wave_active_sum(values[lane])
        out[1] = wd.wave_active_product(values[lane])


@wd.kernel(num_waves=1)
def sum_of_infinity_times_0(values: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    # Inactive lanes masked out by a multiplication.
    lane = wd.wave_lane_index()
    taken = wd.select(values[lane] < 1000.0, f32(1.0), f32(0.0))
    total = wd.wave_active_sum(values[lane] * taken)
    product = wd.wave_active_product(values[lane] * taken)
    if values[lane] < 1000.0:
        out[0] = total
        out[1] = product


def test_infinity_in_an_inactive_lane_does_not_come_in(executor):
    values = np.resize(np.array([INF, 2, 0.5, 1], np.float32), executor.wave_size)
    quarter = executor.wave_size // 4
    prove(executor, sum_beside_infinity, sum_of_infinity_times_0, [3.5 * quarter, 1], values, dtype=np.float32)


# The wave does not re-associate float atomics (llvm/llvm-project#223608 and #96479: NaN and -0 are lost). To 2**24,
# whose neighbors are 2 apart, each lane adds 1 without effect.


@wd.kernel(num_waves=1)
def ones_to_a_large_number(start: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    if wd.wave_is_first_lane():
        out[0] = start[0]
    wd.device_memory_barrier_with_group_sync()
    wd.atomic_add(out, 0, start[1])


@wd.kernel(num_waves=1)
def sum_of_ones_to_a_large_number(start: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    total = wd.wave_active_sum(start[1])
    if wd.wave_is_first_lane():
        out[0] = start[0]
        wd.atomic_add(out, 0, total)


def test_float_atomics_are_not_reassociated(executor):
    start = np.array([2**24, 1], np.float32)
    prove(executor, ones_to_a_large_number, sum_of_ones_to_a_large_number, [2**24], start, dtype=np.float32)


# An atomic minimum of floats ignores a NaN, in memory and as an operand, and orders -0 before 0.


@wd.kernel(num_waves=1)
def atomic_extremes(values: wd.Buffer[f32], start: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    lane = wd.wave_lane_index()
    shared = wd.groupshared(f32, 2)
    if lane < 2:
        shared[lane] = start[lane]
        out[lane] = start[lane]
    wd.all_memory_barrier_with_group_sync()
    wd.atomic_min(out, 0, values[lane])
    wd.atomic_max(out, 1, values[lane])
    wd.atomic_min(shared, 0, values[lane])
    wd.atomic_max(shared, 1, values[lane])
    wd.all_memory_barrier_with_group_sync()
    if lane < 2:
        out[2 + lane] = shared[lane]


@wd.kernel(num_waves=1)
def atomic_extremes_of_bits(values: wd.Buffer[f32], start: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    # As if the bits of a float had its order.
    lane = wd.wave_lane_index()
    shared = wd.groupshared(u32, 2)
    if lane < 2:
        shared[lane] = wd.asuint(start[lane])
    wd.group_memory_barrier_with_group_sync()
    wd.atomic_min(shared, 0, wd.asuint(values[lane]))
    wd.atomic_max(shared, 1, wd.asuint(values[lane]))
    wd.group_memory_barrier_with_group_sync()
    if lane < 2:
        out[lane] = wd.asfloat(shared[lane])
        out[2 + lane] = wd.asfloat(shared[lane])


@pytest.mark.parametrize(
    ("start", "values", "expected"),
    [
        ([1, 1], [0.0, -0.0, 3, 2], [-0.0, 3]),
        ([-0.0, 0.0], [0.0, -0.0, 0.0, 0.0], [-0.0, 0.0]),
        ([np.nan, -np.nan], [-1, np.nan, 2, -np.nan], [-1, 2]),
        ([-np.nan, np.nan], [-1e-42, -2, -INF, -1e-43], [-INF, -1e-43]),
        ([INF, -INF], [np.nan, np.nan, -np.nan, np.nan], [INF, -INF]),
        ([1e-42, -5], [2e-42, 1e-45, 3e-42, 4e-42], [1e-45, 4e-42]),
    ],
)
def test_atomic_extremes_of_floats(executor, start, values, expected):
    values = np.resize(np.array(values, np.float32), executor.wave_size)
    start = np.array(start, np.float32)
    can_fail = start[0] != np.float32(1e-42)
    prove(
        executor,
        atomic_extremes,
        atomic_extremes_of_bits,
        expected * 2,
        values,
        start,
        dtype=np.float32,
        can_fail=can_fail,
    )


def test_comparison_of_floats_tells_bits_apart():
    """What `prove` compares with."""
    assert not same(np.array([0.0]), np.array([-0.0]))
    assert same(np.array([np.nan, 1.0]), np.array([-np.nan, 1.0]))
    assert not same(np.array([np.nan]), np.array([1.0]))
