"""Quads: four lanes with consecutive indices, ``0 1`` above ``2 3``.

``ddx``, ``ddy`` and ``quad_coordinate`` are library functions built from these functions.
"""

from __future__ import annotations

from typing import Any

from .registry import intrinsic


@intrinsic("QuadReadAcrossX")
def quad_read_across_x(value: Any, /) -> Any:
    """``value`` of the horizontal neighbor of this lane in its quad: lane 0 reads 1, lane 2 reads 3, and vice versa.

    All four lanes must be active; otherwise the result is undefined.

    HLSL: ``QuadReadAcrossX``. Source: HLSL wave intrinsics.
    """


@intrinsic("QuadReadAcrossY")
def quad_read_across_y(value: Any, /) -> Any:
    """``value`` of the vertical neighbor of this lane in its quad: lane 0 reads 2, lane 1 reads 3, and vice versa.

    All four lanes must be active; otherwise the result is undefined.

    HLSL: ``QuadReadAcrossY``. Source: HLSL wave intrinsics.
    """


@intrinsic("QuadReadAcrossDiagonal")
def quad_read_across_diagonal(value: Any, /) -> Any:
    """``value`` of the diagonally opposite lane in this quad: lane 0 reads 3, lane 1 reads 2, and vice versa.

    All four lanes must be active; otherwise the result is undefined.

    HLSL: ``QuadReadAcrossDiagonal``. Source: HLSL wave intrinsics.
    """


@intrinsic("QuadReadLaneAt")
def quad_read_lane_at(value: Any, lane: Any, /) -> Any:
    """``value`` of lane ``lane`` (0 to 3) of this quad; ``lane`` may differ between lanes.

    All four lanes must be active; otherwise, or if ``lane`` is 4 or more, the result is undefined.

    HLSL: ``QuadReadLaneAt``. Source: HLSL wave intrinsics.
    """


@intrinsic("QuadAny")
def quad_any(predicate: Any, /) -> Any:
    """True if ``predicate`` is true for any lane of this quad.

    All four lanes must be active; otherwise the result is undefined.

    HLSL: ``QuadAny``.
    """


@intrinsic("QuadAll")
def quad_all(predicate: Any, /) -> Any:
    """True if ``predicate`` is true for all lanes of this quad.

    All four lanes must be active; otherwise the result is undefined.

    HLSL: ``QuadAll``.
    """
