"""Quads: four lanes with consecutive indices, ``0 1`` above ``2 3``.

``ddx``, ``ddy`` and ``quad_coordinate`` are library functions made of these.
"""

from __future__ import annotations

from typing import Any

from .registry import intrinsic


@intrinsic("QuadReadAcrossX")
def quad_read_across_x(value: Any, /) -> Any:
    """``value`` of the lane beside this one in its quad: lane 0 reads 1, lane 2 reads 3, and the other way round.

    All four lanes have to be active; anything else is undefined.

    HLSL: ``QuadReadAcrossX``. Seed: HLSL wave intrinsics.
    """


@intrinsic("QuadReadAcrossY")
def quad_read_across_y(value: Any, /) -> Any:
    """``value`` of the lane above or below this one in its quad: lane 0 reads 2, lane 1 reads 3, and the other way
    round.

    All four lanes have to be active; anything else is undefined.

    HLSL: ``QuadReadAcrossY``. Seed: HLSL wave intrinsics.
    """


@intrinsic("QuadReadAcrossDiagonal")
def quad_read_across_diagonal(value: Any, /) -> Any:
    """``value`` of the lane diagonally opposite in this quad: lane 0 reads 3, lane 1 reads 2, and the other way round.

    All four lanes have to be active; anything else is undefined.

    HLSL: ``QuadReadAcrossDiagonal``. Seed: HLSL wave intrinsics.
    """


@intrinsic("QuadReadLaneAt")
def quad_read_lane_at(value: Any, lane: Any, /) -> Any:
    """``value`` of the lane 0 to 3 of this quad, which may differ between lanes.

    All four lanes have to be active; anything else, and a ``lane`` from 4 on, is undefined.

    HLSL: ``QuadReadLaneAt``. Seed: HLSL wave intrinsics.
    """


@intrinsic("QuadAny")
def quad_any(predicate: Any, /) -> Any:
    """True if ``predicate`` is true for any lane of this quad.

    All four lanes have to be active; anything else is undefined.

    HLSL: ``QuadAny``.
    """


@intrinsic("QuadAll")
def quad_all(predicate: Any, /) -> Any:
    """True if ``predicate`` is true for all lanes of this quad.

    All four lanes have to be active; anything else is undefined.

    HLSL: ``QuadAll``.
    """
