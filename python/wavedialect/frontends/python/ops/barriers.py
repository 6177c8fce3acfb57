"""Barriers."""

from __future__ import annotations

from .registry import intrinsic


@intrinsic("GroupMemoryBarrier")
def group_memory_barrier() -> None:
    """Accesses to groupshared memory before it become visible to the group before accesses after it.

    It does not wait: no lane is blocked.

    HLSL: ``GroupMemoryBarrier``. Source: HLSL proposal 0048.
    """


@intrinsic("GroupMemoryBarrierWithGroupSync")
def group_memory_barrier_with_group_sync() -> None:
    """Like ``group_memory_barrier``, but also waits until all waves of the group arrive.

    All waves must reach it in control flow that is uniform across the group; lanes that returned are not waited for.

    HLSL: ``GroupMemoryBarrierWithGroupSync``. Source: HLSL proposals 0048 and 0054.
    """


@intrinsic("DeviceMemoryBarrier")
def device_memory_barrier() -> None:
    """Accesses to buffers before it become visible to the group before accesses after it.

    It does not wait: no lane is blocked.

    HLSL: ``DeviceMemoryBarrier``. Source: HLSL proposal 0048.
    """


@intrinsic("DeviceMemoryBarrierWithGroupSync")
def device_memory_barrier_with_group_sync() -> None:
    """Like ``device_memory_barrier``, but also waits until all waves of the group arrive.

    All waves must reach it in control flow that is uniform across the group; lanes that returned are not waited for.

    HLSL: ``DeviceMemoryBarrierWithGroupSync``. Source: HLSL proposals 0048 and 0054.
    """


@intrinsic("AllMemoryBarrier")
def all_memory_barrier() -> None:
    """Accesses to groupshared memory and buffers before it become visible to the group before accesses after it.

    It does not wait: no lane is blocked.

    HLSL: ``AllMemoryBarrier``. Source: HLSL proposal 0048.
    """


@intrinsic("AllMemoryBarrierWithGroupSync")
def all_memory_barrier_with_group_sync() -> None:
    """Like ``all_memory_barrier``, but also waits until all waves of the group arrive.

    All waves must reach it in control flow that is uniform across the group; lanes that returned are not waited for.

    HLSL: ``AllMemoryBarrierWithGroupSync``. Source: HLSL proposals 0048 and 0054.
    """
