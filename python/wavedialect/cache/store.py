"""Stores entries in memory for this process, and in a folder for later ones.

The native module's ``Cache`` manages the folder: an entry is a file that is created by renaming and contains the hash
of its contents, so that processes share it without locks and a damaged entry is ignored.
"""

from __future__ import annotations

import contextlib
import os
from _thread import allocate_lock
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from .. import knobs
from ..immutable import immutable
from . import archive
from .directory import cache_directory, is_own_file

T = TypeVar("T")

#: The prefix of entry file names: LLVM prunes only files with this prefix.
PREFIX = "llvmcache-"
#: The maximum bytes of entries in memory; the least recently used entry is evicted first.
MOST_MEMORY = 64 << 20


@immutable
class Counts:
    """How often entries were found in memory, found on disk, and made."""

    memory: int = 0
    disk: int = 0
    made: int = 0


class Store:
    """All entries in memory, by folder and key, and the counts; thread-safe."""

    def __init__(self) -> None:
        self._entries: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._bytes = 0
        self._counts: dict[str, Counts] = {}
        self._lock = allocate_lock()
        # A child forked while another thread holds the lock would wait forever.
        os.register_at_fork(after_in_child=self._renew_lock)

    def _renew_lock(self) -> None:
        self._lock = allocate_lock()

    def find(self, place: str, key: str) -> bytes | None:
        """The entry in memory, if any."""
        with self._lock:
            entry = self._entries.get((place, key))
            if entry is not None:
                self._entries.move_to_end((place, key))
            return entry

    def add(self, place: str, key: str, entry: bytes) -> None:
        """Keeps an entry in memory."""
        with self._lock:
            self._bytes += len(entry) - len(self._entries.pop((place, key), b""))
            self._entries[place, key] = entry
            while self._bytes > MOST_MEMORY:
                _, oldest = self._entries.popitem(last=False)
                self._bytes -= len(oldest)

    def count(self, what: str, outcome: str) -> None:
        """Counts an outcome: "memory", "disk" or "made"."""
        with self._lock:
            counts = self._counts.get(what, Counts())
            self._counts[what] = Counts(**{**vars(counts), outcome: getattr(counts, outcome) + 1})

    def counts(self, what: str) -> Counts:
        """The counts so far."""
        with self._lock:
            return self._counts.get(what, Counts())

    def clear(self) -> None:
        """Removes the entries from memory."""
        with self._lock:
            self._entries.clear()
            self._bytes = 0


STORE = Store()


class Cache:
    """The cache for one kind of entry, with the current environment settings; counts are kept by kind."""

    def __init__(self, native: Any, directory: str | None, what: str) -> None:
        self._place = directory or ""
        self._key = native.Cache.key
        self._disk = native.Cache(self._place, knobs.cache_bytes()) if self._place else None
        self._what = what

    def key(self, parts: Sequence[str | bytes]) -> str:
        """The key of a result made from these parts by this build of the compiler."""
        return self._key([archive.FORMAT, self._what, *parts])

    def find(self, key: str, read: Callable[[Any, list[bytes]], T], counted: bool = True) -> T | None:
        """The result of ``read`` for an entry's facts and bytes; None if the entry is missing or damaged. An entry that
        only points to another one is not ``counted``."""
        outcome, entry = "memory", STORE.find(self._place, key)
        if entry is None and self._disk is not None:
            outcome, entry = "disk", self._disk.find(key) if is_own_file(self._file(key)) else None
        if entry is None:
            return None
        try:
            found = read(*archive.unpack(entry))
        except (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError):
            return None
        if outcome == "disk":
            STORE.add(self._place, key, entry)
        if counted:
            STORE.count(self._what, outcome)
        return found

    def keep(self, key: str, facts: Any, blobs: Sequence[str | bytes] = ()) -> None:
        """Stores an entry in memory and on disk."""
        entry = archive.pack(facts, blobs)
        STORE.add(self._place, key, entry)
        if self._disk is not None and self._disk.store(key, entry):
            # Regardless of the permissions that the process gives new files.
            with contextlib.suppress(OSError):
                os.chmod(self._file(key), 0o600)

    def _file(self, key: str) -> str:
        return os.path.join(self._place, f"{PREFIX}{key}")

    def count_made(self) -> None:
        """Counts an entry that was not found and had to be made."""
        STORE.count(self._what, "made")


def open_cache(native: Any, what: str) -> Cache | None:
    """The cache for one kind of entry; None if it is disabled, or if there is no compiler to fill it."""
    if not knobs.cache_enabled() or not hasattr(native, "Cache"):
        return None
    return Cache(native, cache_directory(), what)
