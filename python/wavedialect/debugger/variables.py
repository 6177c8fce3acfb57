"""The variables of a statement, with the values that a wave has for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..frontends.semantic.values import Aggregate, Image, Matrix, Memory, Operand, Pipe, Scalar, Vector
from ..interpreter import matrices
from ..interpreter.elements import register_of, register_type, viewed
from ..interpreter.memory import LocalMemory
from ..interpreter.memory import Memory as ArrayOrBuffer
from .values import Value, part_names

if TYPE_CHECKING:
    from ..interpreter.steps import Builder
    from ..interpreter.wave import Wave


@dataclass(frozen=True)
class Parts:
    """The numbers of a variable of a shader that consists of several, by the ends of their names."""

    operands: Mapping[str, Operand]


def number_of(operand: Operand | Parts, wave: Wave, builder: Builder) -> Value | None:
    """The numbers of a variable; None for memories, and for values that the wave does not have."""
    if isinstance(operand, Parts):
        found = {end: number_of(one, wave, builder) for end, one in operand.operands.items()}
        return Value(None, None, tuple(found.items())) if all(found.values()) else None
    if isinstance(operand, Aggregate):
        parts = [number_of(item, wave, builder) for item in operand.items]
        if any(part is None for part in parts):
            return None
        names = part_names(operand.type)
        return Value(operand.type, None, tuple(zip(names, parts, strict=True)))
    if isinstance(operand, Scalar) and operand.value is None:
        if operand.choice is not None:
            return _chosen(operand, wave, builder)
        if operand.constant is None:
            return None
        return Value(operand.type, register_of(operand.type, wave.lanes, operand.constant))
    if isinstance(operand, Scalar | Vector) and operand.value is not None:
        found = wave.registers[builder.slot(operand.value)] if builder.has_slot(operand.value) else None
        if not isinstance(found, np.ndarray):
            return None
        type_ = register_type(operand.type)
        # A front end may carry a bool as a number.
        data = viewed(found, type_) if found.dtype.itemsize == type_.itemsize else found.astype(type_)
        return Value(operand.type, data)
    return None


def _chosen(operand: Scalar, wave: Wave, builder: Builder) -> Value | None:
    """A choice of two literals that has no type yet."""
    condition, *others = (number_of(part, wave, builder) for part in operand.choice)
    if condition is None or any(other is None for other in others):
        return None
    return Value(operand.type, np.where(condition.data, *(other.data for other in others)))


def memory_of(operand: Operand, wave: Wave, builder: Builder) -> ArrayOrBuffer | None:
    """The memory of a variable that names one; None for other variables, and if the wave does not have it yet."""
    if not isinstance(operand, Memory) or not builder.has_slot(operand.value):
        return None
    found = wave.registers[builder.slot(operand.value)]
    return found if isinstance(found, ArrayOrBuffer) else None


def kind_of(operand: Operand) -> str:
    """What a variable without numbers is."""
    for kind, name in ((Image, "an image"), (Pipe, "a pipe"), (Matrix, "a matrix"), (Memory, "an array")):
        if isinstance(operand, kind):
            return name
    return "a name of Python"


def matrix_of(operand: Operand, wave: Wave, builder: Builder) -> np.ndarray | None:
    """The elements of a matrix of the wave; None for other variables."""
    if not isinstance(operand, Matrix) or not builder.has_slot(operand.value):
        return None
    found = wave.registers[builder.slot(operand.value)]
    return found.elements if isinstance(found, matrices.Matrix) else None


def row_of(memory: LocalMemory, lane: int) -> np.ndarray:
    """The elements that a local array has in a lane."""
    return memory.data[lane]


def sorted_by_kind(variables: Mapping[str, Operand]) -> list[tuple[str, Operand]]:
    """Numbers first, then memories; each in the order of the source."""
    numbers = [(name, operand) for name, operand in variables.items() if _is_number(operand)]
    return numbers + [(name, operand) for name, operand in variables.items() if not _is_number(operand)]


def _is_number(operand: Any) -> bool:
    return isinstance(operand, Scalar | Vector | Aggregate)
