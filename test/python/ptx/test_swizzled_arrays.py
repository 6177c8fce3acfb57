"""Groupshared arrays whose elements have another order on NVIDIA's machine: all accesses agree about it, and instructions for blocks
of matrices and copies have no conflicts of banks."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import ptx_wave
import pytest

import wavedialect as wd
from wavedialect import bf16, f32, u32


def kernel_of(depth: int, columns: int, shift: int) -> wd.Kernel:
    """A product whose tiles are read by single elements as well. `shift` moves the place of the tile in the buffer."""

    @wd.kernel(num_waves=1)
    def swizzled(
        left: wd.Buffer[bf16, 2], right: wd.Buffer[bf16, 2], out: wd.RWBuffer[f32, 2], seen: wd.RWBuffer[bf16, 2]
    ):
        left_tile = wd.groupshared(bf16, (2, 16, depth))
        right_tile = wd.groupshared(bf16, (depth, columns))
        y, x = wd.group_id().y * 16, wd.group_id().x * columns
        lane, lanes = wd.wave_lane_index(), wd.wave_lane_count()
        total = wd.matrix_fill(0.0, f32, (16, columns))
        for k in range(u32(0), 2 * depth, depth):
            half = k // depth
            wd.async_copy(left_tile, (half, 0, 0), left, (y + shift, k), (16, depth))
            wd.async_copy(right_tile, (0, 0), right, (k, x), (depth, columns))
            wd.group_memory_barrier_with_group_sync()
            for i in range(lane, u32(16 * depth), lanes):
                seen[i // depth, k + i % depth] = left_tile[half, i // depth, i % depth]
            a = wd.matrix_load(left_tile, (half, 0, 0), (16, depth), "a")
            total = wd.matrix_multiply_add(a, wd.matrix_load(right_tile, (0, 0), (depth, columns), "b"), total)
            wd.group_memory_barrier_with_group_sync()
            # Elements that no copy writes.
            left_tile[half, lane % 16, lane // 16] = bf16(0.0)
            wd.group_memory_barrier_with_group_sync()
        wd.matrix_store(out, (y, x), total)

    return swizzled


@pytest.mark.parametrize("depth", [16, 32, 64, 128])
@pytest.mark.parametrize("columns", [16, 64])
@pytest.mark.parametrize("shift", [0, 3], ids=["inside", "outside"])
def test_all_accesses_agree(depth, columns, shift):
    numbers = np.random.default_rng(depth + columns)
    left = numbers.integers(-4, 5, (32, 2 * depth)).astype(ml_dtypes.bfloat16)
    right = numbers.integers(-4, 5, (2 * depth, 2 * columns)).astype(ml_dtypes.bfloat16)
    out = np.zeros((32, 2 * columns), np.float32)
    seen = np.zeros((16, 2 * depth), ml_dtypes.bfloat16)
    wave = ptx_wave.run(kernel_of(depth, columns, shift), (1, 1, 0), left, right, out, seen)
    assert wave.conflicts == 0
    shifted = np.zeros((16, 2 * depth), np.float32)
    shifted[: 16 - shift] = left[16 + shift :].astype(np.float32)
    np.testing.assert_array_equal(seen.astype(np.float32), shifted)
    np.testing.assert_array_equal(out[16:, columns:], shifted @ right[:, columns:].astype(np.float32))
    assert not out[:16].any() and not out[:, :columns].any()
