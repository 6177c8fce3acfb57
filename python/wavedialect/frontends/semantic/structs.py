"""Values of structs, and structs in memory: each field is one or more words of its struct."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Any

from ...ir.structs import StructType, bytes_of, offset_of, scalar_bytes
from ...ir.types import DTYPES, DType, TupleType, VectorType, element_of, like
from .memory import MemoryRules
from .values import Aggregate, Memory, Number, Operand, Scalar

#: The most words of one access: a vector's components.
_MOST_WORDS = 4
#: The unsigned type of each width.
_UNSIGNED = {dtype.bits: dtype for dtype in DTYPES.values() if dtype.is_integer and not dtype.signed}


class StructRules(MemoryRules):
    """Values of structs, and structs in memory."""

    # Values.

    def field(self, value: Aggregate, name: str, text: Any) -> Operand:
        """``value.name``."""
        return value.item(self.field_index(value.type, name, text))

    def field_index(self, type: StructType, name: str, text: Any) -> int:
        """The number of a field."""
        if name not in type.names:
            fix = "its fields are " + ", ".join(f"`{known}`" for known in type.names)
            if name in type.methods:
                fix = f"call it: `{text}.{name}()`"
            self.fail("unknown-attribute", f"`{text}`, a {type.name}, has no field `{name}`", fix)
        return type.names.index(name)

    def with_item(self, value: Aggregate, path: Sequence[int], item: Any) -> Aggregate:
        """A copy of a value with the item at a path replaced."""
        index, *rest = path
        items = list(value.items)
        items[index] = self.with_item(items[index], rest, item) if rest else item
        return Aggregate(value.type, items)

    # Memory.

    def load(self, memory: Memory, index: Operand, component: int | None = None) -> Any:
        """``memory[index]``."""
        if not isinstance(memory.type.element, StructType):
            return super().load(memory, index, component)
        return self.load_part(memory, index, (), None)

    def store(self, memory: Memory, index: Operand, operand: Operand, text: Any) -> None:
        """``memory[index] = operand``."""
        type = memory.type.element
        if not isinstance(type, StructType):
            super().store(memory, index, operand, text)
            return
        self.check_writable(memory, text)
        self.store_part(memory, index, (), None, self.coerce(operand, type, f"an element of `{text}`"))

    def load_part(self, memory: Memory, index: Operand, path: Sequence[int], places: Sequence[int] | None) -> Any:
        """The part of ``memory[index]`` at a path, or only some components of this vector."""
        place = self.index(index)
        type, offset = self._part(memory, path)
        if places is not None:
            element = type.element
            parts = [self._load(memory, place, element, offset + i * scalar_bytes(element)) for i in places]
            return parts[0] if len(parts) == 1 else self.construct(VectorType(element, len(parts)), parts, [])
        return self._load(memory, place, type, offset)

    def store_part(
        self, memory: Memory, index: Operand, path: Sequence[int], places: Sequence[int] | None, operand: Operand
    ) -> None:
        """Assigns a value of the right type to the part of ``memory[index]`` at a path, or to some components of this
        vector."""
        place = self.index(index)
        type, offset = self._part(memory, path)
        if places is None:
            self._store(memory, place, operand, offset)
            return
        for i, scalar in zip(places, self.components(operand), strict=True):
            self._store(memory, place, scalar, offset + i * scalar_bytes(type.element))

    @staticmethod
    def _part(memory: Memory, path: Sequence[int]) -> tuple[Any, int]:
        """The type of the part at a path, and its offset in bytes."""
        type, offset = memory.type.element, 0
        for index in path:
            offset += offset_of(type, index)
            type = type.elements[index]
        return type, offset

    def _load(self, memory: Memory, index: Scalar, type: Any, offset: int) -> Any:
        if isinstance(type, TupleType):
            parts = enumerate(type.elements)
            return Aggregate(type, [self._load(memory, index, one, offset + offset_of(type, i)) for i, one in parts])
        struct, element = memory.type.element, element_of(type)
        word, first = struct.element, offset // struct.word_bytes
        if word is element:
            return self._words(memory, index, type, first)
        if scalar_bytes(element) == struct.word_bytes:
            return self._from_bits(element, self._words(memory, index, like(word, type), first))
        each = scalar_bytes(element) // struct.word_bytes
        words: list[Scalar] = []
        for start, count in _pieces(bytes_of(type) // struct.word_bytes):
            piece = word if count == 1 else VectorType(word, count)
            words += self.components(self._words(memory, index, piece, first + start))
        scalars = [self._from_bits(element, self._join(words[i : i + each])) for i in range(0, len(words), each)]
        return self.construct(type, scalars, []) if isinstance(type, VectorType) else scalars[0]

    def _words(self, memory: Memory, index: Scalar, type: DType | VectorType, first: int) -> Any:
        return self.compute("memref.load", [memory.value, self.value(index)], type, component=first)

    def _store(self, memory: Memory, index: Scalar, operand: Operand, offset: int) -> None:
        if isinstance(operand, Aggregate):
            for i, item in enumerate(operand.items):
                self._store(memory, index, item, offset + offset_of(operand.type, i))
            return
        struct, element = memory.type.element, element_of(operand.type)
        word, first = struct.element, offset // struct.word_bytes
        each = scalar_bytes(element) // struct.word_bytes
        if word is not element:
            operand = self._to_bits(operand)
        if each <= 1:
            self._store_words(memory, index, operand if word is element else self.convert(word, operand), first)
            return
        words = [part for scalar in self.components(operand) for part in self._split(scalar, word, each)]
        for start, count in _pieces(len(words)):
            piece = words[start : start + count]
            made = piece[0] if count == 1 else self.construct(VectorType(word, count), piece, [])
            self._store_words(memory, index, made, first + start)

    def _store_words(self, memory: Memory, index: Scalar, number: Number, first: int) -> None:
        self.emit("memref.store", [self.value(number), memory.value, self.value(index)], component=first)

    # Bits.

    def _from_bits(self, type: DType, bits: Number) -> Any:
        """The number of this type whose bits in memory are an unsigned integer of its width."""
        return self.convert(type, bits) if type.is_bool else self.bitcast(type, bits)

    def _to_bits(self, number: Number) -> Any:
        """The bits of a number in memory, as an unsigned integer."""
        element = element_of(number.type)
        unsigned = _UNSIGNED[8 * scalar_bytes(element)]
        if element.is_bool:
            return self.convert(unsigned, number)
        if number.constant is not None and element.is_float:
            return Scalar(unsigned, constant=int(element.numpy.type(number.constant).view(unsigned.numpy)))
        return self.bitcast(unsigned, number)

    def _join(self, words: Sequence[Scalar]) -> Scalar:
        """The integer that consists of these words, the lowest first."""
        bits = words[0].type.bits
        whole = _UNSIGNED[bits * len(words)]
        made = self.convert(whole, words[0])
        for number, word in enumerate(words[1:], 1):
            shifted = self.binary("<<", self.convert(whole, word), self.constant(bits * number, whole))
            made = self.binary("|", made, shifted)
        return made

    def _split(self, number: Scalar, word: DType, count: int) -> Iterator[Scalar]:
        """The words of an integer, the lowest first."""
        for place in range(count):
            shifted = self.binary(">>", number, self.constant(word.bits * place, number.type)) if place else number
            yield self.convert(word, shifted)

    # Atomics.

    def scalar_field(self, memory: Memory, path: Sequence[int], places: Sequence[int] | None, text: Any) -> Memory:
        """A scalar field of the structs in memory as the memory of an atomic."""
        type, offset = self._part(memory, path)
        if places is not None and len(places) == 1:
            type, offset = type.element, offset + places[0] * scalar_bytes(type.element)
        struct = memory.type.element
        if isinstance(type, DType) and scalar_bytes(type) > struct.word_bytes:
            fix = f"keep it in a buffer of its own, or let every field of `{struct.name}` have {type.bits} bits"
            message = f"an atomic on `{text}` is not possible: {type.name} is more than one of the words of"
            message += f" {struct.element.bits} bits that hold a `{struct.name}`"
            self.fail("atomic-type", message, fix)
        made = dataclasses.replace(memory.type, element=type)
        return Memory(made, memory.value, memory.size, offset // struct.word_bytes)


def _pieces(words: int) -> Iterator[tuple[int, int]]:
    """The accesses that cover consecutive words: the first word and the number of words of each."""
    for start in range(0, words, _MOST_WORDS):
        yield start, min(_MOST_WORDS, words - start)
