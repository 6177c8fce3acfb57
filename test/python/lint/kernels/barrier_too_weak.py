"""Barriers between what waves exchange: of another memory, without sync, and right."""

import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_waves=4)
def of_buffers_for_groupshared(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    sums = wd.groupshared(u32, 4)
    sums[wd.group_wave_index()] = wd.wave_active_sum(x[wd.wave_lane_index()])
    wd.device_memory_barrier_with_group_sync()  # finds barrier-too-weak
    out[wd.wave_lane_index()] = sums[0] + sums[1] + sums[2] + sums[3]


@wd.kernel(num_threads=64)
def without_sync(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 64)
    tile[wd.group_index()] = x[wd.group_index()]
    wd.group_memory_barrier()  # finds barrier-too-weak
    out[wd.group_index()] = tile[63 - wd.group_index()]


@wd.kernel(num_threads=64)
def of_all_memory_without_sync(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 64)
    tile[wd.group_index()] = x[wd.group_index()]
    wd.all_memory_barrier()  # finds barrier-too-weak
    out[wd.group_index()] = tile[63 - wd.group_index()]


@wd.kernel(num_threads=64)
def of_groupshared_for_a_buffer(x: wd.Buffer[u32], scratch: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    first = wd.group_id().x * 64
    scratch[first + wd.group_index()] = x[wd.group_index()]
    wd.group_memory_barrier_with_group_sync()  # finds barrier-too-weak
    out[wd.dispatch_thread_id().x] = scratch[first + 63 - wd.group_index()]


@wd.kernel(num_waves=2)
def of_groupshared_for_both(x: wd.Buffer[u32], scratch: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    sums = wd.groupshared(u32, 2)
    wave = wd.group_wave_index()
    sums[wave] = wd.wave_active_sum(x[wd.wave_lane_index()])
    scratch[wave] = wd.wave_active_max(x[wd.wave_lane_index()])
    wd.group_memory_barrier_with_group_sync()  # finds barrier-too-weak
    out[wd.wave_lane_index()] = sums[1 - wave] + scratch[1 - wave]


@wd.kernel(num_waves=2)
def in_a_loop(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    sums = wd.groupshared(u32, 2)
    for i in range(4):
        sums[wd.group_wave_index()] = wd.wave_active_sum(x[wd.wave_lane_index() + u32(i)])
        wd.group_memory_barrier_with_group_sync()
        out[wd.wave_lane_index()] += sums[1 - wd.group_wave_index()]
        wd.group_memory_barrier()  # finds barrier-too-weak


# --- Nothing to say ------------------------------------------------------------------------------------------------


@wd.kernel(num_threads=64)
def of_all_memory(x: wd.Buffer[u32], scratch: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 64)
    tile[wd.group_index()] = x[wd.group_index()]
    scratch[wd.dispatch_thread_id().x] = x[wd.group_index()]
    wd.all_memory_barrier_with_group_sync()
    out[wd.dispatch_thread_id().x] = tile[63 - wd.group_index()] + scratch[wd.dispatch_thread_id().x]


@wd.kernel(num_threads=64)
def each_memory_its_own(x: wd.Buffer[u32], scratch: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    first = wd.group_id().x * 64
    scratch[first + wd.group_index()] = x[wd.group_index()]
    wd.device_memory_barrier_with_group_sync()
    out[wd.dispatch_thread_id().x] = scratch[first + 63 - wd.group_index()]


@wd.kernel(num_waves=4)
def a_wave_s_own_elements(x: wd.Buffer[u32], scratch: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    sums = wd.groupshared(u32, 4)
    wave = wd.group_wave_index()
    sums[wave] = wd.wave_active_sum(x[wd.wave_lane_index()])
    scratch[wave] = sums[wave]
    wd.group_memory_barrier_with_group_sync()
    out[wd.wave_lane_index()] = sums[0] + scratch[wave]


@wd.kernel(num_waves=4)
def a_buffer_that_is_only_written(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    sums = wd.groupshared(u32, 4)
    sums[wd.group_wave_index()] = wd.wave_active_sum(x[wd.wave_lane_index()])
    out[wd.wave_lane_index()] = 1
    wd.group_memory_barrier_with_group_sync()
    out[wd.wave_lane_index()] = sums[0]


@wd.kernel(num_threads=64)
def the_last_group(x: wd.Buffer[u32], parts: wd.RWBuffer[u32], counter: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    last = wd.groupshared(u32, 1)
    if wd.group_index() == 0:
        parts[wd.group_id().x] = x[wd.group_id().x]
        wd.device_memory_barrier()
        last[0] = wd.atomic_add(counter, 0, u32(1))
    wd.group_memory_barrier_with_group_sync()
    if last[0] == 3:
        out[wd.group_index()] = parts[wd.group_index() % 4]
