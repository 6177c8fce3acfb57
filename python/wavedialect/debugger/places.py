"""Where a session is: the group, the wave, its lanes, the line, and for what it waits."""

from __future__ import annotations

import linecache
import os
from typing import TYPE_CHECKING, Any

import numpy as np

from ..frontends.languages import LANGUAGES
from ..frontends.python.operation_names import written_name
from ..interpreter.pipes import PipeWait
from ..ir.module import Operation
from ..ir.statements import Statement
from ..numbers import ranges
from .breakpoints import group_text

if TYPE_CHECKING:
    from .code import DebuggedWave
    from .session import Session


def place_text(session: Session) -> list[str]:
    """Where the current wave is: the group, the wave, its lanes, and the line."""
    wave = session.wave
    if wave is None:
        return ["the run has ended"]
    where = f"group {group_text(wave.group.id)}, wave {wave.index}"
    if wave.statement is None:
        return [f"{where}: {session.state_of(wave.index)}"]
    statement = wave.statement
    frames = session.frames()
    frame, _, line = frames[min(session.frame, len(frames) - 1)]
    lines = [
        f"{where}: {frame.function} at {file_text(statement)}:{line}, {lanes_text(wave)}{_progress(session, wave)}"
    ]
    text = linecache.getline(statement.location.file, line).rstrip("\n")
    if text.strip():
        lines.append(f"-> {line:4}  {text}")
    if (origin := statement.origin) is not None:
        source = linecache.getline(origin.file, origin.line).strip()
        lines.append(f"   from {os.path.basename(origin.file)}:{origin.line}: {source}")
    return lines


def _progress(session: Session, wave: DebuggedWave) -> str:
    state = session.state_of(wave.index)
    if state == "waits":
        return f", waits {wait_text(session, wave.index)}"
    if state == "ended":
        return ", has ended"
    if wave.operation is not None:
        return f", after {_operation_text(wave.operation, session.language)}"
    return ""


def _operation_text(operation: Any, language: str) -> str:
    plain = {"memref.store": "a store", "memref.load": "a load", "wave.call": "the call"}.get(operation.name)
    if plain is None and language != "mlir" and written_name(operation) == operation.name:
        # The language has no function for it.
        plain = "a division" if operation.name.startswith(("arith.div", "arith.rem")) else "an operation"
    return plain or f"`{name_in(operation, language)}`"


def name_in(operation: Operation, language: str) -> str:
    """The function of the kernel's language that an operation is."""
    name = written_name(operation)
    if language == "hlsl":
        return LANGUAGES[language].function(name.removeprefix("wd."))
    return name if language == "python" else operation.name


def wait_text(session: Session, index: int) -> str:
    """For what a wave waits."""
    assert session.machine.run is not None
    wait = session.machine.run.waiting[index]
    return wait.place if isinstance(wait, PipeWait) else "at a barrier"


def file_text(statement: Statement) -> str:
    """The name of a statement's file."""
    return os.path.basename(statement.location.file)


def lanes_text(wave: DebuggedWave) -> str:
    """The active lanes of a wave."""
    count = int(np.count_nonzero(wave.mask))
    if count == wave.lanes:
        return f"all {count} lanes"
    lanes = ranges(np.flatnonzero(wave.mask).tolist())
    return f"lane{'s' * (count > 1)} {lanes} of {wave.lanes}" if count else "no lane"
