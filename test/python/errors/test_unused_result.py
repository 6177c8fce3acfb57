"""A value that nobody uses."""

from __future__ import annotations


def test_comparison(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            §n == 3
    """
    refuse(text, "result-unused", "`n == 3` is computed and not used", "assign")
