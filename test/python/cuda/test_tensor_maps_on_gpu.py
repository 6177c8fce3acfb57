"""Tiles that a CUDA device copies as a whole, by tensor maps: what is outside of a buffer, and buffers without a map."""

from __future__ import annotations

import functools

import ml_dtypes
import numpy as np
import pytest

import wavedialect as wd
from wavedialect import bf16, f16, f32, u32

try:
    DEVICE = wd.open_device("cuda")
except wd.DeviceError as error:
    pytest.skip(f"no CUDA device: {error.message}", allow_module_level=True)

if DEVICE.properties.capability < (9, 0):
    pytest.skip("tensor maps begin with compute capability 9.0", allow_module_level=True)

ARRAYS = {f16: np.float16, bf16: ml_dtypes.bfloat16}
HEIGHT = 32


@functools.cache
def product(element, depth, width, loaders, stages=2):
    """The product of a left factor, whose rows begin ``shift`` rows further up, and a right one, in tiles of 32 x depth and
    depth x width."""

    @wd.kernel(num_waves=2 + loaders, group_shared_limit=96 * 1024)
    def multiply(left: wd.Buffer[element, 2], right: wd.Buffer[element, 2], out: wd.RWBuffer[f32, 2], shift: u32):
        left_tile = wd.groupshared(element, (stages, HEIGHT, depth))
        right_tile = wd.groupshared(element, (stages, depth, width))
        pipe = wd.pipe(stages=stages, producers=range(2, 2 + loaders), consumers=(0, 1))
        y, x = wd.group_id().y * HEIGHT, wd.group_id().x * width
        wave = wd.group_wave_index()
        with wd.waves(range(2, 2 + loaders)):
            first, second = (wave - 2) * (HEIGHT // loaders), (wave - 2) * (depth // loaders)
            for k in range(u32(0), left.shape[1], depth):
                stage = pipe.acquire()
                wd.async_copy(left_tile, (stage, first, 0), left, (y + first - shift, k), (HEIGHT // loaders, depth))
                wd.async_copy(right_tile, (stage, second, 0), right, (k + second, x), (depth // loaders, width))
                pipe.commit()
        with wd.waves(range(2)):
            total = wd.matrix_fill(0.0, f32, (16, width))
            for _ in range(u32(0), left.shape[1], depth):
                stage = pipe.wait()
                a = wd.matrix_load(left_tile, (stage, wave * 16, 0), (16, depth), "a")
                b = wd.matrix_load(right_tile, (stage, 0, 0), (depth, width), "b")
                total = wd.matrix_multiply_add(a, b, total)
                pipe.release()
            wd.matrix_store(out, (y + wave * 16, x), total)

    return multiply


@pytest.mark.parametrize("shift", [0, 3])
@pytest.mark.parametrize(
    "sizes",
    # Without a map are rows of 140, 200 and 2 bytes.
    [(64, 128, 256), (50, 72, 136), (33, 70, 104), (33, 72, 100), (33, 70, 100), (1, 8, 8), (40, 1, 1)],
    ids=str,
)
@pytest.mark.parametrize("tiles", [(64, 128, 1), (64, 64, 2), (32, 32, 1), (16, 256, 2), (128, 64, 4)], ids=str)
@pytest.mark.parametrize("element", [f16, bf16], ids=str)
def test_products_of_any_size(element, tiles, sizes, shift):
    (rows, inner, columns), width = sizes, tiles[1]
    random = np.random.default_rng(rows + inner)
    left = random.integers(-4, 5, (rows, inner)).astype(ARRAYS[element])
    right = random.integers(-4, 5, (inner, columns)).astype(ARRAYS[element])
    groups = (-(-columns // width), -(-(rows + shift) // HEIGHT))
    out = np.full((groups[1] * HEIGHT, groups[0] * width), 9, np.float32)
    expected = np.zeros_like(out)
    expected[shift : rows + shift, :columns] = left.astype(np.float32) @ right.astype(np.float32)
    kernel = product(element, *tiles)
    assert kernel.compile(target="ptx", sm="sm_90").manifest["tensor_maps"]
    kernel.dispatch(groups, left, right, out, shift, device=DEVICE)
    np.testing.assert_array_equal(out, expected)


@functools.cache
def layers_of_sums(part, loaders):
    """Of each layer the sum of its columns, as a product with ones; tiles of a stage have 32 rows of 128 numbers."""

    @wd.kernel(num_waves=1 + loaders, group_shared_limit=96 * 1024)
    def sums(x: wd.Buffer[bf16, 3], ones: wd.Buffer[bf16, 2], out: wd.RWBuffer[f32, 2]):
        tile = wd.groupshared(bf16, (2, part * loaders, 128))
        pipe = wd.pipe(stages=2, producers=range(1, 1 + loaders), consumers=0)
        layer = wd.group_id().x
        with wd.waves(range(1, 1 + loaders)):
            row = (wd.group_wave_index() - 1) * part
            for first in range(u32(0), x.shape[1], part * loaders):
                stage = pipe.acquire()
                wd.async_copy(tile, (stage, row, 0), x, (layer, first + row, 0), (part, 128))
                pipe.commit()
        with wd.waves(0):
            left = wd.matrix_load(ones, (0, 0), (16, part * loaders), "a")
            total = wd.matrix_fill(0.0, f32, (16, 128))
            for _ in range(u32(0), x.shape[1], part * loaders):
                stage = pipe.wait()
                right = wd.matrix_load(tile, (stage, 0, 0), (part * loaders, 128), "b")
                total = wd.matrix_multiply_add(left, right, total)
                pipe.release()
            wd.matrix_store(out, (layer * 16, 0), total)

    return sums


@pytest.mark.parametrize("shape", [(3, 64, 128), (2, 33, 72), (2, 5, 70), (1, 8, 8)], ids=str)
@pytest.mark.parametrize("tiles", [(32, 1), (16, 2)], ids=str)
def test_layers(tiles, shape):
    x = np.random.default_rng(shape[1]).integers(-4, 5, shape).astype(ARRAYS[bf16])
    ones = np.ones((16, 32), ARRAYS[bf16])
    # One group more than there are layers.
    out = np.full((16 * (shape[0] + 1), 128), 9, np.float32)
    expected = np.zeros((shape[0] + 1, 16, 128), np.float32)
    expected[:-1, :, : shape[2]] = x.astype(np.float32).sum(axis=1)[:, None]
    kernel = layers_of_sums(*tiles)
    (described,) = kernel.compile(target="ptx", sm="sm_90").manifest["tensor_maps"]
    assert len(described["sizes"]) == 3
    kernel.dispatch(shape[0] + 1, x, ones, out, device=DEVICE)
    np.testing.assert_array_equal(out, expected.reshape(out.shape))
