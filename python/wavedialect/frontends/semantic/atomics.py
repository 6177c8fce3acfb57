"""Atomics on buffers and groupshared arrays."""

from __future__ import annotations

from typing import Any

from ...ir.types import DTYPES, LocalArray, VectorType, f32, f64, i32, u32
from .core import Phrase
from .memory import MemoryRules
from .values import Call, Memory, Scalar

#: The element types that atomics accept; bitwise ones accept only the integers.
ATOMIC_TYPES = (*(dtype for dtype in DTYPES.values() if dtype.is_integer and dtype.bits in (32, 64)), f32, f64)


class Atomics(MemoryRules):
    """Atomics on buffers and groupshared arrays."""

    def atomic(self, call: Call, operation: str, kind: str | None = None) -> Scalar:
        """An atomic on an element of memory, whose other operands follow its index; returns the old value."""
        operand, index, *operands = call.operands
        text, index_text, *texts = call.texts
        memory = self.memory(operand, f"`{call.function}`")
        self._check_atomic(call.function, kind, memory, text)
        element = memory.type.element
        place = self.accessed(memory, self.indices(memory, index, index_text, text))
        use = Phrase(f"`{call.function}` on `{{}}`", text)
        coerced = [self.coerce(value, element, use, its) for value, its in zip(operands, texts, strict=True)]
        values = [self.value(number) for number in coerced]
        attributes = {} if kind is None else {"kind": self.kind(kind, element)}
        return self.compute(operation, [*values, *place], element, **attributes)

    def _check_atomic(self, function: str, kind: str | None, memory: Memory, text: Any) -> None:
        """Rejects memory that does not support the atomic."""
        type = memory.type
        element = type.element
        is_bitwise = kind in ("and", "or", "xor")
        if isinstance(type, LocalArray):
            message = f"`{function}` needs a buffer or groupshared array; `{text}` is a local array, which belongs to one lane"
            self.fail("atomic-type", message, f"use plain operators: `{text}[i] += value`")
        if element in ATOMIC_TYPES and not (is_bitwise and element.is_float):
            self.check_writable(memory, text)
            return
        expects = "i32, u32, i64 or u64" if is_bitwise else "i32, u32, i64, u64, f32 or f64"
        fix = None
        if isinstance(element, VectorType):
            fix = f"use an array of {element.element.name} and the index `{element.size} * i + component`"
        elif element.bits == 16:
            other = self.spelling.type(f32)
            if element.is_integer:
                other = f"{self.spelling.type(i32)} or {self.spelling.type(u32)}"
            fix = f"there are no atomics on 16 bits; use an array of {other}"
        elif element.is_float:
            bits = self.spelling.call("asuint", "x")
            fix = f"floats have no bitwise atomics; keep the bits, `{bits}`, in an array of {self.spelling.type(u32)}"
        self.fail("atomic-type", f"`{function}` expects elements of {expects}, got {type.name}", fix)
