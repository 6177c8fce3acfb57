"""Buffers used as values."""

from __future__ import annotations


def test_arithmetic(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = §out + 1
    """
    refuse(
        text,
        "buffer-as-value",
        "the array itself, RWBuffer[u32]",
        "read an element, `out[i]`, or its length, `len(out)`",
    )


def test_choice(refuse):
    text = """
        def kernel(src: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
            s = §src if n > 3 else out
            out[0] = s[0]
    """
    refuse(text, "buffer-choice", "a condition cannot choose `src`", "branches")


def test_assigned_in_branches(refuse):
    text = """
        def kernel(src: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
            if n > 3:
                s = src
            else:
                §s = out
            out[0] = s[0]
    """
    refuse(text, "buffer-choice", "`s` would name", "branches")


def test_rebound(refuse):
    text = """
        def kernel(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
            §src = out
    """
    refuse(text, "type-change", "`src` is Buffer[u32] since line 5, this value is RWBuffer[u32]", "another name")


def test_float_index(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[§1.5] = n
    """
    refuse(text, "index-not-integer", "expects i32 or u32", "write an integer: `1`")


def test_two_indices(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[§1, 2] = n
    """
    refuse(text, "index-not-integer", "one index", "y * width + x")


def test_negative_index(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[§-1] = n
    """
    refuse(text, "literal-range", "cannot be negative", "count from the end: `len(out) - 1`")


def test_attribute(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = §out.size
    """
    refuse(text, "unknown-attribute", "has no `.size`", "`len(out)`")
