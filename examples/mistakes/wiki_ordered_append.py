"""Waves that allocate one item per lane.

"Ordered Append" is for lanes that append several items, but the counter grows by `WaveActiveCountBits`, the number of lanes
with items: the next wave overwrites the last items of this wave.

    python examples/mistakes/wiki_ordered_append.py
"""

import sys

import numpy as np

import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_waves=1)
def as_written(amounts: wd.Buffer[u32], counter: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    number = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    amount = amounts[number]
    count = wd.wave_active_count_bits(amount != 0)
    place = wd.wave_prefix_sum(amount)
    start = u32(0)
    if wd.wave_is_first_lane():
        start = wd.atomic_add(counter, 0, count)
    place += wd.wave_read_lane_first(start)
    for item in range(amount):
        out[place + item] = number


@wd.kernel(num_waves=1)
def corrected(amounts: wd.Buffer[u32], counter: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    number = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    amount = amounts[number]
    count = wd.wave_active_sum(amount)
    place = wd.wave_prefix_sum(amount)
    start = u32(0)
    if wd.wave_is_first_lane():
        start = wd.atomic_add(counter, 0, count)
    place += wd.wave_read_lane_first(start)
    for item in range(amount):
        out[place + item] = number


def check(kernel: wd.Kernel) -> wd.CheckReport:
    amounts = np.arange(96, dtype=np.uint32) % 4
    return kernel.check(3, amounts, np.zeros(1, np.uint32), np.zeros(4 * 96, np.uint32), wave_sizes=[32])


if __name__ == "__main__":
    report = check(as_written)
    print(report)
    sys.exit(0 if report else 1)
