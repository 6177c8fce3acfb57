"""A timeline of when each wave ran, waited and returned, in operations: for Perfetto and as a picture."""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import notebook
from ..errors import public_entry
from ..folder import checked_path
from ..frontends.languages import LANGUAGES
from ..ir.module import Location
from ..runtime.checks import CheckedRun, CheckSettings, Site
from ..runtime.program import Program
from .configurations import Configuration
from .findings import findings_of, group_at, place_at
from .pipes import Pipes
from .report import CheckReport, made_report
from .sweep import checked_limit, run_of, run_on_copies

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Wave = tuple[tuple[int, int, int], int]
"""The group and the number of the wave."""


@dataclass(frozen=True)
class TraceEvent:
    """An event of a wave. ``time`` counts the operations that the wave has executed, and does not count while it waits.
    A wave leaves a barrier at the time at which the last wave arrives, and a step of a pipe when the other waves have
    left the use."""

    kind: str
    """"begin", "arrive" or "leave" at a barrier or a step of a pipe, "open" or "close" a stage, "retire", or "end"; "copy" where
    an asynchronous copy starts, "copied" where all copies of the wave end, and "matrix" for an operation on matrices."""
    time: int
    group: tuple[int, int, int]
    wave: int
    lanes: int
    """The number of lanes that retire or are active."""
    operation: str = ""
    """The barrier or operation, as the kernel's language names it, or the step of a pipe: "rows.acquire"."""
    location: Location | None = None
    pipe: str = ""
    """The name of the pipe of a step."""
    stage: int = -1
    """The stage that the wave opens or closes, or -1."""
    use: int = -1
    """The number of the pipe's use, counted from 0."""


@dataclass(frozen=True)
class Slice:
    """A time span in which a wave runs or waits."""

    kind: str
    """"run" or "wait"."""
    start: int
    end: int
    group: tuple[int, int, int]
    wave: int
    operation: str = ""
    """The barrier or step that ends a run, or at which the wave waits; empty at the end of the kernel."""
    location: Location | None = None
    is_left: bool = True
    """False if the wave waits and the trace does not contain the end of the wait."""
    pipe: str = ""
    """The pipe at which the wave waits."""

    @property
    def name(self) -> str:
        """The label in a timeline."""
        to, at = ("to", "at") if self.location or self.operation else ("to the end", "")
        where = f"line {self.location.line}" if self.location else self.operation
        return f"run {to} {where}".rstrip() if self.kind == "run" else f"wait {at} {where}".rstrip()


@dataclass(frozen=True)
class Stage:
    """A time span in which a wave has a stage of a pipe open: a producer fills it, and a consumer drains it."""

    pipe: str
    stage: int
    use: int
    start: int
    end: int
    group: tuple[int, int, int]
    wave: int
    is_filled: bool
    location: Location | None = None

    @property
    def name(self) -> str:
        """The label in a timeline."""
        return f"{'fill' if self.is_filled else 'drain'} stage {self.stage} of {self.pipe}"


@dataclass(frozen=True)
class CopySpan:
    """A time span in which an asynchronous copy may be in progress: from its start to where it ends."""

    start: int
    end: int
    group: tuple[int, int, int]
    wave: int
    location: Location | None = None
    is_ended: bool = True
    """False if the trace does not contain its end."""

    @property
    def name(self) -> str:
        """The label in a timeline."""
        return f"copy of line {self.location.line}" if self.location else "copy"


@dataclass(frozen=True)
class Trace:
    """The timeline of the waves in one run."""

    kernel: str
    configuration: Configuration
    group_extent: tuple[int, int, int]
    events: tuple[TraceEvent, ...]
    is_whole: bool
    """The trace has every event, and the run finished."""
    report: CheckReport
    """Says why a run could not continue."""
    language: str = "python"
    """The language of the kernel, which names the operations."""

    def waves(self) -> list[Wave]:
        """Returns the waves in the trace, ordered by the group's z, y and x, then by wave."""
        return sorted({(event.group, event.wave) for event in self.events}, key=lambda one: (*one[0][::-1], one[1]))

    def slices(self) -> list[Slice]:
        """Returns the spans in which each wave runs or waits, in the order in which they end."""
        slices, since, waits = [], {}, {}
        last: dict[tuple[int, int, int], int] = {}
        for event in self.events:
            wave = event.group, event.wave
            last[event.group] = max(last.get(event.group, 0), event.time)
            where = event.group, event.wave, event.operation, event.location
            if event.kind == "arrive":
                slices.append(Slice("run", since.pop(wave, event.time), event.time, *where, pipe=event.pipe))
                waits[wave] = event
            elif event.kind == "end" and wave in since:
                slices.append(Slice("run", since.pop(wave), event.time, event.group, event.wave))
            elif event.kind == "leave" and wave in waits:
                slices.append(Slice("wait", waits.pop(wave).time, event.time, *where, pipe=event.pipe))
            if event.kind in ("begin", "leave"):
                since[wave] = event.time
        # A span without an end in the trace lasts until the last event of its group.
        for (group, wave), event in waits.items():
            end = last[group]
            where = group, wave, event.operation, event.location
            slices.append(Slice("wait", event.time, end, *where, is_left=False, pipe=event.pipe))
        slices += [Slice("run", start, last[group], group, wave) for (group, wave), start in since.items()]
        return slices

    def stages(self) -> list[Stage]:
        """Returns the spans in which each wave has a stage of a pipe open, in the order in which they end."""
        stages, opened = [], {}
        last: dict[tuple[int, int, int], int] = {}
        for event in self.events:
            last[event.group] = max(last.get(event.group, 0), event.time)
            key = event.group, event.wave, event.pipe, event.use
            if event.kind == "open":
                opened[key] = event
            elif event.kind == "close" and key in opened:
                stages.append(_stage(opened.pop(key), event.time))
        # A stage that is never closed is open until the last event of the group.
        return stages + [_stage(event, last[event.group]) for event in opened.values()]

    def copies(self) -> list[CopySpan]:
        """Returns the spans of asynchronous copies, in the order in which they end."""
        spans: list[CopySpan] = []
        started: dict[Wave, list[TraceEvent]] = {}
        last: dict[tuple[int, int, int], int] = {}

        def end(wave: Wave, time: int, is_ended: bool) -> None:
            for event in started.pop(wave, ()):
                spans.append(CopySpan(event.time, time, *wave, event.location, is_ended))

        for event in self.events:
            wave = event.group, event.wave
            last[event.group] = max(last.get(event.group, 0), event.time)
            if event.kind == "copy":
                started.setdefault(wave, []).append(event)
            elif event.kind == "copied":
                end(wave, event.time, True)
        for wave in list(started):
            end(wave, last[wave[0]], False)
        return spans

    @public_entry
    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes the timeline in Chrome's trace event format, which https://ui.perfetto.dev opens. Groups are
        processes, waves are threads, and an operation lasts a microsecond. Returns the path."""
        target = checked_path("path", path)
        described = {"traceEvents": self._chrome_events(), "displayTimeUnit": "ms"}
        target.write_text(json.dumps(described, separators=(",", ":")), "utf-8")
        return target

    @public_entry
    def picture(self, path: str | os.PathLike[str] | None = None, *, most_waves: int = 64) -> Figure:
        """Returns the timeline as a matplotlib figure, with a row for each of the first ``most_waves`` waves. Also
        writes it to a file if a path is given."""
        from .trace_picture import draw

        figure = draw(self, checked_limit("most_waves", most_waves))
        if path is not None:
            figure.savefig(checked_path("path", path))
        return figure

    def _named(self, operation: str) -> str:
        is_function = operation and "." not in operation and self.language == "python"
        return f"wd.{operation}" if is_function else operation

    def _chrome_events(self) -> list[dict[str, Any]]:
        waves = self.waves()
        groups = list(dict.fromkeys(group for group, _ in waves))
        processes = {group: number for number, group in enumerate(groups, 1)}
        # All numbers are unique: some readers identify a thread by its number alone, and a process by its first thread.
        threads = {wave: len(groups) + number for number, wave in enumerate(waves, 1)}
        made: list[dict[str, Any]] = []
        for group, process in processes.items():
            made += _metadata("process", process, None, f"group {group}", process)
        for (group, wave), thread in threads.items():
            made += _metadata("thread", processes[group], thread, f"wave {wave}", wave)
        for piece in self.slices():
            place = {"pid": processes[piece.group], "tid": threads[piece.group, piece.wave]}
            made.append(
                {"name": piece.name, "cat": piece.kind, "ph": "X", "ts": piece.start, "dur": piece.end - piece.start}
                | place
                | {"args": _told(self._named(piece.operation), piece.location)}
            )
        for number, stage in enumerate(self.stages()):
            # Stages overlap, so each has a track of its own.
            place = {"pid": processes[stage.group], "tid": threads[stage.group, stage.wave]}
            shared = {"name": stage.name, "cat": "stage", "id": number} | place
            made.append(shared | {"ph": "b", "ts": stage.start, "args": {"wave": stage.wave, "use": stage.use}})
            made.append(shared | {"ph": "e", "ts": stage.end})
        for number, copy in enumerate(self.copies()):
            place = {"pid": processes[copy.group], "tid": threads[copy.group, copy.wave]}
            shared = {"name": copy.name, "cat": "copy", "id": number} | place
            told = {"wave": copy.wave} | _told(self._named("async_copy"), copy.location)
            made.append(shared | {"ph": "b", "ts": copy.start, "args": told})
            made.append(shared | {"ph": "e", "ts": copy.end})
        for event in self.events:
            place = {"pid": processes[event.group], "tid": threads[event.group, event.wave]}
            if event.kind == "matrix":
                name = self._named(event.operation)
                made.append(
                    {"name": name, "cat": "matrix", "ph": "i", "s": "t", "ts": event.time}
                    | place
                    | {"args": _told(name, event.location)}
                )
            if event.kind == "retire":
                lanes = f"{event.lanes} lane{'' if event.lanes == 1 else 's'}"
                line = f" at line {event.location.line}" if event.location else ""
                made.append(
                    {"name": f"{lanes} return{line}", "cat": "retire", "ph": "i", "s": "t", "ts": event.time}
                    | place
                    | {"args": {"lanes": event.lanes} | _told("", event.location)}
                )
        return made

    def __str__(self) -> str:
        """Summarizes the operations executed and the time spent waiting at each barrier and each step of a pipe."""
        waits: dict[str, list[int]] = {}
        at_pipes: dict[str, list[int]] = {}
        operations = 0
        for piece in self.slices():
            time = piece.end - piece.start
            if piece.kind == "run":
                operations += time
            else:
                (at_pipes if piece.pipe else waits).setdefault(piece.name.removeprefix("wait "), []).append(time)
        waves = self.waves()
        x, y, z = self.group_extent
        rows = [
            ("groups", len({group for group, _ in waves})),
            ("waves", len(waves)),
            ("operations", operations),
            *self._own_rows(),
            ("time at barriers", sum(map(sum, waits.values()))),
            *((f"  {where}", sum(times)) for where, times in waits.items()),
        ]
        if at_pipes or any(event.pipe for event in self.events):
            rows.append(("time at pipes", sum(map(sum, at_pipes.values()))))
            rows += [(f"  {where}", sum(times)) for where, times in at_pipes.items()]
        width, digits = max(len(name) for name, _ in rows), max(len(f"{number:,}") for _, number in rows)
        lines = [f"kernel '{self.kernel}' at {self.configuration}, groups=({x}, {y}, {z})"]
        lines += [f"{name:{width}}  {number:{digits},}" for name, number in rows]
        return "\n".join(lines if self.is_whole else [*lines, "the trace is not whole"])

    def _own_rows(self) -> list[tuple[str, int]]:
        """Returns the rows of operations on matrices, by function, and of asynchronous copies, by line; none for kernels
        without them."""
        names = [self._named(event.operation) for event in self.events if event.kind == "matrix"]
        rows = [("operations on matrices", len(names))] if names else []
        rows += [(f"  {name}", names.count(name)) for name in dict.fromkeys(names)]
        copies = self.copies()
        if copies:
            rows.append(("asynchronous copies", len(copies)))
            times: dict[str, int] = {}
            for copy in copies:
                times[copy.name] = times.get(copy.name, 0) + copy.end - copy.start
            rows.append(("time in which copies may be in progress", sum(times.values())))
            rows += [(f"  {name}", time) for name, time in times.items()]
        return rows

    def _repr_html_(self) -> str:
        waves = self.waves()
        rows = [f"group {','.join(map(str, group))} wave {wave}" for group, wave in waves]
        places = {wave: row for row, wave in enumerate(waves)}
        spans = [
            (places[piece.group, piece.wave], piece.kind, piece.start, piece.end, piece.name) for piece in self.slices()
        ]
        return notebook.timeline(f"trace of kernel {self.kernel}", rows, spans, str(self))

    def __repr__(self) -> str:
        cut = "" if self.is_whole else ", not whole"
        return f"<trace of kernel '{self.kernel}' at {self.configuration}: {len(self.events)} events{cut}>"


def trace(
    program: Program,
    groups: Any,
    arguments: Sequence[Any],
    *,
    wave_size: Any,
    lane_order: Any,
    extra_waves: Any,
    optimized: bool,
    most_events: Any,
    most_seconds: Any,
) -> Trace:
    """Implements ``Kernel.trace``."""
    most = checked_limit("most_events", most_events)
    settings = CheckSettings(undefined=False, trace=True, most_events=most, optimized=optimized)
    copies, run = run_on_copies(program, groups, arguments, wave_size, lane_order, extra_waves, settings, most_seconds)
    return trace_of(program, run, copies)


def trace_of(program: Program, run: CheckedRun, arguments: Sequence[Any]) -> Trace:
    """Returns the trace that a run recorded."""
    events = []
    spelled = LANGUAGES[program.listing.language].function
    pipes = Pipes(program.module, run.checks)
    for kind, time, group, wave, number, lanes, use in run.result.trace:
        site = run.checks.sites[number] if number >= 0 else None
        location = site.locations[0] if site and site.locations else None
        where = group_at(group, run.groups)
        if site is not None and site.kind == "step" and not site.waves:
            stage = use % run.checks.pipes[site.pipe].stages if use >= 0 else -1
            step = pipes.step(site)
            at = step, location, step.rpartition(".")[0], stage, use
        else:
            at = spelled(_operation(site)) if site else "", location
        events.append(TraceEvent(kind, time, where, wave, lanes, *at))
    one = run_of(run)
    report = made_report(program, findings_of(program, run, arguments), [one])
    is_whole = run.result.trace_is_whole and not one.ended_early
    return Trace(program.name, one.configuration, run.groups, tuple(events), is_whole, report, program.listing.language)


def _operation(site: Site) -> str:
    """The operation of a site; loads and stores have events only if they are of matrices."""
    return f"matrix_{site.kind}" if site.elements else site.operation


def _stage(event: TraceEvent, end: int) -> Stage:
    is_filled = event.operation.endswith(".acquire")
    where = event.group, event.wave, is_filled, event.location
    return Stage(event.pipe, event.stage, event.use, event.time, end, *where)


def _metadata(kind: str, process: int, thread: int | None, name: str, order: int) -> list[dict[str, Any]]:
    """Returns the name and the sort index of a process or thread."""
    place = {"ph": "M", "pid": process} | ({} if thread is None else {"tid": thread})
    return [
        {"name": f"{kind}_name", "args": {"name": name}} | place,
        {"name": f"{kind}_sort_index", "args": {"sort_index": order}} | place,
    ]


@functools.lru_cache(maxsize=256)
def _told(operation: str, location: Location | None) -> dict[str, Any]:
    """Returns the details that a viewer shows for a selected slice."""
    told: dict[str, Any] = {"operation": operation} if operation else {}
    if location:
        told |= {
            "place": f"{location.file}:{location.line}:{location.column}",
            "source": place_at(location).source.strip(),
        }
    return told
