"""The type rules of the language. Only this package creates IR: a method here builds every operation of a module.

The visitor passes operands and sets ``place``; a violated rule raises a ``CompileError`` with its location.
"""

from __future__ import annotations

from .atomics import Atomics
from .copies import CopyRules
from .core import COMPONENTS, SPECULATABLE
from .expansions import Expansions
from .matrices import MatrixRules
from .meshes import MeshRules
from .output import Output
from .pipes import PipeRules
from .structs import StructRules
from .structure import Structure
from .tables import Tables
from .variables import Variables
from .vectors import Vectors
from .wave import WaveRules


class Semantic(
    MatrixRules,
    Structure,
    Expansions,
    WaveRules,
    StructRules,
    Atomics,
    Tables,
    MeshRules,
    Output,
    PipeRules,
    CopyRules,
    Vectors,
    Variables,
):
    """Builds typed IR at the end of ``block``; ``warned`` prevents repeated warnings."""


__all__ = ["COMPONENTS", "SPECULATABLE", "Semantic"]
