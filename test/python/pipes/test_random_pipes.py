"""Random kernels with pipes have the same results on the interpreter, in any order of waves, and on the CPU."""

from __future__ import annotations

import os

import numpy as np
import pytest
from random_pipes import PipeKernel

from wavedialect.backends.interpreter.device import Interpreter

COUNT = int(os.environ.get("WAVEDIALECT_RANDOM_KERNELS", "12"))
PLACES = (
    {"device": Interpreter(seed=3)},
    {"device": "cpu"},
    {"device": "cpu", "opt_level": 0},
    {"device": "cpu", "opt_level": 2, "enable": ("specialize", "broadcast-uniform-loads")},
    {"device": "cpu", "extra_waves": 1},
)


@pytest.mark.parametrize("seed", range(COUNT))
def test_random_pipes(seed, tmp_path):
    made = PipeKernel(seed)
    kernel = made.load(tmp_path)
    for size in (4, 16, 64):
        src = np.random.default_rng(seed).integers(0, 1 << 32, 8 * size, dtype=np.uint32)

        def run(place, size=size, src=src):
            out = np.zeros(3 * made.waves * size, np.uint32)
            kernel.dispatch(3, src, out, 3, 2, wave_size=size, **place)
            return out

        expected = run({"device": Interpreter()})
        for place in PLACES:
            np.testing.assert_array_equal(run(place), expected, err_msg=f"{place} {size}\n{made.source}")
