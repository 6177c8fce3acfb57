"""Products that four waves make together on a CUDA device, compared with NumPy."""

from __future__ import annotations

import four_wave_products as products
import ml_dtypes
import numpy as np
import pytest
from example_launches import load_example

import wavedialect as wd

try:
    DEVICE = wd.open_device("cuda")
except wd.DeviceError as error:
    pytest.skip(f"no CUDA device: {error.message}", allow_module_level=True)


@pytest.mark.parametrize("shape", products.SHAPES, ids=str)
def test_products(shape):
    products.check(shape, lambda kernel, groups, *arguments: kernel.dispatch(groups, *arguments, device=DEVICE))


@pytest.mark.parametrize(("workers", "spare"), [(4, 0), (8, 3)])
def test_attention(workers, spare):
    """The queries are left factors in rows of 256 bytes, and the weights are in registers."""
    size, heads, length = 128, 2, 512
    kernel = load_example("15-attention").attention(size, 16, workers, spare, stages=2)
    arrays = np.random.default_rng(15).standard_normal((3, heads, length, size)).astype(ml_dtypes.bfloat16)
    out = np.zeros_like(arrays[0])
    kernel.dispatch((length // (16 * workers), heads), *arrays, out, length, device=DEVICE)
    q, k, v = arrays.astype(np.float64)
    weights = np.exp(q @ k.swapaxes(1, 2) / np.sqrt(size))
    np.testing.assert_allclose(
        out.astype(np.float64), weights @ v / weights.sum(axis=2, keepdims=True), atol=0.02, rtol=0.02
    )
