"""Functions on numbers and bits: their operations and their results."""

from __future__ import annotations

import numpy as np
import pytest

PARAMETERS = (
    "h: wd.f16, x: f32, d: wd.f64, s: wd.i16, k: i32, q: wd.i64, t: wd.u16, n: u32, m: wd.u64, p: bool,"
    " h2: wd.half2, x3: wd.float3, d4: wd.double4, k2: wd.int2, n3: wd.uint3, p3: wd.bool3"
)


@pytest.fixture
def value(compile_kernel):
    """``value(expression)``: the module of a kernel that computes it as ``v``."""
    return lambda expression: compile_kernel(f"def kernel({PARAMETERS}):\n    v = {expression}")


def result(compiled):
    """The name of the type of the last computed value."""
    return [operation for operation in compiled.module.kernel.walk() if operation.results][-1].results[0].type.name


OPERATIONS = [
    ("abs(x)", "math.absf", "f32"),
    ("abs(k2)", "math.absi", "int2"),
    ("wd.floor(h)", "math.floor", "f16"),
    ("wd.ceil(d)", "math.ceil", "f64"),
    ("wd.round(x3)", "math.roundeven", "float3"),
    ("wd.trunc(d4)", "math.trunc", "double4"),
    ("wd.sqrt(d)", "math.sqrt", "f64"),
    ("wd.rsqrt(h2)", "math.rsqrt", "half2"),
    ("wd.exp(x)", "math.exp", "f32"),
    ("wd.exp2(h)", "math.exp2", "f16"),
    ("wd.log(x3)", "math.log", "float3"),
    ("wd.log2(x)", "math.log2", "f32"),
    ("pow(x, 2)", "math.powf", "f32"),
    ("wd.pow(x3, x)", "math.powf", "float3"),
    ("wd.sin(x)", "math.sin", "f32"),
    ("wd.cos(x)", "math.cos", "f32"),
    ("wd.tan(h2)", "math.tan", "half2"),
    *[(f"wd.{name}(x)", f"math.{name}", "f32") for name in ("asin", "acos", "atan", "sinh", "cosh", "tanh", "log10")],
    ("wd.atan2(h2, 1)", "math.atan2", "half2"),
    ("wd.fma(x, 2, 0.5)", "math.fma", "f32"),
    ("wd.fma(d4, d, d4)", "math.fma", "double4"),
    ("wd.min(x3, 0)", "arith.minnumf", "float3"),
    ("min(1, n3, n)", "arith.minui", "uint3"),
    ("wd.max(k2, -1)", "arith.maxsi", "int2"),
    ("wd.select(p3, x3, 0)", "arith.select", "float3"),
    ("wd.select(p, x3, x)", "arith.select", "float3"),
    ("wd.countbits(n)", "math.ctpop", "u32"),
    ("wd.reversebits(m)", "wave.reverse_bits", "u64"),
    ("wd.reversebits(k2)", "wave.reverse_bits", "int2"),
    ("wd.asuint(x3)", "arith.bitcast", "uint3"),
    ("wd.asint(n)", "reinterpret", "i32"),
    ("wd.asfloat(k2)", "arith.bitcast", "float2"),
    ("wd.asuint16(h)", "arith.bitcast", "u16"),
    ("wd.asint16(t)", "reinterpret", "i16"),
    ("wd.asfloat16(t)", "arith.bitcast", "f16"),
]


@pytest.mark.parametrize(("expression", "operation", "type"), OPERATIONS)
def test_operation_of_a_function(value, expression, operation, type):
    compiled = value(expression)
    assert operation in compiled.names
    assert result(compiled) == type


RESULTS = [
    ("wd.sign(d4)", "int4"),
    ("wd.sign(x)", "i32"),
    ("wd.countbits(m)", "u32"),
    ("wd.countbits(s)", "u32"),
    ("wd.firstbitlow(q)", "u32"),
    ("wd.firstbithigh(k2)", "uint2"),
    ("wd.dot(x3, x3)", "f32"),
    ("wd.dot(n3, 1)", "u32"),
    ("wd.step(0.5, h2)", "half2"),
    *[(f"wd.{name}(d)", "f64") for name in ("asin", "acos", "atan", "sinh", "cosh", "tanh", "log10")],
    *[(f"wd.{name}(h2)", "half2") for name in ("exp10", "expm1", "log1p", "cbrt", "degrees", "radians", "rcp")],
    ("wd.atan2(d4, d)", "double4"),
    ("wd.hypot(x, 1)", "f32"),
    ("wd.copysign(h, -1)", "f16"),
    ("wd.ldexp(h2, 3)", "half2"),
    ("wd.ldexp(x, k2)", "float2"),
    ("wd.frexp(h2)[0]", "half2"),
    ("wd.frexp(d4)[1]", "int4"),
    ("wd.modf(x3)[1]", "float3"),
    ("wd.isnormal(x3)", "bool3"),
    ("wd.smoothstep(0, 1, d)", "f64"),
    ("wd.fmod(h, 2)", "f16"),
    ("wd.distance(x3, 1)", "f32"),
    ("wd.normalize(d4)", "double4"),
    ("wd.cross(x3, x3)", "float3"),
    ("wd.reflect(x3, x3)", "float3"),
    ("wd.refract(x3, x3, 0.5)", "float3"),
    ("wd.faceforward(h2, h2, h2)", "half2"),
    ("wd.isnan(d4)", "bool4"),
    ("wd.isinf(h)", "bool"),
    ("wd.isfinite(x)", "bool"),
    ("wd.f32tof16(x3)", "uint3"),
    ("wd.f16tof32(n)", "f32"),
    ("wd.clamp(h2, 0, 1)", "half2"),
    ("wd.clamp(n, 1, 2)", "u32"),
    ("wd.saturate(d)", "f64"),
    ("wd.lerp(x3, 0, 0.5)", "float3"),
    ("wd.lerp(h, 1.0, 0.25)", "f16"),
    ("wd.frac(d4)", "double4"),
    ("wd.mad(k, 3, 1)", "i32"),
    ("wd.mad(x, x3, 1)", "float3"),
    ("wd.length(d4)", "f64"),
    ("wd.any(p3)", "bool"),
    ("wd.all(n3 > 0)", "bool"),
]


@pytest.mark.parametrize(("expression", "type"), RESULTS)
def test_type_of_a_function(value, expression, type):
    assert result(value(expression)) == type


def test_abs_of_unsigned_is_itself(value):
    assert value("abs(n)").names == value("n").names


def test_an_argument_that_is_bits_already_is_itself(value):
    assert value("wd.asuint(n)").names == value("n").names


def test_classes_look_at_bits_alone(value):
    """A driver may assume that no float is a NaN, and make `x != x` false."""
    for name in ("isnan", "isinf", "isfinite"):
        assert "arith.cmpf" not in value(f"wd.{name}(x3)").names


def test_literals_alone(value):
    assert result(value("wd.sqrt(2)")) == "f32"
    assert result(value("wd.lerp(0, 1, 0.5)")) == "f32"
    assert result(value("wd.asfloat(0xff800000)")) == "f32"
    assert result(value("wd.f16tof32(0x3c00)")) == "f32"
    assert result(value("wd.asfloat16(0x3c00)")) == "f16"
    assert result(value("wd.countbits(255)")) == "u32"


def test_functions_are_speculated(value):
    """Every lane may evaluate a speculatable function, so a conditional expression needs no branch."""
    assert "scf.if" not in value("wd.sin(x) if p else wd.floor(x)").names


def test_library_functions_are_built_at_their_call(compile_kernel):
    """Errors in library functions are at the user's line, and constants stay constants."""
    compiled = compile_kernel("""
        @wd.func
        def slope(x):
            return wd.ddx_fine(x)

        def kernel(x: f32, out: wd.RWBuffer[f32]):
            a = wd.local_array(f32, wd.clamp(9, 1, 4))
            a[0] = slope(x)
            out[0] = wd.lerp(x, a[0], 0.5)
    """)
    assert [function.name for function in compiled.module.functions] == ["slope", "kernel"]
    places = {
        (operation.location.file, operation.location.line) for f in compiled.module.functions for operation in f.walk()
    }
    assert {line for _, line in places} <= {6, 7, 8, 9, 10, 11, 12}
    assert len({file for file, _ in places}) == 1
    assert compiled.constants("memref.alloca") == [4]


# What they compute, on the interpreter: one lane an element.

FLOATS = [0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 3.75, -7.25, 1e-3, np.inf, -np.inf, np.nan, 100.0, -1.0, 7.0]
FLOAT_FUNCTIONS = {
    "abs(x)": np.abs,
    "wd.floor(x)": np.floor,
    "wd.ceil(x)": np.ceil,
    "wd.round(x)": np.round,
    "wd.trunc(x)": np.trunc,
    "wd.frac(x)": lambda x: x - np.floor(x),
    "wd.saturate(x)": lambda x: np.where(np.isnan(x), 0, np.clip(x, 0, 1)),
    "wd.clamp(x, -1, 2.5)": lambda x: np.where(np.isnan(x), -1, np.clip(x, -1, 2.5)),
    "wd.step(0.5, x)": lambda x: np.where(x >= 0.5, 1, 0),
    "wd.lerp(x, 1, 0.5)": lambda x: x + x.dtype.type(0.5) * (1 - x),
    "wd.mad(x, 2, 1)": lambda x: x * 2 + 1,
    "wd.fma(x, 2, 1)": lambda x: x * 2 + 1,
}


def lanes(interpret, expression, source, dtype, wave_size=16):
    """The expression for each element ``x`` of an array, as an array."""
    types = {np.float16: "wd.f16", np.float32: "f32", np.float64: "wd.f64"}
    types |= {np.int16: "wd.i16", np.uint16: "wd.u16", np.int32: "i32", np.uint32: "u32"}
    types |= {np.int64: "wd.i64", np.uint64: "wd.u64"}
    out = np.zeros(len(source), dtype)
    text = f"""
        def kernel(src: wd.Buffer[{types[source.dtype.type]}], out: wd.RWBuffer[{types[dtype]}]):
            x = src[wd.wave_lane_index()]
            out[wd.wave_lane_index()] = {expression}
    """
    interpret(text, source, out, wave_size=wave_size)
    return out


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize("expression", FLOAT_FUNCTIONS)
@pytest.mark.filterwarnings("ignore:invalid value")
def test_floats(interpret, expression, dtype):
    source = np.array(FLOATS, dtype)
    made = lanes(interpret, expression, source, dtype)
    np.testing.assert_array_equal(made, FLOAT_FUNCTIONS[expression](source).astype(dtype))


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_classes_of_floats(interpret, dtype):
    source = np.array(FLOATS, dtype)
    tested = "u32(wd.isnan(x)) + 2 * u32(wd.isinf(x)) + 4 * u32(wd.isfinite(x))"
    expected = np.isnan(source) + 2 * np.isinf(source) + 4 * np.isfinite(source)
    np.testing.assert_array_equal(lanes(interpret, tested, source, np.uint32), expected)


def test_sign(interpret):
    source = np.array(FLOATS, np.float32)
    expected = np.where(np.isnan(source), 0, np.nan_to_num(np.sign(source)))
    np.testing.assert_array_equal(lanes(interpret, "wd.sign(x)", source, np.int32), expected)
    whole = np.array([0, 1, 2**64 - 1, 5], np.uint64)
    np.testing.assert_array_equal(lanes(interpret, "wd.sign(x)", whole, np.int32, 4), [0, 1, 1, 1])


INTEGERS = [np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64]


def places(value, bits):
    """The positions of the set bits, from the lowest."""
    return [place for place in range(bits) if value >> place & 1]


@pytest.mark.parametrize("dtype", INTEGERS)
def test_bits(interpret, dtype):
    limits = np.iinfo(dtype)
    bits, signed = limits.bits, limits.min < 0
    values = [0, 1, 2, 6, 8, 100, limits.max, limits.max - 1, limits.max // 2, limits.min, limits.min + 1, 3, 12, 255]
    values += [-1, -2] if signed else [limits.max // 3, limits.max // 5]
    source = np.array(values, dtype)

    def expect(expression, function, result=np.uint32):
        expected = [function(value) & (np.iinfo(result).max) for value in values]
        made = lanes(interpret, expression, source, result)
        np.testing.assert_array_equal(made, np.array(expected, result), expression)

    expect("wd.countbits(x)", lambda value: len(places(value, bits)))
    expect("wd.firstbitlow(x)", lambda value: places(value, bits)[0] if value else -1)
    expect("wd.firstbithigh(x)", lambda value: max(places(~value if value < 0 else value, bits), default=-1))
    unsigned = {16: np.uint16, 32: np.uint32, 64: np.uint64}[bits]
    cast = {16: "wd.u16", 32: "u32", 64: "wd.u64"}[bits]
    reverse = lambda value: sum(1 << (bits - 1 - place) for place in places(value, bits))
    expect(f"{cast}(wd.reversebits(x))", reverse, unsigned)


def test_abs_of_integers(interpret):
    source = np.array([0, -1, 5, -(2**31)], np.int32)
    np.testing.assert_array_equal(lanes(interpret, "abs(x)", source, np.int32, 4), [0, 1, 5, -(2**31)])


def test_bits_of_floats(interpret):
    source = np.array([0.0, -0.0, 1.5, np.inf], np.float32)
    np.testing.assert_array_equal(lanes(interpret, "wd.asuint(x)", source, np.uint32, 4), source.view(np.uint32))
    np.testing.assert_array_equal(lanes(interpret, "wd.asfloat(wd.asint(x))", source, np.float32, 4), source)
    halves = source.astype(np.float16).view(np.uint16)
    np.testing.assert_array_equal(lanes(interpret, "wd.f32tof16(x)", source, np.uint32, 4), halves)
    words = halves.astype(np.uint32) | 0xABCD0000
    np.testing.assert_array_equal(lanes(interpret, "wd.f16tof32(x)", words, np.float32, 4), source)
    np.testing.assert_array_equal(lanes(interpret, "wd.asuint16(wd.asfloat16(x))", halves, np.uint16, 4), halves)


def test_vectors(interpret):
    out = np.zeros(6, np.float32)
    flags = np.zeros(4, np.uint32)
    text = """
        def kernel(out: wd.RWBuffer[f32], flags: wd.RWBuffer[u32]):
            a = wd.float3(1, -2, 3)
            b = wd.float3(4, 5, 0.5)
            out[0] = wd.dot(a, b)
            out[1] = wd.length(wd.float2(3, 4))
            out[2] = wd.lerp(a, b, 0.5).y
            out[3] = wd.select(a > 0, a, b).y
            out[4] = wd.dot(2.0, 3.5)
            out[5] = wd.min(a, 0.25, b).x
            flags[0] = u32(wd.any(a > 2))
            flags[1] = u32(wd.all(a > 2))
            flags[2] = u32(wd.all(a < 4))
            flags[3] = u32(wd.any(a > 3))
    """
    interpret(text, out, flags)
    np.testing.assert_array_equal(out, [-4.5, 5, 1.5, 5, 7, 0.25])
    np.testing.assert_array_equal(flags, [1, 0, 1, 0])
