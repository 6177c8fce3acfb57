"""An integer division by the constant zero."""

from __future__ import annotations


def test_remainder(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = §n % 0
    """
    refuse(text, "integer-division", "by the constant 0", "undefined")
