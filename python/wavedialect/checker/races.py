"""Classifies pairs of accesses that race by their source, to give advice."""

from __future__ import annotations

import itertools
import linecache

from ..frontends.hlsl.source_text import Range
from ..ir.module import Location
from ..runtime.checks import Checks, Memory, Site
from .rules import (
    ALSO_AT_THE_END,
    BEFORE_COPY,
    COPY_FIRST,
    EARLIER_ITERATION,
    ENOUGH,
    EXCHANGE,
    LATER_ITERATION,
    NO_SYNC,
    NO_SYNC_OF_LANES,
    ONLY_WITHIN_WAVE,
    OUTSIDE,
    RACES,
    REPLACE_BARRIER,
    SKIPPED_BARRIER,
    WEAK_BARRIER,
    WRONG_SCOPE,
)
from .statements import loops_of, statement_at
from .stores import Store, store_at

_ORDER = tuple[tuple[int, int], ...]
"""The line and column of a site in the kernel, then in the function called there, and so on."""
_Loop = tuple[str, Range]
"""A file, and the range of a loop in it."""
_BARRIERS = {True: "wd.group_memory_barrier_with_group_sync", False: "wd.device_memory_barrier_with_group_sync"}
_BARRIER_FOR_ALL = "wd.all_memory_barrier_with_group_sync"
_BARRIER_OF_WAVE = "wd.wave_memory_barrier"
#: The kinds of accesses that a barrier orders.
BY_BARRIERS = ("two accesses", "one statement", "next iteration", "rounds", "atomic")
_INTEGERS = ("i32", "u32", "i64", "u64")
#: How an update combines the element with another value: the name of the reduction of a wave that does.
_REDUCTIONS = {
    "add": "sum",
    "max": "max",
    "min": "min",
    "and": "bit_and",
    "or": "bit_or",
    "xor": "bit_xor",
    "product": "product",
}
_ATOMIC_KINDS = tuple(kind for kind in _REDUCTIONS if kind != "product")
_COMPONENT = "component"
"""A store of some components of a texel, which loads the texel and stores it whole."""
_OF_GROUP, _OF_WAVE = 0, 1
"""The steps of control flow that barriers of the group and of the wave need."""
#: Advice if one statement loads and stores different elements, such as `x[i] = x[i + 1]`, by what the race is between.
_ONE_STATEMENT = {
    "lanes": "load the element into a variable, and put `{barrier}()` between the load and the store{where}{rounds}: lanes"
    " of a wave need not run in lockstep",
    "waves": "load the element into a variable, and put `{barrier}()` between the load and the store{where}{rounds}",
}


class Race:
    """A pair of accesses to one memory. ``first`` was executed before ``second``; ``barrier`` was executed between them
    but does not order them."""

    def __init__(
        self,
        checks: Checks,
        first: Site | None,
        second: Site | None,
        between: str,
        barrier: Site | None = None,
        is_of_scalars: bool = True,
    ) -> None:
        self._checks = checks
        self._between = between
        self._barrier = barrier
        memory = checks.memories[second.memory] if second and second.memory >= 0 else None
        self._is_shared = memory is not None and memory.kind == "groupshared"
        self._store = store_at(second.locations[0]) if second and second.locations else None
        self._update = _update_of(memory, first, second) if is_of_scalars else ""
        self._kind = next((site.update_kind for site in (second, first) if site and site.update_kind), "")
        self._how = _how(checks, memory, first, second, self._store, self._update, between)
        self._may_be_atomic = _has_atomics(memory)
        self._controls = [site.control if site else () for site in (first, second)]
        self._common = [one for one, other in zip(*self._controls, strict=False) if one.number == other.number]
        self._copies = [site is not None and site.is_of_copy for site in (first, second)]
        self._is_of_matrix = between == "lanes" and any(site and site.elements for site in (first, second))
        self.round = ""
        """In which iteration of a loop around both accesses the first one was executed, if known."""
        self._in_rounds = False
        self._skipped: tuple[Site, Location] | None = None
        """The only barrier in a loop around both accesses, and a condition that skips it in some iterations."""
        if self._how == "two accesses" and between != "groups" and first and second:
            loop = _common_loop(first, second)
            self._skipped = self._find_skipped(loop)
            if _is_one_statement(first, second) and between == "lanes" and first.kind == "store" and loop:
                # The statement loads in all lanes before it stores.
                self._how, self.round = "next iteration", EARLIER_ITERATION
            elif _is_one_statement(first, second):
                self._how = "one statement"
                self._in_rounds = not self._has_barrier(loop)
            else:
                self._look_at_rounds(checks, first, second)

    @property
    def shape(self) -> str:
        """The kind of the two accesses: a key of the advice."""
        return self._how

    @property
    def advice(self) -> str:
        """How to fix the race."""
        is_of_group = self._how in BY_BARRIERS and not self._barrier and self._barrier_between != _BARRIER_OF_WAVE
        return self._advice + (ENOUGH if self._is_of_one_wave and is_of_group else "")

    @property
    def _advice(self) -> str:
        if self._barrier and self._how in BY_BARRIERS and self._how != "atomic" and self._between != "groups":
            # The waves passed this barrier between the two accesses.
            return self._replacement
        if self._skipped is not None:
            barrier, condition = self._skipped
            return SKIPPED_BARRIER.format(barrier=barrier.operation, line=condition.line)
        if self._how == "one statement":
            return _ONE_STATEMENT[self._between].format(
                barrier=self._barrier_between, where=self._where, rounds=ALSO_AT_THE_END if self._in_rounds else ""
            )
        store = self._store
        exchange = ""
        if (
            store
            and store.is_conditional
            and store.is_of_one_element
            and store.constant is None
            and self._may_be_atomic
        ):
            exchange = EXCHANGE.format(code=store.exchange)
        how = "matrix" if self._is_of_matrix and self._how == "two accesses" else self._how
        return RACES[self._between, how].format(
            barrier=self._barrier_between,
            where=self._where,
            rounds=ALSO_AT_THE_END if self._in_rounds else "",
            atomic=store.atomic if store else "",
            exchange=exchange,
            update=self._update or f"wd.atomic_{self._kind or 'add'}(...)",
            reduction=_REDUCTIONS.get(self._kind, "sum"),
        )

    @property
    def copy_advice(self) -> str:
        """How to order an asynchronous copy and another access of its wave; "" if neither is a copy."""
        template = COPY_FIRST if self._copies[0] else BEFORE_COPY if self._copies[1] else ""
        # All lanes of the wave reach the copy, and so a barrier of the wave next to it.
        barrier, where = (_BARRIER_OF_WAVE, "") if self._is_shared else (self._barrier_between, self._where)
        return template.format(barrier=barrier, where=where)

    @property
    def _barrier_between(self) -> str:
        """The barrier to put between the two accesses. Where only the lanes of a wave decide alike, that of the wave."""
        around = itertools.takewhile(lambda control: control.step <= _OF_WAVE, self._common)
        is_of_group = all(control.step == _OF_GROUP for control in around)
        return _BARRIERS[self._is_shared] if is_of_group or not self._is_of_one_wave else _BARRIER_OF_WAVE

    @property
    def _is_of_one_wave(self) -> bool:
        """Whether the barrier of a wave may order the two accesses."""
        return self._is_shared and self._between == "lanes"

    @property
    def _where(self) -> str:
        """Names the condition or loop around an access that must not contain the barrier; "" if there is none."""
        most = _OF_WAVE if self._barrier_between == _BARRIER_OF_WAVE else _OF_GROUP
        wrong = [control for controls in self._controls for control in controls if control.step > most]
        if not wrong or wrong[0].location is None:
            return ""
        return OUTSIDE.format(line=wrong[0].location.line, differ="lanes" if wrong[0].step > _OF_WAVE else "waves")

    @property
    def barrier_label(self) -> str:
        """Says why the barrier between the two accesses does not order them."""
        barrier = self._barrier
        assert barrier is not None
        if barrier.synchronizes_wave and self._is_shared:
            return WEAK_BARRIER.format(operation=barrier.operation, reason=ONLY_WITHIN_WAVE)
        orders = barrier.orders_groupshared if self._is_shared else barrier.orders_buffers
        reasons = []
        if not orders:
            other = "groupshared memory", "buffers and images"
            memory, ordered = other if self._is_shared else other[::-1]
            reasons.append(WRONG_SCOPE.format(orders=ordered, memory=memory))
        if not barrier.synchronizes:
            reasons.append(NO_SYNC_OF_LANES if self._between == "lanes" else NO_SYNC)
        return WEAK_BARRIER.format(operation=barrier.operation, reason=", and ".join(reasons))

    @property
    def _replacement(self) -> str:
        assert self._barrier is not None
        return REPLACE_BARRIER.format(barrier=self._right_barrier, operation=self._barrier.operation)

    @property
    def _right_barrier(self) -> str:
        """The barrier that orders the two accesses at this place. It also orders the accesses that the current barrier
        orders, if that is needed."""
        barrier = self._barrier
        assert barrier is not None
        if self._is_shared:
            needs_others = barrier.orders_buffers and any(
                memory.written
                and memory.kind in ("buffer", "image")
                and any(site.kind == "load" and site.memory == number for site in self._checks.sites)
                for number, memory in enumerate(self._checks.memories)
            )
        else:
            needs_others = barrier.orders_groupshared and any(
                memory.kind == "groupshared" for memory in self._checks.memories
            )
        return _BARRIER_FOR_ALL if needs_others else _BARRIERS[self._is_shared]

    def _look_at_rounds(self, checks: Checks, first: Site, second: Site) -> None:
        loop = _common_loop(first, second)
        if loop is None:
            return
        start, end = sorted((_order(first), _order(second)))
        inside, outside = [], []
        for site in checks.sites:
            if self._orders(site) and _is_in(site, loop):
                (inside if start < _order(site) < end else outside).append(site)
        if inside:
            # This barrier orders the two accesses within an iteration, so they were in different iterations.
            self._how = "rounds"
            self.round = EARLIER_ITERATION if _order(first) == end else LATER_ITERATION
        elif _order(first) == end:
            # One wave executes an iteration from top to bottom; with two waves, either may be first.
            self.round = EARLIER_ITERATION if self._between == "lanes" else ""
            self._in_rounds = not outside

    def _find_skipped(self, loop: _Loop | None) -> tuple[Site, Location] | None:
        barriers = [site for site in self._checks.sites if loop and self._orders(site) and _is_in(site, loop)]
        if loop is None or len(barriers) != 1:
            return None
        around = {control.number for controls in self._controls for control in controls}
        for control in barriers[0].control:
            place = control.location
            if control.number not in around and place and place.file == loop[0]:
                return barriers[0], place
        return None

    def _has_barrier(self, loop: _Loop | None) -> bool:
        """Whether a barrier orders the iterations of a loop; also if there is no loop."""
        return loop is None or any(self._orders(site) and _is_in(site, loop) for site in self._checks.sites)

    def _orders(self, site: Site) -> bool:
        """Whether the site is a barrier that orders the lanes' accesses to this memory."""
        if site.kind != "barrier":
            return False
        if site.synchronizes_wave:
            return self._is_shared and self._between == "lanes"
        return site.synchronizes and (site.orders_groupshared if self._is_shared else site.orders_buffers)


def _how(
    checks: Checks,
    memory: Memory | None,
    first: Site | None,
    second: Site | None,
    store: Store | None,
    atomic: str,
    between: str,
) -> str:
    kinds = {site.kind if site else "" for site in (first, second)}
    if any(site.update_kind == _COMPONENT for site in (first, second) if site):
        return _COMPONENT
    stores = [site for site in (first, second) if site and site.updates >= 0]
    has_kind = any(site.update_kind in _ATOMIC_KINDS for site in stores)
    update = "update" if (_has_atomics(memory) and has_kind) or atomic else "update without atomics"
    if first and second and any(site.may_lose_update for site in (first, second)):
        return update
    if "atomic" in kinds:
        return "atomic"
    if first and second and _is_update(checks, first, second):
        return update
    if kinds == {"store"} and first and second and first.locations:
        if _has_atomics(memory) and _is_flag(store_at(first.locations[0]), store):
            return "flag"
        # No lane owns an element of a matrix.
        if first is second and not (first.elements and between == "lanes"):
            return "one store"
    return "two accesses"


def _is_flag(first: Store | None, second: Store | None) -> bool:
    """Whether two stores write the same constant and at least one is conditional. With a single storing wave, such a
    store could be lost."""
    if first is None or second is None or first.constant is None or first.constant != second.constant:
        return False
    return first.is_conditional or second.is_conditional


def _is_one_statement(first: Site, second: Site) -> bool:
    """Whether a load and a store belong to one statement, with no place for a barrier between them."""
    if {first.kind, second.kind} != {"load", "store"} or not first.locations or not second.locations:
        return False
    here, there = first.locations[0], second.locations[0]
    return (
        here.file == there.file
        and first.locations[1:] == second.locations[1:]
        and statement_at(here) == statement_at(there)
    )


def _update_of(memory: Memory | None, first: Site | None, second: Site | None) -> str:
    """The call of an atomic in place of the statement that updates an element; "" if the source has no such statement."""
    if memory is None or memory.kind == "image" or memory.element not in (*_INTEGERS, "f32", "f64"):
        return ""
    stores = (
        store_at(site.locations[0]) for site in (second, first) if site and site.kind == "store" and site.locations
    )
    update = next((store.update for store in stores if store and store.update), "")
    # An unsigned number has no negative.
    return "" if memory.element.startswith("u") and ", -" in update else update


def _has_atomics(memory: Memory | None) -> bool:
    """Whether there is an atomic add for its elements, of whatever statement: floats have fewer atomics."""
    if memory is None or (memory.kind == "image" and memory.channels != 1):
        return False
    return memory.element in _INTEGERS


def _is_update(checks: Checks, first: Site, second: Site) -> bool:
    """Whether the two accesses belong to updates of an element: a load, and a store of a value that is computed from it.
    Two stores may each be part of one."""
    kinds = {first.kind, second.kind}
    if kinds == {"store"}:
        return first.updates >= 0 and second.updates >= 0
    if kinds != {"load", "store"}:
        return False
    load, store = (first, second) if first.kind == "load" else (second, first)
    return store.updates >= 0 and checks.sites[store.updates] is load


def _order(site: Site) -> _ORDER:
    return tuple((place.line, place.column) for place in reversed(site.locations))


def _common_loop(first: Site, second: Site) -> _Loop | None:
    """Returns the file and the range of the innermost loop around both sites."""
    texts = {place.file: "".join(linecache.getlines(place.file)) for place in first.locations}
    loops = [(file, loop) for file, text in texts.items() for loop in loops_of(text)]
    around = [loop for loop in loops if _is_in(first, loop) and _is_in(second, loop)]
    # Loops that contain one another begin one after the other.
    return max(around, key=lambda loop: loop[1].start, default=None)


def _is_in(site: Site, loop: _Loop) -> bool:
    file, (start, end) = loop
    return any(place.file == file and start < (place.line, place.column) <= end for place in site.locations)
