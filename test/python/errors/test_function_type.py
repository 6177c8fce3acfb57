"""Functions called with types that they do not accept."""

from __future__ import annotations

import pytest

NO_F64 = ["exp", "exp2", "log", "log2", "sin", "cos", "tan"]


@pytest.mark.parametrize("name", NO_F64)
def test_double(refuse, name):
    text = f"""
        def kernel(out: wd.RWBuffer[wd.f64], d: wd.f64):
            out[0] = §wd.{name}(d)
    """
    refuse(text, "function-type", f"`{name}` accepts f16, bf16 and f32, got f64", "`f32(d)`")


def test_power_of_doubles(refuse):
    text = """
        def kernel(out: wd.RWBuffer[wd.double2], d: wd.double2):
            out[0] = §pow(d, 2)
    """
    refuse(text, "function-type", "`pow` accepts f16, bf16 and f32, got double2", "`wd.float2(d)`")


@pytest.mark.parametrize(
    ("arguments", "got", "fix"),
    [
        ("x2, x2", "float2", "`wd.float3(x2, 0.0)`"),
        ("x4, x4", "float4", "`x4.xyz`"),
        ("x, x", "f32", "`wd.float3(x, y, z)`"),
    ],
)
def test_cross_of_other_vectors(refuse, arguments, got, fix):
    text = f"""
        def kernel(x: f32, x2: wd.float2, x4: wd.float4):
            v = §wd.cross({arguments})
    """
    refuse(text, "function-type", f"`cross` accepts vectors of three floats, got {got}", fix)


def test_exponents_are_signed_integers(refuse):
    text = """
        def kernel(x: f32, n: u32):
            v = §wd.ldexp(x, n)
    """
    refuse(text, "function-type", "`ldexp` accepts i32, got u32", "`i32(n)`")


FLOATS = ["floor", "ceil", "round", "trunc", "sqrt", "rsqrt", "isnan", "isinf", "isfinite", "saturate", "frac", "ddx"]


@pytest.mark.parametrize("name", [*FLOATS, "sin", "length"])
def test_float_function_of_an_integer(refuse, name):
    text = f"""
        def kernel(out: wd.RWBuffer[f32], n: u32):
            v = §wd.{name}(n + 1)
    """
    expected = "f16, bf16 and f32" if name == "sin" else "floats"
    refuse(text, "function-type", f"`{name}` accepts {expected}, got u32", "`f32(n + 1)`")


@pytest.mark.parametrize("call", ["lerp(v, v, 0)", "step(1, v)", "fma(v, v, v)"])
def test_float_function_of_integer_vectors(refuse, call):
    text = f"""
        def kernel(v: wd.int3):
            x = §wd.{call}
    """
    refuse(text, "function-type", "accepts floats, got int3", "`wd.float3(")


@pytest.mark.parametrize("name", ["countbits", "firstbitlow", "firstbithigh", "reversebits"])
def test_bits_of_a_float(refuse, name):
    text = f"""
        def kernel(x: f32):
            v = §wd.{name}(x)
    """
    refuse(
        text,
        "function-type",
        f"`{name}` accepts integers, got f32",
        "convert it: `i32(x)`, or take its bits: `wd.asuint(x)`",
    )


def test_bits_of_a_half(refuse):
    text = """
        def kernel(x: wd.half2):
            v = §wd.countbits(x)
    """
    refuse(text, "function-type", "got half2", "convert it: `wd.int2(x)`, or take its bits: `wd.asuint16(x)`")


def test_bits_of_a_double(refuse):
    text = """
        def kernel(x: wd.f64):
            v = §wd.countbits(x)
    """
    refuse(text, "function-type", "got f64", "convert it: `i32(x)`")


@pytest.mark.parametrize("name", ["countbits", "sqrt", "asuint", "f32tof16"])
def test_function_of_a_bool(refuse, name):
    text = f"""
        def kernel(p: bool):
            v = §wd.{name}(p)
    """
    refuse(text, "function-type", f"`{name}` accepts ", "convert it")


@pytest.mark.parametrize("call", ["abs(p)", "wd.sign(p)", "wd.clamp(p, p, p)", "wd.mad(p, p, p)", "wd.dot(p, p)"])
def test_number_of_a_bool(refuse, call):
    text = f"""
        def kernel(p: bool):
            v = §{call}
    """
    refuse(text, "arithmetic-on-bool", "does not accept bool", "`u32(p)`")


def test_maximum_of_bools(refuse):
    text = """
        def kernel(p: bool):
            v = §max(p, p)
    """
    refuse(text, "arithmetic-on-bool", "`max` does not accept bool", "use `or`")


def test_any_of_numbers(refuse):
    text = """
        def kernel(v: wd.float3):
            p = §wd.any(v)
    """
    refuse(text, "function-type", "`any` accepts bool, got float3", "compare it: `v != 0.0`")


WIDTHS = [
    ("wd.asuint(h)", "`asuint` accepts numbers of 32 bits, got f16", "use `wd.asuint16(h)`"),
    ("wd.asfloat16(n)", "`asfloat16` accepts numbers of 16 bits, got u32", "use `wd.asfloat(n)`"),
    ("wd.asint(q)", "`asint` accepts numbers of 32 bits, got i64", "convert it first: `u32(q)`"),
    ("wd.f32tof16(h)", "`f32tof16` accepts f32, got f16", "convert it: `f32(h)`"),
    ("wd.quad_coordinate(wd.uint2(n))", "`quad_coordinate` accepts one u32, got uint2", "`wd.uint2(n).x`"),
    ("wd.quad_coordinate(q)", "`quad_coordinate` accepts one u32, got i64", "convert it: `u32(q)`"),
    ("wd.f16tof32(h)", "`f16tof32` accepts u32, got f16", "convert it: `u32(h)`"),
]


@pytest.mark.parametrize(("call", "message", "fix"), WIDTHS)
def test_width(refuse, call, message, fix):
    text = f"""
        def kernel(h: wd.f16, n: u32, q: wd.i64):
            v = §{call}
    """
    refuse(text, "function-type", message, fix)


def test_arguments_of_two_types(refuse):
    text = """
        def kernel(x: f32, n: u32):
            v = §wd.clamp(x, 0, n)
    """
    refuse(text, "mixed-types", "`clamp` has operands of two types, f32 and u32", "`f32(n)`")


def test_arguments_of_two_sizes(refuse):
    text = """
        def kernel(a: wd.float3, b: wd.float2):
            v = §wd.dot(a, b)
    """
    refuse(text, "vector-sizes", "`dot` has vectors of two sizes, float3 and float2", "`a.xy`")


def test_library_function_in_a_helper(refuse):
    text = """
        @wd.func
        def half_way(a, b):
            return §wd.lerp(a, b, 0.5)

        def kernel(n: u32):
            v = half_way(n, n)
    """
    error = refuse(text, "mixed-types", "`lerp`", "convert")
    assert error.notes[0][0] == "in `half_way`, called here"


def test_missing_argument(refuse):
    text = """
        def kernel(x: f32):
            v = §wd.lerp(x, x)
    """
    refuse(text, "wrong-arguments", "`lerp` lacks the argument `s`", "`lerp(x, y, s)`")


def test_round_of_python(refuse):
    text = """
        def kernel(x: f32):
            v = §round(x)
    """
    refuse(text, "not-callable", "`round` cannot be called", "`wd.round(x)` is a float, `i32(wd.round(x))` an integer")


@pytest.mark.parametrize("name", ["any", "all"])
def test_any_of_python(refuse, name):
    text = f"""
        def kernel(v: wd.bool2):
            p = §{name}(v)
    """
    refuse(text, "not-callable", f"`{name}` cannot be called", f"`wd.{name}` of a vector")
