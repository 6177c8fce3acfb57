"""Operators that kernels do not have."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("code", "message", "fix"),
    [
        ("n ** n", "the exponent of `**` must be a constant", "multiply in a loop"),
        ("n ** -1", "`**` of an integer by -1", "`1.0 / f32(n)`"),
        ("d ** 2.5", "`**` of f64 by 2.5", "`wd.pow(f32(d), f32(2.5))`"),
        ("d ** d", "the exponent of `**` must be a constant", "there is no power of f64"),
    ],
)
def test_power(refuse, code, message, fix):
    text = f"""
        def kernel(n: u32, d: wd.f64):
            v = §{code}
    """
    refuse(text, "unsupported-operator", message, fix)


def test_power_of_mixed_types(refuse):
    text = """
        def kernel(n: u32):
            v = §n ** 0.5
    """
    refuse(text, "mixed-types", "`**` has operands of two types, u32 and the literal 0.5", "f32(n)")


def test_power_of_a_bool(refuse):
    text = """
        def kernel(p: bool):
            v = §p ** 2
    """
    refuse(text, "arithmetic-on-bool", "`**` does not accept bool", "`u32(p) ** 2`")


@pytest.mark.parametrize("code", ["0 ** -1", "2.0 ** 5000", "(-1.0) ** 0.5"])
def test_power_that_is_no_number(refuse, code):
    text = f"""
        def kernel(p: bool):
            v = §{code}
    """
    refuse(text, "literal-range", "is not a finite number", "write the number")


def test_is_(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = u32(§n is n)
    """
    refuse(text, "unsupported-operator", "`is`", "`n == n`")


def test_in_(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = u32(§n in (1, 2))
    """
    refuse(text, "unsupported-operator", "`in`", "`n == 1 or n == 2`")


def test_matmul(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = §n @ n
    """
    refuse(text, "unsupported-operator", "`@`", "`wd.dot(n, n)`")
