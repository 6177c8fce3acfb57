"""The wave operations of a statement: their operands and results by name."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..interpreter.memory import Memory
from ..ir.memories import Access
from ..ir.module import Operation
from .accesses import ATOMICS
from .code import Executed
from .places import name_in
from .values import Value


class Part(NamedTuple):
    """An operand or a result."""

    name: str
    value: Value


def title_of(one: Executed, language: str) -> str:
    """The function that an operation is, and the memory of an atomic."""
    memories = [value.name for value in one.operands if isinstance(value, Memory)]
    return name_in(one.operation, language) + (f" on {memories[0]}" if memories else "")


def parts_of(one: Executed) -> list[Part]:
    """The operands and results that are numbers."""
    operation = one.operation
    operands = zip(_operand_names(operation), operation.operands, one.operands, strict=True)
    results = (("result", operand, value) for operand, value in zip(operation.results, one.results, strict=True))
    return [
        Part(name, Value(operand.type, value))
        for name, operand, value in (*operands, *results)
        if name and isinstance(value, np.ndarray)
    ]


def _operand_names(operation: Operation) -> list[str]:
    """The names of the operands; empty for those that describe a memory."""
    if operation.name not in ATOMICS:
        return ["operand"] * len(operation.operands)
    access = Access.of(operation)
    values = ["compare", "value"] if len(access.values) == 2 else ["value"] * len(access.values)
    names = [*values, "", *["index"] * len(access.indices)]
    return names + [""] * (len(operation.operands) - len(names))
