"""Draws a trace with matplotlib."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from ..errors import WaveError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from .trace import Slice, Stage, Trace, Wave

COLORS = {"run": "#3b76af", "wait": "#f2b441", "returned": "#d9d9d9", "stuck": "#c23b30"}
_LABELS = {"run": "runs", "wait": "waits at a barrier", "returned": "has ended", "stuck": "still waits at the end"}
_WAITS_AT_PIPES = "waits at a barrier or a pipe"
_LANES_RETURN = "lanes return"
_MATRIX = "operation on a matrix"
_COPY = "an asynchronous copy may be in progress"
_COPY_COLOR = "#7b4ea3"
_ROW = 0.24
"""In inches."""
_STAGE_COLORS = ("#59a14f", "#e15759", "#b07aa1", "#76b7b2", "#9c755f", "#ff9da7", "#86bcb6", "#8c8c8c")
"""By stage, of the first ones of a pipe; further stages begin again."""
_STAGE_ROW = 0.55
"""The height of a pipe's stages below the row of a wave, in rows."""
_MOST_LABELS = 400
"""The largest number of stages that are labeled with their number."""
_GAP = 0.6
"""Between two groups, in rows."""
_MOST_LINES = 8
"""The largest number of barriers in a group that are labeled with their line number."""


def draw(trace: Trace, most_waves: int) -> Figure:
    """Draws one row per wave, with space between groups and time in operations to the right."""
    try:
        from matplotlib.figure import Figure
        from matplotlib.patches import Patch
        from matplotlib.ticker import MaxNLocator
    except ImportError:
        raise WaveError("a picture of a trace is drawn by matplotlib", "pip install matplotlib") from None

    waves = trace.waves()
    shown = waves[:most_waves]
    stages = trace.stages()
    pipes = _pipes(stages)
    rows = _rows(shown, pipes)
    last = len(pipes.get(shown[-1], ())) if shown else 0
    height = max(rows.values(), default=0) + 1 + _STAGE_ROW * last
    figure = Figure(figsize=(11, 1.5 + _ROW * max(height, 2)), layout="constrained", dpi=110)
    axes = figure.add_subplot()
    used = _draw_waves(axes, trace, rows)
    used |= _draw_stages(axes, stages, pipes, rows)
    used |= _draw_work(axes, trace, rows)

    axes.set_ylim(height - 0.4, -0.6)
    axes.set_yticks(list(rows.values()), [f"wave {wave}" for _, wave in shown], fontsize=7)
    axes.tick_params(axis="y", length=0)
    waits = "at a barrier or a pipe it waits for other waves" if pipes else "at a barrier it waits for the last one"
    axes.set_xlabel(f"operations executed by a wave; {waits}", fontsize=8)
    axes.tick_params(axis="x", labelsize=8)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlim(left=0)
    axes.spines[["top", "right", "left"]].set_visible(False)
    _name_groups(axes, rows)

    title = f"{trace.kernel}, {trace.configuration}"
    if len(shown) < len(waves):
        title += f" \N{EM DASH} the first {len(shown)} of {len(waves)} waves"
    if not trace.is_whole:
        title += " \N{EM DASH} the trace is not whole"
    axes.set_title(title, fontsize=10, loc="left")
    labels = _LABELS | ({"wait": _WAITS_AT_PIPES} if pipes else {})
    handles: list = [Patch(color=color, label=labels[kind]) for kind, color in COLORS.items() if kind in used]
    if "fill" in used:
        handles.append(Patch(color=_STAGE_COLORS[0], label="fills a stage"))
    if "drain" in used:
        handles.append(Patch(facecolor="white", edgecolor=_STAGE_COLORS[0], label="drains a stage"))
    if _COPY in used:
        handles.append(Patch(color=_COPY_COLOR, label=_COPY))
    if _MATRIX in used:
        handles += axes.plot([], [], "|", color="#1b1b1b", markersize=4, label=_MATRIX)
    if _LANES_RETURN in used:
        handles += axes.plot([], [], "|", color="black", markersize=8, label=_LANES_RETURN)
    if handles:
        figure.legend(handles=handles, loc="outside lower center", ncols=len(handles), fontsize=8, frameon=False)
    return figure


def _pipes(stages: list[Stage]) -> dict[Wave, list[str]]:
    """Returns the pipes whose stages each wave opens."""
    pipes: dict[Wave, list[str]] = {}
    for stage in stages:
        of_wave = pipes.setdefault((stage.group, stage.wave), [])
        if stage.pipe not in of_wave:
            of_wave.append(stage.pipe)
    return pipes


def _rows(waves: list[Wave], pipes: dict[Wave, list[str]]) -> dict[Wave, float]:
    """Returns the row of each wave. The stages of its pipes are below."""
    rows, row = {}, 0.0
    for _, of_group in itertools.groupby(waves, key=lambda wave: wave[0]):
        for wave in of_group:
            rows[wave] = row
            row += 1 + _STAGE_ROW * len(pipes.get(wave, ()))
        row += _GAP
    return rows


def _draw_stages(axes: Axes, stages: list[Stage], pipes: dict[Wave, list[str]], rows: dict[Wave, float]) -> set[str]:
    """Draws below each wave the stages that it has open: filled for a producer, and as a frame for a consumer. Returns the
    kinds of spans drawn."""
    used: set[str] = set()
    shown = [stage for stage in stages if (stage.group, stage.wave) in rows and stage.end > stage.start]
    for stage in shown:
        wave = stage.group, stage.wave
        middle = rows[wave] + 0.4 + _STAGE_ROW * (pipes[wave].index(stage.pipe) + 0.5)
        color = _STAGE_COLORS[stage.stage % len(_STAGE_COLORS)]
        face = color if stage.is_filled else "white"
        axes.broken_barh(
            [(stage.start, stage.end - stage.start)],
            (middle - 0.22, 0.44),
            facecolor=face,
            edgecolor=color,
            linewidth=0.8,
        )
        if len(shown) <= _MOST_LABELS:
            text = "white" if stage.is_filled else color
            axes.text(
                (stage.start + stage.end) / 2, middle + 0.02, str(stage.stage), fontsize=4.5, color=text, va="center",
                ha="center", clip_on=True,
            )  # fmt: skip
        used.add("fill" if stage.is_filled else "drain")
    return used


def _draw_waves(axes: Axes, trace: Trace, rows: dict[Wave, float]) -> set[str]:
    """Draws what each wave does. Returns the kinds of spans drawn."""
    used: set[str] = set()
    last: dict[tuple[int, int, int], int] = {}
    ended: dict[Wave, int] = {}
    for event in trace.events:
        wave = event.group, event.wave
        last[event.group] = max(last.get(event.group, 0), event.time)
        if event.kind == "end":
            ended[wave] = event.time

    def bar(kind: str, wave: Wave, start: float, end: float) -> None:
        # A span of length zero is invisible, so it gets no entry in the legend.
        if wave in rows and end > start:
            axes.broken_barh([(start, end - start)], (rows[wave] - 0.4, 0.8), color=COLORS[kind], linewidth=0)
            used.add(kind)

    slices = trace.slices()
    for piece in slices:
        kind = piece.kind if piece.is_left else "stuck"
        bar(kind, (piece.group, piece.wave), piece.start, piece.end)
    for wave, time in ended.items():
        bar("returned", wave, time, last[wave[0]])
    for event in trace.events:
        if event.kind == "retire" and (event.group, event.wave) in rows:
            axes.plot(event.time, rows[event.group, event.wave], "|", color="black", markersize=8, clip_on=False)
            used.add(_LANES_RETURN)
    _draw_barriers(axes, slices, rows)
    return used


def _draw_work(axes: Axes, trace: Trace, rows: dict[Wave, float]) -> set[str]:
    """Draws the copies of a wave at the bottom of its row, and its operations on matrices. Returns the kinds drawn."""
    used: set[str] = set()
    for copy in trace.copies():
        if (copy.group, copy.wave) in rows and copy.end > copy.start:
            row = rows[copy.group, copy.wave]
            axes.broken_barh([(copy.start, copy.end - copy.start)], (row + 0.22, 0.18), color=_COPY_COLOR, linewidth=0)
            used.add(_COPY)
    for event in trace.events:
        if event.kind == "matrix" and (event.group, event.wave) in rows:
            axes.plot(
                event.time, rows[event.group, event.wave] - 0.2, "|", color="#1b1b1b", markersize=4, clip_on=False
            )
            used.add(_MATRIX)
    return used


def _draw_barriers(axes: Axes, slices: list[Slice], rows: dict[Wave, float]) -> None:
    """Draws a line across a group where its waves leave a barrier, labeled with the source line."""
    barriers: dict[tuple[tuple[int, int, int], int], int] = {}
    for piece in slices:
        if (
            piece.kind == "wait"
            and piece.is_left
            and piece.location
            and not piece.pipe
            and (piece.group, piece.wave) in rows
        ):
            barriers[piece.group, piece.end] = piece.location.line
    for (group, time), line in barriers.items():
        places = [row for (of_group, _), row in rows.items() if of_group == group]
        axes.plot([time, time], [min(places) - 0.48, max(places) + 0.48], color="black", linewidth=0.8)
        if sum(of_group == group for of_group, _ in barriers) <= _MOST_LINES:
            axes.text(time, min(places) - 0.45, f" line {line}", fontsize=6, va="bottom", ha="center", clip_on=False)


def _name_groups(axes: Axes, rows: dict[Wave, float]) -> None:
    """Writes the number of each group to the right of its rows."""
    for group, of_group in itertools.groupby(rows.items(), key=lambda item: item[0][0]):
        places = [row for _, row in of_group]
        middle = (places[0] + places[-1]) / 2
        axes.annotate(
            f"group {group}", (1, middle), xycoords=("axes fraction", "data"), xytext=(6, 0),
            textcoords="offset points", fontsize=7, va="center", annotation_clip=False,
        )  # fmt: skip
