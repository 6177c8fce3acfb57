"""What a session has while its run is stopped: waves, frames, arrays, breakpoints, and values of expressions."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ..checker.report import CheckReport
from ..errors import InternalError, WaveError
from ..interpreter.memory import LocalMemory, Memory
from ..ir.module import Location
from ..ir.statements import Frame, Statement
from .adding import add_breakpoint, check_place
from .argument_types import check_integer, check_text, group_of
from .arrays import Arrays
from .breakpoints import Breakpoint, BreakpointError, Breakpoints, Condition, HitCondition
from .code import DebuggedWave
from .elements import parse_element
from .expressions import Compiled, Evaluator, ExpressionError, evaluate
from .machine import Machine
from .stages import Stage
from .values import Value


class RunState:
    """The stopped run of a session, and where it shall stop."""

    def __init__(
        self, machine: Machine, evaluator: Evaluator, arrays: Arrays, language: str, kernel: str, location: Location
    ) -> None:
        self.machine = machine
        self.language = language
        self.kernel = kernel
        self.location = location
        """Where the kernel begins."""
        self.arrays = arrays
        self.breakpoints = Breakpoints.of(machine.kernel.module)
        self.current = 0
        """The wave that commands are about."""
        self.lane: int | None = None
        """The lane that commands are about; None: all."""
        self.frame = 0
        """The number of frames above the innermost one."""
        self.check: Callable[[], CheckReport] | None = None
        """Checks the kernel with the arguments of the session at its wave size."""
        self.stage: Stage | None = None
        """The IR that the session steps through, if it is not the source."""
        self._evaluator = evaluator
        self._compiled: dict[tuple[Any, str], Compiled] = {}

    # Where the run is.

    @property
    def wave(self) -> DebuggedWave | None:
        """The current wave; None at the end of the run."""
        run = self.machine.run
        return None if run is None else run.waves[min(self.current, len(run.waves) - 1)]

    @property
    def has_ended(self) -> bool:
        """Whether all groups have ended."""
        return self.machine.has_ended

    def state_of(self, index: int) -> str:
        """What a wave does: "ready", "waits", "ended", "not started", or "no lanes"."""
        run = self.machine.run
        assert run is not None
        wave = run.waves[index]
        if index in run.waiting:
            return "waits"
        if index not in run.running:
            return "ended" if wave.statement is not None else "no lanes"
        return "ready" if wave.statement is not None else "not started"

    def frames(self, wave: DebuggedWave | None = None) -> list[tuple[Frame, Statement, int]]:
        """The functions that run, innermost first: each with its statement and its line."""
        wave = wave or self.wave
        if wave is None or wave.statement is None:
            return []
        found: list[tuple[Frame, Statement, int]] = []
        for statement in (*wave.calls, wave.statement):
            for frame in statement.frames:
                line = frame.line if frame is not statement.frames[-1] else statement.location.line
                found.append((frame, statement, line))
        return found[::-1]

    # Waves and lanes.

    def select_wave(self, index: int) -> None:
        """Makes a wave the current one. Raises WaveError if there is none."""
        check_integer("select_wave", "the index", index)
        run = self.machine.run
        if run is None:
            raise WaveError("the run has ended", "type `back` to go to the last statement")
        count = len(run.waves)
        if not 0 <= index < count:
            raise WaveError(
                f"there is no wave {index}",
                f"the group has the waves 0 to {count - 1}" if count > 1 else "the group has one wave: wave 0",
            )
        self.current, self.frame = index, 0

    def select_frame(self, number: int) -> None:
        """Makes a frame the one that commands are about. Raises WaveError if there is none."""
        check_integer("select_frame", "the number", number)
        count = len(self.frames())
        if not 0 <= number < count:
            raise WaveError(f"there is no frame {number}", f"the wave has {count} frame{'s' * (count != 1)}")
        self.frame = number

    # Values.

    def memory(self, name: str, wave: DebuggedWave | None) -> Memory | None:
        """A buffer, or an array of the group or the wave, by its name."""
        return self.arrays.find(name, self.machine, wave)

    def array(self, name: str) -> np.ndarray:
        """A copy of the elements of a buffer or array, in its shape; of a local array, the lanes are the last axis. Raises
        WaveError if there is none of this name."""
        check_text("array", "the name", name)
        memory = self.arrays.require(name, self.machine, self.wave)
        shape = self.arrays.shape(name, self.machine, self.wave)
        data = memory.data
        if isinstance(memory, LocalMemory):
            # As in values, the lanes are the last axis.
            data = np.moveaxis(data, 0, -1)
        if data.shape[0] == np.prod(shape):
            data = data.reshape(*shape, *data.shape[1:])
        return data.copy()

    def break_at(
        self,
        line: int,
        *,
        file: str | None = None,
        group: int | tuple[int, ...] | None = None,
        wave: int | None = None,
        lane: int | None = None,
        condition: str | None = None,
    ) -> Breakpoint:
        """Adds a breakpoint at a line; its condition is that of `break`, such as ``any(x > 3)``. Raises WaveError."""
        check_integer("break_at", "the line", line)
        for name, value in (("wave", wave), ("lane", lane)):
            if value is not None:
                check_integer("break_at", name, value)
        for name, text in (("file", file), ("condition", condition)):
            if text is not None:
                check_text("break_at", name, text)
        place = group_of("break_at", group)
        parsed = None if condition is None else Condition.parse(condition)
        return add_breakpoint(self, file, line, {"group": place, "wave": wave, "lane": lane, "condition": parsed})

    def watch(
        self,
        text: str,
        *,
        group: int | tuple[int, ...] | None = None,
        wave: int | None = None,
        lane: int | None = None,
        condition: Any = None,
        hit_condition: HitCondition | None = None,
    ) -> Breakpoint:
        """Adds a breakpoint at writes to an element, ``store[3]``. Raises WaveError, also for a condition."""
        check_text("watch", "the element", text)
        for name, value in (("wave", wave), ("lane", lane)):
            if value is not None:
                check_integer("watch", name, value)
        facts = {"group": group_of("watch", group), "wave": wave, "lane": lane, "hit_condition": hit_condition}
        if condition is not None:
            raise BreakpointError(
                "a watch has no condition", f"write `{text.strip()}` with `group`, `wave` and `lane` only"
            )
        check_place(self.machine, facts)
        element = parse_element(text, self.arrays.parameters)
        place = self.arrays.watched(element, self.machine, self.wave)
        return self.breakpoints.add(
            memory=element.name,
            element=place.element,
            part=place.part,
            field=place.field,
            shown=text.strip(),
            **facts,
        )

    def evaluate(self, text: str) -> Value:
        """The value of an expression in the active lanes of the current wave. Raises WaveError."""
        check_text("evaluate", "the expression", text)
        wave = self.wave
        if wave is None:
            raise ExpressionError("the run has ended", "type `back` to go to the last statement")
        if wave.statement is None:
            raise ExpressionError(f"wave {wave.index} has not started", "type `next`")
        frame, statement, _ = self.frames()[self.frame]
        return self._value(text, wave, statement, frame)

    def log_text(self, message: str, wave: DebuggedWave) -> str:
        """The message of a breakpoint at the statement of a wave, with the values of its expressions."""

        def shown(found: re.Match[str]) -> str:
            try:
                value = self._value(found[1], wave, wave.statement, wave.statement.frames[-1])
            except WaveError as error:
                return f"{{{found[1]}: {error.message}}}"
            return value.text(wave.mask, self.language)

        return re.sub(r"\{([^{}]+)\}", shown, message)

    def check_condition(self, condition: Condition, file: str, line: int) -> None:
        """Raises WaveError if no statement of a line can have a condition."""
        failed: WaveError | None = None
        for statement in self.breakpoints.statements:
            if (statement.location.file, statement.location.line) != (file, line):
                continue
            try:
                self._compile(condition.expression, statement, statement.frames[-1])
                return
            except WaveError as error:
                failed = failed or error
        if failed is not None:
            raise failed

    def holds(self, condition: Condition, wave: DebuggedWave) -> bool:
        """Whether a condition is true at the statement of a wave."""
        value = self._value(condition.expression, wave, wave.statement, wave.statement.frames[-1])
        if value.data is None:
            raise ExpressionError("a condition is a number or a bool")
        return condition.holds(value.data, wave.mask)

    def _value(self, text: str, wave: DebuggedWave, statement: Statement, frame: Frame) -> Value:
        compiled = self._compile(text, statement, frame)
        with _reporting(text):
            return evaluate(self.machine, compiled, wave, self.language, self.arrays)

    def _compile(self, text: str, statement: Statement, frame: Frame) -> Compiled:
        key = statement, text, id(frame)
        if (known := self._compiled.get(key)) is not None:
            return known
        with _reporting(text):
            made = self._compiled[key] = self._evaluator.compile(text, statement, frame)
        return made


@contextlib.contextmanager
def _reporting(text: str) -> Iterator[None]:
    """A mistake of the front end in an expression must not end the session."""
    try:
        yield
    except WaveError:
        raise
    except Exception as error:
        message = f"`{text}` cannot be evaluated: {type(error).__name__}: {error}"
        raise InternalError(message, "please report this with the kernel's text") from error
