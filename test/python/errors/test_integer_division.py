"""`/` on integers."""

from __future__ import annotations


def test_division(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = §n / 2
    """
    refuse(text, "int-division", "`/` of integers", "`n // 2` truncates")
