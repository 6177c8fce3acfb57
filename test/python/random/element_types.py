"""The types of the values in typed kernels.

A type is named by a letter, and a vector by the letter and its length: ``s`` is i16, ``w3`` is ``uint64_t3``. The letters
u, i, f and b are those of ``generator``.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import numpy as np

try:
    import ml_dtypes
except ImportError:
    # NumPy has no arrays of bf16.
    ml_dtypes = None


@dataclass(frozen=True)
class Element:
    """The type of a component."""

    name: str
    """In a kernel."""
    vector: str
    """The name of its vectors, without the length."""
    array: Any
    """The type of a NumPy array for a buffer."""
    bits: int
    signed: bool = False
    limit: int = 0
    """Of a float: variables stay between ``-limit`` and ``limit``, so that sums over 128 lanes and products are exact."""
    precision: int = 0
    """Of a float: the bits of its significand."""

    @property
    def least(self) -> int:
        return -(1 << (self.bits - 1)) if self.signed else 0

    @property
    def most(self) -> int:
        return (1 << (self.bits - self.signed)) - 1


ELEMENTS = {
    "s": Element("i16", "int16_t", np.int16, 16, signed=True),
    "t": Element("u16", "uint16_t", np.uint16, 16),
    "i": Element("i32", "int", np.int32, 32, signed=True),
    "u": Element("u32", "uint", np.uint32, 32),
    "l": Element("i64", "int64_t", np.int64, 64, signed=True),
    "w": Element("u64", "uint64_t", np.uint64, 64),
    "h": Element("f16", "half", np.float16, 16, limit=16, precision=11),
    "f": Element("f32", "float", np.float32, 32, limit=64, precision=24),
    "d": Element("f64", "double", np.float64, 64, limit=1 << 20, precision=53),
    "b": Element("bool", "bool", np.uint8, 32),
}
TYPED = "".join(ELEMENTS)
"""The types of the family ``typed``."""
if ml_dtypes:
    # Sums over lanes are exact in f32, in which bf16 computes.
    ELEMENTS["z"] = Element("bf16", "bf16_t", np.dtype(ml_dtypes.bfloat16), 16, limit=16, precision=8)
INTEGERS = "stiulw"
FLOATS = "hfdz"
FRACTION = 16
"""Numbers of ``d`` are multiples of 1 / FRACTION; those of the other floats are whole."""


def element(type_: str) -> Element:
    return ELEMENTS[type_[0]]


def length(type_: str) -> int:
    """The number of components; 1 of a scalar."""
    return int(type_[1:] or 1)


def is_vector(type_: str) -> bool:
    return len(type_) > 1


def like(type_: str, letter: str) -> str:
    """The type of that element with as many components."""
    return letter + type_[1:]


def spelled(type_: str) -> str:
    """The type as kernels name it."""
    one = element(type_)
    return f"wd.{one.vector}{type_[1:]}" if is_vector(type_) else one.name


def converted(type_: str, text: str) -> str:
    return f"{spelled(type_)}({text})"


def nbytes(type_: str) -> int:
    """The bytes of a value in memory."""
    return element(type_).bits // 8 * length(type_)


def constant(numbers: random.Random, letter: str) -> str:
    """A number of that type, often an extreme one."""
    one = ELEMENTS[letter]
    if letter == "b":
        return f"bool({numbers.randrange(2)})"
    if letter in FLOATS:
        number = numbers.choice([0, 1, 2, 7, numbers.randrange(one.limit + 1), one.limit])
        fraction = numbers.randrange(FRACTION) / FRACTION if letter == "d" and number < one.limit else 0
        value = number + fraction
        return f"{one.name}({-value if value and numbers.random() < 0.4 else value:.4f})"
    near = [0, 1, 2, 3, one.bits - 1, one.bits, one.most, one.most - 1, one.most >> 1, one.least, one.least + 1]
    number = numbers.choice([*near, numbers.randrange(100), numbers.randint(one.least, one.most)])
    return f"{one.name}({number})"


def contents(numbers: np.random.Generator, type_: str, count: int) -> np.ndarray:
    """A buffer with ``count`` values, some of them extreme."""
    letter, one = type_[0], element(type_)
    shape = (count, length(type_)) if is_vector(type_) else (count,)
    if letter == "b":
        return numbers.integers(0, 3, shape).astype(np.uint8)
    if letter in FLOATS:
        steps = FRACTION if letter == "d" else 1
        return (numbers.integers(-one.limit * steps, one.limit * steps + 1, shape) / steps).astype(one.array)
    values = numbers.integers(one.least, one.most, shape, one.array, endpoint=True)
    extremes = np.array([0, 1, one.least, one.most, one.most - 1], one.array)
    small = numbers.integers(0, 6, shape).astype(one.array)
    way = numbers.integers(0, 4, shape)
    return np.where(way == 0, extremes[numbers.integers(0, 5, shape)], np.where(way == 1, small, values))
