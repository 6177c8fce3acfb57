"""Functions of numbers. Python's ``abs``, ``max``, ``min`` and ``pow`` mean those here; ``clamp``, ``saturate``,
``lerp``, ``mad``, ``frac`` and ``length`` are library functions.

A scalar beside a vector stands for a vector of it, a literal takes the type of the other arguments. No lanes take part in
any of them.
"""

from __future__ import annotations

from typing import Any

from .registry import intrinsic


@intrinsic("min")
def min(a: Any, b: Any, *more: Any) -> Any:
    """The smallest of its arguments; of two floats of which one is NaN, the other. Python's ``min`` means it too.

    HLSL: ``min``.
    """


@intrinsic("max")
def max(a: Any, b: Any, *more: Any) -> Any:
    """The greatest of its arguments; of two floats of which one is NaN, the other. Python's ``max`` means it too.

    HLSL: ``max``.
    """


@intrinsic("abs")
def abs(x: Any) -> Any:
    """The distance of ``x`` from zero; the lowest number of a signed type is its own. Python's ``abs`` means it too.

    HLSL: ``abs``.
    """


@intrinsic("sign")
def sign(x: Any) -> Any:
    """-1, 0 or 1 as ``x`` is below, at or above zero, an i32 (of a vector an int2 to int4); 0 for NaN.

    HLSL: ``sign``.
    """


@intrinsic("floor")
def floor(x: Any) -> Any:
    """The greatest whole number that is not above the float ``x``.

    HLSL: ``floor``.
    """


@intrinsic("ceil")
def ceil(x: Any) -> Any:
    """The smallest whole number that is not below the float ``x``.

    HLSL: ``ceil``.
    """


@intrinsic("round")
def round(x: Any) -> Any:
    """The whole number next to the float ``x``, a float; from the middle to the even one.

    HLSL: ``round``.
    """


@intrinsic("trunc")
def trunc(x: Any) -> Any:
    """The float ``x`` without its fraction.

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
    """``x`` to the power of ``y``, both f16 or f32; undefined for ``x`` below zero. Python's ``pow`` means it too.

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
    """``a * b + c`` of floats, rounded once; Vulkan lets a driver round twice.

    HLSL: ``fma``, which it has for f64 alone.
    """


@intrinsic("dot")
def dot(a: Any, b: Any) -> Any:
    """The sum of the products of the components of two vectors, a scalar; of scalars the product.

    HLSL: ``dot``.
    """


@intrinsic("step")
def step(edge: Any, x: Any) -> Any:
    """1.0 where ``x >= edge``, else 0.0, in the type of the floats.

    HLSL: ``step``.
    """


@intrinsic("select")
def select(condition: Any, a: Any, b: Any, /) -> Any:
    """``a`` where ``condition`` is true, else ``b``; both are evaluated by all active lanes.

    A vector of bool chooses each component by itself.

    HLSL: ``select``.
    """


@intrinsic("any")
def any(x: Any) -> Any:
    """True if any component of the vector of bool ``x`` is.

    HLSL: ``any``.
    """


@intrinsic("all")
def all(x: Any) -> Any:
    """True if all components of the vector of bool ``x`` are.

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
