"""The layout of results."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.table import Table
from rich.theme import Theme

#: Code in text has no background color.
_THEME = Theme({"markdown.code": "cyan"})


def console(to_stderr: bool = False) -> Console:
    """Returns a console for standard output or standard error. It does not guess what to color."""
    plain = {"highlight": False, "markup": False, "emoji": False}
    return Console(stderr=to_stderr, theme=_THEME, **plain)


def listing(heads: Sequence[str], rows: Iterable[Sequence[str]], right: Collection[int] = ()) -> Table:
    """Returns a table with column headings. ``right`` are the columns to align right."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for place, head in enumerate(heads):
        table.add_column(head, justify="right" if place in right else "left", overflow="fold")
    for row in rows:
        table.add_row(*row)
    return table


def facts(rows: Iterable[tuple[str, str]]) -> Table:
    """Returns a table of labels and values."""
    table = Table(box=None, show_header=False, padding=(0, 0, 0, 2))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    for row in rows:
        table.add_row(*row)
    return table


def show(out: Console, what: RenderableType) -> None:
    """Prints a table or text without trailing spaces."""
    with out.capture() as capture:
        out.print(what)
    out.file.write("".join(f"{line.rstrip()}\n" for line in capture.get().splitlines()))


def byte_count(count: int) -> str:
    """Formats a number of bytes in the largest unit that divides it: ``32 KiB``."""
    for unit, size in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if count and count % size == 0:
            return f"{count // size} {unit}"
    return f"{count:,} bytes" if count != 1 else "1 byte"
