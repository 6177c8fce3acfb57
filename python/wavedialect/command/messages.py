"""Messages on standard error: errors, warnings and progress."""

from __future__ import annotations

import os
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

import click

from ..errors import CompileError, InternalError, WaveError, WaveWarning, render

#: Work that takes longer shows progress.
_QUIET_SECONDS = 0.4


def from_here(text: str) -> str:
    """Shortens the names of files in the working directory to relative paths."""
    folder = os.getcwd()
    return text if folder == os.sep else text.replace(folder + os.sep, "")


def show_error(error: WaveError, program: str) -> None:
    """Prints an error as Python shows it, and the command that explains its rule."""
    first, _, rest = from_here(render(error)).partition("\n")
    kind = "internal error" if isinstance(error, InternalError) else "error"
    if isinstance(error, CompileError) and error.file:
        # The place comes first, where editors look for it.
        place = f"{from_here(error.file)}:{error.line}:{error.column}:"
        first = first.replace(place, f"{click.style(place, bold=True)} {click.style(f'{kind}:', fg='red', bold=True)}")
    else:
        first = f"{click.style(f'{kind}:', fg='red', bold=True)} {first}"
    click.echo("\n".join(filter(None, [first, rest])), err=True)
    command = None if isinstance(error, InternalError) else error.repeat
    if command is not None:
        click.echo(f"repeat: {command}", err=True)
    for rule in _rules(error):
        click.echo(f"more: {program} explain {rule}", err=True)


def _rules(error: WaveError) -> list[str]:
    """Returns the ids to explain: the error's own, or those of the findings of an execution or check."""
    if error.id:
        return [error.id]
    report = getattr(error, "report", error)
    return list(dict.fromkeys(finding.rule for finding in getattr(report, "findings", ())))


def show_warning(
    message: Any, category: type[Warning], filename: str, lineno: int, file: TextIO | None = None, line: Any = None
) -> None:
    """Prints a warning of this package like an error; other warnings as Python does."""
    if not issubclass(category, WaveWarning):
        click.echo(warnings.formatwarning(message, category, filename, lineno, line), err=True, nl=False)
        return
    place = click.style(f"{from_here(filename)}:{lineno}:", bold=True)
    click.echo(f"{place} {click.style('warning:', fg='yellow', bold=True)} {from_here(str(message))}", err=True)


@contextmanager
def working(title: str) -> Iterator[None]:
    """On a terminal, shows the current work and its duration if it takes more than a moment."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn()
    progress = Progress(*columns, console=Console(stderr=True), transient=True)
    progress.add_task(title, total=None)
    timer = threading.Timer(_QUIET_SECONDS, progress.start)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        progress.stop()
