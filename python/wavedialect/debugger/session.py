"""A debugging session: moves the run forward and back, and stops it where it shall stop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..errors import WaveError
from ..interpreter.findings import Finding
from ..interpreter.memory import ArrayMemory
from ..ir.module import Location
from ..numbers import ranges
from .accesses import Write
from .argument_types import check_integer
from .breakpoints import Breakpoint
from .code import DebuggedWave
from .contents import are_written, element_texts, value_text
from .fields import field_text
from .machine import Position
from .places import place_text
from .run_state import RunState


@dataclass(frozen=True)
class Stop:
    """Why the run has stopped."""

    reason: str
    """"start", "step", "breakpoint", "watch", "finding", "barrier", "interrupt", "beginning" or "end"."""
    note: str = ""
    """Which breakpoint, write, finding or end it is; empty for a step."""
    breakpoints: tuple[Breakpoint, ...] = ()
    finding: Finding | None = None
    text: str = ""
    """What the prompt shows: the note and the place."""

    @property
    def breakpoint(self) -> Breakpoint | None:
        """The first of the breakpoints."""
        return self.breakpoints[0] if self.breakpoints else None


Goal = Callable[[int], Stop | None]
"""Whether the run shall stop after a step of a wave."""

#: The rules about barriers that only a part of the waves or lanes reaches.
BARRIER_RULES = ("barrier-not-reached", "barrier-mismatch", "barrier-lanes", "waves-barrier-deadlock", "pipe-deadlock")

#: So many groups without breakpoints are worth a compile for the other executor.
_MANY = 8


class Session(RunState):
    """One run of a kernel under a debugger. All waves stop together."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.caught: set[str] | None = None
        """The rules whose findings stop the run; None: all."""
        self.catches_repeated = False
        """Whether a finding also stops the run in a place where another one has."""
        self.stop = Stop("start")
        self.seen: dict[tuple[str, Location], Position] = {}
        """Where each finding was made first."""
        self.log: Callable[[str], Any] | None = None
        """Receives the messages of breakpoints that have one."""

    # Running.

    def start(self) -> Stop:
        """Begins: runs the first wave to its first statement."""
        for one in self.breakpoints.all:
            one.hits = 0
        if self.machine.number >= 0:
            self.machine.restart(0)
        else:
            self.machine.enter(0)
        self._first_wave()
        if self.has_ended:
            return self._stopped(Stop("end"))

        def goal(index: int) -> Stop | None:
            return Stop("start") if self.machine.wave(index).statement is not None else None

        return self._run(goal)

    def _first_wave(self) -> None:
        run = self.machine.run
        runnable = run.runnable() if run is not None else []
        self.current = runnable[0] if runnable else 0
        if runnable and self.machine.order.waves != "by index":
            self.current = self.machine.order.choose(-1, runnable, self.machine.position)

    def next(self, times: int = 1) -> Stop:
        """Runs the wave to its next statement, over calls."""
        return self._repeat("next", lambda: self._step(into=False), times)

    def step(self, times: int = 1) -> Stop:
        """Runs the wave to its next statement, into helpers."""
        return self._repeat("step", lambda: self._step(into=True), times)

    def _repeat(self, method: str, once: Callable[[], Stop], times: int) -> Stop:
        check_integer(method, "the number of times", times)
        if times < 1:
            raise WaveError(f"{times} steps", "ask for at least one")
        for _ in range(times):
            stop = once()
            if stop.reason != "step" or stop.note:
                break
        return stop

    def _step(self, into: bool) -> Stop:
        wave = self.wave
        if wave is None:
            return self._stopped(Stop("end"))
        index, arrivals, depth, group = wave.index, wave.arrivals, wave.depth, self.machine.number

        def goal(stepped: int) -> Stop | None:
            if stepped != index or self.machine.number != group:
                return None
            is_there = wave.arrivals > arrivals and wave.operation is None
            return Stop("step") if is_there and (into or wave.depth <= depth) else None

        return self._run(goal, follow=index)

    def finish(self) -> Stop:
        """Runs the wave until the helper returns to its caller."""
        wave = self.wave
        if wave is None:
            return self._stopped(Stop("end"))
        index, depth, group = wave.index, wave.depth, self.machine.number
        if depth == 0:
            raise WaveError("the wave is in the kernel, not in a helper", "to run to the end, type `continue`")

        def goal(stepped: int) -> Stop | None:
            if stepped == index and self.machine.number == group and wave.depth < depth:
                return Stop("step")
            return None

        return self._run(goal, follow=index)

    def resume(self) -> Stop:
        """Runs until a breakpoint, a finding, or the end."""
        self._jump()
        return self._run(lambda index: None)

    def to_barrier(self) -> Stop:
        """Runs until all waves of the group that have not ended wait at a barrier."""

        def goal(stepped: int) -> Stop | None:
            run = self.machine.run
            if run is None or not run.running or run.waiting.keys() != run.running.keys():
                return None
            return Stop("barrier", "all waves of the group that have not ended wait at a barrier")

        return self._run(goal)

    def _run(self, goal: Goal, follow: int | None = None) -> Stop:
        """Runs until the goal, a breakpoint, a finding, or the end. ``follow``: the wave whose end is a stop."""
        machine = self.machine
        self.frame = 0
        while not machine.has_ended:
            run = machine.run
            if run is None:
                if (stop := self._enter_next()) is not None:
                    return self._stopped(stop)
                continue
            if machine.interrupted:
                machine.interrupted = False
                return self._stopped(Stop("interrupt", "interrupted"))
            runnable = run.runnable()
            if (stop := self._finding_stop()) is not None:
                return self._stopped(stop)
            if not runnable:
                machine.leave()
                if (stop := self._finding_stop()) is not None:
                    return self._stopped(stop)
                machine.run = None
                if follow is not None:
                    stop = Stop("step", f"wave {follow} has ended")
                    follow = None
                    goal = lambda index, stop=stop: stop  # noqa: E731
                continue
            preferred = follow if follow in runnable else self.current
            index = machine.order.choose(preferred, runnable, machine.position)
            self.current = index
            stop = self._advance(index, goal)
            if stop is not None:
                return self._stopped(stop)
            if follow == index and index not in run.running and run.running:
                # Another wave is current now.
                order = run.runnable()
                if order:
                    self.current = machine.order.choose(-1, order, machine.position)
                    return self._stopped(self._arrived(Stop("step", f"wave {follow} has ended")))
        return self._stopped(Stop("end"))

    def _arrived(self, stop: Stop) -> Stop:
        """Lets a wave that has not started reach its first statement."""
        wave = self.wave
        while wave is not None and wave.statement is None and self.state_of(wave.index) == "not started":
            if (other := self._advance(wave.index, lambda index: None)) is not None:
                return other
        return stop

    def _advance(self, index: int, goal: Goal) -> Stop | None:
        """Runs a step of a wave; returns why the run stops after it."""
        machine = self.machine
        run = machine.run
        assert run is not None
        writes = machine.advance(index)
        return self._finding_stop() or self._watch_stop(index, writes) or self._line_stop(index) or goal(index)

    def _enter_next(self) -> Stop | None:
        """Enters the next group. Groups in which nothing can stop the run have no stops."""
        machine = self.machine
        number = machine.number + 1
        while number < len(machine.order_of_groups) and self._passes(machine.order_of_groups[number]):
            try:
                is_caught = any(self._is_caught(one) for one in machine.skip(number))
            except KeyboardInterrupt:
                machine.interrupted = is_caught = True
            if is_caught:
                # Run it again, to stop where it happens.
                machine.restart(number)
                self._first_wave()
                return None
            if machine.interrupted:
                return None
            number += 1
        machine.enter(number)
        self._first_wave()
        return None

    def _jump(self) -> None:
        """Passes many groups without breakpoints at once."""
        machine = self.machine
        groups = machine.order_of_groups
        if machine.has_ended or not self._passes(groups[machine.number]):
            return
        number = machine.number
        while number < len(groups) and self._passes(groups[number]):
            number += 1
        if number - machine.number >= _MANY and machine.jump(number):
            self._first_wave()

    def _passes(self, group: tuple[int, int, int]) -> bool:
        """Whether no breakpoint can stop the run in a group; there are some in other groups."""
        return bool(self.breakpoints.all) and not any(one.may_stop(group) for one in self.breakpoints.all)

    def _stopped(self, stop: Stop) -> Stop:
        self.stop = replace(stop, text="\n".join([*stop.note.splitlines(), *place_text(self)]))
        return self.stop

    # Reasons to stop.

    def _is_caught(self, finding: Finding, is_first: bool = True) -> bool:
        if self.caught is not None and finding.rule not in self.caught:
            return False
        if self.catches_repeated or not is_first:
            return self.catches_repeated
        # A finding stops the run where it is made first.
        place = self.seen.setdefault((finding.rule, finding.location), self.machine.position)
        return place == self.machine.position or place.group == self.machine.number

    def _finding_stop(self) -> Stop | None:
        for finding, is_first in self.machine.taken():
            if self._is_caught(finding, is_first):
                run = self.machine.run
                if run is not None and finding.wave < len(run.waves):
                    self.current = finding.wave
                return Stop("finding", str(finding), finding=finding)
        return None

    def _line_stop(self, index: int) -> Stop | None:
        wave = self.machine.wave(index)
        if wave.operation is not None or wave.statement is None or not self.breakpoints.all:
            return None
        run = self.machine.run
        assert run is not None
        if index in run.waiting or index not in run.running:
            return None
        hit, texts = [], []
        for one in self.breakpoints.at(wave.statement):
            if not one.concerns(wave.group.id, index, wave.mask):
                continue
            failed = ""
            if one.condition is not None:
                try:
                    if not self.holds(one.condition, wave):
                        continue
                except WaveError as error:
                    failed = f"; its condition cannot be evaluated: {error.message}"
            if not self._is_hit(one):
                continue
            if one.log:
                self._log(one.log, wave)
                continue
            note = f", {one.note}" if one.note else ""
            hit.append(one)
            texts.append(f"{one.number}{note}{failed}")
        if not hit:
            return None
        is_plain = all(text.isdecimal() for text in texts) and len(hit) > 1
        lines = (
            [f"breakpoints {', '.join(texts[:-1])} and {texts[-1]}"]
            if is_plain
            else [f"breakpoint {text}" for text in texts]
        )
        return Stop("breakpoint", "\n".join(lines), tuple(hit))

    def _is_hit(self, one: Breakpoint) -> bool:
        """Counts a hit; whether it is one that stops the run. On the way back each of them is."""
        one.hits += 1
        return one.hit_condition is None or self.machine.is_replaying or one.hit_condition.holds(one.hits)

    def _log(self, message: str, wave: DebuggedWave) -> None:
        """Shows the message of a breakpoint, unless the steps are repeated."""
        if self.log is not None and not self.machine.is_replaying:
            self.log(self.log_text(message, wave) + "\n")

    def _watch_stop(self, index: int, writes: Sequence[Write]) -> Stop | None:
        watches = self.breakpoints.watches
        if not watches or not writes:
            return None
        wave = self.machine.wave(index)
        hit, texts = [], []
        for write in writes:
            for one in watches:
                if self.memory(one.memory, wave) is not write.memory and not self._is_same(one.memory, write, wave):
                    continue
                places = np.flatnonzero(write.elements == one.element)
                if not places.size:
                    continue
                owners = write.lanes[places]
                lanes = np.zeros(wave.lanes, np.bool_)
                lanes[owners if owners[0] >= 0 else slice(None)] = True
                if not one.concerns(wave.group.id, index, lanes):
                    continue
                if (text := self._watch_text(one, write, places, index)) is None or not self._is_hit(one):
                    continue
                hit.append(one)
                texts.append(text)
        return Stop("watch", "\n".join(texts), tuple(hit)) if hit else None

    def _watch_text(self, watch: Breakpoint, write: Write, places: np.ndarray, wave: int) -> str | None:
        """How a statement changes the element of a watch, at these places of its writes; None if it does not change its
        field."""
        place = places[0]
        before, after, known = write.before[place], write.after[place], write.had_value[place]
        field = watch.field
        if field is None:
            had_value = bool(are_written(write.memory, known[None])[0])
            type_ = self.arrays.type_of(watch.memory, self.machine, self.machine.wave(wave), watch.part)
            old, new = (value_text(value, write.memory, type_, self.language) for value in (before, after))
            if isinstance(write.memory, ArrayMemory):
                # Fields of a struct may still have no value.
                (new,) = element_texts(write.memory, type_, [watch.element], None, self.language)
        else:
            had_value = bool(known[field.words].all() if known.size > 1 else known.all())
            old, new = (field_text(words, field, self.language) for words in (before, after))
            if had_value and old == new:
                return None
        lanes = sorted(set(write.lanes[places].tolist()))
        # The values are those before and after the statement, in which several lanes may write.
        s = "s" if len(lanes) == 1 else ""
        who = "the wave" if lanes[0] < 0 else f"lane {lanes[0]}" if s else f"lanes {ranges(lanes)}"
        who = f"watch {watch.number}: {who} of wave {wave}"
        if not had_value:
            return f"{who} write{s} {new} to {watch.shown}, which had no value"
        if old == new:
            return f"{who} write{s} {watch.shown}, which remains {new}"
        return f"{who} change{s} {watch.shown} from {old} to {new}"

    def _is_same(self, name: str, write: Write, wave: DebuggedWave) -> bool:
        memory = self.memory(name, wave)
        return memory is not None and np.shares_memory(memory.data, write.memory.data)

    # Going back.

    def back(self, times: int = 1) -> Stop:
        """Goes back to the statement that the wave reached before this one."""
        return self._repeat("back", self._step_back, times)

    def _step_back(self) -> Stop:
        wave, machine = self.wave, self.machine
        if wave is None:
            return self._back_to(lambda index, writes: machine.wave(index).operation is None, of_any_group=True)
        index = wave.index
        limit = wave.arrivals if wave.operation is not None or self._is_over(wave) else wave.arrivals - 1

        def arrives(stepped: int, writes: Any) -> bool:
            stopped = machine.wave(stepped)
            return stepped == index and stopped.operation is None and stopped.arrivals <= limit

        return self._back_to(arrives, only_this=True)

    def _is_over(self, wave: DebuggedWave) -> bool:
        return self.machine.run is not None and wave.index not in self.machine.run.running

    def reverse(self) -> Stop:
        """Goes back to the last breakpoint before this point, or to the beginning."""
        found: list[Stop] = []

        def stops(index: int, writes: Any) -> bool:
            stop = self._watch_stop(index, writes) or self._line_stop(index)
            if stop is not None:
                found.append(stop)
            return stop is not None

        hits = {one.number: one.hits for one in self.breakpoints.all}
        stop = self._back_to(stops)
        for one in self.breakpoints.all:
            one.hits = hits[one.number]
        return self._stopped(found[-1]) if found and stop.reason == "step" else stop

    def _back_to(
        self, matches: Callable[[int, Any], bool], only_this: bool = False, of_any_group: bool = False
    ) -> Stop:
        """Goes to the last step before this one after which a condition holds: in the group, if ``only_this``; with
        ``of_any_group`` also in groups that no breakpoint is in. An interrupt stops it on the way."""
        try:
            return self._search_back(matches, only_this, of_any_group)
        except KeyboardInterrupt:
            return self._stopped_on_the_way_back()

    def _stopped_on_the_way_back(self) -> Stop:
        """Stops where the repetition of earlier steps was interrupted."""
        machine = self.machine
        machine.interrupted = False
        if machine.run is None:
            # A group without stops begins anew.
            machine.restart(min(machine.number, len(machine.order_of_groups) - 1))
        stop = Stop("interrupt", "interrupted")
        if (last := machine.trail.last) is not None:
            self.current = last
        else:
            self._first_wave()
            self._arrived(stop)
        return self._stopped(stop)

    def _search_back(self, matches: Callable[[int, Any], bool], only_this: bool, of_any_group: bool) -> Stop:
        machine = self.machine
        here = machine.position
        first = here.group if only_this else 0
        self.frame = 0
        for group in range(min(here.group, len(machine.order_of_groups) - 1), first - 1, -1):
            if group < here.group and not machine.trail_of(group).steps:
                # It ran without stops, and may have one now.
                may_stop = any(one.may_stop(machine.order_of_groups[group]) for one in self.breakpoints.all)
                if not may_stop and not of_any_group:
                    continue
                machine.repeat(group)
            trail = machine.trail_of(group)
            most = here.steps - 1 if group == here.group else trail.steps
            last = 0

            def visit(index: int, writes: Any) -> None:
                nonlocal last
                if matches(index, writes):
                    last = machine.trail.steps

            machine.go_to(Position(group, most), visit)
            if last:
                self.current = machine.go_to(Position(group, last)) or 0
                return self._stopped(Stop("step"))
        machine.go_to(Position(first, 0))
        self._first_wave()
        self._arrived(Stop("beginning"))
        return self._stopped(
            Stop("beginning", "this is the beginning of the group" if first else "this is the beginning")
        )
