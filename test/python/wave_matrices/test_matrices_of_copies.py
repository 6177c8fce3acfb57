"""Matrices loaded from tiles that asynchronous copies bring, behind barriers and in stages of a pipe."""

from __future__ import annotations

import functools

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import f32, u32

M, N, K = 24, 20, 40
TILE = (8, 12, 16)


@functools.cache
def product(stages: int) -> wd.Kernel:
    """A tile of a product: wave 0 copies tiles to the stages of a pipe, wave 1 multiplies. Without stages, both waves copy
    half a tile between barriers."""
    rows, columns, depth = TILE

    @wd.kernel(num_waves=2)
    def piped(a: wd.Buffer[f32, 2], b: wd.Buffer[f32, 2], c: wd.RWBuffer[f32], k: u32, n: u32):
        left = wd.groupshared(f32, stages * rows * depth)
        right = wd.groupshared(f32, stages * depth * columns)
        pipe = wd.pipe(stages=stages, producers=0, consumers=1)
        y, x = wd.group_id().y * rows, wd.group_id().x * columns
        with wd.waves(0):
            for z in range(u32(0), k, depth):
                stage = pipe.acquire()
                wd.async_copy(left, stage * (rows * depth), a, (y, z), (rows, depth))
                wd.async_copy(right, stage * (depth * columns), b, (z, x), (depth, columns))
                pipe.commit()
        with wd.waves(1):
            total = wd.matrix_fill(f32(0), f32, (rows, columns), "acc")
            for _ in range(u32(0), k, depth):
                stage = pipe.wait()
                one = wd.matrix_load(left, stage * (rows * depth), depth, (rows, depth), "a")
                other = wd.matrix_load(right, stage * (depth * columns), columns, (depth, columns), "b")
                total = wd.matrix_multiply_add(one, other, total)
                pipe.release()
            wd.matrix_store(c, y * n + x, n, total)

    @wd.kernel(num_waves=2)
    def barriers(a: wd.Buffer[f32, 2], b: wd.Buffer[f32, 2], c: wd.RWBuffer[f32], k: u32, n: u32):
        left = wd.groupshared(f32, rows * depth)
        right = wd.groupshared(f32, depth * columns)
        y, x = wd.group_id().y * rows, wd.group_id().x * columns
        total = wd.matrix_fill(f32(0), f32, (rows, columns), "acc")
        for z in range(u32(0), k, depth):
            with wd.waves(0):
                wd.async_copy(left, 0, a, (y, z), (rows, depth))
            with wd.waves(1):
                wd.async_copy(right, 0, b, (z, x), (depth, columns))
            wd.group_memory_barrier_with_group_sync()
            one = wd.matrix_load(left, 0, depth, (rows, depth), "a")
            other = wd.matrix_load(right, 0, columns, (depth, columns), "b")
            total = wd.matrix_multiply_add(one, other, total)
            wd.group_memory_barrier_with_group_sync()
        with wd.waves(1):
            wd.matrix_store(c, y * n + x, n, total)

    return piped if stages else barriers


@pytest.mark.parametrize("device", ["interpreter", "cpu"])
@pytest.mark.parametrize("stages", [0, 1, 3])
def test_products(device, stages):
    numbers = np.random.default_rng(stages)
    a = numbers.integers(-8, 8, (M, K)).astype(np.float32)
    b = numbers.integers(-8, 8, (K, N)).astype(np.float32)
    wide = -(-N // TILE[1]) * TILE[1]
    for wave_size in (4, 16, 64):
        c = np.zeros(M * wide, np.float32)
        product(stages).dispatch((2, M // TILE[0]), a, b, c, K, wide, device=device, wave_size=wave_size)
        np.testing.assert_array_equal(c.reshape(M, wide)[:, :N], a @ b)
