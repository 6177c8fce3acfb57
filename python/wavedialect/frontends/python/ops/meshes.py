"""The launch of mesh groups, which amplification kernels end with."""

from __future__ import annotations

from typing import Any

from .registry import intrinsic


@intrinsic("DispatchMesh")
def dispatch_mesh(x: Any, y: Any, z: Any, payload: Any = None, /) -> None:
    """The last thing that an amplification kernel does: ``x * y * z`` mesh groups follow this group, and all of them
    read ``payload``, a groupshared array of at most 16384 bytes.

    Call it once, in the kernel's own body, with counts that are the same for the group. Its waves meet here as at
    ``group_memory_barrier_with_group_sync``; a lane that returned is not waited for, and a group of which all lanes
    returned launches nothing.

    HLSL: ``DispatchMesh``. Seed: HLSL proposal 0054 (``num_waves`` of amplification shaders).
    """
