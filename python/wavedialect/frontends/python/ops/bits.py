"""Bit operations. None of them communicates between lanes."""

from __future__ import annotations

from typing import Any

from ....ir.types import bf16, f16, f32, i16, i32, u16, u32
from ....ir.wave_operations import WaveOperation
from .registry import intrinsic, rules


@intrinsic(
    "countbits",
    rules.function,
    accepts="integers",
    by=rules.count_bits,
    spirv={"math.ctpop": "OpBitCount"},
    dxil="unaryBits:31",
    aliases=("popcount", "bitCount", "popc", "popcll", "bitwise_count"),
)
def countbits(x: Any) -> Any:
    """The number of set bits of the integer ``x``, a u32.

    HLSL: ``countbits``.
    """


@intrinsic(
    "firstbitlow",
    rules.function,
    accepts="integers",
    by=rules.first_bit_low,
    spirv={"math.cttz": "FindILsb"},
    dxil="unaryBits:32",
    aliases=("findLSB",),
)
def firstbitlow(x: Any) -> Any:
    """The position of the lowest set bit of the integer ``x``, a u32; 0xffffffff for 0.

    HLSL: ``firstbitlow``.
    """


@intrinsic(
    "firstbithigh",
    rules.function,
    accepts="integers",
    by=rules.first_bit_high,
    spirv={"math.ctlz": "FindUMsb"},
    dxil="unaryBits:33",
    aliases=("findMSB",),
)
def firstbithigh(x: Any) -> Any:
    """The position of the highest bit of the integer ``x`` that differs from its sign, a u32; 0xffffffff if none does.

    Positions count from the lowest bit. For unsigned types the result is the position of the highest set bit.

    HLSL: ``firstbithigh``.
    """


@intrinsic(
    "reversebits",
    rules.one_operation,
    operation=WaveOperation("wave.reverse_bits"),
    accepts="integers",
    spirv="OpBitReverse",
    dxil="unary:30",
    aliases=("bitfieldReverse", "brev", "brevll"),
)
def reversebits(x: Any) -> Any:
    """The integer ``x`` with its bits in reverse order.

    HLSL: ``reversebits``.
    """


@intrinsic(
    "asuint",
    rules.function,
    accepts="32 bits",
    by=lambda semantic, x: semantic.bitcast(u32, x),
    aliases=("float_as_uint",),
)
def asuint(x: Any) -> Any:
    """The bits of the 32-bit value ``x`` as a u32.

    HLSL: ``asuint``.
    """


@intrinsic(
    "asint",
    rules.function,
    accepts="32 bits",
    by=lambda semantic, x: semantic.bitcast(i32, x),
    aliases=("float_as_int",),
)
def asint(x: Any) -> Any:
    """The bits of the 32-bit value ``x`` as an i32.

    HLSL: ``asint``.
    """


@intrinsic(
    "asfloat",
    rules.function,
    accepts="32 bits",
    by=lambda semantic, x: semantic.bitcast(f32, x),
    aliases=("int_as_float", "uint_as_float"),
)
def asfloat(x: Any) -> Any:
    """The bits of the 32-bit value ``x`` as an f32.

    HLSL: ``asfloat``.
    """


@intrinsic("asuint16", rules.function, accepts="16 bits", by=lambda semantic, x: semantic.bitcast(u16, x))
def asuint16(x: Any) -> Any:
    """The bits of the 16-bit value ``x`` as a u16.

    HLSL: ``asuint16``.
    """


@intrinsic("asint16", rules.function, accepts="16 bits", by=lambda semantic, x: semantic.bitcast(i16, x))
def asint16(x: Any) -> Any:
    """The bits of the 16-bit value ``x`` as an i16.

    HLSL: ``asint16``.
    """


@intrinsic("asfloat16", rules.function, accepts="16 bits", by=lambda semantic, x: semantic.bitcast(f16, x))
def asfloat16(x: Any) -> Any:
    """The bits of the 16-bit value ``x`` as an f16.

    HLSL: ``asfloat16``.
    """


@intrinsic(None, rules.function, accepts="16 bits", by=lambda semantic, x: semantic.bitcast(bf16, x))
def asbf16(x: Any) -> Any:
    """The bits of the 16-bit value ``x`` as a bf16.

    HLSL has no bf16.
    """


@intrinsic(
    None,
    rules.function,
    accepts="f32",
    by=rules.round_tf32,
    aliases=("float_to_tf32", "to_tf32", "tf32"),
)
def round_tf32(x: Any) -> Any:
    """The f32 ``x`` rounded to a number of tf32, whose fraction has 10 bits: the nearest one, away from zero if two are.

    Matrix units multiply such numbers much faster: ``wd.matrix_multiply_add(wd.round_tf32(a), wd.round_tf32(b), c)``.
    """


@intrinsic("f32tof16", rules.function, accepts="f32", by=rules.to_half_bits)
def f32tof16(x: Any) -> Any:
    """The f32 ``x`` converted to f16, as the low 16 bits of a u32; the high bits are 0.

    HLSL: ``f32tof16``.
    """


@intrinsic("f16tof32", rules.function, accepts="u32", by=rules.from_half_bits)
def f16tof32(x: Any) -> Any:
    """The f16 in the low 16 bits of the u32 ``x``, converted to f32.

    HLSL: ``f16tof32``.
    """
