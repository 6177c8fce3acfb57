"""A kernel that returns a value."""

from __future__ import annotations


def test_value(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            §return n
    """
    refuse(text, "kernel-returns-value", "returns no value", "RWBuffer")
