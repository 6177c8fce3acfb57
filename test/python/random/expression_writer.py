"""Random expressions of four types, for the statements of ``generator``; ``u``, ``i``, ``f`` and ``b`` stand for u32, i32,
f32 and bool."""

from __future__ import annotations

import random
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

LOCAL_LENGTH = 4
"""Of a lane's own array."""


@dataclass
class Place:
    """Where the text is being written."""

    uniform: bool = True
    """The same control flow for the whole group: a barrier may stand here."""
    all_active: bool = True
    """No lane is elsewhere."""
    in_helper: bool = False
    in_uniform_loop: bool = False
    """``break`` and ``continue`` may stand here, under a condition that is the same for the group."""
    leaves_loop: bool = False
    """``break`` and ``continue`` may stand here, under any condition."""
    returns: bool = True
    """A ``return`` may stand here."""
    trips: int = 1
    """How often a lane comes here at most."""
    depth: int = 0
    names: dict[str, list[str]] = field(default_factory=dict)
    """Names that may be read, by type: u, i, f, b."""


class ExpressionWriter:
    """Writes expressions of what may be read at the place where the text is being written."""

    in_bounds = False
    """Whether no access may be out of bounds."""

    def __init__(self, numbers: random.Random) -> None:
        self.random = numbers
        self.place = Place()
        self.helpers: list[str] = []
        self.returned = False
        """Some lanes of the kernel may have returned."""

    @contextmanager
    def some_lanes(self):
        """Where a part of an expression is evaluated only by the lanes that need it."""
        outer = self.place
        self.place = replace(outer, all_active=False)
        try:
            yield
        finally:
            self.place = outer

    def of_wave(self, text: str, type_: str, operand: str) -> str:
        """A wave operation on an operand, both of that type."""
        return text

    def value(self, type_: str, depth: int) -> str:
        """What may be assigned: a float is brought back to a small range."""
        text = self.expression(type_, depth)
        return f"wd.clamp({text}, -64.0, 64.0)" if type_ == "f" else text

    def expression(self, type_: str, depth: int) -> str:
        if depth <= 0 or self.random.random() < 0.15:
            return self.atom(type_)
        return {"u": self.unsigned, "i": self.signed, "f": self.floating, "b": self.boolean}[type_](depth - 1)

    def atom(self, type_: str) -> str:
        names = self.place.names[type_]
        if names and self.random.random() < 0.75:
            return self.random.choice(names)
        number = self.random
        return {
            "u": lambda: f"u32({number.choice([0, 1, 2, 3, 31, 77, 0xFFFFFFFF, number.randrange(2**32)])})",
            "i": lambda: f"i32({number.choice([0, 1, 5, 100, 2**31 - 1, number.randrange(2**31)])})",
            "f": lambda: f"f32({number.randrange(17)}.0)",
            "b": lambda: number.choice(["True", "False"]),
        }[type_]()

    def integer(self, type_: str, depth: int) -> str:
        """What both integer types have."""
        a, b = self.expression(type_, depth), self.expression(type_, depth)
        name = {"u": "u32", "i": "i32"}[type_]
        style = self.random.randrange(16)
        if style < 5:
            return f"({a} {self.random.choice('+-*&|^')} {b})"
        if style == 5:
            return f"({a} {self.random.choice(['<<', '>>'])} {b})"
        if style == 6:
            return f"({a} {self.random.choice(['//', '%'])} (({b} & 7) + 1))"
        if style == 7:
            return f"wd.{self.random.choice(['min', 'max'])}({a}, {b})"
        if style == 8:
            condition = self.expression("b", depth)
            with self.some_lanes():
                a, b = self.expression(type_, depth), self.expression(type_, depth)
            return f"({a} if {condition} else {b})"
        if style == 9:
            return f"wd.select({self.expression('b', depth)}, {a}, {b})"
        if style == 10:
            return f"{name}({self.expression('b', depth)})"
        if style == 11 and not self.place.in_helper:
            index = self.expression("u", 0)
            # Some of them load a byte.
            return f"src_{type_}[({index}) & 63]" if len(index) % 3 else f"{name}(src_c[({index}) & 63])"
        if style == 12:
            kind = self.random.choice(["sum", "product", "min", "max", "bit_and", "bit_or", "bit_xor"])
            return self.of_wave(f"wd.wave_active_{kind}({a})", type_, a)
        if style == 13:
            return self.of_wave(f"wd.wave_prefix_{self.random.choice(['sum', 'product'])}({a})", type_, a)
        if style == 14:
            return self.of_wave(f"wd.wave_read_lane_first({a})", type_, a)
        return self.read_lane(a)

    def read_lane(self, value: str) -> str:
        """Reads a lane that is certainly active."""
        if self.place.all_active and not self.returned:
            number = self.random.randrange(1, 8)
            if self.random.random() < 0.5:
                way = self.random.choice(["shuffle_up", "shuffle_down", "rotate"])
                return f"wd.wave_{way}({value}, {number})"
            return f"wd.wave_read_lane_at({value}, (lane + {number}) % wd.wave_lane_count())"
        index = self.random.choice(["wd.wave_lane_index()", "wd.wave_read_lane_first(wd.wave_lane_index())"])
        return f"wd.wave_read_lane_at({value}, {index})"

    def unsigned(self, depth: int) -> str:
        style = self.random.randrange(20)
        if style < 3:
            vote = self.expression("b", depth)
            names = ("wave_active_ballot", "wave_active_count_bits", "wave_prefix_count_bits")
            word = f".{self.random.choice('xyzw')}" if style == 0 else ""
            return self.of_wave(f"wd.{names[style]}({vote}){word}", "u", f"u32({vote})")
        if style == 3:
            return f"u32({self.expression('i', depth)})"
        if style == 4:
            return f"u32(wd.max({self.expression('f', min(depth, 1))}, 0.0))"
        if style == 5 and not self.place.in_helper:
            return f"array[({self.expression('u', depth)}) & {LOCAL_LENGTH - 1}]"
        if style == 6 and self.helpers:
            name = self.random.choice(self.helpers)
            return f"{name}({self.expression('u', depth)}, {self.expression('u', depth)})"
        return self.integer("u", depth)

    def signed(self, depth: int) -> str:
        style = self.random.randrange(12)
        if style == 0:
            return f"i32({self.expression('u', depth)})"
        if style == 1:
            return f"i32({self.expression('f', min(depth, 1))})"
        if style == 2:
            # Whole numbers leave a quarter to the nearest place where the cast would jump.
            return f"i32({self.expression('f', 0)} / 2.0 + 0.25)"
        if style == 3:
            return f"(-{self.atom('i')})"
        return self.integer("i", depth)

    def floating(self, depth: int) -> str:
        """Whole numbers that stay far below 2**24; products of many lanes are of 1 and -1."""
        a, b = self.atom("f"), self.atom("f")
        style = self.random.randrange(11)
        if style < 2:
            return f"({a} {self.random.choice('+-')} {b})"
        if style == 2:
            # Never -0, of which devices may lose the sign.
            return f"({a} * {b} + 1.0)"
        if style == 3:
            return f"wd.{self.random.choice(['min', 'max'])}({a}, {b})"
        if style == 4:
            return f"f32({self.expression('u', depth)} & 63)"
        if style == 5:
            return f"f32(({self.expression('i', depth)} & 63) - 32)"
        if style == 6:
            return self.of_wave(f"wd.wave_active_{self.random.choice(['sum', 'min', 'max'])}({a})", "f", a)
        if style == 7:
            return self.of_wave(f"wd.wave_prefix_sum({a})", "f", a)
        if style == 8:
            sign = f"wd.select({self.expression('b', depth)}, f32(-1.0), f32(1.0))"
            return self.of_wave(f"wd.wave_{self.random.choice(['active', 'prefix'])}_product({sign})", "f", sign)
        if style == 9 and not self.place.in_helper:
            return f"src_f[({self.expression('u', 0)}) & 63]"
        return (
            self.read_lane(a) if self.random.random() < 0.5 else self.of_wave(f"wd.wave_read_lane_first({a})", "f", a)
        )

    def boolean(self, depth: int) -> str:
        style = self.random.randrange(12)
        if style < 5:
            type_ = self.random.choice("uuif")
            comparison = self.random.choice(["<", "<=", ">", ">=", "==", "!="])
            return f"({self.expression(type_, depth)} {comparison} {self.expression(type_, depth)})"
        if style in (5, 6):
            first = self.expression("b", depth)
            with self.some_lanes():
                second = self.expression("b", depth)
            return f"({first} {'and' if style == 5 else 'or'} {second})"
        if style == 7:
            return f"(not {self.expression('b', depth)})"
        if style == 8:
            kind, vote = self.random.choice(["any", "all"]), self.expression("b", depth)
            return self.of_wave(f"wd.wave_active_{kind}_true({vote})", "b", vote)
        if style == 9:
            value = self.expression(self.random.choice("uif"), depth)
            return self.of_wave(f"wd.wave_active_all_equal({value})", "b", f"({value} == {value})")
        if style == 10 and not self.place.in_helper:
            return f"src_b[({self.expression('u', 0)}) & 63]"
        return f"(({self.expression('u', depth)}) & 3 == {self.random.randrange(4)})"
