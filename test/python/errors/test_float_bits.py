"""Bit operators on floats."""

from __future__ import annotations


def test_shift(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            x = f32(n)
            out[0] = u32(§x << 2)
    """
    refuse(
        text,
        "bit-operation-on-float",
        "`<<` does not accept f32",
        "bit and shift operators are for integers: `i32(x) << 2`",
    )
