"""The index in the group used as the lane index.

`lightDatas[lightStartCount.x + gix + i * WAVE_LANES]` loads one light per lane by `SV_GroupIndex`, which equals the lane
index only if the wave is as large as the group: with 32 lanes, the second wave skips the first 32 lights and adds other lights.

    python examples/mistakes/article_index_in_the_group.py
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
        loaded = lights[i * lanes + wd.group_index()]
        for other in range(min(lanes, count - lanes * i)):
            total += wd.wave_read_lane_at(loaded, other)
    out[wd.group_index()] = total


@wd.kernel(num_threads=(8, 8))
def corrected(lights: wd.Buffer[wd.float4], out: wd.RWBuffer[wd.float4]):
    total = wd.float4(0.0)
    count = len(lights)
    lanes = wd.wave_lane_count()
    for i in range((count + lanes - 1) // lanes):
        loaded = lights[i * lanes + wd.wave_lane_index()]
        for other in range(min(lanes, count - lanes * i)):
            total += wd.wave_read_lane_at(loaded, other)
    out[wd.group_index()] = total


def check(kernel: wd.Kernel) -> wd.CheckReport:
    lights = np.arange(64 * 4, dtype=np.float32).reshape(64, 4)
    return kernel.check(1, lights, np.zeros((64, 4), np.float32), wave_sizes=[16, 32, 64])


if __name__ == "__main__":
    report = check(as_written)
    print(report)
    sys.exit(0 if report else 1)
