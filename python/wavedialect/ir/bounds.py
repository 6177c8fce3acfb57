"""How accesses of memories of more than one dimension are printed."""

from __future__ import annotations

from enum import Enum


class Bounds(Enum):
    """How an access of a memory of more than one dimension treats an index beyond its dimension."""

    GUARDED = "guarded"
    """In a buffer, a load gives 0, and a store or atomic does nothing. In an array it is undefined."""
    UNCHECKED = "unchecked"
    """It is undefined."""
    WATCHED = "watched"
    """The index of the element in memory is one that ``memories.outside`` reads, for the checker."""
