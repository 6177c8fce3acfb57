"""bf16 in NumPy, which has no such type: a value is the f32 with the same value, and memory has its upper 16 bits.

Users' arrays have the type of the package ``ml_dtypes``, which is optional: nothing here needs it.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any

import numpy as np

from ..errors import WaveError

#: The greatest number.
GREATEST = float.fromhex("0x1.fep127")
#: The name of the type in `ml_dtypes` and PyTorch.
ARRAY_NAME = "bfloat16"

_NAN_ABOVE = np.uint32(0x7F800000)
_MAGNITUDE = np.uint32(0x7FFFFFFF)
_QUIET = np.uint32(0x00400000)
_UPPER = np.uint32(0xFFFF0000)
# Conversions to f32 keep whether they were inexact: magnitudes from 2^first on lose the bits below the second.
_STEPS = {4: ((24, 8),), 8: ((24, 12), (36, 26), (50, 40))}


def rounded(values: np.ndarray) -> np.ndarray:
    """Each f32 rounded to the nearest bf16, ties to even. A NaN keeps its sign and the upper bits of its payload, and
    is quiet."""
    bits = np.ascontiguousarray(values).view(np.uint32)
    is_nan = (bits & _MAGNITUDE) > _NAN_ABOVE
    raised = bits + (np.uint32(0x7FFF) + ((bits >> np.uint32(16)) & np.uint32(1)))
    return (np.where(is_nan, bits | _QUIET, raised) & _UPPER).view(np.float32)


def rounded_double(values: np.ndarray) -> np.ndarray:
    """Each f64 rounded once to bf16, as f32: the last bit of an inexact f32 is set before it is rounded."""
    with np.errstate(over="ignore"):
        narrow = values.astype(np.float32)
    back = narrow.astype(np.float64)
    is_too_large = np.abs(back) > np.abs(values)
    is_inexact = (back != values) & ~np.isnan(values)
    bits = narrow.view(np.uint32) - is_too_large.astype(np.uint32) | is_inexact.astype(np.uint32)
    return rounded(bits.view(np.float32))


def rounded_integers(values: np.ndarray) -> np.ndarray:
    """Each integer rounded once to bf16, as f32."""
    dtype = values.dtype
    for first, bit in _STEPS.get(dtype.itemsize, ()):
        low, limit = dtype.type((1 << bit) - 1), dtype.type(1 << first)
        kept = (values & ~low) | (((values & low) + low) & dtype.type(1 << bit))
        is_large = values >= limit
        if dtype.kind == "i":
            is_large |= values < -limit
        values = np.where(is_large, kept, values)
    return rounded(values.astype(np.float32))


def to_bits(values: np.ndarray) -> np.ndarray:
    """The bits in memory of numbers of bf16, which are f32 here."""
    return (np.ascontiguousarray(values).view(np.uint32) >> np.uint32(16)).astype(np.uint16)


def from_bits(bits: np.ndarray) -> np.ndarray:
    """The numbers, as f32, with these bits in memory."""
    return (bits.view(np.uint16).astype(np.uint32) << np.uint32(16)).view(np.float32)


# The type of users' arrays.


def is_array_type(dtype: Any) -> bool:
    """Whether a NumPy dtype is that of ``ml_dtypes``. Its ``name`` is computed, so the fast test comes first."""
    return dtype.itemsize == 2 and dtype.type.__name__ == ARRAY_NAME


def is_scalar(value: Any) -> bool:
    """Whether a value is a number of ``ml_dtypes.bfloat16``."""
    return isinstance(value, np.generic) and is_array_type(value.dtype)


def numbers_of(array: np.ndarray) -> list[Any]:
    """The elements of an array as Python's numbers."""
    return (array.astype(np.float32) if is_array_type(array.dtype) else array).tolist()


def installed_type() -> np.dtype | None:
    """The NumPy dtype of users' arrays of bf16; None without ``ml_dtypes``."""
    try:
        return np.dtype(importlib.import_module("ml_dtypes").bfloat16)
    except ImportError:
        return None


def loaded_type() -> np.dtype:
    """The same; before a program has imported ``ml_dtypes``, a type that no array of bf16 has."""
    package = sys.modules.get("ml_dtypes")
    return np.dtype("V2" if package is None else package.bfloat16)


def array_type() -> np.dtype:
    """The NumPy dtype of users' arrays of bf16. Raises WaveError without ``ml_dtypes``."""
    dtype = installed_type()
    if dtype is None:
        message = "NumPy has no bf16, and the package ml_dtypes, which adds it, is not installed"
        raise WaveError(message, "install it: `pip install ml_dtypes`; or pass PyTorch tensors")
    return dtype
