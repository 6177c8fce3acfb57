"""The report of a check: findings, notes and runs."""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .. import notebook
from ..errors import CompileError, WaveError, public_entry
from ..frontends.languages import Language, language_of
from ..ir.memories import memory_names
from ..ir.module import Location
from ..numbers import is_integer
from ..runtime.program import Program
from .comparison import numbers_lanes
from .configurations import Configuration
from .findings import Finding, Place, place_at
from .rules import CAUSE_FIRST, CAUSES, DEPENDS, NOT_THE_PLACEMENT, OTHER_CAUSE, PAIRS, RULES

if TYPE_CHECKING:
    from .sarif import Result

_MOST_FINDINGS = 10
_MOST_NOTES = 5
"""The number of notes that are shown in full."""
_NO_DEADLOCK = {
    "any arguments": "; no deadlock with any arguments",
    "any order": "; no deadlock in any order of the waves",
}
_ENDS = {
    "findings": "early because of its findings",
    "seconds": "early because time ran out",
    "deadlock": "at a deadlock",
}


@dataclass(frozen=True)
class Run:
    """One run of the kernel with checks."""

    configuration: Configuration
    groups: tuple[int, int, int]
    seconds: float
    shadow_bytes: int
    """The memory used to find races, in bytes."""
    end: str
    """"done", or the reason for ending early: "findings", "deadlock" or "seconds"."""

    @property
    def ended_early(self) -> bool:
        """Whether the run did not finish."""
        return self.end != "done"

    def __str__(self) -> str:
        x, y, z = self.groups
        text = f"{self.configuration}, groups=({x}, {y}, {z}): {self.seconds:.3g} s, {_bytes(self.shadow_bytes)}"
        return text + (f", ended {_ENDS.get(self.end, self.end)}" if self.ended_early else "")


@dataclass(frozen=True)
class CheckReport:
    """The result of a check. True if nothing was found. As text: one paragraph per finding."""

    kernel: str
    findings: tuple[Finding, ...]
    """Undefined behavior, and results that differ."""
    notes: tuple[Finding, ...]
    """Behavior that is defined but probably unintended."""
    runs: tuple[Run, ...]
    left_out: tuple[Configuration, ...] = ()
    """Configurations that were not run, because time ran out or the maximum number of findings was reached."""
    not_compared: tuple[str, ...] = ()
    """Arrays whose results were not compared, because they depend on a value that an atomic returned, or on the order of
    atomics on one element."""
    memories: tuple[str, ...] = ()
    """The kernel's buffers, images and arrays."""
    no_deadlock: str = ""
    """For a kernel with pipes: "any arguments" if no deadlock exists with any arguments at these wave sizes, "any order" if
    none exists in any order of the waves with the given arguments, and empty if this is not known."""
    language: str = "python"
    """The language of the kernel."""

    @property
    def ok(self) -> bool:
        """Whether there was at least one run and nothing was found. Notes do not count."""
        return bool(self.runs) and not self.findings

    @property
    def is_complete(self) -> bool:
        """Whether every run was started and finished."""
        return not self.left_out and not any(run.ended_early for run in self.runs)

    def __bool__(self) -> bool:
        return self.ok

    @public_entry
    def filter(
        self,
        *,
        rule: str | Collection[str] | None = None,
        notes: bool | None = None,
        file: str | os.PathLike[str] | None = None,
        line: int | Collection[int] | None = None,
        memory: str | None = None,
        wave_size: int | None = None,
    ) -> CheckReport:
        """Returns a report with only the findings that match all given criteria. ``rule``: one rule or several.
        ``notes``: True for notes only, False for no notes. ``file`` and ``line``: the finding has a place in a file,
        given by the end of its path, and at a line or one of several, such as ``range(10, 20)``. ``memory``: the
        parameter or variable that is accessed. ``wave_size``: a wave size that showed the finding. Raises WaveError for
        values that no finding can have."""
        known = dict.fromkeys([*RULES, *(finding.rule for finding in (*self.findings, *self.notes))])
        rules = _several("rule", rule, str, "the name of a rule, or several in a tuple")
        for name in rules or ():
            if name not in known:
                raise WaveError(f"there is no rule {name!r}", f"the rules are {', '.join(known)}")
        lines = _several("line", line, int, "the number of a line, or several: `range(10, 20)`")
        if file is not None and not isinstance(file, (str, os.PathLike)):
            raise WaveError(f"file is {file!r}", "pass the end of a file's path")
        file = None if file is None else os.fspath(file)
        if notes is not None and not isinstance(notes, bool):
            raise WaveError(f"notes is {notes!r}", "pass True for only notes, or False for no notes")
        if memory is not None and memory not in self._memories():
            fix = f"pass the name of a parameter or variable: {', '.join(self._memories())}"
            raise WaveError(f"kernel '{self.kernel}' has no memory {memory!r}", fix)
        if wave_size is not None and not is_integer(wave_size):
            raise WaveError(f"wave_size is {wave_size!r}", "pass an integer")

        def wanted(finding: Finding) -> bool:
            return (
                (rules is None or finding.rule in rules)
                and (notes is None or finding.is_note is notes)
                and (memory is None or finding.memory == memory)
                and (file is None and lines is None or any(_is_at(place, file, lines) for place in finding.places))
                and (wave_size is None or any(one.wave_size == wave_size for one in finding.configurations))
            )

        return dataclasses.replace(
            self, findings=tuple(filter(wanted, self.findings)), notes=tuple(filter(wanted, self.notes))
        )

    def _memories(self) -> tuple[str, ...]:
        """The memories that can be asked for."""
        named = [finding.memory for finding in (*self.findings, *self.notes) if finding.memory]
        return tuple(dict.fromkeys([*self.memories, *named]))

    def raise_if_found(self) -> CheckReport:
        """Raises CheckError if there are findings; otherwise returns this report."""
        if self.findings:
            raise CheckError(self)
        return self

    def to_json(self) -> str:
        """Returns the report as JSON, without the source text of places."""
        return json.dumps(
            {
                "kernel": self.kernel,
                "ok": self.ok,
                "is_complete": self.is_complete,
                "findings": [_described(finding) for finding in self.findings],
                "notes": [_described(note) for note in self.notes],
                "runs": [dataclasses.asdict(run) for run in self.runs],
                "left_out": [dataclasses.asdict(configuration) for configuration in self.left_out],
                "not_compared": list(self.not_compared),
                "no_deadlock": self.no_deadlock,
            },
            indent=2,
        )

    def to_sarif(self, root: str | None = None) -> str:
        """Returns the findings as errors and the notes as notes in SARIF 2.1.0, for code review tools. File names are
        relative to ``root``, by default the working directory, if the files are in it."""
        from .sarif import sarif_of

        return json.dumps(sarif_of([self._sarif(one) for one in (*self.findings, *self.notes)], root), indent=2)

    def _sarif(self, finding: Finding) -> Result:
        from .sarif import Result

        level = "note" if finding.is_note else "error"
        return Result(finding.rule, level, finding.message, finding.advice, finding.places, self.kernel, self.language)

    def __str__(self) -> str:
        full, short = _shortened(self.findings, _MOST_FINDINGS)
        full_notes, short_notes = _shortened(self.notes, _MOST_NOTES)
        paragraphs = [*full, *full_notes]
        for where, headlines in (("findings", short), ("notes", short_notes)):
            if headlines:
                what = _count(len(headlines), where[:-1])
                paragraphs.append("\n".join([*headlines, f"{what} abbreviated: `report.{where}` has the full text"]))
        return "\n\n".join([*paragraphs, self.summary])

    @property
    def summary(self) -> str:
        """The last line: the number of findings and of runs."""
        found = [_count(len(self.findings), "finding")] if self.findings else ["nothing found"]
        found += [_count(len(self.notes), "note")] if self.notes else []
        text = f"kernel '{self.kernel}': {' and '.join(found)} in {_count(len(self.runs), 'run')}"
        if len(self.runs) == 1:
            text += f" at {self.runs[0].configuration}"
        elif self.runs:
            sizes = dict.fromkeys(run.configuration.wave_size for run in self.runs)
            text += f" at wave size{'s' if len(sizes) > 1 else ''} {', '.join(map(str, sizes))}"
        seconds, shadow = sum(run.seconds for run in self.runs), max((run.shadow_bytes for run in self.runs), default=0)
        text += f"; {seconds:.3g} s" + (f", at most {_bytes(shadow)} to find races" if shadow else "")
        if self.not_compared:
            names = ", ".join(f"`{name}`" for name in self.not_compared)
            text += f"; not compared, because the order of atomics decides the results: {names}"
        text += _NO_DEADLOCK.get(self.no_deadlock, "")
        for end, why in _ENDS.items():
            early = sum(run.end == end for run in self.runs)
            text += f"; {_count(early, 'run')} ended {why}" if early else ""
        if self.left_out:
            text += f"; not run: {'; '.join(map(str, self.left_out))}"
        return text

    def __repr__(self) -> str:
        return f"<{self.summary}>"

    def _repr_html_(self) -> str:
        found = [("note" if one.is_note else "error", one) for one in (*self.findings, *self.notes)]
        return notebook.findings(self.summary, [(severity, one.headline, str(one)) for severity, one in found])


class CheckError(WaveError):
    """A kernel that ran with checks executed undefined behavior. ``report`` has the findings."""

    def __init__(self, report: CheckReport) -> None:
        super().__init__(str(report))
        self.report = report


def made_report(program: Program, found: Iterable[Finding], runs: Iterable[Run], **others: Any) -> CheckReport:
    """Makes a report, with findings and notes separated."""
    language = language_of(program.listing)
    found, runs = list(found), tuple(runs)
    causes = [finding for finding in found if not finding.is_note and finding.rule != "results-differ"]
    if numbers_lanes(program.listing.operations):
        found = [_with_placement(finding, runs) for finding in found]
    found = [_spelled(_with_cause(finding, causes), language) for finding in found]
    findings = tuple(finding for finding in found if not finding.is_note)
    notes = tuple(note for note in found if note.is_note)
    return CheckReport(
        program.name,
        findings,
        notes,
        runs,
        memories=memory_names(program.module),
        language=program.listing.language,
        **others,
    )


def refused_report(kernel: str, error: CompileError, language: str) -> CheckReport:
    """The report on a kernel that does not compile: the errors are its findings, and it has no runs."""
    findings = []
    for one in (error, *error.others):
        notes = [place_at(Location(file, line, column), said) for said, file, line, column in one.notes]
        location = Location(one.file, one.line, one.column) if one.file else None
        findings.append(Finding(one.id or "", one.message, one.fix or "", (place_at(location), *notes)))
    return CheckReport(kernel, tuple(findings), (), (), language=language)


def _spelled(finding: Finding, language: Language) -> Finding:
    """A finding in the spelling of the kernel's language."""
    places = tuple(dataclasses.replace(place, label=language.advice(place.label)) for place in finding.places)
    return dataclasses.replace(
        finding,
        message=language.advice(finding.message),
        advice=language.final(language.advice(finding.advice)),
        places=places,
    )


def _with_placement(finding: Finding, runs: Sequence[Run]) -> Finding:
    """Puts the placement of threads in waves first in the advice, if only runs showed the mistake whose threads are not in
    order in the waves that they need."""
    placement = finding.placement
    # The advice on differing results already covers the placement.
    if not placement or finding.rule == "results-differ" or all(run.configuration.placement for run in runs):
        return finding
    return dataclasses.replace(finding, advice=f"{DEPENDS[placement]}{NOT_THE_PLACEMENT}{finding.advice}")


def _with_cause(finding: Finding, causes: Sequence[Finding]) -> Finding:
    """Names undefined behavior of the kernel in the advice on results that differ, which it may cause: other advice
    assumes a kernel without it. A race on the same array is the likeliest cause, then any race."""
    if finding.rule != "results-differ" or not causes:
        return finding
    places = set(_places(finding))

    def distance(cause: Finding) -> tuple[bool, bool, bool]:
        return cause.memory != finding.memory, not places & set(_places(cause)), cause.rule not in PAIRS

    cause = min(causes, key=distance)
    name = CAUSES[cause.rule] if cause.rule in CAUSES and cause.memory else OTHER_CAUSE
    line = f" at line {cause.location.line}" if cause.location else ""
    named = name.format(memory=cause.memory, rule=cause.rule)
    return dataclasses.replace(finding, advice=CAUSE_FIRST.format(cause=named, line=line))


def _several(name: str, value: Any, kind: type, fix: str) -> frozenset[Any] | None:
    """Returns one value or several of a kind as a set; None means all."""
    if value is None:
        return None
    is_one = is_integer if kind is int else lambda one: isinstance(one, kind)
    if is_one(value):
        return frozenset([value])
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        raise WaveError(f"{name} is {value!r}", f"pass {fix}")
    values = list(value)
    if not all(map(is_one, values)):
        raise WaveError(f"{name} is {value!r}", f"pass {fix}")
    return frozenset(values)


def _shortened(findings: Sequence[Finding], most: int) -> tuple[list[str], list[str]]:
    """Formats the first findings in full, and the rest in one line each."""
    return [str(finding) for finding in findings[:most]], [finding.headline for finding in findings[most:]]


def _places(finding: Finding) -> Iterator[tuple[str, int]]:
    """Yields the source lines that the finding names."""
    for place in finding.places:
        if place.location:
            yield place.location.file, place.location.line


def _is_at(place: Place, file: str | None, lines: Collection[int] | None) -> bool:
    """Whether a place, or a call that leads to it from the kernel, matches."""
    return any(
        (file is None or location.file.endswith(file)) and (lines is None or location.line in lines)
        for location in (place.location, *place.calls)
        if location
    )


def _described(finding: Finding) -> dict[str, Any]:
    described = dataclasses.asdict(finding)
    # The text of a source line belongs to the file, and the shape of a race is in its advice.
    del described["shape"]
    for place in described["places"]:
        del place["source"]
    return described


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _bytes(number: int) -> str:
    for power, unit in ((30, "GiB"), (20, "MiB"), (10, "KiB")):
        if number >= 1 << power:
            return f"{number / (1 << power):.3g} {unit}"
    return f"{number} bytes"
