"""The type rules of the language. This is the only package that creates IR: every operation of a module comes from a
method here.

The visitor hands operands in and sets ``location``; a rule that is broken raises a ``CompileError`` there.
"""

from __future__ import annotations

from .atomics import Atomics
from .core import COMPONENTS, SPECULATABLE
from .functions import Functions
from .images import Images
from .meshes import MeshRules
from .structure import Structure
from .vectors import Vectors
from .wave import WaveRules


class Semantic(Structure, Functions, Images, WaveRules, Atomics, MeshRules, Vectors):
    """Builds typed IR at the end of ``block``; ``warned`` keeps a warning from being given twice."""


__all__ = ["COMPONENTS", "SPECULATABLE", "Semantic"]
