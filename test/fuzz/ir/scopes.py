"""Positions in a module, and the values that an operation there may use."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass

from module_text import Block, Module, Operation, Region

Value = tuple[str, str]
"""A name and a type."""

_numbers = itertools.count()


def new_name() -> str:
    """Returns a name that no value has."""
    return f"%new{next(_numbers)}"


def is_isolated(operation: Operation) -> bool:
    """Whether its regions use no value from outside: functions and modules of any dialect."""
    return operation.name.endswith((".func", ".module"))


@dataclass
class Scope:
    """A block of a function, and the visible values from outside the block."""

    block: Block
    outer: list[Value]
    function: Operation

    def visible(self, index: int) -> list[Value]:
        """Returns the values that an operation at ``index`` may use."""
        before = (result for operation in self.block.operations[:index] for result in operation.results)
        return [*self.outer, *self.block.arguments, *before]


def scopes(module: Module) -> list[Scope]:
    """Returns the blocks of all functions."""

    def inside(operation: Operation, visible: list[Value], function: Operation | None) -> Iterator[Scope]:
        if is_isolated(operation):
            visible, function = [], operation
        for block in operation.blocks():
            if function and function.name.endswith(".func"):
                yield Scope(block, visible, function)
            known = [*visible, *block.arguments]
            for nested in block.operations:
                yield from inside(nested, list(known), function)
                known += nested.results

    return list(inside(module.operation, [], None))


def functions(module: Module) -> list[Operation]:
    return [operation for operation in module.operation.walk() if operation.name.endswith(".func")]


def uses(operations: list[Operation], name: str) -> Iterator[tuple[Operation, int]]:
    """Yields the operands that are ``name``: the operation and the operand's index."""
    for operation in operations:
        for nested in operation.walk():
            for index, (operand, _) in enumerate(nested.operands):
                if operand == name:
                    yield nested, index


def choose(chance: random.Random, values: list[Value], kind: str) -> Value | None:
    """Returns a value of type ``kind``."""
    fitting = [value for value in values if value[1] == kind]
    return chance.choice(fitting) if fitting else None


def copy_operation(operation: Operation, names: dict[str, str] | None = None) -> Operation:
    """Returns a copy whose values have new names; ``names`` maps old names to new ones."""
    names = {} if names is None else names

    def renamed(values: list[Value]) -> list[Value]:
        return [(names.get(name, name), kind) for name, kind in values]

    def named(values: list[Value]) -> list[Value]:
        fresh: dict[str, str] = {}
        for name, _ in values:
            group, mark, number = name.partition("#")
            names[name] = fresh.setdefault(group, new_name()) + mark + number
        return renamed(values)

    copy = Operation(operation.name, [], renamed(operation.operands), operation.successors)
    copy.properties, copy.attributes = operation.properties, operation.attributes
    for region in operation.regions:
        blocks = []
        for block in region.blocks:
            arguments = named(block.arguments)
            blocks.append(Block(block.label, arguments, [copy_operation(nested, names) for nested in block.operations]))
        copy.regions.append(Region(blocks))
    copy.results = named(operation.results)
    return copy
