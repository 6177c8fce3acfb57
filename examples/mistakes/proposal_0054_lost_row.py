"""A lost tile row.

"Two Wave Example": `coord.y = GetGroupWaveIndex() * (TILE_SIZE / GetGroupNumWaves())` should move the second wave to the
lower half of the tile, but it does not add to the coordinate: the tile's row and the lane's row in the tile are lost.

    python examples/mistakes/proposal_0054_lost_row.py
"""

import sys

import numpy as np

import wavedialect as wd
from wavedialect import f32, u32

TILE = 8
FAR = 3.0e38


@wd.kernel(num_waves=2, wave_size=(8, 32))
def as_written(depth: wd.Texture2D[f32], tiles: wd.RWTexture2D[u32]):
    wave1_low = wd.groupshared(f32, 1)
    wave1_high = wd.groupshared(f32, 1)
    low, high = f32(FAR), f32(-FAR)
    lane = wd.wave_lane_index()
    tile = wd.group_id()
    x = tile.x * TILE + lane % TILE
    y = tile.y * TILE + lane // TILE
    # The first wave processes the upper half, the second wave the lower half.
    y = wd.group_wave_index() * (TILE // wd.group_wave_count())

    for _ in range((TILE * TILE) // wd.group_wave_count() // wd.wave_lane_count()):
        z = depth[x, y]
        low = min(low, wd.wave_active_min(z))
        high = max(high, wd.wave_active_max(z))
        y += wd.wave_lane_count() // TILE
    if wd.group_wave_index() != 0:
        wave1_low[0] = low
        wave1_high[0] = high
        return
    wd.group_memory_barrier_with_group_sync()
    low = min(low, wave1_low[0])
    high = max(high, wave1_high[0])
    tiles[tile.x, tile.y] = (wd.f32tof16(high) << 16) | wd.f32tof16(low)


@wd.kernel(num_waves=2, wave_size=(8, 32))
def corrected(depth: wd.Texture2D[f32], tiles: wd.RWTexture2D[u32]):
    wave1_low = wd.groupshared(f32, 1)
    wave1_high = wd.groupshared(f32, 1)
    low, high = f32(FAR), f32(-FAR)
    lane = wd.wave_lane_index()
    tile = wd.group_id()
    x = tile.x * TILE + lane % TILE
    y = tile.y * TILE + lane // TILE
    # The first wave processes the upper half, the second wave the lower half.
    y += wd.group_wave_index() * (TILE // wd.group_wave_count())

    for _ in range((TILE * TILE) // wd.group_wave_count() // wd.wave_lane_count()):
        z = depth[x, y]
        low = min(low, wd.wave_active_min(z))
        high = max(high, wd.wave_active_max(z))
        y += wd.wave_lane_count() // TILE
    if wd.group_wave_index() != 0:
        wave1_low[0] = low
        wave1_high[0] = high
        return
    wd.group_memory_barrier_with_group_sync()
    low = min(low, wave1_low[0])
    high = max(high, wave1_high[0])
    tiles[tile.x, tile.y] = (wd.f32tof16(high) << 16) | wd.f32tof16(low)


def check(kernel: wd.Kernel) -> wd.CheckReport:
    x, y = np.meshgrid(np.arange(2 * TILE), np.arange(3 * TILE))
    depth = ((x * 7 + y * 5) % 31 / 32).astype(np.float32)
    return kernel.check((2, 3), depth, np.zeros((3, 2), np.uint32), wave_sizes=[8, 16, 32])


if __name__ == "__main__":
    report = check(as_written)
    print(report)
    sys.exit(0 if report else 1)
