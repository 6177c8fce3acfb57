"""Math functions. In a kernel, Python's ``abs``, ``max``, ``min`` and ``pow`` mean these functions. ``clamp``, ``lerp``,
``normalize`` and others that are one expression are library functions.

A scalar next to a vector is broadcast; a literal takes the type of the other arguments. None of these functions
communicates between lanes.
"""

from __future__ import annotations

from typing import Any

from .registry import intrinsic, rules


@intrinsic(
    "min",
    rules.extreme,
    kind="min",
    spirv={"arith.minsi": "SMin", "arith.minui": "UMin", "arith.minnumf": "NMin"},
    dxil={"arith.minsi": "binary:38", "arith.minui": "binary:40", "arith.minnumf": "binary:36"},
    aliases=("minimum", "fmin"),
)
def min(a: Any, b: Any, *more: Any) -> Any:
    """The smallest argument; if one of two floats is NaN, the other. Python's ``min`` is the same function.

    HLSL: ``min``.
    """


@intrinsic(
    "max",
    rules.extreme,
    kind="max",
    spirv={"arith.maxsi": "SMax", "arith.maxui": "UMax", "arith.maxnumf": "NMax"},
    dxil={"arith.maxsi": "binary:37", "arith.maxui": "binary:39", "arith.maxnumf": "binary:35"},
    aliases=("maximum", "fmax"),
)
def max(a: Any, b: Any, *more: Any) -> Any:
    """The greatest argument; if one of two floats is NaN, the other. Python's ``max`` is the same function.

    HLSL: ``max``.
    """


@intrinsic(
    "abs",
    rules.function,
    accepts="numbers",
    by=rules.absolute,
    spirv={"math.absi": "SAbs", "math.absf": "FAbs"},
    dxil={"math.absf": "unary:6"},
    aliases=("absolute", "fabs"),
)
def abs(x: Any) -> Any:
    """The absolute value of ``x``; the lowest value of a signed type is unchanged. Python's ``abs`` is the same.

    HLSL: ``abs``.
    """


@intrinsic("sign", rules.function, accepts="numbers", by=rules.sign)
def sign(x: Any) -> Any:
    """-1, 0 or 1 for ``x`` below, equal to or above zero, an i32 (int2 to int4 for a vector); 0 for NaN.

    HLSL: ``sign``.
    """


@intrinsic("floor", rules.one_operation, operation="math.floor", accepts="floats", spirv="Floor", dxil="unary:27")
def floor(x: Any) -> Any:
    """The greatest integer that is not above the float ``x``, as a float.

    HLSL: ``floor``.
    """


@intrinsic("ceil", rules.one_operation, operation="math.ceil", accepts="floats", spirv="Ceil", dxil="unary:28")
def ceil(x: Any) -> Any:
    """The smallest integer that is not below the float ``x``, as a float.

    HLSL: ``ceil``.
    """


@intrinsic(
    "round",
    rules.one_operation,
    operation="math.roundeven",
    accepts="floats",
    spirv="RoundEven",
    dxil="unary:26",
    aliases=("roundEven", "rint"),
)
def round(x: Any) -> Any:
    """The integer nearest to the float ``x``, as a float; ties round to even.

    HLSL: ``round``.
    """


@intrinsic("trunc", rules.one_operation, operation="math.trunc", accepts="floats", spirv="Trunc", dxil="unary:29")
def trunc(x: Any) -> Any:
    """The float ``x`` without its fractional part.

    HLSL: ``trunc``.
    """


@intrinsic("sqrt", rules.one_operation, operation="math.sqrt", accepts="floats", spirv="Sqrt", dxil="unary:24")
def sqrt(x: Any) -> Any:
    """The square root of the float ``x``; NaN below zero.

    HLSL: ``sqrt``.
    """


@intrinsic(
    "rsqrt",
    rules.one_operation,
    operation="math.rsqrt",
    accepts="floats",
    spirv="InverseSqrt",
    dxil="unary:25",
    aliases=("inverseSqrt", "invsqrt"),
)
def rsqrt(x: Any) -> Any:
    """One divided by the square root of the float ``x``; NaN below zero.

    HLSL: ``rsqrt``.
    """


@intrinsic("exp", rules.one_operation, operation="math.exp", accepts="f16, bf16 or f32", spirv="Exp")
def exp(x: Any) -> Any:
    """e to the power of ``x``, an f16, bf16 or f32.

    HLSL: ``exp``.
    """


@intrinsic(
    "exp2", rules.one_operation, operation="math.exp2", accepts="f16, bf16 or f32", spirv="Exp2", dxil="unary:21"
)
def exp2(x: Any) -> Any:
    """2 to the power of ``x``, an f16, bf16 or f32.

    HLSL: ``exp2``.
    """


@intrinsic("log", rules.one_operation, operation="math.log", accepts="f16, bf16 or f32", spirv="Log")
def log(x: Any) -> Any:
    """The natural logarithm of ``x``, an f16, bf16 or f32; NaN below zero.

    HLSL: ``log``.
    """


@intrinsic(
    "log2", rules.one_operation, operation="math.log2", accepts="f16, bf16 or f32", spirv="Log2", dxil="unary:23"
)
def log2(x: Any) -> Any:
    """The logarithm of ``x`` to base 2, an f16, bf16 or f32; NaN below zero.

    HLSL: ``log2``.
    """


@intrinsic(
    "pow",
    rules.one_operation,
    operation="math.powf",
    accepts="f16, bf16 or f32",
    spirv="Pow",
    aliases=("power",),
)
def pow(x: Any, y: Any) -> Any:
    """``x`` to the power of ``y``, both f16, bf16 or f32; undefined for ``x`` below zero. Python's ``pow`` is the same.

    HLSL: ``pow``.
    """


@intrinsic("sin", rules.one_operation, operation="math.sin", accepts="f16, bf16 or f32", spirv="Sin", dxil="unary:13")
def sin(x: Any) -> Any:
    """The sine of the angle ``x`` in radians, an f16, bf16 or f32.

    HLSL: ``sin``.
    """


@intrinsic("cos", rules.one_operation, operation="math.cos", accepts="f16, bf16 or f32", spirv="Cos", dxil="unary:12")
def cos(x: Any) -> Any:
    """The cosine of the angle ``x`` in radians, an f16, bf16 or f32.

    HLSL: ``cos``.
    """


@intrinsic("tan", rules.one_operation, operation="math.tan", accepts="f16, bf16 or f32", spirv="Tan", dxil="unary:14")
def tan(x: Any) -> Any:
    """The tangent of the angle ``x`` in radians, an f16, bf16 or f32.

    HLSL: ``tan``.
    """


@intrinsic(
    "asin",
    rules.narrow_or,
    operation="math.asin",
    accepts="floats",
    by=rules.arcsine,
    spirv="Asin",
    dxil="unary:16",
    aliases=("arcsin",),
)
def asin(x: Any) -> Any:
    """The angle in radians, from -pi / 2 to pi / 2, whose sine is the float ``x``; NaN beyond 1.

    HLSL: ``asin``.
    """


@intrinsic(
    "acos",
    rules.narrow_or,
    operation="math.acos",
    accepts="floats",
    by=rules.arccosine,
    spirv="Acos",
    dxil="unary:15",
    aliases=("arccos",),
)
def acos(x: Any) -> Any:
    """The angle in radians, from 0 to pi, whose cosine is the float ``x``; NaN beyond 1.

    HLSL: ``acos``.
    """


@intrinsic(
    "atan",
    rules.narrow_or,
    operation="math.atan",
    accepts="floats",
    by=rules.arctangent,
    spirv="Atan",
    dxil="unary:17",
    aliases=("arctan",),
)
def atan(x: Any) -> Any:
    """The angle in radians, from -pi / 2 to pi / 2, whose tangent is the float ``x``.

    HLSL: ``atan``.
    """


@intrinsic(
    "atan2",
    rules.narrow_or,
    operation="math.atan2",
    accepts="floats",
    by=rules.arctangent2,
    spirv="Atan2",
    aliases=("arctan2",),
)
def atan2(y: Any, x: Any) -> Any:
    """The angle in radians, from -pi to pi, of the point (``x``, ``y``). Zeros and infinities are as in C.

    HLSL: ``atan2``.
    """


@intrinsic(
    "sinh",
    rules.narrow_or,
    operation="math.sinh",
    accepts="floats",
    by=rules.hyperbolic_sine,
    spirv="Sinh",
    dxil="unary:19",
)
def sinh(x: Any) -> Any:
    """The hyperbolic sine of the float ``x``.

    HLSL: ``sinh``.
    """


@intrinsic(
    "cosh",
    rules.narrow_or,
    operation="math.cosh",
    accepts="floats",
    by=rules.hyperbolic_cosine,
    spirv="Cosh",
    dxil="unary:18",
)
def cosh(x: Any) -> Any:
    """The hyperbolic cosine of the float ``x``.

    HLSL: ``cosh``.
    """


@intrinsic(
    "tanh",
    rules.narrow_or,
    operation="math.tanh",
    accepts="floats",
    by=rules.hyperbolic_tangent,
    spirv="Tanh",
    dxil="unary:20",
)
def tanh(x: Any) -> Any:
    """The hyperbolic tangent of the float ``x``.

    HLSL: ``tanh``.
    """


@intrinsic(
    "log10",
    rules.narrow_or,
    operation="math.log10",
    accepts="floats",
    by=rules.logarithm10,
    spirv="Log10",
)
def log10(x: Any) -> Any:
    """The logarithm of the float ``x`` to base 10; NaN below zero.

    HLSL: ``log10``.
    """


@intrinsic(None, rules.function, accepts="floats", by=rules.exponential10)
def exp10(x: Any) -> Any:
    """10 to the power of the float ``x``."""


@intrinsic(None, rules.function, accepts="floats", by=rules.exponential_less_one)
def expm1(x: Any) -> Any:
    """``exp(x) - 1`` of the float ``x``, exact where ``x`` is near 0."""


@intrinsic(None, rules.function, accepts="floats", by=rules.logarithm_of_next)
def log1p(x: Any) -> Any:
    """``log(1 + x)`` of the float ``x``, exact where ``x`` is near 0; NaN below -1."""


@intrinsic(None, rules.function, accepts="floats", by=rules.cube_root)
def cbrt(x: Any) -> Any:
    """The cube root of the float ``x``, with its sign."""


@intrinsic(None, rules.function, accepts="floats", by=rules.hypotenuse)
def hypot(x: Any, y: Any) -> Any:
    """The square root of ``x * x + y * y`` of floats, also where the squares leave the range of the type."""


@intrinsic("ldexp", rules.scale)
def ldexp(x: Any, exponent: Any) -> Any:
    """``x * 2 ** exponent`` for a float ``x`` and an i32; in HLSL the exponent is a float.

    HLSL: ``ldexp``.
    """


@intrinsic("frexp", rules.function, accepts="floats", by=rules.split_exponent)
def frexp(x: Any) -> Any:
    """The float ``x`` as a tuple of a float from 0.5 to 1, with the sign of ``x``, and an i32: ``x`` is
    ``ldexp(mantissa, exponent)``. Zeros, infinities and NaN are their own mantissa, with the exponent 0.

    HLSL: ``frexp``.
    """


@intrinsic("modf", rules.function, accepts="floats", by=rules.split_fraction)
def modf(x: Any) -> Any:
    """The float ``x`` as a tuple of its fraction and its whole part, both with the sign of ``x``.

    HLSL: ``modf``.
    """


@intrinsic(None, rules.function, accepts="floats", by=rules.copy_sign)
def copysign(x: Any, y: Any) -> Any:
    """The float ``x`` with the sign of ``y``, also of a zero or NaN."""


@intrinsic(
    "fma",
    rules.one_operation,
    operation="math.fma",
    accepts="floats",
    spirv="Fma",
    dxil="tertiary:46 tertiary:47",
)
def fma(a: Any, b: Any, c: Any) -> Any:
    """``a * b + c`` of floats, rounded once; Vulkan permits drivers to round twice.

    HLSL: ``fma``, which HLSL has only for f64.
    """


@intrinsic("dot", rules.function, accepts="numbers", by=rules.dot)
def dot(a: Any, b: Any) -> Any:
    """The dot product of two vectors, a scalar; for scalars the product.

    HLSL: ``dot``.
    """


@intrinsic("step", rules.function, accepts="floats", by=rules.step)
def step(edge: Any, x: Any) -> Any:
    """1.0 where ``x >= edge``, else 0.0, in the type of the arguments.

    HLSL: ``step``.
    """


@intrinsic("select", rules.selection, aliases=("where", "selp"))
def select(condition: Any, a: Any, b: Any, /) -> Any:
    """``a`` where ``condition`` is true, else ``b``; all active lanes evaluate both.

    A vector of bool selects each component separately.

    HLSL: ``select``.
    """


@intrinsic("any", rules.function, accepts="bool", by=lambda semantic, x: semantic.fold("|", x))
def any(x: Any) -> Any:
    """True if any component of the bool vector ``x`` is true.

    HLSL: ``any``.
    """


@intrinsic("all", rules.function, accepts="bool", by=lambda semantic, x: semantic.fold("&", x))
def all(x: Any) -> Any:
    """True if all components of the bool vector ``x`` are true.

    HLSL: ``all``.
    """


@intrinsic("isnan", rules.function, accepts="floats", by=lambda semantic, x: semantic.is_class(">", x))
def isnan(x: Any) -> Any:
    """True where the float ``x`` is a NaN.

    HLSL: ``isnan``.
    """


@intrinsic("isinf", rules.function, accepts="floats", by=lambda semantic, x: semantic.is_class("==", x))
def isinf(x: Any) -> Any:
    """True where the float ``x`` is an infinity of either sign.

    HLSL: ``isinf``.
    """


@intrinsic("isfinite", rules.function, accepts="floats", by=lambda semantic, x: semantic.is_class("<", x))
def isfinite(x: Any) -> Any:
    """True where the float ``x`` is neither an infinity nor a NaN.

    HLSL: ``isfinite``.
    """


@intrinsic("isnormal", rules.function, accepts="floats", by=rules.is_normal)
def isnormal(x: Any) -> Any:
    """True where the float ``x`` is neither zero, subnormal, infinite nor NaN.

    HLSL: ``isnormal``.
    """
