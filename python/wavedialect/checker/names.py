"""Names of the memories of a launch: the parameter, or the variable of an array."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ..ir.memories import (
    PARTS,
    Extents,
    array_text,
    arrays,
    components_of,
    indexed_text,
    part_outside,
    part_place,
    scalar_place,
    tables,
)
from ..ir.module import Location, Module, Operation
from ..runtime.checks import Checks, Memory

_OUTSIDE = 2**32 - 1


class Memories:
    """The memories of one launch, by number."""

    def __init__(self, module: Module, checks: Checks, arguments: Sequence[Any]) -> None:
        self._memories = checks.memories
        self._parameters = module.kernel.parameters
        self._arguments = arguments
        # The location of an array is that of the call that creates it; its name is that of the variable it is assigned
        # to.
        self._arrays: dict[Location, Operation] = {operation.location: operation for operation in arrays(module)}
        self._tables = {operation.location: operation.attributes["title"] for operation in tables(module)}

    def name(self, number: int) -> str:
        """Returns the name of the parameter or variable; if there is none, the line, or the kind and number."""
        memory = self._memories[number]
        if memory.argument >= 0:
            return str(self._parameters[memory.argument].name)
        if memory.kind == "table" and memory.location in self._tables:
            return str(self._tables[memory.location])
        if memory.name:
            return memory.name
        array = self._arrays.get(memory.location) if memory.location else None
        if array is not None and array.results[0].name:
            return str(array.results[0].name)
        return f"line {memory.location.line}" if memory.location else f"{memory.kind} {number}"

    def described(self, number: int) -> str:
        """Returns the name with its kind: "groupshared array `store`"."""
        memory = self._memories[number]
        if memory.indexed:
            return indexed_text(memory.indexed, self.name(number), memory.location)
        kind = "variable" if memory.is_variable else memory.kind
        return array_text(kind, self.name(number), memory.location)

    def is_local(self, number: int) -> bool:
        """Whether each lane has its own copy."""
        return number >= 0 and self._memories[number].kind == "local"

    def is_variable(self, number: int) -> bool:
        """Whether it stands for a scalar of a variable that has no value."""
        return number >= 0 and self._memories[number].is_variable

    def has_parts(self, number: int) -> bool:
        """Whether it is an array whose scalars have names of their own."""
        return number >= 0 and bool(self._parts(self._memories[number]))

    def index(self, number: int, index: int) -> int | tuple[int | None, ...]:
        """Returns the index that the user's kernel has for an element, given by its index in scalars; ``number`` is -1
        for an index in no memory."""
        if number >= 0 and (outside := part_outside(self._parts(self._memories[number]), index)):
            return outside.indices
        extents = self._extents(self._memories[number]) if number >= 0 else None
        return extents.indices(index, components_of(self._type(self._memories[number]))) if extents else index

    def element(self, number: int, index: int) -> str:
        """Describes an element by its index in scalars; for an image, in texels."""
        memory = self._memories[number]
        if memory.kind == "image":
            if index in (-1, _OUTSIDE):
                return "a texel outside"
            layers, height, width = self._image_shape(memory)
            if not width or not height:
                return f"texel {index}"
            row = index // width
            if layers is None:
                return f"texel ({index % width}, {row})"
            return f"texel ({index % width}, {row % height}) of layer {row // height}"
        extents, type_ = self._extents(memory), self._type(memory)
        if extents is not None:
            return extents.place(index, components_of(type_))
        if outside := part_outside(self._parts(memory), index):
            return outside.place
        if (part := self._part(memory, number, index)) is not None:
            return part
        return scalar_place(index, type_, memory.indexed or "element")

    def _parts(self, memory: Memory) -> Sequence[str]:
        array = self._arrays.get(memory.location) if memory.location else None
        return array.attributes.get(PARTS, ()) if array is not None else ()

    def _part(self, memory: Memory, number: int, index: int) -> str | None:
        """The name in the source of a scalar of an array of vectors, structs or arrays; None for other memories."""
        parts = self._parts(memory)
        if not parts or not 0 <= index < memory.elements:
            return None
        return part_place(parts, self.name(number), index)

    def size(self, number: int, index: int) -> str:
        """Describes the number of elements or texels of a memory with an access at this index."""
        memory = self._memories[number]
        if outside := part_outside(self._parts(memory), index):
            return outside.size
        if memory.kind == "image":
            layers, height, width = self._image_shape(memory)
            of_layers = "" if layers is None else f" in {layers} layer{'' if layers == 1 else 's'}"
            return f"{width} x {height} texels{of_layers}"
        extents = self._extents(memory)
        if extents is not None:
            return extents.size
        scalars = memory.elements if memory.argument < 0 else self._arguments[memory.argument].size
        type_ = self._type(memory)
        elements = scalars // ((components_of(type_) if type_ else 0) or 1)
        return f"{elements} {memory.indexed or 'element'}{'' if elements == 1 else 's'}"

    def _image_shape(self, memory: Memory) -> tuple[int | None, int, int]:
        """Returns the number of layers, None for an image that is no array, the height and the width."""
        shape = self._arguments[memory.argument].shape
        if self._parameters[memory.argument].type.is_array:
            layers, height, width = shape[:3]
            return layers, height, width
        height, width = shape[:2]
        return None, height, width

    def _extents(self, memory: Memory) -> Extents | None:
        """Returns the shape of a memory of more than one dimension; None if it has one, or an unknown one."""
        if memory.argument >= 0:
            return Extents.of_argument(self._parameters, self._arguments, memory.argument)
        operation = self._arrays.get(memory.location) if memory.location else None
        shape = operation.attributes.get("shape", ()) if operation is not None else ()
        unknown = [axis for axis, size in enumerate(shape) if size is None]
        if not shape or len(unknown) > 1:
            return None
        known = math.prod(size for size in shape if size is not None) * max(components_of(operation.results[0].type), 1)
        sizes = tuple(memory.elements // known if size is None else size for size in shape)
        return Extents(sizes, tuple(math.prod(sizes[axis + 1 :]) for axis in range(len(sizes) - 1)))

    def is_of_scalars(self, number: int) -> bool:
        """Whether the elements are known to be scalars."""
        type_ = self._type(self._memories[number])
        return type_ is not None and not components_of(type_)

    def _type(self, memory: Memory) -> Any:
        """Returns the type of a memory; None for a table of constants."""
        if memory.argument >= 0:
            return self._parameters[memory.argument].type
        array = self._arrays.get(memory.location) if memory.location else None
        return array.results[0].type if array is not None and memory.kind != "table" else None
