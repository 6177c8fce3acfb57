"""Fragments of MLIR text: types, constants, locations, names, and kernel attributes."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Sequence
from typing import Any

from .module import KernelAttributes, Location
from .structs import StructType
from .types import (
    BufferField,
    BufferType,
    Composite,
    ConstantBufferType,
    DType,
    Groupshared,
    ImageType,
    MemoryType,
    VectorType,
    element_of,
    i32,
    like,
    u8,
)

#: The most constants of a table that are printed one by one.
_MOST_SHOWN = 64
_SHARED = ", #gpu.address_space<workgroup>"


def type_text(type: Any) -> str:
    """A type in MLIR; memory consists of scalars."""
    if isinstance(type, MemoryType):
        length = type.words if isinstance(type, ConstantBufferType) else "?"
        return f"memref<{length}x{stored(type).mlir}{_SHARED if isinstance(type, Groupshared) else ''}>"
    return type.mlir


def stored(type: MemoryType) -> DType:
    """The scalar type that a memory of this type stores. Only buffers store bytes, and a bool as a byte; arrays, which
    lanes of other waves may write at the same time, hold each byte or bool in 32 bits, and structs their bools."""
    element = element_of(type.element)
    if isinstance(type, BufferType) and not isinstance(type.element, StructType):
        return u8 if element.is_bool else element
    return i32 if element.is_bool else element.value


def binding_text(type: BufferType | ImageType) -> str:
    """The element of a buffer or an image, as in ``element_text``; a bool in a buffer is a ``ui8``."""
    if isinstance(type, BufferType) and stored(type).bits == 8:
        element = type.element
        return element_text(like(stored(type), element) if isinstance(element, VectorType) else stored(type))
    return element_text(type.element)


def element_text(type: DType | Composite) -> str:
    """The type of a kernel argument with its signedness, for the host: ``si32``, ``vector<3xui16>``; for a struct, the
    type of its words."""
    if isinstance(type, VectorType):
        return f"vector<{type.size}x{element_text(type.element)}>"
    scalar = element_of(type)
    return f"{'s' if scalar.signed else 'u'}{scalar.mlir}" if scalar.is_integer else scalar.mlir


def struct_text(struct: StructType) -> str:
    """The layout of a struct for the host, as an attribute: its name and size, and the scalars and vectors in it."""
    fields = []
    for leaf in struct.leaves:
        components = leaf.type.size if isinstance(leaf.type, VectorType) else 1
        element = string(element_of(leaf.type).name)
        fields.append(
            f"{{name = {string(leaf.path)}, offset = {leaf.offset} : i64, element = {element},"
            f" components = {components} : i64}}"
        )
    return f"{{name = {string(struct.name)}, bytes = {struct.bytes} : i64, fields = [{', '.join(fields)}]}}"


def fields_text(fields: Sequence[BufferField]) -> str:
    """The fields of a constant buffer for the host, as an attribute."""
    texts = []
    for one in fields:
        text = f"name = {string(one.name)}, type = {element_text(one.type)}, offset = {one.offset} : i64"
        if one.count > 1 or one.stride:
            text += f", count = {one.count} : i64, stride = {one.stride} : i64"
        texts.append(f"{{{text}}}")
    return f"[{', '.join(texts)}]"


# Cached, because every location repeats its file name.
@functools.lru_cache(maxsize=1024)
def string(text: str) -> str:
    """A string literal."""
    escaped = "".join(c if c.isprintable() and c not in '"\\' and ord(c) < 128 else _escape(c) for c in text)
    return f'"{escaped}"'


def _escape(character: str) -> str:
    return "".join(f"\\{byte:02X}" for byte in character.encode())


def location_text(location: Location, name: str | None = None) -> str:
    """A location, wrapped in the name of a variable if there is one."""
    text = f" loc({string(location.file)}:{location.line}:{location.column})"
    return text if name is None else named_location(text, name)


def named_location(text: str, name: str) -> str:
    """A result of ``location_text``, wrapped in the name of a variable."""
    return f" loc({string(name)}({text[5:-1]}))"


def symbol(name: str) -> str:
    """The name of a function."""
    return f"@{name}" if re.fullmatch(r"[A-Za-z_][\w$.]*", name, re.ASCII) else f"@{string(name)}"


def constant_text(value: Any, type: DType) -> str:
    """A constant in MLIR syntax, exact for floats."""
    if type.is_bool:
        return "true" if value else "false"
    if type.is_integer:
        signed = value - (1 << type.bits) if value >= 1 << (type.bits - 1) else value
        return f"{signed} : {type.mlir}"
    if not math.isfinite(value):
        return f"0x{type.to_bits(value):0{type.bits // 4}X} : {type.mlir}"
    text = repr(float(value))
    if "e" in text:
        digits, exponent = text.split("e")
        text = f"{digits if '.' in digits else digits + '.0'}e{exponent}"
    return f"{text} : {type.mlir}"


def table_text(values: Sequence[Any], type: DType) -> str:
    """The constants of a table; long tables as bytes, which the parser reads faster."""
    if len(values) > _MOST_SHOWN:
        shown = f'"0x{type.encoded(values).tobytes().hex().upper()}"'
    else:
        shown = f"[{', '.join(constant_text(value, type).partition(' : ')[0] for value in values)}]"
    return f"dense<{shown}> : tensor<{len(values)}x{type.mlir}>"


def kernel_text(attributes: KernelAttributes) -> str:
    """The attributes of a kernel, in the order of the dialect's syntax."""
    text = f" kernel stage({attributes.stage})"
    if attributes.num_waves is not None:
        text += f" num_waves({attributes.num_waves})"
    if attributes.num_threads is not None:
        text += f" num_threads({', '.join(str(part) for part in attributes.num_threads)})"
    if attributes.wave_size is not None:
        sizes = attributes.wave_size if isinstance(attributes.wave_size, tuple | list) else (attributes.wave_size,)
        text += f" wave_size({', '.join(str(size) for size in sizes)})"
    if attributes.shader_model is not None:
        text += f" shader_model({string(attributes.shader_model)})"
    if attributes.group_shared_limit is not None:
        text += f" group_shared_limit({attributes.group_shared_limit})"
    return text
