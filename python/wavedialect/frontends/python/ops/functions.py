"""Math functions. In a kernel, Python's ``abs``, ``max``, ``min`` and ``pow`` mean these functions; ``clamp``,
``saturate``, ``lerp``, ``mad``, ``frac`` and ``length`` are library functions.

A scalar next to a vector is broadcast; a literal takes the type of the other arguments. None of these functions
communicates between lanes.
"""

from __future__ import annotations

from typing import Any

from ...semantic import Semantic
from .registry import intrinsic


@intrinsic(
    "min",
    Semantic.extreme,
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
    Semantic.extreme,
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
    Semantic.function,
    accepts="numbers",
    by=Semantic.absolute,
    spirv={"math.absi": "SAbs", "math.absf": "FAbs"},
    dxil={"math.absf": "unary:6"},
    aliases=("absolute", "fabs"),
)
def abs(x: Any) -> Any:
    """The absolute value of ``x``; the lowest value of a signed type is unchanged. Python's ``abs`` is the same.

    HLSL: ``abs``.
    """


@intrinsic("sign", Semantic.function, accepts="numbers", by=Semantic.sign)
def sign(x: Any) -> Any:
    """-1, 0 or 1 for ``x`` below, equal to or above zero, an i32 (int2 to int4 for a vector); 0 for NaN.

    HLSL: ``sign``.
    """


@intrinsic("floor", Semantic.one_operation, operation="math.floor", accepts="floats", spirv="Floor", dxil="unary:27")
def floor(x: Any) -> Any:
    """The greatest integer that is not above the float ``x``, as a float.

    HLSL: ``floor``.
    """


@intrinsic("ceil", Semantic.one_operation, operation="math.ceil", accepts="floats", spirv="Ceil", dxil="unary:28")
def ceil(x: Any) -> Any:
    """The smallest integer that is not below the float ``x``, as a float.

    HLSL: ``ceil``.
    """


@intrinsic(
    "round",
    Semantic.one_operation,
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


@intrinsic("trunc", Semantic.one_operation, operation="math.trunc", accepts="floats", spirv="Trunc", dxil="unary:29")
def trunc(x: Any) -> Any:
    """The float ``x`` without its fractional part.

    HLSL: ``trunc``.
    """


@intrinsic("sqrt", Semantic.one_operation, operation="math.sqrt", accepts="floats", spirv="Sqrt", dxil="unary:24")
def sqrt(x: Any) -> Any:
    """The square root of the float ``x``; NaN below zero.

    HLSL: ``sqrt``.
    """


@intrinsic(
    "rsqrt",
    Semantic.one_operation,
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


@intrinsic("exp", Semantic.one_operation, operation="math.exp", accepts="f16 or f32", spirv="Exp")
def exp(x: Any) -> Any:
    """e to the power of ``x``, an f16 or f32.

    HLSL: ``exp``.
    """


@intrinsic("exp2", Semantic.one_operation, operation="math.exp2", accepts="f16 or f32", spirv="Exp2", dxil="unary:21")
def exp2(x: Any) -> Any:
    """2 to the power of ``x``, an f16 or f32.

    HLSL: ``exp2``.
    """


@intrinsic("log", Semantic.one_operation, operation="math.log", accepts="f16 or f32", spirv="Log")
def log(x: Any) -> Any:
    """The natural logarithm of ``x``, an f16 or f32; NaN below zero.

    HLSL: ``log``.
    """


@intrinsic("log2", Semantic.one_operation, operation="math.log2", accepts="f16 or f32", spirv="Log2", dxil="unary:23")
def log2(x: Any) -> Any:
    """The logarithm of ``x`` to base 2, an f16 or f32; NaN below zero.

    HLSL: ``log2``.
    """


@intrinsic(
    "pow",
    Semantic.one_operation,
    operation="math.powf",
    accepts="f16 or f32",
    spirv="Pow",
    aliases=("power",),
)
def pow(x: Any, y: Any) -> Any:
    """``x`` to the power of ``y``, both f16 or f32; undefined for ``x`` below zero. Python's ``pow`` is the same.

    HLSL: ``pow``.
    """


@intrinsic("sin", Semantic.one_operation, operation="math.sin", accepts="f16 or f32", spirv="Sin", dxil="unary:13")
def sin(x: Any) -> Any:
    """The sine of the angle ``x`` in radians, an f16 or f32.

    HLSL: ``sin``.
    """


@intrinsic("cos", Semantic.one_operation, operation="math.cos", accepts="f16 or f32", spirv="Cos", dxil="unary:12")
def cos(x: Any) -> Any:
    """The cosine of the angle ``x`` in radians, an f16 or f32.

    HLSL: ``cos``.
    """


@intrinsic("tan", Semantic.one_operation, operation="math.tan", accepts="f16 or f32", spirv="Tan", dxil="unary:14")
def tan(x: Any) -> Any:
    """The tangent of the angle ``x`` in radians, an f16 or f32.

    HLSL: ``tan``.
    """


@intrinsic(
    "fma",
    Semantic.one_operation,
    operation="math.fma",
    accepts="floats",
    spirv="Fma",
    dxil="tertiary:46 tertiary:47",
)
def fma(a: Any, b: Any, c: Any) -> Any:
    """``a * b + c`` of floats, rounded once; Vulkan permits drivers to round twice.

    HLSL: ``fma``, which HLSL has only for f64.
    """


@intrinsic("dot", Semantic.function, accepts="numbers", by=Semantic.dot)
def dot(a: Any, b: Any) -> Any:
    """The dot product of two vectors, a scalar; for scalars the product.

    HLSL: ``dot``.
    """


@intrinsic("step", Semantic.function, accepts="floats", by=Semantic.step)
def step(edge: Any, x: Any) -> Any:
    """1.0 where ``x >= edge``, else 0.0, in the type of the arguments.

    HLSL: ``step``.
    """


@intrinsic("select", Semantic.selection, aliases=("where", "selp"))
def select(condition: Any, a: Any, b: Any, /) -> Any:
    """``a`` where ``condition`` is true, else ``b``; all active lanes evaluate both.

    A vector of bool selects each component separately.

    HLSL: ``select``.
    """


@intrinsic("any", Semantic.function, accepts="bool", by=lambda semantic, x: semantic.fold("|", x))
def any(x: Any) -> Any:
    """True if any component of the bool vector ``x`` is true.

    HLSL: ``any``.
    """


@intrinsic("all", Semantic.function, accepts="bool", by=lambda semantic, x: semantic.fold("&", x))
def all(x: Any) -> Any:
    """True if all components of the bool vector ``x`` are true.

    HLSL: ``all``.
    """


@intrinsic("isnan", Semantic.function, accepts="floats", by=lambda semantic, x: semantic.is_class(">", x))
def isnan(x: Any) -> Any:
    """True where the float ``x`` is a NaN.

    HLSL: ``isnan``.
    """


@intrinsic("isinf", Semantic.function, accepts="floats", by=lambda semantic, x: semantic.is_class("==", x))
def isinf(x: Any) -> Any:
    """True where the float ``x`` is an infinity of either sign.

    HLSL: ``isinf``.
    """


@intrinsic("isfinite", Semantic.function, accepts="floats", by=lambda semantic, x: semantic.is_class("<", x))
def isfinite(x: Any) -> Any:
    """True where the float ``x`` is neither an infinity nor a NaN.

    HLSL: ``isfinite``.
    """
