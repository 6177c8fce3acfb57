"""Errors on standard output, for the programs that read the results of ``--json``."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Sequence
from typing import Any

import click

from ..errors import CompileError, WaveError
from .messages import in_options


def errors_as_json(function: Callable[..., Any]) -> Callable[..., Any]:
    """With ``--json``, also prints the errors of a command as JSON. Its result has ``"ok": true`` instead."""

    @functools.wraps(function)
    def command(*arguments: Any, **options: Any) -> Any:
        try:
            return function(*arguments, **options)
        except WaveError as error:
            if options["as_json"]:
                shown = {"kernel": options["kernel"], "ok": False, "errors": list(_errors(error))}
                click.echo(json.dumps(shown, indent=2))
            raise

    return command


def _errors(error: WaveError) -> Sequence[dict[str, Any]]:
    from ..checker.report import CheckError

    if isinstance(error, CompileError):
        return [
            _error(one.id, one.message, one.fix, [("", one.file, one.line, one.column), *one.notes])
            for one in (error, *error.others)
        ]
    command = click.get_current_context().command
    if isinstance(error, CheckError):
        return [
            _error(
                finding.rule,
                finding.message,
                in_options(finding.advice, command),
                [_place(one) for one in finding.places],
            )
            for finding in error.report.findings
        ]
    return [_error(error.id, error.message, in_options(error.fix or "", command), [])]


def _place(place: Any) -> tuple[str, str, int, int]:
    at = place.location
    return (place.label, at.file, at.line, at.column) if at else (place.label, "", 0, 0)


def _error(
    id: str | None, message: str, help: str | None, places: Sequence[tuple[str, str, int, int]]
) -> dict[str, Any]:
    first, *notes = [
        {"message": said, "file": file or None, "line": line or None, "column": column or None}
        for said, file, line, column in places or [("", "", 0, 0)]
    ]
    return {"id": id or None, **first, "message": message, "help": help or None, "notes": notes}
