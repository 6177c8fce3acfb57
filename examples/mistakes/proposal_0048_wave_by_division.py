"""A wave index computed by division.

The proposal itself calls `SVGroupIndex / WaveGetLaneCount()` an unsafe workaround: it is correct only if threads are
assigned to lanes in order. If they are assigned in tiles, two waves have the same index and other indices are missing.

    python examples/mistakes/proposal_0048_wave_by_division.py
"""

import sys

import numpy as np

import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_threads=(16, 4))
def as_written(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    sums = wd.groupshared(u32, 64)
    wave = wd.group_index() // wd.wave_lane_count()
    waves = (64 + wd.wave_lane_count() - 1) // wd.wave_lane_count()
    total = wd.wave_active_sum(values[wd.group_index()])
    if wd.wave_is_first_lane():
        sums[wave] = total
    wd.group_memory_barrier_with_group_sync()
    if wd.group_index() == 0:
        total = u32(0)
        for other in range(waves):
            total += sums[other]
        out[0] = total


@wd.kernel(num_threads=(16, 4))
def corrected(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    sums = wd.groupshared(u32, 64)
    wave = wd.group_wave_index()
    waves = wd.group_wave_count()
    total = wd.wave_active_sum(values[wd.group_index()])
    if wd.wave_is_first_lane():
        sums[wave] = total
    wd.group_memory_barrier_with_group_sync()
    if wd.group_index() == 0:
        total = u32(0)
        for other in range(waves):
            total += sums[other]
        out[0] = total


def check(kernel: wd.Kernel) -> wd.CheckReport:
    arrays = np.arange(64, dtype=np.uint32), np.zeros(1, np.uint32)
    return kernel.check(1, *arrays, wave_sizes=[16], lane_orders=["tiled"])


if __name__ == "__main__":
    report = check(as_written)
    print(report)
    sys.exit(0 if report else 1)
