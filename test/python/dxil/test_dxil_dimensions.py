"""Buffers and arrays of two and three dimensions in containers, on the executor of DXIL."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from dxil_device import DXILDevice

sys.path.insert(0, str(Path(__file__).parents[1] / "execution"))
from dimension_kernels import check_all  # noqa: E402


@pytest.mark.parametrize("name", ["dxil:6.5", "dxil:6.6:loops", "dxil:6.10:reversed"])
@pytest.mark.parametrize("wave_size", [4, 32])
def test_containers(name, wave_size):
    device = DXILDevice(name)
    check_all(lambda kernel, *arguments: kernel.dispatch(*arguments, device=device, wave_size=wave_size))
