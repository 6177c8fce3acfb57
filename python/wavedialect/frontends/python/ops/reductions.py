"""Reductions: one result from the values of all active lanes."""

from __future__ import annotations

from typing import Any

from .registry import intrinsic


@intrinsic("WaveActiveSum")
def wave_active_sum(value: Any, /) -> Any:
    """The sum of ``value`` over the active lanes, the same for all of them; integers wrap, the order of float
    additions is unspecified.

    Inactive lanes contribute nothing.

    HLSL: ``WaveActiveSum``. Source: HLSL wave intrinsics.
    """


@intrinsic("WaveActiveProduct")
def wave_active_product(value: Any, /) -> Any:
    """The product of ``value`` over the active lanes; integers wrap, the order of float multiplications is unspecified.

    Inactive lanes contribute nothing.

    HLSL: ``WaveActiveProduct``. Source: HLSL wave intrinsics.
    """


@intrinsic("WaveActiveMin")
def wave_active_min(value: Any, /) -> Any:
    """The smallest ``value`` of the active lanes; a float reduction ignores NaN, and is unspecified if all values are
    NaN.

    Inactive lanes contribute nothing.

    HLSL: ``WaveActiveMin``. Source: HLSL wave intrinsics.
    """


@intrinsic("WaveActiveMax")
def wave_active_max(value: Any, /) -> Any:
    """The greatest ``value`` of the active lanes; a float reduction ignores NaN, and is unspecified if all values are
    NaN.

    Inactive lanes contribute nothing.

    HLSL: ``WaveActiveMax``. Source: HLSL wave intrinsics.
    """


@intrinsic("WaveActiveBitAnd")
def wave_active_bit_and(value: Any, /) -> Any:
    """The bitwise and of the integer ``value`` over the active lanes.

    Inactive lanes contribute nothing.

    HLSL: ``WaveActiveBitAnd``. Source: HLSL wave intrinsics.
    """


@intrinsic("WaveActiveBitOr")
def wave_active_bit_or(value: Any, /) -> Any:
    """The bitwise or of the integer ``value`` over the active lanes.

    Inactive lanes contribute nothing.

    HLSL: ``WaveActiveBitOr``. Source: HLSL wave intrinsics.
    """


@intrinsic("WaveActiveBitXor")
def wave_active_bit_xor(value: Any, /) -> Any:
    """The bitwise exclusive or of the integer ``value`` over the active lanes.

    Inactive lanes contribute nothing.

    HLSL: ``WaveActiveBitXor``. Source: HLSL wave intrinsics.
    """
