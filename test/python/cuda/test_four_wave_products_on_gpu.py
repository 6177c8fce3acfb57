"""Products that four waves make together on a CUDA device, compared with NumPy."""

from __future__ import annotations

import four_wave_products as products
import pytest

import wavedialect as wd

try:
    DEVICE = wd.open_device("cuda")
except wd.DeviceError as error:
    pytest.skip(f"no CUDA device: {error.message}", allow_module_level=True)


@pytest.mark.parametrize("shape", products.SHAPES, ids=str)
def test_products(shape):
    products.check(shape, lambda kernel, groups, *arguments: kernel.dispatch(groups, *arguments, device=DEVICE))
