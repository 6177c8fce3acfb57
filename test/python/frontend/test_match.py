"""``match`` on an integer."""

from __future__ import annotations

import numpy as np
import pytest
from lane_statements import check, text_of

from wavedialect import errors
from wavedialect.frontends.python.frontend import build_module

STATEMENTS = [
    "match lane:\n    case 1:\n        out[lane] = 5\n    case 2 | 3:\n        out[lane] = 7\n    case _:\n        out[lane] = 9",
    "match lane % 4:\n    case 0:\n        n = 1\n    case 2:\n        n = x[lane]\n    case _:\n        n = 3\nout[lane] = n",
    "match y[lane]:\n    case -1 | 0 | 1:\n        signed[lane] = 1\n    case _ if y[lane] < 0:\n        signed[lane] = 2",
    "match lane:\n    case 1 | 2 if x[lane] > 9:\n        out[lane] = 1\n    case 1:\n        out[lane] = 2\n    case 2:\n        out[lane] = 3",
    "for i in range(8):\n    match x[i] % 3:\n        case 0:\n            continue\n        case 1:\n            out[lane] += i\n"
    "        case 2 if i > lane:\n            break\n    out[lane] += 100",
    "n = 0\nfor i in range(6):\n    match n:\n        case 0 | 2:\n            n += 1\n        case 1:\n            n = 2\n        case _:\n"
    "            n = n + lane\nout[lane] = n",
    "for i in wd.static_range(3):\n    match i:\n        case 0:\n            out[lane] += 1\n        case 1:\n            out[lane] += 10\n"
    "        case _:\n            out[lane] += 100",
    "match wide[lane]:\n    case 0:\n        pass\n    case _:\n        match lane:\n            case 3:\n                out[lane] = 3\n"
    "            case 4 | _:\n                out[lane] = 4",
]

#: Enough values for a tree: consecutive and scattered ones, a repeated one, guards behind, jumps.
_DENSE = "".join(f"    case {value}:\n        signed[lane] = {value * value} + y[lane]\n" for value in range(-6, 7))
_SCATTERED = (0, 100, 9, 3, 5 | 0x80000000, 7, 6, 1, 0xFFFFFFFF, 2, 4)
STATEMENTS += [
    f"match y[lane]:\n{_DENSE}",
    f"match y[lane]:\n{_DENSE}    case 0:\n        signed[lane] = -1\n    case _ if y[lane] > 0:\n        signed[lane] = -2\n"
    "    case _:\n        signed[lane] = -3",
    "match lane:\n"
    + "".join(f"    case {value} | {value + 10}:\n        out[lane] = {value % 97}\n" for value in _SCATTERED[:4])
    + "".join(f"    case {value}:\n        out[lane] = {value % 97}\n" for value in _SCATTERED[4:])
    + "    case _:\n        out[lane] = 1000",
    "for i in range(16):\n    match (i * 5 + lane) % 16:\n"
    + "".join(
        f"        case {value}:\n            {'continue' if value % 5 == 0 else 'break' if value == 13 else f'out[lane] += {value}'}\n"
        for value in range(15)
    )
    + "    out[lane] += 100",
]


@pytest.mark.parametrize("statements", STATEMENTS)
def test_match(load, statements):
    check(load(text_of(statements))["kernel"], statements)


TEXT = """
@wd.func
def name(n):
    match n:
        case 0:
            return u32(10)
        case 1 | 2:
            return wd.wave_active_count_bits(True)
    return u32(30)


@wd.kernel(num_waves=1, wave_size=8)
def kernel(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    out[lane] = name(lane)
    match lane:
        case 7:
            return
        case 3 | 4 | 5 if wd.wave_active_count_bits(True) == 3:
            out[lane] = wd.wave_active_count_bits(True)
        case _:
            out[lane] += 100 * wd.wave_active_count_bits(True)
    out[lane + 8] = wd.wave_active_count_bits(True)
"""


def test_active_lanes(load):
    """A guard is executed by the lanes that have the value, a case by those that no earlier case takes."""
    out = np.zeros(16, np.uint32)
    load(TEXT)["kernel"].dispatch(1, out)
    assert out.tolist() == [410, 402, 402, 3, 3, 3, 430, 30, *[7] * 7, 0]


def test_constants_of_a_class(load):
    """A name with a dot is a constant, as in Python; a constant subject leaves one case."""
    text = """
        class Mode:
            FAST = 3

        MODE = 3

        def kernel(out: wd.RWBuffer[u32], n: u32):
            match n:
                case Mode.FAST:
                    out[0] = 1
            match MODE:
                case 1:
                    out[1] = 1
                case Mode.FAST:
                    out[2] = 1
    """
    from wavedialect.ir.module import KernelAttributes
    from wavedialect.ir.printer import print_module

    printed = print_module(build_module(load(text)["kernel"], KernelAttributes(num_waves=1)))
    assert printed.count("scf.if") == 1 and printed.count("memref.store") == 2


def test_case_out_of_range(load):
    kernel = load(text_of("match lane:\n    case -1:\n        out[lane] = 1"))["kernel"]
    with pytest.raises(errors.CompileError, match="the literal -1 does not fit in u32"):
        build_module(kernel.function, kernel.attributes)


def test_thousands_of_cases(load):
    """Each case is executed once, by all lanes that have its value."""
    cases = "\n".join(
        f"        case {label}:\n            n = wd.wave_active_count_bits(True) + {label}" for label in range(3000)
    )
    text = f"""
@wd.kernel(num_waves=1, wave_size=8)
def kernel(out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    n = out[lane]
    match n:
{cases}
        case _:
            n = wd.wave_active_count_bits(True)
    out[lane] = n
"""
    out = np.array([0, 2999, 17, 3000, 17, 4000, 17, 5], np.uint32)
    load(text)["kernel"].dispatch(1, out, device="interpreter", wave_size=8)
    assert out.tolist() == [1, 3000, 20, 2, 20, 2, 20, 6]
