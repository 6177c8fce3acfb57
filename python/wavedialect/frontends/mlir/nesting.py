"""The nesting of MLIR text and of the data that describes it."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ...errors import CompileError

#: MLIR's parser and the passes are recursive.
_MOST_LEVELS = 250
#: The depth of Python's calls for as many levels.
_DEPTH = 20_000
_TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|->|[][(){}<>]')


def check_nesting(text: str, file: str) -> None:
    """Raises CompileError where brackets are nested too deeply."""
    depth = 0
    for token in _TOKEN.finditer(text):
        if token[0] in ("(", "[", "{", "<"):
            depth += 1
        elif token[0] in (")", "]", "}", ">"):
            depth = max(depth - 1, 0)
        if depth > _MOST_LEVELS:
            before = text[: token.start()]
            line, column = before.count("\n") + 1, token.start() - before.rfind("\n")
            message = f"the text is nested more than {_MOST_LEVELS} levels deep"
            raise CompileError("nesting-depth", message, file, line, column)


@contextmanager
def deep_calls() -> Iterator[None]:
    """Allows recursion for deeply nested operations."""
    limit = sys.getrecursionlimit()
    try:
        sys.setrecursionlimit(max(limit, _DEPTH))
        yield
    finally:
        sys.setrecursionlimit(limit)


def decoded(text: str) -> Any:
    """Data of JSON that may be deeply nested."""
    with deep_calls():
        return json.loads(text)
