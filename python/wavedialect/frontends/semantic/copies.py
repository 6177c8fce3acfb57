"""Asynchronous copies from buffers to groupshared arrays."""

from __future__ import annotations

from typing import Any

from ...ir.structs import StructType
from ...ir.types import BufferType, Groupshared, element_of, u32
from .tiles import TileRules
from .values import Aggregate, Call, Memory, Operand, Scalar


class CopyRules(TileRules):
    """Asynchronous copies from buffers to groupshared arrays."""

    def async_copy(self, call: Call, operation: str) -> None:
        """``wd.async_copy(array, start, buffer, first, count)``: the numbers of the dialect's operation, in elements."""
        array, start, buffer, first, count = call.operands
        array_text, start_text, buffer_text, first_text, count_text = call.texts
        self._check_memories(array, buffer, array_text, buffer_text)
        counts = self._counts(count, count_text, buffer)
        starts = self.tile_places(array, start, start_text, array_text, "the `start` of a copy")
        firsts = self.tile_places(buffer, first, first_text, buffer_text, "the `first` of a copy", may_be_outside=True)
        self.check_end(array, starts, counts, array_text, "the copy")

        zero, one = self.constant(0, u32), self.constant(1, u32)
        rows, columns = counts if len(counts) == 2 else (one, counts[0])
        stride = zero if len(counts) == 1 else array.strides[-1] if array.strides else columns
        row, pitch, bound = zero, zero, one
        if buffer.type.rank > 1:
            row, pitch, bound = firsts[-2], buffer.strides[-1], self.cast(u32, buffer.shape[-2])
        base = zero
        for index, size, distance in zip(firsts[:-2], buffer.shape, buffer.strides, strict=False):
            base = self.binary("+", base, self.binary("*", index, self.cast(u32, distance)))
            bound = self.select(self.compare("<", index, self.cast(u32, size)), bound, zero)
        width = self.cast(u32, buffer.shape[-1]) if buffer.shape else self.length(buffer)
        numbers = [row, firsts[-1], bound, width, rows, columns]
        values = [
            array.value,
            *map(self.value, (self.linear(array, starts), self.cast(u32, stride))),
            buffer.value,
            *map(self.value, (base, self.cast(u32, pitch), *numbers)),
        ]
        axes, tests = self.tests_of_end(array, starts, counts)
        self.emit(operation, values + tests, components=getattr(array.type.element, "size", 1), axes=axes)

    def _check_memories(self, array: Operand, buffer: Operand, array_text: Any, buffer_text: Any) -> None:
        """Rejects memory between which nothing is copied."""
        name, spelling = self.spelling.function("async_copy"), self.spelling
        if not isinstance(array, Memory) or not isinstance(array.type, Groupshared):
            fix = f"copy to `{spelling.call('groupshared', '...')}`; to other memory, assign the elements"
            self.fail("async-copy-memory", f"`{name}` copies to a groupshared array, got `{array_text}`", fix)
        if not isinstance(buffer, Memory) or not isinstance(buffer.type, BufferType) or buffer.type.coherent:
            either = f"`{spelling.resource('Buffer')}` or `{spelling.resource('RWBuffer')}`"
            fix = f"pass a {either} of the kernel; from other memory, assign the elements"
            message = f"`{name}` copies from a buffer that is not coherent, got `{buffer_text}`"
            self.fail("async-copy-memory", message, fix)
        element = array.type.element
        if element != buffer.type.element:
            message = (
                f"`{array_text}` has elements of {element.name}, and `{buffer_text}` of {buffer.type.element.name}"
            )
            self.fail("async-copy-type", message, "use arrays of one type, or convert the elements and assign them")
        if isinstance(element, StructType) or element_of(element).bits == 8 or element_of(element).is_bool:
            message = f"`{name}` copies numbers of 16, 32 or 64 bits and vectors of these, got {element.name}"
            fix = f"let the lanes assign elements, `{array_text}[start + i] = {buffer_text}[first + i]` for the `i` of each lane"
            if not isinstance(element, StructType) and element_of(element).bits == 8:
                fix += (
                    f"; or copy words of four elements, with `{spelling.resource('Buffer')}[u32]` and an array of u32"
                )
            self.fail("async-copy-type", message, fix)

    def _counts(self, operand: Operand, text: Any, buffer: Memory) -> list[Scalar]:
        """The numbers of elements that are copied in the last dimensions."""
        items = operand.items if isinstance(operand, Aggregate) else [operand]
        most = min(2, buffer.type.rank)
        if not 1 <= len(items) <= most:
            wanted = "one number" if most == 1 else "one number, or rows and columns"
            name = self.spelling.function("async_copy")
            message = f"the count of `{name}` from a {buffer.type.name} is {wanted}, got {len(items)}"
            self.fail("async-copy-count", message, "declare the buffer with two dimensions" if most == 1 else None)
        return [self.tile_number(*pair, "a count") for pair in zip(items, self.tile_texts(text, items), strict=True)]
