"""What a result may be: exact bits, a number within a tolerance, or one of several ways out that a definition leaves.

It is made of arrays alone, so that a recording can carry it to a machine that has nothing but NumPy.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .elements import is_float, limits_of

ANY = 1
"""The definition leaves the result open."""
NAN = 2
"""Any NaN will do: its bits are free."""
ZERO = 4
"""Zero will do, of either sign."""
INFINITE = 8
"""An infinity of the expected value's sign will do too."""


@dataclass
class Expected:
    """Values, how far a result may be from them, and flags; three arrays of one shape."""

    values: np.ndarray
    tolerance: np.ndarray
    flags: np.ndarray

    @classmethod
    def exact(cls, values: np.ndarray) -> Expected:
        """The same bits."""
        return cls(values, np.zeros(values.shape, np.float64), np.zeros(values.shape, np.uint8))

    @classmethod
    def rounded(cls, values: np.ndarray) -> Expected:
        """IEEE's one answer: the same value, but the sign of a zero and the bits of a NaN are free."""
        result = cls.exact(values)
        result.flags[np.isnan(values)] |= NAN
        # What is too small for a normal number may become 0 on the way.
        result.flags[np.abs(values) < limits_of(values.dtype).tiny] |= ZERO
        return result

    @classmethod
    def near(cls, values: np.ndarray, tolerance: np.ndarray) -> Expected:
        """As ``rounded``, or a number that is not further from the exact one than that.

        The values here are the exact ones as the type has them, so half the distance of neighbors is added.
        """
        result = cls.rounded(values)
        with np.errstate(invalid="ignore"):
            slack = np.asarray(tolerance, np.float64) + np.spacing(np.abs(values)).astype(np.float64) / 2
        result.tolerance = np.where(np.isfinite(values) & (np.asarray(tolerance) > 0), slack, 0)
        return result

    def open_where(self, where: np.ndarray) -> Expected:
        """Anything goes there."""
        self.flags[np.broadcast_to(where, self.flags.shape)] |= ANY
        return self

    def matches(self, found: np.ndarray) -> np.ndarray:
        """For each element, whether the result is right."""
        return matches(self.values, self.tolerance, self.flags, found)

    def describe(self, where: Any) -> str:
        """What one element may be, in words."""
        text = shown(self.values[where])
        if self.tolerance[where]:
            text += f" within {self.tolerance[where]:.3g}"
        names = {ANY: "anything", NAN: "any NaN", ZERO: "a zero", INFINITE: "an infinity"}
        ways = [name for flag, name in names.items() if int(self.flags[where]) & flag]
        return f"{text} (or {', '.join(ways)})" if ways else text


def shown(value: Any) -> str:
    """A number and its bits."""
    value = np.asarray(value)
    bits = value.view(f"u{value.dtype.itemsize}").item()
    return f"{value.item()!r} (0x{bits:0{2 * value.dtype.itemsize}x})"


def matches(values: np.ndarray, tolerance: np.ndarray, flags: np.ndarray, found: np.ndarray) -> np.ndarray:
    """For each element, whether ``found`` is what the three arrays of ``Expected`` allow."""
    bits = np.dtype(f"u{values.dtype.itemsize}")
    values, found = np.ascontiguousarray(values), np.ascontiguousarray(found)
    right = (values.view(bits) == found.view(bits)) | ((flags & ANY) != 0)
    if is_float(values.dtype):
        wide = np.longdouble if values.dtype.itemsize == 8 else np.float64
        with np.errstate(invalid="ignore", over="ignore"):
            a, b = values.astype(wide), found.astype(wide)
            right |= (tolerance > 0) & np.isfinite(b) & np.isfinite(a) & (abs(a - b) <= tolerance)
        right |= ((flags & NAN) != 0) & np.isnan(b)
        right |= ((flags & ZERO) != 0) & (b == 0)
        right |= ((flags & INFINITE) != 0) & np.isinf(b) & (np.sign(b) == np.sign(a))
    else:
        # Few integers have a tolerance; Python's do not wrap.
        for place in zip(*np.nonzero(tolerance), strict=True):
            right[place] |= abs(int(values[place]) - int(found[place])) <= tolerance[place]
    return right
