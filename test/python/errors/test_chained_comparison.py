"""Comparisons that an operator on bits combines, which binds closer than they do."""

from __future__ import annotations

import pytest

import wavedialect as wd
from wavedialect import u32


@pytest.mark.parametrize(
    ("code", "middle", "fix"),
    [
        ("n > 1 & n < 5", "1 & n", "`n > 1 and n < 5`; for vectors of bool, `(n > 1) & (n < 5)`"),
        ("n == 1 | m == 5", "1 | m", "`n == 1 or m == 5`"),
        ("n == 1 ^ m == 5", "1 ^ m", "`(n == 1) ^ (m == 5)`"),
        ("(n > 1 & m + 1 < 5)", "1 & m + 1", "`n > 1 and m + 1 < 5`"),
        ("n < m < 1 & n < 5", "1 & n", "`m < 1 and n < 5`"),
    ],
)
def test_without_parentheses(refuse, code, middle, fix):
    place = code.startswith("(")
    text = f"""
        def kernel(n: u32, m: u32, out: wd.RWBuffer[u32]):
            if {"(" * place}§{code[place:]}:
                out[0] = 1
    """
    refuse(text, "chained-comparison", f"so this compares `{middle}`", fix)


def test_other_comparisons():
    @wd.kernel(num_waves=1)
    def kernel(out: wd.RWBuffer[u32], n: u32):
        lane = wd.wave_lane_index()
        if n & 1 == 0 and 2 > (lane & 1) < 1 and n > 1 & lane:
            out[lane] = 1
        a, b = wd.uint2(lane, n), wd.uint2(n, lane)
        if wd.all((a > 1) & (b < 5)):
            out[lane] += 2
        if n > (lane & 1) < 3:
            out[lane] += 4

    out = wd.zeros(4, u32, device="interpreter")
    kernel.dispatch(1, out, 2, device="interpreter", wave_size=4)
    assert out.numpy().tolist() == [
        (1 if 2 > (lane & 1) < 1 and 2 > 1 & lane else 0)
        + (2 if lane > 1 and 2 > 1 and 2 < 5 and lane < 5 else 0)
        + (4 if 2 > (lane & 1) < 3 else 0)
        for lane in range(4)
    ]
