"""The launch of mesh groups at the end of an amplification kernel."""

from __future__ import annotations

from typing import Any

from ....ir.wave_operations import WaveOperation
from .registry import intrinsic, rules


@intrinsic(
    "DispatchMesh",
    rules.dispatch_mesh,
    operation=WaveOperation("wave.dispatch_mesh", typed_by=None),
    spirv="OpEmitMeshTasksEXT",
    dxil="dispatchMesh",
)
def dispatch_mesh(x: Any, y: Any, z: Any, payload: Any = None, /) -> None:
    """Ends an amplification kernel: this group launches ``x * y * z`` mesh groups, which all read ``payload``, a
    groupshared array of at most 16384 bytes.

    Call it once, in the kernel's own body, with counts that are uniform across the group. The waves of the group
    synchronize here as at ``group_memory_barrier_with_group_sync``; lanes that returned are not waited for, and a group
    whose lanes have all returned launches nothing.

    HLSL: ``DispatchMesh``. Source: HLSL proposal 0054 (``num_waves`` of amplification shaders).
    """
