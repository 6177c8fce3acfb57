"""Describes the memories of a kernel: buffers and images by their parameter, arrays by their variable."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .module import Location, Module, Operation
from .structs import StructType
from .types import BufferType, Composite, ImageType

_ARRAYS = {"groupshared": "groupshared array", "local": "local array", "table": "table"}


def memory_names(module: Module) -> tuple[str, ...]:
    """The names of a kernel's buffers, images and arrays."""
    parameters = [str(one.name) for one in module.kernel.parameters if is_memory(one.type)]
    made = [str(operation.results[0].name) for operation in arrays(module) if operation.results[0].name]
    return tuple(dict.fromkeys([*parameters, *made]))


def tables(module: Module) -> Iterator[Operation]:
    """The operations that read tables of constants."""
    for function in module.functions:
        yield from (operation for operation in function.walk() if operation.name == "wave.lookup")


def arrays(module: Module) -> Iterator[Operation]:
    """The operations that create groupshared and local arrays."""
    for function in module.functions:
        for operation in function.walk():
            if operation.name in ("wave.groupshared", "memref.alloca"):
                yield operation


def components_of(type_: Any) -> int:
    """The number of components of a memory's elements, or of words of its structs; 0 for scalars."""
    if isinstance(type_, ImageType):
        return type_.channels if type_.channels > 1 else 0
    element = type_.element
    return element.size if isinstance(element, Composite) else 0


def array_text(kind: str, name: str, location: Location | None) -> str:
    """Describes a memory by its kind and name, or else by the line that creates it."""
    kind = _ARRAYS.get(kind, kind)
    if name.isidentifier():
        return f"{kind} `{name}`"
    return f"{kind} made at line {location.line}" if location else kind


def part_of(element: Any, number: int) -> str:
    """Describes a component of a vector, or the field of a struct that a word belongs to."""
    return f"field `{element.place_of(number)}`" if isinstance(element, StructType) else f"component {'xyzw'[number]}"


def scalar_place(index: int, type_: Any = None) -> str:
    """Describes a scalar of a memory of a type by its index: the element, and the component of a vector or the field of a
    struct. Without a type it is a whole element."""
    # An index that underflows is a large number to the kernel, but a negative one to its author.
    number = index - 2**32 if 2**31 <= index < 2**32 else index
    components = 0 if type_ is None else components_of(type_)
    if not components:
        return f"element {number} ({index} as u32)" if number != index else f"element {number}"
    element, component = divmod(number, components)
    return f"{part_of(type_.element, component)} of element {element}"


def is_memory(type_: Any) -> bool:
    """Whether a parameter is a buffer or an image."""
    return isinstance(type_, (BufferType, ImageType))
