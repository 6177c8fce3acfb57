"""What may be written in a kernel: one function for each intrinsic, by concern.

The names are HLSL's in snake case without ``Get``. Nothing here does anything outside a kernel: the compiler looks
the functions up by identity, and calling one from plain Python raises a ``WaveError``. "Active" lanes are those that
reach the call by the control flow as written: a lane that took the other branch, left the loop or returned takes no
part. There are no helper lanes in the stages that have groups, so no function here has a special meaning for one.

A function of values takes a scalar or a vector of two to four; of a vector it computes each component by itself, unless
it says otherwise.
"""

from __future__ import annotations

from . import (
    arrays,
    atomics,
    barriers,
    bits,
    functions,
    groups,
    images,
    lanes,
    meshes,
    quads,
    reads,
    reductions,
    scans,
    statements,
    votes,
)
from .registry import INTRINSICS, Intrinsic, intrinsic

#: The modules with intrinsics, in the order of the documentation.
SECTIONS = (
    groups,
    lanes,
    votes,
    reductions,
    scans,
    reads,
    quads,
    barriers,
    atomics,
    arrays,
    images,
    meshes,
    statements,
    functions,
    bits,
)

__all__ = ["INTRINSICS", "SECTIONS", "Intrinsic", "intrinsic"]
