"""Variables that have only literals take the type of what they meet."""

from __future__ import annotations

import textwrap
import types

import numpy as np
import pytest
from habits import ACCEPTED, HABITS

from wavedialect import errors
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


@pytest.mark.parametrize("statements", ACCEPTED + HABITS)
def test_habit(load, statements):
    kernel = load(text_of(statements))["kernel"]
    expected = by_numpy(statements)
    on_cpu, interpreted = arguments(), arguments()
    kernel.dispatch(1, *on_cpu)
    agree(on_cpu, expected)
    InterpretedKernel(build_module(kernel.function, kernel.attributes), LANES).run(interpreted, (1, 1, 1))
    agree(interpreted, expected)


def test_there_are_61_new_habits():
    assert len(set(HABITS)) == 61


#: What stays an error, with the message; ``§`` marks the place.
REFUSED = {
    "two variables": ("out[lane] = §tid + size", "u32 and i32"),
    "a conversion is no literal": ("n = i32(0)\nout[lane] = §n + lane", "i32 and u32"),
    "an annotation is no literal": ("n: i32 = 0\nout[lane] = §n + lane", "i32 and u32"),
    "decided by the first use": ("n = 0\nfor i in range(4):\n    n += size\nout[lane] = §n + lane", "i32 and u32"),
    "decided by a store": (
        "n = 0\nfor i in range(4):\n    n += 1\nsigned[lane] = n\nout[lane] = §n",
        "expects u32, got i32",
    ),
    "decided by an id": ("n = 0\nfor i in range(4):\n    n += lane\nsigned[lane] = §n", "expects i32, got u32"),
    "numbers below zero": ("i = 7\nwhile i >= 0:\n    out[lane] += x[§lane + i]\n    i -= 1", "u32 and i32"),
    "numbers below zero, later": ("i = 7\nwhile x[§lane + i] > 3 and i >= 0:\n    i -= 1", "u32 and i32"),
    "a negated variable": ("i = 7\nwhile x[§lane + i] > 3:\n    signed[lane] = -i\n    i -= 1", "u32 and i32"),
    "a negative bound": ("for i in range(-3, 4):\n    out[lane] += x[§lane + i]", "u32 and i32"),
    "a negative literal": ("i = 7\nwhile i > 1:\n    i += -1\n    out[lane] = x[§lane + i]", "u32 and i32"),
    "a count is no float": ("n = 0\nfor i in range(4):\n    n += 1\nreal[lane] = §scale / n", "f32 and i32"),
    "an index is no float": ("for i in range(4):\n    real[lane] += §f[i] * i", "f32 and i32"),
    "a float is no index": (
        "acc = 0\nfor i in range(4):\n    out[lane] += x[acc]\n    §acc += f[i]",
        "i32 and f32",
    ),
    "a float literal": ("s = 0.5\nout[lane] = u32(§lane * s)", "u32 and f32"),
    "a small type": ("n = 0\nfor i in range(4):\n    n += 1\nsigned[lane] = i32(§wd.i16(size) + n)", "i16 and i32"),
    "below zero, known": ("n = 3\nm = n - 5\nout[lane] = §lane + m", "the literal -2 does not fit in u32"),
    "too large": ("n = 1\nfor i in range(4):\n    n *= 2\nout[lane] = §n + lane + 5000000000", "does not fit in u32"),
    "a later mistake": (
        "n = 0\nfor i in range(4):\n    n += lane\nout[lane] = n\nout[lane] = §f[0] + lane",
        "f32 and u32",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused(load, case):
    statements, message = REFUSED[case]
    text = text_of(statements)
    before = text[: text.index("§")]
    kernel = load(text.replace("§", ""))["kernel"]
    with pytest.raises(errors.CompileError) as caught:
        build_module(kernel.function, kernel.attributes)
    error = caught.value
    assert message in error.message, str(error)
    head = 4  # the lines of `load`
    place = before.count("\n") + head, len(before) - before.rfind("\n")
    assert (error.line, error.column) == place, str(error)
