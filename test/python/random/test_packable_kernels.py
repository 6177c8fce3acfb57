"""Random kernels whose groups share waves."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from configurations import DXIL, Configuration
from failing_kernel import AGREES, failing_kernel
from packable_generator import generate_packable

# For the executor of DXIL.
sys.path.append(str(Path(__file__).parents[1] / "dxil"))
COUNT = int(os.environ.get("WAVEDIALECT_RANDOM_KERNELS", "40"))


def merging(factor: int, cluster: int) -> tuple[str, ...]:
    return (f"coarsen-groups{{factor={factor} cluster={cluster}}}",)


def test_most_are_packed():
    packed = 0
    for seed in range(20):
        bundle = generate_packable(seed).load().compile(target="cpu", wave_size=16, enable=merging(2, 8))
        packed += any("8 of 16 lanes run each" in str(remark) for remark in bundle.remarks)
    assert packed > 10


@pytest.mark.parametrize("seed", range(COUNT))
def test_packed_kernels_agree(seed):
    random_kernel = generate_packable(seed)
    size = (4, 8, 16, 32, 64, 128)[seed % 6]
    groups = (2, 4)[seed // 6 % 2] if size > 4 else 2
    options = {"opt_level": seed % 3, "enable": merging(groups * (1 + seed % 2), size // groups)}
    for device in ("cpu", DXIL[seed % len(DXIL)]):
        outcome = failing_kernel(
            "packable", random_kernel, Configuration(size, device, tuple(options.items()))
        ).compare()
        assert outcome.kind == AGREES, outcome.text
