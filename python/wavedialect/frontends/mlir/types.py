"""The types of MLIR text: of values, which have no sign, and of a kernel's parameters, whose attributes state it."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...ir.matrices import MatrixType
from ...ir.structs import StructType, leaves_of
from ...ir.types import (
    DTYPES,
    BufferField,
    BufferType,
    ConstantBufferType,
    DType,
    Groupshared,
    ImageType,
    LocalArray,
    MemoryType,
    PipeType,
    TupleType,
    VectorType,
    bf16,
    bool_,
    f16,
    f32,
    f64,
    i8,
    i32,
    like,
    u8,
    u16,
    u32,
    u64,
)

#: The types of values. Integers are read as unsigned, and operations that need a sign state it by their names.
_VALUES = {"i1": bool_, "i16": u16, "i32": u32, "i64": u64, "index": u32}
_VALUES |= {"f16": f16, "bf16": bf16, "f32": f32, "f64": f64}
#: The types of elements of memory.
_STORED = {"i8": u8, **_VALUES}
_VECTOR = re.compile(r"vector<(\d+)x(\w+)>")
_IMAGE = re.compile(r"!wave\.image<2d(_array)?, (\w+), (\d)>")
_MEMORY = re.compile(r"memref<(\?|\d+)x(\w+)(, #gpu\.address_space<workgroup>)?>")
_MATRIX = re.compile(r"!wave\.matrix<(\d+)x(\d+)x(\w+), (\w+)>")
#: The types of elements of matrices, whose integers have signs.
_ELEMENTS = {"i8": i8, "i32": i32, "f16": f16, "bf16": bf16, "f32": f32}
_STATED = re.compile(r"([su])i(\d+)")


class UnknownType(Exception):
    """A type that kernels do not have; its text is the argument."""


@functools.lru_cache(maxsize=256)
def value_type(text: str) -> Any:
    """The type of a value by its text in MLIR."""
    if scalar := _VALUES.get(text):
        return scalar
    if (vector := _VECTOR.fullmatch(text)) and vector[2] in _VALUES:
        return VectorType(_VALUES[vector[2]], int(vector[1]))
    if (image := _IMAGE.fullmatch(text)) and image[2] in _VALUES:
        return ImageType(_VALUES[image[2]], int(image[3]), "uav", image[1] is not None)
    if text == PipeType.mlir:
        return PipeType()
    if matrix := _MATRIX.fullmatch(text):
        return MatrixType(_ELEMENTS[matrix[3]], int(matrix[1]), int(matrix[2]), matrix[4])
    memory = _MEMORY.fullmatch(text)
    if memory is None or memory[2] not in _STORED:
        raise UnknownType(text)
    return (Groupshared if memory[3] else LocalArray)(_STORED[memory[2]])


def static_size(text: str) -> int | None:
    """The number of elements of a memory whose type states it."""
    memory = _MEMORY.fullmatch(text)
    return int(memory[1]) if memory and memory[1] != "?" else None


def stated_type(text: str) -> DType | VectorType:
    """The type with a sign that an attribute states: ``si32``, ``vector<3xui16>``, ``f32``."""
    if vector := _VECTOR.fullmatch(text):
        return VectorType(stated_type(vector[2]), int(vector[1]))
    if text in _VALUES:
        return _VALUES[text]
    stated = _STATED.fullmatch(text)
    if stated is None:
        raise UnknownType(text)
    if stated[2] == "8":
        return i8 if stated[1] == "s" else u8
    return DTYPES[f"{'i' if stated[1] == 's' else 'u'}{stated[2]}"]


def parameter_type(text: str, attributes: Mapping[str, Any]) -> Any:
    """The type of a kernel's parameter, which the host passes."""
    binding = attributes.get("wave.binding")
    if binding is None:
        return stated_type(attributes.get("wave.element", text))
    element, coherent = stated_type(binding["element"]), "wave.coherent" in attributes
    if image := _IMAGE.fullmatch(text):
        return ImageType(element, int(image[3]), binding["kind"], image[1] is not None, coherent=coherent)
    if binding["kind"] == "cbv":
        fields = tuple(map(_buffer_field, attributes.get("wave.fields", ())))
        is_pushed = "wave.push_constants" in attributes
        return ConstantBufferType(words=static_size(text) or 0, fields=fields, is_pushed=is_pushed)
    if element.is_bool:
        # Bools of 32 bits; those of one byte are stated as bytes.
        element = like(u32, element)
    struct = attributes.get("wave.struct")
    return BufferType(element if struct is None else struct_type(struct), binding["kind"], coherent=coherent)


def plain_type(declared: Any, text: str) -> Any:
    """The type that a parameter has in the operations of MLIR: a memory consists of scalars without a sign."""
    type_ = value_type(text)
    if isinstance(declared, ImageType):
        return replace(type_, kind=declared.kind, coherent=declared.coherent)
    if isinstance(declared, ConstantBufferType):
        return declared
    if isinstance(declared, BufferType):
        assert isinstance(type_, MemoryType)
        return BufferType(type_.element, declared.kind, coherent=declared.coherent)
    return type_


def _buffer_field(field: Mapping[str, Any]) -> BufferField:
    type_ = stated_type(field["type"])
    return BufferField(field["name"], type_, field["offset"], field.get("count", 1), field.get("stride", 0))


# --- Structs -------------------------------------------------------------------


def struct_type(layout: Mapping[str, Any]) -> StructType:
    """The struct that an attribute describes: its name, its size, and the scalars and vectors in it."""
    made = _grouped(
        layout["name"],
        [
            (re.findall(r"\w+|\[\d+\]", field["name"]), _field_type(field["element"], field["components"]))
            for field in layout["fields"]
        ],
    )
    offsets = [leaf.offset for leaf in leaves_of(made)]
    if made.bytes != layout["bytes"] or offsets != [field["offset"] for field in layout["fields"]]:
        raise UnknownType(f"struct {layout['name']}")
    return made


def _field_type(element: str, components: int) -> Any:
    return DTYPES[element] if components == 1 else VectorType(DTYPES[element], components)


def _grouped(name: str, leaves: Sequence[tuple[list[str], Any]]) -> Any:
    """The type of leaves by their paths: one leaf without a path, the elements of an array, or a struct of fields."""
    if len(leaves) == 1 and not leaves[0][0]:
        return leaves[0][1]
    parts: dict[str, list[tuple[list[str], Any]]] = {}
    for (first, *rest), type_ in leaves:
        parts.setdefault(first, []).append((rest, type_))
    if next(iter(parts)).startswith("["):
        return TupleType(tuple(_grouped(name, part) for part in parts.values()))
    return StructType(name, {field: _grouped(field, part) for field, part in parts.items()})
