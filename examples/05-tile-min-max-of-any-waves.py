"""An unknown number of waves cooperates: each stores its result in groupshared memory, and one wave combines them.

From HLSL proposal 0048, with a corrected final reduction: the barrier is outside the branch, where every wave
reaches it. Under num_threads the device determines the number of waves, and which threads belong to each wave.

    python examples/05-tile-min-max-of-any-waves.py --device interpreter
"""

import argparse

import numpy as np

import wavedialect as wd
from wavedialect import f32

TILE_SIZE = 16
THREADS = TILE_SIZE * TILE_SIZE
INFINITY = float("inf")


@wd.kernel(num_threads=(TILE_SIZE, TILE_SIZE))
def compute_min_max_z(depth: wd.Buffer[f32], tiles: wd.RWBuffer[wd.float2], width: wd.u32):
    # At most THREADS waves have a thread. A device may also count waves without threads, which store no result.
    nearest = wd.groupshared(f32, THREADS)
    farthest = wd.groupshared(f32, THREADS)
    nearest[wd.group_index()] = INFINITY
    farthest[wd.group_index()] = -INFINITY
    wd.group_memory_barrier_with_group_sync()

    wave = wd.group_wave_index()
    place = wd.dispatch_thread_id()
    z = depth[place.y * width + place.x]
    least = wd.wave_active_min(z)
    greatest = wd.wave_active_max(z)
    if wd.wave_is_first_lane():
        nearest[wave] = least
        farthest[wave] = greatest
    wd.group_memory_barrier_with_group_sync()

    if wave == 0:
        # The lanes of this wave divide the results of all waves among themselves, for any number of lanes and waves.
        least = INFINITY
        greatest = -INFINITY
        waves = min(wd.group_wave_count(), THREADS)
        for other in range(wd.wave_prefix_count_bits(True), waves, wd.wave_active_count_bits(True)):
            least = min(least, nearest[other])
            greatest = max(greatest, farthest[other])
        tile = wd.group_id().y * (width // TILE_SIZE) + wd.group_id().x
        result = wd.float2(wd.wave_active_min(least), wd.wave_active_max(greatest))
        if wd.wave_is_first_lane():
            tiles[tile] = result


def check(device: str | None, wave_size: int) -> None:
    height, width = 64, 96
    depth = np.random.default_rng(48).random((height, width), np.float32)
    tiles = np.zeros((height // TILE_SIZE, width // TILE_SIZE, 2), np.float32)
    groups = (width // TILE_SIZE, height // TILE_SIZE)
    compute_min_max_z.dispatch(groups, depth, tiles, width, device=device, wave_size=wave_size)
    blocks = depth.reshape(height // TILE_SIZE, TILE_SIZE, width // TILE_SIZE, TILE_SIZE)
    np.testing.assert_array_equal(tiles[..., 0], blocks.min(axis=(1, 3)))
    np.testing.assert_array_equal(tiles[..., 1], blocks.max(axis=(1, 3)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", help="interpreter, vulkan, vulkan:1, ...; the default is the CPU")
    device = parser.parse_args().device
    for wave_size in compute_min_max_z.wave_sizes(device):
        check(device, wave_size)
        print(f"{wave_size} lanes: all tiles as NumPy has them")


if __name__ == "__main__":
    main()
