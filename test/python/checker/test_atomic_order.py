"""The time that the checker needs to follow the order that many atomics establish."""

from __future__ import annotations

import numpy as np

import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_waves=2)
def row_after_each_atomic(row: wd.RWBuffer[u32], ready: wd.RWBuffer[u32], out: wd.RWBuffer[u32], count: u32):
    """Group 0 stores a row; the waves of group 1 load it after each of their atomics."""
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    if wd.group_id().x == 0:
        if wave == 0:
            row[lane] = lane
            wd.device_memory_barrier()
            if wd.wave_is_first_lane():
                wd.atomic_add(ready, 0, 1)
    else:
        total = u32(0)
        for _ in range(count):
            if wd.wave_is_first_lane():
                wd.atomic_add(ready, 0, 1)
            wd.device_memory_barrier()
            total += row[lane]
        out[wave * lanes + lane] = total


def test_the_time_of_many_atomics():
    """A search from each earlier atomic would take minutes."""
    arguments = np.zeros(4, np.uint32), np.zeros(1, np.uint32), np.zeros(8, np.uint32), 4000
    report = row_after_each_atomic.check(2, *arguments, wave_sizes=4, most_seconds=30)
    assert report.ok and report.is_complete, f"\n{report}"
