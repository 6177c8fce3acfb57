"""Mathematical functions and bit counts, elementwise.

Inexact functions are computed in f64, then rounded to f16 or f32: the error is half a unit in the last place, or
slightly more if the value is close to the midpoint of two numbers. In f64 they are NumPy's functions, with an error of
at most a few units; ``rsqrt`` in f64 rounds twice. ``sqrt``, the roundings and ``fma`` are correctly rounded in every
type.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from ..ir.module import Operation
from .elements import register_type, signed, unsigned, viewed

if TYPE_CHECKING:
    from .steps import Builder, Step
    from .wave import Wave

_BYTES = np.arange(256, dtype=np.uint8)
_BIT_COUNTS = np.unpackbits(_BYTES[:, None], axis=1).sum(axis=1, dtype=np.uint8)
_REVERSED = np.packbits(np.unpackbits(_BYTES[:, None], axis=1)[:, ::-1], axis=1)[:, 0]


def _by_double(function: Callable) -> Callable:
    """Returns a function that computes in f64 and rounds to the operands' type."""
    return lambda *values: function(*(value.astype(np.float64) for value in values)).astype(values[0].dtype)


def _bytes_of(value: np.ndarray) -> np.ndarray:
    """Returns the bytes of each number in an additional last axis."""
    return np.ascontiguousarray(value).view(np.uint8).reshape(*value.shape, value.dtype.itemsize)


def count_ones(value: np.ndarray) -> np.ndarray:
    """Counts the set bits."""
    return _BIT_COUNTS[_bytes_of(value)].sum(axis=-1, dtype=value.dtype)


def count_leading_zeros(value: np.ndarray) -> np.ndarray:
    """Counts the zeros above the highest set bit; returns the width for 0."""
    bits = 8 * value.dtype.itemsize
    # Set every bit below the highest set bit.
    filled = viewed(value, unsigned(value.dtype))
    distance = 1
    while distance < bits:
        filled = filled | (filled >> filled.dtype.type(distance))
        distance *= 2
    return viewed(filled.dtype.type(bits) - count_ones(filled), value.dtype)


def count_trailing_zeros(value: np.ndarray) -> np.ndarray:
    """Counts the zeros below the lowest set bit; returns the width for 0."""
    return count_ones(~value & (value - value.dtype.type(1)))


def reverse_bits(value: np.ndarray) -> np.ndarray:
    """Reverses the order of the bits: the lowest becomes the highest."""
    swapped = np.ascontiguousarray(_REVERSED[_bytes_of(value)][..., ::-1])
    return swapped.view(value.dtype)[..., 0]


def _absolute_integer(value: np.ndarray) -> np.ndarray:
    return viewed(np.abs(viewed(value, signed(value.dtype))), value.dtype)


def fused_multiply_add(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    """Computes a * b + c, rounded once."""
    if a.dtype == np.float64:
        return _fused_exactly(a, b, c)
    # The product is exact in f64. The sum is rounded to odd: its last bit records that it is inexact, so that rounding
    # it again to a much shorter type has the same result as rounding the exact sum.
    product, addend = a.astype(np.float64) * b.astype(np.float64), c.astype(np.float64)
    total = product + addend
    part = total - product
    error = (product - (total - part)) + (addend - part)
    bits = total.view(np.int64)
    inexact = np.isfinite(total) & (error != 0) & (bits & 1 == 0)
    towards = np.where((error > 0) == (total > 0), 1, -1)
    return np.where(inexact, (bits + towards).view(np.float64), total).astype(a.dtype)


def _fused_exactly(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    """Computes each number with rational arithmetic, because NumPy has no fused operation."""
    rounded = a * b + c
    result = rounded.copy()
    finite = np.isfinite(a) & np.isfinite(b)
    # The product may be infinite only because of rounding.
    result[finite & ~np.isfinite(c)] = c[finite & ~np.isfinite(c)]
    for place in zip(*np.nonzero(finite & np.isfinite(c)), strict=True):
        exact = Fraction(float(a[place])) * Fraction(float(b[place])) + Fraction(float(c[place]))
        # A zero result is already exact, with the correct sign.
        if exact:
            try:
                result[place] = float(exact)
            except OverflowError:
                result[place] = np.inf if exact > 0 else -np.inf
    return result


FUNCTIONS: dict[str, Callable[..., np.ndarray]] = {
    "math.absf": np.abs,
    "math.absi": _absolute_integer,
    "math.ceil": np.ceil,
    "math.floor": np.floor,
    "math.roundeven": np.rint,
    "math.trunc": np.trunc,
    "math.sqrt": np.sqrt,
    "math.rsqrt": _by_double(lambda value: 1.0 / np.sqrt(value)),
    "math.exp": _by_double(np.exp),
    "math.exp2": _by_double(np.exp2),
    "math.log": _by_double(np.log),
    "math.log10": _by_double(np.log10),
    "math.log2": _by_double(np.log2),
    "math.powf": _by_double(np.power),
    "math.sin": _by_double(np.sin),
    "math.cos": _by_double(np.cos),
    "math.tan": _by_double(np.tan),
    "math.asin": _by_double(np.arcsin),
    "math.acos": _by_double(np.arccos),
    "math.atan": _by_double(np.arctan),
    "math.atan2": _by_double(np.arctan2),
    "math.sinh": _by_double(np.sinh),
    "math.cosh": _by_double(np.cosh),
    "math.tanh": _by_double(np.tanh),
    "math.fma": fused_multiply_add,
    "math.ctpop": count_ones,
    "math.ctlz": count_leading_zeros,
    "math.cttz": count_trailing_zeros,
    "wave.reverse_bits": reverse_bits,
}


def build_function(builder: Builder, operation: Operation) -> Step:
    """Operations with one to three operands of the result's type."""
    operands = builder.slots(operation.operands)
    result = builder.slot(operation.results[0])
    result_type = register_type(operation.results[0].type)
    function = FUNCTIONS[operation.name]

    def step(wave: Wave) -> None:
        registers = wave.registers
        registers[result] = viewed(function(*[registers[slot] for slot in operands]), result_type)

    return step


BUILDERS = dict.fromkeys(FUNCTIONS, build_function)
