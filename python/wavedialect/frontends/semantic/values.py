"""What an expression of a kernel stands for while it is compiled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from ...ir import module as ir
from ...ir.types import DType, ImageType, MemoryType, TupleType, VectorType


@dataclass(eq=False, slots=True)
class Scalar:
    """One number or truth value: an SSA value, or a constant that becomes one where it is used.

    ``weak`` marks literals, which take the type of the other operand; alone they have ``type``. A choice of two
    literals, ``1 if c else 0``, is weak as well: ``choice`` holds the condition and both.
    """

    type: DType
    value: ir.Value | None = None
    constant: int | float | bool | None = None
    weak: bool = False
    choice: tuple[Scalar, Scalar, Scalar] | None = None


@dataclass(eq=False, slots=True)
class Vector:
    """Two to four scalars of one type, one SSA value.

    Where none exists yet there are ``parts``: constants, or functions that ask for a component where it is used, so
    that ``group_id().x`` asks for x alone.
    """

    type: VectorType
    value: ir.Value | None = None
    parts: list[Scalar | Callable[[], Scalar]] | None = None

    # A vector is no literal, and no constant that takes part in folding.
    weak: ClassVar[bool] = False
    constant: ClassVar[None] = None
    choice: ClassVar[None] = None

    @property
    def constants(self) -> list[Any] | None:
        """The components of a constant vector; None of any other."""
        parts = self.parts or [None]
        known = [part.constant if isinstance(part, Scalar) else None for part in parts]
        return None if None in known else known


@dataclass(eq=False, slots=True)
class Aggregate:
    """Python's tuple."""

    type: TupleType
    items: list[Any]

    def item(self, index: int) -> Any:
        """The element with this index."""
        return self.items[index]


@dataclass(eq=False, slots=True)
class Memory:
    """A buffer, groupshared or local array; ``size`` is the size that a kernel's own array was made with."""

    type: MemoryType
    value: ir.Value
    size: Scalar | None = None


@dataclass(eq=False, slots=True)
class Image:
    """An image parameter."""

    type: ImageType
    value: ir.Value


@dataclass(eq=False, slots=True)
class Static:
    """A Python object that is no value of a kernel: a type, a function, a module. ``path`` is how the source of
    ``function`` names it; without one it is a parameter's default."""

    object: Any
    path: str
    function: Any = None


#: What is computed with.
Number = Scalar | Vector
#: What names a resource.
Handle = Memory | Image
#: What a variable may name that is no value: control flow can neither carry nor choose it.
NAMED = (Memory, Image, Static)
#: Anything that an expression may stand for.
Operand = Scalar | Vector | Aggregate | Memory | Image | Static


def type_of(operand: Operand) -> Any:
    """The language's type of an operand; None for Python objects."""
    return None if isinstance(operand, Static) else operand.type


def number_of(type: DType | VectorType, value: ir.Value) -> Scalar | Vector:
    """The scalar or vector that an SSA value is."""
    return Vector(type, value) if isinstance(type, VectorType) else Scalar(type, value)


def describe(operand: Operand) -> str:
    """How a message names an operand's type."""
    if isinstance(operand, Static):
        return f"`{operand.path}`"
    if isinstance(operand, Scalar) and operand.weak:
        return "a choice of literals" if operand.choice else f"the literal {operand.constant}"
    return operand.type.name
