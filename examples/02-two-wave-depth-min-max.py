"""The minimum and maximum depth of each 8x8 tile, with two waves per group: wave 1 passes its results on and retires.

From HLSL proposal 0054, "Two Wave Example", corrected: the row of the wave is added to the row of the tile
(the proposal assigns it).

    python examples/02-two-wave-depth-min-max.py --device interpreter --wave-size 32
"""

import argparse

import numpy as np

import wavedialect as wd
from wavedialect import f32, u32

TILE_SIZE = 8
FLT_MAX = float(np.finfo(np.float32).max)


@wd.kernel(num_waves=2, wave_size=(8, 32))
def compute_min_max_z(depth: wd.Buffer[f32], tile_min: wd.RWBuffer[f32], tile_max: wd.RWBuffer[f32], width: u32):
    wave1_min_z = wd.groupshared(f32, 1)
    wave1_max_z = wd.groupshared(f32, 1)
    min_z = FLT_MAX
    max_z = -FLT_MAX

    tile = wd.group_id()
    lane = wd.wave_lane_index()
    x = tile.x * TILE_SIZE + lane % TILE_SIZE
    y = tile.y * TILE_SIZE + lane // TILE_SIZE
    # The first wave processes the top half, the second wave the bottom half.
    y += wd.group_wave_index() * (TILE_SIZE // wd.group_wave_count())

    # 4, 2 or 1 iterations at 8, 16 or 32 lanes: the front end knows the wave count, the driver the wave size.
    iterations = (TILE_SIZE * TILE_SIZE) // wd.group_wave_count() // wd.wave_lane_count()
    for _ in range(iterations):
        z = depth[y * width + x]
        min_z = min(min_z, wd.wave_active_min(z))
        max_z = max(max_z, wd.wave_active_max(z))
        y += wd.wave_lane_count() // TILE_SIZE

    # Wave 1 stores to groupshared memory and retires: the barrier no longer waits for it.
    if wd.group_wave_index() != 0:
        wave1_min_z[0] = min_z
        wave1_max_z[0] = max_z
        return
    wd.group_memory_barrier_with_group_sync()

    # Wave 0 combines the halves and writes the result.
    if wd.wave_is_first_lane():
        index = tile.y * (width // TILE_SIZE) + tile.x
        tile_min[index] = min(min_z, wave1_min_z[0])
        tile_max[index] = max(max_z, wave1_max_z[0])


def run(depth: np.ndarray, device: str | wd.Device | None = None, wave_size: int | None = None):
    """Returns the minimum and maximum depth of each tile, and the launch. The sides of ``depth`` are multiples of 8."""
    height, width = depth.shape
    tiles = (height // TILE_SIZE, width // TILE_SIZE)
    tile_min, tile_max = np.zeros(tiles, np.float32), np.zeros(tiles, np.float32)
    dispatch = compute_min_max_z.dispatch(
        tiles[::-1], depth, tile_min, tile_max, width, device=device, wave_size=wave_size
    )
    return tile_min, tile_max, dispatch


def expected(depth: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The results computed by NumPy."""
    height, width = depth.shape
    tiles = depth.reshape(height // TILE_SIZE, TILE_SIZE, width // TILE_SIZE, TILE_SIZE)
    return tiles.min(axis=(1, 3)), tiles.max(axis=(1, 3))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", help="interpreter, vulkan, vulkan:1, ...; the default is the CPU")
    parser.add_argument("--wave-size", type=int, help="8, 16 or 32; the default is the device's own")
    options = parser.parse_args()

    depth = np.random.default_rng(54).random((48, 64), np.float32)
    tile_min, tile_max, dispatch = run(depth, options.device, options.wave_size)
    least, greatest = expected(depth)
    np.testing.assert_array_equal(tile_min, least)
    np.testing.assert_array_equal(tile_max, greatest)
    print(f"{tile_min.size} tiles as NumPy has them, on {dispatch.device.name} with {dispatch.wave_size} lanes")


if __name__ == "__main__":
    main()
