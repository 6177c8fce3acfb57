"""The result of a tuning: a row for each configuration, measured or not, and the best configuration."""

from __future__ import annotations

import html
import json
import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import LaunchError, WaveError, public_entry
from .configurations import Config, shown

if TYPE_CHECKING:
    import os

    from matplotlib.figure import Figure

#: In the order of the table.
OUTCOMES = ("measured", "kept", "slow", "wrong", "dropped")
_VERSION = 1
_MOST_ROWS = 40
_RIGHT = frozenset("median µs|least µs|spread %|runs|x best|wave size|num_waves|opt_level".split("|"))


@dataclass(frozen=True)
class Row:
    """A configuration and its result."""

    config: Config
    outcome: str
    """One of: "measured"; "kept" from another tuning; "slow": stopped early, because it was clearly slower than the
    best; "wrong": the results are wrong; "dropped": it cannot run."""
    device: str
    """The device and its driver."""
    wave_size: int | None = None
    """The wave size of the runs."""
    groups: tuple[int, int, int] | None = None
    nanoseconds: tuple[float, ...] = ()
    """The time of each timed run on the device."""
    reason: str | None = None
    """Why it is wrong or dropped."""
    is_checked: bool = False
    """A check has found the results correct."""

    @property
    def median_us(self) -> float | None:
        """The median time of a run in microseconds; None if there are no times."""
        return statistics.median(self.nanoseconds) / 1e3 if self.nanoseconds else None

    @property
    def least_us(self) -> float | None:
        """The shortest time of a run in microseconds; None if there are no times."""
        return min(self.nanoseconds) / 1e3 if self.nanoseconds else None

    @property
    def quartiles_us(self) -> tuple[float, float] | None:
        """The lower and upper quartile of the times in microseconds; None if there are no times."""
        if len(self.nanoseconds) < 2:
            return (self.median_us, self.median_us) if self.median_us is not None else None
        low, _, high = statistics.quantiles(self.nanoseconds, n=4, method="inclusive")
        return low / 1e3, high / 1e3

    @property
    def spread(self) -> float | None:
        """The distance between the quartiles, relative to the median."""
        quartiles, median = self.quartiles_us, self.median_us
        return (quartiles[1] - quartiles[0]) / median if quartiles and median else None

    def as_dict(self) -> dict[str, Any]:
        """Returns the configuration's columns and the result."""
        return {
            **self.config.columns(),
            "wave_size": self.wave_size,
            "groups": self.groups,
            "device": self.device,
            "outcome": self.outcome,
            "median_us": self.median_us,
            "least_us": self.least_us,
            "spread": self.spread,
            "runs": len(self.nanoseconds),
            "reason": self.reason,
        }

    def __repr__(self) -> str:
        time = f"{self.median_us:.4g} us" if self.median_us is not None else f"{self.outcome}: {self.reason}"
        return f"<{self.config}: {time}>"


class Tuning(Sequence[Row]):
    """All configurations of one call of ``tune``, fastest first: those with usable results by median time, then those
    stopped early, then those that are wrong or cannot run, with the reason. Shown as a table when printed and in a
    notebook."""

    def __init__(self, kernel: str, rows: Sequence[Row]) -> None:
        self.kernel = kernel
        """The name of the kernel."""
        self.rows = sorted(rows, key=_rank)

    @property
    def devices(self) -> list[str]:
        """The devices on which rows were measured, or would have been. There is one, unless workers with different
        devices measured."""
        return list(dict.fromkeys(row.device for row in self.rows if row.device))

    @public_entry
    def on(self, device: str) -> Tuning:
        """Returns the rows of one device, which may be given by a part of its name."""
        rows = [row for row in self.rows if device.lower() in row.device.lower()]
        if not rows:
            raise WaveError(f"no row was measured on '{device}'", f"there are {'; '.join(self.devices)}")
        return Tuning(self.kernel, rows)

    @property
    @public_entry
    def best(self) -> Row:
        """The row with the shortest median time. Raises LaunchError with the reasons if no configuration could run."""
        if len(self.devices) > 1:
            fix = "ask for one of them: `table.on(...).best`"
            raise WaveError(f"rows were measured on several devices: {'; '.join(self.devices)}", fix)
        row = self.rows[0]
        if row.outcome not in ("measured", "kept"):
            raise _nothing(self)
        return row

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, place: Any) -> Any:
        return self.rows[place]

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def to_dicts(self) -> list[dict[str, Any]]:
        """Returns the rows as dictionaries. Times are in microseconds; the spread is relative to the median."""
        return [row.as_dict() for row in self.rows]

    def to_pandas(self) -> Any:
        """Returns the same as a pandas ``DataFrame``. pandas must be installed."""
        try:
            import pandas
        except ImportError:
            raise WaveError("a DataFrame is made by pandas", "pip install pandas, or take `to_dicts()`") from None
        return pandas.DataFrame(self.to_dicts())

    def to_json(self) -> str:
        """Returns the whole table as JSON, with the nanoseconds of every run. Values other than numbers and strings are
        stored as strings."""
        rows = [{**vars(row), "config": row.config.as_dict()} for row in self.rows]
        return json.dumps({"version": _VERSION, "kernel": self.kernel, "rows": rows}, default=_as_text)

    @staticmethod
    def from_json(text: str) -> Tuning:
        """Reads the result of ``to_json``."""
        told = json.loads(text)
        if not isinstance(told, dict) or told.get("version") != _VERSION:
            raise WaveError("the text is not the JSON of a tuning", "pass the result of `to_json`")
        rows = [
            Row(**{**row, "config": Config.of(row["config"]), "groups": _tuple(row["groups"]), "nanoseconds": tuple(row["nanoseconds"])})
            for row in told["rows"]
        ]  # fmt: skip
        return Tuning(told["kernel"], rows)

    @public_entry
    def plot(self, path: str | os.PathLike[str] | None = None, *, most_rows: int = 32) -> Figure:
        """Returns the table as a matplotlib figure, with a bar for each of the first ``most_rows`` measured rows and,
        below, the configurations that could not run. Also writes it to a file if a path is given."""
        from .picture import draw

        figure = draw(self, most_rows)
        if path is not None:
            figure.savefig(Path(path))
        return figure

    # --- As text and in a notebook -------------------------------------------------

    def _cells(self) -> tuple[list[str], list[list[str]]]:
        """Returns the headings and the cells of each row: the options that configurations choose, the times, and the
        reason if there are none."""
        chosen: dict[str, None] = {}
        for row in self.rows:
            chosen.update(dict.fromkeys(row.config.columns()))
        names = [name for name in chosen if name != "wave_size"]
        several = len(self.devices) > 1
        heads = [*names, "wave size", "median µs", "least µs", "spread %", "runs", "x best", *["device"] * several, ""]
        fastest = next((row.median_us for row in self.rows if row.median_us), None)
        lines = []
        for row in self.rows:
            columns = row.config.columns()
            size = row.wave_size if row.wave_size is not None else columns.get("wave_size")
            times = [_number(row.median_us), _number(row.least_us)]
            times += ["" if row.spread is None else f"{row.spread * 100:.1f}", str(len(row.nanoseconds) or "")]
            ratio = f"{row.median_us / fastest:.2f}" if row.median_us and fastest else ""
            said = row.outcome if row.outcome != "measured" else ""
            said = f"{row.outcome}: {row.reason}" if row.reason else said
            told = [shown(columns[name]) if name in columns else "" for name in names]
            lines.append(
                [*told, "" if size is None else str(size), *times, ratio, *[row.device] * several, said]
            )  # fmt: skip
        return heads, lines

    def __repr__(self) -> str:
        heads, lines = self._cells()
        title = f"kernel '{self.kernel}' on {'; '.join(self.devices) or 'no device'}"
        rest = len(lines) - _MOST_ROWS
        lines = lines[:_MOST_ROWS]
        widths = [max(len(line[place]) for line in [heads, *lines]) for place in range(len(heads))]
        text = [title]
        for line in [heads, *lines]:
            cells = [
                cell.rjust(width) if heads[place] in _RIGHT else cell.ljust(width)
                for place, (cell, width) in enumerate(zip(line, widths, strict=True))
            ]
            text.append("  ".join(cells).rstrip())
        return "\n".join(text if rest <= 0 else [*text, f"and {rest} more: see `.rows`"])

    def _repr_html_(self) -> str:
        heads, lines = self._cells()
        head = "".join(f"<th>{html.escape(cell)}</th>" for cell in heads)
        body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in line) + "</tr>" for line in lines)
        title = html.escape(f"kernel {self.kernel} on {'; '.join(self.devices) or 'no device'}")
        return f"<table><caption>{title}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _rank(row: Row) -> tuple[bool, int, float]:
    """Sorts rows that can be the best by their times, before the others by their outcome."""
    runs = row.outcome in ("measured", "kept")
    median = row.median_us
    return not runs, 0 if runs else OUTCOMES.index(row.outcome), median if median is not None else 0.0


def _nothing(table: Tuning) -> LaunchError:
    """Returns the error that no configuration can run, with the reasons."""
    reasons: dict[str, list[Row]] = {}
    for row in table:
        reasons.setdefault(f"{row.outcome}: {row.reason}", []).append(row)
    told = [f"{rows[0].config}{f' and {len(rows) - 1} more' * (len(rows) > 1)}: {why}" for why, rows in reasons.items()]
    where = "; ".join(table.devices) or "this machine"
    return LaunchError(
        f"no configuration of kernel '{table.kernel}' can run on {where}:\n  " + "\n  ".join(told),
        "choose others, or another device",
    )


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.4g}" if value < 10000 else f"{value:.0f}"


def _tuple(values: Any) -> Any:
    return None if values is None else tuple(values)


_as_text: Callable[[Any], Any] = lambda value: value.item() if hasattr(value, "item") else str(value)
