"""How the language's types stand in NumPy: in registers, in memory, and as an undefined value.

A register holds one value a lane: an array of shape (W,) for a scalar, of shape (n, W) for a vector of n, so that a
mask of the lanes broadcasts over both.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..ir.types import VectorType, element_of

REGISTER_TYPES = {
    "bool": np.dtype(np.bool_),
    "i16": np.dtype(np.int16),
    "u16": np.dtype(np.uint16),
    "i32": np.dtype(np.int32),
    "u32": np.dtype(np.uint32),
    "i64": np.dtype(np.int64),
    "u64": np.dtype(np.uint64),
    "f16": np.dtype(np.float16),
    "f32": np.dtype(np.float32),
    "f64": np.dtype(np.float64),
}
# Recognisable patterns, by the bytes they take; as floats they are quiet NaNs.
_POISON_BITS = {2: np.uint16(0x7EAD), 4: np.uint32(0x7FFADBAD), 8: np.uint64(0x7FFADBAD7FFADBAD)}


def components_of(type_: Any) -> int | None:
    """How many components a vector has; None for a scalar."""
    return type_.size if isinstance(type_, VectorType) else None


def register_type(type_: Any) -> np.dtype:
    """The NumPy type of a value in a register, of each component of a vector."""
    return REGISTER_TYPES[element_of(type_).name]


def memory_type(type_: Any) -> np.dtype:
    """The NumPy type of a buffer's element, of each component of a vector: a bool takes four bytes there."""
    element = element_of(type_)
    return np.dtype(np.int32) if element.name == "bool" else REGISTER_TYPES[element.name]


def register_shape(type_: Any, lanes: int) -> tuple[int, ...]:
    """The shape of a value in a register."""
    components = components_of(type_)
    return (lanes,) if components is None else (components, lanes)


def register_of(type_: Any, lanes: int, value: Any) -> np.ndarray:
    """A register with the same value in all lanes: a number, or one number a component. Integers keep their low bits,
    whatever their sign."""
    dtype = register_type(type_)
    if dtype.kind in "iu":
        mask = (1 << 8 * dtype.itemsize) - 1
        bits = [int(part) & mask for part in value] if np.ndim(value) else int(value) & mask
        numbers = np.array(bits, unsigned(dtype)).view(dtype)
    else:
        numbers = np.array(value, dtype)
    register = np.empty(register_shape(type_, lanes), dtype)
    register[...] = numbers[..., None]
    return register


def signed(dtype: np.dtype) -> np.dtype:
    """The signed integer type of this width."""
    return np.dtype(f"i{dtype.itemsize}")


def unsigned(dtype: np.dtype) -> np.dtype:
    """The unsigned integer type of this width."""
    return np.dtype(f"u{dtype.itemsize}")


def viewed(array: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """The same bits as another type of this width."""
    return array if array.dtype == dtype else array.view(dtype)


def poison(dtype: np.dtype) -> np.generic:
    """What an undefined read gives: the same odd value each time, so that it is recognised in an output."""
    if dtype == np.bool_:
        return np.bool_(False)
    return _POISON_BITS[dtype.itemsize].view(dtype)


def lanes_of(bad: np.ndarray) -> np.ndarray:
    """The lanes in which a condition holds, for any component of a vector."""
    return bad if bad.ndim == 1 else bad.any(axis=0)


def first_of(value: np.ndarray, bad: np.ndarray) -> np.generic:
    """The number that a condition holds for, in the first such lane."""
    return value.T[bad.T][0]


def shown(value: np.ndarray) -> str:
    """One lane's value in a message."""
    return f"{value}" if value.ndim == 0 else "(" + ", ".join(f"{part}" for part in value) + ")"
