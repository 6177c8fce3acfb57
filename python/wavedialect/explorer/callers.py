"""Finds the calls through which a SPIR-V instruction was inlined. ``OpLine`` names only the innermost line, but the
serialized module knows the calls and has its operations in the same order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .alignment import matching_blocks
from .listings import Callers, PlacedLines

_Key = tuple[str, int, int]


def with_callers(placed: PlacedLines, operations: Sequence[Any]) -> None:
    """Adds the calls to the places of ``placed``. ``operations`` are the recorded places of the module's operations. If
    one expression was inlined through several calls, and the order does not tell them apart, no call is added."""
    known = [((file, line, column), tuple(callers)) for _, file, line, column, _, callers in operations if file]
    chains: dict[_Key, set[Callers]] = {}
    for key, callers in known:
        chains.setdefault(key, set()).add(callers)
    rows = [row for row, place in enumerate(placed.places) if place]
    keys = [place[:3] for place in placed.places if place]
    aligned = {
        other + offset: known[start + offset][1]
        for start, other, size in matching_blocks([key for key, _ in known], keys)
        for offset in range(size)
    }
    for number, (row, key) in enumerate(zip(rows, keys, strict=True)):
        found = chains.get(key, set())
        callers = next(iter(found)) if len(found) == 1 else aligned.get(number, ())
        placed.places[row] = (*key, callers)
