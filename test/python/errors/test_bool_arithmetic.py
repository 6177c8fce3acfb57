"""Arithmetic on bool."""

from __future__ import annotations


def test_add(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = u32(§(n > 1) + (n > 2))
    """
    refuse(
        text,
        "arithmetic-on-bool",
        "`+` does not accept bool",
        "convert it first: `u32(n > 1) + u32(n > 2)`",
    )


def test_invert(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = u32(§~(n > 1))
    """
    refuse(text, "arithmetic-on-bool", "`~` does not accept bool", "`not (n > 1)`")
