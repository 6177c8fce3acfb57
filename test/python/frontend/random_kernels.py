"""Makes the text of random structured kernels: every nesting of if, for, while, break, continue and return, with wave operations."""

from __future__ import annotations

import random

VARIABLES = ("a", "b", "c")
HEAD = """import wavedialect as wd
from wavedialect import i32


"""


class Maker:
    """Writes one module's text from a seed."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.count = 0

    def module(self) -> str:
        """A kernel ``kernel`` and a helper ``helper``."""
        helper = ["@wd.func", "def helper(a, b):", "    c = i32(1)"]
        helper += self.block(1, 1, in_loop=False, result=True, helper=False) + ["    return (a + b * 3 + c) & 1023"]
        kernel = ["def kernel(out: wd.RWBuffer[i32]):", "    lane = i32(wd.wave_lane_index())"]
        kernel += ["    a = lane", "    b = i32(7)", "    c = lane & 3"]
        kernel += self.block(1, 3, in_loop=False, result=False, helper=True)
        kernel += [f"    out[lane * 4 + {i + 1}] = {name}" for i, name in enumerate(VARIABLES)]
        return HEAD + "\n".join(helper) + "\n\n\n" + "\n".join(kernel) + "\n"

    def atom(self) -> str:
        return self.random.choice([*VARIABLES, *VARIABLES, str(self.random.randrange(8))])

    def condition(self, helper: bool) -> str:
        a, b = self.random.choice(VARIABLES), self.atom()
        simple = f"{a} {self.random.choice(['<', '>', '==', '!=', '<='])} {b}"
        kind = self.random.randrange(8)
        if kind == 0:
            return f"({a} & 3) == {self.random.randrange(4)}"
        if kind == 1:
            return f"{simple} {self.random.choice(['and', 'or'])} {self.wave(helper)} > {self.random.randrange(6)}"
        if kind == 2:
            return f"not ({simple})"
        return simple

    def wave(self, helper: bool) -> str:
        kind = self.random.randrange(5 if helper else 4)
        a = self.random.choice(VARIABLES)
        if kind == 0:
            return f"i32(wd.wave_prefix_count_bits({a} > {self.random.randrange(6)}))"
        if kind == 1:
            return f"wd.wave_active_max({a})"
        if kind == 4:
            return f"helper({a}, {self.random.choice(VARIABLES)})"
        return f"i32(wd.wave_active_count_bits({a} != {self.atom()}))"

    def expression(self, helper: bool) -> str:
        kind = self.random.randrange(5)
        if kind == 0:
            return f"({self.atom()} + {self.wave(helper)}) & 1023"
        if kind == 1:
            return f"{self.wave(helper)} if {self.condition(helper)} else {self.random.choice(VARIABLES)}"
        operator = self.random.choice("+*^")
        return f"({self.random.choice(VARIABLES)} {operator} {self.atom()}) & 1023"

    def block(self, depth: int, levels: int, in_loop: bool, result: bool, helper: bool) -> list[str]:
        lines: list[str] = []
        for _ in range(self.random.randrange(1, 4)):
            lines += self.statement(depth, levels, in_loop, result, helper)
        return lines

    def leave(self, depth: int, in_loop: bool, result: bool) -> list[str]:
        pad = "    " * depth
        if in_loop and self.random.random() < 0.75:
            return [pad + self.random.choice(["break", "continue"])]
        if result:
            return [f"{pad}return {self.random.choice([*VARIABLES, '5'])}"]
        return [f"{pad}out[lane * 4] = {self.random.choice(VARIABLES)}", f"{pad}return"]

    def statement(self, depth: int, levels: int, in_loop: bool, result: bool, helper: bool) -> list[str]:
        pad = "    " * depth
        kind = self.random.randrange(7)
        if levels == 0 or kind < 2:
            name = self.random.choice(VARIABLES)
            return [f"{pad}{name} = {self.expression(helper)}"]
        inner = lambda loop: self.block(depth + 1, levels - 1, loop, result, helper)
        if kind == 2:
            return [f"{pad}if {self.condition(helper)}:", *self.leave(depth + 1, in_loop, result)]
        if kind in (3, 4):
            lines = [f"{pad}if {self.condition(helper)}:", *inner(in_loop)]
            if self.random.random() < 0.3:
                lines += self.leave(depth + 1, in_loop, result)
            if self.random.random() < 0.6:
                lines += [f"{pad}else:", *inner(in_loop)]
                if self.random.random() < 0.2:
                    lines += self.leave(depth + 1, in_loop, result)
            return lines
        self.count += 1
        variable = f"i{self.count}"
        if kind == 5:
            bounds = self.random.choice(
                ["3", "c & 3", "1, a & 7, 2", "5, 0, -2", "0, 6, (b & 1) + 1", "b & 7, a & 3, -1"]
            )
            loop = f"range({bounds})" if self.random.random() < 0.8 else "wd.static_range(0, 6, 2)"
            return [f"{pad}for {variable} in {loop}:", f"{pad}    b += {variable}", *inner(True)]
        lines = [f"{pad}{variable} = 0", f"{pad}while ({self.condition(helper)}) and {variable} < 3:"]
        return [*lines, f"{pad}    {variable} += 1", *inner(True)]
