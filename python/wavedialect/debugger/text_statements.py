"""Statements of kernels that are text: where the lines of MLIR begin, and expressions of shaders.

A shader's expression is compiled in its place: the shader is translated again with the expression before the statement, and
the operations of the expression run on the values that the wave has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..errors import CompileError, WaveError
from ..frontends.mlir.statements import EXPRESSION_VALUE
from ..frontends.semantic.core import SPECULATABLE
from ..frontends.semantic.values import Memory, Operand, Scalar, number_of
from ..ir.module import Block, Function, Location, Module, Operation, Value
from ..ir.statements import STATEMENT, Frame, Statement, operation_of, statement_of
from ..ir.types import DType, MemoryType, VectorType
from .arrays import PARTS
from .expressions import EXPRESSION, Compiled, ExpressionError, built, show
from .variables import Parts

if TYPE_CHECKING:
    from ..kernels.source import KernelSource
    from .machine import Machine

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


class ShaderEvaluator:
    """Expressions of shaders, and names of MLIR."""

    def __init__(self, machine: Machine, source: KernelSource, language: str) -> None:
        self._language = language
        self._machine = machine
        self._builder = machine.kernel.builder
        self._source = source
        self._statements = list(_statements(machine.kernel.module))

    def compile(self, text: str, statement: Statement, frame: Frame) -> Compiled:
        show(text)
        known = frame.variables
        if (operand := known.get(text.strip()) or known.get(f"%{text.strip()}")) is not None:
            return built(self._builder, operand, Block(), (), text)
        name = text.strip()
        if parts := {
            known[len(name) :]: one
            for known, one in frame.variables.items()
            if known.startswith((f"{name}.", f"{name}["))
        }:
            return built(self._builder, Parts(parts), Block(), (), text)
        if self._language != "hlsl":
            fix = f"name one of {', '.join(frame.variables)}" if frame.variables else ""
            raise ExpressionError(f"`{text}` is not a variable, and MLIR has no expressions", fix)
        if frame is not statement.frames[-1]:
            raise ExpressionError("this frame has no expressions", "name a variable, or go to the innermost frame")
        if not text.strip() or text.count("(") != text.count(")") or any(mark in text for mark in (";", "//", "/*")):
            raise CompileError("", "expected an expression", EXPRESSION, 1, 1, "write one, such as `x + 1`")
        module = self._translated(text, statement)
        made = list(_statements(module))
        return self._extracted(text, statement, made, module)

    def element_type(self, name: str, statement: Statement | None) -> Any:
        """The type of the numbers in a shader's array, whose memory has no signs; PARTS if they belong to vectors or
        structs, and None if it is not known."""
        if self._language != "hlsl":
            return None
        statement = statement or self._statements[0]
        for dimensions in range(1, _MOST_DIMENSIONS + 1):
            text = name + "[0]" * dimensions
            try:
                operand = self.compile(text, statement, statement.frames[-1]).operand
            except WaveError:
                continue
            return operand.type if isinstance(operand, Scalar) else PARTS
        return None

    def _translated(self, text: str, statement: Statement) -> Module:
        """The shader with the expression before the statement."""
        place = statement.location
        own = self._source._text  # type: ignore[attr-defined]
        lines = own.text.split("\n")
        if place.file != own.file or not 0 < place.line <= len(lines):
            fix = "name a variable, or stop in the shader's own file"
            raise ExpressionError("expressions are evaluated in the shader's own file only", fix)
        line, column = lines[place.line - 1], place.column - 1
        before = f"{{ auto {EXPRESSION_VALUE} = ("
        # A prelude's function would hide the line.
        lines[place.line - 1] = f"{line[:column]}{before}{text}); {EXPRESSION_VALUE}; }} {line[column:]}"
        try:
            return self._source.debugged_text("\n".join(lines))  # type: ignore[attr-defined]
        except CompileError as error:
            first = min(max(error.column - column - len(before), 1), len(text)) if error.line == place.line else 1
            raise CompileError(error.id or "", error.message, EXPRESSION, 1, first, error.fix) from None

    def _extracted(self, text: str, statement: Statement, made: list[Operation], module: Module) -> Compiled:
        """The code of the expression among the operations of the shader with it."""
        number = [one for one in self._statements if _is_alike(statement_of(one), statement, 0)]
        place = next((i for i, one in enumerate(number) if statement_of(one) is statement), 0)
        found = [one for one in made if _is_alike(statement_of(one), statement, 2) and not _names_it(statement_of(one))]
        if place >= len(found):
            raise ExpressionError(f"`{text}` cannot be evaluated here", "go to another statement")
        first = found[place]
        block = next(one for one in _blocks(module) if any(operation is first for operation in one.operations))
        start = next(i for i, operation in enumerate(block.operations) if operation is first) + 1
        own, end = [], None
        for operation in block.operations[start:]:
            if operation.name != STATEMENT:
                own.append(operation)
            elif len(statement_of(operation).frames) == len(statement_of(first).frames):
                end = statement_of(operation)
                break
        values = (
            {}
            if end is None
            else {n: o for n, o in end.variables.items() if n.split(".")[0].split("[")[0] == EXPRESSION_VALUE}
        )
        if not values:
            raise ExpressionError(f"`{text}` has no value that can be shown", "name a number, a vector or an element")
        bound: dict[Value, Any] = {}
        for ours, theirs in zip(statement.frames, statement_of(first).frames, strict=False):
            for name, operand in theirs.variables.items():
                known = ours.variables.get(name)
                if known is not None and known.value is not None:
                    bound.setdefault(operand.value, self._builder.slot(known.value))
        made_by = {result: one for function in module.functions for one in function.walk() for result in one.results}
        arguments = {value: str(value.name) for function in module.functions for value in function.parameters}
        earlier: list[Operation] = []
        inner = {result for operation in own for one in operation.walk() for result in one.results}
        inner |= {a for operation in own for one in operation.walk() for r in one.regions for a in r.arguments}
        needed = [value for operation in own for one in operation.walk() for value in one.operands]
        needed += [operand.value for operand in values.values()]
        self._resolve(needed, inner, bound, made_by, arguments, earlier, text)
        parts = {name.removeprefix(EXPRESSION_VALUE): operand for name, operand in values.items()}
        operand = parts[""] if "" in parts else Parts(parts)
        # The registers of the builder are those of this module from here on.
        compiled = built(self._builder, operand, Block([], [*earlier, *own]), (), text)
        bindings = tuple((self._builder.slot(value), source) for value, source in bound.items())
        return replace(compiled, bindings=bindings)

    def _resolve(
        self,
        needed: list[Value],
        inner: set[Value],
        bound: dict[Value, Any],
        made_by: dict[Value, Operation],
        arguments: dict[Value, str],
        earlier: list[Operation],
        text: str,
    ) -> None:
        """Finds the values from before the expression: those of variables and memories, and what computes others."""
        for value in needed:
            if value in inner or value in bound:
                continue
            maker = made_by.get(value)
            if value in arguments:
                bound[value] = arguments[value]
            elif maker is not None and maker.name in _MEMORIES:
                bound[value] = str(value.name)
            elif maker is not None and maker.name in SPECULATABLE and not maker.regions:
                self._resolve(maker.operands, inner, bound, made_by, arguments, earlier, text)
                inner.update(maker.results)
                earlier.append(maker)
            else:
                raise ExpressionError(f"`{text}` cannot be evaluated here", "go to another statement")


def _statements(module: Module) -> Iterator[Operation]:
    for function in module.functions:
        yield from (one for one in function.walk() if one.name == STATEMENT)


def _blocks(module: Module) -> Iterator[Block]:
    for function in module.functions:
        yield function.body
        for operation in function.walk():
            yield from operation.regions


def _is_alike(one: Statement, other: Statement, shift: int) -> bool:
    """Whether two statements are at one place of the source, in the same calls."""
    place, known = one.location, other.location
    calls = [[(frame.function, frame.line) for frame in each.frames] for each in (one, other)]
    is_there = (place.file, place.line, place.column) == (known.file, known.line, known.column + shift)
    return is_there and calls[0] == calls[1]


def _names_it(statement: Statement) -> bool:
    return any(name.startswith(EXPRESSION_VALUE) for name in statement.variables)
