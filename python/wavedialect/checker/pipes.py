"""Findings about pipes and barriers of sets of waves: deadlocks, wrong steps, unbalanced uses, and races that these do not
order. The runtime numbers the sets after the pipes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ..errors import help_of
from ..ir.module import Location, Module, Operation
from ..runtime.checks import Checks, Site

if TYPE_CHECKING:
    from .report import CheckReport

STEPS = {True: ("acquire", "commit"), False: ("wait", "release")}
"""The steps of producers and of consumers: the one that enters a use, and the one that leaves it."""
_PARTICIPLES = {"commit": "committed", "release": "released", "acquire": "acquired", "wait": "waited for"}
_ROLES = {True: "producers", False: "consumers"}

_OPEN = (
    "wave {wave} has {entered} use {use} of {pipe} and not {left} it: call `{leave}()` for each `{enter}()`, before the wave"
    " waits for a wave that needs this use"
)
_ENDED_OPEN = "wave {wave} ends without `{leave}()` of use {use} of {pipe}: call it for each `{enter}()`"
_RETURNED = "wave {wave} returns after {uses}, and {pipe} waits for all its waves: let all of them execute the same number of uses"
_FEWER = "wave {wave} executes {uses} of {pipe}, and wave {waiting} more: let both execute the same number"
_BARRIER = (
    "a barrier of the group waits for all waves, and a wave that waits at it executes no step of a pipe: move the barrier"
    " before the first step or after the last step of all waves, or remove it, because the pipe orders the accesses of a"
    " stage"
)
_CREATED = "the pipe is created here"
_LAST_STEP = "the last step of wave {wave} at this pipe"

_OUTSIDE = "wave {wave} has no stage of {pipe} open at its {access}: {before}"
_INSIDE = "put the {accesses}, because a pipe orders nothing else"
_ACCESS = "{access} between `{enter}()` and `{leave}()`"
_FIRST = "it has not called `{enter}()` yet"
_BETWEEN = "it has {left} use {use}{line} and not called `{enter}()` again"
_STAGES = (
    "{pipe} orders the accesses of one stage: wave {wave} has {mine} open, and wave {other} {theirs}; compute the index of"
    " the element from the stage that `{enter}()` of the wave returned"
)
_SAME_SIDE = (
    "{pipe} orders producers and consumers, and these two waves are both {role}: let each write elements of its own, or let"
    " another pipe or a barrier order them"
)

_OF_NO_SET = (
    "wave {outsider} is in no set of {pipe}, by which wave {wave} accesses this stage: add {outsider} to `{role}=`, and put its"
    " {access} between `{enter}()` and `{leave}()`, once for each use; or put its {access} {meeting} of all waves"
)
_MEETING = {
    "consumers": "after a barrier of the group that follows the last step",
    "producers": "before a barrier of the group that precedes the first step",
}

_OF_SET = "a barrier of this set"
_SET_FEWER = (
    "wave {wave} reaches {reached} of {set}, and wave {waiting} more: let both reach the same number, or leave wave {wave} out"
    " of the set"
)
_SET_RETURNED = (
    "wave {wave} returns after it has reached {reached} of {set}, and a barrier waits for all waves of its set: let wave"
    " {wave} return after the last one, or leave it out of the set"
)
_SET_AND_GROUP = (
    "a barrier of the group waits for all waves, and a wave that waits at it reaches no barrier of a set: let all waves of the"
    " set reach both in one order"
)
_SET_RACE = (
    "no barrier of {set} is between these two accesses: both waves have reached {reached} before; put `wd.waves_barrier({args})`"
    " between them"
)


class Pipes:
    """The pipes of a kernel and the sets of waves of its barriers, by number, and what the runtime found about them."""

    def __init__(self, module: Module, checks: Checks) -> None:
        self._sites = checks.sites
        self._created = checks.pipes
        self._sets = {site.pipe: site for site in reversed(checks.sites) if site.waves}
        self._operations = {operation.location: operation for operation in _pipes(module)}

    def variable(self, number: int) -> str:
        """The name of the variable; empty if there is none."""
        place = self._place(number)
        operation = self._operations.get(place) if place else None
        return str(operation.results[0].name) if operation is not None and operation.results[0].name else ""

    def is_set(self, number: int) -> bool:
        """Whether it is the number of a set of waves."""
        return number in self._sets

    def name(self, number: int) -> str:
        """The name of the variable, or the line if there is none: "pipe `there`". Of a set: "waves 1, 2"."""
        if self.is_set(number):
            waves = self._sets[number].waves
            return f"wave{'' if len(waves) == 1 else 's'} {_listed(waves)}"
        variable, place = self.variable(number), self._place(number)
        if variable:
            return f"pipe `{variable}`"
        return f"the pipe of line {place.line}" if place else f"pipe {number}"

    def step(self, site: Site) -> str:
        """A step as the user writes it: "there.acquire"."""
        return f"{self.variable(site.pipe) or f'pipe {site.pipe}'}.{site.step}"

    def _place(self, number: int) -> Location | None:
        return next(iter(self._created[number].locations), None)

    def created(self, number: int) -> tuple[Site, str]:
        """The site where a pipe is created, or of a barrier of a set, and its label."""
        if self.is_set(number):
            return self._sets[number], _OF_SET
        return self._created[number], _CREATED

    def misuse(self, native: Any, site: Site) -> str:
        """Says what is wrong with a step."""
        use, wave = native.use, native.access.wave
        if self.is_set(use.pipe):
            return f"wave {wave} reaches a barrier of {self.name(use.pipe)}, and is not in this set"
        is_producer = site.step in STEPS[True]
        enter, _ = STEPS[is_producer]
        if wave not in self._members(use.pipe, is_producer):
            reason = f"is not one of its {_ROLES[is_producer]}"
        else:
            reason = f"has no open stage: each `{enter}()` before it has its `{site.step}()`"
        return f"wave {wave} executes `{site.step}()` of {self.name(use.pipe)}, but {reason}"

    def imbalance(self, native: Any) -> str:
        """Compares the uses of one wave or of two."""
        both = [(native.access.wave, native.use)]
        if native.other is not None:
            both.insert(0, (native.other.wave, native.other_use))
        told = ", and ".join(f"wave {wave} has entered {use.entered} and left {use.left}" for wave, use in both)
        return f"different uses of {self.name(native.use.pipe)}: {told}"

    def imbalance_advice(self, native: Any) -> str:
        """How to balance the uses."""
        for wave, use in ((native.access.wave, native.use), (getattr(native.other, "wave", 0), native.other_use)):
            if use is not None and use.left < use.entered:
                return self._format(_ENDED_OPEN, wave, use, use.left)
        return help_of("pipe-unbalanced") or ""

    def last_step(self, wave: int) -> str:
        """The label of the last step of a wave."""
        return _LAST_STEP.format(wave=wave)

    def wait_text(self, wait: Any) -> str:
        """Says what a wave waits for."""
        site = self._sites[wait.access.site]
        if site.kind != "step":
            return f"waits at a barrier, and wave {wait.for_wave} does not reach it"
        if self.is_set(wait.use.pipe):
            # It counts the barrier where it waits.
            before = _barriers(wait.use.left - 1)
            return (
                f"waits at a barrier of {self.name(wait.use.pipe)} after {before} of this set, and wave {wait.for_wave} has"
                f" reached {wait.awaited.left}"
            )
        enter, needed, theirs = self._needed(wait)
        return f"waits in `{enter}()` for wave {wait.for_wave} to {STEPS[theirs][1]} use {needed} of {self.name(wait.use.pipe)}"

    def end_text(self, wait: Any) -> str:
        """Says how a wave has ended for which another one waits."""
        use = wait.use
        how = "has ended" if wait.access.lane >= 0 else "has returned"
        if self.is_set(use.pipe):
            return f"wave {wait.access.wave} {how}, and has reached {_barriers(use.left)} of {self.name(use.pipe)}"
        what = _PARTICIPLES[STEPS[use.is_producer][1]]
        return f"wave {wait.access.wave} {how}, and {what} {_uses(use.left)}"

    def deadlock_advice(self, waits: Any) -> str:
        """How to break the cycle."""
        last = waits[-1]
        if last.access.site < 0 and self.is_set(last.use.pipe):
            template = _SET_FEWER if last.access.lane >= 0 else _SET_RETURNED
            reached, waiting = _barriers(last.use.left), waits[0].access.wave
            return template.format(
                wave=last.access.wave, reached=reached, set=self.name(last.use.pipe), waiting=waiting
            )
        if last.access.site < 0:
            if last.use.left < last.use.entered:
                return self._format(_ENDED_OPEN, last.access.wave, last.use, last.use.left)
            template = _FEWER if last.access.lane >= 0 else _RETURNED
            return self._format(template, last.access.wave, last.use, 0, waiting=waits[0].access.wave)
        at_pipes = [wait for wait in waits if wait.use.pipe >= 0 and not self.is_set(wait.use.pipe)]
        if any(self._sites[wait.access.site].kind != "step" for wait in waits):
            return _BARRIER if at_pipes else _SET_AND_GROUP
        if not at_pipes:
            return help_of("waves-barrier-deadlock") or ""
        for wait in at_pipes:
            _, needed, _ = self._needed(wait)
            if wait.awaited.left <= needed < wait.awaited.entered:
                return self._format(_OPEN, wait.for_wave, wait.awaited, needed)
        return help_of("pipe-deadlock") or ""

    def race_advice(self, native: Any, first: Site | None, second: Site | None) -> str:
        """How to order two racing accesses of waves that use a pipe."""
        mine, theirs = native.use, native.other_use
        if self.is_set(mine.pipe):
            args, reached = _listed(self._sets[mine.pipe].waves), _barriers(mine.entered)
            return _SET_RACE.format(set=self.name(mine.pipe), reached=reached, args=args)
        both = ((native.access.wave, mine, second), (native.other.wave, theirs, first))
        for (outsider, _, site), (wave, use, _) in (both, both[::-1]):
            if not any(outsider in self._members(use.pipe, side) for side in (True, False)):
                return self._of_no_set(outsider, site, wave, use)
        if mine.is_producer == theirs.is_producer:
            return self._format(_SAME_SIDE, native.access.wave, mine, 0, role=_ROLES[mine.is_producer])
        outside = [one for one in both if one[1].left == one[1].entered]
        if outside:
            accesses = " and the ".join(self._format(_ACCESS, *one[:2], 0, access=_access(one[2])) for one in outside)
            return "; ".join([*(self._outside(*one) for one in outside), _INSIDE.format(accesses=accesses)])
        texts = {"mine": self._stages(mine), "theirs": self._stages(theirs)}
        return self._format(_STAGES, native.access.wave, mine, 0, other=native.other.wave, **texts)

    def _of_no_set(self, outsider: int, site: Site | None, wave: int, use: Any) -> str:
        """How to order an access of a wave that is in no set of the pipe."""
        access = _access(site)
        stores = access == "store"
        role = _ROLES[stores]
        steps = {"role": role, "enter": STEPS[stores][0], "leave": STEPS[stores][1], "meeting": _MEETING[role]}
        return _OF_NO_SET.format(outsider=outsider, wave=wave, pipe=self.name(use.pipe), access=access, **steps)

    def _outside(self, wave: int, use: Any, site: Site | None) -> str:
        step = self._sites[use.site] if use.site >= 0 else None
        place = step.locations[0] if step and step.locations else None
        line = f" (line {place.line})" if place else ""
        before = self._format(_BETWEEN if use.left else _FIRST, wave, use, use.left - 1, line=line)
        return self._format(_OUTSIDE, wave, use, 0, access=_access(site), before=before)

    def _stages(self, use: Any) -> str:
        stages = self._created[use.pipe].stages
        numbers = [str(one % stages) for one in range(use.left, use.entered)]
        return f"stage{'s' if len(numbers) > 1 else ''} {', '.join(numbers)}"

    def _needed(self, wait: Any) -> tuple[str, int, bool]:
        """The step where a wave waits, the use that the other wave must leave, and whether that is a producer."""
        is_producer = wait.use.is_producer
        stages = self._created[wait.use.pipe].stages
        return STEPS[is_producer][0], wait.use.entered - (stages if is_producer else 0), not is_producer

    def _members(self, number: int, producers: bool) -> tuple[int, ...]:
        site = self._created[number]
        return site.producers if producers else site.consumers

    def _format(self, template: str, wave: int, use: Any, number: int, **others: Any) -> str:
        enter, leave = STEPS[use.is_producer]
        fields = {"entered": _PARTICIPLES[enter], "left": _PARTICIPLES[leave], "uses": _uses(use.left)}
        return template.format(
            wave=wave, use=number, pipe=self.name(use.pipe), enter=enter, leave=leave, **fields, **others
        )


def deadlock_verdict(checks: Iterable[Checks], report: CheckReport) -> str:
    """What the runs of a check prove about all orders of the waves: "any arguments" or "any order" if no deadlock exists
    with any arguments, or in any order with these; empty if they prove nothing.

    Steps stay possible once they are, and a wave has one next step, so the end does not depend on the order of the waves
    if the steps of each wave do not."""
    checked = list(checks)
    # A run without groups executes no step.
    is_complete = report.is_complete and all(math.prod(run.groups) for run in report.runs)
    stops = [one for one in report.findings if one.rule.startswith(("pipe-", "barrier-", "waves-barrier-"))]
    if not checked or not is_complete or stops or not all(one.orders_some_waves for one in checked):
        return ""
    if all(one.steps_are_fixed for one in checked):
        return "any arguments"
    has_atomics = any(site.kind == "atomic" for one in checked for site in one.sites)
    return "" if has_atomics or report.findings else "any order"


def wait_places(
    pipes: Pipes, waits: Any, site_of: Callable[[int], Site | None]
) -> Iterator[tuple[Any, Site | None, str]]:
    """Yields the accesses of the waves of a deadlock, their sites and labels. The label of the first is the message."""
    for wait in waits:
        if wait.access.site >= 0:
            yield wait.access, site_of(wait.access.site), f"wave {wait.access.wave} {pipes.wait_text(wait)}"
            continue
        step = site_of(wait.use.site)
        label = pipes.end_text(wait) + (": its last step was here" if step else "")
        yield wait.access, step or pipes.created(wait.use.pipe)[0], label


def _access(site: Site | None) -> str:
    return site.kind if site and site.kind in ("load", "store") else "access"


def _listed(waves: Iterable[int]) -> str:
    return ", ".join(map(str, waves))


def _barriers(number: int) -> str:
    return f"{number} barrier{'' if number == 1 else 's'}"


def _uses(number: int) -> str:
    return f"{number} use{'' if number == 1 else 's'}"


def _pipes(module: Module) -> Iterator[Operation]:
    for function in module.functions:
        yield from (operation for operation in function.walk() if operation.name == "wave.pipe")
