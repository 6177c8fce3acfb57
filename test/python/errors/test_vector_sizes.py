"""Vectors of two sizes in one operation."""

from __future__ import annotations


def test_arithmetic(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = §v + w
    """
    refuse(text, "vector-sizes", "`+` has vectors of two sizes, float3 and float2", "`v.xy`")


def test_comparison(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = §(w * 2.0) < v
    """
    refuse(text, "vector-sizes", "`<` has vectors of two sizes, float2 and float3", "`v.xy`")


def test_choice(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = §v if p else w
    """
    refuse(text, "vector-sizes", "float3 and float2", "`v.xy`")


def test_select(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = §wd.select(b, w, 0.0)
    """
    refuse(text, "vector-sizes", "bool3 and float2", "`b.xy`")


def test_assigned(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            §v = w
    """
    refuse(text, "type-change", "`v` is float3 since line 5, this value is float2", "use another name")


def test_stored(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            rows[n] = §w
    """
    refuse(
        text,
        "mixed-types",
        "an element of `rows` expects float3, got float2",
        "add the missing components: `wd.float3(w, 0)`",
    )


def test_stored_longer(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            rows[n].xy = §v
    """
    refuse(text, "mixed-types", "`rows[n].xy` expects float2, got float3", "take components: `v.xy`")


def test_scalar_is_no_vector(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            rows[n] = §x
    """
    refuse(text, "mixed-types", "expects float3, got f32", "convert it: `wd.float3(x)`")


def test_literal_is_no_vector(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            §v = 1.0
    """
    refuse(text, "type-change", "`v` is float3 since line 5", "convert it: `v = wd.float3(1.0)`, or use another name")


def test_two_types(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = §v + n
    """
    refuse(text, "mixed-types", "float3 and u32", "convert one side: `f32(n)`")


def test_variable(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2):
            a = v * 2.0
            §a = w
    """
    refuse(text, "type-change", "`a` is float3 since line 6", "begin with `a = wd.float2(...)` at line 6")
