"""Reductions: one result from the values of all active lanes."""

from __future__ import annotations

import functools
from typing import Any

from ....ir.wave_operations import WaveOperation
from .registry import intrinsic, of_each_number, rules

_reduction = functools.partial(
    intrinsic,
    rule=rules.combination,
    operation=WaveOperation("wave.reduce", needs="arithmetic"),
    dxil="waveActiveOp waveActiveBit",
)
_clustered = functools.partial(
    intrinsic, rule=rules.clustered, operation=WaveOperation("wave.cluster_reduce", needs="arithmetic")
)


@_reduction(
    "WaveActiveSum",
    kind="add",
    spirv="OpGroupNonUniformIAdd OpGroupNonUniformFAdd",
    aliases=(
        "waveSum",
        "waveReduceSum",
        "subgroupAdd",
        "simd_sum",
        "warpSum",
        "warpReduceSum",
        "reduce_add_sync",
        "sub_group_reduce_add",
    ),
)
def wave_active_sum(value: Any, /) -> Any:
    """The sum of ``value`` over the active lanes, the same for all of them; integers wrap, and the order of float
    additions is unspecified.

    Inactive lanes contribute nothing.

    HLSL: ``WaveActiveSum``. Source: HLSL wave intrinsics.
    """


@_reduction(
    "WaveActiveProduct",
    kind="mul",
    spirv="OpGroupNonUniformIMul OpGroupNonUniformFMul",
    aliases=("subgroupMul",),
)
def wave_active_product(value: Any, /) -> Any:
    """The product of ``value`` over the active lanes; integers wrap, and the order of float multiplications is
    unspecified.

    Inactive lanes contribute nothing.

    HLSL: ``WaveActiveProduct``. Source: HLSL wave intrinsics.
    """


@_reduction(
    "WaveActiveMin",
    kind="min",
    spirv={
        "wave.reduce minsi": "OpGroupNonUniformSMin",
        "wave.reduce minui": "OpGroupNonUniformUMin",
        "wave.reduce minnumf": "OpGroupNonUniformFMin",
    },
    aliases=("subgroupMin", "reduce_min_sync", "simd_min", "sub_group_reduce_min"),
)
def wave_active_min(value: Any, /) -> Any:
    """The smallest ``value`` of the active lanes; a float reduction ignores NaN, and is unspecified if all values are
    NaN.

    Inactive lanes contribute nothing.

    HLSL: ``WaveActiveMin``. Source: HLSL wave intrinsics.
    """


@_reduction(
    "WaveActiveMax",
    kind="max",
    spirv={
        "wave.reduce maxsi": "OpGroupNonUniformSMax",
        "wave.reduce maxui": "OpGroupNonUniformUMax",
        "wave.reduce maxnumf": "OpGroupNonUniformFMax",
    },
    aliases=("subgroupMax", "reduce_max_sync", "simd_max", "sub_group_reduce_max"),
)
def wave_active_max(value: Any, /) -> Any:
    """The greatest ``value`` of the active lanes; a float reduction ignores NaN, and is unspecified if all values are
    NaN.

    Inactive lanes contribute nothing.

    HLSL: ``WaveActiveMax``. Source: HLSL wave intrinsics.
    """


@_reduction(
    "WaveActiveBitAnd",
    kind="and",
    spirv="OpGroupNonUniformBitwiseAnd OpGroupNonUniformLogicalAnd",
    aliases=("subgroupAnd", "reduce_and_sync"),
)
def wave_active_bit_and(value: Any, /) -> Any:
    """The bitwise and of the integer ``value`` over the active lanes.

    Inactive lanes contribute nothing.

    HLSL: ``WaveActiveBitAnd``. Source: HLSL wave intrinsics.
    """


@_reduction(
    "WaveActiveBitOr",
    kind="or",
    spirv="OpGroupNonUniformBitwiseOr OpGroupNonUniformLogicalOr",
    aliases=("subgroupOr", "reduce_or_sync"),
)
def wave_active_bit_or(value: Any, /) -> Any:
    """The bitwise or of the integer ``value`` over the active lanes.

    Inactive lanes contribute nothing.

    HLSL: ``WaveActiveBitOr``. Source: HLSL wave intrinsics.
    """


@_reduction(
    "WaveActiveBitXor",
    kind="xor",
    spirv="OpGroupNonUniformBitwiseXor OpGroupNonUniformLogicalXor",
    aliases=("subgroupXor", "reduce_xor_sync"),
)
def wave_active_bit_xor(value: Any, /) -> Any:
    """The bitwise exclusive or of the integer ``value`` over the active lanes.

    Inactive lanes contribute nothing.

    HLSL: ``WaveActiveBitXor``. Source: HLSL wave intrinsics.
    """


@intrinsic(rule=rules.extreme_lane, kind="min")
def wave_active_argmin(value: Any, /) -> Any:
    """The index of the lane with the smallest ``value`` of the active lanes, a u32: of several such lanes the first.

    Floats compare by value, and a NaN is ignored; if all values are NaN, the result is the first active lane. A vector
    gives a lane for each component.
    """


@intrinsic(rule=rules.extreme_lane, kind="max")
def wave_active_argmax(value: Any, /) -> Any:
    """The index of the lane with the greatest ``value`` of the active lanes, a u32: of several such lanes the first.

    Floats compare by value, and a NaN is ignored; if all values are NaN, the result is the first active lane. A vector
    gives a lane for each component.
    """


@_clustered(kind="add", spirv="ClusteredReduce", aliases=("subgroupClusteredAdd",))
def wave_clustered_sum(value: Any, cluster_size: Any, /) -> Any:
    """The sum of ``value`` over the active lanes of this cluster.

    A cluster is ``cluster_size`` consecutive lanes, a constant power of two from 2 to 128; a wave with fewer lanes is one
    cluster. Inactive lanes contribute nothing.
    """


@_clustered(kind="mul", spirv="ClusteredReduce", aliases=("subgroupClusteredMul",))
def wave_clustered_product(value: Any, cluster_size: Any, /) -> Any:
    """The product of ``value`` over the active lanes of this cluster.

    A cluster is ``cluster_size`` consecutive lanes, a constant power of two from 2 to 128; a wave with fewer lanes is one
    cluster. Inactive lanes contribute nothing.
    """


@_clustered(
    kind="min",
    spirv=dict.fromkeys(of_each_number("wave.cluster_reduce", "min"), "ClusteredReduce"),
    aliases=("subgroupClusteredMin",),
)
def wave_clustered_min(value: Any, cluster_size: Any, /) -> Any:
    """The smallest ``value`` of the active lanes of this cluster; floats ignore NaN, and the
    result is unspecified if all are NaN.

    A cluster is ``cluster_size`` consecutive lanes, a constant power of two from 2 to 128; a wave with fewer lanes is one
    cluster. Inactive lanes contribute nothing.
    """


@_clustered(
    kind="max",
    spirv=dict.fromkeys(of_each_number("wave.cluster_reduce", "max"), "ClusteredReduce"),
    aliases=("subgroupClusteredMax",),
)
def wave_clustered_max(value: Any, cluster_size: Any, /) -> Any:
    """The greatest ``value`` of the active lanes of this cluster; floats ignore NaN, and the
    result is unspecified if all are NaN.

    A cluster is ``cluster_size`` consecutive lanes, a constant power of two from 2 to 128; a wave with fewer lanes is one
    cluster. Inactive lanes contribute nothing.
    """


@_clustered(kind="and", spirv="ClusteredReduce", aliases=("subgroupClusteredAnd",))
def wave_clustered_bit_and(value: Any, cluster_size: Any, /) -> Any:
    """The bitwise and of the integer ``value`` over the active lanes of this cluster.

    A cluster is ``cluster_size`` consecutive lanes, a constant power of two from 2 to 128; a wave with fewer lanes is one
    cluster. Inactive lanes contribute nothing.
    """


@_clustered(kind="or", spirv="ClusteredReduce", aliases=("subgroupClusteredOr",))
def wave_clustered_bit_or(value: Any, cluster_size: Any, /) -> Any:
    """The bitwise or of the integer ``value`` over the active lanes of this cluster.

    A cluster is ``cluster_size`` consecutive lanes, a constant power of two from 2 to 128; a wave with fewer lanes is one
    cluster. Inactive lanes contribute nothing.
    """


@_clustered(kind="xor", spirv="ClusteredReduce", aliases=("subgroupClusteredXor",))
def wave_clustered_bit_xor(value: Any, cluster_size: Any, /) -> Any:
    """The bitwise exclusive or of the integer ``value`` over the active lanes of this cluster.

    A cluster is ``cluster_size`` consecutive lanes, a constant power of two from 2 to 128; a wave with fewer lanes is one
    cluster. Inactive lanes contribute nothing.
    """
