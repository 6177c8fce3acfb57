"""Random kernels with pipes have the same results on the interpreter, in any order of waves, and on the CPU."""

from __future__ import annotations

import importlib.util
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
    file = tmp_path / f"passes_{seed}.py"
    file.write_text(made.source)
    spec = importlib.util.spec_from_file_location(file.stem, file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for size in (4, 16, 64):
        src = np.random.default_rng(seed).integers(0, 1 << 32, 8 * size, dtype=np.uint32)

        def run(place, size=size, src=src):
            out = np.zeros(3 * made.waves * size, np.uint32)
            module.passes.dispatch(3, src, out, 3, 2, wave_size=size, **place)
            return out

        expected = run({"device": Interpreter()})
        for place in PLACES:
            np.testing.assert_array_equal(run(place), expected, err_msg=f"{place} {size}\n{made.source}")
