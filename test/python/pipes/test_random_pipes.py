"""Random kernels with pipes, also with asynchronous copies and with barriers of sets of waves, have the same results on the
interpreter, in any order of waves, and on the CPU, and the checker does not accuse them."""

from __future__ import annotations

import os

import numpy as np
import pytest
from random_pipes import PipeKernel

from wavedialect.backends.interpreter.device import Interpreter

COUNT = int(os.environ.get("WAVEDIALECT_RANDOM_KERNELS", "12"))
KINDS = {
    "plain": {},
    "copies": {"copies": True},
    "barriers": {"barriers": True},
    "both": {"copies": True, "barriers": True},
}
PLACES = (
    {"device": Interpreter(seed=3)},
    {"device": "cpu"},
    {"device": "cpu", "opt_level": 0},
    {"device": "cpu", "opt_level": 2, "enable": ("specialize", "broadcast-uniform-loads")},
    {"device": "cpu", "extra_waves": 1},
)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(COUNT))
def test_random_pipes_are_not_accused(seed, kind, tmp_path):
    made = PipeKernel(seed, **KINDS[kind])
    kernel = made.load(tmp_path)
    # 128 lanes take most of the time to compile.
    sizes = (4, 16, 64) if seed % 8 else (8, 32, 128)
    src = np.random.default_rng(seed).integers(0, 1 << 32, 8 * sizes[-1], dtype=np.uint32)
    orders = ("by index", "backward", ("shuffled", seed))
    out = np.zeros(3 * made.waves * sizes[-1], np.uint32)
    report = kernel.check(3, src, out, 3, 2, wave_sizes=sizes, wave_orders=orders, by_wave_size="out", most_findings=5)
    assert report.ok and not report.notes and report.is_complete, f"\n{report}\n{made.source}"
    assert len(report.runs) == 9


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(COUNT))
def test_random_pipes(seed, kind, tmp_path):
    made = PipeKernel(seed, **KINDS[kind])
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
