"""Variables that have only literals take the type of what they meet."""

from __future__ import annotations

import pytest
from habits import ACCEPTED, HABITS
from lane_statements import check, text_of

from wavedialect import errors
from wavedialect.frontends.python.frontend import build_module
from wavedialect.ir.module import KernelAttributes


@pytest.mark.parametrize("statements", ACCEPTED + HABITS)
def test_habit(load, statements):
    check(load(text_of(statements))["kernel"], statements)


def test_there_are_71_new_habits():
    assert len(set(HABITS)) == 71


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


HELPERS = """
@wd.func
def mixed(p, q):
    return p ^ q


@wd.func
def count(n):
    found = 0
    for i in range(8):
        if i < n:
            found += i
    if found > 9:
        return 0
    return found


def kernel(out: wd.RWBuffer[u32], size: i32):
    lane = wd.wave_lane_index()
    n = 0
    for i in range(4):
        n += lane
    out[lane] = n + count(n)
"""


def test_a_function_is_compiled_for_the_decided_types(load):
    """The module has no function for types of an earlier compilation."""
    module = build_module(load(HELPERS)["kernel"], KernelAttributes(num_waves=1))
    (made,) = (function for function in module.functions if function is not module.kernel)
    assert made.name == "count" and [value.type.name for value in made.parameters] == ["u32"]


def test_an_error_of_a_function_is_not_that_of_a_decision(load):
    kernel = load(HELPERS + "    out[0] = mixed(lane, size)\n")["kernel"]
    with pytest.raises(errors.CompileError) as caught:
        build_module(kernel, KernelAttributes(num_waves=1))
    assert caught.value.source_line.strip() == "return p ^ q"
    late = HELPERS.replace("    n = 0\n", "    out[0] = mixed(lane, size)\n    n = 0\n")
    with pytest.raises(errors.CompileError) as caught:
        build_module(load(late)["kernel"], KernelAttributes(num_waves=1))
    assert caught.value.source_line.strip() == "return p ^ q"


def test_a_warning_is_given_once(load, recwarn):
    """A compilation that is repeated repeats no warning."""
    text = "n = 0\nfor i in range(4):\n    n += lane\n    signed[lane] = y[i] // -2\nout[lane] = n"
    kernel = load(text_of(text))["kernel"]
    build_module(kernel.function, kernel.attributes)
    assert len([one for one in recwarn if one.category is errors.WaveWarning]) == 1
