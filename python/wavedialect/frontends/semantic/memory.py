"""Buffers, groupshared and local arrays."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NoReturn

from ...ir.module import Value
from ...ir.structs import StructType
from ...ir.types import (
    RANKS,
    BufferType,
    Composite,
    DType,
    Groupshared,
    LocalArray,
    MemoryType,
    TupleType,
    element_of,
    i32,
    u32,
)
from .advice import integer_literal
from .arithmetic import Arithmetic
from .core import Phrase
from .spelling import bare
from .values import Aggregate, Image, Memory, Operand, Scalar, Static, Vector, describe


class MemoryRules(Arithmetic):
    """Buffers, groupshared and local arrays."""

    def memory(self, operand: Operand, use: str) -> Memory:
        """Checks that the operand is a buffer or array, and returns it."""
        if not isinstance(operand, Memory):
            fix = "pass the array itself"
            if isinstance(operand, Image):
                buffer = self.spelling.resource("RWBuffer")
                fix = f"use a `{buffer}` in place of the image, with index `y * width + x`"
            elif isinstance(operand, Static) and hasattr(operand.object, "__len__"):
                static = self.spelling.call("static", self.spelling.length(operand.path))
                fix = f"it is known outside of the kernel: `{static}`"
            self.fail("value-type", f"{use} takes a buffer or an array, got {describe(operand)}", fix)
        return operand

    def index(self, operand: Operand, text: Any = "x", use: str = "an index", length: str = "") -> Scalar:
        """An index of a memory, or the index of a lane: an i32 or u32. ``length`` is the code of the number that the
        index is below."""
        scalar = self.scalar(operand, use, text)
        if not scalar.type.is_integer:
            self._refuse_index(scalar, use, text)
        if scalar.constant is not None and scalar.constant < 0:
            fix = f"count from the end: `{length} - {-scalar.constant}`" if length else "the first lane is 0"
            self.fail("literal-range", f"{use} cannot be negative, got {scalar.constant}", fix)
        if scalar.weak and scalar.constant is not None and scalar.constant > i32.highest:
            return self.adapt(scalar, u32)
        self._word(scalar, use, text)
        return self.typed(scalar)

    def index_of(self, memory: Memory, operand: Operand, index_text: Any, text: Any, axis: int = 0) -> Scalar:
        """The index of a memory in one dimension; ``text`` is the memory's. Rejects a constant index beyond the end of
        an array whose size is known."""
        length = self.spelling.length(text) if memory.type.rank == 1 else f"{text}.shape[{axis}]"
        index = self.index(operand, index_text, "an index", length)
        self._check_bounds(memory, index, text, axis)
        return index

    def indices(self, memory: Memory, operand: Operand, index_text: Any, text: Any) -> Operand:
        """The index of a memory, or a tuple of one index for each dimension."""
        items = self.split_index(memory, operand, text)
        if memory.type.rank == 1:
            return self.index_of(memory, items[0], index_text, text)
        texts = getattr(index_text, "parts", None) or [f"{index_text}[{axis}]" for axis in range(len(items))]
        made = [self.index_of(memory, *pair, text, axis) for axis, pair in enumerate(zip(items, texts, strict=True))]
        return self.joined(made)

    def joined(self, indices: Sequence[Scalar]) -> Aggregate:
        """The tuple of the indices of an element."""
        return Aggregate(TupleType(tuple(index.type for index in indices)), list(indices))

    def split_index(self, memory: Memory, operand: Operand, text: Any) -> list[Operand]:
        """The indices in the operand of a subscript, one for each dimension."""
        items = operand.items if isinstance(operand, Aggregate) else [operand]
        rank = memory.type.rank
        if len(items) == rank:
            return items
        names = ("z", "y", "x")[-rank:]
        use = f"`{text}[{', '.join(names) if rank > 1 else 'i'}]`"
        wanted = "one index" if rank == 1 else f"{rank} indices"
        message = f"`{text}`, a {memory.type.name}, takes {wanted}, got {len(items)}"
        fix = f"write {use}"
        if rank == 1 and isinstance(memory.type, BufferType) and len(items) in RANKS:
            more = f"`{self.spelling.resource(memory.type.word, memory.type.element, len(items))}`"
            fix = f"declare `{text}` as {more}, or compute one index: `y * width + x`"
        elif rank == 1:
            element = self.spelling.type(memory.type.element)
            fix = f"give the array a shape, `{self.spelling.call(self._maker(memory), element, '(height, width)')}`, or"
            fix += " compute one index: `y * width + x`"
        elif isinstance(operand, Vector) and operand.type.size == rank:
            fix = f"an index does not take its order from a vector: write `{text}[v.y, v.x]`"
        elif len(items) < rank:
            fix += "; an array has no rows: read each element"
        self.fail("index-not-integer", message, fix)

    @staticmethod
    def _maker(memory: Memory) -> str:
        """The function that makes an array."""
        return "groupshared" if isinstance(memory.type, Groupshared) else "local_array"

    def _check_bounds(self, memory: Memory, index: Scalar, text: Any, axis: int) -> None:
        known = memory.shape[axis] if memory.shape else memory.size
        size = None if known is None else known.constant
        if size is None or index.constant is None or index.constant < size:
            return
        has = f"`{text}` has {size} element{'s' * (size != 1)}"
        wanted: Any = index.constant + 1
        if memory.shape:
            has = f"dimension {axis} of `{text}` has size {size}"
            sizes = [wanted if axis == other else one.constant for other, one in enumerate(memory.shape)]
            wanted = "(" + ", ".join("..." if one is None else str(one) for one in sizes) + ")"
        message = f"index {index.constant} is out of bounds: {has}"
        larger = f"`{self.spelling.call(self._maker(memory), self.spelling.type(memory.type.element), wanted)}`"
        valid = f"an index from 0 to {size - 1}" if size > 1 else "the index 0"
        self.fail("literal-range", message, f"use {valid}, or make the array larger: {larger}")

    def _refuse_index(self, scalar: Scalar, use: str, text: Any) -> NoReturn:
        """Reports an index or size that is not an integer."""
        fix = f"convert it: `{self.spelling.cast(u32, text)}`"
        if scalar.weak and scalar.constant is not None:
            fix = integer_literal(scalar.constant)
        self.fail("index-not-integer", f"{use} expects i32 or u32, got {describe(scalar)}", fix)

    def _word(self, scalar: Scalar, use: str, text: Any) -> None:
        """Rejects integers whose width is not 32 bits."""
        if scalar.type.bits != 32:
            fix = f"convert it: `{self.spelling.cast(i32 if scalar.type.signed else u32, text)}`"
            self.fail("index-width", f"{use} must be an i32 or a u32, got {describe(scalar)}", fix)

    def accessed(self, memory: Memory, index: Operand) -> list[Value]:
        """The operands of an access of ``memory[index]``, in the order of ``Access``."""
        items = index.items if isinstance(index, Aggregate) else [index]
        return [memory.value, *(self.value(self.index(item)) for item in items), *map(self.value, memory.extents)]

    def load(self, memory: Memory, index: Operand, component: int | None = None) -> Any:
        """``memory[index]``, or one component of this element if it is a vector."""
        operands = self.accessed(memory, index)
        value = memory.type.element.value
        if component is None:
            return self.compute("memref.load", operands, value)
        return self.compute("memref.load", operands, element_of(value), component=component)

    def store(self, memory: Memory, index: Operand, operand: Operand, text: Any) -> None:
        """``memory[index] = operand``."""
        self.check_writable(memory, text)
        value = self.value(self.stored(operand, memory.type.element, Phrase("an element of `{}`", text)))
        self.emit("memref.store", [value, *self.accessed(memory, index)])

    def store_component(self, memory: Memory, index: Operand, component: int, scalar: Scalar) -> None:
        """Writes one component of a vector in memory, and leaves the others unchanged."""
        place = self.accessed(memory, index)
        self.emit("memref.store", [self.value(scalar), *place], component=component)

    def check_writable(self, memory: Memory, text: Any) -> None:
        """Rejects a read-only buffer."""
        if not memory.type.writable:
            fix = f"declare it as `{text}: {self.spelling.resource('RWBuffer', memory.type.element, memory.type.rank)}`"
            self.fail("read-only-buffer", f"`{text}` is a read-only {memory.type.name}", fix)

    def length(self, operand: Operand) -> Scalar:
        """``len(operand)``: the number of elements of memory, a u32, or of its first dimension; of components or tuple
        elements, a literal."""
        if isinstance(operand, Aggregate) and not isinstance(operand.type, StructType):
            return self.constant(len(operand.items))
        if isinstance(operand, Vector):
            return self.constant(operand.type.size)
        if isinstance(operand, Image):
            fix = f"`{self.spelling.call('image_size', operand.value.name or 'image')}`: width, height"
            self.fail("image-as-value", f"`len` of an image, {describe(operand)}", fix)
        memory = self.memory(operand, "`len`")
        if memory.shape:
            return self.cast(u32, memory.shape[0])
        if memory.size is not None:
            return self.cast(u32, memory.size)
        if isinstance(memory.type, Groupshared | LocalArray):
            self.fail(
                "length-unknown",
                f"the length of an array that a function receives, {memory.type.name}, is not known in the function",
            )
        return self.compute("memref.dim", [memory.value], u32)

    def shape(self, memory: Memory) -> Aggregate:
        """``memory.shape``: the size of each dimension, a u32."""
        return self.joined([self.cast(u32, size) for size in memory.shape] or [self.length(memory)])

    def array_shape(self, kind: type[MemoryType], element: DType | Composite, size: Operand, text: Any) -> list[Scalar]:
        """The size of each dimension of an array: i32 or u32 greater than zero."""
        if not isinstance(size, Aggregate):
            return [self._array_size(kind, element, size, text)]
        if isinstance(element, StructType) and len(size.items) > 1:
            message = f"an array of {element.name}, a struct, has one dimension"
            self.fail("array-of-structs", message, "give one size, and compute the index: `y * width + x`")
        if len(size.items) not in RANKS:
            message = f"an array has one to three dimensions, got the size `{bare(text)}`"
            self.fail("size-not-positive", message, "give one to three sizes: `(height, width)`")
        texts = getattr(text, "parts", None) or [f"{text}[{axis}]" for axis in range(len(size.items))]
        shape = [self._array_size(kind, element, *pair) for pair in zip(size.items, texts, strict=True)]
        known = [one.constant for one in shape if one.constant is not None]
        self._array_size(kind, element, self.constant(math.prod(known), u32 if known else None), text)
        return [self.cast(u32, one) for one in shape] if len(shape) > 1 else shape

    def _array_size(self, kind: type[MemoryType], element: DType | Composite, size: Operand, text: Any) -> Scalar:
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

    def array(self, kind: type[MemoryType], element: DType | Composite, shape: Sequence[Scalar]) -> Memory:
        """``wd.groupshared(element, size)`` or ``wd.local_array(element, size)``; ``array_shape`` gives the shape."""
        name = "wave.groupshared" if kind is Groupshared else "memref.alloca"
        type = kind(element, rank=len(shape))
        if len(shape) == 1:
            return Memory(type, self.emit(name, [self.value(shape[0])], [type])[0], shape[0])
        # The strides are the products of the sizes that follow; the last product is the size of the array.
        products = [shape[-1]]
        for size in reversed(shape[:-1]):
            products.append(self.binary("*", size, products[-1]))
        # Every access uses these values.
        shape = [Scalar(size.type, self.value(size), size.constant) for size in shape]
        strides = [Scalar(size.type, self.value(size), size.constant) for size in reversed(products[:-1])]
        known = tuple(size.constant for size in shape)
        made = self.emit(name, [self.value(products[-1])], [type], shape=known)[0]
        return Memory(type, made, products[-1], shape, strides)
