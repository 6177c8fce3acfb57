"""Operators that a component type does not support."""

from __future__ import annotations


def test_bits_of_float(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = §v & v
    """
    refuse(text, "bit-operation-on-float", "f32", "integers")


def test_bool_sum(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = §b + b
    """
    refuse(text, "arithmetic-on-bool", "bool", "convert")


def test_integer_division(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = §wd.int3(1) / 2
    """
    refuse(text, "int-division", "int3", "`wd.int3(1) // 2` truncates")


def test_zero_in_a_vector(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = §wd.int2(v.xy) // wd.int2(1, 0)
    """
    refuse(text, "integer-division", "constant 0", "undefined")


def test_product_of_vectors(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = §v @ v
    """
    refuse(text, "unsupported-operator", "`@`", "`wd.dot(v, v)`")


def test_shift_of_a_literal(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = §1 << 64
    """
    refuse(text, "literal-range", "by 64", "0 to 63")


def test_float_with_half(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = §wd.f16(x) * wd.f64(x)
    """
    refuse(text, "mixed-types", "f16 and f64", "convert one side: `wd.f64(wd.f16(x))` or `wd.f16(wd.f64(x))`")


def test_wide_with_narrow(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = §wd.i64(n) + n
    """
    refuse(text, "mixed-types", "i64 and u32", "convert one side: `wd.i64(n)` or `u32(wd.i64(n))`")


def test_augmented_capture(refuse):
    text = """
        UP = wd.float3(0, 1, 0)


        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            §UP.x = 1.0
    """
    refuse(text, "assign-to-captured", "`UP` is captured from outside", "copy it to a variable, and assign to the copy")


def test_buffer_as_vector(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = §rows * 2.0
    """
    refuse(text, "buffer-as-value", "RWBuffer[float3]", "read an element, `rows[i]`, or its length, `len(rows)`")
