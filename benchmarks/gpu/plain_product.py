"""The product of examples/14-matrix-product.py as one writes it first: all waves copy a tile, meet, multiply it, and meet again.

The pass `pipeline-waves` makes the specialized form of it: a wave that copies, and a pipe.
"""

from __future__ import annotations

from collections.abc import Callable

import wavedialect as wd
from wavedialect import bf16, f32, u32

PIPELINE = ("pipeline-waves{stages=4}",)


def plain_product(waves: int, rows: int, columns: int, depth: int, place: Callable[..., tuple[u32, u32]]) -> wd.Kernel:
    """A group has `waves` times `rows` rows of the product, and `columns` columns. `place` numbers the tiles."""
    height = waves * rows

    @wd.kernel(num_waves=waves, group_shared_limit=227 * 1024)
    def multiply(left: wd.Buffer[bf16, 2], right: wd.Buffer[bf16, 2], out: wd.RWBuffer[bf16, 2], inner: u32):
        left_tile = wd.groupshared(bf16, (height, depth))
        right_tile = wd.groupshared(bf16, (depth, columns))
        down, sides = left.shape[0] // height, right.shape[1] // columns
        row = wd.group_wave_index() * rows
        for tile in range(wd.group_id().x, down * sides, wd.group_count().x):
            y, x = place(tile, down, sides)
            total = wd.matrix_fill(0.0, f32, (rows, columns))
            for k in range(u32(0), inner, depth):
                wd.async_copy(left_tile, (0, 0), left, (y * height, k), (height, depth))
                wd.async_copy(right_tile, (0, 0), right, (k, x * columns), (depth, columns))
                wd.group_memory_barrier_with_group_sync()
                a = wd.matrix_load(left_tile, (row, 0), (rows, depth), "a")
                b = wd.matrix_load(right_tile, (0, 0), (depth, columns), "b")
                total = wd.matrix_multiply_add(a, b, total)
                wd.group_memory_barrier_with_group_sync()
            wd.matrix_store(out, (y * height + row, x * columns), bf16(total))

    return multiply
