"""The cache of compiles, for this process and later ones: its contents and how to clear it.

It keeps three kinds of entries: the output of the front end (``listings``), the output of the native compiler
(``results``), and timings (``wavedialect.tuning.keeping``). ``docs/cache.md`` describes the keys.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from .. import knobs
from ..immutable import immutable
from .directory import cache_directory
from .store import PREFIX, STORE, Counts

if TYPE_CHECKING:
    from pathlib import Path

#: The names of files that hold entries: LLVM's prefix of files that it may prune, and drivers' pipelines.
_ENTRIES = (f"{PREFIX}*", "vulkan-*.pipelines")
#: The time of the last pruning, partial files of processes killed while writing, and locks for device measurements.
_OTHERS = ("llvmcache.timestamp", "vulkan-*.pipelines.*", "tuning-*.lock")


@immutable
class CacheInfo:
    """The contents of the cache on disk."""

    directory: Path | None
    """None if nothing is kept on disk."""
    entries: int
    bytes: int
    limit: int
    """The maximum number of bytes kept."""


@immutable
class Statistics:
    """How often this process found an entry, or had to make it."""

    listings: Counts
    """Runs of the front end."""
    results: Counts
    """Runs of the native compiler."""


def statistics() -> Statistics:
    """The statistics of this process so far."""
    return Statistics(STORE.counts("listings"), STORE.counts("results"))


def info() -> CacheInfo:
    """The size and location of the cache on disk."""
    directory = _folder()
    return _info(directory, [size for _, size in _files(directory, _ENTRIES)])


def clear() -> CacheInfo:
    """Removes all entries, on disk and in the memory of this process, and returns what was removed from disk. Other
    files in the folder stay. Kernels that are already compiled keep working."""
    STORE.clear()
    directory = _folder()
    sizes = []
    for path, size in _files(directory, _ENTRIES):
        with contextlib.suppress(OSError):
            path.unlink()
            sizes.append(size)
    for path, _ in _files(directory, _OTHERS):
        with contextlib.suppress(OSError):
            path.unlink()
    return _info(directory, sizes)


def _folder() -> Path | None:
    # A launch, which imports this module, does not need it.
    from pathlib import Path

    directory = cache_directory()
    return None if directory is None else Path(directory)


def _info(directory: Path | None, sizes: list[int]) -> CacheInfo:
    return CacheInfo(directory, len(sizes), sum(sizes), knobs.cache_bytes())


def _files(directory: Path | None, patterns: tuple[str, ...]) -> list[tuple[Path, int]]:
    """The files of the cache and their sizes; files may disappear during the scan."""
    found = []
    for pattern in patterns if directory is not None else ():
        for path in directory.glob(pattern):
            with contextlib.suppress(OSError):
                found.append((path, path.stat().st_size))
    return found
