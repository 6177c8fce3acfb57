"""Notes the statements of a function for a debugger, with the values of its variables."""

from __future__ import annotations

import ast
import dataclasses
from typing import TYPE_CHECKING

from ...ir.statements import Frame, Statement, operation_of
from ..semantic.values import Aggregate, Operand, Scalar, Vector

if TYPE_CHECKING:
    from .function_builder import FunctionBuilder


def note_statement(builder: FunctionBuilder, node: ast.stmt) -> None:
    """Adds an operation that says that a statement begins here."""
    if isinstance(node, ast.Pass | ast.Expr) and isinstance(getattr(node, "value", None), ast.Constant):
        # A documentation string.
        return
    variables = {
        name: _kept(builder, variable.value)
        for name, variable in builder.state.env.items()
        if variable.value is not None and name[0] != "<"
    }
    frame = Frame(builder.source.node.name, variables)
    scope = builder.captures.function, builder.source
    location = builder.source.location(node)
    builder.semantic.block.operations.append(operation_of(Statement(location, (frame,), scope=scope)))


def _kept(builder: FunctionBuilder, operand: Operand) -> Operand:
    """The operand as it is now: later uses may give it another value or type."""
    if isinstance(operand, Aggregate):
        return Aggregate(operand.type, [_kept(builder, item) for item in operand.items])
    if isinstance(operand, Vector) and operand.value is None:
        return Vector(operand.type, builder.semantic.value(dataclasses.replace(operand)))
    return dataclasses.replace(operand) if isinstance(operand, Scalar) else operand
