"""Compile-time values that are not known."""

from __future__ import annotations


def test_static(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            x = wd.static(§n + 1)
    """
    refuse(text, "not-static", "`n` is not known while compiling", "literals")


def test_bounds(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            for i in §wd.static_range(n):
                pass
    """
    refuse(text, "not-static", "`static_range` are not known", "literals")
