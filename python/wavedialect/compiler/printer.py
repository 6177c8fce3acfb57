"""Prints the SSA form as MLIR text with locations: what the native compiler reads. The same module gives the same
text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ..language.types import BufferType, ImageType, VectorType
from .ir import Block, Function, Location, Module, Operation, Value
from .memory_printer import MemoryPrinter
from .text import constant_text, element_text, kernel_text, location_text, string, symbol, type_text


def print_module(module: Module) -> str:
    """The MLIR text of a module."""
    parts = ["module {", "gpu.module @kernels {"]
    for function in module.functions:
        parts.append(_FunctionPrinter(function).print())
    parts += ["}", "}", ""]
    return "\n".join(parts)


class _FunctionPrinter(MemoryPrinter):
    """Prints one function; names are unique in it."""

    def __init__(self, function: Function):
        self.function = function
        self.lines: list[str] = []
        self.names: dict[Value, str] = {}
        self.used: set[str] = set()
        self.counts: dict[str, int] = {}
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
        # A variable that is set a thousand times has a thousand names: the search goes on where it ended.
        name, count = base, self.counts.get(base, 0)
        while name in self.used:
            count += 1
            name = f"{base}_{count}"
        self.counts[base] = count
        self.used.add(name)
        return f"%{name}"

    def define(self, value: Value) -> str:
        """Gives a value its name."""
        self.names[value] = self.fresh(value.name)
        return self.names[value]

    def use(self, values: Sequence[Value]) -> str:
        """Names of operands, separated by commas."""
        return ", ".join(self.names[value] for value in values)

    def line(self, text: str, location: Location | None = None, name: str | None = None) -> None:
        """A line of text, an operation's with its location."""
        self.lines.append("  " * self.depth + text + ("" if location is None else location_text(location, name)))

    def step(self, text: str, location: Location) -> str:
        """An operation that the SSA form does not have, and the name of its result."""
        name = self.fresh()
        self.line(f"{name} = {text}", location)
        return name

    # Functions.

    def print(self) -> str:
        """The function's text."""
        function = self.function
        parameters = ", ".join(self.parameter(value) for value in function.parameters)
        head = f"wave.func {symbol(function.name)}({parameters})"
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
        place = "" if value.location is None else location_text(value.location, value.name)
        if self.function.kernel is None:
            return f"{text}{place}"
        name = string(value.name or "")
        if isinstance(value.type, BufferType | ImageType):
            binding = f"#wave.binding<{value.type.kind}, {element_text(value.type.element)}>"
            return f"{text} {{wave.binding = {binding}, wave.name = {name}}}{place}"
        return f"{text} {{wave.element = {element_text(value.type)}, wave.name = {name}}}{place}"

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
        self.line(f"{results} = {text}" if results else text, operation.location, self.variable(operation))

    @staticmethod
    def variable(operation: Operation) -> str | None:
        """The variable that an operation's one result was first assigned to."""
        return operation.results[0].name if len(operation.results) == 1 else None

    def reinterpret(self, operation: Operation) -> None:
        """Integers of one width are one type in MLIR."""
        self.names[operation.results[0]] = self.names[operation.operands[0]]

    def plain(self, operation: Operation) -> None:
        """``name operands : type of the first``."""
        type = type_text(operation.operands[0].type)
        self.assign(operation, f"{operation.name} {self.use(operation.operands)} : {type}")

    arith = math = wave_reverse_bits = plain

    def conversion(self, operation: Operation) -> None:
        """``name operand : type to type``."""
        source, result = type_text(operation.operands[0].type), type_text(operation.results[0].type)
        self.assign(operation, f"{operation.name} {self.use(operation.operands)} : {source} to {result}")

    arith_extui = arith_extsi = arith_trunci = arith_extf = arith_truncf = arith_bitcast = conversion
    arith_sitofp = arith_uitofp = arith_fptosi = arith_fptoui = vector_broadcast = conversion

    def contracted(self, operation: Operation) -> None:
        """What a target may contract, unless it is to be precise."""
        flag = "" if operation.attributes.get("precise") else " fastmath<contract>"
        type = type_text(operation.operands[0].type)
        self.assign(operation, f"{operation.name} {self.use(operation.operands)}{flag} : {type}")

    arith_addf = arith_subf = arith_mulf = contracted

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
        condition, type = operation.operands[0].type, type_text(operation.results[0].type)
        types = f"{type_text(condition)}, {type}" if isinstance(condition, VectorType) else type
        self.assign(operation, f"arith.select {self.use(operation.operands)} : {types}")

    # Vectors.

    def vector_from_elements(self, operation: Operation) -> None:
        type = type_text(operation.results[0].type)
        self.assign(operation, f"vector.from_elements {self.use(operation.operands)} : {type}")

    def vector_extract(self, operation: Operation) -> None:
        (vector,) = operation.operands
        types = f"{type_text(operation.results[0].type)} from {type_text(vector.type)}"
        self.assign(operation, f"vector.extract {self.names[vector]}[{operation.attributes['position']}] : {types}")

    def vector_insert(self, operation: Operation) -> None:
        scalar, vector = operation.operands
        place = f"{self.names[vector]}[{operation.attributes['position']}]"
        types = f"{type_text(scalar.type)} into {type_text(vector.type)}"
        self.assign(operation, f"vector.insert {self.names[scalar]}, {place} : {types}")

    def vector_shuffle(self, operation: Operation) -> None:
        mask = ", ".join(str(place) for place in operation.attributes["mask"])
        types = ", ".join(type_text(value.type) for value in operation.operands)
        self.assign(operation, f"vector.shuffle {self.use(operation.operands)} [{mask}] : {types}")

    # Wave operations.

    def wave(self, operation: Operation) -> None:
        """The operations that print their attributes, operands and the type of the result."""
        self.lane_operation(operation, operation.results[0].type)

    def lane_operation(self, operation: Operation, type: Any) -> None:
        """A wave operation: its attributes, operands and one type, if it has one."""
        words = [operation.name, *(str(value) for value in operation.attributes.values())]
        if operation.operands:
            words.append(self.use(operation.operands))
        if type is not None:
            words.append(f": {type_text(type)}")
        self.assign(operation, " ".join(words))

    def untyped(self, operation: Operation) -> None:
        """Those with one condition."""
        self.lane_operation(operation, None)

    wave_any = wave_all = wave_quad_any = wave_quad_all = wave_retire_if = untyped

    def by_operand(self, operation: Operation) -> None:
        """Those that say the type of the operand, from which the result's follows."""
        self.lane_operation(operation, operation.operands[0].type)

    wave_all_equal = wave_match = wave_image_size = by_operand

    def wave_barrier(self, operation: Operation) -> None:
        sync = " sync" if operation.attributes["sync"] else ""
        self.line(f"wave.barrier {operation.attributes['scope']}{sync}", operation.location)

    def wave_call(self, operation: Operation) -> None:
        types = ", ".join(type_text(value.type) for value in operation.operands)
        results = ", ".join(type_text(value.type) for value in operation.results)
        results = results if len(operation.results) == 1 else f"({results})"
        callee = symbol(operation.attributes["callee"])
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
        self.closing(operation)

    def closing(self, operation: Operation) -> None:
        """The last brace of an operation with regions."""
        self.line("}", operation.location, self.variable(operation))

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
        self.closing(operation)

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
        self.closing(operation)
