"""Finds the statements of the source that contain a place."""

from __future__ import annotations

import ast
import functools
import linecache
import sys
from collections.abc import Sequence

from ..frontends.hlsl import source_text
from ..frontends.python import std
from ..frontends.python.ops import INTRINSICS
from ..ir.module import Location


def tree_at(place: Location) -> ast.Module | None:
    """Returns the syntax tree of the file of a place; None if its text is unknown or is not valid Python."""
    return _tree("".join(linecache.getlines(place.file)))


def called_at(place: Location) -> str | None:
    """Returns the name of the function of the language whose call begins at a place: an operation may have the place of a
    function that consists of several."""
    tree = tree_at(place)
    for node in ast.walk(tree) if tree is not None else ():
        if isinstance(node, ast.Call) and (node.lineno, node.col_offset + 1) == (place.line, place.column):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", None)
            return name if name in INTRINSICS or name in std.__all__ else None
    return None


def statement_at(place: Location) -> source_text.Position:
    """Returns the position of the simple statement that contains a place: the line, and in HLSL the column; the line of
    the place if there is none, for example at the condition of a loop."""
    text = "".join(linecache.getlines(place.file))
    if _tree(text) is None:
        at = place.line, place.column
        around = [one.start for one in source_text.source_of(text).statements if one.start <= at <= one.end]
        return max(around, default=(place.line, 0))
    starts = [first for first, last in _statements(text) if first <= place.line <= last]
    return max(starts, default=place.line), 0


def loops_of(text: str) -> Sequence[source_text.Range]:
    """Returns the loops of a file, in Python from the end of the line of their keyword."""
    tree = _tree(text)
    if tree is None:
        return source_text.source_of(text).loops
    return _python_loops(text)


@functools.lru_cache(maxsize=8)
def _python_loops(text: str) -> Sequence[source_text.Range]:
    loops = (node for node in ast.walk(_tree(text) or ast.Module([], [])) if isinstance(node, (ast.For, ast.While)))
    return [
        source_text.Range((loop.lineno, sys.maxsize), (loop.end_lineno or loop.lineno, sys.maxsize)) for loop in loops
    ]


@functools.lru_cache(maxsize=8)
def _tree(text: str) -> ast.Module | None:
    try:
        return ast.parse(text) if text else None
    except (SyntaxError, ValueError):
        return None


@functools.lru_cache(maxsize=8)
def _statements(text: str) -> Sequence[tuple[int, int]]:
    """Returns the first and last lines of the statements that contain no other statement."""
    tree = _tree(text)
    if tree is None:
        return ()
    simple = (node for node in ast.walk(tree) if isinstance(node, ast.stmt) and not hasattr(node, "body"))
    return [(node.lineno, node.end_lineno or node.lineno) for node in simple]
