"""The conditions, loops and returns around a place in HLSL text."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .source_functions import closing_of, function_at
from .source_text import Position, Token, tokens_of


class Branch(NamedTuple):
    """Control flow that keeps lanes from a place, or ends their loop."""

    what: str
    """Its name in a sentence: "`if`"."""
    line: int
    is_loop: bool = False


class _Construct(NamedTuple):
    """A statement with a condition. The parts are numbers of tokens; its condition is executed by all of its lanes."""

    word: str
    first: int
    last: int
    condition: tuple[int, int]


def branches_around(text: str, at: Position) -> Iterator[Branch]:
    """Yields the control flow around a place in its function, from the inside out, and then a return before it."""
    tokens, function = tokens_of(text), function_at(text, at)
    here = next((number for number, token in enumerate(tokens) if token.at == at), None)
    if function is None or here is None:
        return
    yield from _of_operators(tokens, here, function.first)
    around = [one for one in constructs_of(text) if one.first <= here <= one.last and one.first > function.first]
    for one in sorted(around, key=lambda one: one.first, reverse=True):
        is_loop = one.word in ("for", "while", "do")
        in_condition = one.condition[0] <= here <= one.condition[1]
        if is_loop or not in_condition:
            yield Branch(f"`{one.word}`", tokens[one.first].at[0], is_loop)
    returns = [one.at[0] for one in tokens[function.first : here] if one.text == "return"]
    # A call in the expression of a `return` is before it.
    if returns and not _is_in_return(tokens, here):
        yield Branch("`return`", returns[-1])
    elif len(returns) > 1:
        yield Branch("`return`", returns[-2])


def _is_in_return(tokens: Sequence[Token], here: int) -> bool:
    for number in range(here, -1, -1):
        if tokens[number].text in (";", "{", "}"):
            return False
        if tokens[number].text == "return":
            return True
    return False


def _of_operators(tokens: Sequence[Token], here: int, first: int) -> Iterator[Branch]:
    """Yields the operators that execute the operand at a token only for some lanes."""
    depth = 0
    for number in range(here - 1, first, -1):
        text = tokens[number].text
        if text in (";", "{", "}"):
            return
        depth += (text in (")", "]")) - (text in ("(", "["))
        if depth > 0:
            continue
        # An opening bracket around the place: what is before it is at the level of its operands.
        depth = 0
        line = tokens[number].at[0]
        if text == "?":
            yield Branch("`?:`", line)
            return
        if text in ("&", "|") and tokens[number - 1].text == text:
            yield Branch(f"`{text * 2}`", line)
            return
        if text in ("if", "while", "for", "switch", "return"):
            return


@functools.lru_cache(maxsize=8)
def constructs_of(text: str) -> Sequence[_Construct]:
    tokens = tokens_of(text)
    found: list[_Construct] = []
    ends_of_do = set()
    for number, token in enumerate(tokens):
        if token.text == "do" and number + 1 < len(tokens):
            last = _end_of(tokens, number + 1)
            if last + 2 < len(tokens) and tokens[last + 1].text == "while":
                closing = closing_of(tokens, last + 2)
                ends_of_do.add(last + 1)
                found.append(_Construct("do", number, closing, (last + 1, closing)))
        elif token.text in ("if", "for", "while", "switch") and number not in ends_of_do:
            if number + 1 >= len(tokens) or tokens[number + 1].text != "(":
                continue
            closing = closing_of(tokens, number + 1)
            last = _end_of(tokens, closing + 1)
            if token.text == "if" and last + 1 < len(tokens) and tokens[last + 1].text == "else":
                last = _end_of(tokens, last + 2)
            found.append(_Construct(token.text, number, last, (number + 1, closing)))
    return found


def _end_of(tokens: Sequence[Token], first: int) -> int:
    """The last token of the statement that begins at a token."""
    if first >= len(tokens):
        return len(tokens) - 1
    text = tokens[first].text
    if text == "{":
        return closing_of(tokens, first)
    if text == "[":
        return _end_of(tokens, closing_of(tokens, first) + 1)
    if text in ("if", "for", "while", "switch") and first + 1 < len(tokens):
        last = _end_of(tokens, closing_of(tokens, first + 1) + 1)
        if text == "if" and last + 1 < len(tokens) and tokens[last + 1].text == "else":
            return _end_of(tokens, last + 2)
        return last
    if text == "do":
        last = _end_of(tokens, first + 1)
        return min(closing_of(tokens, last + 2) + 1, len(tokens) - 1) if last + 2 < len(tokens) else len(tokens) - 1
    number = first
    while number < len(tokens) and tokens[number].text != ";":
        number = closing_of(tokens, number) + 1 if tokens[number].text in ("(", "[", "{") else number + 1
    return min(number, len(tokens) - 1)
