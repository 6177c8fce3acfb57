"""A product of matrices by specialized waves: some copy tiles of both factors, the others multiply them.

A group computes tiles of the product, one after the other. Its last waves copy one tile of each factor into a stage of a pipe, and
go on with the next stage, also that of the next tile, without waiting for the copies. The other waves load parts of the tiles as
wave matrices, which the matrix units of a GPU multiply. Where four of them have the same part of the right factor, the units of
some GPUs read it from groupshared memory. The factors are bf16, the sums f32. Vulkan and Direct3D run the
kernel where they have wave matrices, with barriers in the place of the pipe.

    python examples/14-matrix-product.py --device interpreter
"""

from __future__ import annotations

import argparse
from functools import cache
from typing import NamedTuple

import ml_dtypes
import numpy as np

import wavedialect as wd
from wavedialect import bf16, f32, u32


class Tiling(NamedTuple):
    """How the product is divided: a group has `down` * `across` waves that multiply, each `rows` * `columns` of the product."""

    rows: int
    columns: int
    depth: int
    """Columns of the left factor, and rows of the right one, in a stage."""
    down: int
    across: int
    loaders: int
    """The waves that copy."""
    stages: int

    def tiles(self, height: int, width: int) -> int:
        """The tiles of the product, and the most groups that have work."""
        return height // (self.down * self.rows) * (width // (self.across * self.columns))


SMALL = Tiling(rows=16, columns=16, depth=16, down=2, across=1, loaders=2, stages=2)


BAND = 16
"""Groups that run at the same time should need the same rows and columns: tiles are numbered in bands of so many rows of tiles."""


@wd.func
def place(tile: u32, down: u32, across: u32):
    """The row and the column of a tile among `down` x `across`."""
    first = tile // (BAND * across) * BAND
    rows = wd.min(BAND, down - first)
    rest = tile % (BAND * across)
    return first + rest % rows, rest // rows


@cache
def product(tiling: Tiling) -> wd.Kernel:
    """The product of matrices whose sizes are multiples of the tiling's."""
    rows, columns, depth, across = tiling.rows, tiling.columns, tiling.depth, tiling.across
    height, width = rows * tiling.down, columns * across
    stages, workers, loaders = tiling.stages, tiling.down * tiling.across, tiling.loaders
    loading, multiplying = range(workers, workers + loaders), range(workers)
    left_part, right_part = height // loaders, depth // loaders

    @wd.kernel(num_waves=workers + loaders, group_shared_limit=227 * 1024)
    def multiply(left: wd.Buffer[bf16, 2], right: wd.Buffer[bf16, 2], out: wd.RWBuffer[bf16, 2], inner: u32):
        left_tile = wd.groupshared(bf16, (stages, height, depth))
        right_tile = wd.groupshared(bf16, (stages, depth, width))
        pipe = wd.pipe(stages=stages, producers=loading, consumers=multiplying)
        down, sides = left.shape[0] // height, right.shape[1] // width
        with wd.waves(loading):
            loader = wd.group_wave_index() - workers
            left_row, right_row = loader * left_part, loader * right_part
            for tile in range(wd.group_id().x, down * sides, wd.group_count().x):
                y, x = place(tile, down, sides)
                for k in range(u32(0), inner, depth):
                    stage = pipe.acquire()
                    wd.async_copy(left_tile, (stage, left_row, 0), left, (y * height + left_row, k), (left_part, depth))
                    wd.async_copy(
                        right_tile, (stage, right_row, 0), right, (k + right_row, x * width), (right_part, width)
                    )
                    pipe.commit()
        with wd.waves(multiplying):
            row, column = wd.group_wave_index() // across * rows, wd.group_wave_index() % across * columns
            for tile in range(wd.group_id().x, down * sides, wd.group_count().x):
                y, x = place(tile, down, sides)
                total = wd.matrix_fill(0.0, f32, (rows, columns))
                for _ in range(u32(0), inner, depth):
                    stage = pipe.wait()
                    a = wd.matrix_load(left_tile, (stage, row, 0), (rows, depth), "a")
                    b = wd.matrix_load(right_tile, (stage, 0, column), (depth, columns), "b")
                    total = wd.matrix_multiply_add(a, b, total)
                    pipe.release()
                wd.matrix_store(out, (y * height + row, x * width + column), bf16(total))

    return multiply


multiply = product(SMALL)


def check(device: str | None, wave_size: int) -> None:
    numbers = np.random.default_rng(14)
    left = numbers.integers(-4, 5, (64, 80)).astype(ml_dtypes.bfloat16)
    right = numbers.integers(-4, 5, (80, 48)).astype(ml_dtypes.bfloat16)
    out = np.zeros((64, 48), ml_dtypes.bfloat16)
    multiply.dispatch(SMALL.tiles(*out.shape) // 2, left, right, out, 80, device=device, wave_size=wave_size)
    # The sums of these integers are exact.
    expected = left.astype(np.float32) @ right.astype(np.float32)
    np.testing.assert_array_equal(out, expected.astype(ml_dtypes.bfloat16))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", help="interpreter, cuda, ...; the default is the CPU")
    device = parser.parse_args().device
    for wave_size in multiply.wave_sizes(device):
        check(device, wave_size)
        print(f"{wave_size} lanes: the product is NumPy's")


if __name__ == "__main__":
    main()
