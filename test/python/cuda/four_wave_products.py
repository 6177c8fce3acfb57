"""Products that four waves make together, from a factor in groupshared memory, and their results in NumPy. All numbers are small
integers, so that every order of a sum has the same result."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np

import wavedialect as wd
from wavedialect import bf16, f16, f32, u32

ARRAYS = {f16: np.float16, bf16: ml_dtypes.bfloat16}


@dataclass(frozen=True)
class Shape:
    """A group has `teams` of four waves that multiply, each `rows` x `columns` of the result; `across` teams are side by side."""

    element: Any = f16
    layout: str = "row_major"
    """How the right factor is in memory."""
    rows: int = 16
    columns: int = 64
    depth: int = 64
    teams: int = 1
    across: int = 1
    loaders: int = 4
    chain: bool = False
    """Whether the product is the left factor of a second one, by the transposed factor."""
    pitch: int = 0
    """Elements between the rows of the buffers that are not theirs: an odd number lets the host make no tensor map."""

    def __str__(self) -> str:
        return "-".join(str(getattr(self, name)) for name in self.__dataclass_fields__)

    @property
    def tile(self) -> tuple[int, int]:
        """The rows and columns of the right factor's tile in memory."""
        size = self.depth, self.columns * self.across
        return size if self.layout == "row_major" else size[::-1]


@functools.cache
def product(shape: Shape) -> wd.Kernel:
    rows, columns, depth, element, layout = shape.rows, shape.columns, shape.depth, shape.element, shape.layout
    workers = 4 * shape.teams
    height, (right_rows, right_columns) = workers * rows // shape.across, shape.tile
    multiplying, loading = range(workers), range(workers, workers + shape.loaders)
    left_part, right_part = height // shape.loaders, right_rows // shape.loaders
    other = "column_major" if layout == "row_major" else "row_major"

    @wd.kernel(num_waves=workers + shape.loaders, group_shared_limit=227 * 1024)
    def multiply(left: wd.Buffer[element, 2], right: wd.Buffer[element, 2], out: wd.RWBuffer[f32, 2], inner: u32):
        left_tile = wd.groupshared(element, (2, height, depth))
        right_tile = wd.groupshared(element, (2, right_rows, right_columns))
        pipe = wd.pipe(stages=2, producers=loading, consumers=multiplying)
        y, x = wd.group_id().y * height, wd.group_id().x * (columns * shape.across)
        with wd.waves(loading):
            loader = wd.group_wave_index() - workers
            for k in range(u32(0), inner, depth):
                stage = pipe.acquire()
                wd.async_copy(
                    left_tile,
                    (stage, loader * left_part, 0),
                    left,
                    (y + loader * left_part, k),
                    (left_part, depth),
                )
                row, column = (k, x) if wd.static(layout == "row_major") else (x, k)
                wd.async_copy(
                    right_tile,
                    (stage, loader * right_part, 0),
                    right,
                    (row + loader * right_part, column),
                    (right_part, right_columns),
                )
                pipe.commit()
        with wd.waves(multiplying):
            team, place = wd.group_wave_index() // 4, wd.group_wave_index() % 4
            first = (team // shape.across * 4 + place) * rows
            column = team % shape.across * columns
            total = wd.matrix_fill(0.0, f32, (rows, columns))
            chained = wd.matrix_fill(0.0, f32, (rows, depth))
            for _ in range(u32(0), inner, depth):
                stage = pipe.wait()
                a = wd.matrix_load(left_tile, (stage, first, 0), (rows, depth), "a")
                at = (stage, 0, column) if wd.static(layout == "row_major") else (stage, column, 0)
                b = wd.matrix_load(right_tile, at, (depth, columns), "b", layout=layout)
                if wd.static(shape.chain):
                    # Scaled, so that the element holds it.
                    part = wd.matrix_multiply_add(a, b, wd.matrix_fill(0.0, f32, (rows, columns)))
                    scaled = wd.matrix_convert(element(part * (1.0 / 64)), "a")
                    c = wd.matrix_load(right_tile, at, (columns, depth), "b", layout=other)
                    chained = wd.matrix_multiply_add(scaled, c, chained)
                else:
                    total = wd.matrix_multiply_add(a, b, total)
                pipe.release()
            if wd.static(shape.chain):
                wd.matrix_store(out, (y + first, 0), chained)
            else:
                wd.matrix_store(out, (y + first, x + column), total)

    return multiply


SHAPES = [
    Shape(),
    Shape(layout="column_major"),
    Shape(bf16, "row_major", columns=256, teams=2),
    Shape(bf16, "column_major", columns=128, teams=2, loaders=1),
    Shape(layout="column_major", columns=320, loaders=1),
    Shape(layout="column_major", columns=8, loaders=1),
    Shape(layout="column_major", columns=40, loaders=1),
    Shape(rows=32, columns=128, depth=128, loaders=2),
    Shape(layout="column_major", rows=32, columns=64, depth=128, loaders=1),
    Shape(rows=16, columns=128, teams=2, across=2),
    Shape(layout="column_major", columns=64, teams=2, across=2, loaders=1),
    Shape(layout="column_major", columns=64, depth=256, loaders=1),
    Shape(columns=128, depth=16, loaders=1),
    Shape(bf16, "column_major", columns=64, chain=True, loaders=1),
    Shape(f16, "row_major", columns=128, depth=128, chain=True),
    Shape(pitch=1),
    Shape(layout="column_major", columns=128, teams=2, loaders=1, pitch=3),
    Shape(bf16, columns=256, teams=2, pitch=5),
]


def check(shape: Shape, dispatch: Callable[..., None]) -> None:
    """Runs the product of matrices with four tiles along the sum by ``dispatch(kernel, groups, *arguments)``."""
    down, sides, dtype = 2, 1 if shape.chain else 2, ARRAYS[shape.element]
    height = down * 4 * shape.teams * shape.rows // shape.across
    width, inner = sides * shape.columns * shape.across, 4 * shape.depth
    numbers = np.random.default_rng(height + width)

    def made(rows: int, columns: int) -> np.ndarray:
        return numbers.integers(-2, 3, (rows, columns + shape.pitch)).astype(dtype)[:, :columns]

    left = made(height, inner)
    right = made(inner, width) if shape.layout == "row_major" else made(width, inner)
    factor = (right if shape.layout == "row_major" else right.T).astype(np.float64)
    if shape.chain:
        expected = np.zeros((height, shape.depth))
        for k in range(0, inner, shape.depth):
            part = left[:, k : k + shape.depth].astype(np.float64) @ factor[k : k + shape.depth] / 64
            expected += part.astype(dtype).astype(np.float64) @ factor[k : k + shape.depth].T
    else:
        expected = left.astype(np.float64) @ factor
    out = np.zeros(expected.shape, np.float32)
    dispatch(product(shape), (sides, down), left, right, out, inner)
    np.testing.assert_array_equal(out, expected.astype(np.float32), err_msg=str(shape))
