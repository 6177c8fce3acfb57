"""The memory part of the printer: element addresses, loads, stores, arrays, atomics and images.

In MLIR memory consists of scalars: element ``i`` of a ``float3`` buffer is the three scalars starting at ``3 * i``, and
a struct is its words. The attribute ``component`` is the scalar or word of the element at which an access begins.
``bool`` is stored as i32.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .module import Location, Operation, Value
from .text import table_text, type_text
from .types import BufferType, Composite, DType, VectorType

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

    def address(self: _FunctionPrinter, memory: Value, index: Value, component: int, location: Location) -> str:
        """The scalar index of a component of an element.

        For a buffer, an index for which the product would wrap around gives the greatest index, which is out of bounds
        of every buffer; arrays are never accessed out of bounds.
        """
        element, name = memory.type.element, self.names[index]
        if not isinstance(element, Composite):
            return self.index(name, location)
        place = self.step(f"arith.muli {name}, {self.number(element.size, location)} : i32", location)
        if component:
            place = self.step(f"arith.addi {place}, {self.number(component, location)} : i32", location)
        if isinstance(memory.type, BufferType):
            limit, last = self.number(_ALL_ONES // element.size, location), self.number(_ALL_ONES, location)
            fits = self.step(f"arith.cmpi ult, {name}, {limit} : i32", location)
            place = self.step(f"arith.select {fits}, {place}, {last} : i32", location)
        return self.index(place, location)

    def memref_load(self: _FunctionPrinter, operation: Operation) -> None:
        memory, index = operation.operands
        location, result = operation.location, operation.results[0].type
        place = self.address(memory, index, operation.attributes.get("component", 0), location)
        name, shape = "memref.load", ""
        if isinstance(result, VectorType):
            name, shape = "vector.load", f", {self.in_memory(result)}"
        text = f"{name} {self.names[memory]}[{place}] : {type_text(memory.type)}{shape}"
        if not result.is_bool:
            self.assign(operation, text)
            return
        word = self.step(text, location)
        zero = self.step(f"arith.constant {'dense<0>' if shape else '0'} : {self.in_memory(result)}", location)
        self.assign(operation, f"arith.cmpi ne, {word}, {zero} : {self.in_memory(result)}")

    @staticmethod
    def in_memory(type: DType | VectorType) -> str:
        """The type with which memory stores a value."""
        return type.mlir.replace("i1", "i32") if type.is_bool else type.mlir

    def memref_store(self: _FunctionPrinter, operation: Operation) -> None:
        value, memory, index = operation.operands
        location, stored_value = operation.location, self.names[value]
        place = self.address(memory, index, operation.attributes.get("component", 0), location)
        name, shape = "memref.store", ""
        if isinstance(value.type, VectorType):
            name, shape = "vector.store", f", {self.in_memory(value.type)}"
        if value.type.is_bool:
            types = f"{type_text(value.type)} to {self.in_memory(value.type)}"
            stored_value = self.step(f"arith.extui {stored_value} : {types}", location)
        self.assign(
            operation, f"{name} {stored_value}, {self.names[memory]}[{place}] : {type_text(memory.type)}{shape}"
        )

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

    def memref_alloca(self: _FunctionPrinter, operation: Operation) -> None:
        size = self.index(self.scalars(operation), operation.location)
        self.assign(operation, f"memref.alloca({size}) : {type_text(operation.results[0].type)}")

    def wave_groupshared(self: _FunctionPrinter, operation: Operation) -> None:
        size = self.scalars(operation)
        self.assign(operation, f"wave.groupshared({size}) : {type_text(operation.results[0].type)}")

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
        """``name [kind] values, memory[index] : type``."""
        *values, memory, index = operation.operands
        component = operation.attributes.get("component", 0)
        place = f"{self.names[memory]}[{self.address(memory, index, component, operation.location)}]"
        words = " ".join([operation.name, *(word for key, word in operation.attributes.items() if key == "kind")])
        self.assign(operation, f"{words} {self.use(values)}, {place} : {type_text(memory.type)}")

    wave_atomic_rmw = wave_atomic_exchange = wave_atomic_cas = atomic

    # Images.

    def wave_image_load(self: _FunctionPrinter, operation: Operation) -> None:
        image, x, y = operation.operands
        types = f"{type_text(image.type)} -> {type_text(operation.results[0].type)}"
        self.assign(operation, f"wave.image_load {self.names[image]}[{self.use([x, y])}] : {types}")

    def wave_image_store(self: _FunctionPrinter, operation: Operation) -> None:
        value, image, x, y = operation.operands
        place = f"{self.names[image]}[{self.use([x, y])}]"
        types = f"{type_text(value.type)}, {type_text(image.type)}"
        self.assign(operation, f"wave.image_store {self.names[value]}, {place} : {types}")
