"""How the memories of a kernel are called: by their parameter, or by the variable of an array."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..compiler.ir import Location, Module, Operation
from ..language.types import BufferType, ImageType, VectorType
from .sites import Checks, Memory

_ARRAYS = {"groupshared": "groupshared array", "local": "local array"}
_OUTSIDE = 2**32 - 1


def memory_names(module: Module) -> tuple[str, ...]:
    """The buffers and images of a kernel, and its arrays."""
    parameters = [str(one.name) for one in module.kernel.parameters if is_memory(one.type)]
    arrays = [str(operation.results[0].name) for operation in _arrays(module) if operation.results[0].name]
    return tuple(dict.fromkeys([*parameters, *arrays]))


class Memories:
    """The memories of one launch, by their numbers."""

    def __init__(self, module: Module, checks: Checks, arguments: Sequence[Any]) -> None:
        self._memories = checks.memories
        self._parameters = module.kernel.parameters
        self._arguments = arguments
        # An array has the place of the call that makes it, and the name of what that is assigned to.
        self._arrays: dict[Location, Any] = {operation.location: operation.results[0] for operation in _arrays(module)}

    def name(self, number: int) -> str:
        """The parameter or variable; where there is none, the place."""
        memory = self._memories[number]
        if memory.argument >= 0:
            return str(self._parameters[memory.argument].name)
        array = self._arrays.get(memory.location) if memory.location else None
        if array is not None and array.name:
            return str(array.name)
        return f"line {memory.location.line}" if memory.location else f"{memory.kind} {number}"

    def described(self, number: int) -> str:
        """With what it is: "groupshared array `store`"."""
        memory = self._memories[number]
        return array_text(memory.kind, self.name(number), memory.location)

    def is_local(self, number: int) -> bool:
        """Whether each lane has one of its own."""
        return number >= 0 and self._memories[number].kind == "local"

    def element(self, number: int, index: int) -> str:
        """An element by its number in scalars, of an image in texels."""
        memory = self._memories[number]
        if memory.kind == "image":
            if index in (-1, _OUTSIDE):
                return "a texel outside"
            height, width = self._arguments[memory.argument].shape[:2]
            return f"texel ({index % width}, {index // width})" if width else f"texel {index}"
        return scalar_place(index, self._components(memory))

    def size(self, number: int) -> str:
        """How much there is."""
        memory = self._memories[number]
        if memory.kind == "image":
            height, width = self._arguments[memory.argument].shape[:2]
            return f"{width} x {height} texels"
        scalars = memory.elements if memory.argument < 0 else self._arguments[memory.argument].size
        elements = scalars // (self._components(memory) or 1)
        return f"{elements} element{'' if elements == 1 else 's'}"

    def _components(self, memory: Memory) -> int:
        """Of each element; 0 for scalars."""
        if memory.argument >= 0:
            return components_of(self._parameters[memory.argument].type)
        array = self._arrays.get(memory.location) if memory.location else None
        return components_of(array.type) if array is not None else 0


def _arrays(module: Module) -> Iterator[Operation]:
    """What makes the groupshared and the local arrays."""
    for function in module.functions:
        for operation in function.walk():
            if operation.name in ("wave.groupshared", "memref.alloca"):
                yield operation


def components_of(type_: Any) -> int:
    """How many components an element of a memory has; 0 for a scalar."""
    if isinstance(type_, ImageType):
        return type_.channels if type_.channels > 1 else 0
    element = type_.element
    return element.size if isinstance(element, VectorType) else 0


def array_text(kind: str, name: str, location: Location | None) -> str:
    """A memory of a kind in words: by its name, or else by the line that makes it."""
    kind = _ARRAYS.get(kind, kind)
    if name.isidentifier():
        return f"{kind} `{name}`"
    return f"{kind} made at line {location.line}" if location else kind


def scalar_place(index: int, components: int) -> str:
    """A scalar of a memory by its number: the element, and the component of a vector."""
    # What is counted down below 0 is a large number to a kernel, and a small one to whoever wrote it.
    number = index - 2**32 if 2**31 <= index < 2**32 else index
    if not components:
        return f"element {number} ({index} as u32)" if number != index else f"element {number}"
    element, component = divmod(number, components)
    return f"component {'xyzw'[component]} of element {element}"


def is_memory(type_: Any) -> bool:
    """Whether a parameter is a buffer or an image."""
    return isinstance(type_, (BufferType, ImageType))
