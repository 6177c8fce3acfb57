"""Atomics on buffers and groupshared arrays."""

from __future__ import annotations

from typing import Any

from ...ir.structs import StructType
from ...ir.types import DTYPES, LocalArray, VectorType, element_of, f32
from .core import Phrase
from .memory import MemoryRules
from .values import Call, Memory, Scalar

#: The element types that all atomics accept; ``atomic_exchange`` also accepts f32.
ATOMIC_TYPES = tuple(dtype for dtype in DTYPES.values() if dtype.is_integer and dtype.bits in (32, 64))


class Atomics(MemoryRules):
    """Atomics on buffers and groupshared arrays."""

    def atomic(self, call: Call, operation: str, kind: str | None = None) -> Scalar:
        """An atomic on an element of memory, whose other operands follow its index; returns the old value."""
        operand, index, *operands = call.operands
        text, index_text, *texts = call.texts
        memory = self.memory(operand, f"`{call.function}`")
        self._check_atomic(call.function, operation, kind, memory, text)
        element = memory.type.element
        scalar = self.index(index, index_text, "an index", text)
        self.check_bounds(memory, scalar, text)
        place = self.value(scalar)
        use = Phrase(f"`{call.function}` on `{{}}`", text)
        coerced = [self.coerce(value, element, use, its) for value, its in zip(operands, texts, strict=True)]
        attributes = {} if kind is None else {"kind": self.kind(kind, element)}
        word = element_of(memory.value.type.element)
        if memory.component is not None:
            attributes["component"] = memory.component
        values = [self.value(self.bitcast(word, number)) for number in coerced]
        return self.bitcast(element, self.compute(operation, [*values, memory.value, place], word, **attributes))

    def _check_atomic(self, function: str, operation: str, kind: str | None, memory: Memory, text: Any) -> None:
        """Rejects memory that does not support the atomic."""
        type, exchanges = memory.type, operation == "wave.atomic_exchange"
        element = type.element
        if isinstance(type, LocalArray):
            message = f"`{function}` needs a buffer or groupshared array; `{text}` is a local array, which belongs to one lane"
            place = text if memory.component is not None else f"{text}[i]"
            self.fail("atomic-type", message, f"use plain operators: `{place} += value`")
        if element in ATOMIC_TYPES or element is f32 and exchanges:
            self.check_writable(memory, text)
            return
        expects = "i32, u32, i64, u64 or f32" if exchanges else "i32, u32, i64 or u64"
        fix = None
        if isinstance(element, StructType):
            fix = f"name the field: `wd.{function}({text}[i].{element.names[0]}, value)`"
        elif isinstance(element, VectorType) and memory.component is not None:
            fix = f"name one component: `{text}.x`"
        elif isinstance(element, VectorType):
            fix = f"use an array of {element.element.name} and the index `{element.size} * i + component`"
        elif element.is_integer:
            fix = "there are no atomics on 16 bits; use an array of i32 or u32"
        elif element.is_float and operation == "wave.atomic_cas":
            fix = "compare the bits: keep `wd.asuint(x)` in an array of u32"
        elif element.is_float and kind == "add":
            fix = "there are no atomics on floats: add up within the wave, `wd.wave_active_sum`, and store each wave's sum"
        self.fail("atomic-type", f"`{function}` expects elements of {expects}, got {type.name}", fix)
