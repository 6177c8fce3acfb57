"""The names of types in HLSL."""

from __future__ import annotations

from ...ir.types import HLSL_NAMES, DType, VectorType


def type_in_hlsl(type_: DType | VectorType) -> str:
    """A scalar, a vector, or a struct, which has its own name."""
    if isinstance(type_, VectorType):
        return f"{type_in_hlsl(type_.element)}{type_.size}"
    return HLSL_NAMES.get(type_.name, type_.name)
