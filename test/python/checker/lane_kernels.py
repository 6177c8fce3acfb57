"""Kernels that read lanes which take no part, and that use quads and partitions of which some do not."""

from __future__ import annotations

import numpy as np
from mistake_kernels import Who, correct, counting, mistake, u32s

import wavedialect as wd
from wavedialect import f32, i32, u32

# --- Reads of other lanes -----------------------------------------------------------------------------------------------


@wd.kernel(num_waves=2)
def next_lane(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    me = wd.group_wave_index() * wd.wave_lane_count() + lane
    out[me] = wd.wave_read_lane_at(lane * lane, lane + 1)  # here


@wd.kernel(num_waves=2)
def next_lane_around(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    me = wd.group_wave_index() * wd.wave_lane_count() + lane
    out[me] = wd.wave_read_lane_at(lane * lane, (lane + 1) % wd.wave_lane_count())


mistake(
    "inactive-lane",
    next_lane,
    next_lane_around,
    arguments=lambda lanes: [u32s(2 * lanes)],
    who=Who(0, 0, lambda lanes: [lanes - 1]),
)


@wd.kernel(num_waves=2)
def lane_before_the_first(out: wd.RWBuffer[i32]):
    lane = i32(wd.wave_lane_index())
    if wd.group_wave_index() == 1:
        out[lane] = wd.wave_read_lane_at(lane * lane, lane - 1)  # here


mistake(
    "inactive-lane",
    lane_before_the_first,
    arguments=lambda lanes: [np.zeros(lanes, np.int32)],
    who=Who(0, 1, [0]),
)


@wd.kernel(num_waves=1)
def lane_of_the_other_half(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    half = wd.wave_lane_count() // 2
    value = u32(0)
    if lane < half:
        value = wd.wave_read_lane_at(lane, lane + half)  # here
    out[lane] = value


@wd.kernel(num_waves=1)
def lane_of_the_other_half_read_by_all(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    half = wd.wave_lane_count() // 2
    value = wd.wave_read_lane_at(lane, lane ^ half)
    if lane < half:
        out[lane] = value


mistake(
    "inactive-lane",
    lane_of_the_other_half,
    lane_of_the_other_half_read_by_all,
    arguments=lambda lanes: [u32s(lanes)],
    who=Who(0, 0, lambda lanes: range(lanes // 2)),
)


@wd.kernel(num_waves=1)
def lane_0_in_a_branch(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    value = values[lane]
    if value > 0:
        out[lane] = value - wd.wave_read_lane_at(value, 0)  # here


@wd.kernel(num_waves=1)
def first_lane_in_a_branch(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    value = values[lane]
    if value > 0:
        out[lane] = value - wd.wave_read_lane_first(value)


mistake(
    "inactive-lane",
    lane_0_in_a_branch,
    first_lane_in_a_branch,
    arguments=lambda lanes: [counting(lanes), u32s(lanes)],
    who=Who(0, 0, lambda lanes: range(1, lanes)),
)
# With all values above 0 lane 0 takes part.
correct(lane_0_in_a_branch, arguments=lambda lanes: [counting(lanes) + 1, u32s(lanes)])


@wd.kernel(num_waves=1)
def lane_0_after_it_returned(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if lane == 0:
        return
    out[lane] = wd.wave_read_lane_at(lane + 5, u32(0))  # here


@wd.kernel(num_waves=1)
def lane_0_before_it_returns(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    value = wd.wave_read_lane_at(lane + 5, u32(0))
    if lane == 0:
        return
    out[lane] = value


mistake(
    "inactive-lane",
    lane_0_after_it_returned,
    lane_0_before_it_returns,
    arguments=lambda lanes: [u32s(lanes)],
    who=Who(0, 0, lambda lanes: range(1, lanes)),
)


@wd.kernel(num_waves=1)
def lane_that_is_left_in_the_loop(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    total = u32(0)
    turn = u32(0)
    while turn <= lane:
        # In round t the lanes from t on are left.
        total += wd.wave_read_lane_at(lane, turn)
        turn += 1
    out[lane] = total


@wd.kernel(num_waves=1)
def lane_that_left_the_loop(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    total = u32(0)
    turn = u32(0)
    while turn <= lane:
        total += wd.wave_read_lane_at(lane, turn // 2)  # here
        turn += 1
    out[lane] = total


mistake(
    "inactive-lane",
    lane_that_left_the_loop,
    lane_that_is_left_in_the_loop,
    arguments=lambda lanes: [u32s(lanes)],
    # In round 1 the lanes from 1 on read lane 0.
    who=Who(0, 0, lambda lanes: range(1, lanes)),
)


@wd.kernel(num_threads=10)
def lane_without_a_thread(out: wd.RWBuffer[u32]):
    last = wd.wave_lane_count() - 1
    out[wd.group_index()] = wd.wave_read_lane_at(wd.group_index(), last)  # here


@wd.kernel(num_threads=10)
def last_lane_with_a_thread(out: wd.RWBuffer[u32]):
    last = wd.wave_active_max(wd.wave_lane_index())
    out[wd.group_index()] = wd.wave_read_lane_at(wd.group_index(), last)


mistake(
    "inactive-lane",
    lane_without_a_thread,
    last_lane_with_a_thread,
    arguments=lambda lanes: [u32s(10)],
    # 10 threads: the last wave has 2 of 4 or of 8 lanes, or 10 of 16 and more.
    who=Who(0, lanes=lambda lanes: range(10 % lanes)),
    lane_orders=["linear"],
    extra_waves=[0],
)


@wd.kernel(num_waves=1)
def far_lane_of_a_vector(out: wd.RWBuffer[wd.float3]):
    lane = wd.wave_lane_index()
    out[lane] = wd.wave_read_lane_at(wd.float3(f32(lane)), lane + 2)  # here


@wd.kernel(num_waves=1)
def near_lane_of_a_vector(out: wd.RWBuffer[wd.float3]):
    lane = wd.wave_lane_index()
    out[lane] = wd.wave_read_lane_at(wd.float3(f32(lane)), lane ^ 2)


mistake(
    "inactive-lane",
    far_lane_of_a_vector,
    near_lane_of_a_vector,
    arguments=lambda lanes: [np.zeros((lanes, 3), np.float32)],
    who=Who(0, 0, lambda lanes: [lanes - 2, lanes - 1]),
)


@wd.func
def of_lane(value, lane):
    return wd.wave_read_lane_at(value, lane)  # here


@wd.kernel(num_waves=1)
def far_lane_in_a_function(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[lane] = of_lane(lane, wd.wave_lane_count())


@wd.kernel(num_waves=1)
def near_lane_in_a_function(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[lane] = of_lane(lane, wd.wave_lane_count() - 1)


mistake(
    "inactive-lane",
    far_lane_in_a_function,
    near_lane_in_a_function,
    arguments=lambda lanes: [u32s(lanes)],
    helpers=[of_lane],
    who=Who(0, 0, range),
)


@wd.kernel(num_waves=1)
def lane_5_of_a_quad(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[lane] = wd.quad_read_lane_at(lane, values[lane])  # here


mistake(
    "quad-lane-out-of-range",
    lane_5_of_a_quad,
    arguments=lambda lanes: [np.where(counting(lanes) == 0, 5, counting(lanes) % 4).astype(np.uint32), u32s(lanes)],
    who=Who(0, 0, [0]),
)
correct(lane_5_of_a_quad, arguments=lambda lanes: [counting(lanes) % 4, u32s(lanes)])


# --- Quads --------------------------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=1)
def three_lanes_of_each_quad(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if lane % 4 != 3:
        out[lane] = wd.quad_read_across_x(lane)  # here


@wd.kernel(num_waves=1)
def three_lanes_of_each_quad_at_a_lane(out: wd.RWBuffer[u32]):
    # The lane that is read takes part, but a quad operation needs all four.
    lane = wd.wave_lane_index()
    if lane % 4 != 3:
        out[lane] = wd.quad_read_lane_at(lane, 1)  # here


@wd.kernel(num_waves=1)
def three_lanes_of_each_quad_vote(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if lane % 4 != 3:
        out[lane] = u32(wd.quad_any(lane == 1))  # here


@wd.kernel(num_waves=1)
def three_lanes_of_each_quad_differentiate(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if lane % 4 != 3:
        out[lane] = wd.asuint(wd.ddx(f32(lane)))  # here


@wd.kernel(num_waves=1)
def whole_quads_in_a_branch(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if lane // 4 % 2 == 0:
        out[lane] = wd.quad_read_across_diagonal(lane) + u32(wd.quad_any(lane == 1))
    else:
        out[lane] = u32(wd.ddy(f32(lane))) + wd.quad_read_lane_at(lane, lane % 2)


mistake(
    "quad-inactive",
    (
        three_lanes_of_each_quad,
        three_lanes_of_each_quad_at_a_lane,
        three_lanes_of_each_quad_vote,
        three_lanes_of_each_quad_differentiate,
    ),
    whole_quads_in_a_branch,
    arguments=lambda lanes: [u32s(lanes)],
    who=Who(0, 0, lambda lanes: [lane for lane in range(lanes) if lane % 4 != 3]),
)


@wd.kernel(num_threads=6)
def quad_of_two_threads(out: wd.RWBuffer[u32]):
    out[wd.group_index()] = wd.quad_read_across_x(wd.group_index())  # here


@wd.kernel(num_threads=8)
def quads_of_threads(out: wd.RWBuffer[u32]):
    out[wd.group_index()] = wd.quad_read_across_x(wd.group_index())


mistake(
    "quad-inactive",
    quad_of_two_threads,
    quads_of_threads,
    arguments=lambda lanes: [u32s(8)],
    who=Who(0, lanes=lambda lanes: [0, 1] if lanes == 4 else [4, 5]),
    lane_orders=["linear"],
    extra_waves=[0],
)


# --- Partitions -----------------------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=1)
def mask_without_the_lane_itself(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    mask = wd.wave_active_ballot(values[lane] == 1)
    out[lane] = wd.wave_multi_prefix_sum(u32(1), mask)  # here


@wd.kernel(num_waves=1)
def masks_that_overlap(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    # Odd lanes say all, even ones say those that are even.
    lane = wd.wave_lane_index()
    mask = wd.wave_active_ballot(True)
    even = wd.wave_active_ballot(lane % 2 == 0)
    if lane % 2 == 0:
        mask = even
    out[lane] = wd.wave_multi_prefix_count_bits(values[lane] == 1, mask)  # here


@wd.kernel(num_waves=1)
def mask_of_equal_values(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[lane] = wd.wave_multi_prefix_sum(u32(1), wd.wave_match(values[lane]))


@wd.kernel(num_waves=1)
def mask_of_all_lanes(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[lane] = wd.wave_multi_prefix_sum(values[lane], wd.wave_active_ballot(True))


@wd.kernel(num_waves=1)
def mask_of_this_branch(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if values[lane] == 1:
        out[lane] = wd.wave_multi_prefix_sum(u32(1), wd.wave_active_ballot(True))
    else:
        out[lane] = wd.wave_multi_prefix_count_bits(lane > 2, wd.wave_active_ballot(values[lane] != 1))


@wd.kernel(num_waves=1)
def mask_from_before_the_branch(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    # Lanes of the mask that take no part are left out.
    lane = wd.wave_lane_index()
    mask = wd.wave_match(values[lane])
    if lane % 2 == 1:
        out[lane] = wd.wave_multi_prefix_sum(lane, mask)


@wd.kernel(num_waves=1)
def mask_with_other_bits(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    # Bits of lanes that are inactive or do not exist are ignored, also if they differ between the lanes.
    lane = wd.wave_lane_index()
    if lane < 3:
        out[lane] = wd.wave_multi_prefix_sum(u32(1), wd.uint4(7 | (lane << 3), lane, lane, lane))


mistake(
    "partition-mask",
    (mask_without_the_lane_itself, masks_that_overlap),
    (mask_of_equal_values, mask_of_all_lanes, mask_of_this_branch, mask_from_before_the_branch, mask_with_other_bits),
    arguments=lambda lanes: [counting(lanes) % 3, u32s(lanes)],
    who=Who(0, 0),
)
