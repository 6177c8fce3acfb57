"""Buffers, groupshared and local arrays, and atomics on them."""

from __future__ import annotations

from typing import Any

from ..types import DType, Groupshared, LocalArray, MemoryType, i32, u32
from ..values import Aggregate, Memory, Operand, Scalar, describe
from .arithmetic import Arithmetic


class MemoryRules(Arithmetic):
    """Buffers, groupshared and local arrays, and atomics on them."""

    def memory(self, operand: Operand, use: str) -> Memory:
        """The operand, which must be a buffer or array."""
        if not isinstance(operand, Memory):
            self.fail(
                "value-type", f"{use} takes a buffer or an array, got {describe(operand)}", "pass the array itself"
            )
        return operand

    def index(self, operand: Operand) -> Scalar:
        """An index: an i32 or u32."""
        scalar = self.scalar(operand, "an index")
        if not scalar.type.is_integer:
            self.fail("index-not-integer", f"an index expects i32 or u32, got {describe(scalar)}")
        if scalar.constant is not None and scalar.constant < 0:
            self.fail(
                "literal-range",
                f"an index counts from 0, got {scalar.constant}",
                "count from the front: `len(buffer) - 1`",
            )
        if scalar.weak and scalar.constant is not None and scalar.constant > i32.highest:
            return self.adapt(scalar, u32)
        return self.typed(scalar)

    def load(self, memory: Memory, index: Operand) -> Scalar:
        """``memory[index]``."""
        return self.emit_scalar("memref.load", [memory.value, self.value(self.index(index))], memory.type.element)

    def store(self, memory: Memory, index: Operand, operand: Operand, text: Any) -> None:
        """``memory[index] = operand``."""
        self.check_writable(memory, text)
        value = self.value(self.coerce(operand, memory.type.element, f"an element of `{text}`"))
        self.emit("memref.store", [value, memory.value, self.value(self.index(index))])

    def check_writable(self, memory: Memory, text: Any) -> None:
        """Refuses a read-only buffer."""
        if not memory.type.writable:
            fix = f"declare it as `{text}: wd.RWBuffer[{memory.type.element.name}]`"
            self.fail("read-only-buffer", f"`{text}` is a read-only {memory.type.name}", fix)

    def length(self, operand: Operand) -> Scalar:
        """``len(operand)``, a u32."""
        if isinstance(operand, Aggregate):
            return self.constant(len(operand.items))
        memory = self.memory(operand, "`len`")
        if memory.size is not None:
            return self.cast(u32, memory.size)
        if isinstance(memory.type, Groupshared | LocalArray):
            self.fail("length-unknown", f"a function does not know the length of its argument, {memory.type.name}")
        return self.emit_scalar("memref.dim", [memory.value], u32)

    def array(self, kind: type[MemoryType], element: DType, size: Operand) -> Memory:
        """``wd.groupshared(element, size)`` or ``wd.local_array(element, size)``."""
        scalar = self.typed(self.scalar(size, "a size"))
        if not scalar.type.is_integer:
            self.fail("index-not-integer", f"a size expects i32 or u32, got {describe(scalar)}")
        if scalar.constant is not None and scalar.constant < 1:
            self.fail("size-not-positive", f"an array of {scalar.constant} elements")
        name = "wave.groupshared" if kind is Groupshared else "memref.alloca"
        type = kind(element)
        return Memory(type, self.emit(name, [self.value(scalar)], [type])[0], scalar)

    def atomic(self, word: str, operand: Operand, index: Operand, value: Operand, text: Any) -> Scalar:
        """``wd.atomic_<word>(memory, index, value)``: the old value."""
        memory = self.memory(operand, f"`atomic_{word}`")
        element = memory.type.element
        if isinstance(memory.type, LocalArray):
            self.fail(
                "atomic-type", f"`{text}` is each lane's own, so an atomic on it has no meaning", "use plain operators"
            )
        if not element.is_integer:
            self.fail("atomic-type", f"`atomic_{word}` expects elements of i32 or u32, got {memory.type.name}")
        self.check_writable(memory, text)
        place = self.value(self.index(index))
        new = self.value(self.coerce(value, element, f"`atomic_{word}` on `{text}`"))
        return self.emit_scalar("wave.atomic_rmw", [new, memory.value, place], element, kind=self.kind(word, element))
