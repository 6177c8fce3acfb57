"""A read of lane 0, which may be inactive.

The same emulation under a condition: the first active lane executes the atomic, and `WaveReadLaneAt(groupWaveId, 0)`
reads lane 0, which may be a different lane.

    python examples/mistakes/proposal_0048_read_of_lane_0.py
"""

import sys

import numpy as np

import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_threads=64)
def as_written(out: wd.RWBuffer[u32]):
    numbers = wd.groupshared(u32, 1)
    if wd.group_index() == 0:
        numbers[0] = u32(0)
    wd.group_memory_barrier_with_group_sync()
    if wd.wave_lane_index() % 3 != 0:
        wave = u32(0)
        if wd.wave_is_first_lane():
            wave = wd.atomic_add(numbers, 0, u32(1))
        wave = wd.wave_read_lane_at(wave, 0)
        out[wd.group_index()] = wave


@wd.kernel(num_threads=64)
def corrected(out: wd.RWBuffer[u32]):
    numbers = wd.groupshared(u32, 1)
    if wd.group_index() == 0:
        numbers[0] = u32(0)
    wd.group_memory_barrier_with_group_sync()
    if wd.wave_lane_index() % 3 != 0:
        wave = u32(0)
        if wd.wave_is_first_lane():
            wave = wd.atomic_add(numbers, 0, u32(1))
        wave = wd.wave_read_lane_first(wave)
        out[wd.group_index()] = wave


def check(kernel: wd.Kernel) -> wd.CheckReport:
    return kernel.check(1, np.zeros(64, np.uint32), wave_sizes=[16])


if __name__ == "__main__":
    report = check(as_written)
    print(report)
    sys.exit(0 if report else 1)
