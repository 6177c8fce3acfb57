"""The NumPy representation of the language's types: in registers, in memory, and as an undefined value.

A register has one value per lane: an array of shape (W,) for a scalar, (n, W) for a vector of n components, so that a
lane mask broadcasts over both.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..ir.structs import StructType
from ..ir.types import Composite, element_of

REGISTER_TYPES = {
    "bool": np.dtype(np.bool_),
    "i16": np.dtype(np.int16),
    "u16": np.dtype(np.uint16),
    "i32": np.dtype(np.int32),
    "u32": np.dtype(np.uint32),
    "i64": np.dtype(np.int64),
    "u64": np.dtype(np.uint64),
    "f16": np.dtype(np.float16),
    # Each bf16 is the f32 with the same value; `steps` rounds results.
    "bf16": np.dtype(np.float32),
    "f32": np.dtype(np.float32),
    "f64": np.dtype(np.float64),
}
_MEMORY_TYPES = REGISTER_TYPES | {"i8": np.dtype(np.int8), "u8": np.dtype(np.uint8), "bf16": np.dtype(np.uint16)}
# Recognizable bit patterns by size in bytes; as floats they are quiet NaNs.
_POISON_BITS = {1: np.uint8(0xAD), 2: np.uint16(0x7EAD), 4: np.uint32(0x7FFADBAD), 8: np.uint64(0x7FFADBAD7FFADBAD)}


def components_of(type_: Any) -> int | None:
    """Returns the number of components of a vector, or of words of a struct in memory; None for a scalar."""
    return type_.size if isinstance(type_, Composite) else None


def register_type(type_: Any) -> np.dtype:
    """Returns the NumPy type of a value in a register, or of each component of a vector."""
    return REGISTER_TYPES[element_of(type_).value.name]


def memory_type(type_: Any) -> np.dtype:
    """Returns the NumPy type of a buffer element, of each component of a vector, or of each word of a struct. A bool in
    a struct has four bytes, any other one. Of a bf16 it is the type of its bits."""
    element = element_of(type_)
    return np.dtype(np.int32) if element.is_bool and isinstance(type_, StructType) else _MEMORY_TYPES[element.name]


def register_shape(type_: Any, lanes: int) -> tuple[int, ...]:
    """Returns the shape of a value in a register."""
    components = components_of(type_)
    return (lanes,) if components is None else (components, lanes)


def register_of(type_: Any, lanes: int, value: Any) -> np.ndarray:
    """Returns a register with the same value in all lanes: a number, or one number per component. Integers keep their
    low bits, whatever their sign."""
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
    """Returns the signed integer type of this width."""
    return np.dtype(f"i{dtype.itemsize}")


def unsigned(dtype: np.dtype) -> np.dtype:
    """Returns the unsigned integer type of this width."""
    return np.dtype(f"u{dtype.itemsize}")


def viewed(array: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Returns the same bits as another type of the same width."""
    return array if array.dtype == dtype else array.view(dtype)


def poison(dtype: np.dtype) -> np.generic:
    """Returns the result of an undefined read: always the same unusual value, which is recognizable in an output."""
    if dtype == np.bool_:
        return np.bool_(False)
    return _POISON_BITS[dtype.itemsize].view(dtype)


def lanes_of(bad: np.ndarray) -> np.ndarray:
    """Returns the lanes in which a condition holds, for a vector in any component."""
    return bad if bad.ndim == 1 else bad.any(axis=0)


def first_of(value: np.ndarray, bad: np.ndarray) -> np.generic:
    """Returns the number for which a condition holds, in the first such lane."""
    return value.T[bad.T][0]


def shown(value: np.ndarray) -> str:
    """Returns the text of one lane's value for a message."""
    return f"{value}" if value.ndim == 0 else "(" + ", ".join(f"{part}" for part in value) + ")"
