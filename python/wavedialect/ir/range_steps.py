"""The division that computes how often a loop over a ``range`` runs, whose step is known only when the kernel runs."""

from __future__ import annotations

import linecache

from .module import Location

MESSAGE = "the step of `range` is 0"
ADVICE = "pass a step that is never 0, such as `max(step, 1)`, or skip the loop: `if step != 0:`"


def is_range(place: Location | None) -> bool:
    """Whether a place in Python's source is a call of ``range``, whose only division is that by its step."""
    return place is not None and linecache.getline(place.file, place.line)[place.column - 1 :].startswith("range(")
