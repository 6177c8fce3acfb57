"""What an expression of a kernel stands for while it is compiled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..compiler import ir
from .types import DType, MemoryType, TupleType, VectorType


@dataclass(eq=False)
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


@dataclass(eq=False)
class Aggregate:
    """A vector or tuple. Components may be functions that make them on demand, so that ``group_id().x`` asks for x
    alone."""

    type: VectorType | TupleType
    items: list[Any | Callable[[], Any]]

    def item(self, index: int) -> Any:
        """The component with this index."""
        made = self.items[index]
        return made() if callable(made) else made


@dataclass(eq=False)
class Memory:
    """A buffer, groupshared or local array; ``size`` is the size that a kernel's own array was made with."""

    type: MemoryType
    value: ir.Value
    size: Scalar | None = None


@dataclass(eq=False)
class Static:
    """A Python object that is no value of a kernel: a type, a function, a module. ``path`` is how the source of
    ``function`` names it; without one it is a parameter's default."""

    object: Any
    path: str
    function: Any = None


#: Anything that an expression may stand for.
Operand = Scalar | Aggregate | Memory | Static


def type_of(operand: Operand) -> Any:
    """The language's type of an operand; None for Python objects."""
    return None if isinstance(operand, Static) else operand.type


def describe(operand: Operand) -> str:
    """How a message names an operand's type."""
    if isinstance(operand, Static):
        return f"`{operand.path}`"
    if isinstance(operand, Scalar) and operand.weak:
        return "a choice of literals" if operand.choice else f"the literal {operand.constant}"
    return operand.type.name
