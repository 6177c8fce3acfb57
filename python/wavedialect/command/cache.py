"""``wavedialect cache``: shows or clears the cache of compiled kernels."""

from __future__ import annotations

import dataclasses
import json
from typing import TYPE_CHECKING

import click

from ..errors import WaveError
from .help import Examples
from .tables import byte_count, console, facts, show

if TYPE_CHECKING:
    from ..cache import CacheInfo


class CacheCommands(Examples, click.Group):
    """The commands of the cache."""


@click.group(
    cls=CacheCommands, short_help="Show or clear the cache.", examples=["cache info", "cache clear"], name="cache"
)
def command() -> None:
    """Shows or clears the cache of compiled kernels, which is in the folder `WAVEDIALECT_CACHE_DIR`."""


@command.command("info", short_help="Show its folder and size.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def show_info(as_json: bool) -> None:
    """Shows the folder of the cache and its size."""
    from ..cache import info

    found = info()
    if as_json:
        values = dataclasses.asdict(found)
        click.echo(json.dumps(values | {"directory": _directory(found)}, indent=2))
        return
    rows = [
        ("folder", _directory(found) or "none: nothing is kept on disk"),
        ("entries", f"{found.entries:,}"),
        ("size", f"{_size(found.bytes)} of at most {byte_count(found.limit)}"),
    ]
    show(console(), facts(rows))


@command.command("clear", short_help="Remove all entries.")
def clear_all() -> None:
    """Removes all cached kernels. The next compile of each kernel takes its full time."""
    from ..cache import clear

    removed = clear()
    if removed.directory is None:
        raise WaveError("nothing is kept on disk", "WAVEDIALECT_CACHE_DIR names the folder")
    click.echo(f"removed {removed.entries:,} entries ({_size(removed.bytes)}) from {removed.directory}")


def _directory(found: CacheInfo) -> str | None:
    return None if found.directory is None else str(found.directory)


def _size(count: int) -> str:
    """Formats a number of bytes, rounded to 0.1 KiB or MiB."""
    return f"{count / (1 << 20):.1f} MiB" if count >= 1 << 20 else f"{count / (1 << 10):.1f} KiB"
