"""The calls of DXIL's functions in a module's text, with operands named by where they come from, so that modules of
different compilers can be compared: ``rawBufferStore.f32(140, u1, flattenedThreadIdInGroup, 0, t0, undef, ...)``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_DEFINITION = re.compile(r"^define void @[^\n]*\{\n(.*?)^\}", re.DOTALL | re.MULTILINE)
_INSTRUCTION = re.compile(r"^\s+(?:(%[\w.]+) = )?(.*?)\s*$")
_CALL = re.compile(r"(?:tail )?call .*? @dx\.op\.([\w.]+)\((.*)\)")
_EXTRACT = re.compile(r"extractvalue .*? (%[\w.]+), (\d+)$")
_ATOMIC = re.compile(r"(atomicrmw \w+|cmpxchg) (.*)$")
_DECLARATION = re.compile(r"^declare .*? @dx\.op\.([\w.]+)\(.*\)(?: (.*))?$", re.MULTILINE)
_NAME = re.compile(r"%[\w.]+")
_LOADS = ("rawBufferLoad", "bufferLoad", "textureLoad")
_REGISTERS = "tubs"
"""By the class of a resource."""
_EMPTY = {"%dx.types.ResBind": "{0, 0, 0, 0}", "%dx.types.ResourceProperties": "{0, 0}"}
ATTRIBUTES = {
    "readnone": "readnone",
    "memory(none)": "readnone",
    "readonly": "readonly",
    "memory(read)": "readonly",
    "noduplicate": "noduplicate",
}
"""What is said of a function, in the words of LLVM 3.7, also as today's LLVM says it."""


@dataclass(frozen=True)
class Call:
    """A call, or an atomic instruction."""

    function: str
    """Without ``dx.op.``."""
    arguments: tuple[str, ...]

    @property
    def operation(self) -> str:
        """The function without the types that it is overloaded on."""
        return self.function.partition(".")[0]

    def __str__(self) -> str:
        return f"{self.function}({', '.join(self.arguments)})"


def _split(text: str) -> list[str]:
    """At commas outside of brackets."""
    parts, depth, start = [], 0, 0
    for place, character in enumerate(text):
        depth += character in "({[<"
        depth -= character in ")}]>"
        if character == "," and depth == 0:
            parts.append(text[start:place].strip())
            start = place + 1
    rest = text[start:].strip()
    return [*parts, rest] if rest else parts


class _Reader:
    def __init__(self, text: str) -> None:
        found = _DEFINITION.search(text)
        assert found is not None, "there is no function in the module"
        self.instructions: list[str] = []
        self.values: dict[str, str] = {}
        for line in found[1].splitlines():
            # What dxc says of a call stands behind it.
            line = re.sub(r"\s+;.*$", "", line)
            instruction = _INSTRUCTION.match(line)
            if instruction is None or not instruction[2] or line.startswith(";"):
                continue
            self.instructions.append(instruction[2])
            if instruction[1]:
                self.values[instruction[1]] = instruction[2]

    def calls(self) -> Iterator[Call]:
        for instruction in self.instructions:
            call = _CALL.match(instruction)
            if call is not None:
                yield Call(call[1], tuple(self.operand(argument) for argument in _split(call[2])))
            atomic = _ATOMIC.match(instruction)
            if atomic is not None:
                yield self.atomic(atomic[1], _split(atomic[2]))

    def atomic(self, name: str, operands: list[str]) -> Call:
        """The address is left out: its form is the compiler's own. So is the alignment."""
        values = [operand for operand in operands[1:] if not operand.startswith("align")]
        *_, ordering = values[-1].partition(" ")
        ordering = " ".join(word for word in ordering.split()[1:])
        values[-1] = " ".join(values[-1].split()[:2])
        return Call(f"{name} {ordering}", tuple(self.operand(value) for value in values))

    def operand(self, typed: str) -> str:
        """An operand with its type in front."""
        kind, _, value = typed.partition(" ")
        if value.startswith("addrspace("):
            value = value.partition(" ")[2]
        if value == "zeroinitializer":
            return _EMPTY[kind]
        if value.startswith("{"):
            return "{" + ", ".join(part.split()[-1] for part in _split(value.strip("{} "))) + "}"
        if value in ("poison", "undef"):
            return "undef"
        return self.origin(value) if value.startswith("%") else value

    def origin(self, name: str) -> str:
        definition = self.values[name]
        extract = _EXTRACT.match(definition)
        field = ""
        if extract is not None:
            definition = self.values[extract[1]]
            field = "" if extract[2] == "0" else f".{extract[2]}"
        call = _CALL.match(definition)
        if call is None:
            return "f(" + ", ".join(sorted(self.inputs(name, set()))) + ")"
        arguments = _split(call[2])
        operation = call[1].partition(".")[0]
        if operation == "createHandle":
            return _REGISTERS[int(self.operand(arguments[1]))] + self.operand(arguments[3])
        if operation == "createHandleFromBinding":
            return _REGISTERS[int(self.operand(arguments[1]).strip("{}").split(", ")[3])] + self.operand(arguments[2])
        if operation == "annotateHandle":
            return self.operand(arguments[1])
        if operation in _LOADS:
            return self.operand(arguments[1]) + field
        if operation == "cbufferLoadLegacy":
            return f"{self.operand(arguments[1])}[{self.operand(arguments[2])}]{field}"
        return operation + field

    def inputs(self, name: str, seen: set[str]) -> set[str]:
        """What a value is computed from by instructions that are no calls."""
        if name in seen:
            return set()
        seen.add(name)
        definition = self.values[name]
        if _CALL.match(definition) or (
            (extract := _EXTRACT.match(definition)) and _CALL.match(self.values[extract[1]])
        ):
            return {self.origin(name)}
        found: set[str] = set()
        for operand in _NAME.findall(definition):
            if operand in self.values:
                found |= self.inputs(operand, seen)
        return found


def read_calls(text: str) -> list[Call]:
    """The calls and atomic instructions of the only function, in the order of the text."""
    return list(_Reader(text).calls())


def read_attributes(text: str) -> dict[str, str]:
    """What the declarations say of the functions."""
    groups = dict(re.findall(r"^attributes (#\d+) = \{ (.*) \}$", text, re.MULTILINE))
    found = {}
    for name, attributes in _DECLARATION.findall(text):
        said = " ".join(groups.get(word, word) for word in attributes.split())
        words = [word for spelling, word in ATTRIBUTES.items() if re.search(rf"(?<!\S){re.escape(spelling)}", said)]
        found[name] = " ".join(words)
    return found
