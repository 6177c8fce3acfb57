"""Findings of a check as text: translates the numbers from the native runtime to places in the source."""

from __future__ import annotations

import dataclasses
import linecache
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import excerpt, help_of, place_of
from ..frontends.hlsl import source_loops
from ..ir import range_steps
from ..ir.matrices import STAY_INSIDE
from ..ir.module import Location
from ..runtime.checks import CheckedRun, Site
from ..runtime.program import Program
from . import hlsl_indices, hlsl_lane_reads, hlsl_unwritten, lane_reads
from .configurations import Configuration, configuration_of
from .configurations import place as placement
from .names import Memories
from .pipes import Pipes, wait_places
from .races import BY_BARRIERS, Race
from .rules import (
    DEADLOCKS,
    LANES_PARTED,
    MISUSES,
    PAIRS,
    PARTED,
    ROUNDS,
    RULES,
    UNINITIALIZED_LOCAL,
    UNINITIALIZED_PART,
    UNINITIALIZED_RESULT,
    UNINITIALIZED_VARIABLE,
    UNKNOWN,
    is_note,
)
from .statements import called_at, statement_at
from .user_checks import message_at

_OF_RESULTS = ("results-differ", "fixed-group-count")
"""Rules about the results of whole runs. Their messages name the configurations."""
NO_THREAD = "no thread"
_AS_UNSIGNED = re.compile(r"(\w+) (-\d+) \((\d+) as u32\)")
_MOST_SHOWN = 8
_MOST_CONFIGURATIONS = 4
_MOST_PLACES = 4


@dataclass(frozen=True)
class Place:
    """An event of a run: the operation, its location, and the lanes or wave that executed it."""

    label: str
    location: Location | None
    calls: tuple[Location, ...] = ()
    """The call sites of the functions that contain it, innermost first."""
    group: tuple[int, int, int] | None = None
    wave: int | None = None
    lanes: tuple[int, ...] = ()
    """The lanes concerned, or the first of them; empty if it concerns the wave."""
    source: str = ""
    """The text of the line when it was read."""

    @property
    def lane(self) -> int | None:
        """The first lane."""
        return self.lanes[0] if self.lanes else None

    @property
    def who(self) -> str:
        """The lanes, the wave and the group."""
        if self.group is None:
            return ""
        return f"{lanes_text(self.lanes)} of wave {self.wave}" if self.lanes else f"wave {self.wave}"

    def lines(self, label: str) -> Iterator[str]:
        """Yields the place with this label, its source with a caret, and the calls that lead to it from the kernel."""
        yield f"{_position(self.location)}{label}"
        if self.location and self.source.strip():
            yield from excerpt(self.location.line, self.location.column, self.source)
        for call in self.calls:
            yield f"{_position(call)}called here"


@dataclass(frozen=True)
class Finding:
    """One mistake, or one note, however often and in however many configurations it occurred. The groups, waves and
    lanes are those of the first occurrence."""

    rule: str
    message: str
    advice: str
    places: tuple[Place, ...]
    """Where it was noticed. Then, as the rule requires: the other access of a race and a barrier that does not order
    the two, the other wave at a barrier, the branch where waves diverged."""
    between: str | None = None
    """For a race, or if waves disagree: "lanes", "waves" or "groups"."""
    memory: str | None = None
    """The name of the parameter or variable."""
    index: int | tuple[int | None, ...] | None = None
    """The index of the element: in scalars; for an image, in texels; for a buffer or array of more than one dimension, the
    index in each dimension, and outside None for all but the dimension that was left. For a read of a lane, the lane
    that was read."""
    count: int = 1
    configurations: tuple[Configuration, ...] = ()
    is_note: bool = False
    shape: str = ""
    """For a race: the kind of the two accesses, as ``Race.shape``. For a read of a lane without a thread: ``NO_THREAD``."""

    @property
    def configuration(self) -> Configuration:
        """The first configuration that showed it."""
        return self.configurations[0]

    @property
    def location(self) -> Location | None:
        """Where it was noticed."""
        return self.places[0].location if self.places else None

    def also(self, other: Finding) -> Finding:
        """Returns this finding combined with another occurrence."""
        first, second = self, other
        # A barrier between waves also orders the lanes of one wave.
        if self.shape in BY_BARRIERS and (self.between, other.between) == ("lanes", "waves"):
            first, second = other, self
        configurations = dict.fromkeys([*first.configurations, *second.configurations])
        return dataclasses.replace(first, count=self.count + other.count, configurations=tuple(configurations))

    @property
    def culprits(self) -> tuple[Place, ...]:
        """The places that make the mistake. For a race or a lost update: its two accesses, without the barrier that does not order
        them. For steps of a pipe: without the place where it is created."""
        if self.rule in ("pipe-order", "pipe-unbalanced"):
            return self.places[:-1]
        return self.places[:2] if self.rule in PAIRS else self.places

    @property
    def key(self) -> tuple[Any, ...]:
        """The identity of the mistake. It ignores which of two accesses is first, and whether two lanes share a wave:
        both depend on the configuration. Races of the same two statements have one cause, such as a missing barrier."""
        if self.rule == "results-differ":
            return self.rule, self.memory
        if self.rule in PAIRS:
            statements = frozenset(
                (place.location and (place.location.file, statement_at(place.location)), place.calls)
                for place in self.culprits
            )
            return self.rule, self.memory, self.between == "groups", self.shape, statements
        places = frozenset((place.location, place.calls) for place in self.culprits)
        return self.rule, self.memory, self.between == "groups", places

    @property
    def headline(self) -> str:
        """The location and the message in one line."""
        note = "note: " if self.is_note else ""
        return f"{_position(self.location)}{note}{self.message} [{self.rule}]"

    @property
    def placement(self) -> str:
        """What the finding needs, as ``Configuration.placement``, if no run showed it whose threads are in order in the
        waves that they need; otherwise empty."""
        placements = {one.placement for one in self.configurations}
        if "" in placements:
            return ""
        return next((one for one in ("lane_order", "extra_waves", "idle_waves") if one in placements), "")

    def __str__(self) -> str:
        first, *others = self.places or (Place("", None),)
        note = "note: " if self.is_note else ""
        lines = list(first.lines(f"{note}{self.message} [{self.rule}]"))
        who = f"by {first.who} of group {first.group}, " if first.who else ""
        times = f"{self.count} times" if self.count > 1 else "once"
        if self.rule not in _OF_RESULTS:
            shown = "; ".join(map(str, self.configurations[:_MOST_CONFIGURATIONS]))
            more = len(self.configurations) - _MOST_CONFIGURATIONS
            lines.append(f"  {who}{times}, at {shown}{f' and {more} more' if more > 0 else ''}")
        elif self.rule == "results-differ" and len(self.configurations) > 1:
            lines.append(f"  and so with {'; '.join(map(str, self.configurations[1:]))}")
        for place in others[:_MOST_PLACES]:
            of_group = f" of group {place.group}" if place.who and place.group != first.group else ""
            who = f", by {place.who}{of_group}" if place.lanes else ""
            lines += place.lines(place.label + who)
        if len(others) > _MOST_PLACES:
            lines.append(f"and at {len(others) - _MOST_PLACES} more places")
        lines.append(f"help: {self.advice}")
        return "\n".join(lines)


class Collector:
    """Collects the findings of several runs, each once, in the order of discovery."""

    def __init__(self) -> None:
        self._findings: dict[tuple[Any, ...], Finding] = {}

    def add(self, finding: Finding) -> None:
        before = self._findings.get(finding.key)
        self._findings[finding.key] = before.also(finding) if before else finding

    def all(self) -> list[Finding]:
        return list(self._findings.values())

    def __len__(self) -> int:
        return len(self._findings)


def place_at(location: Location | None, label: str = "", **who: Any) -> Place:
    """Returns a place with its source text. The text is read now, because the file may change before the finding is
    printed."""
    source = linecache.getline(location.file, location.line).rstrip("\n") if location and location.line else ""
    return Place(label, location, source=source, **who)


def lanes_text(lanes: Sequence[int]) -> str:
    """ "lane 3", "lanes 0 to 15", "lanes 0, 2, 5"."""
    if len(lanes) == 1:
        return f"lane {lanes[0]}"
    if len(lanes) > 2 and lanes[-1] - lanes[0] == len(lanes) - 1:
        return f"lanes {lanes[0]} to {lanes[-1]}"
    shown = ", ".join(str(lane) for lane in lanes[:_MOST_SHOWN])
    return f"lanes {shown}" + (f", ... ({len(lanes)} lanes)" if len(lanes) > _MOST_SHOWN else "")


def lanes_of(bits: int) -> tuple[int, ...]:
    """Returns the lanes in a mask."""
    return tuple(lane for lane in range(bits.bit_length()) if bits >> lane & 1)


def group_at(number: int, groups: tuple[int, int, int]) -> tuple[int, int, int]:
    """Returns the position of a group by its number; x varies fastest."""
    x, y, _ = groups
    return number % x, number // x % y, number // (x * y)


def findings_of(
    program: Program, run: CheckedRun, arguments: Sequence[Any], unchecked: bool = False
) -> Iterator[Finding]:
    """Yields the findings of one run. ``unchecked``: the kernel is meant to run without bounds checks of buffers."""
    reader = _Reader(program, run, arguments)
    for native in run.result.findings:
        finding = reader.finding(native)
        if unchecked and finding.rule == "buffer-bounds":
            finding = dataclasses.replace(finding, is_note=False)
        yield finding


def unfinished(program: Program, run: CheckedRun, arguments: Sequence[Any]) -> Finding:
    """Returns a finding with the position of a run when its time was up."""
    return _Reader(program, run, arguments).unfinished(run.result.last)


class _Reader:
    """Translates the site and memory numbers of a run."""

    def __init__(self, program: Program, run: CheckedRun, arguments: Sequence[Any]) -> None:
        self._program = program
        self._checks = run.checks
        self._sites = run.checks.sites
        self._groups = run.groups
        self._wave_size = run.wave_size
        self._memories = Memories(program.module, run.checks, arguments)
        self._pipes = Pipes(program.module, run.checks)
        self._configuration = configuration_of(run.wave_size, run.options, run.wave_order)
        self._is_hlsl = program.listing.language == "hlsl"

    def finding(self, native: Any) -> Finding:
        access, other = native.access, native.other
        name = native.rule
        launch = self._site(access.site)
        if name == "group-uniform" and launch is not None and launch.operation == "dispatch_mesh":
            name = "dispatch-mesh-differs"
        if name == "buffer-bounds" and launch is not None and launch.elements:
            left = self._memories.index(launch.memory, native.index)
            # A matrix may leave only the first dimension of a buffer.
            name = "out-of-bounds" if isinstance(left, tuple) and left[0] is None else name
        rule = RULES.get(name, UNKNOWN)
        if native.rule == "barrier-mismatch" and other is not None and other.site == access.site:
            rule = ROUNDS
        site = self._site(access.site)
        if name == "uninitialized" and site is not None and self._memories.is_local(site.memory):
            is_variable, is_named = self._memories.is_variable(site.memory), self._memories.has_parts(site.memory)
            is_result = is_variable and self._memories.name(site.memory).endswith("()")
            rule = (
                UNINITIALIZED_RESULT
                if is_result
                else UNINITIALIZED_VARIABLE
                if is_variable
                else UNINITIALIZED_PART
                if is_named
                else UNINITIALIZED_LOCAL
            )
        fields = self._fields(native, site)
        unwritten = self._unwritten(name, site, fields["element"])
        between = self._between(access, other)[0] if other is not None else None
        message, of_round, shape = rule.message.format_map(fields), "", ""
        advice = unwritten or rule.advice or help_of(name) or ""
        if name == "out-of-bounds" and site is not None and site.elements:
            advice = STAY_INSIDE
        if native.rule in PAIRS:
            first = self._site(other.site) if other is not None else None
            barrier = None if native.barrier is None else self._site(native.barrier)
            is_of_scalars = site is None or site.memory < 0 or self._memories.is_of_scalars(site.memory)
            race = Race(self._checks, first, site, between or "waves", barrier, is_of_scalars)
            advice, of_round, shape = race.advice, race.round and f", {race.round}", race.shape
            if native.use is not None and barrier is None:
                advice, of_round, shape = self._pipes.race_advice(native, first, site), "", "pipe"
            # A barrier that does not order the two is to be replaced.
            if between == "lanes" and barrier is None and (of_copy := race.copy_advice):
                advice, shape = of_copy, "copy"
        if native.rule in ("inactive-lane", "quad-lane-out-of-range") and native.index >= 0 and site is not None:
            read, has_thread = native.index, self._has_thread(access.wave, native.index)
            message = lane_reads.message_of(fields["operation"], read, access.lane, self._wave_size, has_thread)
            shape = "" if has_thread else NO_THREAD
            if native.rule == "inactive-lane":
                given = site, read, self._wave_size, has_thread
                in_hlsl = hlsl_lane_reads.advice_of(*given) if self._is_hlsl else None
                advice = in_hlsl or lane_reads.advice_of(*given)
        if native.rule == "quad-inactive" and site is not None and self._is_hlsl:
            advice = hlsl_lane_reads.quad_advice_of(site) or advice
        if native.rule == "integer-division" and site and site.locations and range_steps.is_range(site.locations[0]):
            message, advice = range_steps.MESSAGE, range_steps.ADVICE
        places = [self._place(access, "", lanes_of(native.lanes))]
        if native.rule in DEADLOCKS:
            advice = self._pipes.deadlock_advice(native.waits)
            places = [
                self._placed(who, at, label) for who, at, label in wait_places(self._pipes, native.waits, self._site)
            ]
        elif native.rule == "pipe-unbalanced":
            advice = self._pipes.imbalance_advice(native)
        if other is not None and native.rule not in DEADLOCKS:
            label = rule.second.format_map(fields) or f"{fields['other_word']} before that{of_round}"
            places.append(self._place(other, label, quiet=bool(rule.second)))
        if native.rule in PAIRS and barrier is not None:
            places.append(self._at(barrier, race.barrier_label))
        if native.rule in ("pipe-order", "pipe-unbalanced") and not self._pipes.is_set(native.use.pipe):
            places.append(self._at(*self._pipes.created(native.use.pipe)))
        if native.branch is not None:
            label = LANES_PARTED if native.rule == "barrier-lanes" else PARTED
            places.append(self._at(self._site(native.branch), label))
        memory = site.memory if site else -1
        return Finding(
            name,
            message,
            advice,
            tuple(places),
            between,
            self._memories.name(memory) if memory >= 0 else None,
            self._memories.index(memory, native.index) if native.index >= 0 else None,
            native.count,
            (self._configuration,),
            is_note(name),
            shape,
        )

    def _unwritten(self, name: str, site: Site | None, element: str) -> str | None:
        """Advice on a variable of a shader that has no value, in the words of its source."""
        if name != "uninitialized" or site is None or not self._is_hlsl or not self._memories.is_local(site.memory):
            return None
        is_named = self._memories.has_parts(site.memory) and not self._memories.is_variable(site.memory)
        variable = element.strip("`") if is_named else self._memories.name(site.memory)
        return hlsl_unwritten.advice_on(variable, site.locations)

    def _has_thread(self, wave: int, lane: int) -> bool:
        """Whether a lane has a thread of the group."""
        extent = self._program.attributes.num_threads
        if extent is None or lane >= self._wave_size:
            return True
        table = placement(self._program, self._configuration).table
        if table is not None:
            return bool(table[wave, lane] >= 0)
        return wave * self._wave_size + lane < math.prod(extent)

    def unfinished(self, last: Any) -> Finding:
        rule = RULES["not-finished"]
        if last is None:
            message, places, endless = "the run timed out before anything had happened", (), None
        else:
            group = group_at(last.group, self._groups)
            message = rule.message.format(group=group, wave=last.wave)
            site = self._site(last.site)
            places = (self._at(site, "", group=group, wave=last.wave),)
            endless = source_loops.advice_in(site.locations) if site is not None and self._is_hlsl else None
        advice = endless or help_of("not-finished") or ""
        return Finding("not-finished", message, advice, places, configurations=(self._configuration,))

    def _fields(self, native: Any, site: Site | None) -> dict[str, Any]:
        access, other = native.access, native.other
        other_site = self._site(other.site) if other is not None else None
        memory = site.memory if site else -1
        between = self._between(access, other)
        return {
            "access": _what(site),
            "other": _what(other_site),
            "other_word": _what(other_site).removeprefix("a "),
            "operation": _written(site) if site and site.operation else "an operation",
            "barrier": _what(site),
            "between": between[1],
            "unordered": "nothing"
            if between[0] == "groups"
            else "no barrier and no pipe"
            if native.use and not self._pipes.is_set(native.use.pipe)
            else "no barrier",
            "memory": self._memories.described(memory) if memory >= 0 else "memory",
            "element": self._element(site, native.index),
            "result": f"`{self._memories.name(memory)}`" if memory >= 0 else "",
            "size": self._memories.size(memory, native.index) if memory >= 0 else "",
            "group": group_at(access.group, self._groups),
            "wave": access.wave,
            "other_wave": other.wave if other is not None else None,
            "where": "here" if other_site else "at the end of the kernel",
            "condition": self._condition(site) if site and site.text else "",
            "missing": f" and wave {other.wave} never arrives" if other is not None else "",
            "lanes": lanes_text(lanes_of(native.lanes) or (access.lane,)),
            "pipe_wait": self._pipes.wait_text(native.waits[0]) if native.waits else "",
            "pipe_misuse": self._pipes.misuse(native, site) if native.rule in MISUSES and site else "",
            "pipe_uses": self._pipes.imbalance(native) if native.rule == "pipe-unbalanced" else "",
        }

    def _element(self, site: Site | None, index: int) -> str:
        """Describes the element that a site accesses. In a shader, a number of 32 bits is negative only where the source
        computes with signs."""
        if site is None or site.memory < 0:
            return ""
        if not self._is_hlsl:
            return self._memories.element(site.memory, index)
        is_signed = bool(site.locations) and hlsl_indices.is_signed(site.locations[0])
        element = self._memories.element(site.memory, self._below_zero(site.memory, index, is_signed))
        found = _AS_UNSIGNED.fullmatch(element)
        if found is None:
            return element
        return f"{found[1]} {found[2]}" if is_signed else f"{found[1]} {found[3]} ({found[2]} as int)"

    def _below_zero(self, memory: int, index: int, is_signed: bool) -> int:
        """An index as a number of 32 bits, if it comes from an address in bytes below that of the first element."""
        wrap = 2**32 // max(self._checks.memories[memory].element_bytes, 1)
        # Arrays are never so large, but buffers may be.
        is_below = wrap // 2 <= index < wrap and (is_signed or self._checks.memories[memory].argument < 0)
        return 2**32 - wrap + index if is_below else index

    def _condition(self, site: Site) -> str:
        """Returns what is false at a check of the kernel, with the message that the user wrote."""
        message = message_at(self._program.module, next(iter(site.locations), None))
        return f"`{site.text}` is false" + (f": {message}" if message else "")

    def _between(self, access: Any, other: Any) -> tuple[str, str]:
        """Returns what a finding is between, as a word and as a phrase."""
        if other is None:
            return "group", "for the group"
        group = group_at(access.group, self._groups)
        if access.group != other.group:
            return "groups", f"between groups {group_at(other.group, self._groups)} and {group}"
        if access.wave != other.wave:
            first, second = sorted((access.wave, other.wave))
            return "waves", f"between waves {first} and {second} of group {group}"
        if access.lane < 0 or other.lane < 0 or access.lane == other.lane:
            return "lanes", f"between lanes of wave {access.wave}"
        first, second = sorted((access.lane, other.lane))
        return "lanes", f"between lanes {first} and {second} of wave {access.wave}"

    def _place(self, access: Any, label: str, lanes: tuple[int, ...] = (), quiet: bool = False) -> Place:
        """``quiet``: the label already names the lane."""
        if not lanes and access.lane >= 0 and not quiet:
            lanes = (access.lane,)
        return self._placed(access, self._site(access.site), label, lanes)

    def _placed(self, access: Any, site: Site | None, label: str, lanes: tuple[int, ...] = ()) -> Place:
        """The place of a site that a wave executed."""
        return self._at(site, label, group=group_at(access.group, self._groups), wave=access.wave, lanes=lanes)

    def _at(self, site: Site | None, label: str, **who: Any) -> Place:
        location = site.locations[0] if site and site.locations else None
        return place_at(location, label, calls=site.locations[1:] if site else (), **who)

    def _site(self, number: int) -> Site | None:
        return self._sites[number] if 0 <= number < len(self._sites) else None


def _written(site: Site) -> str:
    """Names the function that the user wrote."""
    place = next(iter(site.locations), None)
    return f"`wd.{place and called_at(place) or site.operation}`"


def _what(site: Site | None) -> str:
    """Describes the operation at a site."""
    if site is None:
        return "the end of the kernel"
    if site.is_of_copy:
        return "an asynchronous copy from it" if site.kind == "load" else "an asynchronous copy"
    if site.kind in ("load", "store"):
        return f"a {site.kind} of a matrix" if site.elements else f"a {site.kind}"
    if site.kind == "atomic" and site.operation.endswith(("_load", "_store")):
        # An access of coherent memory.
        return f"a {site.operation.rpartition('_')[2]}"
    if site.operation == "lookup":
        return "a load"
    if site.operation == "index":
        return "an index"
    if site.kind == "retire":
        return "a return"
    if site.waves:
        return "`wd.waves_barrier`"
    if site.kind == "step":
        return f"`{site.step}()` of a pipe"
    return _written(site) if site.operation else "a barrier" if site.kind == "barrier" else site.kind


def _position(location: Location | None) -> str:
    return place_of(location.file, location.line, location.column) + " " if location else ""
