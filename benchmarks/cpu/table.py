"""The table: what each executor reached, and how ours compares."""

from __future__ import annotations

import math
import statistics
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Timing:
    """The seconds of all runs of a case by one executor at one wave size."""

    executor: str
    lanes: int | None
    seconds: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)

    @property
    def best(self) -> float:
        return min(self.seconds)


@dataclass
class Row:
    """One case."""

    name: str
    unit: str
    work: float
    timings: list[Timing] = field(default_factory=list)

    def fastest(self, executor: str) -> Timing | None:
        """Of the executor's wave sizes, the one with the least median."""
        found = [timing for timing in self.timings if timing.executor == executor]
        return min(found, key=lambda timing: timing.median, default=None)

    def show(self, timing: Timing | None) -> str:
        """Speed by the median, wave size, median and least time."""
        if timing is None:
            return "-"
        lanes = f" at {timing.lanes}" if timing.lanes else ""
        speed = self.work / timing.median / 1e9
        return f"{speed:.3g} {self.unit}{lanes}, {_milliseconds(timing.median)} ({_milliseconds(timing.best)}) ms"

    def ratio(self, peer: str, statistic: str = "median") -> float | None:
        """How many times faster ours is, by a property of the timings."""
        ours, other = self.fastest("ours"), self.fastest(peer)
        return getattr(other, statistic) / getattr(ours, statistic) if ours and other else None


def _milliseconds(seconds: float) -> str:
    milliseconds = seconds * 1e3
    return f"{milliseconds:.2f}" if milliseconds < 100 else f"{milliseconds:.0f}"


def print_table(rows: list[Row], peers: list[str], markdown: bool) -> None:
    """Ours with the median and, in brackets, least time; for each peer how many times faster ours is, by the medians
    and, in brackets, by the least times. Below, the geometric means."""
    lines = [["kernel", "ours", *peers]]
    for row in rows:
        ratios = [_times(row.ratio(peer), row.ratio(peer, "best")) for peer in peers]
        lines.append([row.name, row.show(row.fastest("ours")), *ratios])
    print_columns(lines, markdown)
    for peer in peers:
        ratios = [ratio for row in rows if (ratio := row.ratio(peer)) is not None]
        if ratios:
            mean = math.prod(ratios) ** (1 / len(ratios))
            print(
                f"ours to {peer}: {mean:.2f} in the geometric mean of {len(ratios)} kernels, {min(ratios):.2f} at least"
            )


def print_sizes(rows: list[Row], markdown: bool) -> None:
    """Every executor at every wave size."""
    lines = [["kernel", "executor", "wave size", "speed", "median ms", "least ms", "runs"]]
    for row in rows:
        for timing in row.timings:
            speed = f"{row.work / timing.median / 1e9:.3g} {row.unit}"
            times = [_milliseconds(timing.median), _milliseconds(timing.best)]
            lines.append([row.name, timing.executor, str(timing.lanes or "-"), speed, *times, str(len(timing.seconds))])
    print_columns(lines, markdown)


def print_columns(lines: list[list[str]], markdown: bool) -> None:
    """The first line is the header."""
    if markdown:
        lines = [lines[0], ["---"] * len(lines[0]), *lines[1:]]
        for line in lines:
            print("|", " | ".join(line), "|")
    else:
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        for line in lines:
            print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())
    print(flush=True)


def _times(median: float | None, best: float | None) -> str:
    return "-" if median is None else f"{median:.2f} ({best:.2f})"
