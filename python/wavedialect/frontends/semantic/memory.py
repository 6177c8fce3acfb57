"""Buffers, groupshared and local arrays."""

from __future__ import annotations

from typing import Any, NoReturn

from ...ir.structs import StructType
from ...ir.types import Composite, DType, Groupshared, LocalArray, MemoryType, element_of, i32, u32
from .advice import bare
from .arithmetic import Arithmetic
from .core import Phrase
from .values import Aggregate, Image, Memory, Operand, Scalar, Static, Vector, describe


class MemoryRules(Arithmetic):
    """Buffers, groupshared and local arrays."""

    def memory(self, operand: Operand, use: str) -> Memory:
        """Checks that the operand is a buffer or array, and returns it."""
        if not isinstance(operand, Memory):
            fix = "pass the array itself"
            if isinstance(operand, Image):
                fix = "use a `wd.RWBuffer` in place of the image, with index `y * width + x`"
            elif isinstance(operand, Static) and hasattr(operand.object, "__len__"):
                fix = f"it is known outside of the kernel: `wd.static(len({operand.path}))`"
            self.fail("value-type", f"{use} takes a buffer or an array, got {describe(operand)}", fix)
        return operand

    def index(self, operand: Operand, text: Any = "x", use: str = "an index", memory: Any = None) -> Scalar:
        """An index of ``memory``, or the index of a lane: an i32 or u32."""
        scalar = self.scalar(operand, use, text)
        if not scalar.type.is_integer:
            self._refuse_index(scalar, use, text)
        if scalar.constant is not None and scalar.constant < 0:
            fix = (
                f"count from the end: `len({memory}) - {-scalar.constant}`"
                if memory is not None
                else "the first lane is 0"
            )
            self.fail("literal-range", f"{use} cannot be negative, got {scalar.constant}", fix)
        if scalar.weak and scalar.constant is not None and scalar.constant > i32.highest:
            return self.adapt(scalar, u32)
        self._word(scalar, use, text)
        return self.typed(scalar)

    def check_bounds(self, memory: Memory, index: Scalar, text: Any) -> None:
        """Rejects a constant index beyond the end of an array whose size is known; ``text`` is the array's."""
        size = None if memory.size is None else memory.size.constant
        if size is None or index.constant is None or index.constant < size:
            return
        message = f"index {index.constant} is out of bounds: `{text}` has {size} element{'s' * (size != 1)}"
        make = "groupshared" if isinstance(memory.type, Groupshared) else "local_array"
        larger = f"`wd.{make}({memory.type.element.name}, {index.constant + 1})`"
        valid = f"an index from 0 to {size - 1}" if size > 1 else "the index 0"
        self.fail("literal-range", message, f"use {valid}, or make the array larger: {larger}")

    def _refuse_index(self, scalar: Scalar, use: str, text: Any) -> NoReturn:
        """Reports an index or size that is not an integer."""
        fix = f"convert it: `u32({bare(text)})`"
        if scalar.weak and scalar.constant is not None:
            fix = f"write an integer: `{int(scalar.constant)}`"
        self.fail("index-not-integer", f"{use} expects i32 or u32, got {describe(scalar)}", fix)

    def _word(self, scalar: Scalar, use: str, text: Any) -> None:
        """Rejects integers whose width is not 32 bits."""
        if scalar.type.bits != 32:
            fix = f"convert it: `{'i32' if scalar.type.signed else 'u32'}({bare(text)})`"
            self.fail("index-width", f"{use} must be an i32 or a u32, got {describe(scalar)}", fix)

    def load(self, memory: Memory, index: Operand, component: int | None = None) -> Any:
        """``memory[index]``, or one component of this element if it is a vector."""
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
        """Writes one component of a vector in memory, and leaves the others unchanged."""
        place = self.value(self.index(index))
        self.emit("memref.store", [self.value(scalar), memory.value, place], component=component)

    def check_writable(self, memory: Memory, text: Any) -> None:
        """Rejects a read-only buffer."""
        if not memory.type.writable:
            fix = f"declare it as `{text}: wd.RWBuffer[{memory.type.element.name}]`"
            self.fail("read-only-buffer", f"`{text}` is a read-only {memory.type.name}", fix)

    def length(self, operand: Operand) -> Scalar:
        """``len(operand)``: the number of elements of memory, a u32; of components or tuple elements, a literal."""
        if isinstance(operand, Aggregate) and not isinstance(operand.type, StructType):
            return self.constant(len(operand.items))
        if isinstance(operand, Vector):
            return self.constant(operand.type.size)
        if isinstance(operand, Image):
            fix = f"`wd.image_size({operand.value.name or 'image'})`: width, height"
            self.fail("image-as-value", f"`len` of an image, {describe(operand)}", fix)
        memory = self.memory(operand, "`len`")
        if memory.size is not None:
            return self.cast(u32, memory.size)
        if isinstance(memory.type, Groupshared | LocalArray):
            self.fail(
                "length-unknown",
                f"the length of an array that a function receives, {memory.type.name}, is not known in the function",
            )
        return self.compute("memref.dim", [memory.value], u32)

    def array_size(self, kind: type[MemoryType], element: DType | Composite, size: Operand, text: Any) -> Scalar:
        """The size of an array: an i32 or u32 greater than zero."""
        scalar = self.scalar(size, "a size", text)
        if not scalar.type.is_integer:
            self._refuse_index(scalar, "a size", text)
        scalar = self.typed(scalar)
        self._word(scalar, "a size", text)
        if scalar.constant is not None and scalar.constant < 1:
            self.fail("size-not-positive", f"the size of an array must be greater than zero, got {scalar.constant}")
        components = element.size if isinstance(element, Composite) else 1
        if scalar.constant is not None and scalar.constant * components > u32.highest:
            message = f"an array of {scalar.constant} {element.name} exceeds every limit"
            if kind is Groupshared:
                self.fail("groupshared-limit", message, "use a smaller array")
            self.fail("local-array-limit", message, "use a smaller array")
        return scalar

    def array(self, kind: type[MemoryType], element: DType | Composite, scalar: Scalar) -> Memory:
        """``wd.groupshared(element, size)`` or ``wd.local_array(element, size)``; ``array_size`` gives the size."""
        name = "wave.groupshared" if kind is Groupshared else "memref.alloca"
        type = kind(element)
        return Memory(type, self.emit(name, [self.value(scalar)], [type])[0], scalar)
