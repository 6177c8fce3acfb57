"""Barriers that not all waves reach."""

import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_waves=4)
def of_one_wave(out: wd.RWBuffer[u32]):
    if wd.group_wave_index() == 0:
        wd.group_memory_barrier_with_group_sync()  # finds barrier-in-divergent-flow
        out[0] = 1


@wd.kernel(num_waves=2)
def of_some_lanes(out: wd.RWBuffer[u32]):
    if wd.wave_lane_index() < 2:
        wd.group_memory_barrier_with_group_sync()  # finds barrier-in-divergent-flow
    out[wd.wave_lane_index()] = 1


@wd.kernel(num_threads=64)
def of_some_threads(out: wd.RWBuffer[u32]):
    if wd.group_index() < 10:
        out[wd.group_index()] = 1
    else:
        wd.all_memory_barrier_with_group_sync()  # finds barrier-in-divergent-flow


@wd.kernel(num_waves=4)
def as_often_as_the_number_of_the_wave(out: wd.RWBuffer[u32]):
    for _ in range(wd.group_wave_index()):
        wd.group_memory_barrier_with_group_sync()  # finds barrier-in-divergent-flow
    out[wd.wave_lane_index()] = 1


@wd.func
def meet():
    wd.group_memory_barrier_with_group_sync()  # finds barrier-in-divergent-flow


@wd.kernel(num_waves=4)
def in_a_function(out: wd.RWBuffer[u32]):
    if wd.wave_is_first_lane():
        meet()
    out[0] = 1


@wd.kernel(num_waves=2)
def by_a_vote(out: wd.RWBuffer[u32]):
    if wd.wave_active_any_true(wd.group_wave_index() == 1):
        wd.device_memory_barrier_with_group_sync()  # finds barrier-in-divergent-flow
    out[0] = 1


@wd.kernel(num_threads=64)
def by_each_thread_s_data(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    if x[wd.group_index()] != 0:
        wd.group_memory_barrier_with_group_sync()  # finds barrier-in-divergent-flow
    out[wd.group_index()] = 1


@wd.kernel(num_waves=4)
def at_the_end_of_a_condition(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    first = wd.groupshared(u32, 1)
    if wd.group_wave_index() == 0:
        first[0] = wd.wave_active_sum(x[wd.wave_lane_index()])
        wd.group_memory_barrier_with_group_sync()  # finds barrier-in-divergent-flow
    out[wd.wave_lane_index()] = first[0]  # finds groupshared-without-barrier


@wd.kernel(num_threads=64)
def at_the_end_for_one_thread(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    total = wd.groupshared(u32, 1)
    if wd.group_index() == 0:
        total[0] = 0
        wd.group_memory_barrier_with_group_sync()  # finds barrier-in-divergent-flow
    wd.atomic_add(total, 0, x[wd.group_index()])  # finds groupshared-without-barrier
    wd.group_memory_barrier_with_group_sync()
    out[wd.group_index()] = total[0]


# --- Nothing to say ------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=4)
def behind_the_condition(out: wd.RWBuffer[u32], n: u32):
    if wd.group_wave_index() == 0:
        out[1] = 1
    wd.group_memory_barrier_with_group_sync()
    for _ in range(n):
        wd.group_memory_barrier_with_group_sync()
    if wd.group_id().x == 0:
        wd.group_memory_barrier_with_group_sync()
    out[0] = 1


@wd.kernel(num_waves=4)
def behind_a_return(out: wd.RWBuffer[u32]):
    if wd.group_wave_index() == 0:
        return
    wd.group_memory_barrier_with_group_sync()
    out[0] = 1


@wd.kernel(num_waves=4)
def by_the_programmer_s_word(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    if wd.group_uniform(x[wd.wave_lane_index()]) != 0:
        wd.group_memory_barrier_with_group_sync()
    if x[0] != 0:
        wd.group_memory_barrier_with_group_sync()
    out[0] = 1


@wd.kernel(num_waves=4)
def without_waiting(out: wd.RWBuffer[u32]):
    if wd.group_wave_index() == 0:
        wd.device_memory_barrier()
        out[0] = 1
