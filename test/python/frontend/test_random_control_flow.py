"""Random structured kernels: the interpreted module of the front end against a direct execution of the text."""

from __future__ import annotations

import linecache

import numpy as np
import pytest
from masked_reference import Wave
from random_kernels import Maker

from wavedialect.frontends.python.frontend import build_module
from wavedialect.interpreter.interpreter import InterpretedKernel
from wavedialect.ir.module import KernelAttributes

LANES = 8


@pytest.mark.parametrize("block", range(12))
def test_random_kernels_mean_what_they_say(block):
    for seed in range(block * 25, block * 25 + 25):
        text = Maker(seed).module()
        file = f"<random kernel {seed}>"
        linecache.cache[file] = (len(text), None, text.splitlines(True), file)
        names: dict = {}
        exec(compile(text, file, "exec"), names)  # noqa: S102, the text is ours
        module = build_module(names["kernel"], KernelAttributes(num_waves=1, wave_size=(LANES,)))
        made, expected = (np.full(LANES * 4, -1, np.int32) for _ in range(2))
        InterpretedKernel(module, LANES).run([made], (1, 1, 1))
        Wave(text, LANES, {"out": expected}).run("kernel")
        assert made.tolist() == expected.tolist(), f"seed {seed}\n{text}"
