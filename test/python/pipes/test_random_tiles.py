"""Random kernels with tiles compute the same with the pass `pipeline-waves` and without."""

from __future__ import annotations

import os

import numpy as np
import pytest
from random_tiles import TileKernel

COUNT = int(os.environ.get("WAVEDIALECT_RANDOM_KERNELS", "12"))
PLACES = (
    {"opt_level": 0, "enable": ("pipeline-waves",)},
    {"enable": ("pipeline-waves",)},
    {"opt_level": 2, "enable": ("pipeline-waves", "specialize", "broadcast-uniform-loads")},
)
WORDS = np.random.default_rng(5).integers(0, 1 << 32, 3000, dtype=np.uint32)


@pytest.mark.parametrize("seed", range(COUNT))
def test_results(seed, tmp_path):
    made = TileKernel(seed)
    kernel = made.load(tmp_path)
    for size in (4, 16, 32):

        def run(trips, size=size, **options):
            out = np.arange(3 * made.waves * size, dtype=np.uint32)
            kernel.dispatch(3, WORDS, out, *trips, wave_size=size, **options)
            return out

        for trips in ((2, 3), (0, 1)):
            expected = run(trips, device="interpreter" if size == 4 else "cpu")
            for place in PLACES:
                found = run(trips, device="cpu", **place)
                np.testing.assert_array_equal(found, expected, err_msg=f"{place} {size}\n{made.source}")


def test_most_kernels_get_a_pipe(tmp_path):
    """So that the test above tests the pass."""
    piped = 0
    for seed in range(12):
        bundle = TileKernel(seed).load(tmp_path).compile("cpu", wave_size=8, enable=("pipeline-waves",))
        piped += any("which is new, loads" in text for text in bundle.remarks)
    assert piped >= 7
