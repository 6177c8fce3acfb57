"""A step of zero, or of another type."""

from __future__ import annotations


def test_zero(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            for i in §range(0, 5, 0):
                pass
    """
    refuse(text, "range-arguments", "is 0", "step")


def test_float(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            for i in range(§1.5):
                pass
    """
    refuse(text, "range-arguments", "expects i32 or u32", "write an integer: `1`")
