"""One load for a whole wave: each lane loads a different light of the tile's list, and the wave reads them in turn.

From the article "WaveLane", with and without `WaveReadLaneAt`, corrected: a lane loads by its lane index (not by its
index in the group), and no lane loads past the end of the list. Under num_waves every wave is full, so every lane may
be read. Both kernels add in the same order, so their results are bit-identical.

    python examples/06-tiled-light-list.py --device interpreter
"""

import argparse

import numpy as np

import wavedialect as wd

TILE_SIZE = 8


@wd.kernel(num_waves=1, wave_size=(8, 64))
def shade(lights: wd.Buffer[wd.float4], start_counts: wd.Texture2D[wd.uint2], output: wd.RWTexture2D[wd.float4]):
    lane = wd.wave_lane_index()
    x = wd.group_id().x * TILE_SIZE + lane % TILE_SIZE
    y = wd.group_id().y * (wd.wave_lane_count() // TILE_SIZE) + lane // TILE_SIZE
    start_count = start_counts[x // TILE_SIZE, y // TILE_SIZE]
    total = wd.float4(0.0)
    for i in range(start_count.y):
        total += lights[start_count.x + i]  # All lanes load the same light.
    output[x, y] = total


@wd.kernel(num_waves=1, wave_size=(8, 64))
def shade_by_lane_reads(
    lights: wd.Buffer[wd.float4], start_counts: wd.Texture2D[wd.uint2], output: wd.RWTexture2D[wd.float4]
):
    lane = wd.wave_lane_index()
    lanes = wd.wave_lane_count()
    x = wd.group_id().x * TILE_SIZE + lane % TILE_SIZE
    y = wd.group_id().y * (lanes // TILE_SIZE) + lane // TILE_SIZE
    start_count = start_counts[x // TILE_SIZE, y // TILE_SIZE]
    total = wd.float4(0.0)
    for first in range(0, start_count.y, lanes):
        rest = min(lanes, start_count.y - first)
        light = wd.float4(0.0)
        if lane < rest:
            light = lights[start_count.x + first + lane]  # Each lane loads a different light.
        for i in range(rest):
            total += wd.wave_read_lane_at(light, i)
    output[x, y] = total


def make_lists(tiles: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    """Returns random lights, and the start and length of each tile's list."""
    numbers = np.random.default_rng(20)
    counts = numbers.integers(0, 150, tiles, np.uint32)
    starts = (np.cumsum(counts) - counts.ravel()).astype(np.uint32).reshape(tiles)
    lights = numbers.random((int(counts.sum()), 4), np.float32)
    return lights, np.stack([starts, counts], axis=-1)


def expected(lights: np.ndarray, start_counts: np.ndarray) -> np.ndarray:
    """The sums in the order of the list, rounded to float at each step."""
    sums = np.zeros((*start_counts.shape[:2], 4), np.float32)
    for place in np.ndindex(sums.shape[:2]):
        start, count = start_counts[place]
        for light in lights[start : start + count]:
            sums[place] += light
    return sums.repeat(TILE_SIZE, axis=0).repeat(TILE_SIZE, axis=1)


def check(device: str | None, wave_size: int) -> None:
    tiles = (3, 4)
    lights, start_counts = make_lists(tiles)
    height, width = tiles[0] * TILE_SIZE, tiles[1] * TILE_SIZE
    groups = (tiles[1], height // (wave_size // TILE_SIZE))
    for kernel in (shade, shade_by_lane_reads):
        output = np.zeros((height, width, 4), np.float32)
        kernel.dispatch(groups, lights, start_counts, output, device=device, wave_size=wave_size)
        np.testing.assert_array_equal(output, expected(lights, start_counts))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", help="interpreter, vulkan, vulkan:1, ...; the default is the CPU")
    device = parser.parse_args().device
    for wave_size in shade.wave_sizes(device):
        check(device, wave_size)
        print(f"{wave_size} lanes: both kernels give NumPy's sums, bit by bit")


if __name__ == "__main__":
    main()
