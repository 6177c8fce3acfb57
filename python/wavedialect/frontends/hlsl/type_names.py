"""The names of types in HLSL."""

from __future__ import annotations

import linecache
import re

from ...ir.module import Location
from ...ir.types import HLSL_NAMES, DType, VectorType

#: A type of resources: `RWStructuredBuffer<float>`, `ByteAddressBuffer`, `Texture2D<float4>`.
_RESOURCE = re.compile(r"\b(?:[A-Z]\w*Buffer|\w*Texture\w*)\b(?:\s*<[^<>;]*(?:<[^<>;]*>[^<>;]*)?>)?")


def resource_before(place: Location) -> str | None:
    """The type of a resource whose name is at a place in the source; None if the line does not state it."""
    found = _RESOURCE.findall(linecache.getline(place.file, place.line)[: place.column - 1])
    return re.sub(r"\s+", " ", found[-1]).replace(" <", "<") if found else None


def type_in_hlsl(type_: DType | VectorType) -> str:
    """A scalar, a vector, or a struct, which has its own name."""
    if isinstance(type_, VectorType):
        return f"{type_in_hlsl(type_.element)}{type_.size}"
    return HLSL_NAMES.get(type_.name, type_.name)
