"""Finds the statements and loops of HLSL text, for advice that depends on the form of the source."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

Position = tuple[int, int]
"""A line and a column, from 1."""
_PATTERN = re.compile(
    r"(?P<skip>//[^\n]*|/\*.*?\*/|^[ \t]*\#(?:[^\n\\]|\\.)*|\s+)|(?P<word>\w+)|\"(?:[^\"\\\n]|\\.)*\"|.",
    re.DOTALL | re.MULTILINE,
)
_OPENING, _CLOSING = "([{", ")]}"


class Range(NamedTuple):
    """A part of the text, with its first and last positions."""

    start: Position
    end: Position


class Source(NamedTuple):
    """The parts of a file."""

    statements: Sequence[Range]
    """The statements that contain no other statement."""
    loops: Sequence[Range]
    """Loops from their keyword to their end, inner ones after the ones around them."""


class Token(NamedTuple):
    """A word, a string or a sign."""

    text: str
    at: Position


@functools.lru_cache(maxsize=8)
def source_of(text: str) -> Source:
    """Returns the statements and loops of a file, as far as its braces match."""
    return _Scanner(tokens_of(text)).scanned()


@functools.lru_cache(maxsize=8)
def tokens_of(text: str) -> Sequence[Token]:
    """Returns the tokens of a file without comments and directives. A sign of several characters is several tokens."""
    return list(_tokens(text))


def _tokens(text: str) -> Iterator[Token]:
    line, start = 1, 0
    for found in _PATTERN.finditer(text):
        if found["skip"] is None:
            yield Token(found[0], (line, found.start() - start + 1))
        breaks = found[0].count("\n")
        if breaks:
            line += breaks
            start = found.start() + found[0].rindex("\n") + 1


def arguments_at(text: str, at: Position) -> list[list[str]]:
    """Returns the tokens of each argument of the call whose name begins at a position; empty if there is none."""
    tokens = tokens_of(text)
    first = next((number for number, token in enumerate(tokens) if token.at == at), None)
    if first is None or first + 1 >= len(tokens) or tokens[first + 1].text != "(":
        return []
    arguments: list[list[str]] = [[]]
    depth = 0
    for token in tokens[first + 1 :]:
        depth += (token.text in _OPENING) - (token.text in _CLOSING)
        if depth == 0:
            return arguments
        if token.text == "," and depth == 1:
            arguments.append([])
        elif depth > 1 or token.text not in _OPENING:
            arguments[-1].append(token.text)
    return []


class _Scanner:
    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._next = 0
        self._statements: list[Range] = []
        self._loops: list[Range] = []

    def scanned(self) -> Source:
        while self._next < len(self._tokens):
            self._statement()
        return Source(self._statements, sorted(self._loops))

    def _text(self) -> str:
        return self._tokens[self._next].text if self._next < len(self._tokens) else ""

    def _statement(self) -> None:
        """Reads a statement or a declaration; the body of a function is a block."""
        first = self._next
        text = self._text()
        self._next += 1
        if text == "{":
            while self._text() not in ("}", ""):
                self._statement()
            self._next += 1
        elif text in ("for", "while", "if", "switch") and self._text() == "(":
            self._skip_bracket()
            self._statement()
            if text == "if" and self._text() == "else":
                self._next += 1
                self._statement()
            if text in ("for", "while"):
                self._loops.append(self._range(first))
        elif text == "do":
            self._statement()
            self._simple(self._next)
            self._loops.append(self._range(first))
        elif text == "[" and first + 1 < len(self._tokens):
            # An attribute of a statement or of a function.
            self._next = first
            self._skip_bracket()
        elif text not in ("}", ";", ")", "]"):
            self._next = first
            self._simple(first)

    def _simple(self, first: int) -> None:
        """Reads up to the semicolon, or to the body of a function or struct."""
        while self._text() not in (";", "}", "{", ""):
            if self._text() in ("(", "["):
                self._skip_bracket()
            elif (
                self._text() == "=" and self._next + 1 < len(self._tokens) and self._tokens[self._next + 1].text == "{"
            ):
                # An initializer.
                self._next += 1
                self._skip_bracket()
            else:
                self._next += 1
        if self._text() == ";":
            self._next += 1
            self._statements.append(self._range(first))

    def _skip_bracket(self) -> None:
        depth = 0
        while self._next < len(self._tokens):
            text = self._text()
            self._next += 1
            depth += (text in _OPENING) - (text in _CLOSING)
            if depth <= 0:
                return

    def _range(self, first: int) -> Range:
        last = min(self._next, len(self._tokens)) - 1
        return Range(self._tokens[first].at, self._tokens[last].at)
