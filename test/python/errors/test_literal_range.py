"""Integer literals that their type cannot hold."""

from __future__ import annotations


def test_alone(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            x = §3000000000
    """
    refuse(text, "literal-range", "does not fit in i32", "`u32(3000000000)`")


def test_as_operand(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = §n + (-1)
    """
    refuse(
        text,
        "literal-range",
        "-1 does not fit in u32",
        "u32 has no negative numbers; `u32(-1)` has the same bits and is 4294967295",
    )


def test_cast(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = §u32(5000000000)
    """
    refuse(text, "literal-range", "does not fit in u32", "can hold")
