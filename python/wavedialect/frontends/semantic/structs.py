"""Values of structs, and structs in memory: each field is one or more words of its struct."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Any

from ...ir.structs import Leaf, StructType, bytes_of, leaves_of, offset_of, scalar_bytes
from ...ir.types import DTYPES, DType, TupleType, VectorType, element_of
from .memory import MemoryRules
from .values import Aggregate, Memory, Number, Operand, Scalar, Vector

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
        struct = memory.type.element
        values: list[Operand] = []
        for group in _accesses(leaves_of(type, offset), struct):
            first, count = group[0].offset // struct.word_bytes, sum(words_of(leaf, struct) for leaf in group)
            words = self._load_words(memory, index, first, count)
            for leaf in group:
                start = leaf.offset // struct.word_bytes - first
                part = range(start, start + words_of(leaf, struct))
                values.append(self._from_words(leaf.type, words, part if len(group) > 1 else None))
        return self._assembled(type, iter(values))

    def _load_words(self, memory: Memory, index: Scalar, first: int, count: int) -> Number | list[Scalar]:
        """Consecutive words: one access if possible, else the words of several."""
        word, place = memory.type.element.element, [memory.value, self.value(index)]
        pieces = [
            self.compute("memref.load", place, word if size == 1 else VectorType(word, size), component=first + start)
            for start, size in _pieces(count)
        ]
        return pieces[0] if len(pieces) == 1 else [word for piece in pieces for word in self.components(piece)]

    def _from_words(self, type: DType | VectorType, words: Number | list[Scalar], part: range | None) -> Number:
        """The field that consists of these words, or of a part of them."""
        if part is not None:
            words = self.swizzle(words, part)
        element = element_of(type)
        word = words[0].type if isinstance(words, list) else element_of(words.type)
        if word is element:
            return words
        if not isinstance(words, list) and scalar_bytes(element) == scalar_bytes(word):
            return self._from_bits(element, words)
        listed = words if isinstance(words, list) else self.components(words)
        each = scalar_bytes(element) // scalar_bytes(word)
        scalars = [self._from_bits(element, self._join(listed[i : i + each])) for i in range(0, len(listed), each)]
        return self.construct(type, scalars, []) if isinstance(type, VectorType) else scalars[0]

    def _assembled(self, type: Any, values: Iterator[Operand]) -> Any:
        """The value of a type whose scalars and vectors are the next values."""
        if not isinstance(type, TupleType):
            return next(values)
        return Aggregate(type, [self._assembled(element, values) for element in type.elements])

    def _store(self, memory: Memory, index: Scalar, operand: Operand, offset: int) -> None:
        struct, values = memory.type.element, self._numbers(operand)
        for group in _accesses(leaves_of(operand.type, offset), struct):
            words = [word for _ in group for word in self._to_words(next(values), struct.element)]
            first, count = group[0].offset // struct.word_bytes, sum(words_of(leaf, struct) for leaf in group)
            if len(words) > 1 and count > _MOST_WORDS:
                pieces = [(start, words[start : start + size]) for start, size in _pieces(count)]
            else:
                pieces = [(0, words)]
            for start, piece in pieces:
                made = piece[0] if len(piece) == 1 else self._joined(piece)
                self.emit("memref.store", [self.value(made), memory.value, self.value(index)], component=first + start)

    def _joined(self, numbers: Sequence[Number]) -> Vector:
        """The vector of these scalars and vectors of one type."""
        scalars = [scalar for number in numbers for scalar in self.components(number)]
        return self.construct(VectorType(scalars[0].type, len(scalars)), scalars, [])

    def _numbers(self, operand: Operand) -> Iterator[Number]:
        """The scalars and vectors of a value."""
        if isinstance(operand, Aggregate):
            for item in operand.items:
                yield from self._numbers(item)
        else:
            yield operand

    def _to_words(self, number: Number, word: DType) -> list[Number]:
        """The words of a field: one number with all of them, or one for each."""
        element = element_of(number.type)
        if word is element:
            return [number]
        bits = self._to_bits(number)
        each = scalar_bytes(element) // scalar_bytes(word)
        if each == 1:
            return [self.convert(word, bits)]
        return [part for scalar in self.components(bits) for part in self._split(scalar, word, each)]

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
            return Scalar(unsigned, constant=element.to_bits(number.constant))
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
        return Memory(made, memory.value, memory.size, component=offset // struct.word_bytes)


def words_of(leaf: Leaf, struct: StructType) -> int:
    """The number of words of a field."""
    return bytes_of(leaf.type) // struct.word_bytes


def _accesses(leaves: Sequence[Leaf], struct: StructType) -> Iterator[list[Leaf]]:
    """Groups of adjacent fields that one access covers, or one field that is longer."""
    group: list[Leaf] = []
    for leaf in leaves:
        words = sum(words_of(one, struct) for one in [*group, leaf])
        end = group[-1].offset + bytes_of(group[-1].type) if group else leaf.offset
        if group and (leaf.offset != end or words > _MOST_WORDS):
            yield group
            group = []
        group.append(leaf)
    yield group


def _pieces(words: int) -> Iterator[tuple[int, int]]:
    """The accesses that cover consecutive words: the first word and the number of words of each."""
    for start in range(0, words, _MOST_WORDS):
        yield start, min(_MOST_WORDS, words - start)
