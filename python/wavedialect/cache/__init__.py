"""What was compiled before, for this process and later ones: what there is, and how to get rid of it.

Three things are kept: what the front end made of a kernel (``listings``), what the native compiler made of that
(``results``), and how fast that was (``wavedialect.tuning.keeping``). ``docs/cache.md`` says by which keys.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from pathlib import Path

from .. import knobs
from .directory import cache_directory
from .store import PREFIX, STORE, Counts

#: How the files are called that hold entries: LLVM's prefix of what it may prune, and drivers' pipelines.
_ENTRIES = (f"{PREFIX}*", "vulkan-*.pipelines")
#: When the folder was pruned last, what a process leaves that was killed while it wrote, and who measures on a device.
_OTHERS = ("llvmcache.timestamp", "vulkan-*.pipelines.*", "tuning-*.lock")


@dataclass(frozen=True)
class CacheInfo:
    """What is on disk."""

    directory: Path | None
    """None where nothing is kept on disk."""
    entries: int
    bytes: int
    limit: int
    """The most bytes that stay."""


@dataclass(frozen=True)
class Statistics:
    """How often this process found what it needed, or made it."""

    listings: Counts
    """Runs of the front end."""
    results: Counts
    """Runs of the native compiler."""


def statistics() -> Statistics:
    """What has happened in this process so far."""
    return Statistics(STORE.counts("listings"), STORE.counts("results"))


def info() -> CacheInfo:
    """How much is on disk, and where."""
    directory = cache_directory()
    return _info(directory, [size for _, size in _files(directory, _ENTRIES)])


def clear() -> CacheInfo:
    """Removes everything that is kept, on disk and in the memory of this process, and says what that was on disk. Other
    files in the folder stay. Kernels that are compiled already run on."""
    STORE.clear()
    directory = cache_directory()
    sizes = []
    for path, size in _files(directory, _ENTRIES):
        with contextlib.suppress(OSError):
            path.unlink()
            sizes.append(size)
    for path, _ in _files(directory, _OTHERS):
        with contextlib.suppress(OSError):
            path.unlink()
    return _info(directory, sizes)


def _info(directory: Path | None, sizes: list[int]) -> CacheInfo:
    return CacheInfo(directory, len(sizes), sum(sizes), knobs.cache_bytes())


def _files(directory: Path | None, patterns: tuple[str, ...]) -> list[tuple[Path, int]]:
    """Files of the cache and their sizes; one may go while we look."""
    found = []
    for pattern in patterns if directory is not None else ():
        for path in directory.glob(pattern):
            with contextlib.suppress(OSError):
                found.append((path, path.stat().st_size))
    return found
