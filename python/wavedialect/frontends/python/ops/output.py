"""Prints, and checks that fail a launch. [Seeing inside a kernel](seeing-inside.md) has the details."""

from __future__ import annotations

from typing import Any

from ....ir.wave_operations import WaveOperation
from .registry import intrinsic

# `None` is the annotation of a function that returns no value; `print` hides the builtin in this module.


@intrinsic(operation=WaveOperation("wave.print", typed_by=None), aliases=("printf", "errorf", "device_print"))
def print(format: Any, /, *values: Any) -> None:
    """Prints a line for each active lane, with the group, the wave and the lane, after the launch.

    ``format`` is a literal with the fields of ``str.format``, as in ``wd.print("x = {:.3f}, i = {}", x, i)``, or an
    f-string, as in ``wd.print(f"{x = :.3f}")``. The values are scalars, vectors and bools. The lines are ordered by
    group, then wave, then as the wave printed them. Code that this package does not launch itself prints nothing.
    """


@intrinsic()
def print_wave(format: Any, /, *values: Any) -> None:
    """Prints one line for each wave, with its active lanes: of each value the one text if it is the same in all active
    lanes, else the texts of all of them in brackets. Otherwise like ``print``.
    """


@intrinsic(operation=WaveOperation("wave.assert", typed_by=None), aliases=("assert", "device_assert"))
def check(condition: Any, format: Any = "", /, *values: Any) -> None:
    """Fails the launch with ``CheckFailed`` if ``condition`` is false in an active lane.

    The error has the first such group, wave and lane, the operands of the condition if that is a comparison, and the
    message: ``format`` with ``values``, as for ``print``. The lane goes on; what the launch stores is unspecified
    from then on. Code that this package does not launch itself checks nothing.
    """
