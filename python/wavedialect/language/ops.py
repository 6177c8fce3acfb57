"""What may be written in a kernel: one function for each intrinsic, by concern.

The names are HLSL's in snake case without ``Get``. Nothing here does anything outside a kernel: the compiler looks
the functions up by identity, and calling one from plain Python raises a ``WaveError``. "Active" lanes are those that
reach the call by the control flow as written: a lane that took the other branch, left the loop or returned takes no
part. There are no helper lanes in the stages that have groups, so no function here has a special meaning for one.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from ..errors import WaveError


class Intrinsic:
    """A function of the language: its name, its HLSL name and its Python signature."""

    def __init__(self, function: Callable[..., Any], hlsl: str | None):
        self.function = function
        self.hlsl = hlsl
        self.signature = inspect.signature(function)
        functools.update_wrapper(self, function)

    @property
    def name(self) -> str:
        return self.function.__name__

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        """Outside a kernel there are no lanes to run it for."""
        raise WaveError(
            f"`{self.name}` can only be called in a kernel",
            "call it from a function decorated by `@wd.kernel` or `@wd.func`",
            "outside-kernel",
        )

    def __repr__(self) -> str:
        return f"<wave intrinsic {self.name}{self.signature}>"


#: Every intrinsic by its name.
INTRINSICS: dict[str, Intrinsic] = {}


def intrinsic(hlsl: str | None = None) -> Callable[[Callable[..., Any]], Intrinsic]:
    """Makes a signature with a docstring an intrinsic; ``hlsl`` is the name that HLSL gives it, if it has one."""

    def register(function: Callable[..., Any]) -> Intrinsic:
        made = Intrinsic(function, hlsl)
        INTRINSICS[made.name] = made
        return made

    return register


# Groups.


@intrinsic("GetGroupWaveIndex")
def group_wave_index() -> Any:
    """The index of this wave in its group, below ``group_wave_count()``; the same for all lanes of a wave.

    It comes from the machine and follows from no thread number. Under ``num_waves=1`` it is 0.

    HLSL: ``GetGroupWaveIndex``. Seed: HLSL proposal 0048.
    """


@intrinsic("GetGroupWaveCount")
def group_wave_count() -> Any:
    """The number of waves of this group; the same for all lanes and at every point of the group's life.

    Under ``num_waves=X`` it is the constant X and may size ``groupshared``. Waves that returned still count.

    HLSL: ``GetGroupWaveCount``. Seeds: HLSL proposals 0048 and 0054.
    """


@intrinsic("SV_GroupID")
def group_id() -> Any:
    """The place of this group in the dispatch, a u32 vector: ``.x .y .z``.

    HLSL: ``SV_GroupID``. Seed: HLSL proposal 0054.
    """


@intrinsic(None)
def group_count() -> Any:
    """How many groups were dispatched, a u32 vector: ``.x .y .z``.

    HLSL has no name for it; SPIR-V calls it NumWorkgroups.

    Seed: HLSL proposal 0054 (dispatches sized by the wave size).
    """


# Threads; only in kernels that state num_threads.


@intrinsic("SV_DispatchThreadID")
def dispatch_thread_id() -> Any:
    """The place of this thread in the dispatch, a u32 vector. An error under ``num_waves``.

    HLSL: ``SV_DispatchThreadID``. Seed: HLSL proposal 0054.
    """


@intrinsic("SV_GroupThreadID")
def group_thread_id() -> Any:
    """The place of this thread in its group, a u32 vector. An error under ``num_waves``.

    HLSL: ``SV_GroupThreadID``. Seed: HLSL proposal 0054.
    """


@intrinsic("SV_GroupIndex")
def group_index() -> Any:
    """The number of this thread in its group. An error under ``num_waves``.

    HLSL: ``SV_GroupIndex``. Seed: HLSL proposal 0054.
    """


# Lanes.


@intrinsic("WaveGetLaneIndex")
def wave_lane_index() -> Any:
    """The index of this lane in its wave, below ``wave_lane_count()``.

    HLSL: ``WaveGetLaneIndex``. Seed: HLSL wave intrinsics.
    """


@intrinsic("WaveGetLaneCount")
def wave_lane_count() -> Any:
    """The number of lanes of a wave, inactive ones included; a power of two from 4 to 128.

    HLSL: ``WaveGetLaneCount``. Seed: HLSL wave intrinsics.
    """


@intrinsic("WaveIsFirstLane")
def wave_is_first_lane() -> Any:
    """True for the active lane with the smallest index, false for all others.

    HLSL: ``WaveIsFirstLane``. Seed: HLSL wave intrinsics.
    """


# Votes.


@intrinsic("WaveActiveAnyTrue")
def wave_active_any_true(predicate: Any, /) -> Any:
    """True if ``predicate`` is true for any active lane. Inactive lanes have no vote.

    HLSL: ``WaveActiveAnyTrue``. Seed: HLSL wave intrinsics.
    """


@intrinsic("WaveActiveAllTrue")
def wave_active_all_true(predicate: Any, /) -> Any:
    """True if ``predicate`` is true for all active lanes. Inactive lanes have no vote.

    HLSL: ``WaveActiveAllTrue``. Seed: HLSL wave intrinsics.
    """


@intrinsic("WaveActiveBallot")
def wave_active_ballot(predicate: Any, /) -> Any:
    """The lanes with a true ``predicate`` as bits, four u32: ``.x .y .z .w`` or a constant index.

    Lane 0 is the least significant bit of ``.x``, lane 32 that of ``.y``. The bits of inactive lanes and from
    ``wave_lane_count()`` on are 0.

    HLSL: ``WaveActiveBallot``. Seed: HLSL wave intrinsics.
    """


@intrinsic("WaveActiveAllEqual")
def wave_active_all_equal(value: Any, /) -> Any:
    """True if ``value`` is the same in all active lanes; floats compare ordered-equal, so a NaN makes it false.

    Inactive lanes are not compared.

    HLSL: ``WaveActiveAllEqual``. Seed: HLSL wave intrinsics.
    """


@intrinsic("WaveActiveCountBits")
def wave_active_count_bits(predicate: Any, /) -> Any:
    """For how many active lanes ``predicate`` is true, a u32. Inactive lanes count as false.

    HLSL: ``WaveActiveCountBits``. Seed: HLSL wave intrinsics.
    """


# Reductions.


@intrinsic("WaveActiveSum")
def wave_active_sum(value: Any, /) -> Any:
    """The sum of ``value`` over the active lanes, the same for all of them; integers wrap, the order of float
    additions is free.

    Inactive lanes contribute nothing.

    HLSL: ``WaveActiveSum``. Seed: HLSL wave intrinsics.
    """


@intrinsic("WaveActiveProduct")
def wave_active_product(value: Any, /) -> Any:
    """The product of ``value`` over the active lanes; integers wrap, the order of float multiplications is free.

    Inactive lanes contribute nothing.

    HLSL: ``WaveActiveProduct``. Seed: HLSL wave intrinsics.
    """


@intrinsic("WaveActiveMin")
def wave_active_min(value: Any, /) -> Any:
    """The smallest ``value`` of the active lanes; a float reduction ignores NaN, and is unspecified where all are
    NaN.

    Inactive lanes contribute nothing.

    HLSL: ``WaveActiveMin``. Seed: HLSL wave intrinsics.
    """


@intrinsic("WaveActiveMax")
def wave_active_max(value: Any, /) -> Any:
    """The greatest ``value`` of the active lanes; a float reduction ignores NaN, and is unspecified where all are
    NaN.

    Inactive lanes contribute nothing.

    HLSL: ``WaveActiveMax``. Seed: HLSL wave intrinsics.
    """


@intrinsic("WaveActiveBitAnd")
def wave_active_bit_and(value: Any, /) -> Any:
    """The bitwise and of the integer ``value`` over the active lanes.

    Inactive lanes contribute nothing.

    HLSL: ``WaveActiveBitAnd``. Seed: HLSL wave intrinsics.
    """


@intrinsic("WaveActiveBitOr")
def wave_active_bit_or(value: Any, /) -> Any:
    """The bitwise or of the integer ``value`` over the active lanes.

    Inactive lanes contribute nothing.

    HLSL: ``WaveActiveBitOr``. Seed: HLSL wave intrinsics.
    """


@intrinsic("WaveActiveBitXor")
def wave_active_bit_xor(value: Any, /) -> Any:
    """The bitwise exclusive or of the integer ``value`` over the active lanes.

    Inactive lanes contribute nothing.

    HLSL: ``WaveActiveBitXor``. Seed: HLSL wave intrinsics.
    """


# Scans.


@intrinsic("WavePrefixSum")
def wave_prefix_sum(value: Any, /) -> Any:
    """The sum of ``value`` over the active lanes with a smaller index; 0 for the first one.

    Inactive lanes contribute nothing.

    HLSL: ``WavePrefixSum``. Seed: HLSL wave intrinsics.
    """


@intrinsic("WavePrefixProduct")
def wave_prefix_product(value: Any, /) -> Any:
    """The product of ``value`` over the active lanes with a smaller index; 1 for the first one.

    Inactive lanes contribute nothing.

    HLSL: ``WavePrefixProduct``. Seed: HLSL wave intrinsics.
    """


@intrinsic("WavePrefixCountBits")
def wave_prefix_count_bits(predicate: Any, /) -> Any:
    """For how many active lanes with a smaller index ``predicate`` is true; 0 for the first one.

    Inactive lanes count as false.

    HLSL: ``WavePrefixCountBits``. Seed: HLSL wave intrinsics.
    """


# Reads of other lanes.


@intrinsic("WaveReadLaneFirst")
def wave_read_lane_first(value: Any, /) -> Any:
    """``value`` of the active lane with the smallest index, the same for all active lanes.

    HLSL: ``WaveReadLaneFirst``. Seed: HLSL wave intrinsics.
    """


@intrinsic("WaveReadLaneAt")
def wave_read_lane_at(value: Any, lane: Any, /) -> Any:
    """``value`` of the lane with index ``lane``, which may differ between lanes.

    Reading an inactive lane, or one from ``wave_lane_count()`` on, is undefined.

    HLSL: ``WaveReadLaneAt``. Seed: HLSL wave intrinsics.
    """


# Barriers.


@intrinsic("GroupMemoryBarrier")
def group_memory_barrier() -> None:
    """Accesses to groupshared memory before it are seen by the group before those after it.

    It waits for nobody: no lane is held up.

    HLSL: ``GroupMemoryBarrier``. Seed: HLSL proposal 0048.
    """


@intrinsic("GroupMemoryBarrierWithGroupSync")
def group_memory_barrier_with_group_sync() -> None:
    """As ``group_memory_barrier``, and waits until all waves of the group are here.

    All waves must reach it by control flow that is the same for the group; a lane that returned is not waited for.

    HLSL: ``GroupMemoryBarrierWithGroupSync``. Seed: HLSL proposals 0048 and 0054.
    """


@intrinsic("DeviceMemoryBarrier")
def device_memory_barrier() -> None:
    """Accesses to buffers before it are seen by the group before those after it.

    It waits for nobody: no lane is held up.

    HLSL: ``DeviceMemoryBarrier``. Seed: HLSL proposal 0048.
    """


@intrinsic("DeviceMemoryBarrierWithGroupSync")
def device_memory_barrier_with_group_sync() -> None:
    """As ``device_memory_barrier``, and waits until all waves of the group are here.

    All waves must reach it by control flow that is the same for the group; a lane that returned is not waited for.

    HLSL: ``DeviceMemoryBarrierWithGroupSync``. Seed: HLSL proposals 0048 and 0054.
    """


@intrinsic("AllMemoryBarrier")
def all_memory_barrier() -> None:
    """Accesses to groupshared memory and buffers before it are seen by the group before those after it.

    It waits for nobody: no lane is held up.

    HLSL: ``AllMemoryBarrier``. Seed: HLSL proposal 0048.
    """


@intrinsic("AllMemoryBarrierWithGroupSync")
def all_memory_barrier_with_group_sync() -> None:
    """As ``all_memory_barrier``, and waits until all waves of the group are here.

    All waves must reach it by control flow that is the same for the group; a lane that returned is not waited for.

    HLSL: ``AllMemoryBarrierWithGroupSync``. Seed: HLSL proposals 0048 and 0054.
    """


# Atomics.


@intrinsic("InterlockedAdd")
def atomic_add(memory: Any, index: Any, value: Any, /) -> Any:
    """Atomically adds ``value`` to ``memory[index]`` and returns the old value.

    ``memory`` is a ``RWBuffer`` or groupshared array of i32 or u32. Each active lane does one; their order is free.
    Out of bounds of a buffer it does nothing and returns an unspecified value.

    HLSL: ``InterlockedAdd``. Seed: HLSL proposal 0054 (its compaction example).
    """


@intrinsic("InterlockedMin")
def atomic_min(memory: Any, index: Any, value: Any, /) -> Any:
    """Atomically replaces by the smaller of it and ``value`` ``memory[index]`` and returns the old value.

    ``memory`` is a ``RWBuffer`` or groupshared array of i32 or u32. Each active lane does one; their order is free.
    Out of bounds of a buffer it does nothing and returns an unspecified value.

    HLSL: ``InterlockedMin``. Seed: HLSL proposal 0054 (its compaction example).
    """


@intrinsic("InterlockedMax")
def atomic_max(memory: Any, index: Any, value: Any, /) -> Any:
    """Atomically replaces by the greater of it and ``value`` ``memory[index]`` and returns the old value.

    ``memory`` is a ``RWBuffer`` or groupshared array of i32 or u32. Each active lane does one; their order is free.
    Out of bounds of a buffer it does nothing and returns an unspecified value.

    HLSL: ``InterlockedMax``. Seed: HLSL proposal 0054 (its compaction example).
    """


@intrinsic("InterlockedAnd")
def atomic_and(memory: Any, index: Any, value: Any, /) -> Any:
    """Atomically ands ``value`` into ``memory[index]`` and returns the old value.

    ``memory`` is a ``RWBuffer`` or groupshared array of i32 or u32. Each active lane does one; their order is free.
    Out of bounds of a buffer it does nothing and returns an unspecified value.

    HLSL: ``InterlockedAnd``. Seed: HLSL proposal 0054 (its compaction example).
    """


@intrinsic("InterlockedOr")
def atomic_or(memory: Any, index: Any, value: Any, /) -> Any:
    """Atomically ors ``value`` into ``memory[index]`` and returns the old value.

    ``memory`` is a ``RWBuffer`` or groupshared array of i32 or u32. Each active lane does one; their order is free.
    Out of bounds of a buffer it does nothing and returns an unspecified value.

    HLSL: ``InterlockedOr``. Seed: HLSL proposal 0054 (its compaction example).
    """


@intrinsic("InterlockedXor")
def atomic_xor(memory: Any, index: Any, value: Any, /) -> Any:
    """Atomically exclusive-ors ``value`` into ``memory[index]`` and returns the old value.

    ``memory`` is a ``RWBuffer`` or groupshared array of i32 or u32. Each active lane does one; their order is free.
    Out of bounds of a buffer it does nothing and returns an unspecified value.

    HLSL: ``InterlockedXor``. Seed: HLSL proposal 0054 (its compaction example).
    """


# Arrays.


@intrinsic("groupshared")
def groupshared(type: Any, size: Any, /) -> Any:
    """An array that the lanes of a group share: ``size`` elements of ``type``, undefined at first.

    The size is a positive constant or made of constants, ``group_wave_count()`` under ``num_waves`` and
    ``wave_lane_count()``. Call it in the kernel's own body.

    HLSL: ``groupshared``. Seed: HLSL proposal 0054.
    """


@intrinsic(None)
def local_array(type: Any, size: Any, /) -> Any:
    """An array of each lane's own: ``size`` elements of ``type``, undefined at first; sized like ``groupshared``.

    HLSL declares one as a local variable.

    Seed: HLSL proposal 0054 (arrays sized by the wave count).
    """


# Statements about values, and compile time.


@intrinsic(None)
def group_uniform(value: Any, /) -> Any:
    """``value``, with the programmer's word that it is the same for all lanes of the group, so that a barrier may
    depend on it.

    A false statement is undefined behaviour.

    Seed: HLSL proposal 0048 (barriers and wave-dependent control flow).
    """


@intrinsic(None)
def static(value: Any, /) -> Any:
    """``value``, a Python expression of literals, captured constants and ``static_range`` variables, evaluated while
    compiling.

    ``if wd.static(...)`` compiles only the branch that is taken. It has no lanes, and no seed document asks for it.
    """


@intrinsic(None)
def static_range(start: Any, stop: Any = None, step: Any = 1, /) -> Any:
    """``range`` with constant bounds whose loop is unrolled: the loop variable is a constant in each copy of the
    body.

    It corresponds to HLSL's ``[unroll]``; inactive lanes are those of the code around it.
    """


# Scalar functions.


@intrinsic("min")
def min(a: Any, b: Any, *more: Any) -> Any:
    """The smallest of its arguments; of two floats of which one is NaN, the other. Python's ``min`` means it too. No
    lanes take part.

    HLSL: ``min``.
    """


@intrinsic("max")
def max(a: Any, b: Any, *more: Any) -> Any:
    """The greatest of its arguments; of two floats of which one is NaN, the other. Python's ``max`` means it too. No
    lanes take part.

    HLSL: ``max``.
    """


@intrinsic("select")
def select(condition: Any, a: Any, b: Any, /) -> Any:
    """``a`` where ``condition`` is true, else ``b``; both are evaluated by all active lanes.

    HLSL: ``select``.
    """
