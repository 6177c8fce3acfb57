"""Compactions: the total by which a place moves on, and each lane's offset."""

import wavedialect as wd
from wavedialect import f32, u32


@wd.kernel(num_waves=4)
def of_another_bound(items: wd.Buffer[u32], counter: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    item = items[wd.wave_lane_index()]
    count = wd.wave_active_count_bits(item > 0)
    start = u32(0)
    if wd.wave_is_first_lane():
        start = wd.atomic_add(counter, 0, count)
    start = wd.wave_read_lane_first(start)
    place = start + wd.wave_prefix_count_bits(item > 7)  # finds count-of-another-condition
    if item > 7:
        out[place] = item


@wd.kernel(num_waves=4)
def of_another_item(items: wd.Buffer[u32], marks: wd.Buffer[u32], counter: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    item, mark = items[wd.wave_lane_index()], marks[wd.wave_lane_index()]
    count = wd.wave_active_count_bits(mark != 0)
    start = u32(0)
    if wd.wave_is_first_lane():
        start = wd.atomic_add(counter, 0, count)
    start = wd.wave_read_lane_first(start)
    if item != 0:
        out[start + wd.wave_prefix_count_bits(item != 0)] = item  # finds count-of-another-condition


@wd.kernel(num_waves=1)
def of_rounds(items: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    start = u32(0)
    for i in range(8):
        item = items[u32(i) * wd.wave_lane_count() + wd.wave_lane_index()]
        place = start + wd.wave_prefix_count_bits(item != 3)  # finds count-of-another-condition
        if item != 3:
            out[place] = item
        start += wd.wave_active_count_bits(item == 3)


@wd.kernel(num_waves=4)
def of_floats(items: wd.Buffer[f32], counter: wd.RWBuffer[u32], out: wd.RWBuffer[f32], least: f32):
    item = items[wd.wave_lane_index()]
    count = wd.wave_active_count_bits(item >= least)
    start = u32(0)
    if wd.wave_is_first_lane():
        start = wd.atomic_add(counter, 0, count)
    start = wd.wave_read_lane_first(start)
    place = start + wd.wave_prefix_count_bits(item > least)  # finds count-of-another-condition
    if item > least:
        out[place] = item


@wd.kernel(num_waves=4)
def by_sums(items: wd.Buffer[u32], counter: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    item = items[wd.wave_lane_index()]
    count = wd.wave_active_sum(wd.select(item % 2 == 0, u32(1), u32(0)))
    start = u32(0)
    if wd.wave_is_first_lane():
        start = wd.atomic_add(counter, 0, count)
    start = wd.wave_read_lane_first(start)
    place = start + wd.wave_prefix_sum(wd.select(item % 4 == 0, u32(1), u32(0)))  # finds count-of-another-condition
    if item % 4 == 0:
        out[place] = item


# --- Nothing to say ------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=4)
def of_the_same(items: wd.Buffer[u32], counter: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    item = items[wd.wave_lane_index()]
    count = wd.wave_active_count_bits(item != 0)
    start = u32(0)
    if wd.wave_is_first_lane():
        start = wd.atomic_add(counter, 0, count)
    start = wd.wave_read_lane_first(start)
    if item > 0:
        out[start + wd.wave_prefix_count_bits(item >= 1)] = item


@wd.kernel(num_waves=4)
def of_the_lanes_that_are_left(items: wd.Buffer[u32], counter: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    item = items[wd.wave_lane_index()]
    count = wd.wave_active_count_bits(item != 0)
    start = u32(0)
    if wd.wave_is_first_lane():
        start = wd.atomic_add(counter, 0, count)
    start = wd.wave_read_lane_first(start)
    if item != 0:
        out[start + wd.wave_prefix_count_bits(True)] = item


@wd.kernel(num_waves=1)
def two_parts(items: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    item = items[wd.wave_lane_index()]
    odd = item % 2 != 0
    kept = wd.wave_active_count_bits(odd)
    if odd:
        out[wd.wave_prefix_count_bits(True)] = item
    else:
        out[kept + wd.wave_prefix_count_bits(True)] = item


@wd.kernel(num_waves=4)
def parts_that_share_a_range(items: wd.Buffer[u32], counter: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    item = items[wd.wave_lane_index()]
    small, large = item < 4, item > 9
    count = wd.wave_active_count_bits(small) + wd.wave_active_count_bits(large)
    start = u32(0)
    if wd.wave_is_first_lane():
        start = wd.atomic_add(counter, 0, count)
    start = wd.wave_read_lane_first(start)
    before = wd.wave_prefix_count_bits(small)
    if small:
        out[start + before] = item


@wd.kernel(num_waves=1)
def rounds_of_the_same(items: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    start = u32(0)
    for i in range(8):
        item = items[u32(i) * wd.wave_lane_count() + wd.wave_lane_index()]
        place = start + wd.wave_prefix_count_bits(item != 0)
        if item != 0:
            out[place] = item
        start += wd.wave_active_count_bits(item > 0)


@wd.kernel(num_waves=4)
def a_place_for_every_lane(items: wd.Buffer[u32], counter: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    item = items[wd.wave_lane_index()]
    count = wd.wave_active_count_bits(True)
    start = u32(0)
    if wd.wave_is_first_lane():
        start = wd.atomic_add(counter, 0, count)
    start = wd.wave_read_lane_first(start)
    place = start + wd.wave_prefix_count_bits(item != 0)
    if item != 0:
        out[place] = item


@wd.kernel(num_waves=4)
def by_other_words_for_the_same_float(items: wd.Buffer[f32], counter: wd.RWBuffer[u32], out: wd.RWBuffer[f32]):
    item = items[wd.wave_lane_index()]
    count = wd.wave_active_count_bits(item > 0.5)
    start = u32(0)
    if wd.wave_is_first_lane():
        start = wd.atomic_add(counter, 0, count)
    start = wd.wave_read_lane_first(start)
    place = start + wd.wave_prefix_count_bits(0.5 < item)
    if item > 0.5:
        out[place] = item
