"""Counts the accesses, atomics, barriers and wave operations that a kernel executes."""

from __future__ import annotations

import linecache
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..errors import WaveError, public_entry
from ..frontends.languages import LANGUAGES
from ..ir.memories import memory_names
from ..ir.module import Location
from ..runtime.checks import CheckedRun, CheckSettings, Site
from ..runtime.program import Program
from .configurations import Configuration
from .findings import findings_of
from .names import Memories
from .pipes import Pipes
from .report import CheckError, made_report
from .sweep import run_of, run_on_copies

KINDS = ("loads", "stores", "atomics", "barriers", "pipe_steps", "wave_operations", "matrix_operations")
_ONLY_IF_EXECUTED = ("pipe_steps", "matrix_operations")
"""The kinds that the table has only for kernels with them."""
_TALLIES = {
    "load": "loads",
    "store": "stores",
    "atomic": "atomics",
    "barrier": "barriers",
    "step": "pipe_steps",
    "event": "wave_operations",
    "copy": "wave_operations",
    "matrix": "matrix_operations",
}


class Count(NamedTuple):
    """The number of times that something was executed."""

    executions: int = 0
    """Executions by waves."""
    lanes: int = 0
    """Executions by lanes, in total."""

    def plus(self, other: tuple[int, int]) -> Count:
        """Returns the sum of both."""
        return Count(self.executions + other[0], self.lanes + other[1])


class Tally(dict[str, Count]):
    """Counts by name. A name that was not executed has no entry; looking it up returns zeros."""

    @property
    def executions(self) -> int:
        """The total over all names."""
        return sum(count.executions for count in self.values())

    @property
    def lanes(self) -> int:
        """The total over all names."""
        return sum(count.lanes for count in self.values())

    def __missing__(self, name: str) -> Count:
        return Count()

    def add(self, name: str, count: tuple[int, int]) -> None:
        """Adds a count, unless there were no executions."""
        if count[0]:
            self[name] = self.get(name, Count()).plus(count)


@dataclass(frozen=True)
class MemoryCounts:
    """The accesses to one buffer, image or array."""

    loads: Count
    stores: Count
    atomics: Tally
    """By the name of the operation."""
    bytes_loaded: int = 0
    bytes_stored: int = 0


@dataclass(frozen=True)
class Counts(Mapping[str, Tally]):
    """The counts of one run. As a mapping: tallies by the names in ``KINDS``. As text: a table."""

    kernel: str
    configuration: Configuration
    group_extent: tuple[int, int, int]
    loads: Tally = field(default_factory=Tally)
    """By the name of the memory."""
    stores: Tally = field(default_factory=Tally)
    """By the name of the memory."""
    atomics: Tally = field(default_factory=Tally)
    """By the name of the operation in the kernel's language, like barriers and wave operations."""
    barriers: Tally = field(default_factory=Tally)
    pipe_steps: Tally = field(default_factory=Tally)
    """By the pipe and the step: "rows.acquire"."""
    wave_operations: Tally = field(default_factory=Tally)
    matrix_operations: Tally = field(default_factory=Tally)
    """Without loads and stores. ``matrix_map`` is an operator, a cast or a function on elements."""
    multiply_adds: int = 0
    """The products of elements in multiply-adds of matrices."""
    bytes_loaded: dict[str, int] = field(default_factory=dict)
    """By the name of the memory: of all lanes, of matrices and of asynchronous copies, also out of bounds."""
    bytes_stored: dict[str, int] = field(default_factory=dict)
    by_line: dict[tuple[str, int], Tally] = field(default_factory=dict)
    """By file and line: the operations executed there."""
    groups: int = 0
    waves: int = 0
    lanes: int = 0
    """The lanes that have a thread."""
    lanes_without_thread: int = 0
    lanes_without_work: int = 0
    """Lanes with a thread that execute no load, store or atomic in bounds."""
    is_complete: bool = True
    """The run finished within its time limit."""
    memories: tuple[str, ...] = ()
    """The kernel's buffers, images and arrays."""
    _atomics_of: dict[str, Tally] = field(default_factory=dict, repr=False)

    @public_entry
    def of(self, memory: str) -> MemoryCounts:
        """Returns the counts of one memory, by the name of its parameter or variable."""
        known = dict.fromkeys([*self.memories, *self.loads, *self.stores, *self._atomics_of])
        if not isinstance(memory, str) or memory not in known:
            message = f"kernel '{self.kernel}' has no memory {memory!r}"
            raise WaveError(message, f"pass the name of a parameter or variable: {', '.join(known)}")
        loads, stores = self.loads.get(memory, Count()), self.stores.get(memory, Count())
        sizes = self.bytes_loaded.get(memory, 0), self.bytes_stored.get(memory, 0)
        return MemoryCounts(loads, stores, self._atomics_of.get(memory, Tally()), *sizes)

    def __getitem__(self, kind: str) -> Tally:
        if kind not in KINDS:
            raise KeyError(kind)
        return getattr(self, kind)

    def __iter__(self) -> Iterator[str]:
        return iter(KINDS)

    def __len__(self) -> int:
        return len(KINDS)

    def __str__(self) -> str:
        rows = [("", "waves", "lanes")]
        for kind in KINDS:
            tally = self[kind]
            if kind in _ONLY_IF_EXECUTED and not tally:
                continue
            rows.append((kind.replace("_", " "), f"{tally.executions:,}", f"{tally.lanes:,}"))
            rows += [(f"  {name}", f"{count.executions:,}", f"{count.lanes:,}") for name, count in tally.items()]
        x, y, z = self.group_extent
        work = [f"{self.multiply_adds:,} multiply-adds of elements"] if self.multiply_adds else []
        loaded, stored = sum(self.bytes_loaded.values()), sum(self.bytes_stored.values())
        work.append(f"{_many(loaded, 'byte')} loaded, {stored:,} stored")
        head = f"kernel '{self.kernel}' at {self.configuration}, groups=({x}, {y}, {z})"
        launched = (
            f"{_many(self.groups, 'group')}, {_many(self.waves, 'wave')}, {_many(self.lanes, 'lane')} with a thread"
        )
        idle = f"{_many(self.lanes_without_thread, 'lane')} without a thread, {self.lanes_without_work:,} without work"
        end = [] if self.is_complete else ["the run ended early: it ran out of time"]
        return "\n".join([head, *_table(rows), *work, launched, idle, *end])

    def listing(self) -> str:
        """Returns the source lines that executed something, each with its counts."""
        rows = [("", "waves", "lanes", "source")]
        for (file, line), tally in sorted(self.by_line.items()):
            text = linecache.getline(file, line).strip()
            for name, count in tally.items():
                place = f"{file.rpartition('/')[2]}:{line}: {name}"
                rows.append((place, f"{count.executions:,}", f"{count.lanes:,}", text))
                text = ""
        return "\n".join(_table(rows))

    def __repr__(self) -> str:
        return f"<counts of kernel '{self.kernel}' at {self.configuration}>"


def count(
    program: Program,
    groups: Any,
    arguments: Sequence[Any],
    *,
    wave_size: Any,
    lane_order: Any,
    extra_waves: Any,
    optimized: bool,
    most_seconds: Any,
) -> Counts:
    """Implements ``Kernel.count``."""
    settings = CheckSettings(undefined=False, optimized=optimized)
    copies, run = run_on_copies(program, groups, arguments, wave_size, lane_order, extra_waves, settings, most_seconds)
    return counts_of(program, run, copies)


def counts_of(program: Program, run: CheckedRun, arguments: Sequence[Any]) -> Counts:
    """Returns the counts of a run. Raises CheckError if the run could not continue."""
    result = run.result
    one = run_of(run)
    if result.findings:
        raise CheckError(made_report(program, findings_of(program, run, arguments), [one]))
    memories = Memories(program.module, run.checks, arguments)
    sites = run.checks.sites
    counts = Counts(
        program.name,
        one.configuration,
        run.groups,
        groups=result.groups,
        waves=result.waves,
        lanes=result.lanes,
        lanes_without_thread=result.lanes_without_thread,
        lanes_without_work=result.lanes_without_work,
        is_complete=not one.ended_early,
        memories=memory_names(program.module),
        multiply_adds=sum(site.multiply_adds * by[0] for site, by in zip(sites, result.counts, strict=True)),
    )
    spelled = LANGUAGES[program.listing.language].function
    pipes = Pipes(program.module, run.checks)
    for site, counted in zip(sites, result.counts, strict=True):
        kind = _TALLIES.get(_kind(site))
        if kind is None or not counted[0]:
            continue
        memory = memories.name(site.memory) if site.memory >= 0 else ""
        operation = pipes.step(site) if kind == "pipe_steps" else spelled(site.operation)
        counts[kind].add(memory if kind in ("loads", "stores") else operation, counted)
        if kind in ("loads", "stores") and run.checks.memories[site.memory].kind != "table":
            # A wave accesses each element of a matrix once, and each lane accesses an element.
            elements = counted[0] * site.elements if site.elements else counted[1]
            sizes = counts.bytes_loaded if kind == "loads" else counts.bytes_stored
            sizes[memory] = sizes.get(memory, 0) + elements * run.checks.memories[site.memory].element_bytes
        if kind == "atomics":
            counts._atomics_of.setdefault(memory, Tally()).add(operation, counted)
        if site.locations:
            _lines(counts, site.locations[0]).add(_what(_kind(site), operation, memory), counted)
    return counts


def _kind(site: Site) -> str:
    """The kind of a place in the kernel. To the checker, loads and stores of coherent memory are like atomics, and barriers of
    a set of waves are like steps of pipes."""
    if site.waves:
        return "barrier"
    if site.kind == "atomic":
        return next((kind for kind in ("load", "store") if site.operation.endswith(f"_{kind}")), site.kind)
    return site.kind


def _lines(counts: Counts, location: Location) -> Tally:
    return counts.by_line.setdefault((location.file, location.line), Tally())


def _what(kind: str, operation: str, memory: str) -> str:
    if kind in ("load", "store"):
        return f"{kind} {'from' if kind == 'load' else 'to'} {memory}"
    return f"{operation} on {memory}" if memory else operation


def _many(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Aligns names left, numbers right, and all further columns left."""
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for name, executions, lanes, *text in rows:
        yield "  ".join([name.ljust(widths[0]), executions.rjust(widths[1]), lanes.rjust(widths[2]), *text]).rstrip()
