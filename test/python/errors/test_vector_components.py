"""Constructors of vectors with a wrong number of components."""

from __future__ import annotations


def test_too_few(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = §wd.float3(1, 2)
    """
    refuse(text, "vector-components", "`float3(...)` has 3 components, got 2", "pass 3 components")


def test_too_many(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = §wd.float3(v, 1)
    """
    refuse(text, "vector-components", "got 4", "one scalar for all")


def test_longer_vector(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = §wd.int2(v)
    """
    refuse(text, "vector-components", "`int2(...)` has 2 components, got 3", "`v.xy`")


def test_shorter_vector(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = §wd.float3(w)
    """
    refuse(text, "vector-components", "got 2", "pass 3 components")


def test_none(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = §wd.float3()
    """
    refuse(text, "wrong-arguments", "`float3`", "`wd.float3(x, y, z)`, or one scalar for all components")


def test_keyword(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = §wd.float3(x=1)
    """
    refuse(text, "wrong-arguments", "has no parameter `x`", "`wd.float3(x, y, z)`, or one scalar for all components")


def test_scalar_cast(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = §f32(v)
    """
    refuse(text, "vector-as-value", "`f32(...)` takes a scalar, got a float3", "`wd.float3(v)` converts each component")


def test_out_of_range(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = §wd.uint2(1, 5000000000)
    """
    refuse(text, "literal-range", "5000000000 does not fit in u32", "can hold")


def test_the_type_itself(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = §wd.float3 * v
    """
    refuse(text, "captured-value", "the type `wd.float3`", "convert a value: `wd.float3(1)`")


def test_array_beyond_any_memory(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            a = wd.groupshared(wd.float4, §2000000000)
    """
    refuse(text, "groupshared-limit", "2000000000 float4", "use a smaller array")
