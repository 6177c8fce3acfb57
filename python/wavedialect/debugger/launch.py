"""What a dispatch would run: the checked arguments in memory of their own, the wave size and the order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from ..backends.interpreter.device import Interpreter, InterpreterLaunch
from ..errors import CompileError
from ..interpreter.interpreter import Report, Settings
from ..runtime.device import Argument, BufferArgument, ConstantBufferArgument
from ..runtime.placement import LaunchOptions
from ..runtime.program import Program
from ..runtime.wave_size import stated_range


class Captured(NamedTuple):
    """A dispatch that has not run."""

    program: Program
    wave_size: int
    settings: Settings
    arguments: list[Any]
    """The arguments of the interpreter."""
    arrays: list[np.ndarray]
    """The memory of buffers and images, which belongs to the session."""
    groups: tuple[int, int, int]


#: Mistakes that the compiler refuses, and that a debugger shows.
_SHOWN = ("barrier-divergent", "pipe-divergent")


def _check(program: Program) -> None:
    """Raises the error of a kernel that cannot run; a debugger also runs those with barriers in divergent control flow."""
    try:
        program.check()
    except CompileError as error:
        if error.id not in _SHOWN or any(other.id not in _SHOWN for other in error.others):
            raise


class CapturingDevice(Interpreter):
    """Takes a dispatch and does not run it."""

    captured: Captured | None = None

    def kernel_wave_sizes(self, program: Program) -> list[int]:
        _check(program)
        return stated_range(program.attributes)

    def load(self, program: Program, wave_size: int, exact: bool, options: LaunchOptions) -> Any:
        _check(program)
        self.refuse(options, *(["lane_order", "seed"] if options.lane_order == "shuffled" else []))
        is_shuffled = options.lane_order == "shuffled"
        settings = replace(self.settings, shuffle_threads=is_shuffled, extra_waves=options.extra_waves)
        return program, wave_size, settings

    def launch(
        self, loaded: Any, arguments: Sequence[Argument], groups: tuple[int, int, int], timed: bool
    ) -> InterpreterLaunch:
        program, wave_size, settings = loaded
        values, arrays = [], []
        for argument in arguments:
            if isinstance(argument, (BufferArgument, ConstantBufferArgument)):
                values.append(argument.handle)
                arrays.append(argument.handle)
            else:
                # An image is passed with its extent.
                values.append(argument)
                if hasattr(argument, "handle"):
                    arrays.append(argument.handle)
        self.captured = Captured(program, wave_size, settings, values, arrays, groups)
        return InterpreterLaunch(Report([], {}, {}), 0.0, None)  # type: ignore[arg-type]
