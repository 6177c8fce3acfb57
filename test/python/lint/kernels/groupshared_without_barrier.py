"""Groupshared memory between waves."""

import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_waves=4)
def sum_of_waves(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    sums = wd.groupshared(u32, 4)
    sums[wd.group_wave_index()] = wd.wave_active_sum(x[wd.wave_lane_index()])
    total = u32(0)
    for wave in range(wd.group_wave_count()):
        total += sums[wave]  # finds groupshared-without-barrier
    out[wd.wave_lane_index()] = total


@wd.kernel(num_waves=2)
def from_wave_0(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 1)
    if wd.group_wave_index() == 0:
        shared[0] = wd.wave_active_sum(x[wd.wave_lane_index()])
    out[wd.wave_lane_index()] = shared[0]  # finds groupshared-without-barrier


@wd.kernel(num_threads=64)
def neighbor(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 64)
    tile[wd.group_index()] = x[wd.group_index()]
    out[wd.group_index()] = tile[wd.group_index() ^ 1]  # finds groupshared-without-barrier


@wd.kernel(num_threads=64)
def mirrored(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 64)
    tile[wd.group_index()] = x[wd.group_index()]
    out[wd.group_index()] = tile[63 - wd.group_index()]  # finds groupshared-without-barrier


@wd.kernel(num_threads=64)
def zero_before_the_atomics(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    total = wd.groupshared(u32, 1)
    if wd.group_index() == 0:
        total[0] = 0
    wd.atomic_add(total, 0, x[wd.group_index()])  # finds groupshared-without-barrier
    wd.group_memory_barrier_with_group_sync()
    out[wd.group_index()] = total[0]


@wd.kernel(num_waves=2)
def written_again(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 2)
    for i in range(4):
        tile[wd.group_wave_index()] = wd.wave_active_sum(x[wd.wave_lane_index() + u32(i)])
        wd.group_memory_barrier_with_group_sync()
        out[wd.wave_lane_index()] = tile[1 - wd.group_wave_index()]  # finds groupshared-without-barrier


@wd.kernel(num_waves=2)
def a_barrier_of_the_wrong_memory(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 2)
    tile[wd.group_wave_index()] = wd.wave_active_sum(x[wd.wave_lane_index()])
    wd.device_memory_barrier_with_group_sync()  # finds barrier-too-weak
    out[wd.wave_lane_index()] = tile[1 - wd.group_wave_index()]


# --- Nothing to say ------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=4)
def with_a_barrier(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    sums = wd.groupshared(u32, 4)
    for i in range(4):
        sums[wd.group_wave_index()] = wd.wave_active_sum(x[wd.wave_lane_index() + u32(i)])
        wd.group_memory_barrier_with_group_sync()
        out[wd.wave_lane_index()] = sums[0] + sums[1]
        wd.group_memory_barrier_with_group_sync()


@wd.kernel(num_waves=4)
def each_wave_its_own(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    sums = wd.groupshared(u32, 4)
    sums[wd.group_wave_index()] = wd.wave_active_sum(x[wd.wave_lane_index()])
    out[wd.wave_lane_index()] = sums[wd.group_wave_index()]


@wd.kernel(num_threads=64)
def each_thread_its_own(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 64)
    tile[wd.group_index()] = x[wd.group_index()]
    out[wd.group_index()] = tile[wd.group_index()]


@wd.kernel(num_waves=2)
def one_wave_does_both(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 1)
    if wd.group_wave_index() == 0:
        shared[0] = wd.wave_active_sum(x[wd.wave_lane_index()])
    if wd.group_wave_index() == 0:
        out[wd.wave_lane_index()] = shared[0]


@wd.kernel(num_waves=2)
def the_others_have_returned(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 1)
    if wd.group_wave_index() != 0:
        return
    shared[0] = wd.wave_active_sum(x[wd.wave_lane_index()])
    out[wd.wave_lane_index()] = shared[0]


@wd.kernel(num_waves=1)
def a_single_wave(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 128)
    tile[wd.wave_lane_index()] = x[wd.wave_lane_index()]
    wd.group_memory_barrier_with_group_sync()
    out[wd.wave_lane_index()] = tile[wd.wave_lane_index() ^ 1]


@wd.kernel(num_waves=2)
def halves(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 4)
    tile[wd.group_wave_index() * 2] = 1
    tile[wd.group_wave_index() * 2 + 1] = 2
    out[wd.wave_lane_index()] = tile[wd.group_wave_index() * 2] + tile[wd.group_wave_index() * 2 + 1]
