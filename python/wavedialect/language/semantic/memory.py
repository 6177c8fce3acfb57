"""Buffers, groupshared and local arrays."""

from __future__ import annotations

from typing import Any

from ..types import DType, Groupshared, LocalArray, MemoryType, VectorType, element_of, i32, u32
from ..values import Aggregate, Image, Memory, Operand, Scalar, Vector, describe
from .arithmetic import Arithmetic
from .core import Phrase


class MemoryRules(Arithmetic):
    """Buffers, groupshared and local arrays."""

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
        self._word(scalar, "an index")
        return self.typed(scalar)

    def _word(self, scalar: Scalar, use: str) -> None:
        """Refuses integers of other widths than 32 bits."""
        if scalar.type.bits != 32:
            fix = f"convert it: `{'i32' if scalar.type.signed else 'u32'}(...)`"
            self.fail("index-width", f"{use} is an i32 or a u32, got {describe(scalar)}", fix)

    def load(self, memory: Memory, index: Operand, component: int | None = None) -> Any:
        """``memory[index]``, or one component of a vector there."""
        operands = [memory.value, self.value(self.index(index))]
        element = memory.type.element
        if component is None:
            return self.compute("memref.load", operands, element)
        return self.compute("memref.load", operands, element_of(element), component=component)

    def store(self, memory: Memory, index: Operand, operand: Operand, text: Any) -> None:
        """``memory[index] = operand``."""
        self.check_writable(memory, text)
        value = self.value(self.coerce(operand, memory.type.element, Phrase("an element of `{}`", text)))
        self.emit("memref.store", [value, memory.value, self.value(self.index(index))])

    def store_component(self, memory: Memory, index: Operand, component: int, scalar: Scalar) -> None:
        """Writes one component of a vector in memory, and touches no other."""
        place = self.value(self.index(index))
        self.emit("memref.store", [self.value(scalar), memory.value, place], component=component)

    def check_writable(self, memory: Memory, text: Any) -> None:
        """Refuses a read-only buffer."""
        if not memory.type.writable:
            fix = f"declare it as `{text}: wd.RWBuffer[{memory.type.element.name}]`"
            self.fail("read-only-buffer", f"`{text}` is a read-only {memory.type.name}", fix)

    def length(self, operand: Operand) -> Scalar:
        """``len(operand)``, a u32: elements of memory, components of a vector."""
        if isinstance(operand, Aggregate):
            return self.constant(len(operand.items))
        if isinstance(operand, Vector):
            return self.constant(operand.type.size)
        if isinstance(operand, Image):
            self.fail(
                "image-as-value", f"`len` of an image, {describe(operand)}", "`wd.image_size(image)`: width, height"
            )
        memory = self.memory(operand, "`len`")
        if memory.size is not None:
            return self.cast(u32, memory.size)
        if isinstance(memory.type, Groupshared | LocalArray):
            self.fail("length-unknown", f"a function does not know the length of its argument, {memory.type.name}")
        return self.compute("memref.dim", [memory.value], u32)

    def array(self, kind: type[MemoryType], element: DType | VectorType, size: Operand) -> Memory:
        """``wd.groupshared(element, size)`` or ``wd.local_array(element, size)``."""
        scalar = self.typed(self.scalar(size, "a size"))
        if not scalar.type.is_integer:
            self.fail("index-not-integer", f"a size expects i32 or u32, got {describe(scalar)}")
        self._word(scalar, "a size")
        if scalar.constant is not None and scalar.constant < 1:
            self.fail("size-not-positive", f"an array of {scalar.constant} elements")
        size = element.size if isinstance(element, VectorType) else 1
        if scalar.constant is not None and scalar.constant * size > u32.highest:
            rule = "groupshared-limit" if kind is Groupshared else "local-array-limit"
            self.fail(rule, f"an array of {scalar.constant} {element.name}")
        name = "wave.groupshared" if kind is Groupshared else "memref.alloca"
        type = kind(element)
        return Memory(type, self.emit(name, [self.value(scalar)], [type])[0], scalar)
