"""Expressions of a session: in the language of the kernel, translated by its front end, executed for the active lanes."""

from __future__ import annotations

import ast
import linecache
import types
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from ..errors import CompileError, WaveError
from ..frontends.python.frontend import ModuleBuilder
from ..frontends.python.function_builder import FunctionBuilder
from ..frontends.python.source import Source
from ..frontends.semantic.values import Aggregate, Operand, Scalar, Vector
from ..interpreter.findings import Findings
from ..interpreter.groups import Execution
from ..interpreter.steps import Code
from ..interpreter.wave import Wave
from ..ir.module import Block, KernelAttributes, Operation
from ..ir.statements import Frame, Statement
from .values import Value
from .variables import kind_of, number_of

if TYPE_CHECKING:
    from .arrays import Arrays
    from .code import DebuggedWave
    from .machine import Machine

#: Operations with effects, which an expression of a session must not have.
_EFFECTS = {
    "memref.store": "stores into memory",
    "memref.alloca": "makes an array",
    "wave.groupshared": "makes an array",
    "wave.matrix_store": "stores into memory",
    "wave.image_store": "stores into an image",
    "wave.async_copy": "copies memory",
    "wave.barrier": "is a barrier",
    "wave.waves_barrier": "is a barrier",
    "wave.retire_if": "ends lanes",
    "wave.print": "prints",
    "wave.assert": "is a check",
    "wave.dispatch_mesh": "launches groups",
    "wave.assume_uniform": "is a check",
}
_EFFECT_FAMILIES = {
    "wave.atomic": "is an atomic",
    "wave.image_atomic": "is an atomic",
    "wave.pipe": "is a step of a pipe",
}
#: The name of expressions in messages.
EXPRESSION = "<expression>"


class ExpressionError(WaveError):
    """An expression that a session cannot evaluate."""


@dataclass(frozen=True)
class Compiled:
    """An expression at a statement."""

    operand: Operand
    code: Code
    first_slot: int
    """The number of registers before it was built."""
    placed: tuple[tuple[int, str, str | None], ...]
    bindings: tuple[tuple[int, int | str], ...] = ()
    """Registers that get the value of another register, or the memory of a name."""


class Evaluator(Protocol):
    """Translates expressions at a statement."""

    def compile(self, text: str, statement: Statement, frame: Frame) -> Compiled:
        """Translates an expression. Raises WaveError if it is wrong."""


class PythonEvaluator:
    """Expressions of kernels in Python."""

    def __init__(self, machine: Machine, attributes: KernelAttributes) -> None:
        self._builder = machine.kernel.builder
        self._attributes = attributes

    def compile(self, text: str, statement: Statement, frame: Frame) -> Compiled:
        tree = _parsed(text)
        function, source = statement.scope
        if frame is not statement.frames[-1]:
            raise ExpressionError("this frame has no expressions", "go to the innermost frame")
        return self._compiled(tree, text, function, source, frame.variables)

    def _compiled(
        self,
        tree: ast.expr,
        text: str,
        function: types.FunctionType,
        source: Source,
        variables: Mapping[str, Operand],
    ) -> Compiled:
        module = ModuleBuilder(function, self._attributes)
        module.names.update(self._builder.function_names)
        place = Source(source.node, EXPRESSION, (text,), source.assigned)
        builder = FunctionBuilder(module, function, place, dict(variables), False)
        builder.semantic.place = place.location(tree)
        try:
            operand = builder.visit_expression(tree)
            operand = _valued(builder.semantic, operand)
        except CompileError as error:
            if error.message.startswith("unknown name "):
                error.fix = f"the variables are {', '.join(variables)}"
            if error.id == "maybe-unset":
                error.message = error.message.replace("is read before it is set", "has no value yet")
                error.fix = "step to a statement after the one that sets it"
            raise
        except (WaveError, RecursionError) as error:
            raise ExpressionError(str(getattr(error, "message", error))) from None
        return built(self._builder, operand, builder.body, module.functions, text)


def assignment_error(text: str) -> tuple[str, str]:
    """The message about an expression that assigns, and its fix."""
    message = f"`{text.strip()}` assigns, and an expression of a session must not change the run"
    return message, "to compare, write `==`; to see another value, write the whole expression"


def _valued(semantic: Any, operand: Any) -> Any:
    """The operand, in which vectors of parts and literals have values."""
    if isinstance(operand, Aggregate):
        return replace(operand, items=[_valued(semantic, operand.item(i)) for i in range(len(operand.items))])
    if isinstance(operand, Vector) and operand.value is None:
        return Vector(operand.type, semantic.value(operand))
    if isinstance(operand, Scalar):
        operand = semantic.typed(operand)
        semantic.value(operand)
    return operand


def _assigns(text: str) -> bool:
    try:
        return any(isinstance(one, ast.Assign | ast.AugAssign | ast.AnnAssign) for one in ast.parse(text).body)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False


def _parsed(text: str) -> ast.expr:
    show(text)
    try:
        return ast.parse(text, EXPRESSION, mode="eval").body
    except SyntaxError as error:
        if _assigns(text):
            raise ExpressionError(*assignment_error(text)) from None
        message = error.msg or "invalid syntax"
        fix = "write an expression of the kernel's language, such as `x + 1`"
        raise CompileError("", message, EXPRESSION, 1, min(max(error.offset or 1, 1), len(text) or 1), fix) from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise ExpressionError(f"the expression cannot be read: {error}") from None


def show(text: str) -> None:
    """Lets messages show the text of an expression."""
    linecache.cache[EXPRESSION] = (len(text), None, [text + "\n"], EXPRESSION)


def built(builder: Any, operand: Operand, block: Block, functions: Any, text: str) -> Compiled:
    """Builds the code of an expression. Raises ExpressionError if it has effects."""
    for operation in block.operations:
        _check_effects(operation, text)
    for function in functions:
        for operation in function.walk():
            _check_effects(operation, text)
    first, placed = len(builder.template), len(builder.placed)
    builder.add_functions(functions)
    code = builder.plain_block(block)
    return Compiled(operand, code, first, tuple(builder.placed[placed:]))


def _check_effects(operation: Operation, text: str) -> None:
    for one in operation.walk():
        effect = _EFFECTS.get(one.name) or next(
            (said for family, said in _EFFECT_FAMILIES.items() if one.name.startswith(family)), None
        )
        if effect is not None:
            message = f"`{text}` {effect}, and an expression of a session must not change the run"
            raise ExpressionError(message, "step over the statement that does it")


def evaluate(machine: Machine, compiled: Compiled, wave: DebuggedWave, language: str, arrays: Arrays) -> Value:
    """The value of an expression in the active lanes of a wave. Raises ExpressionError for undefined behavior, and for
    expressions without a value."""
    builder = machine.kernel.builder
    execution = Execution(Findings(language), [0] * len(builder.segments), shuffler=None)
    registers = [*wave.registers, *builder.template[len(wave.registers) :]]
    # Constants that were built later have registers of their own.
    registers[compiled.first_slot :] = builder.template[compiled.first_slot :]
    machine.placement.fill_added(registers, compiled.placed, wave.group.id, wave.index)
    for slot, source in compiled.bindings:
        found = wave.registers[source] if isinstance(source, int) else arrays.named(source, machine, wave)
        if found is None:
            if not arrays.declared.has(str(source)):
                raise ExpressionError(f"the expression needs `{source}`, which has no value here", "name another value")
            raise ExpressionError(f"the expression needs `{source}`, which does not exist yet", "step further")
        registers[slot] = found
    copy = Wave(execution, wave.group, wave.index, registers, wave.mask)
    copy.alive = wave.alive
    if copy.active == 0:
        raise ExpressionError("no lane of the wave is active", "go to a wave with active lanes: `wave N`")
    with np.errstate(all="ignore"):
        for _ in compiled.code.run(copy):
            raise ExpressionError("the expression waits for other waves")
    if found := execution.findings.all():
        raise ExpressionError(f"the expression is undefined here: {found[0].message} [{found[0].rule}]", "")
    value = number_of(compiled.operand, copy, builder)
    if value is None:
        kind = kind_of(compiled.operand)
        fix = "name an element" if kind != "a name of Python" else "name a number, a vector or an element"
        raise ExpressionError(f"the expression is {kind}, which has no value", fix)
    return value
