"""`//` on floats."""

from __future__ import annotations


def test_floor_division(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            x = f32(n)
            out[0] = u32(§x // 2.0)
    """
    refuse(text, "float-floor-division", "`//` does not accept f32", "`wd.floor(x / 2.0)`")
