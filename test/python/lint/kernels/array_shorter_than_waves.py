"""Arrays that are indexed by the wave."""

import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_threads=256)
def for_waves_of_32(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    sums = wd.groupshared(u32, 8)  # finds array-shorter-than-waves
    sums[wd.group_wave_index()] = wd.wave_active_sum(x[wd.group_index()])
    wd.group_memory_barrier_with_group_sync()
    out[wd.group_index()] = sums[0]


@wd.kernel(num_threads=256, wave_size=(16, 64))
def of_a_range(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    sums = wd.groupshared(u32, 8)  # finds array-shorter-than-waves
    total = wd.wave_active_sum(x[wd.group_index()])
    if wd.wave_is_first_lane():
        sums[wd.group_wave_index()] = total
    wd.group_memory_barrier_with_group_sync()
    out[wd.group_index()] = sums[0]


@wd.kernel(num_waves=8)
def of_waves(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    sums = wd.groupshared(u32, 4)  # finds array-shorter-than-waves
    sums[wd.group_wave_index()] = wd.wave_active_sum(x[wd.wave_lane_index()])
    wd.group_memory_barrier_with_group_sync()
    out[wd.wave_lane_index()] = sums[0]


@wd.kernel(num_waves=4)
def two_for_each_wave(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    sums = wd.groupshared(u32, 6)  # finds array-shorter-than-waves
    sums[wd.group_wave_index() * 2] = wd.wave_active_sum(x[wd.wave_lane_index()])
    sums[wd.group_wave_index() * 2 + 1] = wd.wave_active_max(x[wd.wave_lane_index()])
    wd.group_memory_barrier_with_group_sync()
    out[wd.wave_lane_index()] = sums[0]


SLOTS = 3


@wd.kernel(num_waves=4)
def by_a_constant(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    sums = wd.groupshared(u32, SLOTS)  # finds array-shorter-than-waves
    wave = wd.group_wave_index()
    if wave != 0:
        sums[wave] = wd.wave_active_sum(x[wd.wave_lane_index()])
    wd.group_memory_barrier_with_group_sync()
    out[wd.wave_lane_index()] = sums[1]


@wd.kernel(num_waves=4)
def from_the_end(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    sums = wd.groupshared(u32, 3)  # finds array-shorter-than-waves
    sums[wd.group_wave_count() - 1 - wd.group_wave_index()] = wd.wave_active_sum(x[wd.wave_lane_index()])
    wd.group_memory_barrier_with_group_sync()
    out[wd.wave_lane_index()] = sums[0]


# --- Nothing to say ------------------------------------------------------------------------------------------------


@wd.kernel(num_threads=256)
def for_every_size(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    sums = wd.groupshared(u32, 64)
    sums[wd.group_wave_index()] = wd.wave_active_sum(x[wd.group_index()])
    wd.group_memory_barrier_with_group_sync()
    out[wd.group_index()] = sums[0]


@wd.kernel(num_threads=256, wave_size=32)
def for_the_stated_size(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    sums = wd.groupshared(u32, 8)
    sums[wd.group_wave_index()] = wd.wave_active_sum(x[wd.group_index()])
    wd.group_memory_barrier_with_group_sync()
    out[wd.group_index()] = sums[0]


@wd.kernel(num_waves=8)
def sized_by_the_count(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    sums = wd.groupshared(u32, wd.group_wave_count())
    sums[wd.group_wave_index()] = wd.wave_active_sum(x[wd.wave_lane_index()])
    wd.group_memory_barrier_with_group_sync()
    out[wd.wave_lane_index()] = sums[0]


@wd.kernel(num_waves=8)
def of_the_first_waves(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    sums = wd.groupshared(u32, 4)
    if wd.group_wave_index() < 4:
        sums[wd.group_wave_index()] = wd.wave_active_sum(x[wd.wave_lane_index()])
    wd.group_memory_barrier_with_group_sync()
    out[wd.wave_lane_index()] = sums[0]


@wd.kernel(num_waves=8)
def pairs_of_waves(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    sums = wd.groupshared(u32, 4)
    if wd.group_wave_index() % 2 == 0:
        sums[wd.group_wave_index() // 2] = wd.wave_active_sum(x[wd.wave_lane_index()])
    wd.group_memory_barrier_with_group_sync()
    out[wd.wave_lane_index()] = sums[0]
