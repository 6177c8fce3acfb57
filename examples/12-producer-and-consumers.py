"""Finds the nearest of many points for each query: one wave loads the next tile of points while three waves search this one.

The points are packed in memory, x and y in one number. Wave 0 unpacks a tile for the other three waves into one half of
groupshared memory, and they search the other half. A barrier in each iteration swaps the halves; between two barriers each
wave executes its block. `specialize` reduces this to one test per iteration, with code for wave 0 and code for the others.

    python examples/12-producer-and-consumers.py --device interpreter
"""

import argparse

import numpy as np

import wavedialect as wd
from wavedialect import i32, u32

WAVES = 4
CONSUMERS = WAVES - 1
FARTHEST = 0xFFFFFFFF


@wd.kernel(num_waves=WAVES)
def nearest(points: wd.Buffer[u32], queries: wd.Buffer[u32], distances: wd.RWBuffer[u32], count: u32):
    lanes = wd.wave_lane_count()
    lane = wd.wave_lane_index()
    tile_x = wd.groupshared(i32, 2 * wd.wave_lane_count())
    tile_y = wd.groupshared(i32, 2 * wd.wave_lane_count())

    # Each lane of waves 1 to 3 has a query.
    query = wd.group_id().x * (CONSUMERS * lanes) + (wd.group_wave_index() - 1) * lanes + lane
    x = i32(0)
    y = i32(0)
    best = u32(FARTHEST)
    with wd.waves(0):
        if lane < count:
            point = points[lane]
            tile_x[lane] = i32(point & 0xFFFF)
            tile_y[lane] = i32(point >> 16)
    with wd.waves(range(1, WAVES)):
        if query < len(queries):
            x = i32(queries[query] & 0xFFFF)
            y = i32(queries[query] >> 16)
    wd.group_memory_barrier_with_group_sync()

    half = u32(0)
    for first in range(u32(0), count, lanes):
        with wd.waves(0):
            next_point = first + lanes + lane
            if next_point < count:
                coming = points[next_point]
                tile_x[(half ^ 1) * lanes + lane] = i32(coming & 0xFFFF)
                tile_y[(half ^ 1) * lanes + lane] = i32(coming >> 16)
        with wd.waves(range(1, WAVES)):
            for i in range(half * lanes, half * lanes + wd.min(lanes, count - first)):
                dx = tile_x[i] - x
                dy = tile_y[i] - y
                best = wd.min(best, u32(dx * dx + dy * dy))
        half = half ^ 1
        wd.group_memory_barrier_with_group_sync()

    with wd.waves(range(1, WAVES)):
        if query < len(queries):
            distances[query] = best


def check(device: str | None, wave_size: int) -> None:
    numbers = np.random.default_rng(12)
    points = numbers.integers(0, 1 << 14, (333, 2)).astype(np.uint32)
    queries = numbers.integers(0, 1 << 14, (500, 2)).astype(np.uint32)
    apart = points[None].astype(np.int64) - queries[:, None].astype(np.int64)
    expected = (apart**2).sum(axis=2).min(axis=1)

    packed = [pairs[:, 0] | pairs[:, 1] << 16 for pairs in (points, queries)]
    groups = -(-len(queries) // (CONSUMERS * wave_size))
    for enable in ((), ("specialize",)):
        distances = np.zeros(len(queries), np.uint32)
        nearest.dispatch(groups, *packed, distances, len(points), device=device, wave_size=wave_size, enable=enable)
        np.testing.assert_array_equal(distances, expected)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", help="interpreter, vulkan, vulkan:1, ...; the default is the CPU")
    device = parser.parse_args().device
    for wave_size in nearest.wave_sizes(device):
        check(device, wave_size)
        print(f"{wave_size} lanes: the distances are NumPy's, with code for sets of waves and without")


if __name__ == "__main__":
    main()
