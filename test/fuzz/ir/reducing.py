"""Reduces a failing module and its command, as long as they fail in the same way."""

from __future__ import annotations

import copy
from collections.abc import Callable

from commands import Command
from module_text import Block, Module
from scopes import uses

Fails = Callable[[Command, Module], bool]


def fewer(items: list, fails: Callable[[list], bool]) -> list:
    """Delta debugging: removes halves, quarters, ... of ``items`` as long as the rest fails."""
    size = len(items)
    while size >= 1 and items:
        at = 0
        while at < len(items):
            rest = items[:at] + items[at + size :]
            if fails(rest):
                items = rest
            else:
                at += size
        size //= 2
    return items


def reduce_command(command: Command, module: Module, fails: Fails) -> Command:
    if command.passes:

        def some(passes: list[str]) -> bool:
            return bool(passes) and fails(Command(command.tool, tuple(passes), command.options), module)

        command = Command(command.tool, tuple(fewer(list(command.passes), some)), command.options)
        for index in range(len(command.passes)):
            plain = command.without_options(index)
            if plain != command and fails(plain, module):
                command = plain
    return command


def blocks_of(module: Module) -> list[Block]:
    return [block for operation in module.operation.walk() for block in operation.blocks()]


def reduce_blocks(command: Command, module: Module, fails: Fails) -> None:
    """Removes operations, block by block, the outermost first."""
    number = 0
    while number < len(blocks := blocks_of(module)):
        block = blocks[number]
        before = list(block.operations)

        def some(operations: list, block: Block = block) -> bool:
            block.operations = operations
            return fails(command, module)

        block.operations = fewer(before, some)
        number += 1


def flatten(command: Command, module: Module, fails: Fails) -> bool:
    """Replaces an operation by the operations of its region, if the result still fails."""
    for block in blocks_of(module):
        for index, operation in enumerate(block.operations):
            if not operation.name.startswith("scf."):
                continue
            for inner in operation.blocks():
                before = list(block.operations)
                block.operations = before[:index] + inner.operations[:-1] + before[index + 1 :]
                if fails(command, module):
                    return True
                block.operations = before
    return False


def share_values(command: Command, module: Module, fails: Fails) -> None:
    """Replaces a result by an earlier value of its type, so that its operation can be removed."""
    for block in blocks_of(module):
        known: dict[str, tuple[str, str]] = {}
        for value in block.arguments:
            known.setdefault(value[1], value)
        for operation in block.operations:
            for value in operation.results:
                first = known.setdefault(value[1], value)
                if first == value:
                    continue
                changed = list(uses(block.operations, value[0]))
                for user, number in changed:
                    user.operands[number] = first
                if changed and not fails(command, module):
                    for user, number in changed:
                        user.operands[number] = value


def drop_texts(command: Command, module: Module, fails: Fails) -> None:
    """Drops attributes that do not matter."""
    for operation in module.operation.walk():
        if operation.attributes:
            before, operation.attributes = operation.attributes, ""
            if not fails(command, module):
                operation.attributes = before


def reduce(command: Command, module: Module, fails: Fails) -> tuple[Command, Module]:
    """``fails`` says whether a command and a module still show the failure; an invalid module does not."""
    module = copy.deepcopy(module)
    command = reduce_command(command, module, fails)
    for _ in range(4):
        before = sum(1 for _ in module.operation.walk())
        reduce_blocks(command, module, fails)
        share_values(command, module, fails)
        while flatten(command, module, fails):
            pass
        reduce_blocks(command, module, fails)
        if sum(1 for _ in module.operation.walk()) == before:
            break
    drop_texts(command, module, fails)
    return reduce_command(command, module, fails), module
