"""The functions, parameters and local variables of HLSL text, as far as its tokens show them."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import NamedTuple

from .source_text import Position, Token, tokens_of

_CONTROL = ("if", "for", "while", "switch", "return", "else", "do", "case")
_MODIFIERS = ("in", "out", "inout", "const", "static", "precise", "uniform", "groupshared", "row_major", "column_major")
_PAIRS = {"(": ")", "[": "]", "{": "}"}


class Variable(NamedTuple):
    """A parameter or a variable."""

    modifiers: tuple[str, ...]
    type: str
    name: str
    sizes: str
    """The dimensions of an array, `[4][2]`."""
    at: Position

    @property
    def is_out(self) -> bool:
        """Whether it is a parameter that has no value when its function begins."""
        return "out" in self.modifiers

    @property
    def declaration(self) -> str:
        """The declaration with an initial value."""
        if self.sizes:
            return f"{self.type} {self.name}{self.sizes} = ({self.type}{self.sizes})0;"
        return f"{self.type} {self.name} = {zero_of(self.type)};"

    @property
    def assignment(self) -> str:
        """An assignment of a value to all of it."""
        return f"{self.name} = {f'({self.type}{self.sizes})0' if self.sizes else zero_of(self.type)};"


class Function(NamedTuple):
    """A function with a body. ``first`` and ``last`` are the numbers of the tokens of its braces."""

    type: str
    name: str
    parameters: tuple[Variable, ...]
    at: Position
    first: int
    last: int


def zero_of(type_: str) -> str:
    """The initial value of a variable: a number for types of numbers, otherwise a conversion of it."""
    word = type_.rstrip("0123456789x")
    is_number = word in ("bool", "int", "uint", "float", "half", "double", "dword") or word.endswith("_t")
    return "0" if is_number or word.startswith("min") else f"({type_})0"


@functools.lru_cache(maxsize=8)
def functions_of(text: str) -> Sequence[Function]:
    """Returns the functions of a file that have a body."""
    tokens = tokens_of(text)
    found = []
    for number, token in enumerate(tokens):
        if token.text != "(" or number < 2 or not tokens[number - 1].text.isidentifier():
            continue
        before = tokens[number - 2].text
        if tokens[number - 1].text in _CONTROL or not (before == ">" or before.isidentifier()) or before in _CONTROL:
            continue
        closing = closing_of(tokens, number)
        opening = _body_behind(tokens, closing)
        if opening is not None:
            start = _type_before(tokens, number - 1)
            words = [
                one.text for one in tokens[start : number - 1] if one.text not in _MODIFIERS + ("inline", "export")
            ]
            name = tokens[number - 1]
            parameters = tuple(_parameters(tokens, number, closing))
            last = closing_of(tokens, opening)
            found.append(Function("".join(words), name.text, parameters, name.at, opening, last))
    return found


def function_at(text: str, at: Position) -> Function | None:
    """Returns the function whose body contains a place."""
    tokens = tokens_of(text)
    around = [one for one in functions_of(text) if tokens[one.first].at <= at <= tokens[one.last].at]
    return max(around, key=lambda one: one.first, default=None)


def local_before(text: str, function: Function, name: str, at: Position) -> Variable | None:
    """Returns the last declaration of a local variable in a function before a place."""
    tokens, found = tokens_of(text), None
    for number in range(function.first + 1, function.last):
        if tokens[number].at >= at:
            break
        if tokens[number - 1].text in ("{", "}", ";", "(", ")", ":"):
            found = next((one for one in _declared(tokens, number, function.last) if one.name == name), found)
    return found


def closing_of(tokens: Sequence[Token], opening: int) -> int:
    """Returns the number of the token that closes a bracket or brace; the last one if there is none."""
    depth = 0
    for number in range(opening, len(tokens)):
        depth += (tokens[number].text in _PAIRS) - (tokens[number].text in _PAIRS.values())
        if depth == 0:
            return number
    return len(tokens) - 1


def _body_behind(tokens: Sequence[Token], closing: int) -> int | None:
    """The brace of a body behind the parameters of a function; a semantic or `const` may be between them."""
    rest = [one.text for one in tokens[closing + 1 : closing + 4]]
    for skipped in (0, 1, 2):
        if len(rest) > skipped and rest[skipped] == "{":
            between = rest[:skipped]
            return closing + 1 + skipped if between in ([], ["const"]) or between[:1] == [":"] else None
    return None


def _type_before(tokens: Sequence[Token], name: int) -> int:
    """The first token of the type and modifiers before the name of a function."""
    start = name
    while start > 0 and tokens[start - 1].text not in (";", "{", "}", "]", ")", "("):
        start -= 1
    return start


def _parameters(tokens: Sequence[Token], opening: int, closing: int) -> list[Variable]:
    found, first, depth = [], opening + 1, 0
    for number in range(opening + 1, closing + 1):
        text = tokens[number].text
        if number == closing or (text == "," and depth == 0):
            if (variable := _variable(tokens[first:number])) is not None:
                found.append(variable)
            first = number + 1
        depth += (text in ("(", "[", "<")) - (text in (")", "]", ">"))
    return found


def _variable(tokens: Sequence[Token]) -> Variable | None:
    """The parameter that these tokens declare."""
    modifiers = [one.text for one in tokens if one.text in _MODIFIERS]
    rest = [one for one in tokens if one.text not in _MODIFIERS]
    end = next((number for number, one in enumerate(rest) if one.text in ("=", ":", "[")), len(rest))
    if end < 2:
        return None
    sizes = ""
    if end < len(rest) and rest[end].text == "[":
        stop = next((number for number, one in enumerate(rest) if one.text in ("=", ":")), len(rest))
        sizes = "".join(one.text for one in rest[end:stop])
    kind = "".join(one.text for one in rest[: end - 1])
    return Variable(tuple(modifiers), kind, rest[end - 1].text, sizes, rest[end - 1].at)


def _declared(tokens: Sequence[Token], first: int, end: int) -> list[Variable]:
    """The variables of the declaration that begins at a token; none for other statements."""
    modifiers, number = [], first
    while number < end and tokens[number].text in _MODIFIERS:
        modifiers.append(tokens[number].text)
        number += 1
    start = number
    if not tokens[number].text.isidentifier() or tokens[number].text in _CONTROL:
        return []
    number += 1
    if tokens[number].text == "<":
        while number < end and tokens[number].text not in (">", ";", "{"):
            number += 1
        number += 1
    kind = "".join(one.text for one in tokens[start:number])
    found = []
    while number + 1 < end and tokens[number].text.isidentifier() and tokens[number + 1].text in "=;,[:)":
        name, number, sizes = tokens[number], number + 1, ""
        while tokens[number].text == "[":
            closing = closing_of(tokens, number)
            sizes += "".join(one.text for one in tokens[number : closing + 1])
            number = closing + 1
        found.append(Variable(tuple(modifiers), kind, name.text, sizes, name.at))
        depth = 0
        while number < end and (depth > 0 or tokens[number].text not in (",", ";")):
            depth += (tokens[number].text in _PAIRS) - (tokens[number].text in _PAIRS.values())
            number += 1
        if tokens[number].text != ",":
            break
        number += 1
    return found
