"""Math functions. In a kernel, Python's ``abs``, ``max``, ``min`` and ``pow`` mean these functions; ``clamp``,
``saturate``, ``lerp``, ``mad``, ``frac`` and ``length`` are library functions.

A scalar next to a vector is broadcast; a literal takes the type of the other arguments. None of these functions
communicates between lanes.
"""

from __future__ import annotations

from typing import Any

from .registry import intrinsic


@intrinsic("min")
def min(a: Any, b: Any, *more: Any) -> Any:
    """The smallest argument; if one of two floats is NaN, the other. Python's ``min`` is the same function.

    HLSL: ``min``.
    """


@intrinsic("max")
def max(a: Any, b: Any, *more: Any) -> Any:
    """The greatest argument; if one of two floats is NaN, the other. Python's ``max`` is the same function.

    HLSL: ``max``.
    """


@intrinsic("abs")
def abs(x: Any) -> Any:
    """The absolute value of ``x``; the lowest value of a signed type is unchanged. Python's ``abs`` is the same.

    HLSL: ``abs``.
    """


@intrinsic("sign")
def sign(x: Any) -> Any:
    """-1, 0 or 1 for ``x`` below, equal to or above zero, an i32 (int2 to int4 for a vector); 0 for NaN.

    HLSL: ``sign``.
    """


@intrinsic("floor")
def floor(x: Any) -> Any:
    """The greatest integer that is not above the float ``x``, as a float.

    HLSL: ``floor``.
    """


@intrinsic("ceil")
def ceil(x: Any) -> Any:
    """The smallest integer that is not below the float ``x``, as a float.

    HLSL: ``ceil``.
    """


@intrinsic("round")
def round(x: Any) -> Any:
    """The integer nearest to the float ``x``, as a float; ties round to even.

    HLSL: ``round``.
    """


@intrinsic("trunc")
def trunc(x: Any) -> Any:
    """The float ``x`` without its fractional part.

    HLSL: ``trunc``.
    """


@intrinsic("sqrt")
def sqrt(x: Any) -> Any:
    """The square root of the float ``x``; NaN below zero.

    HLSL: ``sqrt``.
    """


@intrinsic("rsqrt")
def rsqrt(x: Any) -> Any:
    """One divided by the square root of the float ``x``; NaN below zero.

    HLSL: ``rsqrt``.
    """


@intrinsic("exp")
def exp(x: Any) -> Any:
    """e to the power of ``x``, an f16 or f32.

    HLSL: ``exp``.
    """


@intrinsic("exp2")
def exp2(x: Any) -> Any:
    """2 to the power of ``x``, an f16 or f32.

    HLSL: ``exp2``.
    """


@intrinsic("log")
def log(x: Any) -> Any:
    """The natural logarithm of ``x``, an f16 or f32; NaN below zero.

    HLSL: ``log``.
    """


@intrinsic("log2")
def log2(x: Any) -> Any:
    """The logarithm of ``x`` to base 2, an f16 or f32; NaN below zero.

    HLSL: ``log2``.
    """


@intrinsic("pow")
def pow(x: Any, y: Any) -> Any:
    """``x`` to the power of ``y``, both f16 or f32; undefined for ``x`` below zero. Python's ``pow`` is the same.

    HLSL: ``pow``.
    """


@intrinsic("sin")
def sin(x: Any) -> Any:
    """The sine of the angle ``x`` in radians, an f16 or f32.

    HLSL: ``sin``.
    """


@intrinsic("cos")
def cos(x: Any) -> Any:
    """The cosine of the angle ``x`` in radians, an f16 or f32.

    HLSL: ``cos``.
    """


@intrinsic("tan")
def tan(x: Any) -> Any:
    """The tangent of the angle ``x`` in radians, an f16 or f32.

    HLSL: ``tan``.
    """


@intrinsic("fma")
def fma(a: Any, b: Any, c: Any) -> Any:
    """``a * b + c`` of floats, rounded once; Vulkan permits drivers to round twice.

    HLSL: ``fma``, which HLSL has only for f64.
    """


@intrinsic("dot")
def dot(a: Any, b: Any) -> Any:
    """The dot product of two vectors, a scalar; for scalars the product.

    HLSL: ``dot``.
    """


@intrinsic("step")
def step(edge: Any, x: Any) -> Any:
    """1.0 where ``x >= edge``, else 0.0, in the type of the arguments.

    HLSL: ``step``.
    """


@intrinsic("select")
def select(condition: Any, a: Any, b: Any, /) -> Any:
    """``a`` where ``condition`` is true, else ``b``; all active lanes evaluate both.

    A vector of bool selects each component separately.

    HLSL: ``select``.
    """


@intrinsic("any")
def any(x: Any) -> Any:
    """True if any component of the bool vector ``x`` is true.

    HLSL: ``any``.
    """


@intrinsic("all")
def all(x: Any) -> Any:
    """True if all components of the bool vector ``x`` are true.

    HLSL: ``all``.
    """


@intrinsic("isnan")
def isnan(x: Any) -> Any:
    """True where the float ``x`` is a NaN.

    HLSL: ``isnan``.
    """


@intrinsic("isinf")
def isinf(x: Any) -> Any:
    """True where the float ``x`` is an infinity of either sign.

    HLSL: ``isinf``.
    """


@intrinsic("isfinite")
def isfinite(x: Any) -> Any:
    """True where the float ``x`` is neither an infinity nor a NaN.

    HLSL: ``isfinite``.
    """
