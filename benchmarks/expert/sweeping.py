"""The sweep of a case: `wavedialect.tune` over waves a group, items a lane and forms, kernels and GLSL alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import wavedialect as wd

from .cases import Case, Row, Way
from .measuring import MOST_SECONDS, RUNS, SWEPT_FORMS, Bench, Measured
from .modules import Missing


class Sweep:
    """What is tuned: a configuration's constants are the waves, the items and the form."""

    def __init__(self, bench: Bench, make: type[Case]) -> None:
        self.name = make.name
        self.device = bench.place.description
        self._bench = bench
        self._small, self._large = make(bench.check_size), make(bench.size)
        self._arrays, self._few = bench.place.place(self._large), bench.place.place(self._small)
        settings = make.swept
        self.rows = dict(zip(settings, self._large.rows(settings), strict=True))
        self._small_rows = dict(zip(settings, self._small.rows(settings), strict=True))

    def configs(self) -> list[wd.Config]:
        """Those of which there is a kernel or a shader."""
        return [
            wd.Config(constants={"waves": waves, "items": items, "form": column})
            for (waves, items), row in self.rows.items()
            for column in SWEPT_FORMS
            if _way(row, column)
        ]

    def prepare(self, config: wd.Config) -> Ready:
        """Loads a form and looks at its results."""
        waves, items, column = (config.constants[name] for name in ("waves", "items", "form"))
        way, small_way = (_way(rows[waves, items], column) for rows in (self.rows, self._small_rows))
        assert way and small_way
        bench, form = self._bench, SWEPT_FORMS[column]
        try:
            bench.check_groups(way)
            bench.check_groups(small_way)
            loaded = bench.place.load(way, form.level, form.unchecked, form.groups)
        except Missing as missing:
            raise wd.LaunchError(str(missing)) from None
        bench.check(self._small, small_way, loaded, self._few, column)
        bench.check_start(self._large, way, loaded, self._arrays, column)
        return Ready(bench, self._large, way, loaded, self._arrays)


def _way(row: Row, column: str) -> Way | None:
    return next((way for way in row.ways if SWEPT_FORMS[column].fits(way)), None)


@dataclass(frozen=True)
class Ready:
    """A way that can be timed."""

    bench: Bench
    case: Case
    way: Way
    loaded: Any
    arrays: Any

    def turn(self, warmup: int, runs: int) -> list[float]:
        """Nanoseconds of the timed runs, which stand back to back."""
        launches = [
            self.bench.launch(self.case, self.way, self.loaded, self.arrays, run >= warmup)
            for run in range(warmup + runs)
        ]
        return [launch.elapsed_ns() for launch in launches[warmup:]]


def sweep(bench: Bench, make: type[Case], rounds: int) -> list[Measured]:
    """A row for each number of waves and items. All forms of all rows take turns, and none is given up: the best of each
    form is looked for."""
    subject = Sweep(bench, make)
    table = wd.tune(
        subject,
        subject.configs(),
        rounds=rounds,
        runs=RUNS - 1,
        warmup=1,
        stop=None,
        most_seconds=MOST_SECONDS,
    )
    measured = {setting: Measured.of(row) for setting, row in subject.rows.items()}
    order = list(SWEPT_FORMS)
    for row in sorted(table, key=lambda row: order.index(row.config.constants["form"])):
        assert row.outcome != "wrong", f"the results of {make.name}, {row.config}: {row.reason}"
        if row.outcome == "dropped":
            bench.missing[str(row.reason)] = None
        else:
            waves, items, column = (row.config.constants[name] for name in ("waves", "items", "form"))
            measured[waves, items].times[column] = list(row.nanoseconds)
    return list(measured.values())
