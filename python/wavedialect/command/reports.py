"""The format of reports, and the file that they are written to."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

import click

from ..errors import WaveError
from .messages import from_here
from .standard_output import STANDARD_OUTPUT

_FORMATS = ("text", "json", "sarif")


class Report(Protocol):
    """A report that programs read."""

    def to_json(self) -> str: ...

    def to_sarif(self) -> str: ...


def report_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Adds ``--format``, ``--json`` and ``--output``, and passes them to the command as ``form`` and ``output``."""

    @functools.wraps(function)
    def command(*arguments: Any, **options: Any) -> Any:
        if options.pop("as_json"):
            if options["form"] == "sarif":
                raise click.UsageError("--json and --format sarif name two formats: leave one out")
            options["form"] = "json"
        if options["output"] == STANDARD_OUTPUT:
            options["output"] = None
        return function(*arguments, **options)

    command = click.option("-o", "--output", metavar="FILE", help="Write the report to this file.")(command)
    command = click.option("--json", "as_json", is_flag=True, help="The same as --format json.")(command)
    return click.option(
        "--format",
        "form",
        type=click.Choice(_FORMATS),
        default="text",
        show_default=True,
        help="The format of the report; sarif is for code review tools.",
    )(command)


def write_report(
    form: str, output: str | None, text: str, report: Report, more: Mapping[str, Any] = MappingProxyType({})
) -> None:
    """Prints a report, or writes it to a file. ``text`` is the report in the format "text", and ``more`` are facts about the
    command for the format "json"."""
    written = {"text": lambda: text, "json": report.to_json, "sarif": report.to_sarif}[form]()
    if form == "json" and more:
        written = json.dumps({**json.loads(written), **more}, indent=2)
    if output is None:
        click.echo(from_here(written) if form == "text" else written)
        return
    try:
        Path(output).write_text(f"{written}\n", encoding="utf-8")
    except OSError as error:
        raise WaveError(f"'{output}' cannot be written: {error.strerror}", "name another file by -o") from None
