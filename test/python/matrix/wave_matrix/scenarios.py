"""The ways to lose lanes. Each says its control flow as text, and which lanes reach each visit, from its definition.

A *visit* is one execution of the operation: a loop has one a trip, an if-else chain one a branch. ``place`` is the lane's
index, or its quad's where an operation wants whole quads; ``mark`` is a number that the lane reads from memory.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

Site = Callable[[str], list[str]]
"""Gives the lines that execute the operation, for the text of the visit's number."""
HELPER = "helper"
"""Where a line says this, the site's lines become the body of a helper, which it calls."""


@dataclass(frozen=True)
class Scenario:
    """A name, the number of visits, the text, the marks and the masks."""

    name: str
    visits: int
    text: Callable[[Site], list[str]]
    marks: Callable[[np.random.Generator, np.ndarray], np.ndarray]
    """From places (waves, lanes), all numbers u32; the same in all lanes of one place."""
    masks: Callable[[np.ndarray, np.ndarray], np.ndarray]
    """From places and marks: (visits, waves, lanes)."""
    helper: Callable[[Site], list[str]] | None = None
    """The body of the helper that the text calls, if there is one."""
    certain: bool = False
    """Lane 3 reaches each visit, if a lane does."""


def _indent(lines: list[str], levels: int = 1) -> list[str]:
    return ["    " * levels + line for line in lines]


def _no_marks(rng: np.random.Generator, places: np.ndarray) -> np.ndarray:
    return np.zeros(places.shape, np.uint32)


def _random_marks(choices: int) -> Callable[[np.random.Generator, np.ndarray], np.ndarray]:
    """One of so many a place, different from wave to wave."""

    def marks(rng: np.random.Generator, places: np.ndarray) -> np.ndarray:
        table = rng.integers(0, choices, (places.shape[0], int(places.max()) + 1))
        return np.take_along_axis(table, places, axis=1).astype(np.uint32)

    return marks


def _one_place(rng: np.random.Generator, places: np.ndarray) -> np.ndarray:
    """1 in one place a wave, which is a lane or a quad."""
    chosen = np.array([rng.choice(wave) for wave in places])
    return (places == chosen[:, None]).astype(np.uint32)


def _below_break(site: Site) -> list[str]:
    return [
        "for t in range(wd.u32(3)):",
        "    if t == mark:",
        "        break",
        *_indent(site("t")),
        *site("3"),
    ]


SCENARIOS = (
    Scenario(
        "all active",
        1,
        lambda site: site("0"),
        _no_marks,
        lambda places, marks: np.ones((1, *places.shape), bool),
        certain=True,
    ),
    Scenario(
        "every second",
        1,
        lambda site: ["if place & 1 == 1:", *_indent(site("0"))],
        _no_marks,
        lambda places, marks: (places & 1 == 1)[None],
        certain=True,
    ),
    Scenario(
        "first and fifth inactive",
        1,
        lambda site: ["if place != 0 and place != 4:", *_indent(site("0"))],
        _no_marks,
        lambda places, marks: ((places != 0) & (places != 4))[None],
        certain=True,
    ),
    Scenario(
        "one lane",
        1,
        lambda site: ["if mark == 1:", *_indent(site("0"))],
        _one_place,
        lambda places, marks: (marks == 1)[None],
    ),
    Scenario(
        "loop with different trips",
        3,
        lambda site: ["for t in range(mark):", *_indent(site("t"))],
        _random_marks(4),
        lambda places, marks: np.stack([marks > trip for trip in range(3)]),
    ),
    Scenario(
        "after a break",
        4,
        _below_break,
        _random_marks(4),
        lambda places, marks: np.stack([*(marks > trip for trip in range(3)), np.ones(places.shape, bool)]),
    ),
    Scenario(
        "after an early return",
        1,
        lambda site: ["if mark == 0:", "    return", *site("0")],
        _random_marks(3),
        lambda places, marks: (marks != 0)[None],
    ),
    Scenario(
        "both sides of a chain",
        3,
        lambda site: [
            "if mark == 0:",
            *_indent(site("0")),
            "elif mark == 1:",
            *_indent(site("1")),
            "else:",
            *_indent(site("2")),
        ],
        _random_marks(3),
        lambda places, marks: np.stack([marks == 0, marks == 1, marks > 1]),
    ),
    Scenario(
        "helper in divergent flow",
        2,
        lambda site: ["if mark != 0:", f"    {HELPER}", *_indent(site("1"))],
        _random_marks(3),
        lambda places, marks: np.stack([marks == 1, marks != 0]),
        helper=lambda site: ["if mark == 2:", "    return", *site("0")],
    ),
)
BY_NAME = {scenario.name: scenario for scenario in SCENARIOS}
STRAIGHT, DIVERGENT = BY_NAME["all active"], BY_NAME["both sides of a chain"]
"""What scalar functions run in, which do not care about lanes."""
