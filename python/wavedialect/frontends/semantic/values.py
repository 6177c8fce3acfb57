"""Operands: the compile-time representation of a kernel's expressions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from ...ir import module as ir
from ...ir.matrices import MatrixType
from ...ir.types import DType, ImageType, MemoryType, PipeType, TupleType, VectorType
from .literals import LiteralType


@dataclass(eq=False, slots=True)
class Scalar:
    """A number or bool: an SSA value, or a constant that becomes one where it is used.

    ``weak`` marks literals, which take the type of the other operand, or have ``type`` if there is none. A choice of
    two literals, ``1 if c else 0``, is also weak: ``choice`` has the condition and both literals.

    A literal that got the type that it has alone, because it was assigned to a variable, keeps the literal (``literal``)
    as long as its value is known, and ``origin``, the type that uses may still decide. Results that must have the same
    type have this ``origin`` too.
    """

    type: DType
    value: ir.Value | None = None
    constant: int | float | bool | None = None
    weak: bool = False
    choice: tuple[Scalar, Scalar, Scalar] | None = None
    literal: Scalar | None = None
    origin: LiteralType | None = None


@dataclass(eq=False, slots=True)
class Vector:
    """Two to four scalars of one type, in one SSA value.

    If this value does not exist yet, ``parts`` has the components: scalars, or functions that query a component where
    it is used, so that ``group_id().x`` queries only x.
    """

    type: VectorType
    value: ir.Value | None = None
    parts: list[Scalar | Callable[[], Scalar]] | None = None

    # A vector is never a literal, and never a constant that is folded.
    weak: ClassVar[bool] = False
    constant: ClassVar[None] = None
    choice: ClassVar[None] = None
    literal: ClassVar[None] = None
    origin: ClassVar[None] = None

    @property
    def constants(self) -> list[Any] | None:
        """The components of a constant vector; None for any other vector."""
        parts = self.parts or [None]
        known = [part.constant if isinstance(part, Scalar) else None for part in parts]
        return None if None in known else known


@dataclass(eq=False, slots=True)
class Aggregate:
    """A tuple of operands."""

    type: TupleType
    items: list[Any]

    def item(self, index: int) -> Any:
        """The element with this index."""
        return self.items[index]


@dataclass(eq=False, slots=True)
class Memory:
    """A buffer, groupshared or local array; ``size`` is the size of an array that the kernel itself creates. For an
    atomic, the memory may be one field of structs: ``component`` is its word.

    With more than one dimension, ``shape`` has the size of each, and ``strides`` the strides in elements of all but the
    last, whose stride is 1.
    """

    type: MemoryType
    value: ir.Value
    size: Scalar | None = None
    shape: Sequence[Scalar] = ()
    strides: Sequence[Scalar] = ()
    component: int | None = None

    @property
    def extents(self) -> list[Scalar]:
        """The values that travel with a memory of more than one dimension."""
        return [*self.shape, *self.strides]


@dataclass(eq=False, slots=True)
class Image:
    """An image parameter."""

    type: ImageType
    value: ir.Value


@dataclass(eq=False, slots=True)
class Pipe:
    """A pipe; ``producers`` and ``consumers`` are the waves of one that the function itself creates."""

    type: PipeType
    value: ir.Value
    producers: Sequence[int] | None = None
    consumers: Sequence[int] | None = None


@dataclass(eq=False, slots=True)
class Matrix:
    """A matrix of the wave."""

    type: MatrixType
    value: ir.Value


@dataclass(eq=False, slots=True)
class Static:
    """A Python object that is not a value of a kernel: a type, a function, a module. ``path`` is its name in the source
    of ``function``; if ``function`` is None, the object is a parameter's default."""

    object: Any
    path: str
    function: Any = None


#: The operands of arithmetic.
Number = Scalar | Vector
#: The operands that name a resource, an array or a pipe.
Handle = Memory | Image | Pipe
#: The operands of a variable that are not values: control flow can neither carry nor choose them.
NAMED = (Memory, Image, Pipe, Static)
#: All results of an expression.
Operand = Scalar | Vector | Aggregate | Memory | Image | Pipe | Matrix | Static


@dataclass(eq=False, slots=True)
class Call:
    """A call of a function of the language: its name, its operands, and their source texts."""

    function: str
    operands: Sequence[Operand]
    texts: Sequence[Any]


def type_of(operand: Operand) -> Any:
    """The type of an operand in the language; None for Python objects."""
    return None if isinstance(operand, Static) else operand.type


def number_of(type: DType | VectorType, value: ir.Value) -> Scalar | Vector:
    """The scalar or vector of an SSA value."""
    return Vector(type, value) if isinstance(type, VectorType) else Scalar(type, value)


def describe(operand: Operand) -> str:
    """The description of an operand in a message, in most cases its type."""
    if isinstance(operand, Static):
        return f"`{operand.path}`"
    if isinstance(operand, Scalar) and operand.weak:
        return "a choice of literals" if operand.choice else f"the literal {operand.constant}"
    return operand.type.name
