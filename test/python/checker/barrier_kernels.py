"""Kernels whose barriers are not reached by all, or are met at different places, and those that are right."""

from __future__ import annotations

import numpy as np
from mistake_kernels import Who, correct, counting, mistake, u32s

import wavedialect as wd
from wavedialect import i32, u32

# --- Waves that are missing -------------------------------------------------------------------------------------------


@wd.kernel(num_waves=2)
def barrier_of_wave_0(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 1)
    if wd.group_wave_index() == 0:  # parted
        shared[0] = u32(3)
        wd.group_memory_barrier_with_group_sync()  # here
        out[0] = shared[0]


@wd.kernel(num_waves=2)
def barrier_below_the_branch(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 1)
    if wd.group_wave_index() == 0:
        shared[0] = u32(3)
    wd.group_memory_barrier_with_group_sync()
    if wd.group_wave_index() == 0:
        out[0] = shared[0]


mistake(
    "barrier-not-reached",
    barrier_of_wave_0,
    barrier_below_the_branch,
    arguments=lambda lanes: [u32s(1)],
    who=Who(0, 0),
    other=Who(0, 1),
)


@wd.kernel(num_waves=3)
def barrier_of_all_but_wave_1(out: wd.RWBuffer[u32]):
    if wd.group_wave_index() != 1:  # parted
        wd.all_memory_barrier_with_group_sync()  # here
    wd.atomic_add(out, 0, u32(1))


mistake(
    "barrier-not-reached",
    barrier_of_all_but_wave_1,
    arguments=lambda lanes: [u32s(1)],
    groups=2,
    who=Who(0, 0),
    other=Who(0, 1),
)


@wd.kernel(num_waves=3)
def as_many_barriers_as_the_wave_says(out: wd.RWBuffer[u32]):
    for _ in range(wd.group_wave_index()):  # parted
        wd.device_memory_barrier_with_group_sync()  # here
    wd.atomic_add(out, 0, u32(1))


@wd.kernel(num_waves=3)
def as_many_barriers_as_there_are_waves(out: wd.RWBuffer[u32]):
    for _ in range(wd.group_wave_count()):
        wd.device_memory_barrier_with_group_sync()
    wd.atomic_add(out, 0, u32(1))


# Wave 0 comes to none, and the others wait for it.
mistake(
    "barrier-not-reached",
    as_many_barriers_as_the_wave_says,
    as_many_barriers_as_there_are_waves,
    arguments=lambda lanes: [u32s(1)],
    who=Who(0, 1),
    other=Who(0, 0),
)


@wd.kernel(num_waves=2)
def rounds_that_memory_counts(rounds: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    for _ in range(rounds[wd.group_wave_index()]):  # parted
        wd.group_memory_barrier_with_group_sync()  # here
    wd.atomic_add(out, 0, u32(1))


mistake(
    "barrier-not-reached",
    rounds_that_memory_counts,
    arguments=lambda lanes: [np.array([2, 3], np.uint32), u32s(1)],
    who=Who(0, 1),
    other=Who(0, 0),
)
# The same kernel, with memory on which the waves agree.
correct(
    rounds_that_memory_counts,
    arguments=lambda lanes: [np.array([3, 3], np.uint32), u32s(1)],
)


@wd.kernel(num_waves=4)
def branch_that_memory_decides(flags: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    if flags[wd.group_wave_index()] != 0:  # parted
        wd.group_memory_barrier_with_group_sync()  # here
    wd.atomic_add(out, 0, u32(1))


mistake(
    "barrier-not-reached",
    branch_that_memory_decides,
    arguments=lambda lanes: [np.array([1, 1, 0, 1], np.uint32), u32s(1)],
    who=Who(0, 0),
    other=Who(0, 2),
)
correct(
    branch_that_memory_decides,
    arguments=lambda lanes: [np.array([1, 1, 1, 1], np.uint32), u32s(1)],
)


@wd.kernel(num_waves=2)
def barrier_below_a_break(out: wd.RWBuffer[u32]):
    for turn in range(u32(4)):
        if turn == wd.group_wave_index() + 2:
            break
        wd.group_memory_barrier_with_group_sync()  # here
    wd.atomic_add(out, 0, u32(1))


mistake(
    "barrier-not-reached",
    barrier_below_a_break,
    arguments=lambda lanes: [u32s(1)],
    who=Who(0, 1),
    other=Who(0, 0),
)


@wd.func
def publish(memory, value):
    if wd.wave_is_first_lane():
        memory[0] = value
    wd.group_memory_barrier_with_group_sync()  # here
    return memory[0]


@wd.kernel(num_waves=2)
def barrier_in_a_function(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 1)
    if wd.group_wave_index() == 1:  # parted
        out[0] = publish(shared, u32(2))


@wd.func
def publish_of_wave_1(memory, value):
    if wd.group_wave_index() == 1 and wd.wave_is_first_lane():
        memory[0] = value
    wd.group_memory_barrier_with_group_sync()
    return memory[0]


@wd.kernel(num_waves=2)
def barrier_in_a_function_for_all(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 1)
    published = publish_of_wave_1(shared, u32(2))
    if wd.group_wave_index() == 0:
        out[0] = published


mistake(
    "barrier-not-reached",
    barrier_in_a_function,
    barrier_in_a_function_for_all,
    arguments=lambda lanes: [u32s(1)],
    helpers=[publish],
    who=Who(0, 1),
    other=Who(0, 0),
)


@wd.kernel(num_threads=256)
def barrier_of_the_first_half(out: wd.RWBuffer[u32]):
    # At 128 lanes and less whole waves take part, or none of their lanes.
    if wd.group_index() < 128:  # parted
        wd.group_memory_barrier_with_group_sync()  # here
    out[wd.group_index()] = wd.group_index()


mistake(
    "barrier-not-reached",
    barrier_of_the_first_half,
    arguments=lambda lanes: [u32s(256)],
    who=Who(0, 0),
    other=Who(0),
    lane_orders=["linear"],
    extra_waves=[0],
)


# --- Waves that meet at different places --------------------------------------------------------------------------------


@wd.kernel(num_waves=2)
def a_barrier_in_each_branch(out: wd.RWBuffer[u32]):
    if wd.group_wave_index() == 0:  # parted
        wd.group_memory_barrier_with_group_sync()  # here
    else:
        wd.group_memory_barrier_with_group_sync()  # and here
    wd.atomic_add(out, 0, u32(1))


@wd.kernel(num_waves=2)
def two_barriers_and_one_of_another_kind(out: wd.RWBuffer[u32]):
    if wd.group_wave_index() == 0:  # parted
        wd.group_memory_barrier_with_group_sync()  # here
    wd.all_memory_barrier_with_group_sync()  # and here
    wd.atomic_add(out, 0, u32(1))


@wd.kernel(num_waves=2)
def barriers_of_another_round(out: wd.RWBuffer[u32]):
    # Wave 0 leaves the loop one round earlier.
    for _ in range(wd.group_wave_index() + 2):  # parted
        wd.group_memory_barrier_with_group_sync()  # here
    wd.group_memory_barrier_with_group_sync()  # and here
    wd.atomic_add(out, 0, u32(1))


mistake(
    "barrier-mismatch",
    (a_barrier_in_each_branch, two_barriers_and_one_of_another_kind, barriers_of_another_round),
    arguments=lambda lanes: [u32s(1)],
    groups=2,
    who=Who(0),
    other=Who(0),
)


@wd.kernel(num_waves=2)
def each_wave_in_its_rounds(out: wd.RWBuffer[u32]):
    # Wave 0 comes to the barrier in the rounds 0 and 1, wave 1 in the rounds 1 and 2: the same place, as many times.
    for turn in range(u32(3)):
        if turn - wd.group_wave_index() < 2:
            wd.group_memory_barrier_with_group_sync()  # here
    wd.atomic_add(out, 0, u32(1))


@wd.kernel(num_waves=2)
def both_waves_in_the_same_rounds(out: wd.RWBuffer[u32]):
    for turn in range(u32(3)):
        if turn - wd.group_id().x < 2:
            wd.group_memory_barrier_with_group_sync()
    wd.atomic_add(out, 0, u32(1))


mistake(
    "barrier-mismatch",
    each_wave_in_its_rounds,
    both_waves_in_the_same_rounds,
    arguments=lambda lanes: [u32s(1)],
    groups=2,
    who=Who(0),
    other=Who(0),
)


# --- A part of a wave's lanes ---------------------------------------------------------------------------------------------


@wd.kernel(num_waves=1)
def barrier_of_three_lanes(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if lane < 3:
        wd.group_memory_barrier_with_group_sync()  # here
    out[lane] = lane


@wd.kernel(num_waves=1)
def barrier_of_all_lanes(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    wd.group_memory_barrier_with_group_sync()
    if lane < 3:
        out[lane] = lane


mistake(
    "barrier-lanes",
    barrier_of_three_lanes,
    barrier_of_all_lanes,
    arguments=lambda lanes: [u32s(lanes)],
    who=Who(0, 0, [0, 1, 2]),
)


@wd.kernel(num_waves=2)
def barrier_of_the_first_lane(out: wd.RWBuffer[u32]):
    if wd.wave_is_first_lane():
        wd.all_memory_barrier_with_group_sync()  # here
    out[wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()] = u32(1)


@wd.kernel(num_waves=2)
def as_many_barriers_as_the_lane_says(out: wd.RWBuffer[u32]):
    for _ in range(wd.wave_lane_index() + 2):
        wd.all_memory_barrier_with_group_sync()  # here
    out[wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()] = u32(1)


@wd.kernel(num_waves=2)
def barrier_that_some_lanes_break_out_of(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    for turn in range(u32(3)):
        if turn == 1 and lane == 1:
            break
        wd.all_memory_barrier_with_group_sync()  # here
    out[wd.group_wave_index() * wd.wave_lane_count() + lane] = u32(1)


mistake(
    "barrier-lanes",
    (barrier_of_the_first_lane, as_many_barriers_as_the_lane_says, barrier_that_some_lanes_break_out_of),
    arguments=lambda lanes: [u32s(2 * lanes)],
    who=Who(0, 0),
    # The lanes left the loop, or the other wave: what comes after the first finding is free.
    also=["barrier-not-reached", "barrier-mismatch"],
)


@wd.kernel(num_threads=36)
def barrier_of_the_first_threads(out: wd.RWBuffer[u32]):
    # 34 threads are no whole number of waves at any size.
    if wd.group_index() < 34:
        wd.group_memory_barrier_with_group_sync()  # here
    out[wd.group_index()] = u32(1)


@wd.kernel(num_threads=36)
def barrier_of_all_threads(out: wd.RWBuffer[u32]):
    wd.group_memory_barrier_with_group_sync()
    if wd.group_index() < 34:
        out[wd.group_index()] = u32(1)


mistake(
    "barrier-lanes",
    barrier_of_the_first_threads,
    barrier_of_all_threads,
    arguments=lambda lanes: [u32s(36)],
    who=Who(0),
    also=["barrier-not-reached"],
    lane_orders=["linear"],
)


# --- What is right ----------------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=4)
def waves_that_return_first(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 4)
    wave = wd.group_wave_index()
    shared[wave] = wd.wave_active_sum(values[wave * wd.wave_lane_count() + wd.wave_lane_index()])
    if wave == 1:
        return
    wd.group_memory_barrier_with_group_sync()
    if wave == 3:
        return
    wd.group_memory_barrier_with_group_sync()
    if wave == 0 and wd.wave_is_first_lane():
        out[0] = shared[0] + shared[1] + shared[2] + shared[3]


@wd.kernel(num_waves=4)
def lanes_that_return_first(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 4 * wd.wave_lane_count())
    lane = wd.wave_lane_index()
    me = wd.group_wave_index() * wd.wave_lane_count() + lane
    shared[me] = values[me]
    if lane % 3 == 1:
        return
    wd.group_memory_barrier_with_group_sync()
    if lane == 0:
        wd.atomic_add(out, 0, shared[me ^ 1])


@wd.kernel(num_waves=4)
def all_waves_but_one_return(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 4)
    wave = wd.group_wave_index()
    shared[wave] = values[wave]
    if wave != values[2]:
        return
    wd.group_memory_barrier_with_group_sync()
    for turn in range(u32(4)):
        wd.group_memory_barrier_with_group_sync()
        if wd.wave_is_first_lane():
            out[turn] = shared[turn]


@wd.kernel(num_waves=4)
def barrier_in_a_branch_of_the_group(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 1)
    if wd.group_id().x == 1:
        if wd.group_wave_index() == 3:
            shared[0] = values[3]
        wd.group_memory_barrier_with_group_sync()
        wd.atomic_add(out, 0, shared[0])
    for _ in range(wd.group_id().x):
        wd.group_memory_barrier_with_group_sync()


correct(
    (waves_that_return_first, lanes_that_return_first, all_waves_but_one_return, barrier_in_a_branch_of_the_group),
    arguments=lambda lanes: [counting(4 * lanes), u32s(4)],
    groups=1,
)
correct(
    barrier_in_a_branch_of_the_group,
    arguments=lambda lanes: [counting(4 * lanes), u32s(4)],
    groups=3,
)


@wd.kernel(num_threads=(7, 5))
def threads_that_return_first(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 35)
    shared[wd.group_index()] = wd.group_index()
    if wd.group_index() % 7 == 3:
        return
    wd.group_memory_barrier_with_group_sync()
    out[wd.group_index()] = shared[34 - wd.group_index()]


correct(threads_that_return_first, arguments=lambda lanes: [u32s(35)])


@wd.kernel(num_waves=2)
def loop_until_memory_says_so(data: wd.RWBuffer[u32]):
    # Every lane reads the same element, and a barrier stands between the reads and the write.
    turns = u32(0)
    while wd.group_uniform(data[0]) > 0:
        wd.device_memory_barrier_with_group_sync()
        if wd.group_wave_index() == 1 and wd.wave_is_first_lane():
            data[0] -= u32(1)
        wd.device_memory_barrier_with_group_sync()
        turns += 1
    if wd.group_wave_index() == 0:
        data[1] = turns


correct(loop_until_memory_says_so, arguments=lambda lanes: [np.array([3, 0], np.uint32)])


# --- What is said to be the same for the group ------------------------------------------------------------------------------


@wd.kernel(num_waves=2)
def uniform_that_differs_between_lanes(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    if wd.group_uniform(values[lane]) < 200:  # here
        wd.group_memory_barrier_with_group_sync()
    out[wd.group_wave_index() * wd.wave_lane_count() + lane] = u32(1)


@wd.kernel(num_waves=2)
def uniform_that_differs_between_waves(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    if wd.group_uniform(values[wd.group_wave_index()]) < 200:  # here
        wd.group_memory_barrier_with_group_sync()
    out[wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()] = u32(1)


@wd.kernel(num_waves=2)
def uniform_that_is(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    if wd.group_uniform(values[wd.group_id().x]) < 200:
        wd.group_memory_barrier_with_group_sync()
    out[wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()] = u32(1)


mistake(
    "group-uniform",
    uniform_that_differs_between_lanes,
    arguments=lambda lanes: [counting(lanes), u32s(2 * lanes)],
    who=Who(0, 0),
)
mistake(
    "group-uniform",
    uniform_that_differs_between_waves,
    uniform_that_is,
    arguments=lambda lanes: [counting(lanes), u32s(2 * lanes)],
    who=Who(0, 1),
    other=Who(0, 0),
)


@wd.kernel(num_waves=2)
def uniform_that_a_wave_turns_into_a_missing_barrier(values: wd.Buffer[i32], out: wd.RWBuffer[u32]):
    if wd.group_uniform(values[wd.group_wave_index()] > 0):  # here
        wd.group_memory_barrier_with_group_sync()  # too
    out[wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()] = u32(1)


mistake(
    "group-uniform",
    uniform_that_a_wave_turns_into_a_missing_barrier,
    arguments=lambda lanes: [counting(lanes, np.int32), u32s(2 * lanes)],
    who=Who(0, 1),
    other=Who(0, 0),
    also=["barrier-not-reached"],
)
