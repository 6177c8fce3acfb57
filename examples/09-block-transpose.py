"""Transposes a matrix block by block with lane reads: no groupshared memory, no barrier.

A wave holds a block of the matrix, one element per lane. Each row that it loads and each row that it stores is
contiguous in memory, because the elements change lanes in between.

    python examples/09-block-transpose.py --device interpreter
"""

import argparse

import numpy as np

import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_waves=1)
def transpose(matrix: wd.Buffer[u32], transposed: wd.RWBuffer[u32], height: u32, width: u32):
    # 2x2 lanes of 4, 2x4 of 8, 4x4 of 16, ...: constants for each wave size.
    rows = 1 << (wd.firstbithigh(wd.wave_lane_count()) // 2)
    columns = wd.wave_lane_count() // rows
    lane = wd.wave_lane_index()
    top = wd.group_id().y * rows
    left = wd.group_id().x * columns
    value = matrix[(top + lane // columns) * width + left + lane % columns]

    # In the transposed block a lane is at (lane // rows, lane % rows). Its value was loaded by the lane with these two
    # coordinates swapped.
    value = wd.wave_read_lane_at(value, (lane % rows) * columns + lane // rows)
    transposed[(left + lane // rows) * height + top + lane % rows] = value


def block(wave_size: int) -> tuple[int, int]:
    """The number of rows and columns in the block of one wave."""
    rows = 1 << ((wave_size.bit_length() - 1) // 2)
    return rows, wave_size // rows


def check(device: str | None, wave_size: int) -> None:
    rows, columns = block(wave_size)
    matrix = np.random.default_rng(9).integers(0, 1 << 32, (48, 64), np.uint32)
    height, width = matrix.shape
    transposed = np.zeros((width, height), np.uint32)
    groups = (width // columns, height // rows)
    transpose.dispatch(groups, matrix, transposed, height, width, device=device, wave_size=wave_size)
    np.testing.assert_array_equal(transposed, matrix.T)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", help="interpreter, vulkan, vulkan:1, ...; the default is the CPU")
    device = parser.parse_args().device
    for wave_size in transpose.wave_sizes(device):
        check(device, wave_size)
        print(
            f"{wave_size} lanes: blocks of {block(wave_size)[0]} x {block(wave_size)[1]}, transposed as NumPy does it"
        )


if __name__ == "__main__":
    main()
