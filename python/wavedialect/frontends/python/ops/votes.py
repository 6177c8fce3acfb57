"""Votes: predicates evaluated across the active lanes of a wave."""

from __future__ import annotations

from typing import Any

from ....ir.types import bool_, u32, uint4
from ....ir.wave_operations import WaveOperation
from .registry import intrinsic, rules


@intrinsic(
    "WaveActiveAnyTrue",
    rules.vote,
    operation=WaveOperation("wave.any", needs="vote", typed_by=None),
    result=bool_,
    spirv="OpGroupNonUniformAny",
    dxil="waveAnyTrue",
    aliases=("waveAny", "waveAnyTrue", "any_sync", "subgroupAny", "simd_any", "sub_group_any"),
)
def wave_active_any_true(predicate: Any, /) -> Any:
    """True if ``predicate`` is true for any active lane. Inactive lanes have no vote.

    HLSL: ``WaveActiveAnyTrue``. Source: HLSL wave intrinsics.
    """


@intrinsic(
    "WaveActiveAllTrue",
    rules.vote,
    operation=WaveOperation("wave.all", needs="vote", typed_by=None),
    result=bool_,
    spirv="OpGroupNonUniformAll",
    dxil="waveAllTrue",
    aliases=("waveAll", "waveAllTrue", "all_sync", "subgroupAll", "simd_all", "sub_group_all"),
)
def wave_active_all_true(predicate: Any, /) -> Any:
    """True if ``predicate`` is true for all active lanes. Inactive lanes have no vote.

    HLSL: ``WaveActiveAllTrue``. Source: HLSL wave intrinsics.
    """


@intrinsic(
    "WaveActiveBallot",
    rules.vote,
    operation=WaveOperation("wave.ballot", needs="ballot"),
    result=uint4,
    spirv="OpGroupNonUniformBallot",
    dxil="waveActiveBallot",
    aliases=("ballot", "waveBallot", "subgroupBallot", "ballot_sync"),
)
def wave_active_ballot(predicate: Any, /) -> Any:
    """The active lanes whose ``predicate`` is true, as a bit mask in a uint4.

    Lane 0 is the least significant bit of ``.x``, lane 32 that of ``.y``. The bits of inactive lanes, and all bits from
    ``wave_lane_count()`` on, are 0.

    HLSL: ``WaveActiveBallot``. Source: HLSL wave intrinsics.
    """


@intrinsic(
    "WaveActiveAllEqual",
    rules.comparison,
    operation=WaveOperation("wave.all_equal", needs="vote", typed_by="operand"),
    spirv="OpGroupNonUniformAllEqual",
    dxil="waveActiveAllEqual",
    aliases=("waveAllEqual", "subgroupAllEqual"),
)
def wave_active_all_equal(value: Any, /) -> Any:
    """True if ``value`` is the same in all active lanes; floats compare ordered-equal, so a NaN makes it false.

    For a vector the result is a bool vector with one result per component. Inactive lanes are not compared.

    HLSL: ``WaveActiveAllEqual``. Source: HLSL wave intrinsics.
    """


@intrinsic(
    "WaveActiveCountBits",
    rules.vote,
    operation=WaveOperation("wave.count_bits", needs="ballot"),
    result=u32,
    spirv="OpGroupNonUniformBallotBitCount",
    dxil="waveAllOp",
    aliases=("waveCountBits",),
)
def wave_active_count_bits(predicate: Any, /) -> Any:
    """The number of active lanes whose ``predicate`` is true, a u32. Inactive lanes count as false.

    HLSL: ``WaveActiveCountBits``. Source: HLSL wave intrinsics.
    """


@intrinsic(
    "WaveMatch",
    rules.comparison,
    operation=WaveOperation("wave.match", needs="ballot", typed_by="operand"),
    result=uint4,
    spirv="OpGroupNonUniformPartitionNV",
    dxil="waveMatch",
    aliases=("match_any", "match_any_sync"),
)
def wave_match(value: Any, /) -> Any:
    """The active lanes whose ``value`` equals this lane's, as a bit mask in a uint4 like that of a ballot.

    Floats match by value: -0 matches +0, and a NaN matches only its own lane. Vectors match if all components match.
    The bits of inactive lanes are 0. ``wave_multi_prefix_sum`` and the other ``wave_multi_prefix`` functions take this
    mask.

    HLSL: ``WaveMatch``.
    """
