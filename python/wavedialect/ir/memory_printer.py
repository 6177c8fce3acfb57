"""The memory part of the printer: element addresses, loads, stores, arrays, atomics and images.

In MLIR memory has one dimension and consists of scalars: element ``i`` of a ``float3`` buffer is the three scalars
starting at ``3 * i``, a struct is its words, and the index of ``a[y, x]`` is ``y * stride + x``. The attribute
``component`` is the scalar or word of the element at which an access begins. ``text.stored`` says how memory stores
bytes and bools.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .bounds import Bounds
from .memories import INDEX_BITS, OUTSIDE, PARTS, Access, components_of
from .module import Location, Operation, Value
from .text import stored, table_text, type_text
from .types import BufferType, Composite, DType, ImageType, VectorType, element_of

if TYPE_CHECKING:
    from .printer import _FunctionPrinter

_ALL_ONES = (1 << 32) - 1


class MemoryPrinter:
    """Prints operations on memory and images."""

    def index(self: _FunctionPrinter, name: str, location: Location) -> str:
        """An i32 value as an index."""
        return self.step(f"arith.index_castui {name} : i32 to index", location)

    def number(self: _FunctionPrinter, value: int, location: Location) -> str:
        """An i32 constant."""
        signed = value - (1 << 32) if value >> 31 else value
        return self.step(f"arith.constant {signed} : i32", location)

    def linear(self: _FunctionPrinter, access: Access, location: Location) -> str:
        """The i32 index of an element in its memory."""
        *outer, last = [self.names[index] for index in access.indices]
        place = ""
        for index, stride in zip(outer, access.strides, strict=True):
            row = self.step(f"arith.muli {index}, {self.names[stride]} : i32", location)
            place = self.step(f"arith.addi {place}, {row} : i32", location) if place else row
        return self.step(f"arith.addi {place}, {last} : i32", location) if place else last

    def tests(self: _FunctionPrinter, access: Access, location: Location) -> list[str]:
        """For each dimension, whether the index is within it."""
        return [
            self.step(f"arith.cmpi ult, {self.names[index]}, {self.names[size]} : i32", location)
            for index, size in zip(access.indices, access.shape, strict=True)
        ]

    def is_guarded(self: _FunctionPrinter, access: Access) -> bool:
        """Whether the access is under a test of each of its indices."""
        return bool(access.shape) and self.bounds is Bounds.GUARDED and isinstance(access.memory.type, BufferType)

    def proved(self: _FunctionPrinter, access: Access) -> str:
        """The attribute of a load or store whose tests prove that it is within the memory; `wave-guard-buffers` says
        why."""
        return " {wave.in_bounds}" if self.is_guarded(access) else ""

    def address(self: _FunctionPrinter, operation: Operation, part: int = 0) -> str:
        """The scalar index of an element, or of its component that the operation accesses, or of the ``part``-th after
        that.

        For a buffer of one dimension, an index for which the product would wrap around gives the greatest index, which
        is out of bounds of every buffer; arrays are never accessed out of bounds.
        """
        access, location = Access.of(operation), operation.location
        element, component = access.memory.type.element, operation.attributes.get("component", 0) + part
        place = name = self.linear(access, location)
        if isinstance(element, Composite):
            place = self.step(f"arith.muli {name}, {self.number(element.size, location)} : i32", location)
            if component:
                place = self.step(f"arith.addi {place}, {self.number(component, location)} : i32", location)
            if isinstance(access.memory.type, BufferType) and not self.is_guarded(access):
                limit, last = self.number(_ALL_ONES // element.size, location), self.number(_ALL_ONES, location)
                fits = self.step(f"arith.cmpi ult, {name}, {limit} : i32", location)
                place = self.step(f"arith.select {fits}, {place}, {last} : i32", location)
        if self.bounds is Bounds.WATCHED:
            place = self.watched(access, place, location)
        return self.index(place, location)

    def watched(self: _FunctionPrinter, access: Access, place: str, location: Location) -> str:
        """The index of an element, or an index that tells which dimension was left, and where."""
        if not access.shape:
            return place
        half = 1 << (INDEX_BITS - 1)
        bounds = [self.number(bound, location) for bound in (_ALL_ONES + 1 - half, half - 1, 2 * half - 1)]
        tests = self.tests(access, location)
        for axis in reversed(range(len(tests))):
            number = self.names[access.indices[axis]]
            for name, bound in zip(("maxsi", "minsi", "andi"), bounds, strict=True):
                number = self.step(f"arith.{name} {number}, {bound} : i32", location)
            outside = self.number(OUTSIDE + (axis << INDEX_BITS), location)
            outside = self.step(f"arith.ori {number}, {outside} : i32", location)
            place = self.step(f"arith.select {tests[axis]}, {place}, {outside} : i32", location)
        return place

    def watched_start(self: _FunctionPrinter, operation: Operation, start: str, tests: list[str]) -> str:
        """The element of memory where a copy or a matrix starts, or one that tells which dimension it leaves. ``tests`` has for each
        of the operation's ``axes`` whether it does not, and the size of the dimension."""
        location, is_scalar = operation.location, operation.attributes.get("components", 1) == 1
        for axis, fits, size in zip(operation.attributes.get("axes", ()), tests[::2], tests[1::2], strict=True):
            # The index of a vector is multiplied by its size.
            outside = self.number(OUTSIDE + (axis << INDEX_BITS) if is_scalar else OUTSIDE >> 3, location)
            outside = self.step(f"arith.addi {size}, {outside} : i32", location)
            start = self.step(f"arith.select {fits}, {start}, {outside} : i32", location)
        return start

    def access(self: _FunctionPrinter, operation: Operation, text_of: Callable[[Operation], str]) -> None:
        """Prints a load, store or atomic. ``text_of`` prints what comes before it, and returns its text."""
        access, location = Access.of(operation), operation.location
        if not self.is_guarded(access):
            self.assign(operation, text_of(operation))
            return
        test, *others = self.tests(access, location)
        for other in others:
            test = self.step(f"arith.andi {test}, {other} : i1", location)
        line, outer = self.keep_line(), self.indent
        head, results = f"scf.if {test}", operation.results
        self.indent += "  "
        if results:
            type = type_text(results[0].type)
            head += f" -> ({type})"
            self.line(f"scf.yield {self.step(text_of(operation), location)} : {type}", location)
            self.lines.append(f"{outer}}} else {{")
            zero = self.step(f"arith.constant {_zero(results[0].type)}", location)
            self.line(f"scf.yield {zero} : {type}", location)
        else:
            self.line(text_of(operation), location)
        self.indent = outer
        self.opening(line, operation, f"{head} {{")
        self.closing(operation)

    def memref_load(self: _FunctionPrinter, operation: Operation) -> None:
        self.access(operation, self.load_text)

    def load_text(self: _FunctionPrinter, operation: Operation) -> str:
        access, location = Access.of(operation), operation.location
        memory, result = access.memory, operation.results[0].type
        if stored(memory.type).bits == 8:
            return self.byte_load_text(operation)
        if memory.type.coherent:
            return self.coherent_load_text(operation)
        place = self.address(operation)
        name, shape = "memref.load", ""
        if isinstance(result, VectorType):
            name, shape = "vector.load", f", {self.in_memory(result)}"
        text = f"{name} {self.names[memory]}[{place}]{self.proved(access)} : {type_text(memory.type)}{shape}"
        return self.as_bool(text, result, location) if result.is_bool else text

    def byte_load_text(self: _FunctionPrinter, operation: Operation) -> str:
        """A load of a byte, or of each component of a vector of bytes."""
        signed = stored(Access.of(operation).memory.type).signed
        return self._loads_text(operation, "wave.byte_load signed" if signed else "wave.byte_load")

    def coherent_load_text(self: _FunctionPrinter, operation: Operation) -> str:
        """A load of a scalar that other groups may store, or of each component of a vector."""
        return self._loads_text(operation, "wave.coherent_load")

    def _loads_text(self: _FunctionPrinter, operation: Operation, name: str) -> str:
        """A load of a scalar, or of each component of a vector."""
        access, location, result = Access.of(operation), operation.location, operation.results[0].type
        memory = access.memory
        end = f"{self.proved(access)} : {type_text(memory.type)}"
        loads = [
            f"{name} {self.names[memory]}[{self.address(operation, part)}]{end}"
            for part in range(result.size if isinstance(result, VectorType) else 1)
        ]
        text = loads[0]
        if isinstance(result, VectorType):
            scalars = ", ".join([self.step(load, location) for load in loads])
            text = f"vector.from_elements {scalars} : {self.in_memory(result)}"
        return self.as_bool(text, result, location) if result.is_bool else text

    def as_bool(self: _FunctionPrinter, text: str, result: DType | VectorType, location: Location) -> str:
        """Bools from the i32 that memory stores."""
        word, type = self.step(text, location), self.in_memory(result)
        zero = self.step(f"arith.constant {'dense<0>' if isinstance(result, VectorType) else '0'} : {type}", location)
        return f"arith.cmpi ne, {word}, {zero} : {type}"

    @staticmethod
    def in_memory(type: DType | VectorType) -> str:
        """The type that a load or store has for a value."""
        return type.mlir.replace("i1", "i32") if type.is_bool else type.mlir

    def memref_store(self: _FunctionPrinter, operation: Operation) -> None:
        self.access(operation, self.store_text)

    def store_text(self: _FunctionPrinter, operation: Operation) -> str:
        access, location = Access.of(operation), operation.location
        (value,), memory = access.values, access.memory
        if stored(memory.type).bits == 8:
            return self.byte_store_text(operation)
        if memory.type.coherent:
            return self.scalar_stores_text("wave.coherent_store", operation)
        place = self.address(operation)
        name, shape = "memref.store", ""
        if isinstance(value.type, VectorType):
            name, shape = "vector.store", f", {self.in_memory(value.type)}"
        stored_value = self.from_bool(value, location)
        if element_of(memory.type.element).bits == 8:
            stored_value = self.low_byte(stored_value, value.type, location)
        target = f"{self.names[memory]}[{place}]{self.proved(access)}"
        return f"{name} {stored_value}, {target} : {type_text(memory.type)}{shape}"

    def byte_store_text(self: _FunctionPrinter, operation: Operation) -> str:
        """A store of the low byte of an i32, or of each component of a vector."""
        return self.scalar_stores_text("wave.byte_store", operation)

    def scalar_stores_text(self: _FunctionPrinter, store: str, operation: Operation) -> str:
        """A store by the operation ``store``, which takes scalars, or one of each component of a vector."""
        access, location = Access.of(operation), operation.location
        (value,), memory = access.values, access.memory
        type, name = self.in_memory(value.type), self.from_bool(value, location)
        names = [name]
        if isinstance(value.type, VectorType):
            parts = range(value.type.size)
            component = self.in_memory(element_of(value.type))
            names = [self.step(f"vector.extract {name}[{part}] : {component} from {type}", location) for part in parts]
        end = f"{self.proved(access)} : {type_text(memory.type)}"
        stores = [
            f"{store} {scalar}, {self.names[memory]}[{self.address(operation, part)}]{end}"
            for part, scalar in enumerate(names)
        ]
        for text in stores[:-1]:
            self.line(text, location)
        return stores[-1]

    def from_bool(self: _FunctionPrinter, value: Value, location: Location) -> str:
        """A value, with a bool as the i32 that memory stores."""
        if not value.type.is_bool:
            return self.names[value]
        types = f"{type_text(value.type)} to {self.in_memory(value.type)}"
        return self.step(f"arith.extui {self.names[value]} : {types}", location)

    def low_byte(self: _FunctionPrinter, name: str, type: DType | VectorType, location: Location) -> str:
        """An integer without the bits that a byte has not, as a load of the byte would return it."""
        number = "dense<{}>" if isinstance(type, VectorType) else "{}"
        if not type.signed:
            mask = self.step(f"arith.constant {number.format(255)} : {type.mlir}", location)
            return self.step(f"arith.andi {name}, {mask} : {type.mlir}", location)
        places = self.step(f"arith.constant {number.format(24)} : {type.mlir}", location)
        top = self.step(f"arith.shli {name}, {places} : {type.mlir}", location)
        return self.step(f"arith.shrsi {top}, {places} : {type.mlir}", location)

    def memref_dim(self: _FunctionPrinter, operation: Operation) -> None:
        memory, location = operation.operands[0], operation.location
        zero = self.step("arith.constant 0 : index", location)
        scalars = self.step(f"memref.dim {self.names[memory]}, {zero} : {type_text(memory.type)}", location)
        element = memory.type.element
        if not isinstance(element, Composite):
            self.assign(operation, f"arith.index_castui {scalars} : index to i32")
            return
        count = self.step(f"arith.index_castui {scalars} : index to i32", location)
        self.assign(operation, f"arith.divui {count}, {self.number(element.size, location)} : i32")

    def scalars(self: _FunctionPrinter, operation: Operation) -> str:
        """The size of an array in scalars."""
        size, element = self.names[operation.operands[0]], operation.results[0].type.element
        if not isinstance(element, Composite):
            return size
        return self.step(
            f"arith.muli {size}, {self.number(element.size, operation.location)} : i32", operation.location
        )

    def parts(self: _FunctionPrinter, operation: Operation) -> str:
        """The attribute of an array of several dimensions whose sizes are known, which lints read: each size, and its
        stride in scalars. The checker reads watched indices instead."""
        shape = operation.attributes.get("shape", ())
        if not shape or None in shape or self.bounds is Bounds.WATCHED:
            return ""
        stride, dimensions = components_of(operation.results[0].type) or 1, ""
        for size in reversed(shape):
            dimensions = f"[{size}*{stride}]{dimensions}"
            stride *= size
        return f' {{{PARTS} = ["0 {dimensions}"]}}'

    def memref_alloca(self: _FunctionPrinter, operation: Operation) -> None:
        size, parts = self.index(self.scalars(operation), operation.location), self.parts(operation)
        self.assign(operation, f"memref.alloca({size}){parts} : {type_text(operation.results[0].type)}")

    def wave_groupshared(self: _FunctionPrinter, operation: Operation) -> None:
        size, parts = self.scalars(operation), self.parts(operation)
        self.assign(operation, f"wave.groupshared({size}){parts} : {type_text(operation.results[0].type)}")

    def wave_dispatch_mesh(self: _FunctionPrinter, operation: Operation) -> None:
        counts, payload = operation.operands[:3], operation.operands[3:]
        text = f"wave.dispatch_mesh {self.use(counts)}"
        if payload:
            text += f" payload({self.names[payload[0]]} : {type_text(payload[0].type)})"
        self.line(text, operation.location)

    def wave_lookup(self: _FunctionPrinter, operation: Operation) -> None:
        (index,), type = operation.operands, operation.results[0].type
        table = table_text(operation.attributes["table"], type)
        self.assign(operation, f"wave.lookup {self.names[index]}, {table} -> {type.mlir}")

    # Atomics.

    def atomic(self: _FunctionPrinter, operation: Operation) -> None:
        self.access(operation, self.atomic_text)

    def atomic_text(self: _FunctionPrinter, operation: Operation) -> str:
        """``name [kind] values, memory[index] : type``."""
        access = Access.of(operation)
        place = f"{self.names[access.memory]}[{self.address(operation)}]"
        return f"{_with_kind(operation)} {self.use(access.values)}, {place} : {type_text(access.memory.type)}"

    wave_atomic_rmw = wave_atomic_exchange = wave_atomic_cas = atomic

    # Images.

    def wave_image_load(self: _FunctionPrinter, operation: Operation) -> None:
        image, *coordinates = operation.operands
        types = f"{type_text(image.type)} -> {type_text(operation.results[0].type)}"
        self.assign(operation, f"wave.image_load {self.names[image]}[{self.use(coordinates)}] : {types}")

    def wave_image_store(self: _FunctionPrinter, operation: Operation) -> None:
        value, image, *coordinates = operation.operands
        place = f"{self.names[image]}[{self.use(coordinates)}]"
        types, name = f"{type_text(value.type)}, {type_text(image.type)}", self.names[value]
        if image.type.element.bits == 8:
            # Devices store the nearest number that the format has.
            name = self.low_byte(name, value.type, operation.location)
        self.assign(operation, f"wave.image_store {name}, {place} : {types}")

    def image_atomic(self: _FunctionPrinter, operation: Operation) -> None:
        """``name [kind] values, image[coordinates] : type``."""
        image = next(value for value in operation.operands if isinstance(value.type, ImageType))
        number = operation.operands.index(image)
        values, coordinates = operation.operands[:number], operation.operands[number + 1 :]
        place = f"{self.names[image]}[{self.use(coordinates)}]"
        self.assign(operation, f"{_with_kind(operation)} {self.use(values)}, {place} : {type_text(image.type)}")

    wave_image_atomic_rmw = wave_image_atomic_exchange = wave_image_atomic_cas = image_atomic


def _with_kind(operation: Operation) -> str:
    """The name of an operation, with its kind if it has one."""
    return " ".join([operation.name, *(word for key, word in operation.attributes.items() if key == "kind")])


def _zero(type: DType | VectorType) -> str:
    """The text of a zero of a type."""
    if type.is_bool and isinstance(type, DType):
        return "false"
    zero = "false" if type.is_bool else "0.0" if type.is_float else "0"
    return f"{f'dense<{zero}>' if isinstance(type, VectorType) else zero} : {type_text(type)}"
