"""Quads: four lanes with consecutive indices, ``0 1`` above ``2 3``.

``ddx``, ``ddy`` and ``quad_coordinate`` are library functions built from these functions.
"""

from __future__ import annotations

import functools
from typing import Any

from ....ir.types import bool_
from ....ir.wave_operations import WaveOperation
from .registry import intrinsic, rules

_read_across = functools.partial(
    intrinsic,
    rule=rules.elementwise,
    operation=WaveOperation("wave.quad_read_across", needs="quad"),
    spirv="OpGroupNonUniformQuadSwap",
    dxil="quadOp",
)


@_read_across("QuadReadAcrossX", direction="x")
def quad_read_across_x(value: Any, /) -> Any:
    """``value`` of the horizontal neighbor of this lane in its quad: lane 0 reads 1, lane 2 reads 3, and vice versa.

    All four lanes must be active; otherwise the result is undefined.

    HLSL: ``QuadReadAcrossX``. Source: HLSL wave intrinsics.
    """


@_read_across("QuadReadAcrossY", direction="y")
def quad_read_across_y(value: Any, /) -> Any:
    """``value`` of the vertical neighbor of this lane in its quad: lane 0 reads 2, lane 1 reads 3, and vice versa.

    All four lanes must be active; otherwise the result is undefined.

    HLSL: ``QuadReadAcrossY``. Source: HLSL wave intrinsics.
    """


@_read_across("QuadReadAcrossDiagonal", direction="diagonal")
def quad_read_across_diagonal(value: Any, /) -> Any:
    """``value`` of the diagonally opposite lane in this quad: lane 0 reads 3, lane 1 reads 2, and vice versa.

    All four lanes must be active; otherwise the result is undefined.

    HLSL: ``QuadReadAcrossDiagonal``. Source: HLSL wave intrinsics.
    """


@intrinsic(
    "QuadReadLaneAt",
    rules.read_lane,
    operation=WaveOperation("wave.quad_read_lane", needs="quad"),
    lanes=4,
    spirv="OpGroupNonUniformQuadBroadcast",
    dxil="quadReadLaneAt",
)
def quad_read_lane_at(value: Any, lane: Any, /) -> Any:
    """``value`` of lane ``lane`` (0 to 3) of this quad; ``lane`` may differ between lanes.

    All four lanes must be active; otherwise, or if ``lane`` is 4 or more, the result is undefined.

    HLSL: ``QuadReadLaneAt``. Source: HLSL wave intrinsics.
    """


@intrinsic(
    "QuadAny",
    rules.vote,
    operation=WaveOperation("wave.quad_any", needs="quad", typed_by=None),
    result=bool_,
    spirv="OpGroupNonUniformQuadAnyKHR",
    dxil="quadVote",
)
def quad_any(predicate: Any, /) -> Any:
    """True if ``predicate`` is true for any lane of this quad.

    All four lanes must be active; otherwise the result is undefined.

    HLSL: ``QuadAny``.
    """


@intrinsic(
    "QuadAll",
    rules.vote,
    operation=WaveOperation("wave.quad_all", needs="quad", typed_by=None),
    result=bool_,
    spirv="OpGroupNonUniformQuadAllKHR",
    dxil="quadVote",
)
def quad_all(predicate: Any, /) -> Any:
    """True if ``predicate`` is true for all lanes of this quad.

    All four lanes must be active; otherwise the result is undefined.

    HLSL: ``QuadAll``.
    """
