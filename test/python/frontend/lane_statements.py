"""Runs statements of one lane in kernels, and in Python with NumPy's numbers.

Since NumPy 2, a Python number that meets a NumPy number takes its type, which is the rule of the language for literals.
``lane``, ``tid``, ``count`` and ``len(...)`` are u32; ``size`` is an i32, ``scale`` an f32; ``x`` and ``out`` hold u32, ``y`` and
``signed`` i32, ``f`` and ``real`` f32, ``wide`` i64, ``double`` f64. Each lane writes its element of some of the last five.
"""

from __future__ import annotations

import textwrap
import types

import numpy as np

from wavedialect.frontends.python.frontend import build_module
from wavedialect.interpreter.interpreter import InterpretedKernel

LANES = 8
HEAD = """
    @wd.kernel(num_waves=1, wave_size=8)
    def kernel(x: wd.Buffer[u32], y: wd.Buffer[i32], f: wd.Buffer[f32], out: wd.RWBuffer[u32], signed: wd.RWBuffer[i32],
               real: wd.RWBuffer[f32], wide: wd.RWBuffer[wd.i64], double: wd.RWBuffer[wd.f64], count: u32, size: i32,
               scale: f32):
        lane = wd.wave_lane_index()
        tid = wd.group_id().x * wd.wave_lane_count() + lane
"""


def text_of(statements: str) -> str:
    return textwrap.dedent(HEAD) + textwrap.indent(statements, "    ")


def arguments() -> list:
    """Fresh arguments of the kernel."""
    numbers = np.random.default_rng(7)
    x = np.sort(numbers.integers(0, 100, 72)).astype(np.uint32)
    x[5] = 7
    y = numbers.integers(-50, 50, 16).astype(np.int32)
    f = numbers.random(16, np.float32)
    out, signed, real = np.zeros(LANES, np.uint32), np.zeros(LANES, np.int32), np.zeros(LANES, np.float32)
    wide = (numbers.integers(-50, 50, 16) << 33).astype(np.int64)
    double = numbers.random(16)
    return [x, y, f, out, signed, real, wide, double, np.uint32(5), np.int32(-3), np.float32(1.5)]


def by_numpy(statements: str) -> list:
    """The arguments after Python has executed the statements for each lane."""
    made = arguments()
    names = "x y f out signed real wide double count size scale".split()
    wd = types.SimpleNamespace(wave_lane_count=lambda: np.uint32(LANES), static_range=range)
    with np.errstate(over="ignore"):
        for lane in range(LANES):
            known = dict(zip(names, made, strict=True), wd=wd, lane=np.uint32(lane), tid=np.uint32(lane))
            known["len"] = lambda array: np.uint32(len(array))
            exec(statements, known)  # noqa: S102, our own text
    return made


def agree(found: list, expected: list) -> None:
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_array_equal(a, b)


def check(kernel, statements: str) -> None:
    """Compares the kernel of the statements, on the CPU and the interpreter, with Python."""
    expected = by_numpy(statements)
    on_cpu, interpreted = arguments(), arguments()
    kernel.dispatch(1, *on_cpu)
    agree(on_cpu, expected)
    InterpretedKernel(build_module(kernel.function, kernel.attributes), LANES).run(interpreted, (1, 1, 1))
    agree(interpreted, expected)
