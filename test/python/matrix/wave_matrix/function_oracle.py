"""What each scalar function and operator gives, from its definition alone; elementwise but for dot, length, any, all.

Arrays have components on their last axis. Bounds are those of ``precision``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from . import precision
from .elements import Element, is_float, limits_of
from .expected import NAN, Expected
from .precision import bits_of, roundoff, ulp, wide

_quiet: Any = {"invalid": "ignore", "over": "ignore", "under": "ignore", "divide": "ignore"}


def _booleans(values: np.ndarray) -> Expected:
    return Expected.exact(np.ascontiguousarray(values).astype(np.uint8))


def _either(of_integers: Callable[..., np.ndarray], of_floats: Callable[..., np.ndarray]) -> Callable[..., Expected]:
    """Integers wrap and are exact, floats are rounded once."""

    def function(*values: np.ndarray) -> Expected:
        with np.errstate(**_quiet):
            if is_float(values[0].dtype):
                return Expected.rounded(of_floats(*values).astype(values[0].dtype))
            return Expected.exact(of_integers(*values).astype(values[0].dtype))

    return function


def _same(function: Callable[..., np.ndarray]) -> Callable[..., Expected]:
    return _either(function, function)


# Operators.

add = _same(np.add)
subtract = _same(np.subtract)
multiply = _same(np.multiply)
negate = _same(lambda x: np.subtract(np.zeros_like(x), x) if not is_float(x.dtype) else -x)


def divide(x: np.ndarray, y: np.ndarray) -> Expected:
    """Of floats."""
    with np.errstate(**_quiet):
        quotient = wide(x) / wide(y)
        return Expected.near(quotient.astype(x.dtype), precision.DIVISION_ULP * ulp(quotient, x.dtype))


def truncating_quotient(x: np.ndarray, y: np.ndarray) -> Expected:
    """Of integers, towards zero as HLSL has it; not by 0, nor the lowest by -1."""
    return Expected.exact(_by_python(x, y, lambda a, b: abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)))


def remainder(x: np.ndarray, y: np.ndarray) -> Expected:
    """What the truncating quotient leaves: it has the sign of x."""
    if is_float(x.dtype):
        with np.errstate(**_quiet):
            exact = np.fmod(wide(x), wide(y))
            quotient = np.abs(wide(x) / wide(y))
            tolerance = np.abs(wide(y)) * (quotient + 1) * roundoff(x.dtype) * (2 * precision.DIVISION_ULP + 2)
            return Expected.near(exact.astype(x.dtype), np.asarray(tolerance, np.float64))
    return Expected.exact(_by_python(x, y, lambda a, b: abs(a) % abs(b) * (1 if a >= 0 else -1)))


def _by_python(x: np.ndarray, y: np.ndarray, function: Callable[[int, int], int]) -> np.ndarray:
    """Python's integers do not wrap, so the definition can be written down as it is."""
    pairs = zip(x.reshape(-1).tolist(), y.reshape(-1).tolist(), strict=True)
    return np.array([function(a, b) for a, b in pairs], x.dtype).reshape(x.shape)


bit_and = _same(np.bitwise_and)
bit_or = _same(np.bitwise_or)
bit_xor = _same(np.bitwise_xor)
bit_not = _same(np.invert)


def _shift(operation: Callable[..., np.ndarray]) -> Callable[..., Expected]:
    def function(x: np.ndarray, amount: np.ndarray) -> Expected:
        """The amount counts modulo the width; to the right the sign of the type fills up."""
        return Expected.exact(operation(x, amount & np.array(bits_of(x.dtype) - 1, amount.dtype)))

    return function


shift_left = _shift(np.left_shift)
shift_right = _shift(np.right_shift)


def comparison(operation: Callable[..., np.ndarray]) -> Callable[..., Expected]:
    """A NaN is not less, not equal and not greater; only != holds for it."""
    return lambda x, y: _booleans(operation(x, y))


def boolean(operation: Callable[..., np.ndarray]) -> Callable[..., Expected]:
    """Of bools, which are 0 and 1 here."""
    return lambda *values: _booleans(operation(*(value != 0 for value in values)))


# Choices.

minimum = _either(np.minimum, np.fmin)
maximum = _either(np.maximum, np.fmax)


def clamp(x: np.ndarray, low: np.ndarray, high: np.ndarray) -> Expected:
    """``min(max(x, low), high)``, so that a NaN becomes ``low``."""
    if is_float(x.dtype):
        return Expected.rounded(np.fmin(np.fmax(x, low), high))
    return Expected.exact(np.minimum(np.maximum(x, low), high))


def saturate(x: np.ndarray) -> Expected:
    """Between 0 and 1; a NaN becomes 0."""
    return clamp(x, np.zeros_like(x), np.ones_like(x))


def select(condition: np.ndarray, a: np.ndarray, b: np.ndarray) -> Expected:
    return Expected.exact(np.where(condition != 0, a, b))


def step(edge: np.ndarray, x: np.ndarray) -> Expected:
    """1 where x is not below the edge."""
    return Expected.exact((x >= edge).astype(x.dtype))


def any_component(x: np.ndarray) -> Expected:
    return _booleans((x != 0).any(axis=-1, keepdims=True))


def all_components(x: np.ndarray) -> Expected:
    return _booleans((x != 0).all(axis=-1, keepdims=True))


def is_nan(x: np.ndarray) -> Expected:
    return _booleans(np.isnan(x))


def is_infinite(x: np.ndarray) -> Expected:
    return _booleans(np.isinf(x))


def is_finite(x: np.ndarray) -> Expected:
    return _booleans(np.isfinite(x))


# Signs and roundings.


def absolute(x: np.ndarray) -> Expected:
    """The lowest integer is its own."""
    with np.errstate(**_quiet):
        return Expected.rounded(np.abs(x)) if is_float(x.dtype) else Expected.exact(np.abs(x).astype(x.dtype))


def sign(x: np.ndarray) -> Expected:
    """-1, 0 or 1 as i32; 0 for a NaN, which is neither above nor below 0."""
    return Expected.exact((x > 0).astype(np.int32) - (x < 0).astype(np.int32))


floor = _same(np.floor)
ceil = _same(np.ceil)
truncate = _same(np.trunc)
round_even = _same(np.rint)


def fraction(x: np.ndarray) -> Expected:
    """``x - floor(x)``: 1 after rounding for a tiny negative x, which some clamp to the number below it."""
    with np.errstate(**_quiet):
        exact = wide(x) - np.floor(wide(x))
        return Expected.near(exact.astype(x.dtype), np.where(x < 0, ulp(exact, x.dtype), 0))


# Roots, powers, waves.


def reciprocal_root(x: np.ndarray) -> Expected:
    with np.errstate(**_quiet):
        exact = 1 / np.sqrt(wide(x))
        return Expected.near(exact.astype(x.dtype), precision.RSQRT_ULP * ulp(exact, x.dtype))


def _root(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The exact square root, and how far ``1 / rsqrt(x)`` may be from it."""
    root = np.sqrt(wide(x))
    relative = 2 * roundoff(x.dtype) * (precision.RSQRT_ULP + precision.DIVISION_ULP)
    return root, np.asarray(np.abs(root) * relative, np.float64)


def square_root(x: np.ndarray) -> Expected:
    with np.errstate(**_quiet):
        root, error = _root(x)
        return Expected.near(root.astype(x.dtype), error)


def _exponential(base: Callable[[np.ndarray], np.ndarray]) -> Callable[[np.ndarray], Expected]:
    def function(x: np.ndarray) -> Expected:
        with np.errstate(**_quiet):
            exact = base(wide(x))
            steps = precision.EXP_ULP[bits_of(x.dtype)] + 2 * np.abs(np.float64(x))
            return Expected.near(exact.astype(x.dtype), steps * ulp(exact, x.dtype))

    return function


exponential = _exponential(np.exp)
exponential2 = _exponential(np.exp2)


def _log_error(x: np.ndarray, exact: np.ndarray, dtype: np.dtype) -> np.ndarray:
    near_one = (x >= 0.5) & (x <= 2)
    return np.where(near_one, precision.LOG_NEAR_ONE[bits_of(dtype)], precision.LOG_ULP * ulp(exact, dtype))


def _logarithm(base: Callable[[np.ndarray], np.ndarray]) -> Callable[[np.ndarray], Expected]:
    def function(x: np.ndarray) -> Expected:
        with np.errstate(**_quiet):
            exact = base(wide(x))
            return Expected.near(exact.astype(x.dtype), _log_error(x, exact, x.dtype))

    return function


logarithm = _logarithm(np.log)
logarithm2 = _logarithm(np.log2)


def power(x: np.ndarray, y: np.ndarray) -> Expected:
    """For a positive x."""
    dtype = x.dtype
    with np.errstate(**_quiet):
        exponent = np.log2(wide(x))
        product = exponent * wide(y)
        exact = np.power(wide(x), wide(y))
        error = _log_error(x, exponent, dtype) * np.abs(np.float64(y)) + 0.5 * ulp(product, dtype)
        steps = precision.EXP_ULP[bits_of(dtype)] + 2 * np.abs(np.float64(product))
        tolerance = np.abs(np.float64(exact)) * np.expm1(np.log(2) * error) + steps * ulp(exact, dtype)
        return Expected.near(exact.astype(dtype), tolerance)


def _wave(function: Callable[[np.ndarray], np.ndarray]) -> Callable[[np.ndarray], Expected]:
    def of(x: np.ndarray) -> Expected:
        """In [-pi, pi]."""
        exact = function(wide(x))
        return Expected.near(exact.astype(x.dtype), np.full(x.shape, precision.SINE[bits_of(x.dtype)]))

    return of


sine = _wave(np.sin)
cosine = _wave(np.cos)


def tangent(x: np.ndarray) -> Expected:
    """Open where the cosine may be 0 within its bound."""
    error = precision.SINE[bits_of(x.dtype)]
    sine_, cosine_ = np.float64(np.sin(wide(x))), np.float64(np.cos(wide(x)))
    room = np.maximum(np.abs(cosine_) - error, 1e-9)
    exact = sine_ / cosine_
    tolerance = error * (1 + np.abs(exact)) / room + precision.DIVISION_ULP * ulp(exact, x.dtype)
    return Expected.near(exact.astype(x.dtype), tolerance).open_where(np.abs(cosine_) <= 2 * error)


# Angles, hyperbolic functions and what is computed by arithmetic.


def _expanded(
    exact: np.ndarray, dtype: np.dtype, steps: float = precision.EXPANDED_ULP + 2 * precision.DIVISION_ULP
) -> Expected:
    with np.errstate(**_quiet):
        return Expected.near(exact.astype(dtype), steps * ulp(exact, dtype))


def _by_arithmetic(function: Callable[..., np.ndarray]) -> Callable[..., Expected]:
    def of(*values: np.ndarray) -> Expected:
        with np.errstate(**_quiet):
            return _expanded(function(*map(wide, values)), values[0].dtype)

    return of


exponential10 = _by_arithmetic(lambda x: np.power(type(x.flat[0])(10), x))
exponential_less_one = _by_arithmetic(np.expm1)
logarithm_of_next = _by_arithmetic(np.log1p)
cube_root = _by_arithmetic(np.cbrt)
hypotenuse = _by_arithmetic(np.hypot)


def _native(function: Callable[..., np.ndarray], error: Callable[..., np.ndarray]) -> Callable[..., Expected]:
    """An instruction with the bound ``error`` in f16 and f32, and arithmetic in f64."""

    def of(*values: np.ndarray) -> Expected:
        with np.errstate(**_quiet):
            exact = function(*map(wide, values))
            dtype = values[0].dtype
            if dtype == np.float64:
                return _expanded(exact, dtype)
            return Expected.near(exact.astype(dtype), np.asarray(error(exact, *map(wide, values), dtype), np.float64))

    return of


def _arctangent_error(exact: np.ndarray, *rest: Any) -> np.ndarray:
    """Of the function, and of the quotient of ``atan2``."""
    dtype = rest[-1]
    return (precision.ARCTANGENT_ULP[bits_of(dtype)] + precision.DIVISION_ULP + 2) * ulp(exact, dtype)


def _arcsine_error(exact: np.ndarray, x: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Of the other side of the triangle, ``sqrt(1 - x * x)``."""
    side = np.sqrt(1 - x * x)
    roots = 2 * (precision.RSQRT_ULP + precision.DIVISION_ULP) * roundoff(dtype)
    error = side * roots + np.where(side > 0, 2 * roundoff(dtype) / np.maximum(side, 1e-9), 0)
    return _arctangent_error(exact, dtype) + error


arctangent = _native(np.arctan, _arctangent_error)
arctangent2 = _native(np.arctan2, _arctangent_error)
arcsine = _native(np.arcsin, _arcsine_error)
arccosine = _native(np.arccos, _arcsine_error)


def _hyperbolic_error(exact: np.ndarray, x: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Of ``exp(x)`` and ``exp(-x)``."""
    size = np.exp(np.abs(x))
    return (precision.EXP_ULP[bits_of(dtype)] + 2 * np.abs(x) + 2) * ulp(size, dtype)


def _tangent_error(exact: np.ndarray, x: np.ndarray, dtype: np.dtype) -> np.ndarray:
    error = 2 * _hyperbolic_error(exact, x, dtype) / np.cosh(x)
    return error + precision.DIVISION_ULP * ulp(exact, dtype)


hyperbolic_sine = _native(np.sinh, _hyperbolic_error)
hyperbolic_cosine = _native(np.cosh, _hyperbolic_error)
hyperbolic_tangent = _native(np.tanh, _tangent_error)
logarithm10 = _native(
    np.log10, lambda exact, x, dtype: _log_error(x, np.log2(x), dtype) * np.log10(2) + 1.5 * ulp(exact, dtype)
)


# Parts of floats.


def copy_sign(x: np.ndarray, y: np.ndarray) -> Expected:
    """The sign of a zero is given, that of a NaN free."""
    result = Expected.exact(np.copysign(x, y))
    result.flags[np.isnan(x)] |= NAN
    return result


def is_normal(x: np.ndarray) -> Expected:
    return _booleans(np.isfinite(x) & (np.abs(x) >= limits_of(x.dtype).tiny))


def scale(x: np.ndarray, exponent: np.ndarray) -> Expected:
    return Expected.rounded(np.ldexp(x, exponent))


def mantissa(x: np.ndarray) -> Expected:
    return Expected.exact(np.frexp(x)[0])


def exponent(x: np.ndarray) -> Expected:
    return Expected.exact(np.frexp(x)[1].astype(np.int32))


def signed_fraction(x: np.ndarray) -> Expected:
    with np.errstate(**_quiet):
        return Expected.rounded(np.modf(x)[0])


# Several operations.


def multiply_add(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> Expected:
    """Rounded once, or after the multiplication and after the addition; integers wrap."""
    if not is_float(a.dtype):
        with np.errstate(**_quiet):
            return Expected.exact((a * b + c).astype(a.dtype))
    with np.errstate(**_quiet):
        product = wide(a) * wide(b)
        exact = product + wide(c)
        tolerance = (np.abs(product) * 1.01 + np.abs(exact)) * roundoff(a.dtype)
        return Expected.near(exact.astype(a.dtype), np.asarray(tolerance, np.float64))


def multiply_then_add(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> Expected:
    """Rounded after the multiplication and after the addition: what ``precise`` promises."""
    with np.errstate(**_quiet):
        return Expected.rounded((a * b).astype(a.dtype) + c)


def interpolate(x: np.ndarray, y: np.ndarray, s: np.ndarray) -> Expected:
    """``x + s * (y - x)``, or ``x * (1 - s) + y * s``."""
    with np.errstate(**_quiet):
        a, b, t = wide(x), wide(y), wide(s)
        exact = a + t * (b - a)
        size = (np.abs(a) + np.abs(b)) * (1 + np.abs(t)) * 2
        return Expected.near(exact.astype(x.dtype), np.asarray(size * 3 * roundoff(x.dtype), np.float64))


def _dot(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    products = wide(x) * wide(y)
    size = np.abs(products).sum(axis=-1, keepdims=True)
    return products.sum(axis=-1, keepdims=True), np.asarray(size * x.shape[-1] * roundoff(x.dtype) * 1.01, np.float64)


def dot(x: np.ndarray, y: np.ndarray) -> Expected:
    if not is_float(x.dtype):
        with np.errstate(**_quiet):
            return Expected.exact((x * y).sum(axis=-1, keepdims=True, dtype=x.dtype))
    exact, error = _dot(x, y)
    return Expected.near(exact.astype(x.dtype), error + roundoff(x.dtype) * np.abs(np.float64(exact)))


def length(x: np.ndarray) -> Expected:
    squares, error = _dot(x, x)
    root = np.sqrt(squares)
    with np.errstate(**_quiet):
        relative = 2 * roundoff(x.dtype) * (precision.RSQRT_ULP + precision.DIVISION_ULP)
        tolerance = np.float64(root) * relative + np.where(squares > 0, error / (2 * np.float64(root)), 0)
    return Expected.near(root.astype(x.dtype), tolerance)


def reciprocal(x: np.ndarray) -> Expected:
    return divide(np.ones_like(x), x)


def square(x: np.ndarray) -> Expected:
    return multiply(x, x)


def multiple(factor: float) -> Callable[[np.ndarray], Expected]:
    """The factor is rounded, and the product."""
    return lambda x: _expanded(wide(x) * factor, x.dtype, 1)


def smooth_step(low: np.ndarray, high: np.ndarray, x: np.ndarray) -> Expected:
    """Steepest in the middle, where an error of t grows by a half."""
    t = np.clip((wide(x) - wide(low)) / (wide(high) - wide(low)), 0, 1)
    error = 3 * (2 * precision.DIVISION_ULP + 4) * roundoff(x.dtype)
    return Expected.near((t * t * (3 - 2 * t)).astype(x.dtype), np.full(x.shape, error))


def distance(x: np.ndarray, y: np.ndarray) -> Expected:
    return length(x - y)


def normalize(x: np.ndarray) -> Expected:
    squares, error = _dot(x, x)
    exact = wide(x) / np.sqrt(squares)
    relative = error / (2 * np.float64(squares)) + (2 * precision.RSQRT_ULP + 2) * roundoff(x.dtype)
    return Expected.near(exact.astype(x.dtype), np.asarray(np.abs(exact) * relative, np.float64))


def cross(x: np.ndarray, y: np.ndarray) -> Expected:
    a, b = wide(x), wide(y)
    left, right = a[..., [1, 2, 0]] * b[..., [2, 0, 1]], a[..., [2, 0, 1]] * b[..., [1, 2, 0]]
    error = (np.abs(left) + np.abs(right)) * 2 * roundoff(x.dtype)
    return Expected.near((left - right).astype(x.dtype), np.asarray(error, np.float64))


def reflect(i: np.ndarray, n: np.ndarray) -> Expected:
    product, error = _dot(i, n)
    size = np.abs(wide(i)) + np.abs(2 * product * wide(n))
    tolerance = 2 * error * np.abs(wide(n)) + size * 4 * roundoff(i.dtype)
    return Expected.near((wide(i) - 2 * product * wide(n)).astype(i.dtype), np.asarray(tolerance, np.float64))


def refract(i: np.ndarray, n: np.ndarray, eta: np.ndarray) -> Expected:
    """Open where the root is close to 0."""
    unit = 4 * roundoff(i.dtype)
    a, b, ratio = wide(i), wide(n), wide(eta)
    cosine, error = _dot(n, i)
    k = 1 - ratio * ratio * (1 - cosine * cosine)
    size = 1 + ratio * ratio * (1 + cosine * cosine)
    error_of_k = ratio * ratio * 2 * np.abs(cosine) * error + size * unit
    with np.errstate(**_quiet):
        root = np.sqrt(k)
        exact = np.where(k < 0, 0, ratio * a - (ratio * cosine + root) * b)
        error_of_root = error_of_k / (2 * root) + root * (precision.RSQRT_ULP + precision.DIVISION_ULP) * unit
        total = np.abs(ratio * a) + (np.abs(ratio * cosine) + root) * np.abs(b)
        tolerance = np.abs(b) * (np.abs(ratio) * error + error_of_root) + total * unit
        result = Expected.near(exact.astype(i.dtype), np.where(k < 0, 0, np.asarray(tolerance, np.float64)))
    return result.open_where(np.abs(k) < 4 * error_of_k)


def face_forward(n: np.ndarray, i: np.ndarray, g: np.ndarray) -> Expected:
    """Open where the product may be 0."""
    product, error = _dot(i, g)
    return Expected.rounded(np.where(product < 0, n, -n)).open_where(np.abs(product) <= 2 * error)


# Bits.

NOT_FOUND = 0xFFFFFFFF


def _unsigned(x: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(x).view(np.dtype(f"u{x.dtype.itemsize}"))


def _by_bits(x: np.ndarray, function: Callable[[int, int], int], dtype: np.dtype) -> np.ndarray:
    """``function`` of the bits as Python's integer, and of the width."""
    width = bits_of(x.dtype)
    return np.array([function(bits, width) for bits in _unsigned(x).reshape(-1).tolist()], dtype).reshape(x.shape)


def population_count(x: np.ndarray) -> Expected:
    return Expected.exact(_by_bits(x, lambda bits, width: bits.bit_count(), np.dtype(np.uint32)))


def first_bit_low(x: np.ndarray) -> Expected:
    """The place of the lowest bit that is set, from the least significant one; all ones where none is."""

    def place(bits: int, width: int) -> int:
        return (bits & -bits).bit_length() - 1 if bits else NOT_FOUND

    return Expected.exact(_by_bits(x, place, np.dtype(np.uint32)))


def first_bit_high(x: np.ndarray) -> Expected:
    """The place of the highest bit that is set, from the least significant one; of a negative number the highest that
    is not set. All ones where there is none.
    """

    def place(bits: int, width: int) -> int:
        if x.dtype.kind == "i" and bits >> (width - 1):
            bits ^= (1 << width) - 1
        return bits.bit_length() - 1 if bits else NOT_FOUND

    return Expected.exact(_by_bits(x, place, np.dtype(np.uint32)))


def reverse_bits(x: np.ndarray) -> Expected:
    def reverse(bits: int, width: int) -> int:
        return int(f"{bits:0{width}b}"[::-1], 2)

    unsigned = np.dtype(f"u{x.dtype.itemsize}")
    return Expected.exact(_by_bits(x, reverse, unsigned).view(x.dtype))


def reinterpret(x: np.ndarray, to: Element) -> Expected:
    """The same bits as another type of that width."""
    return Expected.exact(np.ascontiguousarray(x).view(to.storage))


def half_bits(x: np.ndarray) -> Expected:
    """f32 to the bits of the nearest f16 in a u32; which neighbor is taken is not said."""
    result = Expected.exact(x.astype(np.float16).view(np.uint16).astype(np.uint32))
    exact = x.astype(np.float16).astype(np.float32) == x
    result.tolerance = np.where(exact, 0.0, 1.0)
    return result


def from_half_bits(x: np.ndarray) -> Expected:
    """The low 16 bits of a u32 as f16, in f32."""
    return Expected.rounded((x & np.uint32(0xFFFF)).astype(np.uint16).view(np.float16).astype(np.float32))


def quad_place(lane: np.ndarray) -> Expected:
    """The Z-order map: the even bits of the lane's number are x, the odd ones y."""

    def place(number: int) -> list[int]:
        x = sum((number >> (2 * bit) & 1) << bit for bit in range(4))
        return [x, sum((number >> (2 * bit + 1) & 1) << bit for bit in range(4))]

    coordinates = [place(number) for number in lane.reshape(-1).tolist()]
    return Expected.exact(np.array(coordinates, np.uint32).reshape(*lane.shape[:-1], 2))


# Conversions.


def _nearest_bf16(x: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Each number rounded once, to 8 bits; NumPy's conversion goes through f32."""
    mantissa, exponent = np.frexp(wide(x) if is_float(x.dtype) else x.astype(np.longdouble))
    return np.ldexp(np.rint(mantissa * 256), exponent - 8).astype(np.float32).astype(dtype)


def convert(x: np.ndarray, source: Element, to: Element) -> Expected:
    """Integers keep their low bits, floats are truncated towards zero or rounded to the nearest, bool is 0 or 1, and
    what is not zero is true. A float that does not fit the integer is no input.
    """
    with np.errstate(**_quiet):
        if to.kind == "bool":
            return _booleans(x != 0)
        if to.name == "bf16":
            return Expected.rounded(_nearest_bf16(x, to.storage))
        if to.float:
            return Expected.rounded(x.astype(to.storage))
        if source.float:
            whole = [int(value) for value in np.trunc(x).reshape(-1).tolist()]
            return Expected.exact(np.array(whole, to.storage).reshape(x.shape))
        return Expected.exact(x.astype(to.storage))
