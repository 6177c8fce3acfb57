"""Assignments of tuples of a different size."""

from __future__ import annotations


def test_too_many_names(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            §a, b = (1, 2, 3)
    """
    refuse(text, "tuple-size", "2 names for 3 values", "as many names")


def test_no_tuple(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            §a, b = n
    """
    refuse(text, "tuple-size", "2 names for one value, u32", "as many names")
