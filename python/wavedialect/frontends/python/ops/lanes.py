"""The lanes of a wave."""

from __future__ import annotations

from typing import Any

from .registry import intrinsic


@intrinsic("WaveGetLaneIndex")
def wave_lane_index() -> Any:
    """The index of this lane in its wave, below ``wave_lane_count()``.

    HLSL: ``WaveGetLaneIndex``. Source: HLSL wave intrinsics.
    """


@intrinsic("WaveGetLaneCount")
def wave_lane_count() -> Any:
    """The number of lanes of a wave, inactive ones included; a power of two from 4 to 128.

    HLSL: ``WaveGetLaneCount``. Source: HLSL wave intrinsics.
    """


@intrinsic("WaveIsFirstLane")
def wave_is_first_lane() -> Any:
    """True for the active lane with the smallest index, false for all others.

    HLSL: ``WaveIsFirstLane``. Source: HLSL wave intrinsics.
    """
