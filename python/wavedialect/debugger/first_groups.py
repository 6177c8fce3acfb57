"""Runs the first groups of a dispatch by the executor of the checker, which is native and watches each access.

It runs the kernel as written, in the order of the interpreter, so the arrays have the same contents. Groups in which it finds
anything are left to the interpreter, which stops there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..checker.configurations import Configuration
from ..checker.findings import findings_of
from ..checker.sweep import checking_device, run_once
from ..errors import WaveError
from ..runtime.checks import CheckSettings
from ..runtime.program import Program


class FirstGroups:
    """The arguments of a session, for the other executor."""

    def __init__(
        self, program: Program, wave_size: int, arguments: Sequence[Any], groups: tuple[int, int, int], unchecked: bool
    ) -> None:
        self._program = program
        self._configuration = Configuration(wave_size)
        self._arguments = arguments
        self._groups = groups
        self._unchecked = unchecked
        memories = [argument for argument in arguments if hasattr(argument, "shape") and not np.isscalar(argument)]
        self.is_possible = (
            all(type(argument) is np.ndarray and argument.ndim for argument in memories)
            and program.mesh is None
            and not program.listing.has_output
            and not program.listing.orders_some_waves
        )

    def run(self, arrays: Sequence[np.ndarray], count: int) -> bool:
        """Runs the first groups on arrays as they are at the start. False if the arrays cannot be used then, because the
        run found something or could not be made."""
        places = iter(arrays)
        given = [
            next(places).view(argument.dtype).reshape(argument.shape) if type(argument) is np.ndarray else argument
            for argument in self._arguments
        ]
        program = self._program
        try:
            launched = program.signature.launched(program.signature.check(given))
            settings = CheckSettings(first_groups=count)
            run = run_once(checking_device(), program, self._configuration, launched, self._groups, settings, None)
            return run.result.end == "done" and all(
                finding.is_note for finding in findings_of(program, run, launched, self._unchecked)
            )
        except WaveError:
            return False
