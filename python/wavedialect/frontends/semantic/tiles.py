"""Runs and tiles of elements in memory with dimensions, which an operation of the wave accesses together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...ir.module import Value
from ...ir.types import i32, u32
from .memory import MemoryRules
from .values import Aggregate, Memory, Operand, Scalar


class TileRules(MemoryRules):
    """The place of a run or a tile: the index of its first element, and its extent in the last dimensions."""

    def tile_places(
        self, memory: Memory, operand: Operand, text: Any, memory_text: Any, what: str, may_be_outside: bool = False
    ) -> list[Scalar]:
        """The indices of the first element, one for each dimension. ``what`` names the argument in errors;
        ``may_be_outside``: the element may be before the memory."""
        items = self.tile_items(memory, operand, memory_text, what)
        texts = self.tile_texts(text, items)
        return [self.tile_number(item, its, "an index", may_be_outside) for item, its in zip(items, texts, strict=True)]

    def tile_items(self, memory: Memory, operand: Operand, memory_text: Any, what: str) -> Sequence[Operand]:
        """The operands of the indices of the first element, as many as the memory has dimensions."""
        items = operand.items if isinstance(operand, Aggregate) else [operand]
        rank = memory.type.rank
        if len(items) != rank:
            places = ", ".join(("z", "y", "x")[-rank:])
            wanted = "is one index: write `x`" if rank == 1 else f"is a tuple of {rank} indices: write `({places})`"
            message = f"{what} has {len(items)} ind{'ex' if len(items) == 1 else 'ices'}"
            fix = f"{what} {wanted}, where the element `{memory_text}[{places}]` is the first"
            self.fail("index-not-integer", f"{message}, and `{memory_text}`, a {memory.type.name}, takes {rank}", fix)
        return items

    @staticmethod
    def tile_texts(text: Any, items: Sequence[Operand]) -> Sequence[Any]:
        """The texts of the items of a tuple."""
        if len(items) == 1:
            return [text]
        return getattr(text, "parts", None) or [f"{text}[{axis}]" for axis in range(len(items))]

    def tile_number(self, operand: Operand, text: Any, use: str, may_be_negative: bool = False) -> Scalar:
        """A number as a u32."""
        scalar = self.scalar(operand, use, text)
        if may_be_negative and scalar.constant is not None and scalar.type.is_integer and scalar.constant < 0:
            return self.cast(u32, self.adapt(scalar, i32) if scalar.weak else scalar)
        made = self.index(scalar, text, use)
        if made.constant is not None:
            return self.constant(made.constant, u32)
        return self.cast(u32, made)

    def check_end(
        self, memory: Memory, starts: Sequence[Scalar], counts: Sequence[Scalar], text: Any, what: str
    ) -> None:
        """Rejects a tile that leaves an array, as far as its numbers are constants. ``what`` names it."""
        sizes = memory.shape or [memory.size]
        if len(counts) > len(sizes):
            total = [count.constant for count in counts]
            product = None if None in total else total[0] * total[1]
            return self._check_dimension(sizes[0], starts[0], product, 0, text, what)
        for axis in range(len(sizes)):
            place = axis - (len(sizes) - len(counts))
            count = counts[place].constant if place >= 0 else 1
            self._check_dimension(sizes[axis], starts[axis], count, axis, text, what)
        return None

    def _check_dimension(
        self, size: Scalar | None, start: Scalar, count: int | None, axis: int, text: Any, what: str
    ) -> None:
        known = None if size is None else size.constant
        if known is None or count is None or (start.constant or 0) + count <= known:
            return
        where = "" if start.constant is None else f" from {start.constant} on"
        message = f"{what} has {count} elements{where} in dimension {axis} of `{text}`, which has size {known}"
        fewer = "copy fewer elements" if what == "the copy" else "access fewer elements"
        self.fail("literal-range", message, f"{fewer}, or make the array larger")

    def tests_of_end(
        self, memory: Memory, starts: Sequence[Scalar], counts: Sequence[Scalar]
    ) -> tuple[list[int], list[Value]]:
        """The dimensions that the tile may leave without leaving the memory, and for each whether it does not, and its
        size. The dialect's operations do not have them: the interpreter and the checker do."""
        axes: list[int] = []
        tests: list[Value] = []
        for axis in range(1, len(memory.shape)):
            place = axis - (len(memory.shape) - len(counts))
            count = counts[place] if place >= 0 else self.constant(1, u32)
            size, start = self.cast(u32, memory.shape[axis]), starts[axis]
            if None not in (count.constant, memory.shape[axis].constant, start.constant):
                continue
            is_inside = self.compare("<=", count, size)
            # Every difference is at least 0: lints report that comparison.
            if start.constant != 0:
                is_inside = self.binary("&", is_inside, self.compare("<=", start, self.binary("-", size, count)))
            axes.append(axis)
            tests += [self.value(is_inside), self.value(size)]
        return axes, tests

    def linear(self, memory: Memory, indices: Sequence[Scalar]) -> Scalar:
        """The number of an element in its memory."""
        *outer, place = indices
        for index, stride in zip(outer, memory.strides, strict=True):
            place = self.binary("+", self.binary("*", index, self.cast(u32, stride)), place)
        return place
