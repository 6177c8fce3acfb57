"""Kernels with a data race, and what is none: between the lanes of a wave, the waves of a group, and groups."""

from __future__ import annotations

import numpy as np
from mistake_kernels import Who, correct, counting, mistake, u32s

import wavedialect as wd
from wavedialect import f16, f32, i32, i64, u32

WAVES = 4


# --- Between waves, in groupshared memory ------------------------------------------------------------------------------


@wd.kernel(num_waves=2)
def next_wave_without_barrier(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 2)
    wave = wd.group_wave_index()
    if wd.wave_is_first_lane():
        shared[wave] = wave  # here
        out[wave] = shared[1 - wave]  # and here


@wd.kernel(num_waves=2)
def next_wave_after_memory_barrier(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 2)
    wave = wd.group_wave_index()
    if wd.wave_is_first_lane():
        shared[wave] = wave  # here
    wd.group_memory_barrier()
    if wd.wave_is_first_lane():
        out[wave] = shared[1 - wave]  # and here


@wd.kernel(num_waves=2)
def next_wave_after_barrier_for_buffers(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 2)
    wave = wd.group_wave_index()
    if wd.wave_is_first_lane():
        shared[wave] = wave  # here
    wd.device_memory_barrier_with_group_sync()
    if wd.wave_is_first_lane():
        out[wave] = shared[1 - wave]  # and here


@wd.kernel(num_waves=2)
def next_wave(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 2)
    wave = wd.group_wave_index()
    if wd.wave_is_first_lane():
        shared[wave] = wave
    wd.group_memory_barrier_with_group_sync()
    if wd.wave_is_first_lane():
        out[wave] = shared[1 - wave]


@wd.kernel(num_waves=2)
def next_wave_after_barrier_for_all(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 2)
    wave = wd.group_wave_index()
    if wd.wave_is_first_lane():
        shared[wave] = wave
    wd.all_memory_barrier_with_group_sync()
    if wd.wave_is_first_lane():
        out[wave] = shared[1 - wave]


mistake(
    "race",
    (next_wave_without_barrier, next_wave_after_memory_barrier),
    (next_wave, next_wave_after_barrier_for_all),
    arguments=lambda lanes: [u32s(2)],
    who=Who(0, lanes=[0]),
    other=Who(0, lanes=[0]),
    # Wave 0 reads what wave 1 is yet to write.
    also=["uninitialized"],
)
mistake(
    "race",
    next_wave_after_barrier_for_buffers,
    arguments=lambda lanes: [u32s(2)],
    who=Who(0),
    other=Who(0),
)


@wd.kernel(num_waves=WAVES)
def all_waves_write_one_place(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 1)
    if wd.wave_is_first_lane():
        shared[0] = wd.group_wave_index()  # here
    wd.group_memory_barrier_with_group_sync()
    out[wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()] = shared[0]


@wd.kernel(num_waves=WAVES)
def one_wave_writes_one_place(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 1)
    if wd.group_wave_index() == WAVES - 1 and wd.wave_is_first_lane():
        shared[0] = wd.group_wave_index()
    wd.group_memory_barrier_with_group_sync()
    out[wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()] = shared[0]


@wd.kernel(num_waves=WAVES)
def all_waves_write_one_value(out: wd.RWBuffer[u32]):
    # Lanes may store the same value in one execution of a statement; each wave executes it for itself.
    shared = wd.groupshared(u32, 1)
    shared[0] = u32(7)  # here
    wd.group_memory_barrier_with_group_sync()
    out[wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()] = shared[0]


mistake(
    "race",
    (all_waves_write_one_place, all_waves_write_one_value),
    one_wave_writes_one_place,
    arguments=lambda lanes: [u32s(WAVES * lanes)],
    who=Who(0, 1),
    other=Who(0, 0),
)


@wd.kernel(num_waves=2)
def wave_that_returns_hands_over_without_barrier(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 1)
    wave = wd.group_wave_index()
    total = wd.wave_active_sum(values[wave * wd.wave_lane_count() + wd.wave_lane_index()])
    if wave == 0:
        shared[0] = total  # and here
        return
    if wd.wave_is_first_lane():
        out[0] = total + shared[0]  # here


@wd.kernel(num_waves=2)
def wave_that_returns_hands_over(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 1)
    wave = wd.group_wave_index()
    total = wd.wave_active_sum(values[wave * wd.wave_lane_count() + wd.wave_lane_index()])
    if wave == 0:
        shared[0] = total
        return
    wd.group_memory_barrier_with_group_sync()
    if wd.wave_is_first_lane():
        out[0] = total + shared[0]


mistake(
    "race",
    wave_that_returns_hands_over_without_barrier,
    wave_that_returns_hands_over,
    arguments=lambda lanes: [counting(2 * lanes), u32s(1)],
    who=Who(0, 1, [0]),
    other=Who(0, 0),
)


# Loops. In the first, a fast wave writes the next round's values while a slow one still reads.


@wd.kernel(num_waves=WAVES)
def rounds_with_one_barrier(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, WAVES)
    wave = wd.group_wave_index()
    value = wave
    for _ in range(5):
        if wd.wave_is_first_lane():
            shared[wave] = value  # here
        wd.group_memory_barrier_with_group_sync()
        value += shared[(wave + 1) % WAVES]  # and here
    if wd.wave_is_first_lane():
        out[wave] = value


@wd.kernel(num_waves=WAVES)
def rounds_with_two_barriers(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, WAVES)
    wave = wd.group_wave_index()
    value = wave
    for _ in range(5):
        if wd.wave_is_first_lane():
            shared[wave] = value
        wd.group_memory_barrier_with_group_sync()
        value += shared[(wave + 1) % WAVES]
        wd.group_memory_barrier_with_group_sync()
    if wd.wave_is_first_lane():
        out[wave] = value


@wd.kernel(num_waves=WAVES)
def rounds_in_two_buffers(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 2 * WAVES)
    wave = wd.group_wave_index()
    value = wave
    for turn in range(u32(5)):
        half = turn % 2 * WAVES
        if wd.wave_is_first_lane():
            shared[half + wave] = value
        wd.group_memory_barrier_with_group_sync()
        value += shared[half + (wave + 1) % WAVES]
    if wd.wave_is_first_lane():
        out[wave] = value


@wd.kernel(num_waves=WAVES)
def rounds_in_two_buffers_of_which_one_is_used(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 2 * WAVES)
    wave = wd.group_wave_index()
    value = wave
    for turn in range(u32(5)):
        half = turn // 8 * WAVES
        if wd.wave_is_first_lane():
            shared[half + wave] = value  # here
        wd.group_memory_barrier_with_group_sync()
        value += shared[half + (wave + 1) % WAVES]  # and here
    if wd.wave_is_first_lane():
        out[wave] = value


@wd.kernel(num_waves=WAVES)
def rounds_with_a_barrier_before_the_loop(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, WAVES)
    wave = wd.group_wave_index()
    if wd.wave_is_first_lane():
        shared[wave] = wave
    wd.group_memory_barrier_with_group_sync()
    value = wave
    for _ in range(5):
        value += shared[(wave + 1) % WAVES]  # and here
        if wd.wave_is_first_lane():
            shared[wave] = value  # here
    if wd.wave_is_first_lane():
        out[wave] = value


mistake(
    "race",
    (
        rounds_with_one_barrier,
        rounds_in_two_buffers_of_which_one_is_used,
        rounds_with_a_barrier_before_the_loop,
    ),
    (rounds_with_two_barriers, rounds_in_two_buffers),
    arguments=lambda lanes: [u32s(WAVES)],
    who=Who(0),
    other=Who(0),
)


# --- Between lanes of a wave --------------------------------------------------------------------------------------------


@wd.kernel(num_waves=1)
def neighbour_without_barrier(out: wd.RWBuffer[u32]):
    # No lockstep: nothing says that the neighbour has written already.
    shared = wd.groupshared(u32, wd.wave_lane_count())
    lane = wd.wave_lane_index()
    shared[lane] = lane * lane  # and here
    out[lane] = shared[lane ^ 1]  # here


@wd.kernel(num_waves=1)
def neighbour_after_a_wave_operation(out: wd.RWBuffer[u32]):
    # A wave operation orders nothing.
    shared = wd.groupshared(u32, wd.wave_lane_count())
    lane = wd.wave_lane_index()
    shared[lane] = lane * lane  # and here
    total = wd.wave_active_sum(lane)
    out[lane] = shared[lane ^ 1] + total  # here


@wd.kernel(num_waves=1)
def neighbour_after_barrier(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, wd.wave_lane_count())
    lane = wd.wave_lane_index()
    shared[lane] = lane * lane
    wd.group_memory_barrier_with_group_sync()
    out[lane] = shared[lane ^ 1]


@wd.kernel(num_waves=1)
def neighbour_by_lane_read(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[lane] = wd.wave_read_lane_at(lane * lane, lane ^ 1)


@wd.kernel(num_waves=1)
def own_element_without_barrier(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, wd.wave_lane_count())
    lane = wd.wave_lane_index()
    shared[lane] = lane * lane
    out[lane] = shared[lane]


mistake(
    "race",
    (neighbour_without_barrier, neighbour_after_a_wave_operation),
    (neighbour_after_barrier, neighbour_by_lane_read, own_element_without_barrier),
    arguments=lambda lanes: [u32s(lanes)],
    who=Who(0, 0),
    other=Who(0, 0),
)


@wd.kernel(num_waves=1)
def two_lanes_write_two_values(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, wd.wave_lane_count())
    lane = wd.wave_lane_index()
    shared[lane // 2] = lane  # here
    wd.group_memory_barrier_with_group_sync()
    if lane < wd.wave_lane_count() // 2:
        out[lane] = shared[lane]


@wd.kernel(num_waves=1)
def two_lanes_write_one_value(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, wd.wave_lane_count())
    lane = wd.wave_lane_index()
    shared[lane // 2] = lane // 2
    wd.group_memory_barrier_with_group_sync()
    if lane < wd.wave_lane_count() // 2:
        out[lane] = shared[lane]


@wd.kernel(num_waves=1)
def all_lanes_write_one_value(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 1)
    shared[0] = wd.wave_active_sum(wd.wave_lane_index())
    wd.group_memory_barrier_with_group_sync()
    out[wd.wave_lane_index()] = shared[0]
    out[0] = shared[0]


@wd.kernel(num_waves=1)
def two_statements_write_one_value(out: wd.RWBuffer[u32]):
    # The same value, but not in one execution of one statement.
    shared = wd.groupshared(u32, 1)
    if wd.wave_lane_index() < 2:
        shared[0] = u32(5)  # and here
    else:
        shared[0] = u32(5)  # here
    wd.group_memory_barrier_with_group_sync()
    out[wd.wave_lane_index()] = shared[0]


@wd.kernel(num_waves=1)
def one_lane_reads_what_all_write(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 1)
    lane = wd.wave_lane_index()
    shared[0] = u32(5)  # and here
    if wd.wave_is_first_lane():
        out[lane] = shared[0]  # here


mistake(
    "race",
    (two_lanes_write_two_values, two_statements_write_one_value, one_lane_reads_what_all_write),
    (two_lanes_write_one_value, all_lanes_write_one_value),
    arguments=lambda lanes: [u32s(lanes)],
    who=Who(0, 0),
    other=Who(0, 0),
)


@wd.kernel(num_waves=WAVES)
def offsets_by_all_lanes(counts: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    # Every lane of wave 0 reads the counts, and overwrites them with what is the same for all.
    store = wd.groupshared(u32, WAVES)
    wave = wd.group_wave_index()
    if wd.wave_is_first_lane():
        store[wave] = counts[wave]
    wd.group_memory_barrier_with_group_sync()
    if wave == 0:
        following = u32(0)
        for other in range(WAVES):
            count = store[other]  # and here
            store[other] = following  # here
            following += count
    wd.group_memory_barrier_with_group_sync()
    if wd.wave_is_first_lane():
        out[wave] = store[wave]


@wd.kernel(num_waves=WAVES)
def offsets_by_one_lane(counts: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    store = wd.groupshared(u32, WAVES)
    wave = wd.group_wave_index()
    if wd.wave_is_first_lane():
        store[wave] = counts[wave]
    wd.group_memory_barrier_with_group_sync()
    if wave == 0 and wd.wave_is_first_lane():
        following = u32(0)
        for other in range(WAVES):
            count = store[other]
            store[other] = following
            following += count
    wd.group_memory_barrier_with_group_sync()
    if wd.wave_is_first_lane():
        out[wave] = store[wave]


mistake(
    "race",
    offsets_by_all_lanes,
    offsets_by_one_lane,
    arguments=lambda lanes: [counting(WAVES), u32s(WAVES)],
    who=Who(0, 0),
    other=Who(0, 0),
)


@wd.kernel(num_waves=1)
def scan_in_place(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, wd.wave_lane_count())
    lane = wd.wave_lane_index()
    shared[lane] = u32(1)
    wd.group_memory_barrier_with_group_sync()
    step = u32(1)
    while step < wd.wave_lane_count():
        if lane >= step:
            before = shared[lane - step]  # and here
            shared[lane] = shared[lane] + before  # here
        wd.group_memory_barrier_with_group_sync()
        step *= 2
    out[lane] = shared[lane]


@wd.kernel(num_waves=1)
def scan_that_reads_before_it_writes(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, wd.wave_lane_count())
    lane = wd.wave_lane_index()
    shared[lane] = u32(1)
    wd.group_memory_barrier_with_group_sync()
    step = u32(1)
    while step < wd.wave_lane_count():
        value = shared[lane]
        if lane >= step:
            value += shared[lane - step]
        wd.group_memory_barrier_with_group_sync()
        shared[lane] = value
        wd.group_memory_barrier_with_group_sync()
        step *= 2
    out[lane] = shared[lane]


mistake(
    "race",
    scan_in_place,
    scan_that_reads_before_it_writes,
    arguments=lambda lanes: [u32s(lanes)],
    who=Who(0, 0),
    other=Who(0, 0),
)


# --- Buffers within a group ----------------------------------------------------------------------------------------------


@wd.kernel(num_waves=2)
def buffer_with_barrier_for_groupshared(out: wd.RWBuffer[u32]):
    wave = wd.group_wave_index()
    if wd.wave_is_first_lane():
        out[wave] = wave + 1  # and here
    wd.group_memory_barrier_with_group_sync()
    if wave == 1 and wd.wave_is_first_lane():
        out[2] = out[0]  # here


@wd.kernel(num_waves=2)
def buffer_without_barrier(out: wd.RWBuffer[u32]):
    wave = wd.group_wave_index()
    if wd.wave_is_first_lane():
        out[wave] = wave + 1  # and here
    if wave == 1 and wd.wave_is_first_lane():
        out[2] = out[0]  # here


@wd.kernel(num_waves=2)
def buffer_after_barrier_that_does_not_wait(out: wd.RWBuffer[u32]):
    wave = wd.group_wave_index()
    if wd.wave_is_first_lane():
        out[wave] = wave + 1  # and here
    wd.device_memory_barrier()
    if wave == 1 and wd.wave_is_first_lane():
        out[2] = out[0]  # here


@wd.kernel(num_waves=2)
def buffer_after_barrier(out: wd.RWBuffer[u32]):
    wave = wd.group_wave_index()
    if wd.wave_is_first_lane():
        out[wave] = wave + 1
    wd.device_memory_barrier_with_group_sync()
    if wave == 1 and wd.wave_is_first_lane():
        out[2] = out[0]


@wd.kernel(num_waves=2)
def buffer_after_barrier_for_all(out: wd.RWBuffer[u32]):
    wave = wd.group_wave_index()
    if wd.wave_is_first_lane():
        out[wave] = wave + 1
    wd.all_memory_barrier_with_group_sync()
    if wave == 1 and wd.wave_is_first_lane():
        out[2] = out[0]


mistake(
    "race",
    (buffer_with_barrier_for_groupshared, buffer_without_barrier, buffer_after_barrier_that_does_not_wait),
    (buffer_after_barrier, buffer_after_barrier_for_all),
    arguments=lambda lanes: [u32s(3)],
    who=Who(0, 1, [0]),
    other=Who(0, 0, [0]),
)


@wd.kernel(num_threads=(8, 8))
def threads_of_a_row_write_one_place(out: wd.RWBuffer[u32]):
    place = wd.group_thread_id()
    out[place.y] = place.x  # here


@wd.kernel(num_threads=(8, 8))
def one_thread_of_a_row_writes(out: wd.RWBuffer[u32]):
    place = wd.group_thread_id()
    if place.x == 3:
        out[place.y] = place.x


mistake(
    "race",
    threads_of_a_row_write_one_place,
    one_thread_of_a_row_writes,
    arguments=lambda lanes: [u32s(8)],
    who=Who(0),
    other=Who(0),
)


@wd.kernel(num_threads=30)
def last_thread_shares_its_place(out: wd.RWBuffer[u32]):
    # The last wave is not full at any size.
    out[min(wd.group_index(), 28)] = wd.group_index()  # here


@wd.kernel(num_threads=30)
def every_thread_its_place(out: wd.RWBuffer[u32]):
    out[wd.group_index()] = wd.group_index()


mistake(
    "race",
    last_thread_shares_its_place,
    every_thread_its_place,
    arguments=lambda lanes: [u32s(30)],
    who=Who(0),
    other=Who(0),
)


# --- Atomics ------------------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=2)
def counter_read_without_barrier(out: wd.RWBuffer[u32]):
    counter = wd.groupshared(u32, 1)
    if wd.group_wave_index() == 0:
        counter[0] = u32(0)
    wd.group_memory_barrier_with_group_sync()
    wd.atomic_add(counter, 0, wd.wave_lane_index())  # and here
    if wd.group_wave_index() == 1 and wd.wave_is_first_lane():
        out[0] = counter[0]  # here


@wd.kernel(num_waves=2)
def counter_cleared_by_both_waves(out: wd.RWBuffer[u32]):
    # Wave 1 may clear it after wave 0 has counted.
    counter = wd.groupshared(u32, 1)
    counter[0] = u32(0)  # here
    wd.atomic_add(counter, 0, wd.wave_lane_index())  # and here
    wd.group_memory_barrier_with_group_sync()
    if wd.group_wave_index() == 1 and wd.wave_is_first_lane():
        out[0] = counter[0]


@wd.kernel(num_waves=2)
def counter_read_after_barrier(out: wd.RWBuffer[u32]):
    counter = wd.groupshared(u32, 1)
    if wd.group_wave_index() == 0:
        counter[0] = u32(0)
    wd.group_memory_barrier_with_group_sync()
    wd.atomic_add(counter, 0, wd.wave_lane_index())
    wd.group_memory_barrier_with_group_sync()
    if wd.group_wave_index() == 1 and wd.wave_is_first_lane():
        out[0] = counter[0]


mistake(
    "race",
    counter_read_without_barrier,
    counter_read_after_barrier,
    arguments=lambda lanes: [u32s(1)],
    who=Who(0, 1, [0]),
    other=Who(0),
)
mistake(
    "race",
    counter_cleared_by_both_waves,
    arguments=lambda lanes: [u32s(1)],
    who=Who(0),
    other=Who(0),
)


@wd.kernel(num_waves=2)
def atomics_alone(counts: wd.RWBuffer[u32], words: wd.RWBuffer[i64], floats: wd.RWBuffer[f32]):
    lane = wd.wave_lane_index()
    wd.atomic_add(counts, 0, lane)
    wd.atomic_max(counts, 1, lane)
    wd.atomic_xor(counts, lane % 4, u32(3))
    wd.atomic_compare_exchange(counts, 2, u32(0), lane)
    wd.atomic_min(words, 0, i64(i32(lane)))
    wd.atomic_exchange(floats, 0, f32(lane))


correct(
    atomics_alone,
    arguments=lambda lanes: [u32s(4), np.zeros(1, np.int64), np.zeros(1, np.float32)],
    groups=3,
)


@wd.kernel(num_waves=1)
def place_by_the_value_of_an_atomic(out: wd.RWBuffer[u32]):
    out[1 + wd.atomic_add(out, 0, u32(1))] = wd.wave_lane_index()


@wd.kernel(num_waves=1)
def places_that_overlap(out: wd.RWBuffer[u32]):
    # Two places for each one that is asked for.
    place = 1 + wd.atomic_add(out, 0, u32(1))
    out[place] = wd.wave_lane_index()  # and here
    out[place + 1] = wd.wave_lane_index()  # here


mistake(
    "race",
    places_that_overlap,
    place_by_the_value_of_an_atomic,
    arguments=lambda lanes: [u32s(3 * lanes + 2)],
    groups=3,
    who=Who(0, 0),
    other=Who(0, 0),
)


# --- Between groups -----------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=1)
def all_groups_write_one_place(out: wd.RWBuffer[u32]):
    if wd.wave_is_first_lane():
        out[0] = wd.group_id().x  # here


@wd.kernel(num_waves=1)
def all_groups_write_their_place(out: wd.RWBuffer[u32]):
    if wd.wave_is_first_lane():
        out[wd.group_id().x] = wd.group_id().x


mistake(
    "race",
    all_groups_write_one_place,
    all_groups_write_their_place,
    arguments=lambda lanes: [u32s(3)],
    groups=3,
    who=Who(1, 0, [0]),
    other=Who(0, 0, [0]),
)


@wd.kernel(num_waves=1)
def result_of_the_group_before(out: wd.RWBuffer[u32]):
    group = wd.group_id().x
    if wd.wave_is_first_lane():
        out[group] = group  # and here
        wd.device_memory_barrier()
        if group > 0:
            out[8 + group] = out[group - 1]  # here


@wd.kernel(num_waves=1)
def element_of_the_group_after(data: wd.RWBuffer[u32]):
    # The smoothing in place: the neighbour may be the old or the new one.
    place = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    following = data[place + wd.wave_lane_count()]  # and here
    wd.device_memory_barrier_with_group_sync()
    data[place] = following  # here


@wd.kernel(num_waves=1)
def element_of_the_group_after_into_another_buffer(data: wd.RWBuffer[u32]):
    place = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    wd.device_memory_barrier_with_group_sync()
    data[place] = data[place] + 1


mistake(
    "race",
    result_of_the_group_before,
    arguments=lambda lanes: [u32s(16)],
    groups=3,
    who=Who(1, 0, [0]),
    other=Who(0, 0, [0]),
)
mistake(
    "race",
    element_of_the_group_after,
    element_of_the_group_after_into_another_buffer,
    arguments=lambda lanes: [counting(4 * lanes)],
    groups=3,
    who=Who(1, 0),
    other=Who(0, 0),
)


@wd.kernel(num_waves=1)
def total_read_while_others_add(out: wd.RWBuffer[u32]):
    if wd.wave_is_first_lane():
        wd.atomic_add(out, 0, u32(1))  # and here
        if wd.group_id().x == 2:
            out[1] = out[0]  # here


@wd.kernel(num_waves=1)
def total_read_by_an_atomic(out: wd.RWBuffer[u32]):
    if wd.wave_is_first_lane():
        wd.atomic_add(out, 0, u32(1))
        if wd.group_id().x == 2:
            out[1] = wd.atomic_add(out, 0, u32(0))


mistake(
    "race",
    total_read_while_others_add,
    total_read_by_an_atomic,
    arguments=lambda lanes: [u32s(2)],
    groups=3,
    who=Who(2, 0, [0]),
    other=Who(None, 0, [0]),
)


@wd.kernel(num_waves=1)
def groups_of_two_dimensions(out: wd.RWBuffer[u32]):
    group = wd.group_id()
    if wd.wave_is_first_lane():
        out[group.y * 2 + group.x] = group.x  # here


@wd.kernel(num_waves=1)
def groups_of_two_dimensions_apart(out: wd.RWBuffer[u32]):
    group = wd.group_id()
    if wd.wave_is_first_lane():
        out[group.y * wd.group_count().x + group.x] = group.x


# (2, 0) and (0, 1) write to 2; counted with x fastest they are the groups 2 and 3.
mistake(
    "race",
    groups_of_two_dimensions,
    groups_of_two_dimensions_apart,
    arguments=lambda lanes: [u32s(6)],
    groups=(3, 2),
    who=Who(3, 0, [0]),
    other=Who(2, 0, [0]),
)


# "The last group sums up": the one ordering between groups. One lane does it all in the first kernels.


@wd.kernel(num_waves=1)
def last_group_sums_up(
    values: wd.Buffer[u32], counter: wd.RWBuffer[u32], parts: wd.RWBuffer[u32], out: wd.RWBuffer[u32]
):
    total = wd.wave_active_sum(values[wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()])
    if wd.wave_is_first_lane():
        parts[wd.group_id().x] = total
        wd.device_memory_barrier()
        if wd.atomic_add(counter, 0, u32(1)) == wd.group_count().x - 1:
            wd.device_memory_barrier()
            total = u32(0)
            for part in range(wd.group_count().x):
                total += parts[part]
            out[0] = total


@wd.kernel(num_waves=1)
def last_group_with_barriers_for_all(
    values: wd.Buffer[u32], counter: wd.RWBuffer[u32], parts: wd.RWBuffer[u32], out: wd.RWBuffer[u32]
):
    total = wd.wave_active_sum(values[wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()])
    if wd.wave_is_first_lane():
        parts[wd.group_id().x] = total
        wd.all_memory_barrier()
        if wd.atomic_add(counter, 0, u32(1)) == wd.group_count().x - 1:
            wd.all_memory_barrier()
            total = u32(0)
            for part in range(wd.group_count().x):
                total += parts[part]
            out[0] = total


@wd.kernel(num_waves=2)
def last_group_sums_up_with_all_lanes(
    values: wd.Buffer[u32], counter: wd.RWBuffer[u32], parts: wd.RWBuffer[u32], out: wd.RWBuffer[u32]
):
    is_last = wd.groupshared(u32, 1)
    lanes = wd.group_wave_count() * wd.wave_lane_count()
    me = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    start = wd.group_id().x * lanes
    parts[start + me] = values[(start + me) // 2] + 1
    wd.device_memory_barrier_with_group_sync()
    if wd.group_wave_index() == 1 and wd.wave_is_first_lane():
        is_last[0] = u32(wd.atomic_add(counter, 0, u32(1)) == wd.group_count().x - 1)
    wd.all_memory_barrier_with_group_sync()
    if is_last[0] != 0:
        total = u32(0)
        for group in range(wd.group_count().x):
            total += parts[group * lanes + me ^ 1]
        out[me] = total


@wd.kernel(num_waves=1)
def last_group_without_release(
    values: wd.Buffer[u32], counter: wd.RWBuffer[u32], parts: wd.RWBuffer[u32], out: wd.RWBuffer[u32]
):
    total = wd.wave_active_sum(values[wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()])
    if wd.wave_is_first_lane():
        parts[wd.group_id().x] = total  # and here
        if wd.atomic_add(counter, 0, u32(1)) == wd.group_count().x - 1:
            wd.device_memory_barrier()
            total = u32(0)
            for part in range(wd.group_count().x):
                total += parts[part]  # here
            out[0] = total


@wd.kernel(num_waves=1)
def last_group_without_acquire(
    values: wd.Buffer[u32], counter: wd.RWBuffer[u32], parts: wd.RWBuffer[u32], out: wd.RWBuffer[u32]
):
    total = wd.wave_active_sum(values[wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()])
    if wd.wave_is_first_lane():
        parts[wd.group_id().x] = total  # and here
        wd.device_memory_barrier()
        if wd.atomic_add(counter, 0, u32(1)) == wd.group_count().x - 1:
            total = u32(0)
            for part in range(wd.group_count().x):
                total += parts[part]  # here
            out[0] = total


@wd.kernel(num_waves=1)
def last_group_with_barriers_for_groupshared(
    values: wd.Buffer[u32], counter: wd.RWBuffer[u32], parts: wd.RWBuffer[u32], out: wd.RWBuffer[u32]
):
    total = wd.wave_active_sum(values[wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()])
    if wd.wave_is_first_lane():
        parts[wd.group_id().x] = total  # and here
        wd.group_memory_barrier()
        if wd.atomic_add(counter, 0, u32(1)) == wd.group_count().x - 1:
            wd.group_memory_barrier()
            total = u32(0)
            for part in range(wd.group_count().x):
                total += parts[part]  # here
            out[0] = total


@wd.kernel(num_waves=1)
def last_group_with_a_counter_each(
    values: wd.Buffer[u32], counter: wd.RWBuffer[u32], parts: wd.RWBuffer[u32], out: wd.RWBuffer[u32]
):
    # Different places: nobody's atomic follows another's.
    total = wd.wave_active_sum(values[wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()])
    if wd.wave_is_first_lane():
        parts[wd.group_id().x] = total  # and here
        wd.device_memory_barrier()
        wd.atomic_add(counter, wd.group_id().x, u32(1))
        if wd.group_id().x == wd.group_count().x - 1:
            wd.device_memory_barrier()
            total = u32(0)
            for part in range(wd.group_count().x):
                total += parts[part]  # here
            out[0] = total


@wd.kernel(num_waves=1)
def last_group_counts_before_it_writes(
    values: wd.Buffer[u32], counter: wd.RWBuffer[u32], parts: wd.RWBuffer[u32], out: wd.RWBuffer[u32]
):
    total = wd.wave_active_sum(values[wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()])
    if wd.wave_is_first_lane():
        before = wd.atomic_add(counter, 0, u32(1))
        parts[wd.group_id().x] = total  # and here
        wd.device_memory_barrier()
        if before == wd.group_count().x - 1:
            total = u32(0)
            for part in range(wd.group_count().x):
                total += parts[part]  # here
            out[0] = total


mistake(
    "race",
    (
        last_group_without_release,
        last_group_without_acquire,
        last_group_with_barriers_for_groupshared,
        last_group_with_a_counter_each,
        last_group_counts_before_it_writes,
    ),
    (last_group_sums_up, last_group_with_barriers_for_all),
    arguments=lambda lanes: [counting(4 * lanes), u32s(4), u32s(4), u32s(1)],
    groups=4,
    who=Who(3, 0, [0]),
    other=Who(0, 0, [0]),
)
correct(
    last_group_sums_up_with_all_lanes,
    arguments=lambda lanes: [counting(8 * lanes), u32s(1), u32s(8 * lanes), u32s(2 * lanes)],
    groups=4,
)


# --- Elements of every kind, vectors, images ------------------------------------------------------------------------------


@wd.kernel(num_waves=1)
def halves_of_neighbours(out: wd.RWBuffer[f16]):
    # Two elements of 16 bits in a word are two places.
    shared = wd.groupshared(f16, wd.wave_lane_count())
    lane = wd.wave_lane_index()
    shared[lane] = f16(lane)
    out[lane] = shared[lane] + f16(1.0)


@wd.kernel(num_waves=1)
def halves_of_one_place(out: wd.RWBuffer[f16]):
    shared = wd.groupshared(f16, wd.wave_lane_count())
    lane = wd.wave_lane_index()
    shared[lane // 2] = f16(lane)  # here
    out[lane] = f16(1.0)


@wd.kernel(num_waves=1)
def halves_of_one_value(out: wd.RWBuffer[f16]):
    shared = wd.groupshared(f16, 1)
    shared[0] = f16(0.5)
    out[wd.wave_lane_index()] = f16(1.0)


mistake(
    "race",
    halves_of_one_place,
    (halves_of_neighbours, halves_of_one_value),
    arguments=lambda lanes: [np.zeros(lanes, np.float16)],
    who=Who(0, 0),
    other=Who(0, 0),
)


@wd.kernel(num_waves=2)
def long_integers_of_two_waves(out: wd.RWBuffer[i64]):
    out[wd.wave_lane_index()] = i64(i32(wd.group_wave_index()))  # here


@wd.kernel(num_waves=2)
def long_integers_of_one_wave(out: wd.RWBuffer[i64]):
    if wd.group_wave_index() == 1:
        out[wd.wave_lane_index()] = i64(i32(wd.wave_lane_index()))


@wd.kernel(num_waves=1)
def long_integers_that_differ_in_their_upper_half(out: wd.RWBuffer[i64]):
    out[0] = i64(i32(wd.wave_lane_index())) << 32  # here


mistake(
    "race",
    long_integers_of_two_waves,
    long_integers_of_one_wave,
    arguments=lambda lanes: [np.zeros(lanes, np.int64)],
    who=Who(0, 1),
    other=Who(0, 0),
)
mistake(
    "race",
    long_integers_that_differ_in_their_upper_half,
    arguments=lambda lanes: [np.zeros(lanes, np.int64)],
    who=Who(0, 0),
    other=Who(0, 0),
)


@wd.kernel(num_waves=1)
def flags_of_all_lanes(out: wd.RWBuffer[bool]):
    out[0] = wd.wave_lane_index() == 2  # here


@wd.kernel(num_waves=1)
def flags_that_are_the_same(out: wd.RWBuffer[bool]):
    out[0] = wd.wave_active_any_true(wd.wave_lane_index() == 2)


mistake(
    "race",
    flags_of_all_lanes,
    flags_that_are_the_same,
    arguments=lambda lanes: [np.zeros(1, np.int32)],
    who=Who(0, 0),
    other=Who(0, 0),
)


@wd.kernel(num_waves=1)
def components_of_one_vector(out: wd.RWBuffer[wd.float4]):
    # A component is an element of its own.
    shared = wd.groupshared(wd.float4, 1)
    lane = wd.wave_lane_index()
    if lane == 0:
        shared[0].x = 1.0
    elif lane == 1:
        shared[0].y = 2.0
    elif lane == 2:
        shared[0].zw = wd.float2(3.0, 4.0)
    wd.group_memory_barrier_with_group_sync()
    out[lane] = shared[0]


@wd.kernel(num_waves=1)
def components_that_overlap(out: wd.RWBuffer[wd.float4]):
    shared = wd.groupshared(wd.float4, 1)
    lane = wd.wave_lane_index()
    if lane == 0:
        shared[0].xy = wd.float2(1.0, 1.0)  # and here
    elif lane == 1:
        shared[0].yzw = wd.float3(2.0, 3.0, 4.0)  # here
    wd.group_memory_barrier_with_group_sync()
    out[lane] = shared[0]


@wd.kernel(num_waves=1)
def vectors_that_differ_in_one_component(out: wd.RWBuffer[wd.float4]):
    shared = wd.groupshared(wd.float4, 1)
    lane = wd.wave_lane_index()
    shared[0] = wd.float4(1.0, 2.0, 3.0, f32(lane))  # here
    wd.group_memory_barrier_with_group_sync()
    out[lane] = shared[0]


mistake(
    "race",
    (components_that_overlap, vectors_that_differ_in_one_component),
    components_of_one_vector,
    arguments=lambda lanes: [np.zeros((lanes, 4), np.float32)],
    who=Who(0, 0),
    other=Who(0, 0),
)


@wd.kernel(num_waves=1)
def texel_of_all_lanes(image: wd.RWTexture2D[u32]):
    image[0, 1] = wd.wave_lane_index()  # here


@wd.kernel(num_waves=1)
def texel_of_the_neighbour(image: wd.RWTexture2D[u32]):
    lane = wd.wave_lane_index()
    image[lane, 0] = lane  # and here
    wd.group_memory_barrier_with_group_sync()
    image[lane, 1] = image[lane ^ 1, 0]  # here


@wd.kernel(num_waves=1)
def texel_of_the_neighbour_after_barrier(image: wd.RWTexture2D[u32]):
    lane = wd.wave_lane_index()
    image[lane, 0] = lane
    wd.device_memory_barrier_with_group_sync()
    image[lane, 1] = image[lane ^ 1, 0]


mistake(
    "race",
    (texel_of_all_lanes, texel_of_the_neighbour),
    texel_of_the_neighbour_after_barrier,
    arguments=lambda lanes: [np.zeros((2, lanes), np.uint32)],
    who=Who(0, 0),
    other=Who(0, 0),
)


@wd.kernel(num_waves=1)
def texels_of_all_groups(image: wd.RWTexture2D[wd.float4]):
    image[wd.wave_lane_index(), 0] = wd.float4(f32(wd.group_id().x))  # here


@wd.kernel(num_waves=1)
def texels_of_each_group(image: wd.RWTexture2D[wd.float4]):
    image[wd.wave_lane_index(), wd.group_id().x] = wd.float4(f32(wd.group_id().x))


mistake(
    "race",
    texels_of_all_groups,
    texels_of_each_group,
    arguments=lambda lanes: [np.zeros((3, lanes, 4), np.float32)],
    groups=3,
    who=Who(1, 0),
    other=Who(0, 0),
)


# --- In functions -------------------------------------------------------------------------------------------------------


@wd.func
def put(memory, place, value):
    memory[place] = value  # here


@wd.func
def put_of_the_first(memory, place, value):
    if wd.wave_is_first_lane():
        put(memory, place, value)


@wd.kernel(num_waves=2)
def race_in_a_function(out: wd.RWBuffer[u32]):
    put_of_the_first(out, u32(0), wd.group_wave_index())


@wd.kernel(num_waves=2)
def no_race_in_a_function(out: wd.RWBuffer[u32]):
    put_of_the_first(out, wd.group_wave_index(), wd.group_wave_index())


mistake(
    "race",
    race_in_a_function,
    no_race_in_a_function,
    arguments=lambda lanes: [u32s(2)],
    helpers=[put],
    who=Who(0, 1, [0]),
    other=Who(0, 0, [0]),
)


# --- What is none ---------------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=3)
def all_read_what_one_has_written(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 64)
    if wd.group_wave_index() == 2:
        for place in range(wd.wave_lane_index(), 64, wd.wave_lane_count()):
            shared[place] = values[place]
    wd.group_memory_barrier_with_group_sync()
    total = u32(0)
    for place in range(u32(64)):
        total += shared[place] + values[0]
    out[wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()] = total


@wd.kernel(num_waves=3)
def each_lane_its_local_array(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    mine = wd.local_array(u32, 4)
    for place in range(u32(4)):
        mine[place] = values[place] + wd.wave_lane_index()
    out[wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()] = mine[wd.wave_lane_index() % 4]


correct(
    (all_read_what_one_has_written, each_lane_its_local_array),
    arguments=lambda lanes: [counting(64), u32s(3 * lanes)],
)
