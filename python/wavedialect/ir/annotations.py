"""Errors in annotations, which Python evaluates before a decorator sees the function: the error is at the user's line."""

from __future__ import annotations

import linecache
import sys
from types import FrameType

from ..errors import CompileError, WaveError

PACKAGE = __name__.split(".")[0]


class MissingName(CompileError, AttributeError):
    """A name that this package does not have, at the user's line."""


def at_user(id: str, message: str, fix: str | None = None, kind: type[CompileError] = CompileError) -> WaveError:
    """The error at the line outside the package that is being executed, if its text is available."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_globals.get("__name__", "").split(".")[0] == PACKAGE:
        frame = frame.f_back
    if frame is None:
        return kind(id, message, fix=fix)
    file, line = frame.f_code.co_filename, frame.f_lineno
    text = linecache.getline(file, line)
    if not text:
        return kind(id, message, fix=fix)
    _, _, start, _ = list(frame.f_code.co_positions())[frame.f_lasti // 2]
    # Python counts bytes, editors count characters.
    column = len(text.encode()[: start or 0].decode(errors="ignore"))
    return kind(id, message, file, line, column + 1, fix)
