"""A prefix of only 32 lanes.

The pseudocode of `WavePrefixCountBits` counts bits in one word of the ballot, below `1 << WaveGetLaneIndex()`: from lane 32 on
the other words are missing, and the shift amount is too large.

    python examples/mistakes/wiki_prefix_of_32_lanes.py
"""

import sys

import numpy as np

import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_threads=128)
def as_written(keep: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    counts = wd.groupshared(u32, 128)
    kept = keep[wd.group_index()] != 0
    bits = wd.wave_active_ballot(kept).x
    below = (u32(1) << wd.wave_lane_index()) - 1
    place = wd.countbits(bits & below)
    # Add the kept items of the waves with smaller indices.
    count = wd.wave_active_count_bits(kept)
    if wd.wave_is_first_lane():
        counts[wd.group_wave_index()] = count
    wd.group_memory_barrier_with_group_sync()
    for other in range(wd.group_wave_index()):
        place += counts[other]
    out[wd.group_index()] = place


@wd.kernel(num_threads=128)
def corrected(keep: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    counts = wd.groupshared(u32, 128)
    kept = keep[wd.group_index()] != 0
    place = wd.wave_prefix_count_bits(kept)
    # Add the kept items of the waves with smaller indices.
    count = wd.wave_active_count_bits(kept)
    if wd.wave_is_first_lane():
        counts[wd.group_wave_index()] = count
    wd.group_memory_barrier_with_group_sync()
    for other in range(wd.group_wave_index()):
        place += counts[other]
    out[wd.group_index()] = place


def check(kernel: wd.Kernel) -> wd.CheckReport:
    keep = (np.arange(128, dtype=np.uint32) % 3 != 0).astype(np.uint32)
    return kernel.check(1, keep, np.zeros(128, np.uint32), wave_sizes=[16, 32, 64])


if __name__ == "__main__":
    report = check(as_written)
    print(report)
    sys.exit(0 if report else 1)
