"""Code that a debugger can stop: a wave yields at each statement, and after each operation that others can see."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..frontends.semantic.core import SPECULATABLE
from ..interpreter.control_flow import Suspending
from ..interpreter.groups import GroupRun
from ..interpreter.interpreter import InterpretedKernel
from ..interpreter.steps import Builder, Code, Segment, Step
from ..interpreter.wave import Wave
from ..ir.module import Block, Operation
from ..ir.statements import Statement, statement_of
from .accesses import Write, difference, writes_of

_REGIONS = ("scf.if", "scf.for", "scf.while")


@dataclass(eq=False)
class Region:
    """A condition or a loop that a wave is in."""

    operation: Operation
    entered: np.ndarray
    """The lanes that reached it."""


@dataclass(eq=False)
class Executed:
    """An operation of the wave, with the values that it had."""

    operation: Operation
    operands: list[Any]
    results: list[Any]
    mask: np.ndarray


class DebuggedWave(Wave):
    """A wave that knows at which statement it is, and why its lanes are active."""

    __slots__ = ("arrivals", "calls", "executed", "operation", "regions", "started", "statement")

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.started = self.mask
        """The lanes that exist."""
        self.statement: Statement | None = None
        """The statement that runs or, if the wave has just reached it, that runs next."""
        self.operation: Operation | None = None
        """The operation of the statement that was executed last; None at its beginning."""
        self.arrivals = 0
        """The number of statements that the wave has reached."""
        self.regions: list[Region] = []
        self.calls: list[Statement] = []
        """The statements that call the helpers which run, outermost first."""
        self.executed: list[Executed] = []
        """The wave operations of the statement, and of the one before it while the wave is at a beginning."""

    @property
    def depth(self) -> int:
        """The number of calls around the statement."""
        return len(self.calls) + (len(self.statement.frames) - 1 if self.statement else 0)


@dataclass
class Changes:
    """What the last step of a wave wrote; a session empties it after each step."""

    writes: list[Write] = field(default_factory=list)


class DebuggedBuilder(Builder):
    """Builds steps with the places at which a debugger can stop."""

    changes: Changes

    def __init__(self, *arguments: Any) -> None:
        self.changes = Changes()
        self._stops = True
        super().__init__(*arguments)

    def plain_block(self, block: Block) -> Code:
        """Builds code that runs without stops, such as that of an expression."""
        was, self._stops = self._stops, False
        try:
            return self.block(block)
        finally:
            self._stops = was

    def add_statement(self, segment: Segment, operation: Operation) -> None:
        if not self._stops:
            return
        statement = statement_of(operation)

        def step(wave: DebuggedWave) -> Iterator[None]:
            wave.statement = statement
            wave.operation = None
            wave.arrivals += 1
            yield None
            wave.executed = []

        segment.steps.append((True, step))

    def add_plain(self, segment: Segment, operation: Operation, step: Step) -> None:
        if not self._stops or operation.name in SPECULATABLE:
            super().add_plain(segment, operation, step)
            return
        written = writes_of(self, operation)
        slots = None
        if operation.name.startswith("wave.") and operation.operands and operation.results:
            slots = self.slots(operation.operands), self.slots(operation.results)

        def stopping(wave: DebuggedWave) -> Iterator[None]:
            wave.operation = operation
            values = None if slots is None else [wave.registers[slot] for slot in slots[0]]
            if written is None:
                step(wave)
            else:
                self.changes.writes += written(wave, step)
            if values is not None:
                results = [wave.registers[slot] for slot in slots[1]]
                wave.executed.append(Executed(operation, values, results, wave.mask))
            yield None

        segment.steps.append((True, stopping))

    def add_suspending(self, segment: Segment, operation: Operation, built: Suspending) -> None:
        if not self._stops:
            super().add_suspending(segment, operation, built)
        elif operation.name == "wave.call":
            segment.steps.append((True, _called(operation, built)))
        elif operation.name in _REGIONS:
            segment.steps.append((True, _nested(operation, built)))
        else:

            def waiting(wave: DebuggedWave) -> Iterator[Any]:
                wave.operation = operation
                # A barrier ends the copies of its wave.
                arrays = {copy.array for copy in wave.copies}
                before = [(array, array.data.copy()) for array in arrays]
                yield from built.step(wave)
                self.changes.writes += [found for array, old in before if (found := difference(array, old))]
                yield None

            segment.steps.append((True, waiting))


def _called(operation: Operation, built: Suspending) -> Any:
    def step(wave: DebuggedWave) -> Iterator[Any]:
        caller = wave.statement
        wave.calls.append(caller)
        yield from built.step(wave)
        wave.calls.pop()
        wave.statement, wave.operation = caller, operation
        yield None

    return step


def _nested(operation: Operation, built: Suspending) -> Any:
    def step(wave: DebuggedWave) -> Iterator[Any]:
        wave.regions.append(Region(operation, wave.mask))
        yield from built.step(wave)
        wave.regions.pop()

    return step


class DebuggedGroup(GroupRun):
    """A group whose waves can be stopped."""

    wave_class = DebuggedWave
    waves: list[DebuggedWave]


class DebuggedKernel(InterpretedKernel):
    """A kernel whose waves yield where a debugger can stop them."""

    builder_class = DebuggedBuilder
    builder: DebuggedBuilder
