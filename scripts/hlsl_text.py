"""Straight-line code of the front end's IR as HLSL, and the forms of functions in the prelude of the HLSL front end.

``scripts/print-prelude`` traces the type rules of each intrinsic with values of every type, and this module writes each
trace: as the annotation of a declaration if it is one operation, otherwise as a function with a body. Types are written
relative to the type of the arguments, ``T``, so that most traces of a function have the same text.
"""

from __future__ import annotations

import json
import math
import re
import subprocess
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from wavedialect.ir.module import Block, Function, Location, Module, Operation, Value
from wavedialect.ir.printer import print_module
from wavedialect.ir.types import DTYPES, DType, VectorType, bool_, element_of, like, u16, u32, u64

#: The scalar types that HLSL has.
TYPES = {name: dtype for name, dtype in DTYPES.items() if not dtype.is_bf16}
NAMES = {
    name: {"f16": "__half", "f32": "float", "f64": "double", "i16": "__short", "u16": "__ushort"}.get(
        name, {"i": "int", "u": "uint"}.get(name[0], name) + (f"{dtype.bits}_t" if dtype.bits == 64 else "")
    )
    for name, dtype in TYPES.items()
}
_OPERATORS = {
    f"arith.{word}": sign
    for sign, words in {
        "+": "addf addi", "-": "subf subi", "*": "mulf muli", "/": "divf divsi divui", "%": "remf remsi remui",
        "&": "andi", "|": "ori", "^": "xori", "<<": "shli", ">>": "shrsi shrui",
    }.items()
    for word in words.split()
}  # fmt: skip
_COMPARISONS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_CONVERSIONS = {"extui", "extsi", "trunci", "extf", "truncf", "sitofp", "uitofp", "fptosi", "fptoui"}
_WIDTH = 116


@dataclass(frozen=True)
class Trace:
    """The operations of a call with parameters of certain types."""

    parameters: tuple[Value, ...]
    operations: tuple[Operation, ...]
    results: tuple[Value, ...]
    """The result, or the parts of a tuple."""

    @property
    def operation(self) -> Operation | None:
        """The operation of the call, if there is only one, with the parameters in order."""
        if len(self.operations) != 1:
            return None
        (operation,) = self.operations
        is_call = tuple(operation.operands) == self.parameters and tuple(operation.results) == self.results
        return operation if is_call and operation.name != "reinterpret" else None


class Annotations:
    """The annotations of operations, in the generic form that ``wave-opt`` prints."""

    def __init__(self, wave_opt: Path) -> None:
        self.wave_opt = wave_opt
        self.operations: dict[str, Operation] = {}
        self.texts: dict[str, str] = {}

    @staticmethod
    def key(operation: Operation) -> str:
        """A name for an operation with its attributes: ``wave.quad_read_across x``."""
        words = [str(value) for name, value in operation.attributes.items() if name != "precise" and value is not False]
        return " ".join([operation.name, *words])

    def collect(self, operation: Operation) -> None:
        self.operations.setdefault(self.key(operation), operation)

    def print(self) -> None:
        """Prints all collected operations."""
        place = Location("", 0, 0)
        functions = []
        for number, operation in enumerate(self.operations.values()):
            end = Operation("wave.return", [], [], {}, [], place)
            body = Block([], [operation, end])
            functions.append(Function(f"f{number}", list(dict.fromkeys(operation.operands)), [], body, place))
        command = [self.wave_opt, "--mlir-print-op-generic", "-"]
        text = print_module(Module(functions, functions[0]))
        found = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
        lines = re.findall(r'^ *(?:%\w+ = )?"(.*?)"\(.*?\)(?: <\{(.*)\}>)? :', found, re.MULTILINE)
        lines = [(name, words) for name, words in lines if name not in ("wave.return", "wave.func")]
        for key, (name, words) in zip(self.operations, lines, strict=True):
            attributes = [word for word in _split(words) if not word.endswith(("fastmath<none>", "overflow<none>"))]
            self.texts[key] = name + (f" {{{', '.join(attributes)}}}" if attributes else "")

    def __getitem__(self, operation: Operation) -> str:
        return self.texts[self.key(operation)]


def _split(text: str) -> list[str]:
    """The attributes of a dictionary; those of these operations have no commas inside."""
    return [word for word in text.split(", ") if word]


class Writer:
    """Writes a trace as the body of a function of ``T``, the type of the first parameter."""

    def __init__(self, trace: Trace, helpers: Helpers) -> None:
        self.trace = trace
        self.helpers = helpers
        self.base = trace.parameters[0].type if trace.parameters else None
        self.texts: dict[Value, str] = {value: value.name for value in trace.parameters}
        self.lines: list[str] = []
        self.results = trace.results
        self.uses = Counter(value for operation in trace.operations for value in operation.operands)
        self.uses.update(self.results)
        self.is_precise = any(operation.attributes.get("precise") for operation in trace.operations)
        self.constants: dict[Value, Any] = {}
        self.count = 0

    def type(self, type: DType | VectorType) -> str:
        """The text of a type."""
        if type == self.base:
            return "T"
        name = NAMES[element_of(type).name]
        if self.base is not None and type == like(element_of(type), self.base):
            return f"__like<{name}, T>"
        return f"vector<{name}, {type.size}>" if isinstance(type, VectorType) else name

    def body(self) -> list[str]:
        """The statements: results after the first are stored into the parameters ``out1``, ``out2``."""
        for operation in self.trace.operations:
            self._write(operation)
        first, *others = self.results
        for place, value in enumerate(others, 1):
            self.lines.append(f"out{place} = {self._plain(value)};")
        text = self._plain(first)
        if self.is_precise and not text.isidentifier():
            text = self._variable(first, text)
        self.lines.append(f"return {text};")
        return [piece for line in self.lines for piece in _wrapped(line)]

    def _variable(self, value: Value, text: str) -> str:
        self.count += 1
        name = f"v{self.count}"
        self.lines.append(f"{'precise ' if self.is_precise else ''}{self.type(value.type)} {name} = {text};")
        return name

    def _plain(self, value: Value) -> str:
        """The text of a value that stands alone."""
        text = self.texts[value]
        return text[1:-1] if text.startswith("(") and _closes_at_end(text) else text

    def _write(self, operation: Operation) -> None:
        if not operation.results:
            self.lines.append(f"{self._expression(operation)};")
            return
        (result,) = operation.results
        text = self._expression(operation)
        is_constant = result in self.constants
        is_last = operation is self.trace.operations[-1]
        if not is_constant and not is_last and (self.uses[result] > 1 or len(text) > _WIDTH):
            text = self._variable(result, _inner(text))
        self.texts[result] = text

    def _constant(self, value: Value, number: Any) -> str:
        """A number, with its type unless that is a scalar of no relation to T."""
        self.constants[value] = number
        type, element = self.type(value.type), element_of(value.type)
        if value.type != self.base or not _is_short(number):
            text = self.helpers.literal(number, element)
            return text if type == NAMES[element.name] else f"({type}){text}"
        return f"(T){number}"

    def _expression(self, operation: Operation) -> str:
        name, operands = operation.name, operation.operands
        short = name.partition(".")[2]
        if name == "arith.constant":
            return self._constant(operation.results[0], operation.attributes["value"])
        if name == "vector.broadcast":
            if operands[0] in self.constants:
                return self._constant(operation.results[0], self.constants[operands[0]])
            return f"({self.type(operation.results[0].type)}){self.texts[operands[0]]}"
        type = element_of(operation.results[0].type) if operation.results else None
        if name in _OPERATORS and type is not bool_:
            return f"({self.texts[operands[0]]} {_OPERATORS[name]} {self.texts[operands[1]]})"
        if short in ("cmpf", "cmpi"):
            sign = _COMPARISONS[operation.attributes["predicate"][-2:]]
            return f"({self.texts[operands[0]]} {sign} {self.texts[operands[1]]})"
        if name == "arith.negf":
            return f"(-{self.texts[operands[0]]})"
        if short in _CONVERSIONS or name == "reinterpret":
            return f"({self.type(operation.results[0].type)}){self.texts[operands[0]]}"
        if name == "vector.extract":
            return f"{self.texts[operands[0]]}.{'xyzw'[operation.attributes['position']]}"
        if name == "vector.shuffle" and operands[0] is operands[1]:
            return f"{self.texts[operands[0]]}.{''.join('xyzw'[place] for place in operation.attributes['mask'])}"
        if name == "vector.from_elements":
            return f"{self.type(operation.results[0].type)}({', '.join(map(self._plain, operands))})"
        function = self.helpers.function(operation)
        if self.helpers.needs_result(operation):
            function += f"<{self.type(operation.results[0].type)}>"
        arguments = [self._plain(value) for value in operands]
        if type is bool_:
            # Clang's comparisons of vectors are vectors of integers.
            arguments = [f"({self.type(value.type)})({text})" for value, text in zip(operands, arguments, strict=True)]
        return f"{function}({', '.join(arguments)})"


class Helpers:
    """Declarations of the operations that bodies contain and HLSL has no operator for."""

    def __init__(self, annotations: Annotations) -> None:
        self.annotations = annotations
        self.operations: dict[str, Operation] = {}

    def function(self, operation: Operation) -> str:
        """The name of an operation's function."""
        words = self.annotations.key(operation).partition(".")[2].split(" ")
        name = "__" + "_".join(words)
        if name not in self.operations:
            self.operations[name] = operation
            self.annotations.collect(operation)
        return name

    @staticmethod
    def needs_result(operation: Operation) -> bool:
        """Whether the type of the result is not that of an operand."""
        return operation.results[0].type not in [value.type for value in operation.operands]

    def literal(self, value: Any, type: DType) -> str:
        """A number of a scalar type."""
        if type is bool_:
            return "true" if value else "false"
        if type.is_float and not math.isfinite(value):
            unsigned = {16: u16, 32: u32, 64: u64}[type.bits]
            bits = int(type.numpy.type(value).view(unsigned.numpy))
            cast = Operation("arith.bitcast", [Value(unsigned)], [Value(type)], {}, [], Location("", 0, 0))
            return f"{self.function(cast)}<{NAMES[type.name]}>({self.literal(bits, unsigned)})"
        text = repr(float(value)) if type.is_float else str(value) if value < 10_000 else hex(value)
        text += {"f16": "f", "f32": "f", "f64": "l", "u32": "u", "i64": "ll", "u64": "ull"}.get(type.name, "")
        text = f"({text})" if value < 0 else text
        return f"({NAMES[type.name]}){text}" if type.bits == 16 else text

    def declarations(self) -> list[str]:
        lines = []
        for name, operation in sorted(self.operations.items()):
            result = operation.results[0].type
            types = ["T" if value.type == result else f"A{place}" for place, value in enumerate(operation.operands)]
            parameters = ", ".join(f"typename {type}" for type in dict.fromkeys(["T", *types]))
            annotation = json.dumps(self.annotations[operation])
            lines += [f"//: {name}", f"template <{parameters}> __OP({annotation}) T {name}({', '.join(types)});"]
        return lines


def _is_short(number: Any) -> bool:
    """Whether a literal without a suffix has the value in all types."""
    if isinstance(number, int):
        return 0 <= number < 128
    return abs(number) < 1024 and float(np.float16(number)) == number


def _closes_at_end(text: str) -> bool:
    """Whether the first parenthesis of a text ends with it."""
    depth = 0
    for place, letter in enumerate(text):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if depth == 0:
            return place == len(text) - 1
    return False


def _inner(text: str) -> str:
    return text[1:-1] if text.startswith("(") and _closes_at_end(text) else text


def _wrapped(line: str) -> list[str]:
    """A statement in lines that are not too long."""
    lines, indent = [], ""
    while len(indent + line) > _WIDTH:
        cut = line.rfind(" ", 0, _WIDTH - len(indent))
        lines.append(indent + line[:cut])
        line, indent = line[cut + 1 :], "    "
    return [*lines, indent + line]


def mask(types: Sequence[DType]) -> int:
    """A set of scalar types as a number: see ``__bit`` in Types.hlsl."""
    order = list(TYPES.values())
    return sum(1 << order.index(type) for type in types)
