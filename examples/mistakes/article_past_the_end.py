"""Loads past the end of the list.

In the last iteration of the outer loop every lane loads `lightDatas[...]`, also lanes past the last light. For a buffer this
is defined and only a note; without bounds checks (`unchecked=True`, as here) it is undefined.

    python examples/mistakes/article_past_the_end.py
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
        loaded = lights[i * lanes + wd.wave_lane_index()]
        for other in range(min(lanes, count - lanes * i)):
            total += wd.wave_read_lane_at(loaded, other)
    out[wd.group_index()] = total


@wd.kernel(num_threads=(8, 8))
def corrected(lights: wd.Buffer[wd.float4], out: wd.RWBuffer[wd.float4]):
    total = wd.float4(0.0)
    count = len(lights)
    lanes = wd.wave_lane_count()
    for i in range((count + lanes - 1) // lanes):
        loaded = lights[min(i * lanes + wd.wave_lane_index(), count - 1)]
        for other in range(min(lanes, count - lanes * i)):
            total += wd.wave_read_lane_at(loaded, other)
    out[wd.group_index()] = total


def check(kernel: wd.Kernel) -> wd.CheckReport:
    lights = np.arange(21 * 4, dtype=np.float32).reshape(21, 4)
    return kernel.check(1, lights, np.zeros((64, 4), np.float32), wave_sizes=[16], unchecked=True)


if __name__ == "__main__":
    report = check(as_written)
    print(report)
    sys.exit(0 if report else 1)
