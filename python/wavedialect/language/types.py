"""The types of values and memory in kernels.

Scalars are ``DType`` objects, to be written as annotations and, in a kernel, as casts: ``u32(x)``. Outside a kernel
the same call gives a NumPy scalar, so that ``MASK = u32(0xff)`` is a constant with a type. ``Buffer[T]`` and
``RWBuffer[T]`` annotate a kernel's parameters; ``Groupshared`` and ``LocalArray`` are the types of what
``wd.groupshared`` and ``wd.local_array`` return. ``VectorType`` and ``TupleType`` hold several scalars: ids, ballots
and Python's tuples.
"""

from __future__ import annotations

import builtins
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ..errors import WaveError


@dataclass(frozen=True)
class DType:
    """A scalar type: its name in Python, its kind ("bool", "int", "float"), width, sign and its name in MLIR."""

    name: str
    kind: str
    bits: int
    signed: builtins.bool
    mlir: str
    numpy_name: str

    @property
    def numpy(self) -> np.dtype:
        """The NumPy dtype with the same values."""
        return np.dtype(self.numpy_name)

    @property
    def is_integer(self) -> builtins.bool:
        return self.kind == "int"

    @property
    def is_float(self) -> builtins.bool:
        return self.kind == "float"

    @property
    def is_bool(self) -> builtins.bool:
        return self.kind == "bool"

    @property
    def lowest(self) -> int:
        """The smallest value of an integer type."""
        return -(1 << (self.bits - 1)) if self.signed else 0

    @property
    def highest(self) -> int:
        """The greatest value of an integer type."""
        return (1 << (self.bits - 1)) - 1 if self.signed else (1 << self.bits) - 1

    def wrap(self, value: int) -> int:
        """An integer reduced to this type's range, as the machine's registers do."""
        value &= (1 << self.bits) - 1
        return value - (1 << self.bits) if value > self.highest else value

    def __call__(self, value: Any) -> Any:
        """Outside a kernel: a NumPy scalar of this type, converted as a kernel does it."""
        if self.is_integer and isinstance(value, int | np.integer) and self.fits_bits(int(value)):
            value = self.wrap(int(value))
        try:
            return self.numpy.type(value)
        except (TypeError, ValueError, OverflowError) as error:
            fix = f"{self.name} goes from {self.lowest} to {self.highest}" if self.is_integer else "pass a number"
            raise WaveError(f"`{self.name}({value!r})` is no {self.name}: {error}", fix, "literal-range") from None

    def fits_bits(self, value: int) -> builtins.bool:
        """Whether an integer has this many bits, with a sign or without: a cast between integers keeps the bits."""
        return -(1 << (self.bits - 1)) <= value < 1 << self.bits

    def __repr__(self) -> str:
        return self.name


bool_ = DType("bool", "bool", 1, False, "i1", "bool")
i32 = DType("i32", "int", 32, True, "i32", "int32")
u32 = DType("u32", "int", 32, False, "i32", "uint32")
f32 = DType("f32", "float", 32, True, "f32", "float32")

#: Every scalar type, by its name.
DTYPES: dict[str, DType] = {dtype.name: dtype for dtype in (bool_, i32, u32, f32)}


def as_dtype(annotation: Any) -> DType | None:
    """The scalar type that an annotation means; Python's own ``bool`` means ours. None if it means none."""
    if isinstance(annotation, DType):
        return annotation
    return bool_ if annotation is builtins.bool else None


@dataclass(frozen=True)
class VectorType:
    """Two to four scalars of one type, read by ``.x .y .z .w`` or a constant index."""

    element: DType
    size: int

    @property
    def name(self) -> str:
        return f"{self.element.name} vector of {self.size}"

    @property
    def elements(self) -> tuple[DType, ...]:
        return (self.element,) * self.size

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True)
class TupleType:
    """Python's tuple in a kernel; it exists at compile time only and becomes its elements."""

    elements: tuple[Any, ...]

    @property
    def name(self) -> str:
        return "tuple (" + ", ".join(element.name for element in self.elements) + ")"

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True)
class MemoryType:
    """The base of all that is indexed: elements of one scalar type."""

    element: DType
    writable: ClassVar[builtins.bool] = True
    word: ClassVar[str] = "memory"

    @property
    def name(self) -> str:
        return f"{self.word}[{self.element.name}]"

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True, repr=False)
class BufferType(MemoryType):
    """A storage buffer; ``Buffer[T]`` and ``RWBuffer[T]`` make one."""

    kind: str = "srv"

    @property
    def writable(self) -> builtins.bool:  # type: ignore[override]
        return self.kind == "uav"

    @property
    def word(self) -> str:  # type: ignore[override]
        return "RWBuffer" if self.kind == "uav" else "Buffer"


@dataclass(frozen=True, repr=False)
class Groupshared(MemoryType):
    """Memory that the lanes of a group share; its contents start undefined."""

    word: ClassVar[str] = "groupshared"


@dataclass(frozen=True, repr=False)
class LocalArray(MemoryType):
    """Memory of one lane; its contents start undefined."""

    word: ClassVar[str] = "local_array"


def _buffer_type(word: str, kind: str, element: Any) -> BufferType:
    dtype = as_dtype(element)
    if dtype is None:
        known = ", ".join(DTYPES)
        raise WaveError(
            f"{word}[{getattr(element, '__name__', element)}] has no such element type",
            f"use one of {known}",
            "parameter-type",
        )
    return BufferType(dtype, kind)


class Buffer:
    """``Buffer[T]``: a kernel's read-only buffer parameter. A load out of bounds gives 0."""

    def __init__(self, *_: Any) -> None:
        raise WaveError(
            "a Buffer is made by NumPy or `wd.array`", "a parameter is `src: wd.Buffer[f32]`", "parameter-type"
        )

    def __class_getitem__(cls, element: Any) -> BufferType:
        return _buffer_type("Buffer", "srv", element)


class RWBuffer:
    """``RWBuffer[T]``: a kernel's read-write buffer parameter. A store or atomic out of bounds does nothing."""

    def __init__(self, *_: Any) -> None:
        raise WaveError(
            "an RWBuffer is made by NumPy or `wd.array`", "a parameter is `out: wd.RWBuffer[f32]`", "parameter-type"
        )

    def __class_getitem__(cls, element: Any) -> BufferType:
        return _buffer_type("RWBuffer", "uav", element)
