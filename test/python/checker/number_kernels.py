"""Kernels whose arithmetic is undefined for some operands: divisions, conversions, and shifts that wrap around."""

from __future__ import annotations

import numpy as np
from mistake_kernels import Who, correct, counting, mistake, u32s

import wavedialect as wd
from wavedialect import f16, f32, f64, i16, i32, i64, u32, u64

# --- Division ---------------------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=2)
def division_by_the_lane(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    me = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    out[me] = u32(100) // values[me]  # here


@wd.kernel(num_waves=2)
def remainder_by_the_lane(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    me = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    out[me] = u32(100) % values[me]  # here


@wd.kernel(num_waves=2)
def quotient_that_is_not_selected(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    # `select` evaluates both.
    me = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    out[me] = wd.select(values[me] == 0, u32(0), u32(100) // values[me])  # here


@wd.kernel(num_waves=2)
def division_by_what_is_not_0(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    me = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    if values[me] != 0:
        out[me] = u32(100) // values[me] + u32(7) % values[me]


@wd.kernel(num_waves=2)
def division_by_1_and_more(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    me = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    out[me] = wd.select(values[me] == 0, u32(0), u32(100) // max(values[me], 1))


mistake(
    "integer-division",
    (division_by_the_lane, remainder_by_the_lane, quotient_that_is_not_selected),
    (division_by_what_is_not_0, division_by_1_and_more),
    # Lanes 1 and 3 of wave 1.
    arguments=lambda lanes: [
        np.where((counting(2 * lanes) == lanes + 1) | (counting(2 * lanes) == lanes + 3), 0, 5).astype(np.uint32),
        u32s(2 * lanes),
    ],
    who=Who(0, 1, [1, 3]),
)


@wd.kernel(num_waves=1)
def lowest_divided_by_minus_1(values: wd.Buffer[i32], out: wd.RWBuffer[i32]):
    lane = wd.wave_lane_index()
    out[lane] = values[lane] // -1  # here


@wd.kernel(num_waves=1)
def lowest_divided_by_minus_1_leaves(values: wd.Buffer[i32], out: wd.RWBuffer[i32]):
    lane = wd.wave_lane_index()
    out[lane] = values[lane] % (i32(lane) * 0 - 1)  # here


@wd.kernel(num_waves=1)
def lowest_divided_by_1(values: wd.Buffer[i32], out: wd.RWBuffer[i32]):
    lane = wd.wave_lane_index()
    out[lane] = values[lane] // 1 + values[lane] // -2


mistake(
    "integer-division",
    (lowest_divided_by_minus_1, lowest_divided_by_minus_1_leaves),
    lowest_divided_by_1,
    arguments=lambda lanes: [
        np.where(counting(lanes) == 2, -(2**31), counting(lanes, np.int32) - 2).astype(np.int32),
        np.zeros(lanes, np.int32),
    ],
    who=Who(0, 0, [2]),
)


@wd.kernel(num_waves=1)
def division_of_long_integers(values: wd.Buffer[i64], out: wd.RWBuffer[i64]):
    lane = wd.wave_lane_index()
    out[lane] = values[lane] // (values[0] - 1)  # here


mistake(
    "integer-division",
    division_of_long_integers,
    arguments=lambda lanes: [
        np.r_[0, -(2**63), counting(lanes, np.int64)[2:]],
        np.zeros(lanes, np.int64),
    ],
    who=Who(0, 0, [1]),
)
# A low half of zeros is no zero.
correct(
    division_of_long_integers,
    arguments=lambda lanes: [np.full(lanes, (1 << 32) + 1, np.int64), np.zeros(lanes, np.int64)],
)


@wd.kernel(num_waves=1)
def division_of_short_integers(values: wd.Buffer[i16], out: wd.RWBuffer[i16]):
    lane = wd.wave_lane_index()
    out[lane] = values[lane] // values[lane // 2]  # here


mistake(
    "integer-division",
    division_of_short_integers,
    arguments=lambda lanes: [
        np.r_[-1, -(2**15), counting(lanes, np.int16)[2:]].astype(np.int16),
        np.zeros(lanes, np.int16),
    ],
    who=Who(0, 0, [1]),
)
correct(
    division_of_short_integers,
    arguments=lambda lanes: [np.full(lanes, -(2**15), np.int16), np.zeros(lanes, np.int16)],
)


@wd.kernel(num_waves=1)
def division_of_vectors(values: wd.Buffer[wd.uint3], out: wd.RWBuffer[wd.uint3]):
    lane = wd.wave_lane_index()
    out[lane] = wd.uint3(12) // values[lane]  # here


mistake(
    "integer-division",
    division_of_vectors,
    arguments=lambda lanes: [
        np.where(counting(3 * lanes).reshape(-1, 3) == 7, 0, 3).astype(np.uint32),
        np.zeros((lanes, 3), np.uint32),
    ],
    who=Who(0, 0, [2]),
)
correct(
    division_of_vectors,
    arguments=lambda lanes: [np.full((lanes, 3), 5, np.uint32), np.zeros((lanes, 3), np.uint32)],
)


@wd.kernel(num_threads=12)
def division_in_lanes_without_a_thread(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    # Values of lanes that take no part are 0 in places.
    if wd.group_index() % 3 != 2:
        out[wd.group_index()] = u32(100) // values[wd.group_index()]


correct(
    division_in_lanes_without_a_thread,
    arguments=lambda lanes: [np.where(counting(12) % 3 == 2, 0, 4).astype(np.uint32), u32s(12)],
)


@wd.func
def ratio(a, b):
    return a // b  # here


@wd.kernel(num_waves=1)
def division_in_a_function(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[lane] = ratio(u32(9), values[lane])


mistake(
    "integer-division",
    division_in_a_function,
    arguments=lambda lanes: [counting(lanes), u32s(lanes)],
    helpers=[ratio],
    who=Who(0, 0, [0]),
)


# --- Conversion of floats ---------------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=1)
def float_to_unsigned(values: wd.Buffer[f32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[lane] = u32(values[lane])  # here


@wd.kernel(num_waves=1)
def clamped_float_to_unsigned(values: wd.Buffer[f32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[lane] = u32(wd.clamp(values[lane], 0.0, 4.0e9))


FLOATS = np.array([1.0, -1.0, 4294967296.0, np.nan], np.float32)
mistake(
    "float-to-integer",
    float_to_unsigned,
    clamped_float_to_unsigned,
    arguments=lambda lanes: [np.tile(FLOATS, lanes // 4), u32s(lanes)],
    who=Who(0, 0, lambda lanes: [lane for lane in range(lanes) if lane % 4 != 0]),
)
correct(
    float_to_unsigned,
    arguments=lambda lanes: [np.tile(np.array([-0.99, 4294967040.0, -0.0, 0.5], np.float32), lanes // 4), u32s(lanes)],
)


@wd.kernel(num_waves=1)
def float_to_signed(values: wd.Buffer[f32], out: wd.RWBuffer[i32]):
    lane = wd.wave_lane_index()
    out[lane] = i32(values[lane])  # here


mistake(
    "float-to-integer",
    float_to_signed,
    arguments=lambda lanes: [
        np.tile(np.array([2147483648.0, -2147483904.0, 3.0, -np.inf], np.float32), lanes // 4),
        np.zeros(lanes, np.int32),
    ],
    who=Who(0, 0, lambda lanes: [lane for lane in range(lanes) if lane % 4 != 2]),
)
correct(
    float_to_signed,
    arguments=lambda lanes: [
        np.tile(np.array([-2147483648.0, 2147483520.0, -3.0, 0.0], np.float32), lanes // 4),
        np.zeros(lanes, np.int32),
    ],
)


@wd.kernel(num_waves=1)
def double_to_long(values: wd.Buffer[f64], out: wd.RWBuffer[u64]):
    lane = wd.wave_lane_index()
    out[lane] = u64(values[lane])  # here


mistake(
    "float-to-integer",
    double_to_long,
    arguments=lambda lanes: [np.tile([1.0, 2.0**64, 2.0**63, 5.5], lanes // 4), np.zeros(lanes, np.uint64)],
    who=Who(0, 0, lambda lanes: range(1, lanes, 4)),
)
correct(
    double_to_long,
    arguments=lambda lanes: [np.tile([1.0, 2.0**64 - 2048, 2.0**63, -0.5], lanes // 4), np.zeros(lanes, np.uint64)],
)


@wd.kernel(num_waves=1)
def half_to_short(values: wd.Buffer[f16], out: wd.RWBuffer[i16]):
    lane = wd.wave_lane_index()
    out[lane] = i16(values[lane])  # here


mistake(
    "float-to-integer",
    half_to_short,
    arguments=lambda lanes: [
        np.tile(np.array([1.0, 32768.0, -32768.0, 32752.0], np.float16), lanes // 4),
        np.zeros(lanes, np.int16),
    ],
    who=Who(0, 0, lambda lanes: range(1, lanes, 4)),
)
correct(
    half_to_short,
    arguments=lambda lanes: [
        np.tile(np.array([1.0, -32768.0, 32752.0, -0.5], np.float16), lanes // 4),
        np.zeros(lanes, np.int16),
    ],
)


@wd.kernel(num_waves=1)
def vector_of_floats_to_integers(values: wd.Buffer[wd.float2], out: wd.RWBuffer[wd.uint2]):
    lane = wd.wave_lane_index()
    out[lane] = wd.uint2(values[lane])  # here


mistake(
    "float-to-integer",
    vector_of_floats_to_integers,
    arguments=lambda lanes: [
        np.where(counting(2 * lanes).reshape(-1, 2) == 3, -7, 7).astype(np.float32),
        np.zeros((lanes, 2), np.uint32),
    ],
    who=Who(0, 0, [1]),
)


# --- Shifts: taken modulo the width, and noted --------------------------------------------------------------------------------------


@wd.kernel(num_waves=1)
def bit_of_the_lane(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[lane] = u32(1) << lane  # here


@wd.kernel(num_waves=1)
def bit_of_the_lane_in_its_word(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[lane] = (u32(1) << (lane % 32)) + (u32(8) >> 31)


mistake(
    "shift-amount",
    bit_of_the_lane,
    bit_of_the_lane_in_its_word,
    arguments=lambda lanes: [u32s(lanes)],
    sizes=(64, 128),
    who=Who(0, 0, lambda lanes: range(32, lanes)),
)
correct(bit_of_the_lane, arguments=lambda lanes: [u32s(lanes)], sizes=(4, 32))


@wd.kernel(num_waves=1)
def bits_before_the_lane(values: wd.Buffer[i32], out: wd.RWBuffer[i32]):
    lane = wd.wave_lane_index()
    out[lane] = values[lane] >> (32 - i32(lane))  # here


mistake(
    "shift-amount",
    bits_before_the_lane,
    arguments=lambda lanes: [np.full(lanes, -5, np.int32), np.zeros(lanes, np.int32)],
    sizes=(4, 32),
    who=Who(0, 0, [0]),
)


@wd.kernel(num_waves=1)
def bit_of_a_long_integer(out: wd.RWBuffer[u64]):
    lane = wd.wave_lane_index()
    out[lane] = u64(1) << u64(lane)  # here


mistake(
    "shift-amount",
    bit_of_a_long_integer,
    arguments=lambda lanes: [np.zeros(lanes, np.uint64)],
    sizes=(128,),
    who=Who(0, 0, lambda lanes: range(64, 128)),
)
correct(bit_of_a_long_integer, arguments=lambda lanes: [np.zeros(lanes, np.uint64)], sizes=(32, 64))


# --- Floats do what they do -----------------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=1)
def floats_that_overflow(values: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    lane = wd.wave_lane_index()
    out[lane] = values[lane] / 0.0 + wd.sqrt(-1.0 * values[lane]) + values[lane] * 3.0e38 * 3.0e38


@wd.kernel(num_waves=1)
def integers_that_wrap(values: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    lane = wd.wave_lane_index()
    wrapped = (lane - 5) * 4000000000 + (u32(0) - lane)
    out[lane] = f32(wrapped)


correct(
    (floats_that_overflow, integers_that_wrap),
    arguments=lambda lanes: [counting(lanes, np.float32), np.zeros(lanes, np.float32)],
)
