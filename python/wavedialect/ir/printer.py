"""Prints the SSA form as MLIR text with locations for the native compiler. The output is deterministic."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence

from .bounds import Bounds
from .memory_printer import MemoryPrinter
from .module import Block, Function, Location, Module, Operation, Value
from .structs import StructType
from .text import (
    binding_text,
    constant_text,
    element_text,
    fields_text,
    kernel_text,
    location_text,
    named_location,
    string,
    struct_text,
    symbol,
    type_text,
)
from .types import BufferType, ConstantBufferType, ImageType, VectorType
from .wave_operations import OPERATIONS


@functools.lru_cache(maxsize=1024)
def _base(hint: str) -> str:
    """A variable's name as a valid MLIR identifier."""
    base = re.sub(r"\W", "_", hint, flags=re.ASCII)
    return f"_{base}" if base[:1].isdigit() else base


@functools.cache
def _method(name: str) -> Callable[[_FunctionPrinter, Operation], None]:
    """The method that prints operations of a name: their own, or that of their dialect."""
    dialect, _, short = name.partition(".")
    method = getattr(_FunctionPrinter, f"{dialect}_{short}" if short else dialect, None)
    return method or getattr(_FunctionPrinter, dialect)


def print_module(module: Module, bounds: Bounds = Bounds.GUARDED) -> str:
    """The MLIR text of a module."""
    parts = ["module {", "gpu.module @kernels {"]
    for function in module.functions:
        parts.append(_FunctionPrinter(function, bounds).print())
    parts += ["}", "}", ""]
    return "\n".join(parts)


class _FunctionPrinter(MemoryPrinter):
    """Prints one function; names are unique in it."""

    def __init__(self, function: Function, bounds: Bounds):
        self.function = function
        self.bounds = bounds
        self.lines: list[str] = []
        self.names: dict[Value, str] = {}
        self.used: set[str] = set()
        self.counts: dict[str, int] = {}
        self.count = 0
        self.indent = "  "
        self.places: dict[int, str] = {}

    # Names and lines.

    def number_name(self) -> str:
        """An unused numeric name."""
        name = f"%{self.count}"
        self.count += 1
        return name

    def fresh(self, hint: str) -> str:
        """An unused name like ``hint``."""
        base = _base(hint)
        # A variable that is set a thousand times has a thousand names: the search continues where it stopped.
        name, count = base, self.counts.get(base, 0)
        while name in self.used:
            count += 1
            name = f"{base}_{count}"
        self.counts[base] = count
        self.used.add(name)
        return f"%{name}"

    def define(self, value: Value) -> str:
        """Gives a value its name."""
        name = self.names[value] = self.number_name() if value.name is None else self.fresh(value.name)
        return name

    def use(self, values: Sequence[Value]) -> str:
        """The names of operands, separated by commas."""
        return ", ".join(map(self.names.__getitem__, values))

    def line(self, text: str, location: Location | None = None, name: str | None = None) -> None:
        """Adds a line of text, with the location for operations."""
        self.lines.append(self.indent + text + ("" if location is None else self.place(location, name)))

    def place(self, location: Location, name: str | None = None) -> str:
        """``location_text``, computed once for each location: many operations share one."""
        text = self.places.get(id(location))
        if text is None:
            text = self.places[id(location)] = location_text(location)
        return text if name is None else named_location(text, name)

    def step(self, text: str, location: Location) -> str:
        """Prints an operation that the SSA form does not have, and returns the name of its result."""
        name = self.number_name()
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
        """A parameter; those of kernels state the host binding."""
        text = f"{self.define(value)}: {type_text(value.type)}"
        place = "" if value.location is None else location_text(value.location, value.name)
        coherent = getattr(value.type, "coherent", False)
        if self.function.kernel is None:
            return f"{text}{' {wave.coherent}' if coherent else ''}{place}"
        name = string(value.name or "")
        if isinstance(value.type, BufferType | ImageType):
            binding = f"#wave.binding<{value.type.kind}, {binding_text(value.type)}>"
            struct = ""
            if isinstance(value.type.element, StructType):
                struct = f", wave.struct = {struct_text(value.type.element)}"
            elif isinstance(value.type, ConstantBufferType) and value.type.fields:
                struct = f", wave.fields = {fields_text(value.type.fields)}"
            if isinstance(value.type, ConstantBufferType) and value.type.is_pushed:
                struct += ", wave.push_constants"
            if coherent:
                struct += ", wave.coherent"
            return f"{text} {{wave.binding = {binding}, wave.name = {name}{struct}}}{place}"
        return f"{text} {{wave.element = {element_text(value.type)}, wave.name = {name}}}{place}"

    def block(self, block: Block) -> None:
        """Prints a region's operations, indented."""
        outer = self.indent
        self.indent += "  "
        for operation in block.operations:
            _method(operation.name)(self, operation)
        self.indent = outer

    # Operations.

    def assign(self, operation: Operation, text: str) -> None:
        """Prints a line ``%results = text`` with the location."""
        results = operation.results
        if len(results) == 1:
            # The most common case: `define` and `place` in one.
            result, location = results[0], operation.location
            hint, place = result.name, self.places.get(id(location)) or self.place(location)
            if hint is None:
                name = f"%{self.count}"
                self.count += 1
            else:
                name, place = self.fresh(hint), named_location(place, hint)
            self.names[result] = name
            self.lines.append(f"{self.indent}{name} = {text}{place}")
            return
        if results:
            text = f"{', '.join([self.define(result) for result in results])} = {text}"
        self.line(text, operation.location)

    @staticmethod
    def variable(operation: Operation) -> str | None:
        """The variable to which an operation's single result was first assigned."""
        return operation.results[0].name if len(operation.results) == 1 else None

    def reinterpret(self, operation: Operation) -> None:
        """Prints nothing: in MLIR, integers of the same width have the same type."""
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
        """Operations that a target may contract, unless they are precise."""
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
        """Operations that print their attributes, operands and type, if their text has one."""
        words = [operation.name, *(str(value) for value in operation.attributes.values())]
        if operation.operands:
            words.append(self.use(operation.operands))
        typed_by = OPERATIONS[operation.name].typed_by
        if typed_by is not None:
            values = operation.results if typed_by == "result" else operation.operands
            words.append(f": {type_text(values[0].type)}")
        self.assign(operation, " ".join(words))

    def wave_retire_if(self, operation: Operation) -> None:
        self.line(f"wave.retire_if {self.use(operation.operands)}", operation.location)

    def wave_print(self, operation: Operation) -> None:
        attributes = operation.attributes
        wave = "wave " if attributes["wave"] else ""
        text = f"wave.print {wave}{string(attributes['format'])}{self.recorded(operation.operands)}"
        self.line(text, operation.location)

    def wave_assert(self, operation: Operation) -> None:
        condition, *values = operation.operands
        attributes = operation.attributes
        names = ", ".join(map(string, attributes["names"]))
        text = f"wave.assert {self.names[condition]} {string(attributes['text'])} {string(attributes['format'])}"
        self.line(f"{text}{self.recorded(values)} names [{names}]", operation.location)

    def recorded(self, values: Sequence[Value]) -> str:
        """The values of a print or an assertion, with their types without and with signs."""
        types = ", ".join(element_text(value.type) for value in values)
        if not values:
            return " as []"
        return f"({self.use(values)} : {', '.join(type_text(value.type) for value in values)}) as [{types}]"

    def wave_barrier(self, operation: Operation) -> None:
        sync = " sync" if operation.attributes["sync"] else ""
        self.line(f"wave.barrier {operation.attributes['scope']}{sync}", operation.location)

    def wave_waves_barrier(self, operation: Operation) -> None:
        self.line(f"wave.waves_barrier {operation.attributes['waves']}", operation.location)

    def wave_pipe(self, operation: Operation) -> None:
        words = [f"{name} {operation.attributes[name]}" for name in ("stages", "producers", "consumers")]
        self.assign(operation, f"wave.pipe {' '.join(words)}")

    def wave_async_copy(self, operation: Operation) -> None:
        array, start, stride, buffer, *numbers = (self.names[value] for value in operation.operands)
        base, pitch, row, column, *sizes = numbers[:8]
        if self.bounds is Bounds.WATCHED:
            start = self.watched_start(operation, start, numbers[8:])
        components = operation.attributes["components"]
        attributes = f" {{components = {components} : i32}}" if components > 1 else ""
        bounds, counts = ", ".join(sizes[:2]), ", ".join(sizes[2:])
        memories = ", ".join(type_text(operation.operands[place].type) for place in (0, 3))
        text = f"wave.async_copy {array}[{start}, {stride}], {buffer}[{base}, {pitch}] at [{row}, {column}]"
        self.line(f"{text} of [{bounds}] size [{counts}]{attributes} : {memories}", operation.location)

    def wave_matrix_fill(self, operation: Operation) -> None:
        types = f"{type_text(operation.operands[0].type)} -> {type_text(operation.results[0].type)}"
        self.assign(operation, f"{operation.name} {self.use(operation.operands)} : {types}")

    wave_matrix_convert = wave_matrix_fill

    def _matrix_place(self, operation: Operation, place: int) -> str:
        """The first index and the stride of an access, which are the operands from ``place`` on."""
        first, stride, *tests = (self.names[value] for value in operation.operands[place:])
        if self.bounds is Bounds.WATCHED:
            first = self.watched_start(operation, first, tests)
        return f"{first}, {stride}"

    def wave_matrix_load(self, operation: Operation) -> None:
        memory = operation.operands[0]
        place = f"{self.names[memory]}[{self._matrix_place(operation, 1)}]"
        types = f"{type_text(memory.type)} -> {type_text(operation.results[0].type)}"
        self.assign(operation, f"{operation.name} {operation.attributes['layout']} {place} : {types}")

    def wave_matrix_store(self, operation: Operation) -> None:
        matrix, memory = operation.operands[:2]
        place = f"{self.use([matrix, memory])}[{self._matrix_place(operation, 2)}]"
        types = f"{type_text(matrix.type)}, {type_text(memory.type)}"
        self.assign(operation, f"{operation.name} {operation.attributes['layout']} {place} : {types}")

    def wave_matrix_multiply_add(self, operation: Operation) -> None:
        types = ", ".join(type_text(value.type) for value in operation.operands)
        self.assign(operation, f"{operation.name} {self.use(operation.operands)} : {types}")

    def wave_matrix_map(self, operation: Operation) -> None:
        (body,) = operation.regions
        place = self.keep_line()
        types = ", ".join(type_text(value.type) for value in operation.operands)
        head = f"{operation.name} {self.use(operation.operands)} : {types} -> {type_text(operation.results[0].type)} {{"
        arguments = ", ".join(f"{self.define(value)}: {type_text(value.type)}" for value in body.arguments)
        self.line(f"^bb0({arguments}):")
        self.block(body)
        self.opening(place, operation, head)
        self.closing(operation)

    def wave_matrix_yield(self, operation: Operation) -> None:
        self.terminator(operation, "wave.matrix_yield", operation.operands)

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
        """Prints a terminator with its values and their types."""
        if values:
            types = ", ".join(type_text(value.type) for value in values)
            text = f"{text} {self.use(values)} : {types}"
        self.line(text, operation.location)

    def scf_yield(self, operation: Operation) -> None:
        self.terminator(operation, "scf.yield", operation.operands)

    def scf_condition(self, operation: Operation) -> None:
        condition, *values = operation.operands
        self.terminator(operation, f"scf.condition({self.names[condition]})", values)

    def keep_line(self) -> int:
        """Reserves a line for ``opening``: results are named after the regions are printed, which cannot use them."""
        self.lines.append("")
        return len(self.lines) - 1

    def opening(self, place: int, operation: Operation, text: str) -> None:
        """Fills the reserved first line of an operation with regions; its location follows the last brace."""
        if operation.results:
            text = f"{', '.join([self.define(result) for result in operation.results])} = {text}"
        self.lines[place] = self.indent + text

    def scf_if(self, operation: Operation) -> None:
        then, otherwise = operation.regions
        head = f"scf.if {self.names[operation.operands[0]]}"
        if operation.results:
            head += f" -> ({', '.join(type_text(result.type) for result in operation.results)})"
        place = self.keep_line()
        self.block(then)
        if operation.results or len(otherwise.operations) > 1:
            self.line("} else {")
            self.block(otherwise)
        self.opening(place, operation, f"{head} {{")
        self.closing(operation)

    def closing(self, operation: Operation) -> None:
        """Prints the last brace of an operation with regions."""
        self.line("}", operation.location, self.variable(operation))

    def scf_for(self, operation: Operation) -> None:
        lower, upper, step, *inits = operation.operands
        body = operation.regions[0]
        index, *arguments = body.arguments
        place = self.keep_line()
        head = "scf.for unsigned" if operation.attributes["unsigned"] else "scf.for"
        head += f" {self.define(index)} = {self.names[lower]} to {self.names[upper]} step {self.names[step]}"
        if inits:
            pairs = ", ".join(f"{self.define(a)} = {self.names[b]}" for a, b in zip(arguments, inits, strict=True))
            head += f" iter_args({pairs}) -> ({', '.join(type_text(init.type) for init in inits)})"
        head += f" : {type_text(index.type)} {{"
        self.block(body)
        self.opening(place, operation, head)
        self.closing(operation)

    def scf_while(self, operation: Operation) -> None:
        before, after = operation.regions
        inits = operation.operands
        place = self.keep_line()
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
        self.opening(place, operation, head)
        self.closing(operation)
