"""One element that every lane updates by a load and a store."""

import wavedialect as wd
from wavedialect import f32, u32


@wd.kernel(num_threads=64)
def sum_without_atomics(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    out[0] = out[0] + x[wd.group_index()]  # finds update-of-every-lane


@wd.kernel(num_waves=1)
def sum_of_floats(x: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    out[wd.group_id().x] += x[i]  # finds update-of-every-lane


@wd.kernel(num_threads=256)
def largest_in_groupshared(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    most = wd.groupshared(u32, 1)
    if wd.group_index() == 0:
        most[0] = 0
    wd.group_memory_barrier_with_group_sync()
    most[0] = max(most[0], x[wd.group_index()])  # finds groupshared-without-barrier, update-of-every-lane
    wd.group_memory_barrier_with_group_sync()
    out[wd.group_index()] = most[0]


@wd.kernel(num_waves=4)
def counts_its_waves(out: wd.RWBuffer[u32]):
    out[0] = out[0] + 1  # finds update-of-every-lane


@wd.kernel(num_threads=64)
def counts_two_waves_of_32_lanes(out: wd.RWBuffer[u32]):
    out[0] = out[0] + 1  # finds update-of-every-lane


@wd.kernel(num_threads=64)
def in_a_uniform_loop(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    for i in range(u32(4)):
        out[i] += x[i * 64 + wd.group_index()]  # finds update-of-every-lane


@wd.kernel(num_threads=64)
def behind_a_barrier(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    old = out[0]
    wd.device_memory_barrier_with_group_sync()
    out[0] = old ^ x[wd.group_index()]  # finds update-of-every-lane


# --- Nothing to say ------------------------------------------------------------------------------------------------


@wd.kernel(num_threads=64)
def one_lane(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    if wd.group_index() == 0:
        out[0] = out[0] + x[wd.group_index()]


@wd.kernel(num_threads=1)  # finds numthreads-too-small
def one_thread(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    out[0] = out[0] + x[wd.group_index()]


@wd.kernel(num_waves=1)
def one_value(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    out[0] = out[0] + wd.wave_active_sum(x[wd.wave_lane_index()])


@wd.kernel(num_threads=64)
def elements_of_their_own(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    out[wd.group_index()] += x[0]


@wd.kernel(num_waves=4)
def elements_of_waves(out: wd.RWBuffer[u32]):
    out[wd.group_wave_index()] += 1


@wd.kernel(num_threads=64)
def lane_by_lane(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    for i in range(u32(64)):
        if i == wd.group_index():
            out[0] += x[i]
        wd.device_memory_barrier_with_group_sync()


@wd.kernel(num_threads=64)
def after_returns(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    if wd.group_index() != 0:
        return
    out[0] += x[wd.group_index()]


@wd.kernel(num_threads=64)
def of_another_element(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    out[wd.group_index()] = out[64] + x[wd.group_index()]
