"""The lanes of a wave."""

from __future__ import annotations

from typing import Any

from ....ir.types import bool_, u32
from ....ir.wave_operations import WaveOperation
from .registry import intrinsic, rules


@intrinsic(
    "WaveGetLaneIndex",
    rules.query,
    operation=WaveOperation("wave.lane_index", needs="basic", reads_lanes=False),
    result=u32,
    spirv="SubgroupLocalInvocationId",
    dxil="waveGetLaneIndex",
    aliases=(
        "laneIndex",
        "laneID",
        "SubgroupInvocationID",
        "sub_group_local_id",
        "simd_lane_id",
        "thread_index_in_simdgroup",
    ),
)
def wave_lane_index() -> Any:
    """The index of this lane in its wave, below ``wave_lane_count()``.

    HLSL: ``WaveGetLaneIndex``. Source: HLSL wave intrinsics.
    """


@intrinsic(
    "WaveGetLaneCount",
    rules.query,
    operation=WaveOperation("wave.lane_count", needs="basic", reads_lanes=False),
    result=u32,
    spirv="%wave_size SpecId",
    dxil="waveGetLaneCount",
    aliases=(
        "laneCount",
        "waveSize",
        "subgroupSize",
        "warpSize",
        "numLanes",
        "sub_group_size",
        "threads_per_simdgroup",
    ),
)
def wave_lane_count() -> Any:
    """The number of lanes of a wave, inactive ones included; a power of two from 4 to 128.

    HLSL: ``WaveGetLaneCount``. Source: HLSL wave intrinsics.
    """


@intrinsic(
    "WaveIsFirstLane",
    rules.query,
    operation=WaveOperation("wave.is_first_lane", needs="basic"),
    result=bool_,
    spirv="OpGroupNonUniformElect",
    dxil="waveIsFirstLane",
    aliases=("subgroupElect", "simd_is_first", "elect_sync"),
)
def wave_is_first_lane() -> Any:
    """True for the active lane with the smallest index, false for all others.

    HLSL: ``WaveIsFirstLane``. Source: HLSL wave intrinsics.
    """
