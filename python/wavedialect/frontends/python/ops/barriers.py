"""Barriers."""

from __future__ import annotations

import functools
from typing import Any

from ....ir.wave_operations import WaveOperation
from .registry import intrinsic, rules

_barrier = functools.partial(
    intrinsic, rule=rules.barrier, operation=WaveOperation("wave.barrier", typed_by=None), dxil="barrier"
)


@_barrier(
    "GroupMemoryBarrier",
    scope="group",
    sync=False,
    spirv="OpMemoryBarrier",
    aliases=("memoryBarrierShared",),
)
def group_memory_barrier() -> None:
    """Accesses to groupshared memory before this barrier become visible to the group before those after it.

    It does not wait: no lane is blocked.

    HLSL: ``GroupMemoryBarrier``. Source: HLSL proposal 0048.
    """


@_barrier(
    "GroupMemoryBarrierWithGroupSync",
    scope="group",
    sync=True,
    spirv="OpControlBarrier",
    aliases=(
        "barrier",
        "groupBarrier",
        "__syncthreads",
        "sync",
        "workgroupBarrier",
        "threadgroup_barrier",
        "debug_barrier",
    ),
)
def group_memory_barrier_with_group_sync() -> None:
    """Like ``group_memory_barrier``, but also waits until all waves of the group arrive.

    All waves must reach it in control flow that is uniform across the group; lanes that returned are not waited for.

    HLSL: ``GroupMemoryBarrierWithGroupSync``. Source: HLSL proposals 0048 and 0054.
    """


@_barrier(
    "DeviceMemoryBarrier",
    scope="device",
    sync=False,
    spirv="OpMemoryBarrier",
    aliases=("threadfence", "memoryBarrierBuffer", "storageBarrier"),
)
def device_memory_barrier() -> None:
    """Accesses to buffers before this barrier become visible to the group before those after it.

    It does not wait: no lane is blocked.

    HLSL: ``DeviceMemoryBarrier``. Source: HLSL proposal 0048.
    """


@_barrier("DeviceMemoryBarrierWithGroupSync", scope="device", sync=True, spirv="OpControlBarrier")
def device_memory_barrier_with_group_sync() -> None:
    """Like ``device_memory_barrier``, but also waits until all waves of the group arrive.

    All waves must reach it in control flow that is uniform across the group; lanes that returned are not waited for.

    HLSL: ``DeviceMemoryBarrierWithGroupSync``. Source: HLSL proposals 0048 and 0054.
    """


@_barrier(
    scope="wave",
    sync=True,
    spirv="OpControlBarrier",
    aliases=(
        "subgroupBarrier",
        "waveBarrier",
        "__syncwarp",
        "simdgroup_barrier",
        "subgroupMemoryBarrier",
        "subgroupMemoryBarrierShared",
    ),
)
def wave_memory_barrier() -> None:
    """Accesses of the lanes of this wave to groupshared memory before this barrier become visible to the wave before
    those after it. Other waves do not take part.

    All lanes of a wave must reach it in control flow that is uniform for the wave, except lanes that returned.
    """


@_barrier("AllMemoryBarrier", scope="all", sync=False, spirv="OpMemoryBarrier")
def all_memory_barrier() -> None:
    """Accesses to groupshared memory and buffers before this barrier become visible to the group before those after it.

    It does not wait: no lane is blocked.

    HLSL: ``AllMemoryBarrier``. Source: HLSL proposal 0048.
    """


@_barrier("AllMemoryBarrierWithGroupSync", scope="all", sync=True, spirv="OpControlBarrier")
def all_memory_barrier_with_group_sync() -> None:
    """Like ``all_memory_barrier``, but also waits until all waves of the group arrive.

    All waves must reach it in control flow that is uniform across the group; lanes that returned are not waited for.

    HLSL: ``AllMemoryBarrierWithGroupSync``. Source: HLSL proposals 0048 and 0054.
    """


@intrinsic(
    operation=WaveOperation("wave.waves_barrier", typed_by=None),
    aliases=("bar_sync", "barrier_sync", "named_barrier"),
)
def waves_barrier(*indices: Any) -> None:
    """Waits until all waves of a set arrive: ``wd.waves_barrier(1, 2, 3)``. Accesses of these waves to groupshared memory,
    buffers and images before it become visible to all of them after it.

    The indices are given as for ``wd.waves``, under ``num_waves``. Only waves of the set may reach it, as in
    ``with wd.waves(1, 2, 3):``, and all lanes of a wave that have not returned together. Each wave counts the barriers that it
    reaches of a set: the barriers of different places match by this count. A set of all waves of the group is
    ``all_memory_barrier_with_group_sync``. Other waves do not take part.
    """
