"""Says of a kernel whether it means one thing, without the checker that is on trial.

The judge runs a kernel on the interpreter, in several orders of groups and waves, at several wave sizes, of threads also
with other threads in the lanes and with more waves. It knows three things:

* what the interpreter finds, which is everything undefined but races;
* races, exactly for the runs that were made, whatever order the waves had in them: every access to an element of a
  groupshared array or a buffer is compared with all others to which no barrier orders it. Orders by atomics between
  groups are unknown here; the kernels have none;
* results that differ between the runs of one kernel, where the language leaves open what differs between those runs.

What it cannot tell: what happens at other sizes and with other arguments; and whether a kernel that is defined and
always gives the same is the one that was meant.
"""

from __future__ import annotations

import contextlib
import functools
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from unittest import mock

import numpy as np
from breakable_kernels import BreakableKernel

import wavedialect as wd
from wavedialect.interpreter import groups, interpreter, lane_operations
from wavedialect.interpreter.memory import BufferMemory, SharedMemory
from wavedialect.runtime.placement import wave_table

# Of two accesses by different lanes.
_CONFLICTS = {
    (a, b) for a in ("load", "store", "atomic") for b in ("load", "store", "atomic") if a != b or a == "store"
}


class _Accesses:
    """Who accessed the elements of one memory."""

    def __init__(self) -> None:
        self.seen: dict[int, dict[tuple[int, str], dict[Any, list[tuple[int, int]]]]] = {}
        """By element, by line and kind, by group and how many barriers it had passed: two lanes, which are as good as
        all of them."""
        self.races: set[frozenset[int]] = set()
        """The lines of two accesses that race."""

    def add(self, memory: Any, wave: Any, operation: Any, index: Any, kind: str, value: Any = None) -> None:
        index = index.view(np.uint32)
        line, passed = operation.location.line, getattr(wave.group, f"passed_{memory.scope}", 0)
        lanes = np.flatnonzero(wave.mask & (index < memory.length)).tolist()
        now = (wave.group.id, passed)
        stored: dict[int, Any] = {}
        for lane in lanes:
            element, who = int(index[lane]), (wave.index, lane)
            for (other_line, other_kind), times in self.seen.get(element, {}).items():
                if (kind, other_kind) in _CONFLICTS and any(
                    when[0] != now[0] or (when == now and any(other != who for other in others))
                    for when, others in times.items()
                ):
                    self.races.add(frozenset((line, other_line)))
            if kind == "store" and stored.setdefault(element, value[lane]) != value[lane]:
                self.races.add(frozenset((line,)))
        # Lanes that store the same in one execution of the statement do not race with each other.
        for lane in lanes:
            times = self.seen.setdefault(int(index[lane]), {}).setdefault((line, kind), {})
            others = times.setdefault(now, [])
            if len(others) < 2 and (wave.index, lane) not in others:
                others.append((wave.index, lane))


class _Watched:
    """A memory that tells ``accesses`` before it does anything."""

    scope: str

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.accesses = _Accesses()
        _watched.append(self.accesses)

    def load(self, wave: Any, operation: Any, index: Any) -> Any:
        self.accesses.add(self, wave, operation, index, "load")
        return super().load(wave, operation, index)

    def store(self, wave: Any, operation: Any, index: Any, value: Any) -> None:
        self.accesses.add(self, wave, operation, index, "store", value)
        super().store(wave, operation, index, value)

    def atomic(self, wave: Any, operation: Any, index: Any, *others: Any) -> Any:
        self.accesses.add(self, wave, operation, index, "atomic")
        return super().atomic(wave, operation, index, *others)


class _WatchedShared(_Watched, SharedMemory):
    scope = "group"


class _WatchedBuffer(_Watched, BufferMemory):
    scope = "device"


_watched: list[_Accesses] = []
_check_barrier = groups.GroupRun._check_barrier


def _pass_barrier(self: Any) -> None:
    _check_barrier(self)
    group = self.group
    scopes = {operation.attributes["scope"] for operation, _ in self.waiting.values()}
    for scope in ("group", "device"):
        if scopes <= {scope, "all"}:
            setattr(group, f"passed_{scope}", getattr(group, f"passed_{scope}", 0) + 1)


@contextlib.contextmanager
def _watching(way: _Way) -> Iterator[list[_Accesses]]:
    with (
        mock.patch.object(lane_operations, "SharedMemory", _WatchedShared),
        mock.patch.object(interpreter, "BufferMemory", _WatchedBuffer),
        mock.patch.object(groups.GroupRun, "_check_barrier", _pass_barrier),
        mock.patch.object(interpreter, "Placement", functools.partial(_Placed, way)),
    ):
        _watched.clear()
        yield _watched
        _watched.clear()


@dataclass
class Verdict:
    """What the runs of one kernel had in common, and what not."""

    undefined: set[str] = field(default_factory=set)
    """Rules of the interpreter, and "race"."""
    lines: set[int] = field(default_factory=set)
    """Where something undefined was done; of a race both places."""
    varies: str = ""
    """Between which runs results differ."""
    results: dict[int, list[bytes]] = field(default_factory=dict)
    """By wave size, of the first run."""
    refused: str = ""
    """What the compiler says of a kernel that it does not take."""

    @property
    def is_broken(self) -> bool:
        """The kernel means nothing, or not one thing."""
        return bool(self.undefined or self.varies)

    def means_the_same(self, other: Verdict) -> bool:
        return not self.is_broken and not other.is_broken and self.results == other.results

    def __str__(self) -> str:
        lines = ", ".join(map(str, sorted(self.lines)))
        said = [f"{', '.join(sorted(self.undefined))} at {lines}"] if self.undefined else []
        said += [f"results differ between {self.varies}"] if self.varies else []
        return "; ".join([*said, *([self.refused] if self.refused else [])]) or "defined"


@dataclass(frozen=True)
class _Way:
    """One way to run a kernel."""

    seed: int | None = None
    """Of the order of groups and waves."""
    lane_order: str = "linear"
    extra_waves: int = 0

    def __str__(self) -> str:
        return f"{self.lane_order} lanes, {self.extra_waves} extra waves and seed {self.seed}"


def _ways(kernel: BreakableKernel) -> tuple[_Way, ...]:
    if kernel.in_threads:
        return _Way(), _Way(1, "tiled"), _Way(2, "shuffled", 1), _Way(3, "linear", 1)
    return _Way(), _Way(1), _Way(2)


class _Placed(interpreter.Placement):
    """Threads in lanes as the CPU can have them; the interpreter's own waves too many have no lanes."""

    def __init__(self, way: _Way, builder: Any, attributes: Any, *others: Any) -> None:
        super().__init__(builder, attributes, *others)
        if attributes.num_threads is not None:
            waves = len(self.masks) + way.extra_waves
            table = wave_table(attributes.num_threads, builder.lanes, waves, way.lane_order, way.seed or 0)
            self.masks, self._threads = list(table >= 0), np.maximum(table, 0)
            self._wave_numbers = [np.full(builder.lanes, index, np.uint32) for index in range(waves)]


def judge(breakable: BreakableKernel) -> Verdict:
    """Runs the kernel in all ways."""
    verdict = Verdict()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", wd.WaveWarning)
        try:
            kernel = breakable.load()
            _judge_on_the_interpreter(breakable, kernel, verdict)
        except wd.CompileError as error:
            verdict.refused = f"refused: {error}".splitlines()[0]
    return verdict


def _judge_on_the_interpreter(breakable: BreakableKernel, kernel: Any, verdict: Verdict) -> None:
    for size in breakable.sizes:
        for way in _ways(breakable):
            arguments, device = breakable.arguments(size), wd.Interpreter(way.seed, collect=True)
            with _watching(way) as watched:
                report = kernel.dispatch(breakable.groups, *arguments, device=device, wave_size=size).report
                races = set().union(*(accesses.races for accesses in watched))
            verdict.undefined |= {finding.rule for finding in report.findings} | ({"race"} if races else set())
            verdict.lines |= {finding.location.line for finding in report.findings}.union(*races)
            _compare(breakable, arguments, size, f"wave size {size}, {way}", verdict)
            # Of a barrier that is gone, all lines are asked for that it kept apart.
            if verdict.undefined and not breakable.label.startswith("barrier"):
                return


def _compare(breakable: BreakableKernel, arguments: list[Any], size: int, name: str, verdict: Verdict) -> None:
    results = [argument.tobytes() for argument in arguments if isinstance(argument, np.ndarray)]
    # Groups of threads have as many elements at every size, and the same in them.
    first = next(iter(verdict.results.values()), None) if breakable.in_threads else verdict.results.get(size)
    if first is not None and first != results and not verdict.varies:
        verdict.varies = f"the first run and {name}"
    verdict.results.setdefault(size, results)
