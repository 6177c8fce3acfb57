"""Reads of groupshared memory that something has written, and that nothing has."""

import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_threads=64)
def never(out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 64)
    out[wd.group_index()] = tile[wd.group_index()]  # finds groupshared-not-written


@wd.kernel(num_threads=64)
def another_array(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    first = wd.groupshared(u32, 64)
    second = wd.groupshared(u32, 64)
    first[wd.group_index()] = x[wd.group_index()]
    wd.group_memory_barrier_with_group_sync()
    out[wd.group_index()] = second[63 - wd.group_index()]  # finds groupshared-not-written


@wd.kernel(num_threads=64)
def only_later(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 64)
    out[wd.group_index()] = tile[wd.group_index()]  # finds groupshared-not-written
    wd.group_memory_barrier_with_group_sync()
    tile[wd.group_index()] = x[wd.group_index()]
    wd.group_memory_barrier_with_group_sync()
    out[wd.group_index()] += tile[63 - wd.group_index()]


@wd.kernel(num_threads=64)
def a_sum_that_starts_nowhere(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    total = wd.groupshared(u32, 1)
    wd.atomic_add(total, 0, x[wd.group_index()])  # finds groupshared-not-written
    wd.group_memory_barrier_with_group_sync()
    out[wd.group_index()] = total[0]


@wd.kernel(num_waves=4)
def a_maximum_of_waves(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    most = wd.groupshared(u32, 1)
    largest = wd.wave_active_max(x[wd.wave_lane_index()])
    if wd.wave_is_first_lane():
        wd.atomic_max(most, 0, largest)  # finds groupshared-not-written
    wd.group_memory_barrier_with_group_sync()
    out[wd.wave_lane_index()] = most[0]


FILLED = False


@wd.kernel(num_threads=64)
def under_a_setting(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 64)
    if FILLED:
        tile[wd.group_index()] = x[wd.group_index()]
        wd.group_memory_barrier_with_group_sync()
    out[wd.group_index()] = tile[63 - wd.group_index()]  # finds groupshared-not-written


# --- Nothing to say ------------------------------------------------------------------------------------------------


@wd.kernel(num_threads=64)
def written_before(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 64)
    tile[wd.group_index()] = x[wd.group_index()]
    wd.group_memory_barrier_with_group_sync()
    out[wd.group_index()] = tile[63 - wd.group_index()]


@wd.kernel(num_threads=64)
def on_one_path(x: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
    tile = wd.groupshared(u32, 64)
    if n > 3:
        tile[wd.group_index()] = x[wd.group_index()]
    wd.group_memory_barrier_with_group_sync()
    out[wd.group_index()] = tile[63 - wd.group_index()]


@wd.kernel(num_waves=2)
def in_an_earlier_trip(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 2)
    for i in range(4):
        if i > 0:
            out[wd.wave_lane_index()] += tile[1 - wd.group_wave_index()]
        wd.group_memory_barrier_with_group_sync()
        tile[wd.group_wave_index()] = wd.wave_active_sum(x[wd.wave_lane_index() + u32(i)])
        wd.group_memory_barrier_with_group_sync()


@wd.kernel(num_threads=64)
def set_to_zero(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    total = wd.groupshared(u32, 1)
    if wd.group_index() == 0:
        total[0] = 0
    wd.group_memory_barrier_with_group_sync()
    wd.atomic_add(total, 0, x[wd.group_index()])
    wd.group_memory_barrier_with_group_sync()
    out[wd.group_index()] = total[0]


@wd.kernel(num_threads=64)
def by_an_exchange(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    total = wd.groupshared(u32, 1)
    if wd.group_index() == 0:
        wd.atomic_exchange(total, 0, u32(0))
    wd.group_memory_barrier_with_group_sync()
    wd.atomic_add(total, 0, x[wd.group_index()])
    wd.group_memory_barrier_with_group_sync()
    out[wd.group_index()] = total[0]
