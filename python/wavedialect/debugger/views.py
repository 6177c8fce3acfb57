"""What a session shows: variables, masks, frames, waves, arrays, and a line of time."""

from __future__ import annotations

import linecache
import os
import textwrap
from collections.abc import Iterator
from typing import Any

import numpy as np

from ..errors import WaveError
from ..numbers import ranges
from .array_views import WIDTH, array_title
from .code import DebuggedWave
from .operations import parts_of, title_of
from .places import file_text, lanes_text, place_text, wait_text
from .session import Session
from .values import INACTIVE, Value, type_text
from .variables import kind_of, matrix_of, memory_of, number_of, sorted_by_kind

_MOST_OF_LINE = 70


# --- Variables ---------------------------------------------------------------


def variables_text(session: Session, is_hex: bool = False) -> list[str]:
    """All variables of the current frame."""
    wave, frame = _stopped(session)
    lines: list[str] = []
    for name, operand in sorted_by_kind(frame.variables):
        lines += variable_text(session, wave, name, operand, is_hex)
    return lines or ["there are no variables yet"]


def variable_text(session: Session, wave: DebuggedWave, name: str, operand: Any, is_hex: bool = False) -> list[str]:
    """A variable with its type and its values."""
    builder, language = session.machine.kernel.builder, session.language
    number = number_of(operand, wave, builder)
    if number is not None:
        return value_text(session, wave, name, number, is_hex)
    memory = memory_of(operand, wave, builder)
    if memory is not None:
        return [f"{name}: {array_title(session, name, memory)}"]
    matrix = matrix_of(operand, wave, builder)
    if matrix is not None:
        rows = ["  " + " ".join(str(one) for one in row) for row in matrix]
        return [f"{name}: {operand.type.name}", *rows]
    kind = kind_of(operand)
    title = type_text(getattr(operand, "type", None), language) if hasattr(operand, "type") else kind
    return [f"{name}: {title}"] if kind != "a name of Python" else []


def value_text(session: Session, wave: DebuggedWave, name: str, value: Value, is_hex: bool = False) -> list[str]:
    """A named value."""
    if session.lane is not None:
        return [f"{name} = {lane_text(session, wave, value, session.lane, is_hex)}"]
    if value.data is None:
        lines: list[str] = []
        for end, part in value.parts:
            lines += value_text(session, wave, name + end, part, is_hex)
        return lines
    return _wrapped(f"{name} = {value.text(wave.mask, session.language, is_hex)}")


def lane_text(session: Session, wave: DebuggedWave, value: Value, lane: int, is_hex: bool = False) -> str:
    """The value of one lane; a dash if the lane is inactive."""
    return value.lane(lane, session.language, is_hex) if wave.mask[lane] else "-"


def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(line, WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False) or [
        line
    ]


def _stopped(session: Session) -> Any:
    wave = session.wave
    if wave is None:
        raise WaveError("the run has ended", "type `back` to go to the last statement")
    if wave.statement is None:
        raise WaveError(f"wave {wave.index} has not started", "type `next`")
    return wave, session.frames()[session.frame][0]


def table_text(session: Session) -> list[str]:
    """The lanes of the wave as a table: a column for each variable that is a number."""
    wave, frame = _stopped(session)
    builder, language = session.machine.kernel.builder, session.language
    columns: list[tuple[str, list[str]]] = [("lane", [str(lane) for lane in range(wave.lanes)])]

    def add(name: str, value: Value) -> None:
        if value.data is None:
            for end, part in value.parts:
                add(name + end, part)
        else:
            columns.append((name, value.lanes(wave.mask, language)))

    for name, operand in frame.variables.items():
        value = number_of(operand, wave, builder)
        if value is not None:
            add(name, value)
    widths = [max(len(name), *map(len, cells)) for name, cells in columns]
    lines = ["  ".join(name.rjust(width) for (name, _), width in zip(columns, widths, strict=True))]
    for lane in range(wave.lanes):
        if wave.mask[lane]:
            lines.append("  ".join(cells[lane].rjust(w) for (_, cells), w in zip(columns, widths, strict=True)))
        else:
            lines.append("  ".join([str(lane).rjust(widths[0]), *("-".rjust(w) for w in widths[1:])]))
    return lines


def mask_text(session: Session) -> list[str]:
    """The active lanes, and where the other lanes wait."""
    wave, _ = _stopped(session)
    lines = [f"active: {ranges(np.flatnonzero(wave.mask).tolist())} of {wave.lanes} lanes"]
    entered = [region.entered for region in wave.regions]
    for region, inner in zip(wave.regions, [*entered, wave.mask][1:], strict=True):
        waiting = region.entered & ~inner & wave.alive
        if not waiting.any():
            continue
        place = region.operation.location
        text = textwrap.shorten(linecache.getline(place.file, place.line).strip(), _MOST_OF_LINE, placeholder=" ...")
        lanes = np.flatnonzero(waiting).tolist()
        lines.append(f"wait at line {place.line}, `{text}`: {ranges(lanes)}")
    retired = wave.started & ~wave.alive
    if retired.any():
        lines.append(f"have returned: {ranges(np.flatnonzero(retired).tolist())}")
    if not wave.started.all():
        lines.append(f"do not exist: {ranges(np.flatnonzero(~wave.started).tolist())}")
    return lines


def frames_text(session: Session) -> list[str]:
    """The functions that run, innermost first."""
    found = session.frames()
    if not found:
        return place_text(session)
    lines = []
    for number, (frame, statement, line) in enumerate(found):
        mark = "*" if number == session.frame else " "
        lines.append(f"{mark} {number}  {frame.function} at {file_text(statement)}:{line}")
    return lines


def waves_text(session: Session) -> list[str]:
    """The waves of the group."""
    run = session.machine.run
    if run is None:
        return ["the run has ended"]
    lines = []
    for wave in run.waves:
        mark = "*" if wave.index == session.current else " "
        state = session.state_of(wave.index)
        if wave.statement is None:
            lines.append(f"{mark} wave {wave.index}: {state}")
            continue
        said = f"waits {wait_text(session, wave.index)}" if state == "waits" else state
        place = f"{wave.statement.function} at {file_text(wave.statement)}:{wave.statement.location.line}"
        lines.append(f"{mark} wave {wave.index}: {place}, {lanes_text(wave)}, {said}")
    return lines


def operations_text(session: Session) -> list[str]:
    """The wave operations of the statement, with their operands and results."""
    wave, _ = _stopped(session)
    lines: list[str] = []
    for one in wave.executed:
        lines.append(f"line {one.operation.location.line}: {title_of(session, one)}")
        for name, value in parts_of(session, one):
            if session.lane is None:
                lines += _wrapped(f"  {name} {value.text(one.mask, session.language)}")
            else:
                shown = value.lane(session.lane, session.language) if one.mask[session.lane] else INACTIVE
                lines.append(f"  {name} {shown}")
    return lines or ["the statement has executed no wave operation"]


# --- Source ------------------------------------------------------------------


def source_text(session: Session, around: int | None = None) -> list[str]:
    """The lines around the statement, or around a line; a dot marks breakpoints."""
    wave = session.wave
    place = session.location if wave is None or wave.statement is None else wave.statement.location
    current = place.line
    if wave is not None and wave.statement is not None:
        current = session.frames()[session.frame][2]
    middle = current if around is None else around
    marked = {one.line for one in session.breakpoints.all if one.file == place.file}
    lines = []
    for line in range(max(middle - 5, 1), middle + 6):
        text = linecache.getline(place.file, line)
        if text:
            sign = "->" if line == current else " ."[line in marked] + " "
            lines.append(f"{sign} {line:4}  {text.rstrip()}".rstrip())
    if not lines:
        name, count = os.path.basename(place.file), len(linecache.getlines(place.file))
        raise WaveError(f"there is no line {middle} in '{name}'", f"it has {count} lines")
    return lines


def completions(session: Session) -> Iterator[str]:
    """The names that an expression can have here."""
    wave = session.wave
    if wave is not None and wave.statement is not None:
        yield from session.frames()[session.frame][0].variables
    yield from session.arrays.names(session.machine, wave)
