"""Runs the ways of a row in turns: each checked on few elements first, then timed on many."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from .cases import EXPERT, NAIVE, Case, Row, Way
from .devices import GARBAGE, Place, outputs_of
from .modules import Missing

COLUMNS = ("naive", "expert", "naive -O2", "expert -O2", "GLSL", "naive GLSL")
# In a turn a way runs so often, back to back; the first run is not timed.
RUNS = 3


def column_of(way: Way, level: int) -> str:
    """Under which head a way stands."""
    if way.shader:
        return "GLSL" if way.author == EXPERT else "naive GLSL"
    return way.author if level == 0 else f"{way.author} -O{level}"


def levels_of(way: Way) -> tuple[int, ...]:
    return (0,) if way.shader else (0, 2)


@dataclass
class Measured:
    """Nanoseconds of each run, by column."""

    row: Row
    times: dict[str, list[float]] = field(default_factory=dict)

    def median(self, column: str) -> float | None:
        return statistics.median(self.times[column]) if self.times.get(column) else None

    def speed(self, column: str, least: bool = False) -> float | None:
        """In billions a second: bytes, or what the case counts."""
        times = self.times.get(column)
        if not times:
            return None
        return self.row.case.work() / (min(times) if least else statistics.median(times))

    def ratio(self, column: str, other: str) -> float | None:
        """How many times as fast it is as the other, by medians."""
        mine, its = self.median(column), self.median(other)
        return its / mine if mine and its else None


class Bench:
    """Cases at two sizes on one place."""

    def __init__(self, place: Place, size: int, check_size: int) -> None:
        self.place, self.size, self.check_size = place, size, check_size
        self.missing: dict[str, None] = {}

    def measure(self, make: type[Case], rounds: int, swept: bool = False,
                columns: Iterable[str] = COLUMNS) -> Iterator[Measured]:  # fmt: skip
        """The rows of a case, each when it is done; ``swept``: those of its sweep."""
        small, large = make(self.check_size), make(self.size)
        settings = make.swept if swept else make.settings
        arrays, few = self.place.place(large), self.place.place(small)
        for row, small_row in zip(large.rows(settings), small.rows(settings), strict=True):
            measured = Measured(row)
            ready = []
            for way, small_way in zip(row.ways, small_row.ways, strict=True):
                for level in levels_of(way):
                    column = column_of(way, level)
                    if column in columns and self._takes(way):
                        try:
                            loaded = self.place.load(way, level)
                        except Missing as missing:
                            self.missing[str(missing)] = None
                            continue
                        self._check(small, small_way, loaded, few, column)
                        ready.append((column, way, loaded))
            for _ in range(rounds):
                for column, way, loaded in ready:
                    measured.times.setdefault(column, []).extend(self._run(large, way, loaded, arrays))
            for _column, way, loaded in ready:
                self._recheck(large, way, loaded, arrays)
            yield measured

    def _takes(self, way: Way) -> bool:
        groups = way.groups(self.place.lanes)
        return all(groups) and self.place.takes(groups)

    def _launch(self, case: Case, way: Way, loaded: Any, arrays: Mapping[str, Any], timed: bool) -> Any:
        for name, word in case.cleared.items():
            self.place.fill(arrays[name], word)
        arguments = [arrays[a] if isinstance(a, str) else a for a in way.arguments]
        return self.place.launch(loaded, way.groups(self.place.lanes), arguments, timed)

    def _run(self, case: Case, way: Way, loaded: Any, arrays: Mapping[str, Any]) -> list[float]:
        """Nanoseconds of the runs. Nothing waits for them but the last one: between two a GPU has no pause."""
        launches = [self._launch(case, way, loaded, arrays, run > 0) for run in range(RUNS)]
        return [launch.elapsed_ns() for launch in launches[1:]]

    def _check(self, case: Case, way: Way, loaded: Any, arrays: Mapping[str, Any], column: str) -> None:
        for name in case.outputs:
            self.place.fill(arrays[name], GARBAGE)
        self._launch(case, way, loaded, arrays, timed=False)
        inputs = {name: case.input(name) for name in case.inputs}
        try:
            case.check(inputs, outputs_of(case, arrays), way, self.place.lanes)
        except AssertionError as error:
            error.add_note(f"the results of {way.key}, {column}, with waves of {self.place.lanes} lanes")
            raise

    def _recheck(self, case: Case, way: Way, loaded: Any, arrays: Mapping[str, Any]) -> None:
        """The many elements: what was cleared before a run ends as in the check of all."""


def best(rows: Iterable[Measured], column: str) -> Measured | None:
    """The fastest of a sweep."""
    return min((row for row in rows if row.median(column)), key=lambda row: row.median(column) or math.inf, default=None)


__all__ = ["COLUMNS", "NAIVE", "Bench", "Measured", "best"]
