"""Stores at counted places."""

import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_waves=1)
def compaction(items: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    item = items[wd.wave_lane_index()]
    out[wd.wave_prefix_count_bits(item != 0)] = item  # finds append-unguarded


@wd.kernel(num_waves=1)
def by_a_sum(items: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    item = items[wd.wave_lane_index()]
    out[wd.wave_prefix_sum(wd.select(item > 7, u32(1), u32(0)))] = item  # finds append-unguarded


@wd.kernel(num_waves=1)
def by_a_converted_bool(items: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    item = items[wd.wave_lane_index()]
    out[4 + wd.wave_prefix_sum(u32(item > 7))] = item  # finds append-unguarded


@wd.kernel(num_waves=2)
def into_groupshared(items: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    kept = wd.groupshared(u32, 256)
    item = items[wd.wave_lane_index()]
    kept[wd.group_wave_index() * 128 + wd.wave_prefix_count_bits(item != 0)] = item  # finds append-unguarded
    wd.group_memory_barrier_with_group_sync()
    out[wd.wave_lane_index()] = kept[wd.wave_lane_index()]


@wd.kernel(num_waves=1)
def under_the_vote(items: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
    has = items[wd.wave_lane_index()] != 0
    place = wd.wave_prefix_count_bits(has)
    if n > 4:
        out[place + n] = items[wd.wave_lane_index()]  # finds append-unguarded


@wd.kernel(num_threads=64)
def of_threads(items: wd.Buffer[u32], counter: wd.RWBuffer[u32], out: wd.RWBuffer[wd.float2]):
    has = items[wd.group_index()] != 0
    count = wd.wave_active_count_bits(has)
    start = u32(0)
    if wd.wave_is_first_lane():
        start = wd.atomic_add(counter, 0, count)
    start = wd.wave_read_lane_first(start)
    out[start + wd.wave_prefix_count_bits(has)] = wd.float2(1.0)  # finds append-unguarded


# --- Nothing to say ------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=1)
def guarded(items: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    item = items[wd.wave_lane_index()]
    place = wd.wave_prefix_count_bits(item != 0)
    if item != 0:
        out[place] = item


@wd.kernel(num_waves=1)
def guarded_by_another_word(items: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    item = items[wd.wave_lane_index()]
    place = wd.wave_prefix_count_bits(item > 0)
    if items[wd.wave_lane_index()] >= 1:
        out[place] = item


@wd.kernel(num_waves=1)
def all_lanes(items: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    out[wd.wave_prefix_count_bits(True)] = items[wd.wave_lane_index()]


@wd.kernel(num_waves=1)
def behind_a_return(items: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    has = items[wd.wave_lane_index()] != 0
    place = wd.wave_prefix_count_bits(has)
    if not has:
        return
    out[place] = items[wd.wave_lane_index()]


@wd.kernel(num_waves=1)
def several_a_lane(amounts: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    amount = amounts[wd.wave_lane_index()]
    place = wd.wave_prefix_sum(amount)
    for item in range(amount):
        out[place + item] = wd.wave_lane_index()


@wd.kernel(num_waves=1)
def counted_and_not_stored_at(items: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    out[wd.wave_lane_index()] = wd.wave_prefix_count_bits(items[wd.wave_lane_index()] != 0)


@wd.kernel(num_waves=1)
def elsewhere_for_the_others(items: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    has = items[wd.wave_lane_index()] != 0
    kept = wd.wave_prefix_count_bits(has)
    dropped = 128 + wd.wave_prefix_count_bits(not has)
    out[kept if has else dropped] = 1
