"""Indices of components."""

from __future__ import annotations

import pytest


def test_variable(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = v[§n]
    """
    refuse(text, "vector-index", "a constant", "`wd.select(n == 0, v.x, wd.select(n == 1, v.y, v.z))`")


def test_variable_written(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            v[§n] = 1.0
    """
    refuse(text, "vector-index", "a constant", "`wd.local_array`")


def test_variable_in_memory(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            rows[0][§n] = 1.0
    """
    refuse(text, "vector-index", "a constant", "`wd.static_range`")


def test_beyond(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = v[§3]
    """
    refuse(text, "literal-range", "index 3 is out of bounds: `v` has 3 components", "use an index from 0 to 2")


def test_beyond_written(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            w[§-3] = 1.0
    """
    refuse(text, "literal-range", "index -3 is out of bounds: `w` has 2 components", "use an index from 0 to 1")


def test_of_a_scalar(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            §n[0] = 1
    """
    refuse(text, "value-type", "an element of `n`, u32", "RWBuffer")


def test_of_a_tuple(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            t = (v, 1)
            §t[0] = v
    """
    refuse(text, "value-type", "an element of `t`", "new tuple")


@pytest.mark.parametrize("index", ["v", "(0, 1)", "v.xy"])
def test_only_numbers_are_indices(refuse, index):
    text = f"""
        def kernel(out: wd.RWBuffer[u32]):
            v = wd.group_id()
            out[0] = v[§{index}]
    """
    refuse(text, "vector-index", f"a constant, got `{index}`", "use a number from 0 to 2: `v[0]`")
