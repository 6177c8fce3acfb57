"""Names of the memories of a launch: the parameter, or the variable of an array."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..ir.memories import array_text, arrays, components_of, scalar_place, tables
from ..ir.module import Location, Module
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
        self._arrays: dict[Location, Any] = {operation.location: operation.results[0] for operation in arrays(module)}
        self._tables = {operation.location: operation.attributes["title"] for operation in tables(module)}

    def name(self, number: int) -> str:
        """Returns the name of the parameter or variable; if there is none, the line, or the kind and number."""
        memory = self._memories[number]
        if memory.argument >= 0:
            return str(self._parameters[memory.argument].name)
        if memory.kind == "table" and memory.location in self._tables:
            return str(self._tables[memory.location])
        array = self._arrays.get(memory.location) if memory.location else None
        if array is not None and array.name:
            return str(array.name)
        return f"line {memory.location.line}" if memory.location else f"{memory.kind} {number}"

    def described(self, number: int) -> str:
        """Returns the name with its kind: "groupshared array `store`"."""
        memory = self._memories[number]
        return array_text(memory.kind, self.name(number), memory.location)

    def is_local(self, number: int) -> bool:
        """Whether each lane has its own copy."""
        return number >= 0 and self._memories[number].kind == "local"

    def element(self, number: int, index: int) -> str:
        """Describes an element by its index in scalars; for an image, in texels."""
        memory = self._memories[number]
        if memory.kind == "image":
            if index in (-1, _OUTSIDE):
                return "a texel outside"
            height, width = self._arguments[memory.argument].shape[:2]
            return f"texel ({index % width}, {index // width})" if width else f"texel {index}"
        return scalar_place(index, self._type(memory))

    def size(self, number: int) -> str:
        """Describes the number of elements or texels."""
        memory = self._memories[number]
        if memory.kind == "image":
            height, width = self._arguments[memory.argument].shape[:2]
            return f"{width} x {height} texels"
        scalars = memory.elements if memory.argument < 0 else self._arguments[memory.argument].size
        type_ = self._type(memory)
        elements = scalars // ((components_of(type_) if type_ else 0) or 1)
        return f"{elements} element{'' if elements == 1 else 's'}"

    def _type(self, memory: Memory) -> Any:
        """Returns the type of a memory; None for a table of constants."""
        if memory.argument >= 0:
            return self._parameters[memory.argument].type
        array = self._arrays.get(memory.location) if memory.location else None
        return array.type if array is not None and memory.kind != "table" else None
