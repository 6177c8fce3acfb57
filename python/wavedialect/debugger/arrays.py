"""Buffers and arrays by their names: their memory, dimensions and elements."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from ..frontends.semantic.values import Memory as MemoryOperand
from ..interpreter.memory import LocalMemory, Memory
from ..ir.types import ConstantBufferType
from .contents import words_of
from .declarations import Declarations
from .elements import ArrayError, Element, indices_text
from .fields import Field, fields_of
from .layouts import Layout, Part, of_constants, of_element, plain
from .variables import memory_of, number_of

if TYPE_CHECKING:
    from .code import DebuggedWave
    from .machine import Machine


@dataclass(frozen=True)
class Watched:
    """The place of a watch in its memory."""

    element: int
    """The element as the interpreter numbers them."""
    part: Part | None = None
    """The number of an element that consists of several words."""
    field: Field | None = None
    """The field of an element that the interpreter holds as a whole."""


@dataclass
class Arrays:
    """The arrays of a session. ``shapes`` are those of buffers, as the user passed them."""

    parameters: Mapping[str, int]
    """The registers of the buffers and images by the names of their parameters."""
    registers: Mapping[str, int]
    """The registers of all parameters."""
    shapes: Mapping[str, tuple[int, ...]]
    declared: Declarations
    """The arrays that the kernel makes, as its text states them."""
    elements: Mapping[str, Any] = field(default_factory=dict)
    """The types of elements that are vectors or structs whose memory holds single numbers, as a shader's; and the types
    of constant buffers."""
    open_constants: frozenset[str] = frozenset()
    """The constant buffers whose fields are names themselves."""
    notation: str = "python"
    """The language in which indices are written."""

    def find(self, name: str, machine: Machine, wave: DebuggedWave | None) -> Memory | None:
        """The memory of this name; None if there is none yet. Names of IR may omit the percent sign."""
        found = self._find(name, machine, wave)
        return self._find(f"%{name}", machine, wave) if found is None and name[:1] != "%" else found

    def _find(self, name: str, machine: Machine, wave: DebuggedWave | None) -> Memory | None:
        if wave is not None and wave.statement is not None:
            operand = wave.statement.variables.get(name)
            if operand is not None and (found := memory_of(operand, wave, machine.kernel.builder)) is not None:
                return found
        if name in self.parameters:
            # Those of the launch stay after its end.
            registers = machine.registers if wave is None else wave.registers
            found = registers[self.parameters[name]]
            return found if isinstance(found, Memory) else None
        for made in machine.shared:
            if made.name == name:
                return made
        if wave is not None:
            local = [one for one in wave.registers if isinstance(one, LocalMemory) and one.name == name]
            return local[-1] if local else None
        return None

    def named(self, name: str, machine: Machine, wave: DebuggedWave) -> Any:
        """What an expression needs by its name: a parameter of the kernel or an array; None if there is none yet."""
        if name in self.registers:
            return wave.registers[self.registers[name]]
        return self.find(name, machine, wave)

    def require(self, name: str, machine: Machine, wave: DebuggedWave | None) -> Memory:
        """The memory of this name. Raises ArrayError if there is none."""
        found = self.find(name, machine, wave)
        if found is None and name in self.parameters:
            fix = "print a texel by an expression; to stop at its stores, use `break` at their line"
            raise ArrayError(f"`{name}` is an image, which a session shows one texel at a time", fix)
        if found is None and self.declared.has(name):
            fix = "step further" + ", or watch an element of it" * self.declared.is_shared(name)
            raise ArrayError(f"the kernel has not made the array `{name}` yet", fix)
        if found is None and self.declared.is_removed(name):
            raise ArrayError(
                f"the passes have removed the array `{name}`", "debug the source, or the IR after an earlier pass"
            )
        if found is None:
            known = ", ".join([*self.names(machine, wave), *self._later(machine, wave)]) or "none"
            raise ArrayError(f"there is no array `{name}` here", f"the arrays are {known}")
        return found

    def _later(self, machine: Machine, wave: DebuggedWave | None) -> list[str]:
        """The names of the groupshared arrays that the group has not made yet."""
        return [name for name in self.declared.groupshared if self.find(name, machine, wave) is None]

    def type_of(self, name: str, machine: Machine, wave: DebuggedWave | None, part: Part | None = None) -> Any:
        """The type of a number of the elements, by default of the first one; that of the memory if no other is known."""
        memory = self.require(name, machine, wave)
        layout = self.layout(name, machine, wave)
        part = part or layout.parts[0]
        if part.type is not None:
            return part.type
        if name in self.parameters:
            return memory.type
        found = self.declared.type_of(name, layout, part, wave.statement if wave is not None else None)
        return memory.type if found is None else found

    def names(self, machine: Machine, wave: DebuggedWave | None) -> list[str]:
        """The names of all arrays at this point."""
        found = dict.fromkeys(
            name for name, slot in self.parameters.items() if isinstance(machine.registers[slot], Memory)
        )
        found.update(dict.fromkeys(one.name for one in machine.shared))
        if wave is not None:
            found.update(dict.fromkeys(one.name for one in wave.registers if isinstance(one, LocalMemory)))
            if wave.statement is not None:
                builder = machine.kernel.builder
                variables = wave.statement.variables.items()
                found.update(
                    dict.fromkeys(name for name, one in variables if memory_of(one, wave, builder) is not None)
                )
        return [name for name in found if name.removeprefix("%") == name or name.removeprefix("%") not in found]

    def shape(self, name: str, machine: Machine, wave: DebuggedWave | None) -> tuple[int, ...]:
        """The size of each dimension."""
        return self.layout(name, machine, wave).shape

    def layout(self, name: str, machine: Machine, wave: DebuggedWave | None) -> Layout:
        """The dimensions of an array, and the numbers of its elements."""
        memory = self.require(name, machine, wave)
        if name in self.parameters:
            type_ = self.elements.get(name)
            if isinstance(type_, ConstantBufferType):
                return of_constants(type_, self.declared.is_matrix)
            if type_ is not None:
                return of_element(type_, (words_of(memory).size // type_.size,))
            shape = self.shapes.get(name, (len(memory),))
            # The components of vectors and the words of structs are no dimension.
            return plain(shape if int(np.prod(shape)) == len(memory) else (len(memory),))
        operand = wave.statement.variables.get(name) if wave is not None and wave.statement is not None else None
        if isinstance(operand, MemoryOperand) and operand.shape:
            sizes = [number_of(size, wave, machine.kernel.builder) for size in operand.shape]
            if all(size is not None for size in sizes):
                return plain(tuple(int(size.data[0]) for size in sizes))
        found = self.declared.layout(name, getattr(memory, "parts", ()), len(memory))
        return found or plain((len(memory),))

    def watched(self, element: Element, machine: Machine, wave: DebuggedWave | None) -> Watched:
        """The place of an element. Raises ArrayError for one that does not exist, or that cannot be watched."""
        name = element.name
        memory = self.find(name, machine, wave)
        if memory is None and self.declared.is_shared(name):
            # The group makes the array later.
            layout, struct = self.declared.expected(name), self.declared.element_type(name)
        else:
            if memory is None and self.declared.has(name):
                raise ArrayError(f"`{name}` is an array of each lane", "watch a buffer or a groupshared array")
            memory = self.require(name, machine, wave)
            if isinstance(memory, LocalMemory):
                raise ArrayError(f"`{name}` is an array of each lane", "watch a buffer or a groupshared array")
            if isinstance(self.elements.get(name), ConstantBufferType):
                raise ArrayError(f"`{name}` is a constant buffer, which no kernel writes", "watch a buffer or an array")
            layout, struct = self.layout(name, machine, wave), memory.type
        if layout is None:
            # The size of each dimension is known later.
            return Watched(self._later_number(element))
        place = self._number(element, layout)
        shown = f"{name}{self._written(np.unravel_index(place, layout.shape)) if layout.shape else ''}"
        if layout.is_of_numbers:
            field = _field(shown, element.path, struct) if element.path else None
            return Watched(place, field=field)
        part = layout.part(element.path)
        if part is None:
            raise _not_a_number(shown, element.path, layout)
        return Watched(layout.first_word(place) + part.word, part)

    def _later_number(self, element: Element) -> int:
        """The number of an element of an array whose size is known only when the group makes it."""
        indices = [index for bracket in element.brackets for index in bracket]
        if self.declared.dimensions(element.name) > 1:
            message = f"the sizes of `{element.name}` are not known yet"
            raise ArrayError(message, "watch the element after the statement that makes the array")
        if len(indices) != 1 or indices[0] < 0 or element.path:
            raise ArrayError(f"`{element.name}` has 1 dimension", f"write `{element.name}[0]`")
        return indices[0]

    def _number(self, element: Element, layout: Layout) -> int:
        """The number of an element in the order of memory. Raises ArrayError if its indices are not those of the shape."""
        name, shape = element.name, layout.shape
        indices = [index for bracket in element.brackets for index in bracket]
        if not indices and shape == (1,):
            # A variable that is no array.
            indices = [0]
        sizes = " x ".join(map(str, shape))
        count = len(indices)
        if len(shape) != count:
            has = f"{len(shape)} dimension{'s' * (len(shape) != 1)}" + f" ({sizes})" * bool(shape)
            said = f"there {'is 1 index' if count == 1 else f'are {count} indices'}"
            raise ArrayError(f"`{name}` has {has}, and {said}", f"write `{self._example(name, layout, indices)}`")
        if layout.shape and any(not 0 <= index < size for index, size in zip(indices, shape, strict=True)):
            shown = ", ".join(map(str, indices))
            raise ArrayError(f"element {shown} of `{name}` is out of bounds", f"it has {sizes}")
        is_written_so = (
            all(len(one) == 1 for one in element.brackets) if self.notation == "hlsl" else (len(element.brackets) <= 1)
        )
        if not is_written_so:
            pairs = "one pair" if self.notation == "hlsl" else "several pairs"
            fix = f"write `{name}{self._written(indices)}{element.path}`"
            raise ArrayError(f"the indices of `{name}` are in {pairs} of brackets", fix)
        return int(np.ravel_multi_index(tuple(indices), shape)) if shape else 0

    def _example(self, name: str, layout: Layout, indices: Sequence[int]) -> str:
        """An element of an array: the one that a single index counts to, if it does."""
        number = indices[0] if len(indices) == 1 and 0 <= indices[0] < layout.size else 0
        place = np.unravel_index(number, layout.shape) if layout.shape else ()
        return f"{name}{self._written(place)}{layout.parts[0].path}"

    def _written(self, indices: Sequence[Any]) -> str:
        """Indices as the language writes them."""
        return indices_text([str(index) for index in indices], self.notation)


def _not_a_number(shown: str, path: str, layout: Layout) -> ArrayError:
    below = layout.parts_below(path) if path else [one.path for one in layout.parts]
    known = [f"`{shown}{one}`" for one in below or [one.path for one in layout.parts]]
    fix = "watch one of " + ", ".join(known[:6]) + (f" and {len(known) - 6} others" if len(known) > 6 else "")
    if below:
        return ArrayError(f"`{shown}{path}` consists of {len(below)} numbers, and a watch is for one", fix)
    stem = re.sub(r"\[\d+\]$", "[", path)
    if siblings := [one.path for one in layout.parts if one.path.startswith(stem) and stem != path]:
        fix = f"it has `{shown}{siblings[0]}` to `{shown}{siblings[-1]}`"
    return ArrayError(f"the elements have no number `{path.lstrip('.')}`", fix)


def _field(shown: str, path: str, type_: Any) -> Field:
    """A field of the elements. Raises ArrayError if they have none of this name."""
    fields = fields_of(type_)
    found = path.lstrip(".")
    if found not in fields:
        known = f"the fields are {', '.join(fields)}" if fields else f"watch the element: `watch {shown}`"
        raise ArrayError(f"`{shown}` has no field `{found}`", known)
    return fields[found]
