"""The minimum and maximum depth of each 8x8 tile, with one wave per group: no atomics, no groupshared memory.

From HLSL proposal 0054, "Single Wave Example". Here the texture is a buffer, and two buffers of floats replace the
packed halves.

    python examples/01-single-wave-depth-min-max.py --device interpreter --wave-size 32
"""

import argparse

import numpy as np

import wavedialect as wd
from wavedialect import f32, u32

TILE_SIZE = 8
FLT_MAX = float(np.finfo(np.float32).max)


@wd.kernel(num_waves=1, wave_size=(8, 64))
def compute_min_max_z(depth: wd.Buffer[f32], tile_min: wd.RWBuffer[f32], tile_max: wd.RWBuffer[f32], width: u32):
    min_z = FLT_MAX
    max_z = -FLT_MAX

    tile = wd.group_id()
    lane = wd.wave_lane_index()
    x = tile.x * TILE_SIZE + lane % TILE_SIZE
    y = tile.y * TILE_SIZE + lane // TILE_SIZE

    # 8, 4, 2 or 1 iterations at 8, 16, 32 or 64 lanes: a constant for each wave size.
    iterations = (TILE_SIZE * TILE_SIZE) // wd.wave_lane_count()
    for _ in range(iterations):
        z = depth[y * width + x]
        min_z = min(min_z, wd.wave_active_min(z))
        max_z = max(max_z, wd.wave_active_max(z))
        y += wd.wave_lane_count() // TILE_SIZE

    if wd.wave_is_first_lane():
        index = tile.y * (width // TILE_SIZE) + tile.x
        tile_min[index] = min_z
        tile_max[index] = max_z


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
    parser.add_argument("--wave-size", type=int, help="8, 16, 32 or 64; the default is the device's own")
    options = parser.parse_args()

    depth = np.random.default_rng(54).random((48, 64), np.float32)
    tile_min, tile_max, dispatch = run(depth, options.device, options.wave_size)
    least, greatest = expected(depth)
    np.testing.assert_array_equal(tile_min, least)
    np.testing.assert_array_equal(tile_max, greatest)
    print(f"{tile_min.size} tiles as NumPy has them, on {dispatch.device.name} with {dispatch.wave_size} lanes")


if __name__ == "__main__":
    main()
