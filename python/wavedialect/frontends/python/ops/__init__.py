"""The intrinsics that kernels may call, one function each, grouped by concern.

The names are HLSL's in snake case without ``Get``. The functions work only inside a kernel: the compiler looks them up
by identity, and calling one from plain Python raises a ``WaveError``. "Active" lanes are the lanes that reach the call
by the control flow as written: a lane that took the other branch, left the loop or returned is inactive. The stages
that have groups have no helper lanes, so no function here treats helper lanes specially.

A function of values takes a scalar or a vector of two to four components; it processes each component of a vector
separately, unless its documentation says otherwise.
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

#: The modules that define intrinsics, in the order of the documentation.
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
