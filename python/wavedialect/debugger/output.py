"""What a kernel prints while it is debugged: each line at once, and only the first time that the wave gets there."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..ir.module import Operation
from ..runtime.records import InterpretedRecords

if TYPE_CHECKING:
    from .machine import Machine


class Printer:
    """Receives prints and failed checks."""

    def __init__(self, kernel: str, groups: tuple[int, int, int], write: Callable[[str], Any] | None = None) -> None:
        self._kernel = kernel
        self._groups = groups
        self._write = write
        self.machine: Machine | None = None

    def print(self, operation: Operation, wave: Any, values: Sequence[np.ndarray]) -> None:
        """Prints the values of the active lanes, unless the steps are repeated."""
        if self.machine is not None and self.machine.is_replaying:
            return
        records = InterpretedRecords(self._kernel, self._groups, True)
        records.print(operation, wave, values)
        (self._write or sys.stdout.write)(records.text())

    def fail(self, operation: Operation, wave: Any, lanes: np.ndarray, values: Sequence[np.ndarray]) -> str:
        """The message of a check that failed."""
        return InterpretedRecords(self._kernel, self._groups, True).fail(operation, wave, lanes, values)
