"""The wave operations of a statement: their operands and results by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..interpreter.elements import register_type
from ..interpreter.memory import Memory
from ..ir.memories import Access
from ..ir.module import Operation
from ..ir.types import DType
from .accesses import ATOMICS
from .code import Executed
from .places import name_in
from .values import Value

if TYPE_CHECKING:
    from .session import Session


class Part(NamedTuple):
    """An operand or a result."""

    name: str
    value: Value


def title_of(session: Session, one: Executed) -> str:
    """The function that an operation is, and the memory of an atomic."""
    memory = _memory(one)
    return name_in(one.operation, session.language) + (f" on {memory}" if memory else "")


def _memory(one: Executed) -> str:
    """The name of the memory of an atomic; empty for other operations."""
    return next((value.name for value in one.operands if isinstance(value, Memory)), "")


def parts_of(session: Session, one: Executed) -> list[Part]:
    """The operands and results that are numbers. In an atomic of a shader they have the type of the memory there."""
    operation, memory = one.operation, _memory(one)
    is_known = operation.name in ATOMICS and session.memory(memory, session.wave) is not None
    type_ = session.arrays.type_of(memory, session.machine, session.wave) if is_known else None
    operands = zip(_operand_names(operation), operation.operands, one.operands, strict=True)
    results = (("result", operand, value) for operand, value in zip(operation.results, one.results, strict=True))
    return [
        Part(name, Value(operand.type, value) if name == "index" else _typed(Value(operand.type, value), type_))
        for name, operand, value in (*operands, *results)
        if name and isinstance(value, np.ndarray)
    ]


def _typed(value: Value, type_: Any) -> Value:
    """The same bits as another type of the same size."""
    if value.data is None or not isinstance(type_, DType) or register_type(type_).itemsize != value.data.itemsize:
        return value
    return Value(type_, value.data.view(register_type(type_)))


def _operand_names(operation: Operation) -> list[str]:
    """The names of the operands; empty for those that describe a memory."""
    if operation.name not in ATOMICS:
        return ["operand"] * len(operation.operands)
    access = Access.of(operation)
    values = ["compare", "value"] if len(access.values) == 2 else ["value"] * len(access.values)
    names = [*values, "", *["index"] * len(access.indices)]
    return names + [""] * (len(operation.operands) - len(names))
