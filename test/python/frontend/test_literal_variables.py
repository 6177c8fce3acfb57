"""Variables that have only literals take the type of what they meet."""

from __future__ import annotations

import pytest
from habits import ACCEPTED, HABITS
from lane_statements import check, text_of

from wavedialect import errors
from wavedialect.frontends.python.frontend import build_module


@pytest.mark.parametrize("statements", ACCEPTED + HABITS)
def test_habit(load, statements):
    check(load(text_of(statements))["kernel"], statements)


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
