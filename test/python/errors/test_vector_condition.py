"""A vector where one bool is expected."""

from __future__ import annotations


def test_if_(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            if §b:
                out[0] = 1
    """
    refuse(text, "vector-condition", "`if` expects one bool, got bool3", "`wd.any(b)` or `wd.all(b)`")


def test_comparison(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            while §v > 0.0:
                n += 1
    """
    refuse(text, "vector-condition", "`while` expects one bool", "`wd.any(v > 0.0)` or `wd.all(v > 0.0)`")


def test_numbers(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            if §v:
                out[0] = 1
    """
    refuse(text, "vector-condition", "got float3", "`wd.any(v != 0.0)`")


def test_and_(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = §b and p
    """
    refuse(text, "vector-condition", "`and` expects one bool", "`wd.all(b)`")


def test_or_(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = p or §b
    """
    refuse(text, "vector-condition", "`or` expects one bool", "`wd.all(b)`")


def test_not_(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = §not b
    """
    refuse(text, "vector-condition", "`not` expects one bool", "`~b`")


def test_conditional_expression(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = 1 if §b else 2
    """
    refuse(text, "vector-condition", "`if` expects one bool", "`wd.any(b)`")


def test_chain(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = §0.0 < v < 1.0
    """
    refuse(text, "vector-condition", "a chain of comparisons", "`(0.0 < v) & (v < 1.0)`")


def test_vote(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = §wd.wave_active_any_true(b)
    """
    refuse(text, "predicate-not-bool", "bool3", "wd.any")
