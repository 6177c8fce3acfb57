"""The state of one wave as it runs in lock step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..ir.matrices import MATRIX_ACCESSES, STAY_INSIDE
from ..ir.module import Operation
from .findings import Finding

if TYPE_CHECKING:
    from .copies import Copy
    from .groups import Execution, Group


class Wave:
    """W lanes with an active mask. Arrays in registers and masks are never changed in place."""

    __slots__ = (
        "active",
        "alive",
        "copies",
        "done",
        "execution",
        "group",
        "index",
        "lanes",
        "mask",
        "of_matrix",
        "path",
        "registers",
        "unwritten",
        "visits",
    )

    def __init__(self, execution: Execution, group: Group, index: int, registers: list[Any], mask: np.ndarray) -> None:
        self.execution = execution
        self.group = group
        self.index = index
        self.lanes = len(mask)
        self.registers = registers
        self.mask = mask
        """The lanes that execute the current operation."""
        self.active = int(np.count_nonzero(mask))
        """The number of these lanes."""
        self.alive = mask
        """The lanes that have not retired."""
        self.done = self.active == 0
        """Whether no lane is left in the current block."""
        self.of_matrix = False
        """Whether the lanes are the elements of a matrix."""
        self.path: list[Any] = []
        """The loop iterations and calls around the current operation: all calls, and loops that contain a barrier."""
        self.visits: dict[Operation, int] = {}
        """Number of times that this wave has executed each ``assume_uniform``."""
        self.copies: list[Copy] = []
        """The asynchronous copies that this wave has started and not ended."""
        self.unwritten: dict[Operation, np.ndarray] = {}
        """For each load that is only copied: the lanes in which each of its scalars has no value."""

    def enter(self, mask: np.ndarray, active: int) -> None:
        """Continues with the ``active`` lanes of ``mask``."""
        self.mask = mask
        self.active = active
        self.done = active == 0

    def rejoin(self, mask: np.ndarray) -> None:
        """Ends a region: the lanes that entered it continue together, except those that retired inside."""
        remaining = mask & self.alive
        self.enter(remaining, int(np.count_nonzero(remaining)))

    def retire(self, condition: np.ndarray) -> None:
        """Retires the active lanes whose condition is true."""
        leaving = self.mask & condition
        if leaving.any():
            self.alive = self.alive & ~leaving
            self.rejoin(self.mask)

    def report(self, rule: str, operation: Operation, message: str, lanes: np.ndarray) -> None:
        """Records undefined behavior; ``lanes`` is a mask or an array of lane numbers."""
        numbers = np.flatnonzero(lanes) if lanes.dtype == np.bool_ else lanes
        fix = STAY_INSIDE if rule == "out-of-bounds" and operation.name in MATRIX_ACCESSES else ""
        # No lane owns an element of a matrix.
        where = () if self.of_matrix or fix else tuple(int(lane) for lane in numbers)
        found = Finding(rule, message, operation.location, self.group.id, self.index, where, fix=fix)
        self.execution.findings.add(found)
