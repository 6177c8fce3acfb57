"""Statements of kernels that are text: where the lines of MLIR begin, and expressions of shaders.

A shader's expression is compiled in its place: the shader is translated again with the expression before the statement, and
the operations of the expression run on the values that the wave has.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..frontends.semantic.values import Memory, Operand, number_of
from ..ir.module import Block, Function, Location, Module, Value
from ..ir.statements import Frame, Statement, operation_of
from ..ir.types import DType, MemoryType, VectorType

if TYPE_CHECKING:
    pass

_MOST_DIMENSIONS = 4
_MEMORIES = ("wave.groupshared", "memref.alloca")


def with_statements(module: Module, language: str, origins: Mapping[int, Location]) -> Module:
    """The module; that of MLIR gets a statement where each line begins. ``origins`` are the places in a source of the
    lines."""
    if language == "mlir":
        for function in module.functions:
            names = {value.name: _operand(value) for value in function.parameters if value.name}
            known = {name: one for name, one in names.items() if one is not None}
            _add_lines(function, function.body, known, origins)
    return module


def _operand(value: Value) -> Operand | None:
    if isinstance(value.type, DType | VectorType):
        return number_of(value.type, value)
    return Memory(value.type, value) if isinstance(value.type, MemoryType) else None


def _add_lines(function: Function, block: Block, names: dict[str, Operand], origins: Mapping[int, Location]) -> None:
    """Adds statements to a block and to those in it. ``names`` are the values that have names at its start."""
    names, made, line = dict(names), [], None
    for value in block.arguments:
        _name(value, names)
    for operation in block.operations:
        place = operation.location
        is_last = operation.name in ("scf.yield", "scf.condition") and not operation.operands
        if (place.file, place.line) != line and not is_last and operation.name != "arith.constant":
            line = place.file, place.line
            frames = (Frame(function.name, dict(names)),)
            made.append(operation_of(Statement(place, frames, origin=origins.get(place.line))))
        made.append(operation)
        for region in operation.regions:
            _add_lines(function, region, names, origins)
        if operation.regions:
            line = None
        for value in operation.results if operation.name != "arith.constant" else ():
            _name(value, names)
    block.operations[:] = made


def _name(value: Value, names: dict[str, Operand]) -> None:
    operand = _operand(value) if value.name else None
    if operand is not None:
        # The latest value of a name is the last one.
        names.pop(value.name, None)
        names[value.name] = operand
