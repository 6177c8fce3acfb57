"""Whether an index in a shader's source may be meant as a negative number."""

from __future__ import annotations

import linecache
from collections.abc import Sequence

from ..frontends.hlsl.source_functions import Function, Variable, closing_of, function_at, local_before
from ..frontends.hlsl.source_text import Token, tokens_of
from ..ir.module import Location

_SIGNED = ("int", "int32_t", "min16int", "int16_t", "int64_t")


def is_signed(place: Location) -> bool:
    """Whether the index of the access at a place subtracts, or uses a signed variable."""
    text = "".join(linecache.getlines(place.file))
    tokens, at = tokens_of(text), (place.line, place.column)
    here = next((number for number, token in enumerate(tokens) if token.at == at), None)
    if here is None:
        return False
    index = _index(tokens, here)
    if any(token.text == "-" for token in index):
        return True
    function = function_at(text, at)
    names = [token.text for token in index if token.text.isidentifier()]
    if any(name in _SIGNED for name in names):
        return True
    variables = [_variable(text, function, name, place) for name in names] if function else []
    return any(one is not None and one.type in _SIGNED for one in variables)


def _index(tokens: Sequence[Token], here: int) -> Sequence[Token]:
    """The tokens of an index, those in the brackets behind a name, or those before the `=` of a store."""
    if here > 0 and tokens[here - 1].text == "[":
        return tokens[here : closing_of(tokens, here - 1)]
    if tokens[here].text.isidentifier():
        end = here + 1
        while end < len(tokens) and tokens[end].text in ("[", "(", "."):
            # Behind a dot is a field or a method.
            end = end + 2 if tokens[end].text == "." else closing_of(tokens, end) + 1
        return tokens[here:end]
    first = here
    while first > 0 and tokens[first - 1].text not in (";", "{", "}"):
        first -= 1
    return tokens[first:here]


def _variable(text: str, function: Function, name: str, place: Location) -> Variable | None:
    found = local_before(text, function, name, (place.line, place.column))
    return found or next((one for one in function.parameters if one.name == name), None)
