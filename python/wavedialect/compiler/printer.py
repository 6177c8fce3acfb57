"""Prints the SSA form as MLIR text with locations: what the native compiler reads. The same module gives the same
text."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

from ..language.types import BufferType, DType, Groupshared, MemoryType
from .ir import Block, Function, KernelAttributes, Location, Module, Operation, Value

_ELEMENTS = {"bool": "i1", "i32": "si32", "u32": "ui32", "f32": "f32"}
_SHARED = ", #gpu.address_space<workgroup>"


def print_module(module: Module) -> str:
    """The MLIR text of a module."""
    parts = ["module {", "gpu.module @kernels {"]
    for function in module.functions:
        parts.append(_FunctionPrinter(function).print())
    parts += ["}", "}", ""]
    return "\n".join(parts)


def type_text(type: Any) -> str:
    """A type in MLIR; memory of bool holds i32."""
    if isinstance(type, MemoryType):
        element = "i32" if type.element.is_bool else type.element.mlir
        return f"memref<?x{element}{_SHARED if isinstance(type, Groupshared) else ''}>"
    return type.mlir


def _string(text: str) -> str:
    escaped = "".join(c if c.isprintable() and c not in '"\\' and ord(c) < 128 else _escape(c) for c in text)
    return f'"{escaped}"'


def _escape(character: str) -> str:
    return "".join(f"\\{byte:02X}" for byte in character.encode())


def _place(location: Location) -> str:
    return f"{_string(location.file)}:{location.line}:{location.column}"


def _loc(location: Location) -> str:
    return f" loc({_place(location)})"


def _symbol(name: str) -> str:
    return f"@{name}" if re.fullmatch(r"[A-Za-z_][\w$.]*", name, re.ASCII) else f"@{_string(name)}"


def constant_text(value: Any, type: DType) -> str:
    """A constant as MLIR writes it, exact for floats."""
    if type.is_bool:
        return "true" if value else "false"
    if type.is_integer:
        signed = value - (1 << type.bits) if value >= 1 << (type.bits - 1) else value
        return f"{signed} : {type.mlir}"
    if not math.isfinite(value):
        bits = int.from_bytes(type.numpy.type(value).tobytes()[::-1], "big")
        return f"0x{bits:0{type.bits // 4}X} : {type.mlir}"
    text = repr(float(value))
    if "e" in text:
        digits, exponent = text.split("e")
        text = f"{digits if '.' in digits else digits + '.0'}e{exponent}"
    return f"{text} : {type.mlir}"


class _FunctionPrinter:
    """Prints one function; names are unique in it."""

    def __init__(self, function: Function):
        self.function = function
        self.lines: list[str] = []
        self.names: dict[Value, str] = {}
        self.used: set[str] = set()
        self.count = 0
        self.depth = 1

    # Names and lines.

    def fresh(self, hint: str | None = None) -> str:
        """An unused name; without a hint a number."""
        if hint is None:
            name = f"%{self.count}"
            self.count += 1
            return name
        base = re.sub(r"\W", "_", hint, flags=re.ASCII)
        base = f"_{base}" if base[:1].isdigit() else base
        name, count = base, 0
        while name in self.used:
            count += 1
            name = f"{base}_{count}"
        self.used.add(name)
        return f"%{name}"

    def define(self, value: Value) -> str:
        """Gives a value its name."""
        self.names[value] = self.fresh(value.name)
        return self.names[value]

    def use(self, values: Sequence[Value]) -> str:
        """Names of operands, separated by commas."""
        return ", ".join(self.names[value] for value in values)

    def line(self, text: str, location: Location | None = None) -> None:
        """A line of text, an operation's with its location."""
        self.lines.append("  " * self.depth + text + ("" if location is None else _loc(location)))

    # Functions.

    def print(self) -> str:
        """The function's text."""
        function = self.function
        parameters = ", ".join(self.parameter(value) for value in function.parameters)
        head = f"wave.func {_symbol(function.name)}({parameters})"
        if function.result_types:
            types = ", ".join(type_text(type) for type in function.result_types)
            head += f" -> {types}" if len(function.result_types) == 1 else f" -> ({types})"
        if function.kernel is not None:
            head += kernel_text(function.kernel)
        elif function.helper_num_waves is not None:
            head += f" num_waves({function.helper_num_waves})"
        self.line(head + " {")
        self.block(function.body)
        self.line("}", function.location)
        return "\n".join(self.lines)

    def parameter(self, value: Value) -> str:
        """A parameter; a kernel's say what the host binds."""
        text = f"{self.define(value)}: {type_text(value.type)}"
        if self.function.kernel is None:
            return text
        name = _string(value.name or "")
        if isinstance(value.type, BufferType):
            element = _ELEMENTS[value.type.element.name]
            return f"{text} {{wave.binding = #wave.binding<{value.type.kind}, {element}>, wave.name = {name}}}"
        return f"{text} {{wave.element = {_ELEMENTS[value.type.name]}, wave.name = {name}}}"

    def block(self, block: Block) -> None:
        """A region's operations, indented."""
        self.depth += 1
        for operation in block.operations:
            self.operation(operation)
        self.depth -= 1

    # Operations.

    def operation(self, operation: Operation) -> None:
        """One operation."""
        dialect, _, short = operation.name.partition(".")
        print_operation = getattr(self, f"{dialect}_{short}" if short else dialect, None) or getattr(self, dialect)
        print_operation(operation)

    def assign(self, operation: Operation, text: str) -> None:
        """A line ``%results = text`` with the location."""
        results = ", ".join(self.define(result) for result in operation.results)
        self.line(f"{results} = {text}" if results else text, operation.location)

    def index(self, value: Value, location: Location) -> str:
        """An i32 value as an index."""
        name = self.fresh()
        self.line(f"{name} = arith.index_castui {self.names[value]} : i32 to index", location)
        return name

    def reinterpret(self, operation: Operation) -> None:
        """Both integer types are i32 in MLIR."""
        self.names[operation.results[0]] = self.names[operation.operands[0]]

    def arith(self, operation: Operation) -> None:
        self.assign(
            operation, f"{operation.name} {self.use(operation.operands)} : {type_text(operation.operands[0].type)}"
        )

    def arith_constant(self, operation: Operation) -> None:
        text = constant_text(operation.attributes["value"], operation.results[0].type)
        self.assign(operation, f"arith.constant {text}")

    def arith_cmpi(self, operation: Operation) -> None:
        type = type_text(operation.operands[0].type)
        self.assign(
            operation, f"{operation.name} {operation.attributes['predicate']}, {self.use(operation.operands)} : {type}"
        )

    arith_cmpf = arith_cmpi

    def arith_select(self, operation: Operation) -> None:
        self.assign(operation, f"arith.select {self.use(operation.operands)} : {type_text(operation.results[0].type)}")

    def arith_extui(self, operation: Operation) -> None:
        source, result = type_text(operation.operands[0].type), type_text(operation.results[0].type)
        self.assign(operation, f"{operation.name} {self.use(operation.operands)} : {source} to {result}")

    arith_sitofp = arith_uitofp = arith_fptosi = arith_fptoui = arith_extui

    # Memory.

    def memref_load(self, operation: Operation) -> None:
        memory, index = operation.operands
        place = f"{self.names[memory]}[{self.index(index, operation.location)}]"
        if not memory.type.element.is_bool:
            self.assign(operation, f"memref.load {place} : {type_text(memory.type)}")
            return
        word, zero = self.fresh(), self.fresh()
        self.line(f"{word} = memref.load {place} : {type_text(memory.type)}", operation.location)
        self.line(f"{zero} = arith.constant 0 : i32", operation.location)
        self.assign(operation, f"arith.cmpi ne, {word}, {zero} : i32")

    def memref_store(self, operation: Operation) -> None:
        value, memory, index = operation.operands
        stored = self.names[value]
        place = self.index(index, operation.location)
        if memory.type.element.is_bool:
            stored = self.fresh()
            self.line(f"{stored} = arith.extui {self.names[value]} : i1 to i32", operation.location)
        self.assign(operation, f"memref.store {stored}, {self.names[memory]}[{place}] : {type_text(memory.type)}")

    def memref_dim(self, operation: Operation) -> None:
        memory = operation.operands[0]
        zero, length = self.fresh(), self.fresh()
        self.line(f"{zero} = arith.constant 0 : index", operation.location)
        self.line(f"{length} = memref.dim {self.names[memory]}, {zero} : {type_text(memory.type)}", operation.location)
        self.assign(operation, f"arith.index_castui {length} : index to i32")

    def memref_alloca(self, operation: Operation) -> None:
        size = self.index(operation.operands[0], operation.location)
        self.assign(operation, f"memref.alloca({size}) : {type_text(operation.results[0].type)}")

    def wave_groupshared(self, operation: Operation) -> None:
        self.assign(
            operation, f"wave.groupshared({self.use(operation.operands)}) : {type_text(operation.results[0].type)}"
        )

    def wave_atomic_rmw(self, operation: Operation) -> None:
        value, memory, index = operation.operands
        place = f"{self.names[memory]}[{self.index(index, operation.location)}]"
        kind = operation.attributes["kind"]
        self.assign(operation, f"wave.atomic_rmw {kind} {self.names[value]}, {place} : {type_text(memory.type)}")

    # Wave operations.

    def wave(self, operation: Operation) -> None:
        """The operations that print their attributes, operands and one type."""
        words = [operation.name, *(str(value) for value in operation.attributes.values())]
        if operation.operands:
            words.append(self.use(operation.operands))
        typed = operation.name not in ("wave.any", "wave.all", "wave.retire_if")
        if typed and operation.name in ("wave.all_equal",):
            words.append(f": {type_text(operation.operands[0].type)}")
        elif typed:
            words.append(f": {type_text(operation.results[0].type)}")
        self.assign(operation, " ".join(words))

    def wave_ballot(self, operation: Operation) -> None:
        mask = self.fresh()
        self.line(f"{mask} = wave.ballot {self.use(operation.operands)} : vector<4xi32>", operation.location)
        for index, result in enumerate(operation.results):
            text = f"vector.extract {mask}[{index}] : i32 from vector<4xi32>"
            self.line(f"{self.define(result)} = {text}", operation.location)

    def wave_barrier(self, operation: Operation) -> None:
        sync = " sync" if operation.attributes["sync"] else ""
        self.line(f"wave.barrier {operation.attributes['scope']}{sync}", operation.location)

    def wave_call(self, operation: Operation) -> None:
        types = ", ".join(type_text(value.type) for value in operation.operands)
        results = ", ".join(type_text(value.type) for value in operation.results)
        results = results if len(operation.results) == 1 else f"({results})"
        callee = _symbol(operation.attributes["callee"])
        self.assign(operation, f"wave.call {callee}({self.use(operation.operands)}) : ({types}) -> {results}")

    def wave_return(self, operation: Operation) -> None:
        self.terminator(operation, "wave.return", operation.operands)

    # Control flow.

    def terminator(self, operation: Operation, text: str, values: Sequence[Value]) -> None:
        """A terminator with its values and their types."""
        if values:
            types = ", ".join(type_text(value.type) for value in values)
            text = f"{text} {self.use(values)} : {types}"
        self.line(text, operation.location)

    def scf_yield(self, operation: Operation) -> None:
        self.terminator(operation, "scf.yield", operation.operands)

    def scf_condition(self, operation: Operation) -> None:
        condition, *values = operation.operands
        self.terminator(operation, f"scf.condition({self.names[condition]})", values)

    def opening(self, operation: Operation, text: str) -> None:
        """The first line of an operation with regions: no location, it follows the last brace."""
        results = ", ".join(self.define(result) for result in operation.results)
        self.line(f"{results} = {text}" if results else text)

    def scf_if(self, operation: Operation) -> None:
        then, otherwise = operation.regions
        head = f"scf.if {self.names[operation.operands[0]]}"
        if operation.results:
            head += f" -> ({', '.join(type_text(result.type) for result in operation.results)})"
        # Results are named after the regions, which cannot see them; the line's place is kept for them.
        place = len(self.lines)
        self.block(then)
        if operation.results or len(otherwise.operations) > 1:
            self.line("} else {")
            self.block(otherwise)
        self.insert_opening(place, operation, f"{head} {{")
        self.line("}", operation.location)

    def insert_opening(self, place: int, operation: Operation, text: str) -> None:
        """Puts the opening line before the regions that were printed since ``place``."""
        inner = self.lines[place:]
        del self.lines[place:]
        self.opening(operation, text)
        self.lines.extend(inner)

    def scf_for(self, operation: Operation) -> None:
        lower, upper, step, *inits = operation.operands
        body = operation.regions[0]
        index, *arguments = body.arguments
        place = len(self.lines)
        head = "scf.for unsigned" if operation.attributes["unsigned"] else "scf.for"
        head += f" {self.define(index)} = {self.names[lower]} to {self.names[upper]} step {self.names[step]}"
        if inits:
            pairs = ", ".join(f"{self.define(a)} = {self.names[b]}" for a, b in zip(arguments, inits, strict=True))
            head += f" iter_args({pairs}) -> ({', '.join(type_text(init.type) for init in inits)})"
        head += f" : {type_text(index.type)} {{"
        self.block(body)
        self.insert_opening(place, operation, head)
        self.line("}", operation.location)

    def scf_while(self, operation: Operation) -> None:
        before, after = operation.regions
        inits = operation.operands
        place = len(self.lines)
        types = f"({', '.join(type_text(init.type) for init in inits)})"
        head = "scf.while"
        if inits:
            pairs = ", ".join(
                f"{self.define(a)} = {self.names[b]}" for a, b in zip(before.arguments, inits, strict=True)
            )
            head += f" ({pairs})"
        head += f" : {types} -> {types} {{"
        self.block(before)
        self.line("} do {")
        if inits:
            arguments = ", ".join(f"{self.define(value)}: {type_text(value.type)}" for value in after.arguments)
            self.line(f"^bb0({arguments}):")
        self.block(after)
        self.insert_opening(place, operation, head)
        self.line("}", operation.location)


def kernel_text(attributes: KernelAttributes) -> str:
    """What a kernel states, in the order of the dialect's syntax."""
    text = f" kernel stage({attributes.stage})"
    if attributes.num_waves is not None:
        text += f" num_waves({attributes.num_waves})"
    if attributes.num_threads is not None:
        text += f" num_threads({', '.join(str(part) for part in attributes.num_threads)})"
    if attributes.wave_size is not None:
        sizes = attributes.wave_size if isinstance(attributes.wave_size, tuple | list) else (attributes.wave_size,)
        text += f" wave_size({', '.join(str(size) for size in sizes)})"
    if attributes.shader_model is not None:
        text += f" shader_model({_string(attributes.shader_model)})"
    if attributes.group_shared_limit is not None:
        text += f" group_shared_limit({attributes.group_shared_limit})"
    return text
