"""A dispatch that can be run step by step and backwards.

A position is a group, by its place in the order of the dispatch, and the number of steps in it. Every step is recorded by
its wave, so the way to a position can be repeated from the start of its group, with the same values.
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from ..interpreter.findings import Finding
from ..interpreter.groups import Execution, Group, GroupRun
from ..interpreter.interpreter import InterpretedKernel, Settings
from ..interpreter.memory import Memory
from ..interpreter.placement import Placement
from ..ir.module import Module
from .accesses import Write
from .code import DebuggedGroup, DebuggedKernel, DebuggedWave
from .first_groups import FirstGroups
from .found import Found, NewFindings
from .writers import Writers

#: The number of groups whose arrays are kept as they were at the start.
_MOST_KEPT = 16


class Position(NamedTuple):
    """A point of the run."""

    group: int
    steps: int


@dataclass
class Order:
    """The choices that the language leaves open."""

    waves: str | tuple[str, int] = "by index"
    settings: Settings = field(default_factory=Settings)

    def choose(self, current: int, runnable: list[int], position: Position) -> int:
        """The wave that runs next: the current one until it waits or ends."""
        if current in runnable:
            return current
        if self.waves == "backward":
            return runnable[-1]
        if isinstance(self.waves, tuple):
            return random.Random(f"{self.waves[1]} {position}").choice(runnable)
        return next((index for index in runnable if index > current), runnable[0])


class Trail:
    """The waves of all steps in a group."""

    def __init__(self) -> None:
        self._runs: list[list[int]] = []
        self.steps = 0

    def add(self, wave: int) -> None:
        """Records a step."""
        if self._runs and self._runs[-1][0] == wave:
            self._runs[-1][1] += 1
        else:
            self._runs.append([wave, 1])
        self.steps += 1

    def waves(self) -> Iterator[int]:
        """The waves in the order of the steps."""
        for wave, count in self._runs:
            yield from (wave for _ in range(count))

    @property
    def last(self) -> int | None:
        """The wave of the last step."""
        return self._runs[-1][0] if self._runs else None


class Machine:
    """Runs the groups of a dispatch on arrays that belong to it."""

    def __init__(
        self,
        module: Module,
        wave_size: int,
        arguments: list[Any],
        arrays: list[np.ndarray],
        groups: tuple[int, int, int],
        order: Order,
        *,
        language: str,
        unchecked: bool = False,
        output: Any = None,
    ) -> None:
        """``arguments`` are those of the interpreter, and ``arrays`` the memory among them, which a step back restores."""
        self.kernel = DebuggedKernel(module, wave_size, unchecked, language)
        self.wave_size = wave_size
        self.groups = groups
        self.order = order
        self.arrays = arrays
        self._output = output
        self._language = language
        self._module = module
        self._unchecked = unchecked
        self._arguments = arguments
        self._plain: InterpretedKernel | None = None
        # The order of groups is part of the seed; that of lanes in atomics begins anew with each group.
        self._settings = replace(order.settings, collect=True)
        seed = order.settings.seed
        shuffler = None if seed is None else random.Random(seed)
        self.placement, self.registers = self._prepared(self.kernel, shuffler)
        """The registers at the start of each wave."""
        self.order_of_groups = list(self.placement.group_ids())
        self._kept: dict[int, list[np.ndarray]] = {}
        self._trails: dict[int, Trail] = {}
        self.number = -1
        self.run: DebuggedGroup | None = None
        """The group that runs; None before the first and after the last one."""
        self._last: Group | None = None
        """The last group that ended, if it had stops."""
        self.trail = Trail()
        self.writers = Writers()
        """The last writers in the group that runs; at the end of the run, in the last group."""
        self.is_replaying = False
        self.interrupted = False
        """Whether the run shall stop before its next step. A stop for this reason clears it, and so does who asks for a
        move, for nothing that came before: a move that cleared it would lose an interrupt that came just before."""
        self.is_without_stops = False
        """Whether code runs that has no stops: an interrupt has to raise KeyboardInterrupt."""
        self.first_groups: FirstGroups | None = None
        """Another executor for groups without stops."""

    def _prepared(self, kernel: InterpretedKernel, shuffler: random.Random | None) -> tuple[Placement, list[Any]]:
        placement = Placement(kernel.builder, kernel.attributes, self.groups, self._settings, shuffler)
        return placement, kernel.registers(self._arguments, placement)

    # Positions.

    @property
    def position(self) -> Position:
        """Where the run is."""
        return Position(self.number, self.trail.steps)

    @property
    def has_ended(self) -> bool:
        """Whether all groups have ended."""
        return self.number >= len(self.order_of_groups)

    @property
    def group_id(self) -> tuple[int, int, int]:
        """The id of the group that runs."""
        return self.order_of_groups[self.number]

    @property
    def shared(self) -> list[Memory]:
        """The groupshared arrays of the group that runs; at the end of the run, of the last group."""
        group = self.run.group if self.run is not None else self._last
        return [one for one in group.shared.values() if isinstance(one, Memory)] if group is not None else []

    def taken(self) -> list[Found]:
        """The findings since the last call."""
        findings = None if self.run is None else self.run.execution.findings
        return findings.take() if isinstance(findings, NewFindings) else []

    # Running.

    def enter(self, number: int) -> None:
        """Starts a group; all groups before it must have ended."""
        self.number, self.trail = number, Trail()
        self.run = None
        if self.has_ended:
            return
        self.writers = Writers(self.group_id)
        self._keep(number)
        self.run = self._started(DebuggedGroup, self.kernel, self.registers, self.placement, self._output)

    def _started(
        self, kind: type[GroupRun], kernel: InterpretedKernel, template: list[Any], placement: Placement, output: Any
    ) -> Any:
        seed = self._settings.seed
        shuffler = None if seed is None else random.Random(f"{seed} {self.number}")
        execution = Execution(
            NewFindings(self._language), [0] * len(kernel.builder.segments), output=output, shuffler=shuffler
        )
        group = Group(self.group_id)
        return kind(execution, group, placement, template, kernel.builder.kernel.body, True)

    def advance(self, wave: int) -> list[Write]:
        """Runs a step of a wave; returns what it wrote."""
        assert self.run is not None
        self.trail.add(wave)
        with np.errstate(all="ignore"):
            self.run.advance(wave)
        writes, self.kernel.builder.changes.writes = self.kernel.builder.changes.writes, []
        for write in writes:
            self.writers.add(write, self.run.waves[wave])
        return writes

    def leave(self) -> None:
        """Ends a group whose waves have ended."""
        assert self.run is not None
        self.run.finish()
        self._last = self.run.group
        self._trails[self.number] = self.trail

    def jump(self, number: int) -> bool:
        """Goes from the start to a group by running those before it by the other executor; false if that is not
        possible, and nothing has changed then."""
        first, seed = self.first_groups, self._settings.seed
        if first is None or not first.is_possible or seed is not None or self.order.waves != "by index":
            return False
        made = [array.copy() for array in self._kept[0]]
        try:
            with self.without_stops():
                if not first.run(made, number):
                    return False
        except KeyboardInterrupt:
            self.interrupted = True
            return False
        for array, contents in zip(self.arrays, made, strict=True):
            array[...] = contents
        for later in [one for one in self._kept if one]:
            del self._kept[later]
        self._trails.clear()
        self.writers, self._last = Writers(), None
        self.enter(number)
        return True

    def skip(self, number: int) -> list[Finding]:
        """Runs a group from its start to its end without stops; returns the findings. Raises KeyboardInterrupt; the group
        is then to be started anew."""
        self.number, self.trail, self.run, self.writers = number, Trail(), None, Writers()
        self._last = None
        self._keep(number)
        if self._plain is None:
            self._plain = InterpretedKernel(self._module, self.wave_size, self._unchecked, self._language)
            self._plain_start = self._prepared(self._plain, None)
        placement, template = self._plain_start
        run = self._started(GroupRun, self._plain, template, placement, None if self.is_replaying else self._output)
        with np.errstate(all="ignore"), self.without_stops():
            while order := run.runnable():
                for index in order:
                    run.advance(index)
            run.finish()
        self._trails.pop(number, None)
        return run.execution.findings.all()

    # Going back.

    def _keep(self, number: int) -> None:
        """Keeps the arrays as they are at the start of a group: of the first one, and of the last few."""
        self._kept[number] = [array.copy() for array in self.arrays]
        for old in sorted(self._kept)[1:-_MOST_KEPT]:
            del self._kept[old]

    def restart(self, number: int) -> None:
        """Goes to the start of a group that has been entered."""
        if not self._kept:
            self.enter(number)
            return
        known = max(one for one in self._kept if one <= number)
        for later in [one for one in self._kept if one > number]:
            del self._kept[later]
        for array, old in zip(self.arrays, self._kept[known], strict=True):
            array[...] = old
        was, self.is_replaying = self.is_replaying, True
        for one in range(known, number):
            self.skip(one)
        self.is_replaying = was
        self.enter(number)

    def trail_of(self, number: int) -> Trail:
        """The steps of a group that has ended or that runs; empty for one that ran without stops."""
        return self.trail if number == self.number else self._trails.get(number, Trail())

    @contextlib.contextmanager
    def without_stops(self) -> Iterator[None]:
        """For code that has no stops: an interrupt raises KeyboardInterrupt, also one that came just before."""
        self.is_without_stops = True
        try:
            if self.interrupted:
                raise KeyboardInterrupt
            yield
        finally:
            self.is_without_stops = False

    def repeat(self, number: int) -> None:
        """Runs a group that ran without stops again, in the usual order, and records its steps."""
        self.is_replaying = True
        try:
            self.restart(number)
            assert self.run is not None
            current = -1
            while runnable := self.run.runnable():
                current = self.order.choose(current, runnable, self.position)
                self._advance_again(current)
            self.leave()
        finally:
            self.is_replaying = False

    def go_to(self, position: Position, visit: Callable[[int, list[Write]], Any] | None = None) -> int | None:
        """Repeats the steps to a position of the present or an earlier group, and calls ``visit`` with the wave and the
        writes of each step. Returns the wave of the last step; None if there is none."""
        trail = self.trail_of(position.group)
        self.is_replaying = True
        wave = None
        try:
            self.restart(position.group)
            for wave, _ in zip(trail.waves(), range(position.steps), strict=False):
                # Ends a barrier at which all waves wait.
                self.run.runnable()
                writes = self._advance_again(wave)
                if visit is not None:
                    visit(wave, writes)
        finally:
            self.is_replaying = False
        return wave

    def _advance_again(self, index: int) -> list[Write]:
        """Repeats a step of a wave. Raises KeyboardInterrupt before a step if the run is interrupted."""
        if self.interrupted:
            raise KeyboardInterrupt
        writes = self.advance(index)
        self.taken()
        return writes

    def wave(self, index: int) -> DebuggedWave:
        """A wave of the group."""
        assert self.run is not None
        return self.run.waves[index]
