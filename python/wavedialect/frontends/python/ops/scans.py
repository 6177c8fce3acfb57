"""Scans: for each lane, one result from the values of the active lanes before it."""

from __future__ import annotations

import functools
from typing import Any

from ....ir.types import u32
from ....ir.wave_operations import WaveOperation
from .registry import intrinsic, of_each_number, rules

_prefix = functools.partial(
    intrinsic,
    rule=rules.combination,
    operation=WaveOperation("wave.prefix", needs="arithmetic"),
    spirv="ExclusiveScan",
    dxil="wavePrefixOp",
)
_inclusive = functools.partial(
    intrinsic,
    rule=rules.combination,
    operation=WaveOperation("wave.inclusive_prefix", needs="arithmetic"),
)


_multi_prefix = functools.partial(
    intrinsic,
    rule=rules.combination,
    operation=WaveOperation("wave.multi_prefix", needs="arithmetic"),
    spirv="Partitioned",
    dxil="waveMultiPrefixOp",
)


@_prefix(
    "WavePrefixSum",
    kind="add",
    aliases=(
        "exclusiveSum",
        "waveExclusiveSum",
        "subgroupExclusiveAdd",
        "simd_prefix_exclusive_sum",
        "sub_group_scan_exclusive_add",
    ),
)
def wave_prefix_sum(value: Any, /) -> Any:
    """The sum of ``value`` over the active lanes with a smaller index; 0 for the first active lane.

    Inactive lanes contribute nothing.

    HLSL: ``WavePrefixSum``. Source: HLSL wave intrinsics.
    """


@_prefix("WavePrefixProduct", kind="mul")
def wave_prefix_product(value: Any, /) -> Any:
    """The product of ``value`` over the active lanes with a smaller index; 1 for the first active lane.

    Inactive lanes contribute nothing.

    HLSL: ``WavePrefixProduct``. Source: HLSL wave intrinsics.
    """


@intrinsic(
    "WavePrefixCountBits",
    rules.vote,
    operation=WaveOperation("wave.prefix_count_bits", needs="ballot"),
    result=u32,
    spirv="OpGroupNonUniformBallotBitCount",
    dxil="wavePrefixOp",
)
def wave_prefix_count_bits(predicate: Any, /) -> Any:
    """The number of active lanes with a smaller index whose ``predicate`` is true; 0 for the first active lane.

    Inactive lanes count as false.

    HLSL: ``WavePrefixCountBits``. Source: HLSL wave intrinsics.
    """


@_inclusive(
    kind="add",
    spirv="InclusiveScan",
    aliases=(
        "subgroupInclusiveAdd",
        "waveInclusivePrefixSum",
        "waveCumsum",
        "inclusiveSum",
        "simd_prefix_inclusive_sum",
    ),
)
def wave_inclusive_sum(value: Any, /) -> Any:
    """The sum of ``value`` over this lane and the active lanes with a smaller index.

    Inactive lanes contribute nothing.
    """


@_inclusive(kind="mul", spirv="InclusiveScan", aliases=("subgroupInclusiveMul", "simd_prefix_inclusive_product"))
def wave_inclusive_product(value: Any, /) -> Any:
    """The product of ``value`` over this lane and the active lanes with a smaller index.

    Inactive lanes contribute nothing.
    """


@_inclusive(
    kind="min",
    spirv=dict.fromkeys(of_each_number("wave.inclusive_prefix", "min"), "InclusiveScan"),
    aliases=("subgroupInclusiveMin",),
)
def wave_inclusive_min(value: Any, /) -> Any:
    """The smallest ``value`` of this lane and the active lanes with a smaller index; floats ignore NaN, and
    the result is unspecified if all are NaN.

    Inactive lanes contribute nothing.
    """


@_inclusive(
    kind="max",
    spirv=dict.fromkeys(of_each_number("wave.inclusive_prefix", "max"), "InclusiveScan"),
    aliases=("subgroupInclusiveMax",),
)
def wave_inclusive_max(value: Any, /) -> Any:
    """The greatest ``value`` of this lane and the active lanes with a smaller index; floats ignore NaN, and
    the result is unspecified if all are NaN.

    Inactive lanes contribute nothing.
    """


@_inclusive(kind="and", spirv="InclusiveScan", aliases=("subgroupInclusiveAnd",))
def wave_inclusive_bit_and(value: Any, /) -> Any:
    """The bitwise and of the integer ``value`` over this lane and the active lanes with a smaller index.

    Inactive lanes contribute nothing.
    """


@_inclusive(kind="or", spirv="InclusiveScan", aliases=("subgroupInclusiveOr",))
def wave_inclusive_bit_or(value: Any, /) -> Any:
    """The bitwise or of the integer ``value`` over this lane and the active lanes with a smaller index.

    Inactive lanes contribute nothing.
    """


@_inclusive(kind="xor", spirv="InclusiveScan", aliases=("subgroupInclusiveXor",))
def wave_inclusive_bit_xor(value: Any, /) -> Any:
    """The bitwise exclusive or of the integer ``value`` over this lane and the active lanes with a smaller
    index.

    Inactive lanes contribute nothing.
    """


@_multi_prefix("WaveMultiPrefixSum", kind="add")
def wave_multi_prefix_sum(value: Any, mask: Any, /) -> Any:
    """The sum of ``value`` over the active lanes of ``mask`` with a smaller index; 0 for the first active lane.

    ``mask`` must be the result of ``wave_match`` for this lane, so that all lanes of a mask pass the same mask; any
    other mask is undefined behavior.
    Inactive lanes contribute nothing.

    HLSL: ``WaveMultiPrefixSum``.
    """


@_multi_prefix("WaveMultiPrefixProduct", kind="mul")
def wave_multi_prefix_product(value: Any, mask: Any, /) -> Any:
    """The product of ``value`` over the active lanes of ``mask`` with a smaller index; 1 for the first active lane.

    ``mask`` must be the result of ``wave_match`` for this lane, so that all lanes of a mask pass the same mask; any
    other mask is undefined behavior.
    Inactive lanes contribute nothing.

    HLSL: ``WaveMultiPrefixProduct``.
    """


@_multi_prefix("WaveMultiPrefixBitAnd", kind="and")
def wave_multi_prefix_bit_and(value: Any, mask: Any, /) -> Any:
    """The bitwise and of the integer ``value`` over the active lanes of ``mask`` with a smaller index; all bits set
    for the first one.

    ``mask`` must be the result of ``wave_match`` for this lane, so that all lanes of a mask pass the same mask; any
    other mask is undefined behavior.
    Inactive lanes contribute nothing.

    HLSL: ``WaveMultiPrefixBitAnd``.
    """


@_multi_prefix("WaveMultiPrefixBitOr", kind="or")
def wave_multi_prefix_bit_or(value: Any, mask: Any, /) -> Any:
    """The bitwise or of the integer ``value`` over the active lanes of ``mask`` with a smaller index; 0 for the first
    one.

    ``mask`` must be the result of ``wave_match`` for this lane, so that all lanes of a mask pass the same mask; any
    other mask is undefined behavior.
    Inactive lanes contribute nothing.

    HLSL: ``WaveMultiPrefixBitOr``.
    """


@_multi_prefix("WaveMultiPrefixBitXor", kind="xor")
def wave_multi_prefix_bit_xor(value: Any, mask: Any, /) -> Any:
    """The bitwise exclusive or of the integer ``value`` over the active lanes of ``mask`` with a smaller index; 0 for
    the first one.

    ``mask`` must be the result of ``wave_match`` for this lane, so that all lanes of a mask pass the same mask; any
    other mask is undefined behavior.
    Inactive lanes contribute nothing.

    HLSL: ``WaveMultiPrefixBitXor``.
    """


@intrinsic(
    "WaveMultiPrefixCountBits",
    rules.vote,
    operation=WaveOperation("wave.multi_prefix_count_bits", needs="ballot"),
    result=u32,
    spirv="Partitioned",
    dxil="waveMultiPrefixBitCount",
    aliases=("waveMultiPrefixBitCount",),
)
def wave_multi_prefix_count_bits(predicate: Any, mask: Any, /) -> Any:
    """The number of active lanes of ``mask`` with a smaller index whose ``predicate`` is true; 0 for the first lane.

    ``mask`` must be the result of ``wave_match`` for this lane, so that all lanes of a mask pass the same mask; any
    other mask is undefined behavior.
    Inactive lanes count as false.

    HLSL: ``WaveMultiPrefixCountBits``.
    """
