"""The advice on a loop of each lane, with the names of the user."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

from ..ir.module import Location
from .source_text import SourceText

LINT = "loop-of-each-lane"
_SIGNED = " as i32"
_OF_THE_GROUP = "start at 0"
#: Expressions from which a number is subtracted without parentheses.
_OPERAND = (ast.Name, ast.Call, ast.Attribute, ast.Subscript, ast.Constant)
_SUM = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod)


def _term(source: SourceText, node: ast.expr) -> str:
    """The text of an expression as a term of a sum or comparison."""
    text = " ".join(source.text_of(node).split())
    is_term = isinstance(node, _OPERAND) or isinstance(node, ast.BinOp) and isinstance(node.op, _SUM)
    return text if is_term else f"({text})"


def loop_of_the_wave(location: Location, advice: str, globals: Mapping[str, Any]) -> str:
    """The loop for the whole wave or group in place of the ``for`` at a location; the given advice if the source has another
    form."""
    source = SourceText.read(location.file)
    loops = source.starting_at(location.line, location.column, ast.For) if source else []
    if source is None or len(loops) != 1 or not isinstance(loops[0].target, ast.Name):
        return advice
    (loop,) = loops
    index, call, lane = loop.target.id, loop.iter, source.spelling_of("wave_lane_index", globals)
    signed = source.spelling_of("i32", globals)
    if not isinstance(call, ast.Call) or not 2 <= len(call.args) <= 3 or call.keywords or not lane or not signed:
        return advice
    start, end = (_term(source, argument) for argument in call.args[:2])
    step = [" ".join(source.text_of(argument).split()) for argument in call.args[2:]]
    lane = f"{signed}({lane}())" if _SIGNED in advice else f"{lane}()"
    functions = [one for one in ast.walk(source.tree or loop) if isinstance(one, ast.FunctionDef)]
    used = {
        name
        for function in functions
        if function.lineno <= loop.lineno <= (function.end_lineno or 0)
        for one in ast.walk(function)
        if (name := getattr(one, "id", getattr(one, "arg", None)))
    }
    first = next((name for name in ("first", "wave_first", f"first_{index}") if name not in used), "first_of_all")
    who = "wave"
    if _OF_THE_GROUP in advice:
        who, start, lane = "group", "0", start
    else:
        start = "0" if start == lane else f"{start} - {lane}"
    bounds = ", ".join([start, end, *step])
    return (
        f"count for the whole {who}: `for {first} in range({bounds}):`, and in it `{index} = {first} + {lane}`, then the"
        f" body under `if {index} < {end}:`"
    )
