"""Asynchronous copies on a CUDA device: pieces of 16 bytes and elements, stages of pipes, and elements outside."""

from __future__ import annotations

import copy_kernels as kernels
import numpy as np
import pytest

import wavedialect as wd

try:
    DEVICE = wd.open_device("cuda")
except wd.DeviceError as error:
    pytest.skip(f"no CUDA device: {error.message}", allow_module_level=True)

BEFORE = 1 << 32
GROUPS = 600
"""More than run at the same time."""


@pytest.mark.parametrize("first", [0, 4, 90, 200, BEFORE - 5, BEFORE - 8])
def test_runs(first):
    src = np.arange(1, 121, dtype=np.uint32)
    for count in (0, 1, 64, 70):
        out = np.zeros(400, np.uint32)
        kernels.run.dispatch(1, src, out, first, count, device=DEVICE, wave_size=32)
        np.testing.assert_array_equal(out, kernels.run_expected(src, first, count))


@pytest.mark.parametrize("width", [70, 72])
@pytest.mark.parametrize("shape", [(7, 12, 1), (3, 40, 0), (8, 64, 4)])
def test_tiles(shape, width):
    rows, columns, padding = shape
    src = 1 + np.arange(2 * 9 * width, dtype=np.float32).reshape(2, 9, width)
    for batch, y, x in ((0, 0, 0), (1, 7, 48), (1, 7, 50), (1, BEFORE - 2, BEFORE - 4), (2, 0, 0), (0, 0, 70)):
        out = np.zeros(rows * columns + columns // 2, np.float32)
        kernels.tiled(*shape).dispatch(1, src, out, batch, y, x, device=DEVICE, wave_size=32)
        np.testing.assert_array_equal(out[: rows * columns], kernels.tile_expected(src, batch, y, x, rows, columns))


@pytest.mark.parametrize("element", [wd.f16, wd.f32, wd.float2], ids=str)
@pytest.mark.parametrize("shape", [(16, 8, 8), (32, 16, 0), (2, 512, 8), (1, 256, 0)])
def test_whole_tiles(shape, element):
    """Copies without a loop: rows of less and of more than 32 pieces, inside of the buffer and partly outside."""
    rows, columns, _ = shape
    parts = getattr(element, "size", 1)
    dtype = np.dtype(getattr(element, "element", element).numpy)
    form = (2, 40, 640) if parts == 1 else (2, 40, 640, parts)
    src = (1 + np.arange(np.prod(form)) % 2000).astype(dtype).reshape(form)
    for batch, y, x in (
        (0, 0, 0),
        (1, 8, 128),
        (1, 8, 129),
        (1, 40 - rows, 640 - columns),
        (1, 41 - rows, 0),
        (0, 3, 640),
    ):
        out = np.zeros((rows * columns + columns // 2, *form[3:]), dtype)
        kernels.tiled(*shape, element).dispatch(1, src, out, batch, y, x, device=DEVICE, wave_size=32)
        np.testing.assert_array_equal(out[: rows * columns], kernels.tile_expected(src, batch, y, x, rows, columns))


@pytest.mark.parametrize("element", [wd.f16, wd.f64, wd.float2, wd.float3, wd.float4], ids=str)
def test_types(element):
    parts = getattr(element, "size", 1)
    dtype = np.dtype(getattr(element, "element", element).numpy)
    for width in (30, 32):
        shape = (2, 9, width) if parts == 1 else (2, 9, width, parts)
        src = (1 + np.arange(np.prod(shape)) % 1000).astype(dtype).reshape(shape)
        for x in (0, 8, 20, BEFORE - 1, BEFORE - 8):
            out = np.zeros((8 * 16 + 8, *shape[3:]), dtype)
            kernels.tiled(8, 16, 0, element).dispatch(1, src, out, 1, 4, x, device=DEVICE, wave_size=32)
            np.testing.assert_array_equal(out[: 8 * 16], kernels.tile_expected(src, 1, 4, x, 8, 16))


@pytest.mark.parametrize("width", [190, 192])
@pytest.mark.parametrize("stages", [1, 2, 4])
def test_stages_of_pipes(stages, width):
    src = np.random.default_rng(stages).integers(0, 100, (GROUPS * 8 - 3, width)).astype(np.float32)
    expected = kernels.stream_expected(src, GROUPS, 10, 32)
    for _ in range(5):
        out = np.zeros(GROUPS * 3 * 32, np.float32)
        kernels.streamed(stages).dispatch(GROUPS, src, out, 10, device=DEVICE, wave_size=32)
        np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize("lanes", [1, 3, 31, 32])
def test_lanes_that_have_returned(lanes):
    src, out = np.arange(100, dtype=np.uint32), np.zeros(120, np.uint32)
    kernels.returned.dispatch(1, src, out, lanes, device=DEVICE, wave_size=32)
    np.testing.assert_array_equal(out, kernels.returned_expected(src))
