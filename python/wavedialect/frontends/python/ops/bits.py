"""Bit operations. None of them communicates between lanes."""

from __future__ import annotations

from typing import Any

from .registry import intrinsic


@intrinsic("countbits")
def countbits(x: Any) -> Any:
    """The number of set bits of the integer ``x``, a u32.

    HLSL: ``countbits``.
    """


@intrinsic("firstbitlow")
def firstbitlow(x: Any) -> Any:
    """The position of the lowest set bit of the integer ``x``, a u32; 0xffffffff for 0.

    HLSL: ``firstbitlow``.
    """


@intrinsic("firstbithigh")
def firstbithigh(x: Any) -> Any:
    """The position of the highest bit of the integer ``x`` that differs from its sign, a u32; 0xffffffff if none does.

    Positions count from the lowest bit. For unsigned types the result is the position of the highest set bit.

    HLSL: ``firstbithigh``.
    """


@intrinsic("reversebits")
def reversebits(x: Any) -> Any:
    """The integer ``x`` with its bits in reverse order.

    HLSL: ``reversebits``.
    """


@intrinsic("asuint")
def asuint(x: Any) -> Any:
    """The bits of the 32-bit value ``x`` as a u32.

    HLSL: ``asuint``.
    """


@intrinsic("asint")
def asint(x: Any) -> Any:
    """The bits of the 32-bit value ``x`` as an i32.

    HLSL: ``asint``.
    """


@intrinsic("asfloat")
def asfloat(x: Any) -> Any:
    """The bits of the 32-bit value ``x`` as an f32.

    HLSL: ``asfloat``.
    """


@intrinsic("asuint16")
def asuint16(x: Any) -> Any:
    """The bits of the 16-bit value ``x`` as a u16.

    HLSL: ``asuint16``.
    """


@intrinsic("asint16")
def asint16(x: Any) -> Any:
    """The bits of the 16-bit value ``x`` as an i16.

    HLSL: ``asint16``.
    """


@intrinsic("asfloat16")
def asfloat16(x: Any) -> Any:
    """The bits of the 16-bit value ``x`` as an f16.

    HLSL: ``asfloat16``.
    """


@intrinsic("f32tof16")
def f32tof16(x: Any) -> Any:
    """The f32 ``x`` converted to f16, as the low 16 bits of a u32; the high bits are 0.

    HLSL: ``f32tof16``.
    """


@intrinsic("f16tof32")
def f16tof32(x: Any) -> Any:
    """The f16 in the low 16 bits of the u32 ``x``, converted to f32.

    HLSL: ``f16tof32``.
    """
