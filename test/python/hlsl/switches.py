"""Random functions with `switch`, and a lock-step model of them that knows nothing of the compiler.

A statement is a tuple: its kind and its operands. `text_of` writes it as HLSL, and `Wave` executes it: for a statement,
`lanes` are those that reach it, and what `execute` returns those that reach its end.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

LANES = 8
WAVES = 4

#: The selectors of `x`, their model, their type, and the values that they have.
SELECTORS: list[tuple[str, Any, str, list[int]]] = [
    ("(x & 31) - 8", lambda x: (x & 31) - 8, "int", list(range(-8, 24))),
    ("uint(x) & 31u", lambda x: x & 31, "uint", list(range(32))),
    ("(x & 15) << 28", lambda x: ((x & 15 ^ 8) - 8) << 28, "int", [((k ^ 8) - 8) << 28 for k in range(16)]),
    ("uint(x & 15) << 28", lambda x: (x & 15) << 28, "uint", [k << 28 for k in range(16)]),
    (
        "int64_t(x & 31) * 1000000007 - 9000000063",
        lambda x: (x & 31) * 1000000007 - 9000000063,
        "int64_t",
        [k * 1000000007 - 9000000063 for k in range(32)],
    ),
]
SUFFIXES = {"int": "", "uint": "u", "int64_t": "ll"}


class Writer:
    """Makes random statements."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.loops = 0

    def function(self) -> list[tuple]:
        return [self.switch(2, False), *self.statements(1, False, False), self.loop(2), ("count", 5)]

    def statements(self, depth: int, in_switch: bool, in_loop: bool) -> list[tuple]:
        made = []
        for _ in range(self.random.randint(1, 3)):
            made.append(self.statement(depth, in_switch, in_loop))
            if made[-1][0] in ("break", "continue", "return"):
                break
        return made

    def statement(self, depth: int, in_switch: bool, in_loop: bool) -> tuple:
        kinds = ["mix", "mix", "count", "count", "sum"]
        if depth:
            kinds += ["if", "if", "leave", "leave", "switch"]
        match self.random.choice(kinds):
            case "if":
                mask, value = self.random.choice([(1, 0), (3, 2), (4, 4), (6, 2)])
                otherwise = self.statements(depth - 1, in_switch, in_loop) if self.random.random() < 0.4 else []
                return ("if", mask, value, self.statements(depth - 1, in_switch, in_loop), otherwise)
            case "leave":
                leaves = ["break"] * (in_switch or in_loop) + ["continue"] * in_loop
                if self.random.random() < 0.15 or not leaves:
                    leaves = ["return"]
                return ("if", *self.random.choice([(1, 1), (3, 0), (8, 8)]), [(self.random.choice(leaves),)], [])
            case "switch":
                return self.switch(depth - 1, in_loop)
            case kind:
                return (kind, self.random.randint(1, 9))

    def loop(self, depth: int) -> tuple:
        self.loops += 1
        return ("loop", f"k{self.loops}", 3, [self.switch(depth, True), *self.statements(depth, False, True)])

    def switch(self, depth: int, in_loop: bool) -> tuple:
        number = self.random.randrange(len(SELECTORS))
        values = list(SELECTORS[number][3])
        if self.random.random() < 0.4:
            self.random.shuffle(values)
        values = values[: self.random.randint(1, len(values))]
        sections: list[tuple] = []
        while values:
            count = self.random.choice([1, 1, 1, 2, 4])
            body = self.statements(depth, True, in_loop)
            if self.random.random() < 0.6 and body[-1][0] not in ("break", "continue", "return"):
                body.append((self.random.choice(["break"] * 4 + ["continue"] * in_loop),))
            sections.append((values[:count], False, body))
            values = values[count:]
        if self.random.random() < 0.7:
            place = self.random.randrange(len(sections) + 1)
            body = [*self.statements(depth, True, in_loop), *[("break",)] * self.random.randint(0, 1)]
            labels = sections.pop(place)[0] if place < len(sections) and self.random.random() < 0.3 else []
            sections.insert(place, (labels, True, body))
        return ("switch", number, sections)


def text_of(statements: list[tuple]) -> str:
    return "\n".join(_text_of(statement) for statement in statements)


def _text_of(statement: tuple) -> str:
    match statement:
        case ("mix", value):
            return f"x = x * 3 + {value};"
        case ("count", value):
            return f"t = t * {value}u + WaveActiveCountBits(true);"
        case ("sum", value):
            return f"t ^= uint(WaveActiveSum(x)) + {value}u;"
        case ("if", mask, value, then, otherwise):
            rest = f" else {{\n{text_of(otherwise)}\n}}" if otherwise else ""
            return f"if ((x & {mask}) == {value}) {{\n{text_of(then)}\n}}{rest}"
        case ("loop", name, count, body):
            return f"for (int {name} = 0; {name} < {count}; ++{name}) {{\n{text_of(body)}\n}}"
        case ("switch", number, sections):
            selector, _, kind, _ = SELECTORS[number]
            lines = [f"switch ({selector}) {{"]
            for labels, is_default, body in sections:
                lines += [f"case {kind}({label}{SUFFIXES[kind]}):" for label in labels]
                lines += ["default:"] * is_default
                lines.append(text_of(body))
            return "\n".join([*lines, "}"])
        case (word,):
            return f"{word};"
    raise AssertionError(statement)


class Wave:
    """A wave that executes statements in lock step."""

    def __init__(self, x: list[int]) -> None:
        self.x = [np.int32(value) for value in x]
        self.t = [0] * len(x)
        #: The lanes that left by each word and have not arrived yet.
        self.left: dict[str, set[int]] = {"break": set(), "continue": set(), "return": set()}

    def run(self, statements: list[tuple], lanes: set[int]) -> set[int]:
        for statement in statements:
            if not lanes:
                break
            lanes = self.execute(statement, lanes)
        return lanes

    def arrive(self, word: str, outer: set[int]) -> set[int]:
        arrived, self.left[word] = self.left[word], outer
        return arrived

    def execute(self, statement: tuple, lanes: set[int]) -> set[int]:
        match statement:
            case ("mix", value):
                for lane in lanes:
                    self.x[lane] = self.x[lane] * np.int32(3) + np.int32(value)
            case ("count", value):
                for lane in lanes:
                    self.t[lane] = (self.t[lane] * value + len(lanes)) & 0xFFFFFFFF
            case ("sum", value):
                total = sum(int(self.x[lane]) for lane in lanes) + value
                for lane in lanes:
                    self.t[lane] = (self.t[lane] ^ total) & 0xFFFFFFFF
            case ("if", mask, value, then, otherwise):
                taken = {lane for lane in lanes if int(self.x[lane]) & mask == value}
                return self.run(then, taken) | self.run(otherwise, lanes - taken)
            case ("loop", _, count, body):
                outer = {word: self.left[word] for word in ("break", "continue")}
                self.left["break"] = set()
                for _ in range(count):
                    self.left["continue"] = set()
                    lanes = self.run(body, lanes) | self.left["continue"]
                lanes |= self.arrive("break", outer["break"])
                self.left["continue"] = outer["continue"]
                return lanes
            case ("switch", number, sections):
                return self.switch(SELECTORS[number][1], sections, lanes)
            case (word,):
                self.left[word] |= lanes
                return set()
        return lanes

    def switch(self, selector: Any, sections: list[tuple], lanes: set[int]) -> set[int]:
        outer = self.arrive("break", set())
        values = {lane: int(selector(int(self.x[lane]))) for lane in lanes}
        every = {label for labels, _, _ in sections for label in labels}
        fallen: set[int] = set()
        entered: set[int] = set()
        for labels, is_default, body in sections:
            here = {lane for lane in lanes if values[lane] in labels or is_default and values[lane] not in every}
            entered |= here
            fallen = self.run(body, fallen | here)
        return fallen | (lanes - entered) | self.arrive("break", outer)


def shader_of(function: list[tuple]) -> str:
    return f"""
    RWStructuredBuffer<int> values;
    RWStructuredBuffer<uint> traces;
    void choose(inout int x, inout uint t) {{
    {text_of(function)}
    }}
    [numthreads({LANES * WAVES}, 1, 1)]
    void main(uint i : SV_GroupIndex) {{
      int x = values[i];
      uint t = 0;
      choose(x, t);
      values[i] = x;
      traces[i] = t * 3 + WaveActiveCountBits(true);
    }}
    """


def expected_of(function: list[tuple], values: list[int]) -> tuple[list[int], list[int]]:
    """The values and traces after the shader."""
    made: tuple[list[int], list[int]] = ([], [])
    with np.errstate(over="ignore"):
        for first in range(0, len(values), LANES):
            wave = Wave(values[first : first + LANES])
            wave.run(function, set(range(LANES)))
            made[0].extend(int(x) for x in wave.x)
            made[1].extend((t * 3 + LANES) & 0xFFFFFFFF for t in wave.t)
    return made
