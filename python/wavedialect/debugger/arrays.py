"""Buffers and arrays by their names: their shapes, elements, slices and last writers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..errors import WaveError
from ..frontends.semantic.values import Memory as MemoryOperand
from ..interpreter.elements import memory_type
from ..interpreter.memory import ArrayMemory, LocalMemory, Memory
from ..ir.bfloat16 import from_bits
from ..ir.structs import StructType
from ..ir.types import DType
from .fields import Field, fields_of, struct_text
from .values import element_text
from .variables import memory_of, number_of

if TYPE_CHECKING:
    from ..ir.statements import Statement
    from .code import DebuggedWave
    from .machine import Machine

_ELEMENT = re.compile(r"\s*(%?[A-Za-z_][\w.:]*)\s*\[([^\[\]]*)\]\s*(?:\.([\w.\[\]]+))?\s*")


PARTS = "parts"
"""Stands for the type of numbers that are parts of vectors or structs."""


class ArrayError(WaveError):
    """An array or element that a session does not have."""


class Element(NamedTuple):
    """An element of an array, or a field of one: ``store[3]``, ``image[2, 5]``, ``particles[1].mass``."""

    name: str
    indices: list[int]
    field: str


def parse_element(text: str) -> Element:
    """Reads an element. Raises ArrayError for another text."""
    found = _ELEMENT.fullmatch(text)
    try:
        if found is None:
            raise ValueError
        return Element(found[1], [int(index, 0) for index in found[2].split(",")], found[3] or "")
    except ValueError:
        raise ArrayError(f"`{text.strip()}` is not an element of an array", "write `store[3]`") from None


@dataclass
class Arrays:
    """The arrays of a session. ``shapes`` are those of buffers, as the user passed them."""

    parameters: Mapping[str, int]
    """The registers of the buffers and images by the names of their parameters."""
    registers: Mapping[str, int]
    """The registers of all parameters."""
    shapes: Mapping[str, tuple[int, ...]]
    groupshared: frozenset[str]
    """The names of the arrays that groups make."""
    divided: frozenset[str] = frozenset()
    """The buffers of vectors and structs whose memory holds single numbers, as a shader's."""
    declared: Callable[[str, Statement | None], Any] | None = None
    """The type in a shader of the numbers of an array, PARTS, or None if it is not known at a statement."""
    _types: dict[str, Any] = field(default_factory=dict)

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
        if machine.run is not None:
            for made in machine.run.group.shared.values():
                if isinstance(made, Memory) and made.name == name:
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
        if found is None:
            known = ", ".join(self.names(machine, wave)) or "none"
            raise ArrayError(f"there is no array `{name}` here", f"the arrays are {known}")
        return found

    def require_whole(self, name: str, machine: Machine, wave: DebuggedWave | None) -> Memory:
        """As ``require``, for elements that are single numbers in memory. Raises ArrayError for other buffers."""
        if name in self.divided or self.type_of(name, machine, wave) == PARTS:
            message = f"the elements of `{name}` are vectors or structs, which a session shows one at a time"
            raise ArrayError(message, f"type `print {name}[0]`; to stop at its stores, use `break` at their line")
        return self.require(name, machine, wave)

    def type_of(self, name: str, machine: Machine, wave: DebuggedWave | None) -> Any:
        """The type of the elements; PARTS if they are parts of vectors or structs."""
        memory = self.require(name, machine, wave)
        if self.declared is None or name in self.parameters:
            return memory.type
        if name not in self._types:
            found = self.declared(name, wave.statement if wave is not None else None)
            if found is None:
                return memory.type
            self._types[name] = found
        return self._types[name]

    def names(self, machine: Machine, wave: DebuggedWave | None) -> list[str]:
        """The names of all arrays at this point."""
        found = dict.fromkeys(
            name for name, slot in self.parameters.items() if isinstance(machine.registers[slot], Memory)
        )
        if machine.run is not None:
            found.update(
                dict.fromkeys(one.name for one in machine.run.group.shared.values() if isinstance(one, Memory))
            )
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
        memory = self.require(name, machine, wave)
        if name in self.shapes and name in self.parameters:
            shape = self.shapes[name]
            # The components of vectors and the words of structs are no dimension.
            return shape if int(np.prod(shape)) == len(memory) else (len(memory),)
        operand = wave.statement.variables.get(name) if wave is not None and wave.statement is not None else None
        if isinstance(operand, MemoryOperand) and operand.shape:
            sizes = [number_of(size, wave, machine.kernel.builder) for size in operand.shape]
            if all(size is not None for size in sizes):
                return tuple(int(size.data[0]) for size in sizes)
        return (len(memory),)

    def element(self, name: str, indices: Sequence[int], machine: Machine, wave: DebuggedWave | None) -> int:
        """The number of an element. Raises ArrayError for one that does not exist."""
        if self.find(name, machine, wave) is None and {name, f"%{name}"} & self.groupshared and len(indices) == 1:
            # The group makes the array later.
            return indices[0]
        memory = self.require_whole(name, machine, wave)
        if isinstance(memory, LocalMemory):
            raise ArrayError(f"`{name}` is an array of each lane", "watch a buffer or a groupshared array")
        shape = self.shape(name, machine, wave)
        if len(indices) == 1:
            shape = (len(memory),)
        if len(indices) != len(shape):
            raise ArrayError(f"`{name}` has {len(shape)} dimensions, and there are {len(indices)} indices")
        if not all(0 <= index < size for index, size in zip(indices, shape, strict=True)):
            sizes = " x ".join(map(str, shape))
            raise ArrayError(f"element {', '.join(map(str, indices))} of `{name}` is out of bounds", f"it has {sizes}")
        return int(np.ravel_multi_index(tuple(indices), shape))

    def field(self, name: str, path: str, machine: Machine, wave: DebuggedWave | None) -> Field:
        """A field of the elements. Raises ArrayError if they have none of this name."""
        memory = self.find(name, machine, wave)
        if memory is None:
            raise ArrayError(
                f"there is no array `{name}` yet", "watch the field after the statement that makes the array"
            )
        fields = fields_of(memory.type)
        if path not in fields:
            known = f"the fields are {', '.join(fields)}" if fields else f"watch the element: `watch {name}[0]`"
            raise ArrayError(f"the elements of `{name}` have no field `{path}`", known)
        return fields[path]


def element_texts(
    memory: Memory, type_: Any, elements: Sequence[int], lane: int | None, language: str, is_hex: bool = False
) -> list[str]:
    """The texts of elements of a type; a question mark for one without a value. Of a local array they are those of a
    lane."""
    data, written = memory.data, memory.written if isinstance(memory, ArrayMemory) else None
    if isinstance(memory, LocalMemory):
        data, written = data[lane or 0], written[lane or 0]
    numbers = np.asarray(elements, np.int64)
    values = from_bits(data[numbers]) if memory.is_bf16 and data.dtype == np.uint16 else data[numbers]
    texts = [value_text(value, memory, type_, language, is_hex) for value in values]
    if written is not None and texts:
        known = are_written(memory, written[numbers].reshape(len(texts), -1))
        texts = [text if is_known else "?" for text, is_known in zip(texts, known, strict=True)]
    return texts


def value_text(value: Any, memory: Memory, type_: Any, language: str, is_hex: bool = False) -> str:
    """An element of a memory, whose type may have a sign that the memory has not."""
    number = np.asarray(value)
    if isinstance(type_, DType) and type_ != memory.type and number.dtype.itemsize == memory_type(type_).itemsize:
        number = number.view(memory_type(type_))
    if isinstance(memory.type, StructType):
        return struct_text(number, memory.type, language, is_hex)
    is_bool = memory.is_bool or (isinstance(type_, DType) and type_.is_bool)
    if is_bool and number.dtype != np.bool_:
        number = number != 0
    return element_text(number, language, is_hex)


def are_written(memory: Memory, words: np.ndarray) -> np.ndarray:
    """Whether each element has a value, from which of its words have been written; nothing writes those between fields."""
    if isinstance(memory.type, StructType):
        words = words[:, [word for word in range(words.shape[1]) if memory.type.leaf_at(word)]]
    return words.all(axis=1)
