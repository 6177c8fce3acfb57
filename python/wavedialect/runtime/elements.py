"""How the language's scalar types stand in NumPy: in registers, in memory, and as an undefined value."""

from __future__ import annotations

from typing import Any

import numpy as np

REGISTER_TYPES = {
    "bool": np.dtype(np.bool_),
    "i32": np.dtype(np.int32),
    "u32": np.dtype(np.uint32),
    "f32": np.dtype(np.float32),
}
# A recognisable pattern; as f32 it is a quiet NaN.
_POISON_BITS = np.uint32(0x7FFADBAD)


def register_type(element: Any) -> np.dtype:
    """The NumPy type of a value in a register."""
    return REGISTER_TYPES[element.name]


def memory_type(element: Any) -> np.dtype:
    """The NumPy type of a buffer's element: a bool takes four bytes there."""
    return np.dtype(np.int32) if element.name == "bool" else REGISTER_TYPES[element.name]


def poison(dtype: np.dtype) -> np.generic:
    """What an undefined read gives: the same odd value each time, so that it is recognised in an output."""
    if dtype == np.bool_:
        return np.bool_(False)
    return np.array(_POISON_BITS, np.uint32).view(dtype)[()]


def is_integer(value: Any) -> bool:
    """Whether a value is an integer, which Python's bool is not here."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, (bool, np.bool_))
