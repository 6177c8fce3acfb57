"""Where statements begin, as the HLSL front end notes it for a debugger."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...ir.module import Location, Operation, Value
from ...ir.statements import STATEMENT, Frame, Statement, operation_of, statement_of
from ..semantic.values import number_of
from .types import stated_type

#: The attributes of a print that is a note: the names of its values, each with the number of the call that has the
#: variable, ``1:light.color``; and the calls around it with the line of each, ``shade:12``.
VARIABLES, CALLS = "wave.variables", "wave.calls"
#: The variable that holds the value of an expression of a session.
EXPRESSION_VALUE = "debugged_expression"


def noted_statement(
    kernel: str,
    location: Location,
    names: Sequence[str],
    types: Sequence[str],
    values: Sequence[Value],
    calls: Sequence[str],
) -> Operation:
    """The statement of a note."""
    called = [call.rpartition(":") for call in calls]
    functions = [kernel, *(name for name, _, _ in called)]
    lines = [*(int(line) for _, _, line in called), 0]
    variables: list[dict[str, Any]] = [{} for _ in functions]
    for name, text, value in zip(names, types, values, strict=True):
        frame, _, path = name.partition(":")
        # An inner variable hides an outer one of the same name.
        variables[min(int(frame), len(functions) - 1)][path] = number_of(stated_type(text), value)
    frames = tuple(Frame(*made) for made in zip(functions, variables, lines, strict=True))
    return operation_of(Statement(location, frames))


def continues(operations: Sequence[Operation], made: Operation) -> bool:
    """Whether a statement is part of the one before it, such as the declaration of a loop's counter."""
    for operation in reversed(operations):
        if operation.name == STATEMENT:
            before, now = statement_of(operation), statement_of(made)
            if any(name.startswith(EXPRESSION_VALUE) for name in now.variables):
                # It follows the expression, which may be a constant.
                return False
            same_line = before.location.line == now.location.line and before.location.file == now.location.file
            return same_line and len(before.frames) == len(now.frames)
        if operation.name not in ("arith.constant", "memref.alloca"):
            return False
    return False
