"""Atomic operations."""

from __future__ import annotations

import functools
from typing import Any

from ....ir.wave_operations import WaveOperation
from .registry import intrinsic, rules

_read_modify_write = functools.partial(
    intrinsic,
    rule=rules.atomic,
    operation=WaveOperation("wave.atomic_rmw"),
    dxil="atomicBinOp",
    has_effect=True,
)


@_read_modify_write("InterlockedAdd", kind="add", spirv="OpAtomicIAdd OpAtomicFAddEXT")
def atomic_add(memory: Any, index: Any, value: Any, /) -> Any:
    """Atomically adds ``value`` to ``memory[index]`` and returns the old value.

    ``memory`` is an ``RWBuffer`` or groupshared array of i32, u32, i64, u64, f32 or f64. Each active lane performs one
    atomic, in unspecified order, and a float sum is rounded in that order. Out of bounds of a buffer an atomic does
    nothing and returns an unspecified value.

    HLSL: ``InterlockedAdd``. Source: HLSL proposal 0054 (its compaction example).
    """


@_read_modify_write(
    "InterlockedMin",
    kind="min",
    spirv={
        "wave.atomic_rmw minsi": "OpAtomicSMin",
        "wave.atomic_rmw minui": "OpAtomicUMin",
        "wave.atomic_rmw minnumf": "OpAtomicFMinEXT",
    },
)
def atomic_min(memory: Any, index: Any, value: Any, /) -> Any:
    """Atomically replaces ``memory[index]`` with ``value`` if that is smaller, and returns the old value.

    ``memory`` is an ``RWBuffer`` or groupshared array of i32, u32, i64, u64, f32 or f64. A NaN, in memory or as
    ``value``, counts as no number, and -0 is less than +0. Each active lane performs one atomic, in unspecified order.
    Out of bounds of a buffer an atomic does nothing and returns an unspecified value.

    HLSL: ``InterlockedMin``. Source: HLSL proposal 0054 (its compaction example).
    """


@_read_modify_write(
    "InterlockedMax",
    kind="max",
    spirv={
        "wave.atomic_rmw maxsi": "OpAtomicSMax",
        "wave.atomic_rmw maxui": "OpAtomicUMax",
        "wave.atomic_rmw maxnumf": "OpAtomicFMaxEXT",
    },
)
def atomic_max(memory: Any, index: Any, value: Any, /) -> Any:
    """Atomically replaces ``memory[index]`` with ``value`` if that is greater, and returns the old value.

    ``memory`` is an ``RWBuffer`` or groupshared array of i32, u32, i64, u64, f32 or f64. A NaN, in memory or as
    ``value``, counts as no number, and -0 is less than +0. Each active lane performs one atomic, in unspecified order.
    Out of bounds of a buffer an atomic does nothing and returns an unspecified value.

    HLSL: ``InterlockedMax``. Source: HLSL proposal 0054 (its compaction example).
    """


@_read_modify_write("InterlockedAnd", kind="and", spirv="OpAtomicAnd")
def atomic_and(memory: Any, index: Any, value: Any, /) -> Any:
    """Atomically replaces ``memory[index]`` with its bitwise and with ``value``, and returns the old value.

    ``memory`` is an ``RWBuffer`` or groupshared array of i32, u32, i64 or u64. Each active lane performs one atomic, in
    unspecified order. Out of bounds of a buffer an atomic does nothing and returns an unspecified value.

    HLSL: ``InterlockedAnd``. Source: HLSL proposal 0054 (its compaction example).
    """


@_read_modify_write("InterlockedOr", kind="or", spirv="OpAtomicOr")
def atomic_or(memory: Any, index: Any, value: Any, /) -> Any:
    """Atomically replaces ``memory[index]`` with its bitwise or with ``value``, and returns the old value.

    ``memory`` is an ``RWBuffer`` or groupshared array of i32, u32, i64 or u64. Each active lane performs one atomic, in
    unspecified order. Out of bounds of a buffer an atomic does nothing and returns an unspecified value.

    HLSL: ``InterlockedOr``. Source: HLSL proposal 0054 (its compaction example).
    """


@_read_modify_write("InterlockedXor", kind="xor", spirv="OpAtomicXor")
def atomic_xor(memory: Any, index: Any, value: Any, /) -> Any:
    """Atomically replaces ``memory[index]`` with its bitwise exclusive or with ``value``, and returns the old value.

    ``memory`` is an ``RWBuffer`` or groupshared array of i32, u32, i64 or u64. Each active lane performs one atomic, in
    unspecified order. Out of bounds of a buffer an atomic does nothing and returns an unspecified value.

    HLSL: ``InterlockedXor``. Source: HLSL proposal 0054 (its compaction example).
    """


@intrinsic(
    "InterlockedExchange",
    rules.atomic,
    operation=WaveOperation("wave.atomic_exchange"),
    spirv="OpAtomicExchange",
    dxil="atomicBinOp",
    aliases=("atomicExch",),
    has_effect=True,
)
def atomic_exchange(memory: Any, index: Any, value: Any, /) -> Any:
    """Atomically replaces ``memory[index]`` with ``value`` and returns the old value.

    ``memory`` is an ``RWBuffer`` or groupshared array of i32, u32, i64, u64, f32 or f64. Each active lane performs one
    atomic, in unspecified order. Out of bounds of a buffer an atomic does nothing and returns an unspecified value.

    HLSL: ``InterlockedExchange``. Source: HLSL proposal 0054 (its compaction example).
    """


@intrinsic(
    "InterlockedCompareExchange",
    rules.atomic,
    operation=WaveOperation("wave.atomic_cas"),
    spirv="OpAtomicCompareExchange",
    dxil="atomicCompareExchange",
    aliases=("atomicCAS", "atomicCompareAndSwap", "InterlockedCompareExchangeFloatBitwise"),
    has_effect=True,
)
def atomic_compare_exchange(memory: Any, index: Any, compare: Any, value: Any, /) -> Any:
    """Atomically replaces ``memory[index]`` with ``value`` if it equals ``compare``, and returns the old value.

    The value was replaced if the result equals ``compare``; floats are compared bit by bit. ``memory`` is an
    ``RWBuffer`` or groupshared array of i32, u32, i64, u64, f32 or f64. Each active lane performs one atomic, in
    unspecified order. Out of bounds of a buffer it does nothing and returns an unspecified value.

    HLSL: ``InterlockedCompareExchange``. Source: HLSL proposal 0054 (its compaction example).
    """
