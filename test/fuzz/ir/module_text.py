"""Modules in MLIR's generic form as trees of operations: parsed, changed and printed again.

The generic form is the same for every operation, so no dialect's syntax is known here. Attributes and types stay text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass
class Operation:
    """``results`` are names with types; several results of one operation share a name (``%0:2``, used as ``%0#1``)."""

    name: str
    results: list[tuple[str, str]] = field(default_factory=list)
    operands: list[tuple[str, str]] = field(default_factory=list)
    successors: str = ""
    properties: str = ""
    attributes: str = ""
    regions: list[Region] = field(default_factory=list)

    def walk(self) -> Iterator[Operation]:
        yield self
        for block in self.blocks():
            for operation in block.operations:
                yield from operation.walk()

    def blocks(self) -> Iterator[Block]:
        for region in self.regions:
            yield from region.blocks


@dataclass
class Block:
    label: str = ""
    arguments: list[tuple[str, str]] = field(default_factory=list)
    operations: list[Operation] = field(default_factory=list)


@dataclass
class Region:
    blocks: list[Block] = field(default_factory=list)


@dataclass
class Module:
    """A ``builtin.module``, and the preceding lines with aliases of attributes and types."""

    header: str
    operation: Operation

    @property
    def body(self) -> list[Operation]:
        return self.operation.regions[0].blocks[0].operations


class ParseError(Exception):
    """The text is not an operation in generic form."""


# --- Parsing -------------------------------------------------------------------

NAME = re.compile(r'\s*"([\w.$]+)"\s*\(')
RESULTS = re.compile(r"\s*(%[\w$.-]+)(?::(\d+))?\s*=")
VALUE = re.compile(r"\s*(%[\w$.-]+(?:#\d+)?)")
LABEL = re.compile(r"\s*(\^[\w$.-]+)\s*")
SPACE = re.compile(r"(?:\s|//[^\n]*)*")
CLOSING = {"(": ")", "[": "]", "{": "}", "<": ">"}
# Brackets that count: not in strings, and not those of an arrow.
PIECES = re.compile(r'"(?:[^"\\]|\\.)*"|->|[()\[\]{}<>,]|\n')


class Parser:
    def __init__(self, text: str):
        self.text = text
        self.at = 0

    def skip(self) -> None:
        self.at = SPACE.match(self.text, self.at).end()

    def accept(self, token: str) -> bool:
        self.skip()
        if not self.text.startswith(token, self.at):
            return False
        self.at += len(token)
        return True

    def expect(self, token: str) -> None:
        if not self.accept(token):
            raise ParseError(f"expected {token!r} before {self.text[self.at : self.at + 40]!r}")

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self.text, self.at)
        if found:
            self.at = found.end()
        return found

    def until(self, stops: str) -> str:
        """Returns the text up to one of ``stops`` outside all brackets; does not consume it."""
        start, depth = self.at, 0
        for piece in PIECES.finditer(self.text, start):
            token = piece.group()
            if depth == 0 and token in stops:
                self.at = piece.start()
                return self.text[start : self.at].strip()
            if token in CLOSING:
                depth += 1
            elif token in CLOSING.values():
                depth -= 1
        self.at = len(self.text)
        return self.text[start:].strip()

    def bracketed(self, opening: str) -> str:
        """Returns the text inside brackets, after ``opening``, which was consumed."""
        inside = self.until(CLOSING[opening])
        self.expect(CLOSING[opening])
        return inside

    def types(self) -> list[str]:
        if not self.accept("("):
            return [self.until("\n")]
        return split(self.bracketed("("))

    def operation(self) -> Operation:
        results = self.match(RESULTS)
        name = self.match(NAME)
        if not name:
            raise ParseError(f"expected an operation before {self.text[self.at : self.at + 40]!r}")
        operation = Operation(name[1])
        operands = split(self.bracketed("("))
        if self.accept("["):
            operation.successors = self.bracketed("[")
        if self.accept("<{"):
            operation.properties = self.bracketed("{")
            self.expect(">")
        self.skip()
        if self.accept("("):
            while self.accept("{"):
                operation.regions.append(self.region())
                self.accept(",")
            self.expect(")")
        if self.accept("{"):
            operation.attributes = self.bracketed("{")
        self.expect(":")
        operation.operands = list(zip(operands, self.types(), strict=True))
        self.expect("->")
        self.skip()
        types = self.types()
        if results:
            count = int(results[2] or 1)
            names = [results[1]] if count == 1 else [f"{results[1]}#{number}" for number in range(count)]
            operation.results = list(zip(names, types, strict=True))
        return operation

    def region(self) -> Region:
        blocks = [Block()]
        while not self.accept("}"):
            label = self.match(LABEL)
            if not label:
                blocks[-1].operations.append(self.operation())
                continue
            if blocks[-1].operations or blocks[-1].label:
                blocks.append(Block())
            blocks[-1].label = label[1]
            if self.accept("("):
                for argument in split(self.bracketed("(")):
                    value, _, kind = argument.partition(":")
                    blocks[-1].arguments.append((value.strip(), kind.strip()))
            self.expect(":")
        return Region(blocks)


def split(text: str) -> list[str]:
    """Returns the parts of a list between its commas."""
    parser, parts = Parser(text), []
    while parser.at < len(text):
        parts.append(parser.until(","))
        parser.at += 1
    return [part for part in parts if part]


def parse(text: str) -> Module:
    start = re.search(r'^"builtin\.module"', text, re.MULTILINE)
    if not start:
        raise ParseError("no module")
    parser = Parser(text[start.start() :])
    return Module(text[: start.start()], parser.operation())


# --- Printing ------------------------------------------------------------------


def group_of(value: str) -> str:
    """Returns the name that all results of an operation share."""
    return value.partition("#")[0]


def print_region(region: Region, indent: str) -> str:
    lines = ["{"]
    for number, block in enumerate(region.blocks):
        if block.label or block.arguments or number:
            arguments = ", ".join(f"{name}: {kind}" for name, kind in block.arguments)
            lines.append(f"{indent}{block.label or '^bb0'}({arguments}):")
        lines += [print_operation(operation, indent + "  ") for operation in block.operations]
    return "\n".join(lines) + f"\n{indent}}}"


def print_operation(operation: Operation, indent: str = "") -> str:
    text = indent
    if operation.results:
        count = len(operation.results)
        text += group_of(operation.results[0][0]) + (f":{count}" if count > 1 else "") + " = "
    text += f'"{operation.name}"(' + ", ".join(name for name, _ in operation.operands) + ")"
    if operation.successors:
        text += f"[{operation.successors}]"
    if operation.properties:
        text += f" <{{{operation.properties}}}>"
    if operation.regions:
        text += " (" + ", ".join(print_region(region, indent) for region in operation.regions) + ")"
    if operation.attributes:
        text += f" {{{operation.attributes}}}"
    takes = ", ".join(kind for _, kind in operation.operands)
    gives = ", ".join(kind for _, kind in operation.results)
    return f"{text} : ({takes}) -> ({gives})"


def print_module(module: Module) -> str:
    return module.header + print_operation(module.operation) + "\n"
