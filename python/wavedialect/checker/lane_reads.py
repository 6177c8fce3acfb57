"""Explains a read of a lane that is inactive or does not exist, and gives advice for the form of Python source."""

from __future__ import annotations

import ast

from ..errors import help_of
from ..ir.module import Location
from ..runtime.checks import Site
from .statements import called_at, tree_at

_QUAD = 4
MOVE = (
    "lane {read} does not reach this call because of the {what} at line {line}: make the call before it, where lane {read}"
    " is active, and use the result here"
)
LEFT_LOOP = (
    "lane {read} has left the loop at line {line}, or is not in this iteration: make the call before the loop, or read a"
    " lane that is still in it, such as the first one with `wd.wave_read_lane_first`"
)
NO_THREAD = (
    "lane {read} has no thread, because the group does not fill this wave: use a number of threads that is a multiple of"
    " every wave size, or read only lanes below `wd.wave_active_count_bits(True)`"
)
XOR = (
    "`lane ^ {k}` is a lane of the wave only if the wave has more than {k} lanes: keep `{k}` below"
    " `wd.wave_lane_count()`, or state a range of wave sizes whose smallest is larger, `wave_size=`"
)
LAST_LANE = "wd.min({lane}, wd.wave_lane_count() - 1)"
FIRST_LANE = "wd.max({minuend}, {k}) - {k}"
NEXT = f"at the end of the wave, read the last lane, `{LAST_LANE}`, or go around, `({{lane}}) % wd.wave_lane_count()`"
PREVIOUS = f"at the edge of the wave, read lane 0: `{FIRST_LANE}` in place of `{{lane}}`"
CONSTANT = (
    "lane {read} exists only in waves of more than {read} lanes: name the last lane `wd.wave_lane_count() - 1`, or state a"
    " range of wave sizes whose smallest is larger, `wave_size=`"
)
_SHUFFLE = (
    "lane `lane ^ {k}` is lane {read} here, which exists only in waves of more than {read} lanes:"
    " keep `{k}` below `wd.wave_lane_count()`, or state a range of wave sizes whose smallest is larger, `wave_size=`"
)
_CONDITIONS = {
    ast.If: "`if`",
    ast.IfExp: "conditional expression",
    ast.BoolOp: "`and` or `or`",
    ast.match_case: "`case`",
}


def message_of(operation: str, read: int, reader: int, wave_size: int, has_thread: bool) -> str:
    """Says which lane was read, and why it has no value. ``has_thread``: the lane that was read has one."""
    if operation == "`wd.quad_read_lane_at`":
        return f"{operation} in lane {reader} reads lane {_signed(read)} of its quad, whose lanes are 0 to {_QUAD - 1}"
    if read >= wave_size:
        why = f"which does not exist: the wave has lanes 0 to {wave_size - 1}"
        return f"{operation} in lane {reader} reads lane {_signed(read)}, {why}"
    return f"{operation} in lane {reader} reads lane {read}, which {'is inactive' if has_thread else 'has no thread'}"


def advice_of(site: Site, read: int, wave_size: int, has_thread: bool) -> str:
    """How to fix the read."""
    general = help_of("inactive-lane") or ""
    if not site.locations:
        return general
    if read < wave_size:
        if not has_thread:
            return NO_THREAD.format(read=read)
        return next(filter(None, (_of_inactive(place, read) for place in site.locations)), general)
    place = site.locations[0]
    lane = _lane_at(place)
    if lane is not None and called_at(place) == "wave_shuffle_xor":
        return _SHUFFLE.format(k=ast.unparse(lane), read=read)
    return (_of_missing(lane, read) if lane is not None else None) or general


def _signed(lane: int) -> int:
    """The lane as a signed number: -1 for the lane before lane 0."""
    return lane - (1 << 32) if lane >> 31 else lane


def _of_inactive(place: Location, read: int) -> str | None:
    """Names the condition, loop or return at or before a call that keeps lanes from it."""
    tree = tree_at(place)
    path = _path_to(tree, place) if tree is not None else []
    for node, child in reversed(list(zip(path, path[1:], strict=False))):
        if isinstance(node, ast.FunctionDef):
            leaves = _return_before(node, place.line)
            if leaves is not None:
                return MOVE.format(read=read, what="`return`", line=leaves)
            break
        if isinstance(node, ast.For | ast.While) and child in (*node.body, getattr(node, "test", None)):
            return LEFT_LOOP.format(read=read, line=node.lineno)
        # All lanes evaluate the condition, and the first operand.
        is_part = child is not getattr(node, "test", None) and child is not getattr(node, "values", [None])[0]
        if type(node) in _CONDITIONS and is_part:
            line = node.pattern.lineno if isinstance(node, ast.match_case) else node.lineno
            return MOVE.format(read=read, what=_CONDITIONS[type(node)], line=line)
    return None


def _of_missing(lane: ast.expr, read: int) -> str | None:
    if isinstance(lane, ast.Constant):
        return CONSTANT.format(read=read)
    if not isinstance(lane, ast.BinOp):
        return None
    text, left, right = ast.unparse(lane), ast.unparse(lane.left), ast.unparse(lane.right)
    if isinstance(lane.op, ast.BitXor):
        return XOR.format(k=left if isinstance(lane.left, ast.Constant) else right)
    if isinstance(lane.op, ast.Sub):
        return PREVIOUS.format(minuend=left, k=right, lane=text)
    return NEXT.format(lane=text) if isinstance(lane.op, ast.Add) else None


def _lane_at(place: Location) -> ast.expr | None:
    """Returns the operand that is the lane, of the call that begins at a place."""
    tree = tree_at(place)
    for node in ast.walk(tree) if tree is not None else ():
        if isinstance(node, ast.Call) and _begins_at(node, place) and len(node.args) > 1:
            return node.args[1]
    return None


def _begins_at(node: ast.AST, place: Location) -> bool:
    return (getattr(node, "lineno", 0), getattr(node, "col_offset", -1) + 1) == (place.line, place.column)


def _path_to(node: ast.AST, place: Location) -> list[ast.AST]:
    """Returns the nodes from the module to the call that begins at a place."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call) and _begins_at(child, place):
            return [node, child]
        first, last = getattr(child, "lineno", None), getattr(child, "end_lineno", None)
        if first is not None and last is not None and not first <= place.line <= last:
            continue
        path = _path_to(child, place)
        if path:
            return [node, *path]
    return []


def _return_before(function: ast.FunctionDef, line: int) -> int | None:
    """Returns the line of the last ``return`` of a function before a line."""
    lines = (node.lineno for node in ast.walk(function) if isinstance(node, ast.Return) and node.lineno < line)
    return max(lines, default=None)
