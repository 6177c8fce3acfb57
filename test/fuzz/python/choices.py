"""Decisions read from bytes, so that a coverage-guided fuzzer can change them one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Choices:
    """Reads one byte per decision; after the last byte, each decision is the first option."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._place = 0

    def byte(self) -> int:
        """Returns the next byte, or 0 at the end."""
        if self._place >= len(self._data):
            return 0
        self._place += 1
        return self._data[self._place - 1]

    def one_of(self, options: Sequence[T]) -> T:
        """Returns one of up to 65,536 options."""
        number = self.byte() if len(options) <= 256 else self.byte() << 8 | self.byte()
        return options[number % len(options)]

    def chance(self, part: int) -> bool:
        """Returns True in one of ``part`` cases, and False at the end of the bytes."""
        return self.byte() % part == part - 1
