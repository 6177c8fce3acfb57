"""Constant buffers in containers: the executor's results, the records, and registers."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from dxil_device import DXILDevice

sys.path.insert(0, str(Path(__file__).parents[1] / "execution"))

from constant_kernels import check_words, words_kernel  # noqa: E402


@pytest.mark.parametrize("wave_size", [4, 32, 64])
@pytest.mark.parametrize("model", ["6.0", "6.6", "6.10"])
def test_results(model, wave_size):
    check_words(wave_size, 2, device=DXILDevice(f"dxil:{model}"))


@pytest.mark.parametrize("level", [0, 2])
def test_results_of_other_levels(level):
    check_words(16, 1, device=DXILDevice("dxil:6.6"), opt_level=level)


def test_manifest():
    manifest = words_kernel.compile("dxil", shader_model="6.6").manifest
    binding = manifest["bindings"][0]
    assert (binding["kind"], binding["set"], binding["binding"], binding["bytes"], binding["stride"]) == (
        "cbv",
        0,
        0,
        88,
        0,
    )
    # The constant buffer has the register b0.
    assert manifest["root_constants"]["register"] == 1
