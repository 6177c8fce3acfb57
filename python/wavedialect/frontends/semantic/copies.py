"""Asynchronous copies from buffers to groupshared arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from ...ir.module import Value
from ...ir.structs import StructType
from ...ir.types import BufferType, Groupshared, element_of, i32, u32
from .memory import MemoryRules
from .values import Aggregate, Call, Memory, Operand, Scalar


class CopyRules(MemoryRules):
    """Asynchronous copies from buffers to groupshared arrays."""

    def async_copy(self, call: Call, operation: str) -> None:
        """``wd.async_copy(array, start, buffer, first, count)``: the numbers of the dialect's operation, in elements."""
        array, start, buffer, first, count = call.operands
        array_text, start_text, buffer_text, first_text, count_text = call.texts
        self._check_memories(array, buffer, array_text, buffer_text)
        counts = self._counts(count, count_text, buffer)
        starts = self._copy_places(array, start, start_text, array_text, "start")
        firsts = self._copy_places(buffer, first, first_text, buffer_text, "first", may_be_outside=True)
        self._check_end(array, starts, counts, array_text)

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
            *map(self.value, (self._linear(array, starts), self.cast(u32, stride))),
            buffer.value,
            *map(self.value, (base, self.cast(u32, pitch), *numbers)),
        ]
        axes, tests = self._tests_of_end(array, starts, counts)
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
            self.fail("async-copy-type", message, "assign the elements")

    def _counts(self, operand: Operand, text: Any, buffer: Memory) -> list[Scalar]:
        """The numbers of elements that are copied in the last dimensions."""
        items = operand.items if isinstance(operand, Aggregate) else [operand]
        most = min(2, buffer.type.rank)
        if not 1 <= len(items) <= most:
            wanted = "one number" if most == 1 else "one number, or rows and columns"
            name = self.spelling.function("async_copy")
            message = f"the count of `{name}` from a {buffer.type.name} is {wanted}, got {len(items)}"
            self.fail("async-copy-count", message, "declare the buffer with two dimensions" if most == 1 else None)
        return [self._number(*pair, "a count") for pair in zip(items, self._texts(text, items), strict=True)]

    def _copy_places(
        self, memory: Memory, operand: Operand, text: Any, memory_text: Any, argument: str, may_be_outside: bool = False
    ) -> list[Scalar]:
        """The indices of the first element, one for each dimension; a copy may begin before a buffer does."""
        items = operand.items if isinstance(operand, Aggregate) else [operand]
        rank = memory.type.rank
        if len(items) != rank:
            places = ", ".join(("z", "y", "x")[-rank:])
            wanted = "is one index: write `x`" if rank == 1 else f"is a tuple of {rank} indices: write `({places})`"
            message = f"`{argument}` has {len(items)} ind{'ex' if len(items) == 1 else 'ices'}"
            fix = f"the `{argument}` of a copy {wanted}, where the element `{memory_text}[{places}]` is the first"
            self.fail("index-not-integer", f"{message}, and `{memory_text}`, a {memory.type.name}, takes {rank}", fix)
        texts = self._texts(text, items)
        return [self._number(item, its, "an index", may_be_outside) for item, its in zip(items, texts, strict=True)]

    @staticmethod
    def _texts(text: Any, items: Sequence[Operand]) -> Sequence[Any]:
        if len(items) == 1:
            return [text]
        return getattr(text, "parts", None) or [f"{text}[{axis}]" for axis in range(len(items))]

    def _number(self, operand: Operand, text: Any, use: str, may_be_negative: bool = False) -> Scalar:
        """A number as a u32."""
        scalar = self.scalar(operand, use, text)
        if may_be_negative and scalar.constant is not None and scalar.type.is_integer and scalar.constant < 0:
            return self.cast(u32, self.adapt(scalar, i32) if scalar.weak else scalar)
        made = self.index(scalar, text, use)
        if made.constant is not None:
            return self.constant(made.constant, u32)
        return self.cast(u32, made)

    def _check_end(self, array: Memory, starts: Sequence[Scalar], counts: Sequence[Scalar], text: Any) -> None:
        """Rejects a copy that leaves an array, as far as its numbers are constants."""
        sizes = array.shape or [array.size]
        if len(counts) > len(sizes):
            total = [count.constant for count in counts]
            product = None if None in total else total[0] * total[1]
            return self._check_dimension(sizes[0], starts[0], product, 0, text)
        for axis in range(len(sizes)):
            place = axis - (len(sizes) - len(counts))
            self._check_dimension(sizes[axis], starts[axis], counts[place].constant if place >= 0 else 1, axis, text)
        return None

    def _tests_of_end(
        self, array: Memory, starts: Sequence[Scalar], counts: Sequence[Scalar]
    ) -> tuple[list[int], list[Value]]:
        """The dimensions that the copy may leave without leaving the array, and for each whether it does not, and its
        size. The dialect's operation does not have them: the interpreter and the checker do."""
        axes: list[int] = []
        tests: list[Value] = []
        for axis in range(1, len(array.shape)):
            place = axis - (len(array.shape) - len(counts))
            count = counts[place] if place >= 0 else self.constant(1, u32)
            size, start = self.cast(u32, array.shape[axis]), starts[axis]
            if None not in (count.constant, array.shape[axis].constant, start.constant):
                continue
            has_room = self.compare("<=", count, size)
            begins = self.compare("<=", start, self.binary("-", size, count))
            axes.append(axis)
            tests += [self.value(self.binary("&", has_room, begins)), self.value(size)]
        return axes, tests

    def _check_dimension(self, size: Scalar | None, start: Scalar, count: int | None, axis: int, text: Any) -> None:
        known = None if size is None else size.constant
        if known is None or count is None:
            return
        end = (start.constant or 0) + count
        if end > known:
            self._refuse_end(known, start, count, axis, text)

    def _refuse_end(self, size: int, start: Scalar, count: int, axis: int, text: Any) -> NoReturn:
        where = "" if start.constant is None else f" from {start.constant} on"
        message = f"the copy has {count} elements{where} in dimension {axis} of `{text}`, which has size {size}"
        self.fail("literal-range", message, "copy fewer elements, or make the array larger")

    def _linear(self, array: Memory, indices: Sequence[Scalar]) -> Scalar:
        """The number of an element in its array."""
        *outer, place = indices
        for index, stride in zip(outer, array.strides, strict=True):
            place = self.binary("+", self.binary("*", index, self.cast(u32, stride)), place)
        return place
