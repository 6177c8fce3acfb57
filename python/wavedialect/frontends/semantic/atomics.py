"""Atomics on buffers and groupshared arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...ir.types import DTYPES, LocalArray, VectorType, f32
from .core import Phrase
from .memory import MemoryRules
from .values import Memory, Operand, Scalar

#: The element types that all atomics accept; ``atomic_exchange`` also accepts f32.
ATOMIC_TYPES = tuple(dtype for dtype in DTYPES.values() if dtype.is_integer and dtype.bits in (32, 64))


class Atomics(MemoryRules):
    """Atomics on buffers and groupshared arrays."""

    def atomic(
        self, function: str, operand: Operand, index: Operand, *operands: Operand, texts: Sequence[Any]
    ) -> Scalar:
        """``wd.atomic_...(memory, index, *operands)``; returns the old value."""
        memory, text = self.memory(operand, f"`{function}`"), texts[0]
        word = function.removeprefix("atomic_")
        self._check_atomic(word, function, memory, text)
        element = memory.type.element
        place = self.value(self.index(index, texts[1], "an index", text))
        use = Phrase(f"`{function}` on `{{}}`", text)
        coerced = [self.coerce(value, element, use, its) for value, its in zip(operands, texts[2:], strict=True)]
        values = [self.value(number) for number in coerced]
        name, attributes = {"exchange": "exchange", "compare_exchange": "cas"}.get(word, "rmw"), {}
        if name == "rmw":
            attributes["kind"] = self.kind(word, element)
        return self.compute(f"wave.atomic_{name}", [*values, memory.value, place], element, **attributes)

    def _check_atomic(self, word: str, function: str, memory: Memory, text: Any) -> None:
        """Rejects memory that does not support the atomic."""
        type = memory.type
        element = type.element
        if isinstance(type, LocalArray):
            message = f"`{text}` is each lane's own, so an atomic on it has no meaning"
            self.fail("atomic-type", message, "use plain operators")
        if element in ATOMIC_TYPES or element is f32 and word == "exchange":
            self.check_writable(memory, text)
            return
        expects = "i32, u32, i64, u64 or f32" if word == "exchange" else "i32, u32, i64 or u64"
        fix = None
        if isinstance(element, VectorType):
            fix = f"use an array of {element.element.name} and the index `{element.size} * i + component`"
        elif element.is_integer:
            fix = "there are no atomics on 16 bits; use an array of i32 or u32"
        elif element.is_float and word == "compare_exchange":
            fix = "compare the bits: keep `wd.asuint(x)` in an array of u32"
        elif element.is_float and word == "add":
            fix = "there are no atomics on floats: add up within the wave, `wd.wave_active_sum`, and store each wave's sum"
        self.fail("atomic-type", f"`{function}` expects elements of {expects}, got {type.name}", fix)
