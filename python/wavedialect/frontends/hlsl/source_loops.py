"""Advice on loops of shaders that never end, in the words of the source."""

from __future__ import annotations

import linecache
from collections.abc import Sequence
from typing import NamedTuple

from ...ir.module import Location
from .source_flow import constructs_of
from .source_functions import Variable, closing_of, function_at, local_before
from .source_text import Token, tokens_of

_ASSIGNING = ("+", "-", "*", "/", "%", "&", "|", "^", "<", ">")
_COMPARING = ("<", ">", "=", "!", "+", "-")
_ALWAYS = ("true", "1")
_EXIT = (
    "leave it by a `break` or `return` under a condition that becomes true, or give it a bound:"
    " `for (uint i = 0; i < count; ++i)`"
)


class _Loop(NamedTuple):
    word: str
    first: int
    last: int
    condition: Sequence[Token]
    header: Sequence[Token]
    """All of the tokens in the brackets."""


def advice_at(place: Location) -> str | None:
    """How to end the loop whose keyword is at a place; None if there is none, or if its condition may become false."""
    text = "".join(linecache.getlines(place.file))
    at = place.line, place.column
    return next((_advice(text, loop) for loop in _loops(text) if tokens_of(text)[loop.first].at == at), None)


def advice_in(places: Sequence[Location]) -> str | None:
    """How to end the innermost loop around a place, or around the calls that lead to it, whose source shows that it never
    ends; None if there is none."""
    for place in places:
        text = "".join(linecache.getlines(place.file))
        tokens, at = tokens_of(text), (place.line, place.column)
        around = [one for one in _loops(text) if tokens[one.first].at <= at <= tokens[one.last].at]
        for loop in sorted(around, key=lambda one: one.first, reverse=True):
            if (found := _cause(text, loop)) is not None:
                return f"this loop, at line {tokens[loop.first].at[0]}, never ends: {found}"
    return None


def _advice(text: str, loop: _Loop) -> str | None:
    condition = "".join(one.text for one in loop.condition)
    return _cause(text, loop) or (_EXIT if not condition or condition in _ALWAYS else None)


def _cause(text: str, loop: _Loop) -> str | None:
    """Why the condition is always true, with what to write; None if the source does not show it."""
    words = [one.text for one in loop.condition]
    code = _code(words)
    body = tokens_of(text)[loop.first : loop.last + 1]
    if any(one.text in ("break", "return") for one in body):
        return None
    # `i >= 0` of an unsigned variable.
    if len(words) == 4 and words[1:] == [">", "=", "0"] and (variable := _variable(text, loop, words[0])):
        if _is_unsigned(variable.type):
            signed = variable.type.removeprefix("u") if variable.type != "dword" else "int"
            return (
                f"`{code}` is always true, because `{variable.name}` is a {variable.type}: declare it as"
                f" `{signed} {variable.name}`, at line {variable.at[0]}"
            )
    # Fields, elements and results of functions may change in ways that the tokens do not show.
    if any(not one.isidentifier() and not one.isdecimal() and one not in _COMPARING for one in words):
        return None
    names = [one for one in words if one.isidentifier()]
    variables = [_variable(text, loop, name) for name in names]
    # Other lanes may write a global variable.
    local = [one for one in variables if one is not None]
    if not local or len(local) < len(names) or any(_changes(body, name) for name in names):
        return None
    return f"nothing in it changes `{local[0].name}`: add for instance `++{local[0].name};`"


def _changes(tokens: Sequence[Token], name: str) -> bool:
    """Whether tokens may assign to a variable: by an operator, or as an argument of a function."""
    texts = [one.text for one in tokens]
    for number, text in enumerate(texts):
        if text != name:
            continue
        behind, before = texts[number + 1 : number + 4], texts[max(number - 2, 0) : number]
        if behind[:1] == ["="] and behind[1:2] != ["="] and before[-1:] not in (["="], ["<"], [">"], ["!"]):
            return True
        if behind[:1] and behind[0] in _ASSIGNING and (behind[1:2] == ["="] and behind[0] not in "<>"):
            return True
        if behind[:2] in (["+", "+"], ["-", "-"]) or before in (["+", "+"], ["-", "-"]):
            return True
        if behind[:3] in (["<", "<", "="], [">", ">", "="]):
            return True
        # An argument may be an `out` one.
        if before[-1:] in (["("], [","]) and behind[:1] in ([")"], [","]):
            return True
    return False


def _variable(text: str, loop: _Loop, name: str) -> Variable | None:
    """The local variable or parameter that a condition names."""
    tokens = tokens_of(text)
    at = tokens[loop.first].at
    function = function_at(text, at)
    if function is None:
        return None
    # A variable of the header is declared behind the keyword.
    behind = loop.header[-1].at if loop.header else at
    found = local_before(text, function, name, behind)
    return found or next((one for one in function.parameters if one.name == name), None)


def _is_unsigned(type_: str) -> bool:
    return type_ in ("uint", "dword", "uint16_t", "uint32_t", "uint64_t", "min16uint")


def _loops(text: str) -> list[_Loop]:
    tokens, found = tokens_of(text), []
    for one in constructs_of(text):
        if one.word not in ("for", "while", "do"):
            continue
        opening = one.condition[0] if tokens[one.condition[0]].text == "(" else one.condition[0] + 1
        closing = closing_of(tokens, opening)
        header = tokens[opening + 1 : closing]
        condition: Sequence[Token] = header
        if one.word == "for":
            ends = [number for number, token in enumerate(header) if token.text == ";"]
            if len(ends) != 2:
                continue
            condition = header[ends[0] + 1 : ends[1]]
        found.append(_Loop(one.word, one.first, one.last, condition, header))
    return found


def _code(words: Sequence[str]) -> str:
    return " ".join(words).replace("> =", ">=").replace("< =", "<=").replace("= =", "==").replace("! =", "!=")
