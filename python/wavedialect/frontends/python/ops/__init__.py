"""The intrinsics that kernels may call, one function each, grouped by concern.

The names are HLSL's in snake case without ``Get``. The functions work only inside a kernel: the compiler looks them up
by identity, and calling one from plain Python raises a ``WaveError``. "Active" lanes are the lanes that reach the call
by the control flow as written: a lane that took the other branch, left the loop or returned is inactive. The stages
that have groups have no helper lanes, so no function here treats helper lanes specially.

A function of values takes a scalar or a vector of two to four components; it processes each component of a vector
separately, unless its documentation says otherwise.
"""

# ruff: noqa: F401, F403

from __future__ import annotations

from typing import TYPE_CHECKING

from . import (
    arrays,
    atomics,
    barriers,
    bits,
    copies,
    functions,
    groups,
    images,
    lanes,
    matrices,
    meshes,
    output,
    pipes,
    quads,
    reads,
    reductions,
    scans,
    statements,
    votes,
)
from .arrays import *
from .atomics import *
from .barriers import *
from .bits import *
from .copies import *
from .functions import *
from .groups import *
from .images import *
from .lanes import *
from .matrices import *
from .meshes import *
from .output import *
from .pipes import *
from .quads import *
from .reads import *
from .reductions import *
from .registry import INTRINSICS, OPERATIONS, Intrinsic
from .scans import *
from .statements import *
from .votes import *

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
    pipes,
    copies,
    matrices,
    atomics,
    arrays,
    images,
    meshes,
    output,
    statements,
    functions,
    bits,
)

# `import *` gives the intrinsics. Type checkers and editors, which cannot evaluate this, take all public names.
if not TYPE_CHECKING:
    __all__ = list(INTRINSICS)
