"""Atomics of what is the wave's, by every lane and by one."""

import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_waves=1)
def of_a_count(keep: wd.Buffer[u32], counter: wd.RWBuffer[u32]):
    wd.atomic_add(counter, 0, wd.wave_active_count_bits(keep[wd.wave_lane_index()] != 0))  # finds atomic-of-every-lane


@wd.kernel(num_threads=64)
def of_a_sum(x: wd.Buffer[u32], counter: wd.RWBuffer[u32]):
    wd.atomic_add(counter, 0, wd.wave_active_sum(x[wd.group_index()]))  # finds atomic-of-every-lane


@wd.kernel(num_waves=4)
def of_other_waves(keep: wd.Buffer[u32], counter: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, wd.group_wave_count())
    wave = wd.group_wave_index()
    kept = wd.wave_active_count_bits(keep[wave * wd.wave_lane_count() + wd.wave_lane_index()] != 0)
    if wd.wave_is_first_lane():
        shared[wave] = kept
    wd.group_memory_barrier_with_group_sync()
    if wave == 0:
        wd.atomic_add(counter, 0, shared[0] + shared[1] + shared[2] + shared[3])  # finds atomic-of-every-lane


@wd.kernel(num_waves=2)
def with_the_old_value(keep: wd.Buffer[u32], counter: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    has = keep[wd.wave_lane_index()] != 0
    start = wd.atomic_add(counter, 0, wd.wave_active_count_bits(has))  # finds atomic-of-every-lane
    if has:
        out[start + wd.wave_prefix_count_bits(has)] = 1


@wd.kernel(num_waves=1)
def in_groupshared(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    total = wd.groupshared(u32, 1)
    if wd.wave_is_first_lane():
        total[0] = 0
    wd.group_memory_barrier_with_group_sync()
    wd.atomic_add(total, 0, 1 + wd.wave_active_sum(x[wd.wave_lane_index()]))  # finds atomic-of-every-lane
    wd.group_memory_barrier_with_group_sync()
    out[0] = total[0]


@wd.kernel(num_waves=2)
def in_a_branch_of_the_group(keep: wd.Buffer[u32], counter: wd.RWBuffer[u32], n: u32):
    if n > 3:
        kept = wd.wave_active_sum(keep[wd.wave_lane_index()])
        wd.atomic_add(counter, wd.group_id().x, kept * 2)  # finds atomic-of-every-lane


# --- Nothing to say ------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=1)
def by_the_first_lane(keep: wd.Buffer[u32], counter: wd.RWBuffer[u32]):
    kept = wd.wave_active_count_bits(keep[wd.wave_lane_index()] != 0)
    if wd.wave_is_first_lane():
        wd.atomic_add(counter, 0, kept)


@wd.kernel(num_waves=2)
def by_lane_0_of_wave_0(keep: wd.Buffer[u32], counter: wd.RWBuffer[u32]):
    kept = wd.wave_active_count_bits(keep[wd.wave_lane_index()] != 0)
    if wd.group_wave_index() == 0 and wd.wave_lane_index() == 0:
        wd.atomic_add(counter, 0, kept)


@wd.kernel(num_threads=64)
def by_thread_0(keep: wd.Buffer[u32], counter: wd.RWBuffer[u32]):
    kept = wd.wave_active_count_bits(keep[wd.group_index()] != 0)
    if wd.group_index() == 0:
        wd.atomic_add(counter, 0, kept)


@wd.kernel(num_waves=1)
def every_lane_counts_itself(keep: wd.Buffer[u32], counter: wd.RWBuffer[u32]):
    wd.atomic_add(counter, 0, keep[wd.wave_lane_index()])
    if keep[0] != 0:
        wd.atomic_add(counter, 1, u32(1))


@wd.kernel(num_waves=1)
def done_twice_is_done(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    wd.atomic_max(out, 0, wd.wave_active_max(x[wd.wave_lane_index()]))
    wd.atomic_or(out, 1, wd.wave_active_bit_or(x[wd.wave_lane_index()]))
    wd.atomic_xor(out, 2, wd.wave_active_bit_xor(x[wd.wave_lane_index()]))


@wd.kernel(num_waves=1)
def behind_a_return_of_the_others(keep: wd.Buffer[u32], counter: wd.RWBuffer[u32]):
    kept = wd.wave_active_count_bits(keep[wd.wave_lane_index()] != 0)
    if not wd.wave_is_first_lane():
        return
    wd.atomic_add(counter, 0, kept)


@wd.kernel(num_waves=1)
def at_the_lane_s_own_place(keep: wd.Buffer[u32], counter: wd.RWBuffer[u32]):
    kept = wd.wave_active_count_bits(keep[wd.wave_lane_index()] != 0)
    wd.atomic_add(counter, wd.wave_lane_index(), kept)
