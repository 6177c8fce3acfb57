"""Who wrote each element of an array last."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..interpreter.memory import Memory
from ..ir.module import Location
from .accesses import Write

if TYPE_CHECKING:
    from .code import DebuggedWave


class Writer(NamedTuple):
    """The lane that wrote an element, and where."""

    group: tuple[int, int, int]
    wave: int
    lane: int
    """-1 if no lane owns the element."""
    location: Location


class Writers:
    """The last writers of the elements that a group has written."""

    def __init__(self, group: tuple[int, int, int] | None = None) -> None:
        self.group = group
        """The group; None if it ran without stops."""
        self._last: dict[int, dict[int, Writer]] = {}

    def add(self, write: Write, wave: DebuggedWave) -> None:
        """Notes a write of a wave."""
        operation = wave.operation
        location = operation.location if operation else Location("", 0, 0)
        known = self._last.setdefault(_address(write.memory), {})
        for element, lane in zip(write.elements.tolist(), write.lanes.tolist(), strict=True):
            known[element] = Writer(wave.group.id, wave.index, lane, location)

    def of(self, memory: Memory, element: int) -> Writer | None:
        """The last writer of an element in this group; None if it wrote nothing there."""
        return self._last.get(_address(memory), {}).get(element)


def _address(memory: Memory) -> int:
    """Names the memory: views of one buffer are the same."""
    return memory.data.__array_interface__["data"][0] if isinstance(memory.data, np.ndarray) else id(memory)
