"""Reads of lanes without a thread.

The loops process `WaveGetLaneCount()` lights at once, but the group's 64 threads are half a wave of 128 lanes:
`WaveReadLaneAt(lightData64, i2)` also reads the other half, whose lanes load no light.

    python examples/mistakes/article_wave_of_128.py
"""

import sys

import numpy as np

import wavedialect as wd


@wd.kernel(num_threads=(8, 8))
def as_written(lights: wd.Buffer[wd.float4], out: wd.RWBuffer[wd.float4]):
    total = wd.float4(0.0)
    count = len(lights)
    lanes = wd.wave_lane_count()
    for i in range((count + lanes - 1) // lanes):
        loaded = lights[min(i * lanes + wd.wave_lane_index(), count - 1)]
        for other in range(min(lanes, count - lanes * i)):
            total += wd.wave_read_lane_at(loaded, other)
    out[wd.group_index()] = total


@wd.kernel(num_threads=(8, 8))
def corrected(lights: wd.Buffer[wd.float4], out: wd.RWBuffer[wd.float4]):
    total = wd.float4(0.0)
    count = len(lights)
    lanes = wd.wave_active_count_bits(True)
    for i in range((count + lanes - 1) // lanes):
        loaded = lights[min(i * lanes + wd.wave_lane_index(), count - 1)]
        for other in range(min(lanes, count - lanes * i)):
            total += wd.wave_read_lane_at(loaded, other)
    out[wd.group_index()] = total


def check(kernel: wd.Kernel) -> wd.CheckReport:
    lights = np.arange(100 * 4, dtype=np.float32).reshape(100, 4)
    return kernel.check(1, lights, np.zeros((64, 4), np.float32), wave_sizes=[128])


if __name__ == "__main__":
    report = check(as_written)
    print(report)
    sys.exit(0 if report else 1)
