"""Finds the changes by a pass: compares two printed modules operation by operation, independent of value numbering."""

from __future__ import annotations

import functools
import re
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from .alignment import opcodes

#: The kinds of rows in a comparison: the same, changed, added, removed, moved here, moved away from here.
SAME, CHANGED, ADDED, REMOVED, MOVED_HERE, MOVED_AWAY = " ~+-><"

_VALUE = re.compile(r"%[A-Za-z0-9_$.-]+")
_RESULTS = re.compile(r"\s*(%[\w$.-]+(?::\d+)?(?:\s*,\s*%[\w$.-]+(?::\d+)?)*)\s*=\s")
_OPERATION = re.compile(r'(?:=\s*)?"?([A-Za-z_][\w.]*)')


class Line(NamedTuple):
    """A parsed line."""

    operation: str
    """The text without value names, and without indentation, which depends on the surrounding control flow."""
    results: list[str]
    """The names that the line defines."""
    operands: list[str]
    """The names that the line uses."""


class KnownLines(dict[str, Line]):
    """Lines by their text. Each distinct line is parsed once, since most lines of a module do not change from pass to
    pass."""

    def __missing__(self, text: str) -> Line:
        defined = _RESULTS.match(text)
        results = _VALUE.findall(defined[1]) if defined else []
        operands = _VALUE.findall(text, defined.end() if defined else 0)
        line = self[text] = Line(_VALUE.sub("%", text).strip(), results, operands)
        return line


@dataclass(frozen=True)
class Listing:
    """The lines of a printed module, each with the number of its place in the source, or -1. Listings that are compared
    may share ``known``."""

    lines: Sequence[str]
    places: Sequence[int]
    known: KnownLines = field(default_factory=KnownLines)

    @functools.cached_property
    def read(self) -> list[Line]:
        """The parsed lines."""
        known = self.known
        return [known[line] for line in self.lines]

    @functools.cached_property
    def keys(self) -> list[Hashable]:
        """Keys that are equal for lines that differ only in their values."""
        return [(line.operation, place) for line, place in zip(self.read, self.places, strict=True)]


def compare(old: Listing, new: Listing) -> str:
    """Returns one character per row, in the order of the text that shows both listings. ``SAME`` and ``CHANGED`` rows
    are one line of each, ``ADDED`` and ``MOVED_HERE`` rows are lines of ``new``, ``REMOVED`` and ``MOVED_AWAY`` rows
    are lines of ``old``."""
    rows = _align(old, new)
    values = _Values(old, new)
    kinds = [values.judge(i, j) for i, j in rows]
    return "".join(_mark_moves(rows, kinds, old, new))


def _kind_key(listing: Listing, line: int) -> Hashable:
    """Returns a key that is equal for an operation and its changed form: the operation's name and place. The key of
    other lines is their text."""
    text = listing.lines[line].strip()
    defined = _RESULTS.match(text)
    operation = _OPERATION.match(text, defined.end() if defined else 0)
    if operation is None:
        return text, -2
    return operation[1], listing.places[line]


def _align(old: Listing, new: Listing) -> list[tuple[int | None, int | None]]:
    """Returns pairs of lines. One line of a pair is None if only the other listing has the line."""
    rows: list[tuple[int | None, int | None]] = []
    for are_equal, i, j in opcodes(old.keys, new.keys):
        rows += zip(i, j, strict=True) if are_equal else _align_changed(old, i, new, j)
    return rows


def _align_changed(old: Listing, i: range, new: Listing, j: range) -> list[tuple[int | None, int | None]]:
    old_keys = [_kind_key(old, line) for line in i]
    new_keys = [_kind_key(new, line) for line in j]
    rows: list[tuple[int | None, int | None]] = []
    for are_equal, a, b in opcodes(old_keys, new_keys):
        if are_equal:
            rows += ((i[old_line], j[new_line]) for old_line, new_line in zip(a, b, strict=True))
        else:
            rows += [(i[line], None) for line in a]
            rows += [(None, j[line]) for line in b]
    return rows


class _Values:
    """Maps values of the old text to values of the new text. It must be asked row by row, because a name may denote
    another value in a later region."""

    def __init__(self, old: Listing, new: Listing) -> None:
        self._old, self._new = old, new
        self._partner: dict[str, str] = {}
        self._old_meaning: dict[str, Hashable] = {}
        self._new_meaning: dict[str, Hashable] = {}

    def judge(self, i: int | None, j: int | None) -> str:
        """Returns the kind of a row."""
        before = self._enter(self._old.read[i], self._old_meaning) if i is not None else None
        after = self._enter(self._new.read[j], self._new_meaning) if j is not None else None
        if before is None or after is None:
            return ADDED if before is None else REMOVED
        same = before.operation == after.operation
        same = same and len(before.operands) == len(after.operands)
        same = same and all(map(self._is_same, before.operands, after.operands))
        self._partner.update(zip(before.results, after.results, strict=False))
        return SAME if same else CHANGED

    def _is_same(self, old: str, new: str) -> bool:
        if self._partner.get(old) == new:
            return True
        # A pass may keep either of two equal operations.
        meaning = self._old_meaning.get(old)
        if meaning is not None and meaning == self._new_meaning.get(new):
            return True
        # Arguments of a region or function are named where it begins; no line defines them.
        taken = old not in self._old_meaning and new not in self._new_meaning
        return taken and self._partner.setdefault(old, new) == new

    @staticmethod
    def _enter(line: Line, meanings: dict[str, Hashable]) -> Line:
        """Records the meaning of the values that the line defines."""
        if line.results:
            meaning = hash((line.operation, *map(meanings.get, line.operands)))
            for place, name in enumerate(line.results):
                meanings[name] = (meaning, place)
        return line


def _mark_moves(rows: list[tuple[int | None, int | None]], kinds: list[str], old: Listing, new: Listing) -> list[str]:
    """Marks an operation that is removed in one row and added in another as moved."""
    removed: dict[Hashable, list[int]] = {}
    for row, (i, j) in enumerate(rows):
        if i is not None and j is None and old.places[i] >= 0:
            removed.setdefault(old.keys[i], []).append(row)
    for row, (i, j) in enumerate(rows):
        if i is None and j is not None and new.places[j] >= 0:
            before = removed.get(new.keys[j])
            if before:
                kinds[before.pop(0)] = MOVED_AWAY
                kinds[row] = MOVED_HERE
    return kinds
