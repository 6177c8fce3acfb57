"""Reads of values of other lanes."""

from __future__ import annotations

from typing import Any

from ....ir.wave_operations import WaveOperation
from .registry import intrinsic, rules


@intrinsic(
    "WaveReadLaneFirst",
    rules.elementwise,
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
    rules.read_lane,
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


@intrinsic(
    rule=rules.shuffle,
    way="up",
    aliases=("shflUp", "subgroupShuffleUp", "simd_shuffle_up"),
)
def wave_shuffle_up(value: Any, distance: Any, /) -> Any:
    """``value`` of the lane whose index is ``distance`` smaller. The lanes below ``distance``, for which there is no such
    lane, keep their own value.

    ``distance`` may differ between lanes. Reading an inactive lane is undefined.
    """


@intrinsic(
    rule=rules.shuffle,
    way="down",
    aliases=("shflDown", "subgroupShuffleDown", "simd_shuffle_down"),
)
def wave_shuffle_down(value: Any, distance: Any, /) -> Any:
    """``value`` of the lane whose index is ``distance`` greater. The last ``distance`` lanes of the wave, for which there
    is no such lane, keep their own value.

    ``distance`` may differ between lanes. Reading an inactive lane is undefined.
    """


@intrinsic(
    rule=rules.shuffle,
    way="xor",
    aliases=("shflXor", "subgroupShuffleXor", "simd_shuffle_xor"),
)
def wave_shuffle_xor(value: Any, lane_mask: Any, /) -> Any:
    """``value`` of the lane whose index is this lane's index ``^ lane_mask``: with a power of two, lanes exchange in pairs.

    ``lane_mask`` may differ between lanes. Reading an inactive lane, or a lane index of ``wave_lane_count()`` or more, is
    undefined.
    """


@intrinsic(rule=rules.shuffle, way="rotate", aliases=("subgroupRotate", "simd_shuffle_rotate_down"))
def wave_rotate(value: Any, distance: Any, /) -> Any:
    """``value`` of the lane whose index is ``distance`` greater, modulo the wave size.

    ``distance`` may be negative, and may differ between lanes. Reading an inactive lane is undefined.
    """


@intrinsic(rule=rules.shuffle, way="rotate", aliases=("subgroupClusteredRotate",))
def wave_clustered_rotate(value: Any, distance: Any, cluster_size: Any, /) -> Any:
    """``value`` of the lane of this cluster whose index in the cluster is ``distance`` greater, modulo ``cluster_size``.

    A cluster is ``cluster_size`` consecutive lanes, a constant power of two from 2 to 128; a wave with fewer lanes is one
    cluster. ``distance`` may be negative, and may differ between lanes. Reading an inactive lane is undefined.
    """
