"""Findings as SARIF 2.1.0, the input format of code review tools."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ..checker.findings import Place
from ..explanations import rule
from ..ir.module import Location
from .findings import LintFinding
from .fixes import Fix

VERSION = "2.1.0"
SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_ROOT = "SRCROOT"


def sarif_of(findings: Sequence[LintFinding], root: str | None = None) -> dict[str, Any]:
    """Returns the log of one run. File names are relative to ``root``, by default the working directory, if the files
    are in it."""
    folder = Path(root or os.getcwd()).absolute()
    ids = list(dict.fromkeys(finding.lint for finding in findings))
    return {
        "$schema": SCHEMA,
        "version": VERSION,
        "runs": [
            {
                "tool": {"driver": {"name": "wavedialect", "rules": [_rule(name) for name in ids]}},
                "columnKind": "unicodeCodePoints",
                "originalUriBaseIds": {_ROOT: {"uri": f"{folder.as_uri()}/"}},
                "results": [_result(finding, ids.index(finding.lint), folder) for finding in findings],
            }
        ],
    }


def _rule(name: str) -> dict[str, Any]:
    described: dict[str, Any] = {"id": name}
    if (page := rule(name)) is not None:
        described["shortDescription"] = {"text": page.rule}
        described["fullDescription"] = {"text": " ".join(page.why.split())}
        if page.help:
            described["help"] = {"text": page.help}
        described["defaultConfiguration"] = {"level": next(iter(page.severities.values()))}
    return described


def _result(finding: LintFinding, index: int, folder: Path) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.lint,
        "ruleIndex": index,
        "level": finding.severity,
        "message": {"text": f"{finding.message}. {finding.advice}" if finding.advice else finding.message},
    }
    if finding.location:
        result["locations"] = [_location(finding.location, folder, finding.kernel)]
    related = [_related(place, folder) for place in finding.related if place.location]
    calls = finding.places[0].calls if finding.places else ()
    related += [{**_location(call, folder), "message": {"text": "called from here"}} for call in calls]
    if finding.fix is not None and finding.fix.is_in_file:
        result["fixes"] = [_fix(finding.fix, folder)]
    if related:
        result["relatedLocations"] = [{"id": number, **one} for number, one in enumerate(related)]
    return result


def _fix(fix: Fix, folder: Path) -> dict[str, Any]:
    replacements = [
        {
            "deletedRegion": {
                "startLine": edit.line,
                "startColumn": edit.column,
                "endLine": edit.end_line,
                "endColumn": edit.end_column,
            },
            "insertedContent": {"text": edit.replacement},
        }
        for edit in fix.edits
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
