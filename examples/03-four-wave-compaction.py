"""Compacts the coordinates of the pixels that pass a test: four waves share one block of the output and one atomic.

From HLSL proposal 0054, "Improved Memory Coherency Example", corrected: one lane of wave 0 computes the offsets.
(In the proposal every lane adds to the counter, and overwrites offsets that its neighbors still read.)

    python examples/03-four-wave-compaction.py --device interpreter --wave-size 32
"""

import argparse

import numpy as np

import wavedialect as wd
from wavedialect import f32, u32

WAVES = 4
TILE_WIDTH = 16


@wd.kernel(num_waves=WAVES, wave_size=(16, 64))
def compact(image: wd.Buffer[f32], counter: wd.RWBuffer[u32], pixels: wd.RWBuffer[u32], width: u32, threshold: f32):
    # First the number of outputs of each wave except wave 0, then the offset at which each of these waves writes.
    wave_store = wd.groupshared(u32, wd.group_wave_count() - 1)
    wave = wd.group_wave_index()
    lane = wd.wave_lane_index()

    # A wave takes 1, 2 or 4 rows of 16 pixels at 16, 32 or 64 lanes; the dispatch is sized for that.
    wave_height = wd.wave_lane_count() // TILE_WIDTH
    tile_height = wave_height * wd.group_wave_count()
    x = wd.group_id().x * TILE_WIDTH + lane % TILE_WIDTH
    y = wd.group_id().y * tile_height + wave * wave_height + lane // TILE_WIDTH

    keep = image[y * width + x] > threshold
    count = wd.wave_active_count_bits(keep)

    if wave != 0:
        wave_store[wave - 1] = count
        if count == 0:
            return  # The wave has no outputs.
    wd.group_memory_barrier_with_group_sync()

    # Wave 0 sums the counts, allocates output for the whole group with one atomic, and stores the offset of each wave.
    # Only one lane may do this: lanes need not run in lockstep, so another lane might not have read what it overwrites.
    offset = u32(0)
    if wave == 0:
        if wd.wave_is_first_lane():
            total = count
            for j in range(wd.group_wave_count() - 1):
                total += wave_store[j]
            offset = wd.atomic_add(counter, 0, total)
            next_offset = offset + count
            for j in range(wd.group_wave_count() - 1):
                wave_count = wave_store[j]
                wave_store[j] = next_offset
                next_offset += wave_count
        offset = wd.wave_read_lane_first(offset)
    wd.group_memory_barrier_with_group_sync()

    if wave != 0:
        offset = wave_store[wave - 1]
    index = offset + wd.wave_prefix_count_bits(keep)
    if keep:
        pixels[index] = (x & 0xFFFF) | (y << 16)


def run(image: np.ndarray, threshold: float, device: str | wd.Device | None = None, wave_size: int | None = None):
    """Returns the packed coordinates, and the launch. The width is a multiple of 16, the height of the rows of 4 waves."""
    height, width = image.shape
    counter, pixels = np.zeros(1, np.uint32), np.zeros(image.size, np.uint32)
    lanes = compact.committed_wave_size(device, wave_size=wave_size)
    groups = (width // TILE_WIDTH, height // tile_height(lanes))
    dispatch = compact.dispatch(groups, image, counter, pixels, width, threshold, device=device, wave_size=wave_size)
    return pixels[: counter[0]], dispatch


def tile_height(lanes: int) -> int:
    """The number of rows of one group."""
    return WAVES * lanes // TILE_WIDTH


def expected_blocks(image: np.ndarray, threshold: float, lanes: int) -> dict[tuple[int, int], np.ndarray]:
    """The result of NumPy: the block of each group with outputs, by (group y, group x)."""
    rows = tile_height(lanes)
    blocks = {}
    for top in range(0, image.shape[0], rows):
        for left in range(0, image.shape[1], TILE_WIDTH):
            # Consecutive rows of 16 pixels have the order of the waves and of their lanes.
            y, x = np.nonzero(image[top : top + rows, left : left + TILE_WIDTH] > np.float32(threshold))
            if y.size:
                blocks[top // rows, left // TILE_WIDTH] = ((x + left) | ((y + top) << 16)).astype(np.uint32)
    return blocks


def check(pixels: np.ndarray, blocks: dict[tuple[int, int], np.ndarray], lanes: int) -> None:
    """Checks that the output consists of all blocks, each contiguous and in order, in any order of the blocks."""
    missing = dict(blocks)
    start = 0
    while start < pixels.size:
        y, x = int(pixels[start] >> 16), int(pixels[start] & 0xFFFF)
        group = (y // tile_height(lanes), x // TILE_WIDTH)
        assert group in missing, f"group {group} is not wanted (again) at {start}"
        block = missing.pop(group)
        np.testing.assert_array_equal(pixels[start : start + block.size], block)
        start += block.size
    assert not missing, f"the groups {list(missing)} are missing"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", help="interpreter, vulkan, vulkan:1, ...; the default is the CPU")
    parser.add_argument("--wave-size", type=int, help="16, 32 or 64; the default is the device's own")
    options = parser.parse_args()

    image = np.random.default_rng(54).random((64, 96), np.float32)
    image[:32, :48] *= 0.5  # Groups and waves without pixels must also give correct results.
    pixels, dispatch = run(image, 0.8, options.device, options.wave_size)
    blocks = expected_blocks(image, 0.8, dispatch.wave_size)
    check(pixels, blocks, dispatch.wave_size)
    print(
        f"{pixels.size} pixels in {len(blocks)} blocks as NumPy has them, on {dispatch.device.name} "
        f"with {dispatch.wave_size} lanes"
    )
    if dispatch.report:
        groups = (image.shape[1] // TILE_WIDTH) * (image.shape[0] // tile_height(dispatch.wave_size))
        assert dispatch.report.atomics["counter", "add"] == groups
        print(f"one addition to the counter for each of {groups} groups")


if __name__ == "__main__":
    main()
