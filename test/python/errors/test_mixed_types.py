"""i32 with u32, or an integer with a float: no silent conversion."""

from __future__ import annotations


def test_i32_with_u32(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            i = i32(3)
            out[0] = §n + i
    """
    refuse(text, "mixed-types", "u32 and i32", "`i32(n)` or `u32(i)`")


def test_int_with_float(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            x = 1.5
            out[0] = u32(§x * n)
    """
    refuse(text, "mixed-types", "f32 and u32", "convert one side: `f32(n)`")


def test_float_literal_with_int(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = §n * 1.5
    """
    refuse(text, "mixed-types", "the literal 1.5", "`f32(n)`")


def test_stored_value(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = §i32(n)
    """
    refuse(text, "mixed-types", "an element of `out` expects u32, got i32", "convert it: `u32(i32(n))`")


def test_comparison(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = u32(§n < f32(3))
    """
    refuse(text, "mixed-types", "`<`", "`f32(n)`")


def test_arithmetic_of_narrow_floats_is_widened_at_its_operands(refuse):
    text = """
        def kernel(x: wd.Buffer[wd.f16], out: wd.RWBuffer[f32], n: u32):
            s = f32(0)
            §s += x[n] * (x[0] - 1.0)
            out[0] = s
    """
    refuse(text, "mixed-types", "f32 and f16", "convert the operands: `f32(x[n]) * (f32(x[0]) - 1.0)`;")
