"""Help for errors of shaders in the words of the source."""

from __future__ import annotations

import re

from ...ir.module import Location
from .source_loops import advice_at

#: A vector in the place of a longer one of the same elements.
_TOO_SHORT = re.compile(r"type '([a-z]\w*?)([2-4])' (?:with a value of|from incompatible) type '\1([1-3])'")
_NO_SEMANTIC = re.compile(r"the parameter '(\w+)' of an entry point needs a semantic")
_SEMANTICS = (
    "write one behind `{name}`: SV_DispatchThreadID is the thread's place in the launch, SV_GroupThreadID its place in the group,"
    " SV_GroupIndex that place as one number, and SV_GroupID the group"
)
_CONSTANT = (
    "write a number, a macro, or `static const uint COUNT = 64;`: fields of a constant buffer have their values only when the"
    " shader runs"
)


def advice_on_source(rule: str | None, place: tuple[str, int, int], message: str = "") -> str | None:
    """Help in the words of the source at a place; None to use that of the page."""
    if found := _NO_SEMANTIC.match(message):
        return _SEMANTICS.format(name=found[1])
    if (found := _TOO_SHORT.search(message)) and found[2] > found[3]:
        zeros = ", 0" * (int(found[2]) - int(found[3]))
        return f"state the other components: `{found[1]}{found[2]}(value{zeros})`"
    if rule == "array-not-constant" and place[1]:
        return _CONSTANT
    if rule != "endless-loop":
        return None
    return advice_at(Location(*place))
