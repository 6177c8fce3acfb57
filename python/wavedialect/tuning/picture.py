"""Draws a tuning with matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import WaveError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from .table import Row, Tuning

_COLORS = {"best": "#3b76af", "measured": "#9dbbd7", "kept": "#b9a7d6", "slow": "#d9d9d9"}
_LABELS = {"best": "the best", "measured": "measured", "kept": "kept from before", "slow": "given up, clearly slower"}
_ROW = 0.27
"""In inches."""
_MOST_REASONS = 8


def draw(table: Tuning, most_rows: int) -> Figure:
    """Draws a bar for each configuration: its length is the median time, with marks for the quartiles and the shortest
    time. Lists below it the configurations that could not run, with reasons."""
    try:
        from matplotlib.figure import Figure
        from matplotlib.lines import Line2D
        from matplotlib.patches import Patch
    except ImportError:
        raise WaveError("a picture of a tuning is drawn by matplotlib", "pip install matplotlib") from None

    measured = [row for row in table if row.median_us is not None]
    rows = measured[:most_rows]
    reasons = _reasons([row for row in table if row.median_us is None])
    height = 1.9 + _ROW * max(len(rows), 2) + 0.16 * len(reasons)
    figure = Figure(figsize=(9, height), layout="constrained", dpi=110)
    axes = figure.add_subplot()
    used = _draw_bars(axes, rows)

    several = len(table.devices) > 1
    names = [f"{row.config}{f', {row.device}' if several else ''}" for row in rows]
    axes.set_yticks(range(len(rows)), names, fontsize=8)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.tick_params(axis="x", labelsize=8)
    axes.set_xlim(left=0)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.set_xlabel("microseconds of a run on the device, the median; less is better", fontsize=8)
    title = f"{table.kernel}\n{'; '.join(table.devices)}"
    if len(rows) < len(measured):
        title += f" \N{EM DASH} the first {len(rows)} of {len(measured)} configurations"
    axes.set_title(title, fontsize=9, loc="left")
    handles: list = [Patch(color=_COLORS[kind], label=_LABELS[kind]) for kind in _COLORS if kind in used]
    if rows:
        handles.append(Line2D([], [], color="black", linewidth=1, label="quartiles"))
        handles.append(Line2D([], [], color="black", marker="|", linestyle="", markersize=7, label="the least"))
        figure.legend(handles=handles, loc="outside upper right", ncols=len(handles), fontsize=8, frameon=False)
    if reasons:
        figure.supxlabel("\n".join(reasons), x=0.01, ha="left", fontsize=7, color="#555555")
    return figure


def _draw_bars(axes: Axes, rows: list[Row]) -> set[str]:
    """Draws the rows. Returns the kinds of bars drawn."""
    used: set[str] = set()
    for place, row in enumerate(rows):
        kind = "best" if place == 0 and row.outcome in ("measured", "kept") else row.outcome
        used.add(kind)
        median, (low, high) = row.median_us, row.quartiles_us or (0.0, 0.0)
        assert median is not None
        axes.barh(place, median, height=0.7, color=_COLORS[kind])
        axes.plot([low, high], [place, place], color="black", linewidth=1)
        axes.plot(row.least_us, place, "|", color="black", markersize=7)
        axes.annotate(
            f"{median:.4g}", (max(median, high), place), xytext=(5, 0), textcoords="offset points", fontsize=7, va="center"
        )  # fmt: skip
    return used


def _reasons(rows: list[Row]) -> list[str]:
    """Returns one line for each reason, with the configurations that it applies to."""
    of_reason: dict[str, list[str]] = {}
    for row in rows:
        of_reason.setdefault(f"{row.outcome}: {row.reason}", []).append(str(row.config))
    lines = [
        _cut(f"{', '.join(configs[:2])}{f' and {len(configs) - 2} more' if len(configs) > 2 else ''} {reason}", 150)
        for reason, configs in of_reason.items()
    ]
    rest = len(lines) - _MOST_REASONS
    return lines if rest <= 0 else [*lines[:_MOST_REASONS], f"and {rest} more reasons"]


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "\N{HORIZONTAL ELLIPSIS}"
