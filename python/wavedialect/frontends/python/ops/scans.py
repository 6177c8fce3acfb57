"""Scans: for each lane, one result from the values of the active lanes before it."""

from __future__ import annotations

from typing import Any

from .registry import intrinsic


@intrinsic("WavePrefixSum")
def wave_prefix_sum(value: Any, /) -> Any:
    """The sum of ``value`` over the active lanes with a smaller index; 0 for the first active lane.

    Inactive lanes contribute nothing.

    HLSL: ``WavePrefixSum``. Source: HLSL wave intrinsics.
    """


@intrinsic("WavePrefixProduct")
def wave_prefix_product(value: Any, /) -> Any:
    """The product of ``value`` over the active lanes with a smaller index; 1 for the first active lane.

    Inactive lanes contribute nothing.

    HLSL: ``WavePrefixProduct``. Source: HLSL wave intrinsics.
    """


@intrinsic("WavePrefixCountBits")
def wave_prefix_count_bits(predicate: Any, /) -> Any:
    """The number of active lanes with a smaller index whose ``predicate`` is true; 0 for the first active lane.

    Inactive lanes count as false.

    HLSL: ``WavePrefixCountBits``. Source: HLSL wave intrinsics.
    """


@intrinsic("WaveMultiPrefixSum")
def wave_multi_prefix_sum(value: Any, mask: Any, /) -> Any:
    """The sum of ``value`` over the active lanes of ``mask`` with a smaller index; 0 for the first active lane.

    ``mask`` must be the result of ``wave_match`` for this lane, so that all lanes of a mask pass the same mask; any
    other mask is undefined behavior.
    Inactive lanes contribute nothing.

    HLSL: ``WaveMultiPrefixSum``.
    """


@intrinsic("WaveMultiPrefixProduct")
def wave_multi_prefix_product(value: Any, mask: Any, /) -> Any:
    """The product of ``value`` over the active lanes of ``mask`` with a smaller index; 1 for the first active lane.

    ``mask`` must be the result of ``wave_match`` for this lane, so that all lanes of a mask pass the same mask; any
    other mask is undefined behavior.
    Inactive lanes contribute nothing.

    HLSL: ``WaveMultiPrefixProduct``.
    """


@intrinsic("WaveMultiPrefixBitAnd")
def wave_multi_prefix_bit_and(value: Any, mask: Any, /) -> Any:
    """The bitwise and of the integer ``value`` over the active lanes of ``mask`` with a smaller index; all bits set
    for the first one.

    ``mask`` must be the result of ``wave_match`` for this lane, so that all lanes of a mask pass the same mask; any
    other mask is undefined behavior.
    Inactive lanes contribute nothing.

    HLSL: ``WaveMultiPrefixBitAnd``.
    """


@intrinsic("WaveMultiPrefixBitOr")
def wave_multi_prefix_bit_or(value: Any, mask: Any, /) -> Any:
    """The bitwise or of the integer ``value`` over the active lanes of ``mask`` with a smaller index; 0 for the first
    one.

    ``mask`` must be the result of ``wave_match`` for this lane, so that all lanes of a mask pass the same mask; any
    other mask is undefined behavior.
    Inactive lanes contribute nothing.

    HLSL: ``WaveMultiPrefixBitOr``.
    """


@intrinsic("WaveMultiPrefixBitXor")
def wave_multi_prefix_bit_xor(value: Any, mask: Any, /) -> Any:
    """The bitwise exclusive or of the integer ``value`` over the active lanes of ``mask`` with a smaller index; 0 for
    the first one.

    ``mask`` must be the result of ``wave_match`` for this lane, so that all lanes of a mask pass the same mask; any
    other mask is undefined behavior.
    Inactive lanes contribute nothing.

    HLSL: ``WaveMultiPrefixBitXor``.
    """


@intrinsic("WaveMultiPrefixCountBits")
def wave_multi_prefix_count_bits(predicate: Any, mask: Any, /) -> Any:
    """The number of active lanes of ``mask`` with a smaller index whose ``predicate`` is true; 0 for the first lane.

    ``mask`` must be the result of ``wave_match`` for this lane, so that all lanes of a mask pass the same mask; any
    other mask is undefined behavior.
    Inactive lanes count as false.

    HLSL: ``WaveMultiPrefixCountBits``.
    """
