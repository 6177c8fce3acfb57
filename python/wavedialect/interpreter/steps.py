"""Turns the front end's IR into steps: one Python callable per operation, with resolved register numbers.

A plain operation is a function of the wave. Operations with regions, calls, barriers and steps of pipes are generator
functions: they yield when the wave waits, and the yielded value tells the scheduler at which barrier, or for what.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..errors import InternalError
from ..ir.module import Block, Function, Module, Operation, Value
from ..ir.statements import STATEMENT
from ..ir.wave_operations import is_quadwise
from . import (
    arithmetic,
    bfloat16,
    control_flow,
    conversions,
    copies,
    image_memory,
    lane_operations,
    math_functions,
    matrices,
    output,
    partitions,
    pipes,
    quads,
    tables,
    vectors,
)
from .local_copies import LocalCopies
from .wave import Wave

Step = Callable[[Wave], Any]

_PLAIN = (
    arithmetic.BUILDERS
    | conversions.BUILDERS
    | math_functions.BUILDERS
    | vectors.BUILDERS
    | lane_operations.BUILDERS
    | partitions.BUILDERS
    | quads.BUILDERS
    | image_memory.BUILDERS
    | output.BUILDERS
    | tables.BUILDERS
    | matrices.BUILDERS
    | {"wave.pipe": pipes.build_pipe, "wave.async_copy": copies.build_async_copy}
)
_SUSPENDING = control_flow.BUILDERS | pipes.BUILDERS
_TERMINATORS = {"scf.yield", "scf.condition", "wave.return", "wave.matrix_yield"}


def knows(operation: str) -> bool:
    """Whether the interpreter can execute operations of this name."""
    return operation in _PLAIN or operation in _SUSPENDING or operation in _TERMINATORS


@dataclass
class Segment:
    """Steps that either all run or all do not run: a retire, or an operation that contains one, ends a segment."""

    number: int
    steps: list[tuple[bool, Step]] = field(default_factory=list)
    operations: Counter[str] = field(default_factory=Counter)


@dataclass
class Code:
    """The steps of one block."""

    segments: list[Segment]
    terminator: list[int]
    """The registers of the terminator's operands."""
    holds_barrier: bool
    may_retire: bool

    def run(self, wave: Wave) -> Iterator[Any]:
        """Executes the block to its end, or until the last active lane has retired (``wave.done``)."""
        executed = wave.execution.executed
        for segment in self.segments:
            executed[segment.number] += 1
            for suspends, step in segment.steps:
                if suspends:
                    yield from step(wave)
                else:
                    step(wave)
            if wave.done:
                return


@dataclass
class FunctionCode:
    """The code of a function's body and the registers of its parameters."""

    parameters: list[int]
    body: Code


def describe(operation: Operation) -> str:
    """Returns the operation's name and distinguishing attributes: ``wave.reduce add``, ``wave.barrier group sync``."""
    attributes = operation.attributes
    words = [
        operation.name,
        *(attributes[key] for key in ("kind", "direction", "scope", "predicate") if key in attributes),
    ]
    if attributes.get("sync"):
        words.append("sync")
    return " ".join(words)


class Builder:
    """Builds the code of one module for one wave size.

    Each helper is built once, and all calls share its registers, because there is no recursion.
    """

    def __init__(self, module: Module, lanes: int) -> None:
        self.lanes = lanes
        self.template: list[Any] = []
        """The initial registers of a wave: constants, and None for the others."""
        self.placed: list[tuple[int, str, str | None]] = []
        """Registers that the launch fills, each with the operation's name and dimension."""
        self.uses_quads = False
        self.segments: list[Segment] = []
        self.copies = LocalCopies(module)
        self._slots: dict[Value, int] = {}
        self.num_waves = module.kernel.kernel.num_waves if module.kernel.kernel else None
        """The number of waves that the kernel states; None if it states none."""
        self._functions = {function.name: function for function in module.functions}
        self._built: dict[str, FunctionCode | None] = {}
        self.kernel = self.function(module.kernel)

    def slot(self, value: Value) -> int:
        """Returns the value's register."""
        number = self._slots.get(value)
        if number is None:
            number = self._slots[value] = len(self.template)
            self.template.append(None)
        return number

    def has_slot(self, value: Value) -> bool:
        """Whether the value has a register."""
        return value in self._slots

    def slots(self, values: list[Value]) -> list[int]:
        """Returns the values' registers."""
        return [self.slot(value) for value in values]

    def constant(self, value: Value, array: np.ndarray) -> None:
        """Sets the permanent contents of the value's register."""
        self.template[self.slot(value)] = array

    def callee(self, operation: Operation) -> FunctionCode:
        """Returns the code of the helper that ``operation`` calls."""
        name = operation.attributes["callee"]
        if name in self._built and self._built[name] is None:
            raise InternalError(f"helper '{name}' calls itself, which wave-verify should have refused")
        return self.function(self._functions[name])

    def add_functions(self, functions: Iterable[Function]) -> None:
        """Adds helpers that code may call which is built later."""
        self._functions.update((function.name, function) for function in functions)

    @property
    def function_names(self) -> list[str]:
        """The names of the helpers and of the kernel."""
        return list(self._functions)

    def function(self, function: Function) -> FunctionCode:
        """Builds a function, once."""
        built = self._built.get(function.name)
        if built is None:
            self._built[function.name] = None
            built = FunctionCode(self.slots(function.parameters), self.block(function.body))
            self._built[function.name] = built
        return built

    def block(self, block: Block) -> Code:
        """Builds a block and everything nested in it."""
        segments = [self._segment()]
        terminator: list[int] = []
        holds_barrier = may_retire = False
        for operation in block.operations:
            segment = segments[-1]
            segment.operations[describe(operation)] += 1
            self.uses_quads |= is_quadwise(operation.name)
            retires = operation.name == "wave.retire_if"
            if operation.name == STATEMENT:
                self.add_statement(segment, operation)
            elif operation.name in _TERMINATORS:
                terminator = self.slots(operation.operands)
            elif operation.name in _PLAIN:
                step = _PLAIN[operation.name](self, operation)
                if step is not None:
                    self.add_plain(segment, operation, bfloat16.finished(self, operation, step))
            elif operation.name in _SUSPENDING:
                built = _SUSPENDING[operation.name](self, operation)
                self.add_suspending(segment, operation, built)
                holds_barrier |= built.holds_barrier
                retires = built.may_retire
            else:
                raise InternalError(f"the interpreter does not know operation '{operation.name}'")
            if retires:
                may_retire = True
                segments.append(self._segment())
        return Code(segments, terminator, holds_barrier, may_retire)

    # A debugger's builder adds other steps.

    def add_statement(self, segment: Segment, operation: Operation) -> None:
        """Adds the beginning of a statement, which only a debugger needs."""

    def add_plain(self, segment: Segment, operation: Operation, step: Step) -> None:
        """Adds the step of an operation that never waits."""
        segment.steps.append((False, step))

    def add_suspending(self, segment: Segment, operation: Operation, built: control_flow.Suspending) -> None:
        """Adds the step of an operation that may wait, or that contains operations."""
        segment.steps.append((True, built.step))

    def _segment(self) -> Segment:
        segment = Segment(len(self.segments))
        self.segments.append(segment)
        return segment
