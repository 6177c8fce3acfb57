"""Functions of bits. No lanes take part in any of them."""

from __future__ import annotations

from typing import Any

from .registry import intrinsic


@intrinsic("countbits")
def countbits(x: Any) -> Any:
    """How many bits of the integer ``x`` are set, a u32.

    HLSL: ``countbits``.
    """


@intrinsic("firstbitlow")
def firstbitlow(x: Any) -> Any:
    """The place of the lowest bit that is set in the integer ``x``, a u32; 0xffffffff for 0.

    HLSL: ``firstbitlow``.
    """


@intrinsic("firstbithigh")
def firstbithigh(x: Any) -> Any:
    """The place of the highest bit of the integer ``x`` that differs from its sign, a u32; 0xffffffff where none does.

    Places count from the lowest bit. For unsigned types it is the highest bit that is set.

    HLSL: ``firstbithigh``.
    """


@intrinsic("reversebits")
def reversebits(x: Any) -> Any:
    """The integer ``x`` with its bits in the opposite order.

    HLSL: ``reversebits``.
    """


@intrinsic("asuint")
def asuint(x: Any) -> Any:
    """The bits of ``x``, which has 32, as u32.

    HLSL: ``asuint``.
    """


@intrinsic("asint")
def asint(x: Any) -> Any:
    """The bits of ``x``, which has 32, as i32.

    HLSL: ``asint``.
    """


@intrinsic("asfloat")
def asfloat(x: Any) -> Any:
    """The bits of ``x``, which has 32, as f32.

    HLSL: ``asfloat``.
    """


@intrinsic("asuint16")
def asuint16(x: Any) -> Any:
    """The bits of ``x``, which has 16, as u16.

    HLSL: ``asuint16``.
    """


@intrinsic("asint16")
def asint16(x: Any) -> Any:
    """The bits of ``x``, which has 16, as i16.

    HLSL: ``asint16``.
    """


@intrinsic("asfloat16")
def asfloat16(x: Any) -> Any:
    """The bits of ``x``, which has 16, as f16.

    HLSL: ``asfloat16``.
    """


@intrinsic("f32tof16")
def f32tof16(x: Any) -> Any:
    """The f32 ``x`` converted to f16, whose bits are the low 16 of the u32 result; the others are 0.

    HLSL: ``f32tof16``.
    """


@intrinsic("f16tof32")
def f16tof32(x: Any) -> Any:
    """The f16 whose bits are the low 16 of the u32 ``x``, converted to f32.

    HLSL: ``f16tof32``.
    """
