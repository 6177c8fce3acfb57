"""Findings of lints, with their places in the user's source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..checker import sarif
from ..checker.findings import Place, place_at
from ..checker.statements import statement_at
from ..driver.judgement import rule_of
from ..errors import CompileError, WaveWarning, place_of
from ..frontends.languages import LANGUAGES, Language
from ..frontends.python.source import decorator_argument
from ..ir.module import Location
from . import loop_advice
from .fixes import Fix, fix_of

_HELP = "help: "
_FIX = "fix: "
_CALLED = "called from here"
_OF_CLANG = "hlsl-syntax"
"""The id of Clang's own warnings."""
_WITHOUT_BARRIER = "groupshared-without-barrier"
_BETWEEN = "put 'wave.barrier group sync' between the two"
_IN_ONE_STATEMENT = "load the element into a variable, and put 'wave.barrier group sync' between the load and the store"


@dataclass(frozen=True)
class LintFinding:
    """A finding of a lint, or an error for which every target refuses the kernel."""

    lint: str
    """The id of the lint or of the error."""
    severity: str
    """One of: "warning": wrong on some device, or wasteful on every one; "note": advice; "error": the kernel is
    refused."""
    message: str
    advice: str
    """What to write instead."""
    places: tuple[Place, ...]
    """The place of the finding, then the related places."""
    kernel: str
    """The name of the kernel."""
    fix: Fix | None = None
    """The change of the source that removes the cause, if there is exactly one right fix and the form of the source is
    recognized."""
    language: str = "python"
    """The language of the kernel."""

    @property
    def location(self) -> Location | None:
        """The place of the finding."""
        return self.places[0].location if self.places else None

    @property
    def related(self) -> tuple[Place, ...]:
        """Related places. The ``label`` of each describes the relation."""
        return self.places[1:]

    @property
    def headline(self) -> str:
        """The finding in one line."""
        at = self.location
        where = f"{place_of(at.file, at.line, at.column)} " if at else ""
        return f"{where}{self.severity}: {self.message} [{self.lint}]"

    def __str__(self) -> str:
        lines = []
        for place in self.places[:1]:
            lines += place.lines(f"{self.severity}: {self.message} [{self.lint}]")
        for place in self.related:
            lines += place.lines(f"note: {place.label}")
        lines = lines or [self.headline]
        if self.advice:
            lines.append(f"help: {self.advice}")
        return "\n".join(lines)

    def sarif(self) -> sarif.Result:
        """Returns the finding for a log of SARIF."""
        fix = None
        if self.fix is not None and self.fix.is_in_file:
            changes = [sarif.Replacement(*edit.start, *edit.end, edit.replacement) for edit in self.fix.edits]
            fix = sarif.Fix(self.fix.description, self.fix.file, changes)
        return sarif.Result(
            self.lint, self.severity, self.message, self.advice, self.places, self.kernel, self.language, fix
        )

    def described(self) -> dict[str, Any]:
        """Returns the finding as a dictionary for JSON."""
        return {
            "lint": self.lint,
            "severity": self.severity,
            "message": self.message,
            "advice": self.advice,
            "kernel": self.kernel,
            "places": [_described(place) for place in self.places],
            "fix": self.fix.described() if self.fix else None,
        }


def finding_of(
    diagnostic: Any, kernel: str, globals: Mapping[str, Any], language: str, spelling: Language
) -> LintFinding | None:
    """Makes a finding from a compiler diagnostic; None if the diagnostic has no id. ``globals`` are those of the
    kernel, and ``spelling`` is that of its language."""
    rule = rule_of(diagnostic.message)
    if rule is None:
        return None
    severity = "note" if diagnostic.severity == "remark" else diagnostic.severity
    message, advice = rule[0], spelling.help_of(rule[1])
    calls, places = [], []
    wanted = None
    for note in diagnostic.notes:
        if note.message.startswith(_HELP):
            advice = note.message.removeprefix(_HELP)
        elif note.message.startswith(_FIX):
            wanted = note
        elif note.message == _CALLED:
            calls.append(_location(note))
        else:
            callers = [_location(one) for one in note.notes if one.message == _CALLED]
            places.append(_place(note, spelling.finding(note.message), callers))
    fix = None
    if wanted is not None and wanted.file not in ("", "-"):
        related = [place.location for place in places if place.location]
        in_function = bool(calls) or any(place.calls for place in places)
        fix = fix_of(
            rule[1], wanted.message.removeprefix(_FIX), _location(wanted), related, in_function, globals, language
        )
    found = (_place(diagnostic, "", calls), *places)
    if rule[1] == _WITHOUT_BARRIER and fix is None and _is_one_statement(found):
        advice = advice.replace(_BETWEEN, _IN_ONE_STATEMENT)
    if rule[1] == loop_advice.LINT and spelling.is_python and found[0].location is not None:
        advice = loop_advice.loop_of_the_wave(found[0].location, advice, globals)
    advice = spelling.final(spelling.finding(advice))
    return LintFinding(rule[1], severity, spelling.finding(message), advice, found, kernel, fix, language)


def at_cause(finding: LintFinding) -> LintFinding:
    """Returns the finding at its cause: a finding about a kernel as a whole moves to the argument of its decorator."""
    place = finding.location
    found = decorator_argument(finding.lint, place.file, place.line) if place else None
    if found is None:
        return finding
    first = finding.places[0]
    return replace(finding, places=(place_at(found, first.label, calls=first.calls), *finding.related))


def finding_of_error(error: CompileError, kernel: str, language: str = "python") -> LintFinding:
    """Makes a finding from an error of the front end."""
    location = Location(error.file, error.line, error.column) if error.file else None
    notes = [place_at(Location(file, line, column), said) for said, file, line, column in error.notes]
    return LintFinding(
        error.id or "", "error", error.message, error.fix or "", (place_at(location), *notes), kernel, language=language
    )


def finding_of_warning(warning: WaveWarning, kernel: str, language: str) -> LintFinding:
    """Makes a finding from a warning of the front end."""
    message, rule = rule_of(str(warning)) or (str(warning), _OF_CLANG)
    place = place_at(Location(warning.file, warning.line, warning.column))
    return LintFinding(rule, "warning", message, LANGUAGES[language].help_of(rule), (place,), kernel, language=language)


def _is_one_statement(places: tuple[Place, ...]) -> bool:
    """Whether the first two places are in one statement, with no place for a barrier between them."""
    if len(places) < 2:
        return False
    (here, calls), (there, others) = ((place.location, place.calls) for place in places[:2])
    return (
        here is not None
        and there is not None
        and (here.file, calls) == (there.file, others)
        and statement_at(here) == statement_at(there)
    )


def _location(diagnostic: Any) -> Location:
    return Location(diagnostic.file, diagnostic.line, diagnostic.column)


def _place(diagnostic: Any, label: str, calls: list[Location]) -> Place:
    location = None if diagnostic.file in ("", "-") else _location(diagnostic)
    return place_at(location, label, calls=tuple(calls))


def _described(place: Place) -> dict[str, Any]:
    at = [{"file": one.file, "line": one.line, "column": one.column} for one in (place.location, *place.calls) if one]
    return {"label": place.label, **(at[0] if place.location else {}), "calls": at[1:] if place.location else at}
