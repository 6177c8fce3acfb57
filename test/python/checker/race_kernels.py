"""Kernels with a data race, and what is none: between the lanes of a wave, the waves of a group, and groups."""

from __future__ import annotations

from mistake_kernels import Who, correct, counting, mistake, u32s

import wavedialect as wd
from wavedialect import u32

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
def neighbor_without_barrier(out: wd.RWBuffer[u32]):
    # No lockstep: nothing says that the neighbor has written already.
    shared = wd.groupshared(u32, wd.wave_lane_count())
    lane = wd.wave_lane_index()
    shared[lane] = lane * lane  # and here
    out[lane] = shared[lane ^ 1]  # here


@wd.kernel(num_waves=1)
def neighbor_after_a_wave_operation(out: wd.RWBuffer[u32]):
    # A wave operation orders nothing.
    shared = wd.groupshared(u32, wd.wave_lane_count())
    lane = wd.wave_lane_index()
    shared[lane] = lane * lane  # and here
    total = wd.wave_active_sum(lane)
    out[lane] = shared[lane ^ 1] + total  # here


@wd.kernel(num_waves=1)
def neighbor_after_barrier(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, wd.wave_lane_count())
    lane = wd.wave_lane_index()
    shared[lane] = lane * lane
    wd.group_memory_barrier_with_group_sync()
    out[lane] = shared[lane ^ 1]


@wd.kernel(num_waves=1)
def neighbor_by_lane_read(out: wd.RWBuffer[u32]):
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
    (neighbor_without_barrier, neighbor_after_a_wave_operation),
    (neighbor_after_barrier, neighbor_by_lane_read, own_element_without_barrier),
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
