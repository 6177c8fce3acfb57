"""Expressions of shaders. An expression is compiled in its place: the shader is translated again with the expression before
the statement, and the operations of the expression run on the values that the wave has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..errors import CompileError, WaveError
from ..frontends.mlir.statements import EXPRESSION_VALUE
from ..frontends.semantic.core import SPECULATABLE
from ..frontends.semantic.values import Scalar
from ..ir.memories import arrays
from ..ir.module import Block, Module, Operation, Value
from ..ir.statements import STATEMENT, Frame, Statement, statement_of
from ..ir.types import ConstantBufferType, DType
from .expressions import EXPRESSION, Compiled, ExpressionError, assignment_error, built, show
from .variables import Parts

if TYPE_CHECKING:
    from ..kernels.source import KernelSource
    from .machine import Machine

_MEMORIES = ("wave.groupshared", "memref.alloca")
#: `x = 1`, `x += 1`, `x <<= 1` and `x++`, and no comparison.
_ASSIGNMENT = re.compile(r"(?<![=<>!])=(?!=)|<<=|>>=|\+\+|--")
#: The message of the front end about an array that is no element.
_ARRAY = re.compile(r"the type '[^']*\*[^']*' is not supported")


class ShaderEvaluator:
    """Expressions of shaders, and names of MLIR."""

    def __init__(self, machine: Machine, source: KernelSource, language: str) -> None:
        self._language = language
        self._machine = machine
        self._builder = machine.kernel.builder
        self._source = source
        self._statements = list(statements(machine.kernel.module))

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
        if not text.strip() or text.count("(") != text.count(")") or any(mark in text for mark in (";", "//", "/*")):
            raise CompileError("", "expected an expression", EXPRESSION, 1, 1, "write one, such as `x + 1`")
        if _ASSIGNMENT.search(text):
            raise ExpressionError(*assignment_error(text))
        frames = statement.frames[: next(i for i, one in enumerate(statement.frames) if one is frame) + 1]
        place = self._caller(statement, frames)
        try:
            module = translated(self._source, text, place)
        except CompileError as error:
            if _ARRAY.fullmatch(error.message):
                is_name = re.fullmatch(r"[\w.\[\]]+", text.strip())
                fix = f"name an element of it: `{text.strip()}[0]`" if is_name else "name elements of arrays"
                raise ExpressionError(f"`{text}` is an array", fix) from None
            if error.fix is None and re.search("undeclared identifier|unknown type name", error.message):
                error.fix = f"the variables are {', '.join(self._names(frame))}"
            raise
        return self._extracted(text, place, frames, list(statements(module)), module)

    def _caller(self, statement: Statement, frames: tuple[Frame, ...]) -> Statement:
        """The statement of an outer frame, which calls the function that the next frame is."""
        if len(frames) == len(statement.frames):
            return statement
        found = None
        for one in map(statement_of, self._statements):
            if one is statement:
                break
            if len(one.frames) == len(frames) and _calls(one.frames[:-1]) == _calls(frames[:-1]):
                found = one
        if found is None or found.function != frames[-1].function:
            raise ExpressionError("expressions cannot be evaluated in this frame", "name a variable of it")
        return found

    def _names(self, frame: Frame) -> list[str]:
        """The names that an expression can have in a frame."""
        module = self._machine.kernel.module
        names = [re.split(r"[.\[]", name)[0] for name in frame.variables]
        for parameter in module.kernel.parameters:
            if isinstance(parameter.type, ConstantBufferType) and not is_named(self._source, str(parameter.name)):
                names += [re.split(r"[.\[]", field.name)[0] for field in parameter.type.fields]
            else:
                names.append(str(parameter.name))
        names += [str(one.results[0].name) for one in arrays(module) if one.name == "wave.groupshared"]
        return list(dict.fromkeys(names))

    def _extracted(
        self, text: str, statement: Statement, frames: tuple[Frame, ...], made: list[Operation], module: Module
    ) -> Compiled:
        """The code of the expression among the operations of the shader with it, for values of the frames."""
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
        _check_unchanged(text, statement_of(first), end)
        bound: dict[Value, Any] = {}
        for ours, theirs in zip(frames, statement_of(first).frames, strict=False):
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


def statements(module: Module) -> Iterator[Operation]:
    for function in module.functions:
        yield from (one for one in function.walk() if one.name == STATEMENT)


def _blocks(module: Module) -> Iterator[Block]:
    for function in module.functions:
        yield function.body
        for operation in function.walk():
            yield from operation.regions


def _calls(frames: Sequence[Frame]) -> list[tuple[str, int]]:
    return [(frame.function, frame.line) for frame in frames]


def _check_unchanged(text: str, before: Statement, after: Statement) -> None:
    """Raises ExpressionError for an expression that changes a variable, as an argument of a parameter that is `out`."""
    for name, operand in before.variables.items():
        later = after.variables.get(name)
        if later is not None and later.value is not operand.value:
            message = f"`{text}` changes `{name}`, and an expression of a session must not change the run"
            raise ExpressionError(message, "step over the statement that does it")


def _is_alike(one: Statement, other: Statement, shift: int) -> bool:
    """Whether two statements are at one place of the source, in the same calls."""
    place, known = one.location, other.location
    is_there = (place.file, place.line, place.column) == (known.file, known.line, known.column + shift)
    return is_there and _calls(one.frames) == _calls(other.frames)


def _names_it(statement: Statement) -> bool:
    return any(name.startswith(EXPRESSION_VALUE) for name in statement.variables)


def translated(source: KernelSource, text: str, statement: Statement) -> Module:
    """The shader with an expression before a statement. Raises CompileError for a wrong one."""
    place = statement.location
    own = source._text  # type: ignore[attr-defined]
    lines = own.text.split("\n")
    if place.file != own.file or not 0 < place.line <= len(lines):
        fix = "name a variable, or stop in the shader's own file"
        raise ExpressionError("expressions are evaluated in the shader's own file only", fix)
    line, column = lines[place.line - 1], place.column - 1
    before = f"{{ auto {EXPRESSION_VALUE} = ("
    # A prelude's function would hide the line.
    lines[place.line - 1] = f"{line[:column]}{before}{text}); {EXPRESSION_VALUE}; }} {line[column:]}"
    try:
        return source.debugged_text("\n".join(lines))  # type: ignore[attr-defined]
    except CompileError as error:
        first = min(max(error.column - column - len(before), 1), len(text)) if error.line == place.line else 1
        raise CompileError(error.id or "", error.message, EXPRESSION, 1, first, error.fix) from None


def is_named(source: KernelSource, name: str) -> bool:
    """Whether the fields of a constant buffer follow its name, ``settings.scale``: those of a `cbuffer` are names themselves."""
    return re.search(rf"ConstantBuffer\s*<[^;]*>\s*{re.escape(name)}\b", source.text()) is not None


class ShaderTypes:
    """The types of numbers in a shader by the expressions that name them: its memory has no signs."""

    def __init__(self, source: KernelSource) -> None:
        self._source = source
        self._first: Statement | None = None

    def of(self, text: str, statement: Statement | None) -> DType | None:
        """The type of a number at a statement, by default at the first one; None for other expressions."""
        if statement is None:
            if self._first is None:
                first = next(statements(self._source.debugged_module()), None)
                if first is None:
                    return None
                self._first = statement_of(first)
            statement = self._first
        try:
            module = translated(self._source, text, statement)
        except WaveError:
            return None
        for one in map(statement_of, statements(module)):
            operand = one.variables.get(EXPRESSION_VALUE)
            if operand is not None:
                return operand.type if isinstance(operand, Scalar) and isinstance(operand.type, DType) else None
        return None
