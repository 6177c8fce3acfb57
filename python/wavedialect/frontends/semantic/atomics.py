"""Atomics on buffers, groupshared arrays and texels."""

from __future__ import annotations

from typing import Any

from ...ir.structs import StructType
from ...ir.types import DTYPES, LocalArray, VectorType, element_of, f32, f64, i32, u32
from .core import Phrase
from .images import Images
from .memory import MemoryRules
from .values import Call, Image, Memory, Scalar

#: The element types that atomics accept; bitwise ones accept only the integers.
ATOMIC_TYPES = (*(dtype for dtype in DTYPES.values() if dtype.is_integer and dtype.bits in (32, 64)), f32, f64)


class Atomics(MemoryRules, Images):
    """Atomics on buffers, groupshared arrays and texels."""

    def atomic(self, call: Call, operation: str, kind: str | None = None) -> Scalar:
        """An atomic on an element of memory, whose other operands follow its index; returns the old value."""
        operand, index, *operands = call.operands
        text, index_text, *texts = call.texts
        if isinstance(operand, Image):
            return self.image_atomic(call, operation, kind, operand)
        memory = self.memory(operand, f"`{call.function}`")
        self._check_atomic(call.function, kind, memory, text)
        element = memory.type.element
        place = self.accessed(memory, self.indices(memory, index, index_text, text))
        use = Phrase(f"`{call.function}` on `{{}}`", text)
        coerced = [self.coerce(value, element, use, its) for value, its in zip(operands, texts, strict=True)]
        attributes = {} if kind is None else {"kind": self.kind(kind, element)}
        word = element_of(memory.value.type.element)
        if memory.component is not None:
            attributes["component"] = memory.component
        values = [self.value(self.bitcast(word, number)) for number in coerced]
        return self.bitcast(element, self.compute(operation, [*values, *place], word, **attributes))

    def _check_atomic(self, function: str, kind: str | None, memory: Memory, text: Any) -> None:
        """Rejects memory that does not support the atomic."""
        type = memory.type
        element = type.element
        is_bitwise = kind in ("and", "or", "xor")
        if isinstance(type, LocalArray):
            message = f"`{function}` needs a buffer or groupshared array; `{text}` is a local array, which belongs to one lane"
            target = text if memory.component is not None else f"{text}[i]"
            self.fail("atomic-type", message, f"use plain operators: `{target} += value`")
        if element in ATOMIC_TYPES and not (is_bitwise and element.is_float):
            if kind is not None and element.is_float and not element_of(memory.value.type.element).is_float:
                message = f"`{function}` on `{text}`, a float in a struct that is stored as integers"
                self.fail("atomic-type", message, "use a struct of floats of one type, or a buffer of its own")
            self.check_writable(memory, text)
            return
        expects = "i32, u32, i64 or u64" if is_bitwise else "i32, u32, i64, u64, f32 or f64"
        fix = None
        if isinstance(element, StructType):
            fix = f"name the field: `{self.spelling.call(function, f'{text}[i].{element.names[0]}', 'value')}`"
        elif isinstance(element, VectorType) and memory.component is not None:
            fix = f"name one component: `{text}.x`"
        elif isinstance(element, VectorType):
            fix = f"use an array of {element.element.name} and the index `{element.size} * i + component`"
        elif element.bits in (8, 16):
            other = self.spelling.type(f32)
            if element.is_integer:
                other = f"{self.spelling.type(i32)} or {self.spelling.type(u32)}"
            fix = f"there are no atomics on {element.bits} bits; use an array of {other}"
        elif element.is_float:
            bits = self.spelling.call("asuint", "x")
            fix = f"floats have no bitwise atomics; keep the bits, `{bits}`, in an array of {self.spelling.type(u32)}"
        self.fail("atomic-type", f"`{function}` expects elements of {expects}, got {type.name}", fix)
