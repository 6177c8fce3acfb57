"""How far a float result may be from the exact one: the one place where that is stated.

| operation | bound, in f32 and f64 | in f16 | from |
| --- | --- | --- | --- |
| `+ - *`, conversions, floor, ceil, trunc, round, comparisons | correctly rounded | the same | Vulkan, SPIR-V precision |
| `/` | 2.5 ULP | 2.5 ULP | Vulkan, for divisors within 2^±126 (f16: 2^±14) |
| `%` | of `x - y * trunc(x / y)` | the same | Vulkan; no inputs where x / y rounds to a whole number |
| fma, mad | a multiplication and an addition, or both rounded at once | the same | Vulkan: inherited |
| rsqrt | 2 ULP | 2 ULP | Vulkan |
| sqrt | of `1 / rsqrt(x)` | the same | Vulkan: inherited |
| exp, exp2 | 3 + 2 x ULP | 1 + 2 x ULP | Vulkan |
| log, log2 | 3 ULP; 2^-21 in [0.5, 2] | 3 ULP; 2^-7 in [0.5, 2] | Vulkan |
| pow | of `exp2(y * log2(x))` | the same | Vulkan: inherited |
| sin, cos | 2^-11 in [-pi, pi] | 2^-7 | Vulkan |
| tan | of `sin(x) / cos(x)` | the same | Vulkan: inherited |
| atan, atan2 | 4096 ULP in f32 | 5 ULP | Vulkan |
| asin, acos | of `atan2(x, sqrt(1 - x * x))` | the same | Vulkan: inherited |
| sinh, cosh, tanh | of `(exp(x) - exp(-x)) / 2` and so on | the same | Vulkan: inherited |
| log10 | of a multiple of log2 | the same | docs/semantics.md |
| these functions in f64; exp10, expm1, log1p, cbrt, hypot | 4 ULP, and those of divisions and roots | the same | docs/semantics.md |
| dot, length, lerp | of the additions and multiplications in any order | the same | Vulkan: inherited |
| sums and products of lanes | n - 1 roundings in any order | the same | DESIGN 3.3.8; exact where all orders are |

Vulkan asks of f64 no more than of f32. The bounds are taken in ULP of f64 all the same, for `+ - * /`, sqrt and rsqrt:
what a driver computes in f32 and calls f64 is a mistake that this matrix is to find.
"""

from __future__ import annotations

import numpy as np

from .elements import limits_of

DIVISION_ULP = 2.5
RSQRT_ULP = 2.0
EXP_ULP = {16: 1.0, 32: 3.0, 64: 3.0}
"""And twice the argument's magnitude more."""
LOG_ULP = 3.0
LOG_NEAR_ONE = {16: 2.0**-7, 32: 2.0**-21, 64: 2.0**-21}
SINE = {16: 2.0**-7, 32: 2.0**-11, 64: 2.0**-11}
ARCTANGENT_ULP = {16: 5.0, 32: 4096.0}
EXPANDED_ULP = 4.0
"""Of what is computed by arithmetic; more where a division or a square root enters, which Vulkan lets be inexact."""


def bits_of(dtype: np.dtype) -> int:
    return dtype.itemsize * 8


def wide(values: np.ndarray) -> np.ndarray:
    """The values in a type that has room for what is exact: f64, and for f64 the processor's 80 bits."""
    return values.astype(np.longdouble if values.dtype.itemsize == 8 else np.float64)


def roundoff(dtype: np.dtype) -> float:
    """The greatest relative error of one rounding: 2^-11, 2^-24, 2^-53."""
    return float(limits_of(dtype).eps) / 2


def ulp(values: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """The distance of neighbors of the type at each value; finite also where the value has none."""
    limits = limits_of(dtype)
    magnitude = np.clip(np.abs(np.nan_to_num(np.asarray(values, np.float64))), float(limits.tiny), float(limits.max))
    return np.exp2(np.floor(np.log2(magnitude)) - limits.nmant)


def sum_error(count: np.ndarray, magnitudes: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Of ``count`` numbers added in any order; ``magnitudes`` is the sum of their absolute values."""
    steps = np.maximum(count - 1, 0) * roundoff(dtype)
    return np.asarray(steps / (1 - np.minimum(steps, 0.5)) * magnitudes, np.float64)
