"""Builds the SSA form of functions that the native compiler has read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from ...errors import CompileError
from ...ir.module import Block, Function, KernelAttributes, Location, Module, Operation, Value
from .nesting import deep_calls
from .operations import plain, read_operation
from .statements import continues, noted_statement
from .types import UnknownType, parameter_type, plain_type, stated_type, value_type


@dataclass
class Read:
    """An operation as the native compiler describes it."""

    name: str
    operands: list[int]
    results: list[dict[str, Any]]
    attributes: dict[str, Any]
    regions: list[dict[str, Any]]
    location: Location

    def result_type(self) -> Any:
        """The type of the first result."""
        return value_type(self.results[0]["type"])


class Places:
    """The locations of a module; an operation without one has that of ``file``."""

    def __init__(self, locations: Sequence[tuple[str, int, int]], file: str) -> None:
        self._locations = [Location(*place) for place in locations]
        self._unknown = Location(file, 1, 1)

    def __getitem__(self, number: int) -> Location:
        return self._locations[number] if number >= 0 else self._unknown


def build_module(described: Mapping[str, Any], file: str) -> Module:
    """The module of functions with their operations."""
    places = Places(described["locations"], file)
    with deep_calls():
        functions = [FunctionReader(function, places).read() for function in described["functions"]]
    return Module(functions, functions[-1])


def kernel_attributes(function: Mapping[str, Any]) -> KernelAttributes:
    """The clauses of a kernel."""
    given = function["attributes"]

    def numbers(name: str) -> Any:
        return tuple(given[name]) if name in given else None

    return KernelAttributes(
        num_waves=given.get("num_waves"),
        num_threads=numbers("num_threads"),
        wave_size=numbers("wave_size"),
        stage=plain(given.get("stage", "compute")),
        shader_model=given.get("shader_model"),
        group_shared_limit=given.get("group_shared_limit"),
    )


def parameters_of(function: Mapping[str, Any], places: Places) -> list[Value]:
    """The parameters of a kernel, as the host passes them."""
    made = []
    for place, value in enumerate(function["parameters"]):
        attributes, location = value.get("attributes", {}), places[value["location"]]
        name = attributes.get("wave.name") or value.get("name") or f"argument{place}"
        try:
            made.append(Value(parameter_type(value["type"], attributes), name, location))
        except UnknownType as error:
            _refuse_type(error, location)
    return made


class FunctionReader:
    """Builds one function."""

    def __init__(self, function: Mapping[str, Any], places: Places) -> None:
        self._function = function
        self._places = places
        self._values: dict[int, Value] = {}
        self._operations: list[Operation] = []

    def read(self) -> Function:
        """The function."""
        function, is_kernel = self._function, self._function["is_kernel"]
        location = self._places[function["location"]]
        parameters = parameters_of(function, self._places) if is_kernel else []
        for place, described in enumerate(function["parameters"]):
            if not is_kernel:
                parameters.append(self._define(described))
                continue
            declared = parameters[place]
            type_ = plain_type(declared.type, described["type"])
            value = declared
            if type_ != declared.type:
                (value,) = self._append("reinterpret", [declared], [Value(type_, declared.name)], {}, [], location)
            self._values[described["number"]] = value
        operations = self._operations + self.block(function["body"]).operations
        helper_num_waves = None if is_kernel else function["attributes"].get("num_waves")
        return Function(
            function["name"],
            parameters,
            [stated_type(type_) for type_ in function["results"]],
            Block([], operations),
            location,
            kernel_attributes(function) if is_kernel else None,
            helper_num_waves,
        )

    def block(self, described: Mapping[str, Any]) -> Block:
        """Builds a region; empty if the region is."""
        outer, self._operations = self._operations, []
        arguments = [self._define(argument) for argument in described.get("arguments", ())]
        for operation in described.get("operations", ()):
            location = self._places[operation["location"]]
            read = Read(
                operation["name"],
                operation.get("operands", []),
                operation.get("results", []),
                operation.get("attributes", {}),
                operation.get("regions", []),
                location,
            )
            try:
                read_operation(self, read)
            except UnknownType as error:
                _refuse_type(error, location)
        block = Block(arguments, self._operations)
        self._operations = outer
        return block

    # For the readers of operations.

    def value(self, number: int) -> Value:
        """The value of a number."""
        return self._values[number]

    def values(self, read: Read) -> list[Value]:
        """The operands of an operation."""
        return [self._values[number] for number in read.operands]

    def alias(self, read: Read, value: Value) -> None:
        """Uses an existing value as the result of an operation."""
        if value.name is None:
            value.name = read.results[0].get("name")
        self._values[read.results[0]["number"]] = value

    def make(
        self, name: str, operands: list[Value], types: Sequence[Any], attributes: dict[str, Any], read: Read
    ) -> list[Value]:
        """Adds an operation that the text does not have, at the place of one that it has; returns its results."""
        return self._append(name, operands, [Value(type_) for type_ in types], attributes, [], read.location)

    def constant(self, type_: Any, value: Any, read: Read) -> Value:
        """A constant that the text does not have."""
        return self.make("arith.constant", [], [type_], {"value": value}, read)[0]

    def add(
        self,
        read: Read,
        *,
        name: str | None = None,
        operands: list[Value] | None = None,
        attributes: dict[str, Any],
        regions: Sequence[Block] = (),
        result: int | None = None,
    ) -> None:
        """Adds an operation with the results of ``read``, or with only that of a number."""
        operands = self.values(read) if operands is None else operands
        defined = read.results if result is None else [read.results[result]]
        results = [self._define(value) for value in defined]
        self._append(name or read.name, operands, results, attributes, list(regions), read.location)

    def add_statement(self, read: Read, names: Sequence[str], calls: Sequence[str]) -> None:
        """Adds the beginning of a statement, unless it is part of the one before it."""
        values, types = self.values(read), read.attributes["types"]
        made = noted_statement(self._function["name"], read.location, names, types, values, calls)
        if not continues(self._operations, made):
            self._operations.append(made)

    def refuse(self, read: Read, message: str) -> NoReturn:
        """Raises the error for an operation that kernels do not have."""
        place = read.location
        raise CompileError("operation-not-supported", message, place.file, place.line, place.column)

    def _append(
        self,
        name: str,
        operands: list[Value],
        results: list[Value],
        attributes: dict[str, Any],
        regions: list[Block],
        location: Location,
    ) -> list[Value]:
        self._operations.append(Operation(name, operands, results, attributes, regions, location))
        return results

    def _define(self, described: Mapping[str, Any]) -> Value:
        value = Value(value_type(described["type"]), described.get("name"))
        self._values[described["number"]] = value
        return value


def _refuse_type(error: UnknownType, location: Location) -> NoReturn:
    message = f"kernels have no type `{error}`"
    raise CompileError("value-type", message, location.file, location.line, location.column) from None
