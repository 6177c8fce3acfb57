"""Advice on reads of lanes that are inactive or do not exist, in the words of a shader's source."""

from __future__ import annotations

import linecache
import re
from collections.abc import Sequence

from ..frontends.hlsl.source_flow import branches_around
from ..frontends.hlsl.source_text import arguments_at
from ..ir.module import Location
from ..runtime.checks import Site
from . import lane_reads

_NUMBER = re.compile(r"\d+[uU]?")
#: Operators of two operands, those that bind least tightly first.
_OPERATORS = ("^", "+", "-")
_UNKNOWN = (
    "lane {read} does not execute this call: make the call where lane {read} is active, and use the result here, or read the"
    " first active lane, `wd.wave_read_lane_first({value})`"
)
_BEYOND = "keep the lane below the size of the wave: `wd.min({lane}, wd.wave_lane_count() - 1)`"


def advice_of(site: Site, read: int, wave_size: int, has_thread: bool) -> str | None:
    """How to fix the read; None if the source is of another form."""
    if not site.locations:
        return None
    if read < wave_size and not has_thread:
        return lane_reads.NO_THREAD.format(read=read)
    place = site.locations[0]
    operands = _operands(place)
    if read >= wave_size:
        return _of_missing(operands[1], read) if len(operands) > 1 else None
    for one in site.locations:
        for branch in branches_around("".join(linecache.getlines(one.file)), (one.line, one.column)):
            form = lane_reads.LEFT_LOOP if branch.is_loop else lane_reads.MOVE
            advice = form.format(read=read, what=branch.what, line=branch.line)
            return advice if branch.is_loop or len(operands) < 2 else advice + _at_the_edge(operands[1])
    return _UNKNOWN.format(read=read, value=_code(operands[0])) if operands else None


def quad_advice_of(site: Site) -> str | None:
    """How to let the whole quad reach an operation; None if the source is of another form."""
    for one in site.locations:
        for branch in branches_around("".join(linecache.getlines(one.file)), (one.line, one.column)):
            if branch.is_loop:
                return f"lanes of the quad have left the loop at line {branch.line}: make the call before the loop"
            return (
                f"lanes of the quad do not reach this call because of the {branch.what} at line {branch.line}: make the call"
                " before it, and use the result here"
            )
    return None


def _of_missing(lane: Sequence[str], read: int) -> str:
    """Advice for a lane beyond the wave, by the form of the expression."""
    text = _code(lane)
    if len(lane) == 1 and _NUMBER.fullmatch(lane[0]):
        return lane_reads.CONSTANT.format(read=read)
    for operator in _OPERATORS:
        place = _place_of(lane, operator)
        if place is None:
            continue
        left, right = _code(lane[:place]), _code(lane[place + 1 :])
        if operator == "^":
            return lane_reads.XOR.format(k=left if _NUMBER.fullmatch(left) else right)
        if operator == "-":
            return lane_reads.PREVIOUS.format(minuend=left, k=right, lane=text)
        return lane_reads.NEXT.format(lane=text)
    return _BEYOND.format(lane=text)


def _at_the_edge(lane: Sequence[str]) -> str:
    """What to write where the call is moved to: there, the first or last lane of the wave reads as well."""
    for operator in ("+", "-"):
        place = _place_of(lane, operator)
        if place is not None:
            form = lane_reads.LAST_LANE if operator == "+" else lane_reads.FIRST_LANE
            edge = form.format(lane=_code(lane), minuend=_code(lane[:place]), k=_code(lane[place + 1 :]))
            return f"; there, write `{edge}` in place of `{_code(lane)}`, for the edge of the wave"
    return ""


def _operands(place: Location) -> list[list[str]]:
    return arguments_at("".join(linecache.getlines(place.file)), (place.line, place.column))


def _place_of(tokens: Sequence[str], operator: str) -> int | None:
    """The place of the last operator of two operands that is in no bracket."""
    depth, found = 0, None
    for number, text in enumerate(tokens):
        depth += (text in "([{") - (text in ")]}")
        if text == operator and depth == 0 and number > 0 and tokens[number - 1] not in ("+", "-", "*", "/", "%", "^"):
            found = number
    return found


def _code(tokens: Sequence[str]) -> str:
    """Tokens as code, with spaces around operators."""
    text = " ".join(tokens)
    text = re.sub(r" ?([(\[.]) ?", r"\1", text)
    return re.sub(r" ([)\],])", r"\1", text)
