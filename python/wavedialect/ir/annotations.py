"""Errors in annotations, which Python evaluates before a decorator sees the function, at the user's line."""

from __future__ import annotations

import linecache
import sys
from types import FrameType
from typing import NoReturn

from ..errors import CompileError

PACKAGE = __name__.split(".")[0]


class MissingName(CompileError, AttributeError):
    """A name that this package does not have, at the user's line."""


def fail(id: str, message: str, fix: str | None = None, kind: type[CompileError] = CompileError) -> NoReturn:
    """Raises the error at the line outside the package that is being executed, if its text is available."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_globals.get("__name__", "").split(".")[0] == PACKAGE:
        frame = frame.f_back
    file, line = ("", 0) if frame is None else (frame.f_code.co_filename, frame.f_lineno)
    text = linecache.getline(file, line) if file else ""
    if frame is None or not text:
        raise kind(id, message, fix=fix)
    _, _, start, _ = list(frame.f_code.co_positions())[frame.f_lasti // 2]
    # Python counts bytes, editors count characters.
    column = len(text.encode()[: start or 0].decode(errors="ignore")) + 1
    raise kind(id, message, file, line, column, fix)
