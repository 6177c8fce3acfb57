"""The names of types in HLSL."""

from __future__ import annotations

from ...ir.types import DType, VectorType

_SCALARS = {
    "bool": "bool",
    "i16": "int16_t",
    "u16": "uint16_t",
    "i32": "int",
    "u32": "uint",
    "i64": "int64_t",
    "u64": "uint64_t",
    "f16": "half",
    "f32": "float",
    "f64": "double",
}


def type_in_hlsl(type_: DType | VectorType) -> str:
    """A scalar, a vector, or a struct, which has its own name."""
    if isinstance(type_, VectorType):
        return f"{type_in_hlsl(type_.element)}{type_.size}"
    return _SCALARS.get(type_.name, type_.name)
