"""The bounding box of points: wave operations accept vectors and apply to each component.

A wave reduces its points, and a group reduces the boxes of its waves. A second launch reduces the boxes of the groups.

    python examples/08-bounding-box.py --device interpreter
"""

import argparse

import numpy as np

import wavedialect as wd
from wavedialect import float3

WAVES = 4
GROUPS = 5
INFINITY = float("inf")


@wd.kernel(num_waves=WAVES)
def bounding_box(
    lows: wd.Buffer[float3], highs: wd.Buffer[float3], box_lows: wd.RWBuffer[float3], box_highs: wd.RWBuffer[float3]
):
    wave_lows = wd.groupshared(float3, wd.group_wave_count())
    wave_highs = wd.groupshared(float3, wd.group_wave_count())
    lanes = wd.group_wave_count() * wd.wave_lane_count()
    first = wd.group_id().x * lanes + wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()

    low = float3(INFINITY)
    high = float3(-INFINITY)
    for i in range(first, len(lows), wd.group_count().x * lanes):
        low = min(low, lows[i])
        high = max(high, highs[i])
    low = wd.wave_active_min(low)
    high = wd.wave_active_max(high)
    if wd.wave_is_first_lane():
        wave_lows[wd.group_wave_index()] = low
        wave_highs[wd.group_wave_index()] = high
    wd.group_memory_barrier_with_group_sync()

    if wd.group_wave_index() == 0 and wd.wave_is_first_lane():
        for wave in range(1, wd.group_wave_count()):
            low = min(low, wave_lows[wave])
            high = max(high, wave_highs[wave])
        box_lows[wd.group_id().x] = low
        box_highs[wd.group_id().x] = high


def check(device: str | None, wave_size: int) -> None:
    points = np.random.default_rng(3).normal(size=(3000, 3)).astype(np.float32)
    lows, highs = np.zeros((GROUPS, 3), np.float32), np.zeros((GROUPS, 3), np.float32)
    bounding_box.dispatch(GROUPS, points, points, lows, highs, device=device, wave_size=wave_size)
    low, high = np.zeros((1, 3), np.float32), np.zeros((1, 3), np.float32)
    bounding_box.dispatch(1, lows, highs, low, high, device=device, wave_size=wave_size)
    np.testing.assert_array_equal(low[0], points.min(axis=0))
    np.testing.assert_array_equal(high[0], points.max(axis=0))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", help="interpreter, vulkan, vulkan:1, ...; the default is the CPU")
    device = parser.parse_args().device
    for wave_size in bounding_box.wave_sizes(device):
        check(device, wave_size)
        print(f"{wave_size} lanes: the box is NumPy's")


if __name__ == "__main__":
    main()
