"""Errors and warnings on standard output, for the programs that read the results of ``--json``."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import click

from ..errors import CompileError, WaveError, WaveWarning
from .messages import WARNINGS, WarningsAreErrors, in_options
from .wording import on_command_line

#: Where the context keeps whether the errors of a command have been printed as JSON.
_TOLD = f"{__name__}.told"
_RULE = re.compile(r" \[([a-z0-9]+(?:-[a-z0-9]+)*)\]$")


def errors_as_json(function: Callable[..., Any]) -> Callable[..., Any]:
    """With ``--json``, also prints the errors of a command as JSON. Its result has ``"ok": true`` instead."""

    @functools.wraps(function)
    def command(*arguments: Any, **options: Any) -> Any:
        try:
            return function(*arguments, **options)
        except WaveError as error:
            if options.get("as_json") or options.get("form") == "json":
                _tell(options.get("kernel"), _errors(error))
            raise

    return command


@contextmanager
def usage_errors_as_json(arguments: Sequence[str]) -> Iterator[None]:
    """Prints a wrong command line, and an error that its command has not printed, as JSON if the line asks for it."""
    try:
        yield
    except (click.UsageError, WaveError) as error:
        if asks_for_json(arguments) and not click.get_current_context().meta.get(_TOLD):
            is_usage = isinstance(error, click.UsageError)
            _tell(None, [_error(None, error.format_message(), None, [])] if is_usage else _errors(error))
        raise


def asks_for_json(arguments: Sequence[str]) -> bool:
    """Whether a command line has ``--json`` or ``--format json``."""
    pairs = zip(arguments, arguments[1:], strict=False)
    return "--json" in arguments or "--format=json" in arguments or ("--format", "json") in pairs


def told_warnings() -> list[dict[str, Any]]:
    """The warnings of this package that the command has given so far."""
    return list(map(_warning, click.get_current_context().meta.get(WARNINGS, ())))


def _warning(warning: Any) -> dict[str, Any]:
    if not isinstance(warning, WaveWarning):
        return _error(None, str(warning), None, [])
    first, *lines = str(warning).split("\n")
    rule = _RULE.search(first)
    helps = [line.removeprefix("help: ") for line in lines if line.startswith("help: ")]
    notes = [(line, "", 0, 0) for line in lines if not line.startswith("help: ")]
    place = ("", warning.file, warning.line, warning.column)
    message = first[: rule.start()] if rule else first
    return _error(rule[1] if rule else None, message, "; ".join(helps), [place, *notes])


def _tell(kernel: str | None, errors: Sequence[dict[str, Any]]) -> None:
    click.get_current_context().meta[_TOLD] = True
    shown = {"kernel": kernel, "ok": False, "errors": list(errors), "warnings": told_warnings()}
    click.echo(json.dumps(shown, indent=2))


def _errors(error: WaveError) -> Sequence[dict[str, Any]]:
    from ..checker.report import CheckError

    if isinstance(error, CompileError):
        return [
            _error(
                one.id,
                on_command_line(one.message),
                on_command_line(one.fix or ""),
                [("", one.file, one.line, one.column), *one.notes],
            )
            for one in (error, *error.others)
        ]
    if isinstance(error, WarningsAreErrors):
        told = list(map(_warning, error.warnings))
        return [{**one, "message": f"a warning is an error with -WX: {one['message']}"} for one in told]
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
    return [_error(error.id, in_options(error.message, command), in_options(error.fix or "", command), [])]


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
