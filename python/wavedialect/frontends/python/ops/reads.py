"""Reads of values of other lanes."""

from __future__ import annotations

from typing import Any

from ....ir.wave_operations import WaveOperation
from ...semantic import Semantic
from .registry import intrinsic


@intrinsic(
    "WaveReadLaneFirst",
    Semantic.elementwise,
    operation=WaveOperation("wave.read_first_lane", needs="ballot"),
    spirv="OpGroupNonUniformBroadcastFirst",
    dxil="waveReadLaneFirst",
    aliases=("waveReadFirstLane", "subgroupBroadcastFirst"),
)
def wave_read_lane_first(value: Any, /) -> Any:
    """``value`` of the active lane with the smallest index, the same for all active lanes.

    HLSL: ``WaveReadLaneFirst``. Source: HLSL wave intrinsics.
    """


@intrinsic(
    "WaveReadLaneAt",
    Semantic.read_lane,
    operation=WaveOperation("wave.read_lane", needs="shuffle"),
    spirv="OpGroupNonUniformShuffle",
    dxil="waveReadLaneAt",
    aliases=(
        "waveReadLane",
        "waveBroadcast",
        "waveShuffle",
        "subgroupBroadcast",
        "subgroupShuffle",
        "shfl",
        "shuffle",
        "broadcast",
        "simd_shuffle",
        "simd_broadcast",
        "sub_group_broadcast",
        "sub_group_shuffle",
    ),
)
def wave_read_lane_at(value: Any, lane: Any, /) -> Any:
    """``value`` of the lane with index ``lane``, which may differ between lanes.

    Reading an inactive lane, or a lane index of ``wave_lane_count()`` or more, is undefined.

    HLSL: ``WaveReadLaneAt``. Source: HLSL wave intrinsics.
    """
