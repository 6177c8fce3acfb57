"""Statements about values, and compile time."""

from __future__ import annotations

from typing import Any

from .registry import intrinsic


@intrinsic(None)
def group_uniform(value: Any, /) -> Any:
    """``value``, with the programmer's word that it is the same for all lanes of the group, so that a barrier may
    depend on it.

    A false statement is undefined behaviour.

    Seed: HLSL proposal 0048 (barriers and wave-dependent control flow).
    """


@intrinsic(None)
def static(value: Any, /) -> Any:
    """``value``, a Python expression of literals, captured constants and ``static_range`` variables, evaluated while
    compiling.

    ``if wd.static(...)`` compiles only the branch that is taken. It has no lanes, and no seed document asks for it.
    """


@intrinsic(None)
def static_range(start: Any, stop: Any = None, step: Any = 1, /) -> Any:
    """``range`` with constant bounds whose loop is unrolled: the loop variable is a constant in each copy of the
    body.

    It corresponds to HLSL's ``[unroll]``; inactive lanes are those of the code around it.
    """


@intrinsic(None)
def waves(*indices: Any) -> Any:
    """``with wd.waves(0):`` and ``with wd.waves(1, 3):``, a block that these waves of the group alone execute.

    The indices are known while compiling: integers, tuples of them, or a ``range``, as in ``wd.waves(range(1, 4))``;
    under ``num_waves=X`` they are below X. Inside, all lanes of such a wave are active that were before. A barrier with
    group sync stands behind the block, where all waves come: in it it is an error. ``return`` in it ends the waves of the
    block, in a function that kernels call it leaves that function.

    It means the same as ``if`` on ``group_wave_index()``. Seed: HLSL proposal 0054 (waves with tasks of their own).
    """


@intrinsic("precise")
def precise(expression: Any, /) -> Any:
    """The value of ``expression``, with each float ``+``, ``-`` and ``*`` in it rounded by itself: none is contracted
    with another into one operation.

    It means the operations that stand in the expression and those of the functions called there. What was computed into
    a variable before stays as it was, and so do ``/``, the order inside a wave reduction and the accuracy of functions
    such as ``sin``. No lanes take part.

    HLSL: ``precise``, of a variable.
    """
