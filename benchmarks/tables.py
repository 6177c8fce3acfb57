"""Tables of times, as text and in Markdown, and the places of pages where they stand."""

from __future__ import annotations

import statistics
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple


class Times(NamedTuple):
    """Milliseconds of many rounds."""

    median: float
    least: float

    @staticmethod
    def of(taken: Iterable[float]) -> Times:
        taken = list(taken)
        return Times(statistics.median(taken), min(taken))

    def __str__(self) -> str:
        return f"{self.median:.2f} ({self.least:.2f})"


class Table(NamedTuple):
    title: str
    head: list[str]
    rows: list[list[str]]

    def text(self) -> str:
        widths = [max(len(row[i]) for row in [self.head, *self.rows]) for i in range(len(self.head))]
        lines = [
            "  ".join(cell.ljust(width) if i == 0 else cell.rjust(width) for i, (cell, width) in enumerate(zipped))
            for zipped in (list(zip(row, widths, strict=True)) for row in [self.head, *self.rows])
        ]
        return "\n".join([self.title, *(f"  {line}" for line in lines), ""])

    def markdown(self) -> str:
        rows = [self.head, ["---"] * len(self.head), *self.rows]
        return "\n".join([self.title, "", *(f"| {' | '.join(row)} |" for row in rows), ""])


def put_into(page: Path, begin: str, end: str, lines: list[str]) -> None:
    """Replaces what stands between two markers of a page."""
    before, found, rest = page.read_text().partition(begin)
    _, last, after = rest.partition(end)
    if not found or not last:
        sys.exit(f"{page} has no place for the tables: {begin} and {end}")
    page.write_text("\n".join([before + begin, "", *lines, end + after]))
