"""Findings as SARIF 2.1.0, the input format of code review tools."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from ..explanations import rule
from ..frontends.languages import LANGUAGES
from ..ir.module import Location
from .findings import Place

VERSION = "2.1.0"
SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_ROOT = "SRCROOT"


class Replacement(NamedTuple):
    """A change of a file: the text between two places, the end exclusive, and the text in its place."""

    line: int
    column: int
    end_line: int
    end_column: int
    text: str


class Fix(NamedTuple):
    """The changes of one file that remove the cause of a finding."""

    description: str
    file: str
    replacements: Sequence[Replacement]


class Result(NamedTuple):
    """A finding of a lint or of a check."""

    id: str
    level: str
    """"error", "warning" or "note"."""
    message: str
    advice: str
    places: Sequence[Place]
    """The place of the finding, then related places, each with its label."""
    kernel: str
    language: str
    """The language of the kernel, whose names the description of the rule has."""
    fix: Fix | None = None


def sarif_of(results: Sequence[Result], root: str | None = None) -> dict[str, Any]:
    """Returns the log of one run. File names are relative to ``root``, by default the working directory, if the files
    are in it."""
    folder = Path(root or os.getcwd()).absolute()
    first = {result.id: result for result in reversed(results)}
    # Errors of Python itself, such as those of its syntax, have no id.
    ids = list(dict.fromkeys(result.id for result in results if result.id))
    rules = [_rule(name, first[name].language) for name in ids]
    return {
        "$schema": SCHEMA,
        "version": VERSION,
        "runs": [
            {
                "tool": {"driver": {"name": "wavedialect", "rules": rules}},
                "columnKind": "unicodeCodePoints",
                "originalUriBaseIds": {_ROOT: {"uri": f"{folder.as_uri()}/"}},
                "results": [_result(result, ids, folder) for result in results],
            }
        ],
    }


def _rule(name: str, language: str) -> dict[str, Any]:
    described: dict[str, Any] = {"id": name}
    if (page := rule(name)) is not None:
        spelling = LANGUAGES[language]
        described["shortDescription"] = {"text": spelling.page(page.rule)}
        described["fullDescription"] = {"text": spelling.page(" ".join(page.why.split()))}
        if help := spelling.help_of(name):
            described["help"] = {"text": help}
        described["defaultConfiguration"] = {"level": next(iter(page.severities.values()))}
    return described


def _result(result: Result, ids: Sequence[str], folder: Path) -> dict[str, Any]:
    described: dict[str, Any] = {
        **({"ruleId": result.id, "ruleIndex": ids.index(result.id)} if result.id else {}),
        "level": result.level,
        "message": {"text": f"{result.message}. {result.advice}" if result.advice else result.message},
    }
    first = result.places[0] if result.places else None
    if first is not None and first.location:
        described["locations"] = [_location(first.location, folder, result.kernel)]
    related = [_related(place, folder) for place in result.places[1:] if place.location]
    calls = first.calls if first is not None else ()
    related += [{**_location(call, folder), "message": {"text": "called from here"}} for call in calls]
    if result.fix is not None:
        described["fixes"] = [_fix(result.fix, folder)]
    if related:
        described["relatedLocations"] = [{"id": number, **one} for number, one in enumerate(related)]
    return described


def _fix(fix: Fix, folder: Path) -> dict[str, Any]:
    replacements = [
        {
            "deletedRegion": {
                "startLine": change.line,
                "startColumn": change.column,
                "endLine": change.end_line,
                "endColumn": change.end_column,
            },
            "insertedContent": {"text": change.text},
        }
        for change in fix.replacements
    ]
    change = {"artifactLocation": _artifact(fix.file, folder), "replacements": replacements}
    return {"description": {"text": f"{fix.description[0].upper()}{fix.description[1:]}."}, "artifactChanges": [change]}


def _artifact(file: str, folder: Path) -> dict[str, str]:
    path = Path(file).absolute()
    if path.is_relative_to(folder):
        return {"uri": quote(path.relative_to(folder).as_posix()), "uriBaseId": _ROOT}
    return {"uri": path.as_uri()}


def _related(place: Place, folder: Path) -> dict[str, Any]:
    assert place.location is not None
    return {**_location(place.location, folder), "message": {"text": place.label}}


def _location(location: Location, folder: Path, kernel: str = "") -> dict[str, Any]:
    region = {"startLine": location.line, "startColumn": location.column}
    artifact = _artifact(location.file, folder)
    described: dict[str, Any] = {"physicalLocation": {"artifactLocation": artifact, "region": region}}
    if kernel:
        described["logicalLocations"] = [{"name": kernel, "kind": "function"}]
    return described
