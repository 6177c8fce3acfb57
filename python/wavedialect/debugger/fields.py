"""Elements of arrays that are vectors or structs: their fields by name, and their text."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..interpreter.elements import memory_type
from ..ir.bfloat16 import from_bits
from ..ir.structs import StructType, bytes_of
from ..ir.types import DType, VectorType, element_of
from .values import element_text

_COMPONENTS = "xyzw"


class Field(NamedTuple):
    """A field or component of an element: its type, and its words in memory."""

    type: DType | VectorType
    words: slice


def fields_of(type_: Any) -> dict[str, Field]:
    """The fields and components of a type of elements: ``mass``, ``position`` and ``position.x``; none of a scalar."""
    if isinstance(type_, VectorType):
        return {name: Field(type_.element, slice(i, i + 1)) for i, name in zip(range(type_.size), _COMPONENTS)}  # noqa: B905
    found: dict[str, Field] = {}
    for leaf in type_.leaves if isinstance(type_, StructType) else ():
        first, count = leaf.offset // type_.word_bytes, bytes_of(leaf.type) // type_.word_bytes
        found[leaf.path] = Field(leaf.type, slice(first, first + count))
        if isinstance(leaf.type, VectorType):
            size = count // leaf.type.size
            for number in range(leaf.type.size):
                words = slice(first + number * size, first + (number + 1) * size)
                found[f"{leaf.path}.{_COMPONENTS[number]}"] = Field(leaf.type.element, words)
    return found


def field_text(
    words: np.ndarray, field: Field, language: str, is_hex: bool = False, written: np.ndarray | None = None
) -> str:
    """The text of a field in the words of an element; a question mark if not all of them are written."""
    if written is not None and not written[field.words].all():
        return "?"
    element = element_of(field.type)
    found = np.ascontiguousarray(words[field.words])
    if element.is_bool:
        found = found != 0
    elif found.dtype != (dtype := memory_type(element)):
        found = found.view(dtype)
    if element.name == "bf16":
        found = from_bits(found)
    return element_text(found if isinstance(field.type, VectorType) else found[0], language, is_hex)


def struct_text(
    words: np.ndarray, type_: StructType, language: str, is_hex: bool = False, written: np.ndarray | None = None
) -> str:
    """The text of a struct: ``(mass 2.5, k 3)``; ``written`` tells which of its words have a value."""
    fields = fields_of(type_)
    shown = (f"{leaf.path} {field_text(words, fields[leaf.path], language, is_hex, written)}" for leaf in type_.leaves)
    return f"({', '.join(shown)})"
