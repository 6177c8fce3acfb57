"""Messages on standard error: errors, warnings and progress."""

from __future__ import annotations

import linecache
import os
import re
import sys
import threading
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TextIO

import click

from ..errors import CompileError, InternalError, WaveError, WaveWarning, excerpt, place_of, render
from ..frontends.text_files import STANDARD_INPUT_NAME, SUFFIXES
from .wording import configurations_in_words, on_command_line

#: Where the context of a command keeps the warnings that it has given.
WARNINGS = f"{__name__}.warnings"
#: Work that takes longer shows progress.
_QUIET_SECONDS = 0.4


def from_here(text: str) -> str:
    """Shortens the names of files in the working directory to relative paths."""
    folder = os.getcwd()
    return text if folder == os.sep else text.replace(folder + os.sep, "")


_KEYWORD = re.compile(r"""`?\b(?P<name>[a-z_]+)=(?P<value>"[\w.:,-]*"|'[\w.:,-]*'|[\w.]*)(?![\w(\[{])`?""")
_LEFT_OUT = re.compile(r"leave `(?P<name>\w+)` out")
_PLACE = re.compile(r"(?P<file>.*?):(?P<line>\d+):(?P<column>\d+): ")
#: Where the rest of a long report is.
_REST = re.compile(r"`report\.(?:findings|notes)` has the full text")
#: Keywords of Python whose options have another name.
_RENAMED = {"wave_size": "wave_sizes", "wave_order": "wave_orders"}
#: The value of a keyword at the beginning of a sentence or of a part of it: `tolerance is -1.0`.
_STATED = re.compile(r"(?:^|(?<=, )|(?<=and ))(?P<name>[a-z_]+) is (?='|-?\d)")
#: An order of lanes or waves in Python's spelling: `("shuffled", 1)` is shown as `shuffled:1`.
_ORDER = re.compile(r'(lane|wave)_order=\(?("\w+"(?:, \d+)?)\)?')


def in_options(text: str, command: click.Command, but: str = "") -> str:
    """Replaces keyword arguments of Python, such as ``by_wave_size="out"``, with this command's options, except one."""
    options = {option.name: option for option in command.params if isinstance(option, click.Option)}

    def spelled(keyword: re.Match[str]) -> str:
        option = options.get(keyword["name"]) or options.get(_RENAMED.get(keyword["name"], ""))
        if option is None or keyword["name"] == but:
            return keyword[0]
        value = "" if option.is_flag else keyword["value"].strip("\"'") or option.metavar or ""
        return f"`{option.opts[-1]} {value}`" if value else f"`{option.opts[-1]}`"

    def left_out(advice: re.Match[str]) -> str:
        option = options.get(advice["name"])
        return advice[0] if option is None else f"leave `{option.opts[-1]}` out"

    def stated(found: re.Match[str]) -> str:
        option = options.get(found["name"]) or options.get(_RENAMED.get(found["name"], ""))
        return found[0] if option is None else f"`{option.opts[-1]}` is "

    text = _LEFT_OUT.sub(left_out, _KEYWORD.sub(spelled, on_command_line(text)))
    return _STATED.sub(stated, text)


def advice_in_options(text: str, command: click.Command) -> str:
    """Replaces keyword arguments in the advice of a report, and the spelling of orders. There, ``wave_size`` is an argument of the decorator."""
    text = _ORDER.sub(lambda order: f"{order[1]}_order=" + order[2].replace('"', "").replace(", ", ":"), text)
    if any("--json" in option.opts for option in command.params):
        text = _REST.sub("`--json` has the full text", text)
    lines = configurations_in_words(on_command_line(text)).split("\n")
    return "\n".join(in_options(line, command, "wave_size") if line.startswith("help: ") else line for line in lines)


def with_source(remark: str) -> str:
    """Adds the source line to a remark, ``file:line:column: remark: text``."""
    place = _PLACE.match(remark)
    text = linecache.getline(place["file"], int(place["line"])).rstrip("\n") if place else ""
    if place is None or not text.strip():
        return remark
    first, *notes = remark.split("\n")
    return "\n".join([first, *excerpt(int(place["line"]), int(place["column"]), text), *notes])


def show_error(error: WaveError, program: str, command: click.Command | None = None, of_shader: bool = False) -> None:
    """Prints an error as Python shows it, and the command that explains its rule. ``command`` is the one that failed:
    advice names its options, except for errors in the source. ``of_shader``: the command was given a shader."""
    for one in (error, *(error.others if isinstance(error, CompileError) else ())):
        _show_one(one, command)
    # A fault of the kernel needs no repetition, unless the user looks at the compiler's steps.
    repeat = error.repeat if isinstance(error, CompileError) and error.is_inspected else None
    if repeat is not None:
        click.echo(f"repeat: {repeat}", err=True)
    for rule in _rules(error):
        click.echo(f"more: {program} explain {rule}{' --hlsl' if of_shader or is_of_shader(error) else ''}", err=True)


def is_of_shader(error: WaveError) -> bool:
    """Whether an error is in an HLSL file."""
    return is_shader_name(error.file if isinstance(error, CompileError) else "")


def is_shader_name(file: str) -> bool:
    """Whether a file is HLSL, by its name."""
    return file == STANDARD_INPUT_NAME or os.path.splitext(file)[1].lower() in SUFFIXES["hlsl"]


def _show_one(error: WaveError, command: click.Command | None) -> None:
    from ..checker.report import CheckError

    shown = on_command_line(render(error, others=False))
    if command is not None and not isinstance(error, CompileError):
        shown = (advice_in_options if isinstance(error, CheckError) else in_options)(shown, command)
    first, _, rest = from_here(shown).partition("\n")
    kind = "internal error" if isinstance(error, InternalError) else "error"
    if isinstance(error, CompileError) and error.file:
        # The place comes first, where editors look for it.
        place = place_of(from_here(error.file), error.line, error.column)
        shown_place = f"{click.style(place, bold=True)} {click.style(f'{kind}:', fg='red', bold=True)}"
        first = first.replace(place, shown_place, 1)
    else:
        first = f"{click.style(f'{kind}:', fg='red', bold=True)} {first}"
    click.echo("\n".join(filter(None, [first, rest])), err=True)


def _rules(error: WaveError) -> list[str]:
    """Returns the ids to explain: the error's own, or those of the findings of an execution or check."""
    if error.id:
        return list(dict.fromkeys(one.id for one in (error, *getattr(error, "others", ())) if one.id))
    report = getattr(error, "report", error)
    return list(dict.fromkeys(finding.rule for finding in getattr(report, "findings", ())))


def show_warning(
    message: Any, category: type[Warning], filename: str, lineno: int, file: TextIO | None = None, line: Any = None
) -> None:
    """Prints a warning of this package like an error; other warnings as Python does."""
    if not issubclass(category, WaveWarning):
        click.echo(warnings.formatwarning(message, category, filename, lineno, line), err=True, nl=False)
        return
    column = getattr(message, "column", 0)
    place = click.style(f"{from_here(filename)}:{lineno}:{f'{column}:' if column else ''}", bold=True)
    first, *notes = from_here(str(message)).split("\n")
    source = getattr(message, "source_line", "")
    shown = excerpt(lineno, column, source) if column and source.strip() else []
    text = "\n".join([first, *shown, *notes])
    click.echo(f"{place} {click.style('warning:', fg='yellow', bold=True)} {text}", err=True)


def tell_warning(text: str) -> None:
    """Prints a warning about the command line."""
    click.get_current_context().meta.setdefault(WARNINGS, []).append(text)
    click.echo(f"{click.style('warning:', fg='yellow', bold=True)} {text}", err=True)


def first_line(warning: Any) -> str:
    """The place and the first line of a warning."""
    said = str(warning).split("\n")[0]
    place = place_of(from_here(warning.file), warning.line, warning.column) if getattr(warning, "file", "") else ""
    return f"{place} {said}".strip()


class WarningsAreErrors(WaveError):
    """The error of ``-WX``."""

    def __init__(self, found: Sequence[Any]):
        self.warnings = found
        message = "a warning is an error with -WX"
        if first := first_line(found[0]):
            message += f": {first}" + (f", and {len(found) - 1} more" if len(found) > 1 else "")
        super().__init__(message, "correct what the warnings report, or leave out -WX")


@contextmanager
def counted_warnings(shown: bool) -> Iterator[list[Any]]:
    """Collects the warnings of this package in the block, and shows them unless ``shown`` is false."""
    show, found = warnings.showwarning, []

    def take(message: Any, category: type[Warning], *place: Any, **rest: Any) -> None:
        is_ours = issubclass(category, WaveWarning)
        if is_ours:
            found.append(message)
        if shown or not is_ours:
            show(message, category, *place, **rest)

    with warnings.catch_warnings():
        warnings.showwarning = take
        yield found


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
