"""The run of one group: which of its waves can go on, and the rules of barriers and pipes."""

from __future__ import annotations

import os
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..ir.module import Operation
from .copies import report_open_copies
from .findings import ExecutionError, Finding, Findings
from .pipes import Pipe, PipeWait
from .wave import Wave

if TYPE_CHECKING:
    from .placement import Placement
    from .steps import Code


@dataclass
class Group:
    """One thread group."""

    id: tuple[int, int, int]
    shared: dict[Operation, Any] = field(default_factory=dict)
    reached: dict[tuple[int, ...], Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    """For each set of waves, the number of its barriers that each wave has reached."""
    uniform_values: dict[tuple[Operation, int], tuple[int, bytes, str]] = field(default_factory=dict)
    """For each visit of an ``assume_uniform``, the first wave's number, and its value as bytes and as text."""
    launch: tuple[int, ...] | None = None
    """The numbers of mesh groups in x, y and z; None until a wave launches them."""


@dataclass
class Execution:
    """The state that all waves of a dispatch share."""

    findings: Findings
    executed: list[int]
    """Execution count of each segment."""
    atomics: Counter[tuple[str, str]] = field(default_factory=Counter)
    output: Any = None
    """The receiver of prints and failed checks, by its methods ``print`` and ``fail``; None: they are ignored."""
    shuffler: random.Random | None = None
    """Shuffles the order of the lanes in an atomic; None: the order of their indices."""

    def count_atomics(self, memory: str, kind: str, lanes: int) -> None:
        self.atomics[memory, kind] += lanes


class GroupRun:
    """The waves of a group. A wave that waits yields for what; a wave that yields None can go on at once."""

    wave_class = Wave

    def __init__(
        self,
        execution: Execution,
        group: Group,
        placement: Placement,
        template: list[Any],
        body: Code,
        collect: bool,
    ) -> None:
        """With ``collect``, findings are kept and not raised."""
        self.execution = execution
        self.group = group
        self.waves: list[Wave] = []
        self.running: dict[int, Iterator[Any]] = {}
        """The waves that have not ended."""
        self.waiting: dict[int, Any] = {}
        """For what waves wait: a ``PipeWait``, or the operation and the path of a barrier of the group."""
        self._collect = collect
        self._is_stuck = False
        for index, mask in enumerate(placement.masks):
            registers = list(template)
            placement.fill_wave(registers, group.id, index)
            wave = self.wave_class(execution, group, index, registers, mask)
            self.waves.append(wave)
            if wave.active:
                self.running[index] = body.run(wave)

    def runnable(self) -> list[int]:
        """The waves that can go on, by index; none if all have ended, or wait for each other forever. If all wait at a
        barrier, it is over."""
        while self.running and not self._is_stuck:
            order = [index for index in self.running if index not in self.waiting or _is_over(self.waiting[index])]
            if order:
                return order
            if any(isinstance(wait, PipeWait) for wait in self.waiting.values()):
                self._is_stuck = True
                self._report_deadlock()
            else:
                self._check_barrier()
                self.waiting.clear()
        return []

    def advance(self, index: int) -> None:
        """Runs a wave until it yields or ends."""
        self.waiting.pop(index, None)
        try:
            wait = next(self.running[index])
        except StopIteration:
            del self.running[index]
            report_open_copies(self.waves[index])
        else:
            if wait is not None:
                self.waiting[index] = wait

    def finish(self) -> None:
        """Checks that all waves of a pipe have entered and left the same number of uses, after the end of the group."""
        if self._is_stuck:
            return
        for operation, pipe in self.group.shared.items():
            wrong = pipe.find_unbalanced() if isinstance(pipe, Pipe) else None
            if wrong is None:
                continue
            told = [
                f"wave {wave} has entered {pipe.entered[wave]} and left {pipe.left[wave]}"
                for wave in dict.fromkeys((pipe.producers[0], wrong))
            ]
            message = f"the group ends with different uses of this pipe: {', '.join(told)}"
            self._report(Finding("pipe-unbalanced", message, operation.location, self.group.id, wrong, ()))

    def _report(self, finding: Finding) -> None:
        self.execution.findings.add(finding)
        if not self._collect:
            raise ExecutionError(self.execution.findings.all())

    def _report_deadlock(self) -> None:
        """Reports waves that wait for each other forever."""
        waiting = self.waiting
        first = min(index for index, wait in waiting.items() if isinstance(wait, PipeWait))
        location, shown = waiting[first].operation.location, []
        for index, wait in sorted(waiting.items()):
            operation = wait.operation if isinstance(wait, PipeWait) else wait[0]
            where = f"line {operation.location.line}"
            if operation.location.file != location.file:
                where += f" of {os.path.basename(operation.location.file)}"
            shown.append(f"wave {index} {wait.place if isinstance(wait, PipeWait) else 'at a barrier'} in {where}")
        some = "a wave of the group waits" if len(waiting) == 1 else "the waves of the group wait for each other"
        message = f"{some} forever: {', '.join(shown)}"
        # Waves that wait at pipes and barriers have a mistake of a pipe.
        is_at_pipe = any(isinstance(wait, PipeWait) and not wait.is_barrier for wait in waiting.values())
        rule = "pipe-deadlock" if is_at_pipe else "waves-barrier-deadlock"
        self._report(Finding(rule, message, location, self.group.id, first, ()))

    def _check_barrier(self) -> None:
        """Checks that all waves that have not retired wait at one barrier, in the same iteration of the same call."""
        waiting = self.waiting
        first = min(waiting)
        operation, path = waiting[first]
        for wave in self.waves:
            if wave.index in waiting:
                other, other_path = waiting[wave.index]
                if other is operation and other_path == path:
                    continue
                place = (
                    f"line {other.location.line}" if other is not operation else "the same line in another iteration"
                )
                rule = "barrier-mismatch"
                message = f"wave {first} waits at this barrier while wave {wave.index} waits at {place}"
            elif wave.alive.any():
                rule = "barrier-not-reached"
                message = f"wave {first} waits at this barrier while wave {wave.index} has ended without retiring"
            else:
                continue
            self._report(Finding(rule, message, operation.location, self.group.id, first, ()))


def _is_over(wait: Any) -> bool:
    """Whether a wave that waits can go on by itself."""
    return isinstance(wait, PipeWait) and wait.is_over()
