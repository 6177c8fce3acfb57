"""Wave counts by division, and other divisions by the wave size."""

import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_threads=256)
def rounded_up(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    sums = wd.groupshared(u32, 64)
    sums[wd.group_wave_index()] = wd.wave_active_sum(x[wd.group_index()])
    wd.group_memory_barrier_with_group_sync()
    total = u32(0)
    for wave in range((256 + wd.wave_lane_count() - 1) // wd.wave_lane_count()):  # finds wave-count-by-division
        total += sums[wave]
    out[wd.group_index()] = total


@wd.kernel(num_threads=(16, 16))
def rounded_down(out: wd.RWBuffer[u32]):
    out[wd.group_index()] = 256 // wd.wave_lane_count()  # finds wave-count-by-division


THREADS = 128


@wd.kernel(num_threads=THREADS, wave_size=(16, 64))
def last_wave(out: wd.RWBuffer[u32]):
    waves = (THREADS + (wd.wave_lane_count() - 1)) // wd.wave_lane_count()  # finds wave-count-by-division
    if wd.group_wave_index() == waves - 1:
        out[wd.wave_lane_index()] = 1


@wd.kernel(num_threads=64)
def with_the_lanes_first(out: wd.RWBuffer[u32]):
    lanes = wd.wave_lane_count()
    out[wd.group_index()] = (lanes + 63) // lanes  # finds wave-count-by-division


@wd.kernel(num_threads=(8, 8, 8))
def slots_of_groups(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    waves = 512 // wd.wave_lane_count()  # finds wave-count-by-division
    total = wd.wave_active_sum(x[wd.group_index()])
    if wd.wave_is_first_lane():
        out[wd.group_id().x * waves + wd.group_wave_index()] = total


# --- Nothing to say ------------------------------------------------------------------------------------------------


@wd.kernel(num_threads=256)
def rounds_over_an_array_of_as_many_elements(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 256)
    tile[wd.group_index()] = x[wd.group_index()]
    wd.group_memory_barrier_with_group_sync()
    total = u32(0)
    for i in range(256 // wd.wave_lane_count()):
        total += wd.wave_active_sum(tile[u32(i) * wd.wave_lane_count() + wd.wave_lane_index()])
    out[wd.group_index()] = total


@wd.kernel(num_threads=256)
def another_number(out: wd.RWBuffer[u32]):
    out[wd.group_index()] = (1024 + wd.wave_lane_count() - 1) // wd.wave_lane_count()


@wd.kernel(num_threads=256)
def of_a_length(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    out[wd.group_index()] = (len(x) + wd.wave_lane_count() - 1) // wd.wave_lane_count()


@wd.kernel(num_threads=256)
def asked_of_the_machine(out: wd.RWBuffer[u32]):
    out[wd.group_index()] = wd.group_wave_count()


@wd.kernel(num_waves=8)
def of_waves(out: wd.RWBuffer[u32]):
    out[wd.group_wave_index()] = 256 // wd.wave_lane_count()


@wd.kernel(num_threads=256)
def length_of_an_array(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    sums = wd.groupshared(u32, (256 + wd.wave_lane_count() - 1) // wd.wave_lane_count())
    sums[wd.group_wave_index()] = wd.wave_active_sum(x[wd.group_index()])
    wd.group_memory_barrier_with_group_sync()
    out[wd.group_index()] = sums[0]
