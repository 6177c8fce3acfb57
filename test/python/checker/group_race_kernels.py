"""Kernels with a data race between groups, or with atomics, and what is none."""

from __future__ import annotations

import numpy as np
from mistake_kernels import Who, correct, counting, mistake, u32s

import wavedialect as wd
from wavedialect import f32, i32, i64, u32

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
    # The smoothing in place: the neighbor may be the old or the new one.
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


# (2, 0) and (0, 1) write to element 2.
mistake(
    "race",
    groups_of_two_dimensions,
    groups_of_two_dimensions_apart,
    arguments=lambda lanes: [u32s(6)],
    groups=(3, 2),
    who=Who((0, 1, 0), 0, [0]),
    other=Who((2, 0, 0), 0, [0]),
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
