"""Barriers."""

from __future__ import annotations

from .registry import intrinsic


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
