"""Stores by lanes that append nothing.

The example of `WavePrefixCountBits` counts the lanes that have an item, but all lanes execute `buffer[appendOffset] = myData`:
a lane without an item stores where the next lane with an item does, and the last such lanes where the next wave does.

    python examples/mistakes/wiki_append_of_nothing.py
"""

import sys

import numpy as np

import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_waves=1)
def as_written(items: wd.Buffer[u32], counter: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    item = items[wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()]
    place = wd.wave_prefix_count_bits(item != 0)
    count = wd.wave_active_count_bits(item != 0)
    start = u32(0)
    if wd.wave_is_first_lane():
        start = wd.atomic_add(counter, 0, count)
    start = wd.wave_read_lane_first(start)
    start += place
    out[start] = item


@wd.kernel(num_waves=1)
def corrected(items: wd.Buffer[u32], counter: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    item = items[wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()]
    place = wd.wave_prefix_count_bits(item != 0)
    count = wd.wave_active_count_bits(item != 0)
    start = u32(0)
    if wd.wave_is_first_lane():
        start = wd.atomic_add(counter, 0, count)
    start = wd.wave_read_lane_first(start)
    start += place
    if item != 0:
        out[start] = item


def check(kernel: wd.Kernel) -> wd.CheckReport:
    items = np.arange(1000, 1096, dtype=np.uint32)
    items[::3] = 0
    return kernel.check(3, items, np.zeros(1, np.uint32), np.zeros(96, np.uint32), wave_sizes=[32])


if __name__ == "__main__":
    report = check(as_written)
    print(report)
    sys.exit(0 if report else 1)
