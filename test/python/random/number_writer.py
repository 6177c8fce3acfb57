"""Expressions of any element type and of vectors, for ``typed_generator``: arithmetic, conversions at the ends of the
ranges, components, loads and helpers.

Floats are exact on all devices: they are small, and no result is -0, which a device may take for 0.
"""

from __future__ import annotations

from element_types import (
    ELEMENTS,
    FLOATS,
    FRACTION,
    INTEGERS,
    constant,
    converted,
    element,
    is_vector,
    length,
    like,
    spelled,
)
from generator import Writer

COMPONENTS = "xyzw"
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
TYPED_SOURCE_LENGTH = 37


class NumberWriter(Writer):
    """Adds the types of ``element_types`` to the four that ``ExpressionWriter`` has."""

    streams: list[str]
    """The types of the buffers ``source0``, ``source1`` and so on."""
    letters: str
    """The elements that the kernel uses."""
    typed_helpers: list[tuple[str, list[str], str]]
    """Name, parameters and result."""

    def some_type(self, vectors: float = 0.4) -> str:
        letter = self.random.choice(self.letters)
        return letter + (self.random.choice("234") if self.random.random() < vectors else "")

    def value(self, type_: str, depth: int) -> str:
        """What may be assigned; a float is brought back to its range and precision."""
        text = self.expression(type_, depth)
        if type_[0] not in FLOATS:
            return text
        limit = f"{element(type_).limit}.0"
        steps = f"wd.floor({text} * {FRACTION}.0) * {1 / FRACTION}" if type_[0] == "d" else f"wd.floor({text})"
        return f"wd.clamp({steps}, -{limit}, {limit})"

    def expression(self, type_: str, depth: int) -> str:
        if type_ in "uifb" and self.random.random() < 0.5:
            return super().expression(type_, depth)
        if depth <= 0 or self.random.random() < 0.15:
            return self.atom(type_)
        style = self.random.randrange(20)
        if is_vector(type_) and style < 4:
            return self.vector(type_, depth - 1)
        if not is_vector(type_) and style < 2:
            source = type_ + self.random.choice("234")
            return f"({self.expression(source, depth - 1)}).{self.random.choice(COMPONENTS[: length(source)])}"
        if style < 7:
            return self.selected(type_, depth - 1)
        if style < 9:
            return self.called(type_, depth - 1)
        if style < 12:
            return self.conversion(type_, depth - 1)
        if style < 15:
            return self.across(type_, depth - 1)
        letter = type_[0]
        if letter == "b":
            return self.truth(type_, depth - 1)
        return self.whole(type_, depth - 1) if letter in INTEGERS else self.fractional(type_)

    def across(self, type_: str, depth: int) -> str:
        """What lanes say together."""
        return self.atom(type_)

    def atom(self, type_: str) -> str:
        if type_ in "uifb":
            return super().atom(type_)
        names = self.place.names.get(type_, [])
        if names and self.random.random() < 0.65:
            return self.random.choice(names)
        if not self.place.in_helper and type_ in self.streams and self.random.random() < 0.7:
            return self.load(type_)
        if is_vector(type_):
            if self.random.random() < 0.5:
                return converted(type_, self.atom(type_[0]))
            return converted(type_, ", ".join(self.atom(type_[0]) for _ in range(length(type_))))
        return constant(self.random, type_)

    def load(self, type_: str) -> str:
        """An element of a buffer, now and then out of bounds, which gives 0."""
        number = self.random.choice([place for place, one in enumerate(self.streams) if one == type_])
        bound = self.random.choice([TYPED_SOURCE_LENGTH, TYPED_SOURCE_LENGTH, 64])
        bound = TYPED_SOURCE_LENGTH if self.in_bounds else bound
        return f"source{number}[({self.place_in_buffer()}) % {bound}]"

    def place_in_buffer(self) -> str:
        """A u32 that mostly differs between lanes."""
        return self.random.choice([self.atom("u"), "slot", f"slot + {self.random.randrange(9)}"])

    # What all types have.

    def vector(self, type_: str, depth: int) -> str:
        """Made of components, of one for all, or of a vector's in another order."""
        letter, count = type_[0], length(type_)
        style = self.random.randrange(4)
        if style == 0:
            return converted(type_, ", ".join(self.expression(letter, depth - 1) for _ in range(count)))
        if style == 1:
            return converted(type_, self.expression(letter, depth))
        if style == 2 and count > 2:
            parts = [self.expression(f"{letter}{count - 1}", depth - 1), self.expression(letter, depth - 1)]
            self.random.shuffle(parts)
            return converted(type_, ", ".join(parts))
        of = self.random.choice("234")
        order = "".join(self.random.choice(COMPONENTS[: int(of)]) for _ in range(count))
        return f"({self.expression(letter + of, depth)}).{order}"

    def selected(self, type_: str, depth: int) -> str:
        vector = is_vector(type_) and self.random.random() < 0.5
        condition = self.expression(like(type_, "b") if vector else "b", depth)
        if vector or self.random.random() < 0.5:
            return f"wd.select({condition}, {self.expression(type_, depth)}, {self.expression(type_, depth)})"
        with self.some_lanes():
            return f"({self.expression(type_, depth)} if {condition} else {self.expression(type_, depth)})"

    def called(self, type_: str, depth: int) -> str:
        known = [one for one in self.typed_helpers if one[2] == type_]
        if not known:
            return self.atom(type_) if depth <= 0 else self.expression(type_, depth)
        name, parameters, _ = self.random.choice(known)
        return f"{name}({', '.join(self.value(one, depth - 1) for one in parameters)})"

    # Conversions.

    def conversion(self, type_: str, depth: int) -> str:
        letter = type_[0]
        if letter == "b":
            source = self.random.choice(self.letters)
            if self.random.random() < 0.4:
                return converted(type_, self.expression(like(type_, source), depth))
            return self.comparison(type_, source, depth)
        source = self.random.choice(self.letters)
        if letter in FLOATS:
            return self.to_float(type_, source, depth)
        if source in FLOATS:
            return self.through_float(type_, source, depth)
        return converted(type_, self.expression(like(type_, source), depth))

    def to_float(self, type_: str, source: str, depth: int) -> str:
        """A small number of any type."""
        one, other = element(type_), ELEMENTS[source]
        operand = like(type_, source)
        if source == "b":
            return converted(type_, self.expression(operand, depth))
        if source in FLOATS:
            limit = f"{min(one.limit, other.limit)}.0"
            # Halves go up, so that no result is -0.
            whole = f"wd.floor({self.atom(operand)} + 0.5)"
            return converted(type_, f"wd.clamp({whole}, -{limit}, {limit})")
        bits = min(one.limit.bit_length() - 1, other.bits - 1)
        text = f"({self.expression(operand, depth)} & {(1 << bits) - 1})"
        if other.signed:
            text = f"({text} - {1 << (bits - 1)})"
        return converted(type_, text)

    def exact(self, type_: str, through: str, depth: int) -> str:
        """Integers that the float has exactly, the extreme ones too."""
        one, float_ = element(type_), ELEMENTS[through]
        text = self.expression(type_, depth)
        bits = min(one.bits, 16) if through == "h" else one.bits
        lost = max(0, bits - float_.precision)
        if bits < one.bits:
            return f"({text} & {(1 << bits) - (1 << lost)})"
        if not lost:
            return text
        mask = -(1 << lost) if one.signed else (1 << bits) - (1 << lost)
        return f"({text} & {converted(type_[0], str(mask))})"

    def through_float(self, type_: str, through: str, depth: int) -> str:
        """An integer becomes a float and an integer again."""
        exact = converted(like(type_, through), self.exact(type_, through, depth))
        style = self.random.randrange(4)
        if style == 0:
            # The fraction is cut off, also of negative numbers.
            exact = f"({exact} * 0.5)"
        elif style == 1:
            # Any integer type has numbers between 0 and 100.
            source = self.random.choice([one for one in self.letters if one in FLOATS])
            exact = f"wd.clamp({self.atom(like(type_, source))}, 0.0, 100.0)"
        return converted(type_, exact)

    def comparison(self, type_: str, source: str, depth: int) -> str:
        operand = like(type_, source)
        operator = self.random.choice(COMPARISONS)
        if source == "b":
            operator = self.random.choice(COMPARISONS[4:])
        whole = [letter for letter in self.letters if letter in INTEGERS]
        if source in FLOATS and whole and self.random.random() < 0.4:
            # Numbers as great as the float has.
            integers = like(type_, self.random.choice(whole))
            left, right = (converted(operand, self.exact(integers, source, depth)) for _ in range(2))
            return f"({left} {operator} {right})"
        return f"({self.expression(operand, depth)} {operator} {self.expression(operand, depth)})"

    # Booleans.

    def truth(self, type_: str, depth: int) -> str:
        style = self.random.randrange(6)
        if is_vector(type_):
            operator = self.random.choice("&|^")
            if style == 0:
                return f"(~{self.expression(type_, depth)})"
            return f"({self.expression(type_, depth)} {operator} {self.expression(type_, depth)})"
        if style < 2:
            vector = "b" + self.random.choice("234")
            return f"wd.{self.random.choice(['any', 'all'])}({self.expression(vector, depth)})"
        return self.comparison(type_, self.random.choice(self.letters), depth)

    # Integers.

    def whole(self, type_: str, depth: int) -> str:
        one = element(type_)
        a, b = self.expression(type_, depth), self.expression(type_, depth)
        style = self.random.randrange(16)
        if style < 5:
            return f"({a} {self.random.choice('+-*&|^')} {b})"
        if style == 5:
            return f"({a} {self.random.choice(['<<', '>>'])} {b})"
        if style == 6:
            # From 1 to the greatest number.
            divisor = f"({b} & {converted(type_[0], str(one.most))})" if one.signed else b
            return f"({a} {self.random.choice(['//', '%'])} wd.max({divisor}, 1))"
        if style == 7:
            return f"wd.{self.random.choice(['min', 'max'])}({a}, {b})"
        if style == 8:
            return f"wd.clamp({a}, {b}, {self.expression(type_, depth)})"
        if style == 9:
            return f"(~{a})"
        if style == 10:
            return f"(-{a})" if one.signed else f"wd.reversebits({a})"
        if style == 11:
            return f"wd.abs({a})" if one.signed else f"wd.mad({a}, {b}, {a})"
        if style == 12 and not is_vector(type_):
            vector = type_ + self.random.choice("234")
            return f"wd.dot({self.expression(vector, depth)}, {self.expression(vector, depth)})"
        return self.bits_of(type_, depth) or f"({a} ^ {b})"

    def bits_of(self, type_: str, depth: int) -> str:
        """A number that is made of another one's bits or sign."""
        letter = type_[0]
        if letter == "u":
            source = like(type_, self.random.choice([one for one in self.letters if one in INTEGERS]))
            return f"wd.{self.random.choice(['countbits', 'firstbitlow', 'firstbithigh'])}({self.expression(source, depth)})"
        if letter == "i":
            source = self.random.choice([one for one in self.letters if one != "b"])
            return f"wd.sign({self.expression(like(type_, source), depth)})"
        if letter in "st" and "h" in self.letters:
            # Never the bits of -0.
            number = f"(wd.abs({self.atom(like(type_, 'h'))}) + 0.5)"
            return f"wd.{'asint16' if letter == 's' else 'asuint16'}({number})"
        return ""

    # Floats.

    def fractional(self, type_: str) -> str:
        """Of numbers that are not results themselves, which keeps all of them small."""
        a, b, c = (self.atom(type_) for _ in range(3))
        style = self.random.randrange(14)
        if style < 3:
            return f"({a} {self.random.choice('+-')} {b})"
        if style < 5:
            return f"({a} * {b} + 1.0)"
        if style == 5:
            return f"wd.{self.random.choice(['min', 'max'])}({a}, {b})"
        if style == 6:
            function = self.random.choice(["floor", "ceil", "trunc", "round", "abs"])
            return f"(wd.{function}({a}) + 1.0)"
        if style == 7:
            return f"wd.clamp({a}, wd.min({b}, {c}), wd.max({b}, {c}))"
        if style == 8:
            return f"wd.{self.random.choice(['saturate', 'frac'])}({a})"
        if style == 9:
            return f"wd.step({a}, {b})"
        if style == 10:
            return f"(wd.{self.random.choice(['fma', 'mad'])}({a}, {b}, {c}) + 0.5)"
        if style == 11:
            return f"wd.precise({a} * {b} - {c} * {c} + 1.0)"
        if style == 12 and not is_vector(type_):
            vector = type_ + self.random.choice("23")
            return f"(wd.dot({self.atom(vector)}, {self.atom(vector)}) + 1.0)"
        return f"({spelled(type_)}(0.0) - {a})"
