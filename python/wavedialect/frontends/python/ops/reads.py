"""Reads of values of other lanes."""

from __future__ import annotations

from typing import Any

from .registry import intrinsic


@intrinsic("WaveReadLaneFirst")
def wave_read_lane_first(value: Any, /) -> Any:
    """``value`` of the active lane with the smallest index, the same for all active lanes.

    HLSL: ``WaveReadLaneFirst``. Source: HLSL wave intrinsics.
    """


@intrinsic("WaveReadLaneAt")
def wave_read_lane_at(value: Any, lane: Any, /) -> Any:
    """``value`` of the lane with index ``lane``, which may differ between lanes.

    Reading an inactive lane, or a lane index of ``wave_lane_count()`` or more, is undefined.

    HLSL: ``WaveReadLaneAt``. Source: HLSL wave intrinsics.
    """
