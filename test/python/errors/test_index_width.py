"""Indices, sizes and bounds that are not 32 bits wide."""

from __future__ import annotations

import pytest


def test_index(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            out[§wd.u64(n)] = 1
    """
    refuse(text, "index-width", "an index must be an i32 or a u32, got u64", "convert it: `u32(wd.u64(n))`")


def test_narrow_index(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = out[§wd.i16(n)]
    """
    refuse(text, "index-width", "got i16", "convert it: `i32(wd.i16(n))`")


def test_size(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            s = wd.groupshared(u32, §wd.i64(4))
    """
    refuse(text, "index-width", "a size must be an i32 or a u32, got i64", "convert it: `i32(wd.i64(4))`")


def test_bound(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            for i in range(§wd.i64(n)):
                out[i] = 1
    """
    refuse(text, "range-arguments", "expects i32 or u32, got i64", "`u32(wd.i64(n))`")


def test_literal_index(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            out[§5000000000] = 1
    """
    refuse(text, "literal-range", "does not fit in u32", "u32 holds 0 to 4294967295")


@pytest.mark.parametrize("number", ["1e999", "-1e999", "math.nan"])
@pytest.mark.parametrize(
    ("id", "code"),
    [
        ("index-not-integer", "out[§{}] = 1"),
        ("index-not-integer", "a = §wd.wave_read_lane_at(n, {})"),
        ("index-not-integer", "a = wd.groupshared(u32, §{})"),
        ("index-not-integer", "a = wd.local_array(u32, §(2, {}))"),
        ("range-arguments", "for i in range(§{}): pass"),
        ("range-arguments", "for i in wd.static_range(§{}): pass"),
    ],
)
def test_numbers_without_an_integer(id, code, number, refuse):
    text = f"""
        import math
        def kernel(out: wd.RWBuffer[u32], n: u32):
            {code.format(number)}
    """
    refuse(text, id, "expects i32 or u32", "write an integer")
