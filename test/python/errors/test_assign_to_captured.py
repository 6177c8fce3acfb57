"""A captured name that is assigned."""

from __future__ import annotations


def test_augmented(refuse):
    text = """
        LIMIT = 5


        def kernel(out: wd.RWBuffer[u32], n: u32):
            §LIMIT += 1
            out[0] = u32(LIMIT)
    """
    refuse(text, "assign-to-captured", "`LIMIT` is assigned in this function", "another name")


def test_global(refuse):
    text = """
        LIMIT = 5


        def kernel(out: wd.RWBuffer[u32], n: u32):
            §global LIMIT
            LIMIT = 3
    """
    refuse(text, "unsupported-syntax", "`global`", "captured names are constants")
