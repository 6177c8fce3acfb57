"""Operators that kernels do not have."""

from __future__ import annotations


def test_power(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = §n ** 2
    """
    refuse(text, "unsupported-operator", "`**`", "`n * n`")


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
