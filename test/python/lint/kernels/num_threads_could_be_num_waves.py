"""Kernels of threads that work by waves."""

import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_threads=128, wave_size=32)  # finds num-threads-could-be-num-waves
def stated_size(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    wave = wd.group_wave_index()
    total = wd.wave_active_sum(x[wave * wd.wave_lane_count() + wd.wave_lane_index()])
    if wd.wave_is_first_lane():
        out[wave] = total


@wd.kernel(num_threads=64)  # finds num-threads-could-be-num-waves
def target_s_size(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    out[wd.group_wave_index()] = wd.wave_active_max(x[wd.wave_lane_index()])


@wd.kernel(num_threads=(8, 8))  # finds num-threads-could-be-num-waves
def of_two_dimensions(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    out[wd.wave_lane_index()] = x[wd.wave_lane_index()]


@wd.kernel(num_threads=64, wave_size=64)  # finds num-threads-could-be-num-waves
def one_wave(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    out[wd.group_id().x] = wd.wave_active_sum(x[wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()])


@wd.kernel(num_threads=96)  # finds num-threads-could-be-num-waves
def count_of_waves(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    out[wd.group_id().x * wd.group_wave_count() + wd.group_wave_index()] = 1


@wd.kernel(num_threads=32, stage="amplification")  # finds num-threads-could-be-num-waves
def amplification(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    out[wd.wave_lane_index()] = 1
    wd.dispatch_mesh(1, 1, 1)


# --- Nothing to say ------------------------------------------------------------------------------------------------


@wd.kernel(num_threads=128)
def by_threads(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    out[wd.dispatch_thread_id().x] = x[wd.wave_lane_index()]


@wd.kernel(num_threads=64, wave_size=(16, 64))
def as_many_waves_as_it_takes(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    out[wd.group_wave_index()] = wd.wave_active_max(x[wd.wave_lane_index()])


@wd.kernel(num_waves=2)
def by_waves(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    out[wd.group_wave_index()] = wd.wave_active_max(x[wd.wave_lane_index()])


@wd.kernel(num_threads=64)
def neither(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    out[wd.group_id().x] = x[wd.group_id().x]
