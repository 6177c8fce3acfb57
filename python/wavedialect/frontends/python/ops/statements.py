"""Assertions about values, and compile-time evaluation."""

from __future__ import annotations

from typing import Any

from ....ir.wave_operations import WaveOperation
from .registry import intrinsic, rules


@intrinsic(rule=rules.elementwise, operation=WaveOperation("wave.assume_uniform"))
def group_uniform(value: Any, /) -> Any:
    """``value``, which the programmer asserts to be uniform across the group, so that a barrier may depend on it.

    A false assertion is undefined behavior.

    Source: HLSL proposal 0048 (barriers and wave-dependent control flow).
    """


@intrinsic()
def static(value: Any, /) -> Any:
    """``value``, a Python expression of literals, captured constants and ``static_range`` variables, evaluated at
    compile time.

    ``if wd.static(...)`` compiles only the branch that is taken. It does not communicate between lanes. HLSL has no
    counterpart.
    """


@intrinsic()
def static_range(start: Any, stop: Any = None, step: Any = 1, /) -> Any:
    """``range`` with constant bounds whose loop is unrolled: the loop variable is a constant in each copy of the
    body.

    It corresponds to HLSL's ``[unroll]``; the active lanes are those of the surrounding code.
    """


@intrinsic()
def waves(*indices: Any) -> Any:
    """``with wd.waves(0):`` and ``with wd.waves(1, 3):``, a block that only these waves of the group execute.

    The indices must be known at compile time: integers, tuples of integers, or a ``range``, as in
    ``wd.waves(range(1, 4))``; under ``num_waves=X`` they must be below X. All lanes of these waves that were active
    before the block are active inside it. A barrier with group sync is an error inside the block; write it after the
    block, where all waves arrive. ``return`` inside the block ends its waves; in a function that kernels call it leaves
    that function.

    It means the same as ``if`` on ``group_wave_index()``. Source: HLSL proposal 0054 (waves with tasks of their own).
    """


@intrinsic("precise")
def precise(expression: Any, /) -> Any:
    """The value of ``expression``, with each float ``+``, ``-`` and ``*`` in it rounded separately: none is contracted
    with another into one operation.

    It applies to the operations in the expression and to those of the functions called there. Values computed into
    variables earlier are not affected, nor are ``/``, the order inside a wave reduction and the accuracy of functions
    such as ``sin``. It does not communicate between lanes.

    HLSL: ``precise``, a qualifier of variables.
    """
