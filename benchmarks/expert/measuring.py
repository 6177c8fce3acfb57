"""Runs the ways of a row in turns: each checked on few elements first, then timed on many."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from .cases import EXPERT, NAIVE, Case, Row, Way
from .devices import GARBAGE, Place, outputs_of
from .modules import Missing


@dataclass(frozen=True)
class Form:
    """In which form a way is compiled and timed."""

    author: str
    is_shader: bool = False
    level: int = 0
    unchecked: bool = False
    groups: int = 0
    """Groups of the program that a launched group runs, by the pass `coarsen-groups`; 0: as many as the level chooses."""

    def fits(self, way: Way) -> bool:
        return self.author == way.author and self.is_shader == bool(way.shader)


# By the heads of the table's columns.
FORMS = {
    "naive": Form(NAIVE),
    "expert": Form(EXPERT),
    "naive -O2": Form(NAIVE, level=2),
    "expert -O2": Form(EXPERT, level=2),
    "unchecked": Form(EXPERT, level=2, unchecked=True),
    "GLSL": Form(EXPERT, is_shader=True),
    "naive GLSL": Form(NAIVE, is_shader=True),
}
SWEPT_FORMS = {
    **{column: FORMS[column] for column in ("naive -O2", "expert -O2", "unchecked", "GLSL")},
    "naive -O2, 1 group": Form(NAIVE, level=2, groups=1),
    **{f"naive -O2, {groups} groups": Form(NAIVE, level=2, groups=groups) for groups in (2, 4, 8, 16)},
}
# A form that has run so long leaves the other turns out.
MOST_SECONDS = 2.0
# In a turn a way runs so often, back to back; the first run is not timed.
RUNS = 3


@dataclass
class Measured:
    """One row: the nanoseconds of each run, by column."""

    case: str
    name: str
    waves: int
    items: int
    unit: str
    work: float
    times: dict[str, list[float]] = field(default_factory=dict)

    @staticmethod
    def of(row: Row) -> Measured:
        return Measured(row.case.name, row.name, row.waves, row.items, row.case.unit, row.case.work())

    def median(self, column: str) -> float | None:
        return statistics.median(self.times[column]) if self.times.get(column) else None

    def speed(self, column: str, least: bool = False) -> float | None:
        """In billions a second: bytes, or what the case counts."""
        times = self.times.get(column)
        if not times:
            return None
        return self.work / (min(times) if least else statistics.median(times))

    def ratio(self, column: str, other: str) -> float | None:
        """How many times as fast it is as the other, by medians."""
        mine, its = self.median(column), self.median(other)
        return its / mine if mine and its else None


class Bench:
    """Cases at two sizes on one place."""

    def __init__(self, place: Place, size: int, check_size: int) -> None:
        self.place, self.size, self.check_size = place, size, check_size
        self.missing: dict[str, None] = {}

    def measure(self, make: type[Case], rounds: int) -> Iterator[Measured]:
        """The rows of a case, each when it is done."""
        small, large = make(self.check_size), make(self.size)
        arrays, few = self.place.place(large), self.place.place(small)
        for row, small_row in zip(large.rows(), small.rows(), strict=True):
            measured = Measured.of(row)
            ready = []
            for column, form in FORMS.items():
                for way, small_way in zip(row.ways, small_row.ways, strict=True):
                    if form.fits(way):
                        try:
                            self.check_groups(way)
                            self.check_groups(small_way)
                            loaded = self.place.load(way, form.level, form.unchecked)
                        except Missing as missing:
                            self.missing[str(missing)] = None
                            continue
                        self.check(small, small_way, loaded, few, column)
                        ready.append((column, way, loaded))
            for _ in range(rounds):
                for column, way, loaded in ready:
                    times = measured.times.setdefault(column, [])
                    if sum(times) < MOST_SECONDS * 1e9:
                        times += self._run(large, way, loaded, arrays)
            for column, way, loaded in ready:
                self.check_start(large, way, loaded, arrays, column)
            yield measured

    def check_groups(self, way: Way) -> None:
        """Raises Missing where it cannot be launched."""
        groups = way.groups(self.place.lanes)
        if not all(groups):
            raise Missing(f"{way.key} works on more elements than there are, with waves of {self.place.lanes} lanes")
        if not self.place.takes(groups):
            raise Missing(f"{way.key} has more groups ({' x '.join(map(str, groups))}) than can be launched")

    def launch(self, case: Case, way: Way, loaded: Any, arrays: Mapping[str, Any], timed: bool) -> Any:
        """Starts it, after what it counts in has been cleared."""
        for name, word in case.cleared.items():
            self.place.fill(arrays[name], word)
        arguments = [arrays[a] if isinstance(a, str) else a for a in way.arguments]
        return self.place.launch(loaded, way.groups(self.place.lanes), arguments, timed)

    def _run(self, case: Case, way: Way, loaded: Any, arrays: Mapping[str, Any]) -> list[float]:
        """Nanoseconds of the runs. Nothing waits for them but the last one: between two a GPU has no pause."""
        launches = [self.launch(case, way, loaded, arrays, run > 0) for run in range(RUNS)]
        return [launch.elapsed_ns() for launch in launches[1:]]

    def check(self, case: Case, way: Way, loaded: Any, arrays: Mapping[str, Any], column: str) -> None:
        """Raises AssertionError where its results on all elements are wrong."""
        for name in case.outputs:
            self.place.fill(arrays[name], GARBAGE)
        self.launch(case, way, loaded, arrays, timed=False)
        inputs = {name: case.input(name) for name in case.inputs}
        with named(way, column, self.place):
            case.check(inputs, outputs_of(case, arrays), way, self.place.lanes)

    def check_start(self, case: Case, way: Way, loaded: Any, arrays: Mapping[str, Any], column: str) -> None:
        """The same of its first results alone."""
        for name in case.outputs:
            self.place.fill(arrays[name], GARBAGE)
        self.launch(case, way, loaded, arrays, timed=False)
        with named(way, column, self.place):
            starts = {name: self.place.start_of(arrays[name]) for name in case.outputs}
            case.check_start(starts, way, self.place.lanes)


@contextmanager
def named(way: Way, column: str, place: Place) -> Iterator[None]:
    """Says whose results are wrong."""
    try:
        yield
    except AssertionError as error:
        error.add_note(f"the results of {way.key}, {column}, with waves of {place.lanes} lanes")
        raise


def best(rows: Iterable[Measured], column: str) -> Measured | None:
    """The fastest of a sweep."""
    return min(
        (row for row in rows if row.median(column)), key=lambda row: row.median(column) or math.inf, default=None
    )
