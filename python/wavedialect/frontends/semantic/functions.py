"""Functions on numbers and bits."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from ...ir.types import DType, bf16, bool_, element_of, f16, f32, f64, i16, i32, i64, like, u16, u32, u64
from .arithmetic import Arithmetic
from .values import Call, Number, Operand, Scalar, Vector, describe

_INTEGERS = (i16, u16, i32, u32, i64, u64)
_FLOATS = (f16, bf16, f32, f64)
#: The types that a function accepts, by their description in the message.
ACCEPTS: dict[str, tuple[DType, ...]] = {
    "numbers": (*_INTEGERS, *_FLOATS),
    "floats": _FLOATS,
    "f16, bf16 or f32": (f16, bf16, f32),
    "integers": _INTEGERS,
    "bool": (bool_,),
    "u32": (u32,),
    "one u32": (u32,),
    "i32": (i32,),
    "vectors of three floats": _FLOATS,
    "f32": (f32,),
    "16 bits": (i16, u16, f16, bf16),
    "32 bits": (i32, u32, f32),
}


class Functions(Arithmetic):
    """Functions on numbers and bits."""

    def function(self, call: Call, accepts: str, by: Callable[..., Any]) -> Any:
        """A function on numbers of one type, built by a method for its arguments."""
        return by(self, *self.alike(accepts, call.function, call.operands, call.texts))

    def one_operation(self, call: Call, accepts: str, operation: str) -> Any:
        """A function on numbers of one type that is one operation, whose result has this type."""
        return self.same(operation, *self.alike(accepts, call.function, call.operands, call.texts))

    def alike(self, accepts: str, name: str, operands: Sequence[Operand], texts: Sequence[Any]) -> list[Number]:
        """The arguments of a function, with one type that the function accepts: literals take the type of the other
        arguments, and scalars are broadcast if there is a vector."""
        numbers = self.unify_all(operands, f"`{name}`", texts)
        if all(number.weak for number in numbers):
            numbers = [self.adapt(number, self._literal_type(accepts, numbers)) for number in numbers]
        numbers = [self.typed(number) for number in numbers]
        # Typed arguments come first: literals took their type, so a typed argument is the one to convert.
        for place in sorted(range(len(numbers)), key=lambda place: operands[place].weak):
            fits = isinstance(numbers[place], Scalar) or not accepts.startswith("one ")
            if accepts == "vectors of three floats":
                fits = isinstance(numbers[place], Vector) and numbers[place].type.size == 3
            if not fits or element_of(numbers[place].type) not in ACCEPTS[accepts]:
                self._refuse_argument(accepts, name, numbers[place], texts[place])
        shape = next((number.type for number in numbers if isinstance(number, Vector)), None)
        return numbers if shape is None else [self.become(number, shape) for number in numbers]

    @staticmethod
    def _literal_type(accepts: str, literals: Sequence[Scalar]) -> DType:
        """The type of arguments that are all literals: their own type, or the nearest that the function accepts."""
        own = f32 if any(literal.type.is_float for literal in literals) else i32
        if accepts in ("floats", "vectors of three floats", "f16, bf16 or f32", "f32"):
            return f32
        if accepts == "16 bits":
            return f16 if own is f32 else u16
        if accepts in ("u32", "one u32") and own is i32:
            return u32
        # The bits of a float are often written as a number that fits only in u32.
        if accepts == "32 bits" and any(isinstance(x.constant, int) and x.constant > i32.highest for x in literals):
            return u32
        return own

    def _refuse_argument(self, accepts: str, name: str, number: Number, text: Any) -> None:
        element = element_of(number.type)
        if accepts == "numbers":
            fix = f"convert it first: `{self.spelling.cast(like(u32, number.type), text)}`"
            self.fail("arithmetic-on-bool", f"`{name}` does not accept bool", fix)
        to = {"integers": i32, "i32": i32, "u32": u32, "one u32": u32}.get(accepts, f32)
        fix = f"convert it: `{self.spelling.cast(like(to, number.type), text)}`"
        what = accepts
        if accepts == "vectors of three floats":
            size = getattr(number.type, "size", 1)
            arguments = {2: (text, "0.0")}.get(size, ("x", "y", "z"))
            made = f"{text}.xyz" if size == 4 else self.spelling.call("float3", *arguments)
            fix = f"take three components: `{made}`"
        if accepts.startswith("one ") and isinstance(number, Vector):
            fix = f"take a component: `{text}.x`"
        if accepts == "f16, bf16 or f32":
            what = "f16, bf16 and f32"
            if element.is_float:
                fix = f"{fix}, which computes with the precision of f32"
        elif accepts == "integers" and element.is_float:
            bits = {16: "asuint16", 32: "asuint"}.get(element.bits)
            fix = f"{fix}, or take its bits: `{self.spelling.call(bits, text)}`" if bits else fix
        elif accepts == "bool":
            zero = "0.0" if element.is_float else "0"
            fix = f"compare it: `{text} != {zero}`"
        elif accepts in ("16 bits", "32 bits"):
            what = f"numbers of {accepts}"
            other = name.removesuffix("16") + ("16" if element.bits == 16 else "")
            fix = f"use `{self.spelling.call(other, text)}`"
            if element.bits not in (16, 32):
                to = u32 if accepts == "32 bits" else u16
                fix = f"convert it first: `{self.spelling.cast(like(to, number.type), text)}`"
                if element.bits == 64:
                    fix = f"there are no bits of {element.name} in {to.name}; {fix} takes the number"
        self.fail("function-type", f"`{name}` accepts {what}, got {describe(number)}", fix)

    def selection(self, call: Call) -> Any:
        """``select``, written as a call."""
        return self.select(*call.operands, call.texts)

    def extreme(self, call: Call, kind: str) -> Any:
        """The ``min`` or ``max`` of two or more numbers."""
        numbers = self.unify_all(call.operands, f"`{call.function}`", call.texts)
        result = numbers[0]
        for number in numbers[1:]:
            a, b = result, number
            type = element_of(a.type)
            if type.is_bool:
                fix = f"use `{self.spelling.operator('and' if kind == 'min' else 'or')}`"
                self.fail("arithmetic-on-bool", f"`{call.function}` does not accept bool", fix)
            if a.constant is not None and b.constant is not None and (type.is_integer or a.weak and b.weak):
                result = Scalar(type, constant={"min": min, "max": max}[kind](a.constant, b.constant), weak=a.weak)
            else:
                values = self.spread(a, b)
                origin = self.origin_of(a, b)
                made = self.compute(f"arith.{self.kind(kind, type)}", values, values[0].type)
                result = self._with_origin(made, origin)
        return result

    # Building blocks of the functions; all arguments are typed and have the same shape.

    def same(self, operation: str, *numbers: Number) -> Any:
        """An operation whose result has the type of its operands."""
        made = self.compute(operation, [self.value(number) for number in numbers], numbers[0].type)
        return made if numbers[0].origin is None else self._with_origin(made, self.origin_of(*numbers))

    def literal(self, value: float, x: Number) -> Any:
        """A number with the type of ``x``."""
        return self.become(self._with_origin(self.constant(value, element_of(x.type)), x.origin), x.type)

    def bitcast(self, type: DType, x: Number) -> Any:
        """The bits of ``x`` as another type of the same width."""
        source = element_of(x.type)
        if source == type or source.is_integer and type.is_integer:
            return self.convert(type, x)
        return self.compute("arith.bitcast", [self.value(x)], like(type, x.type))

    def absolute(self, x: Number) -> Any:
        """``abs``."""
        if x.type.is_float:
            return self.same("math.absf", x)
        if x.type.signed:
            return self.same("math.absi", x)
        if isinstance(x, Scalar) and any(
            x.value in one.results for one in self.block.operations if one.name == "arith.subi"
        ):
            self.warn("abs-of-difference", "`abs` returns an unsigned difference unchanged, which wraps around below 0")
        return x

    def sign(self, x: Number) -> Any:
        """``sign``: 1 where ``x`` is above zero, -1 where ``x`` is below zero."""
        zero = self.literal(0.0 if x.type.is_float else 0, x)
        above = self.convert(i32, self.compare(">", x, zero))
        return self.binary("-", above, self.convert(i32, self.compare("<", x, zero))) if x.type.signed else above

    def step(self, edge: Number, x: Number) -> Any:
        """``step``."""
        return self.select(self.compare(">=", x, edge), self.literal(1.0, x), self.literal(0.0, x))

    def dot(self, a: Number, b: Number) -> Any:
        """``dot``: sums the products from the first component to the last."""
        product = self.binary("*", a, b)
        if isinstance(product, Scalar):
            return product
        total = self.component(product, 0)
        for place in range(1, product.type.size):
            total = self.binary("+", total, self.component(product, place))
        return total

    def fold(self, operator: str, x: Number) -> Scalar:
        """``any`` and ``all``: combines the components of a vector of bool by ``|`` or ``&``."""
        if isinstance(x, Scalar):
            return x
        total = self.component(x, 0)
        for place in range(1, x.type.size):
            total = self.binary(operator, total, self.component(x, place))
        return total

    def is_class(self, operator: str, x: Number) -> Any:
        """``isnan``, ``isinf`` and ``isfinite``: compares the bits without the sign to the bits of infinity.

        Drivers may assume that no operand of float arithmetic is a NaN; they assume nothing about bits.
        """
        element = element_of(x.type)
        unsigned = {16: u16, 32: u32, 64: u64}[element.bits]
        infinity = element.to_bits(math.inf)
        bits = self.bitcast(unsigned, x)
        bits = self.binary("&", bits, self.constant(unsigned.highest >> 1, unsigned))
        return self.compare(operator, bits, self.constant(infinity, unsigned))

    def count_bits(self, x: Number) -> Any:
        """``countbits``."""
        return self.convert(u32, self.same("math.ctpop", x))

    def first_bit_low(self, x: Number) -> Any:
        """``firstbitlow``."""
        place = self.convert(u32, self.same("math.cttz", x))
        return self.select(self.compare("==", x, self.literal(0, x)), self.literal(u32.highest, place), place)

    def first_bit_high(self, x: Number) -> Any:
        """``firstbithigh``: all bits of 0 are leading zeros, so the subtraction gives -1."""
        most = element_of(x.type).bits - 1
        if x.type.signed:
            x = self.binary("^", x, self.binary(">>", x, self.literal(most, x)))
        zeros = self.convert(u32, self.same("math.ctlz", x))
        return self.binary("-", self.literal(most, zeros), zeros)

    def round_tf32(self, x: Number) -> Any:
        """``round_tf32``: to the nearest, and away from zero if two are. A NaN is quiet."""
        bits = self.bitcast(u32, x)

        def number(value: int) -> Any:
            return self.constant(value, u32)

        above = self.compare(">", self.binary("&", bits, number(0x7FFFFFFF)), number(0x7F800000))
        quiet = self.binary("|", bits, number(0x400000))
        rounded = self.select(above, quiet, self.binary("+", bits, number(0x1000)))
        return self.bitcast(f32, self.binary("&", rounded, number(0xFFFFE000)))

    def to_half_bits(self, x: Number) -> Any:
        """``f32tof16``."""
        return self.convert(u32, self.bitcast(u16, self.convert(f16, x)))

    def from_half_bits(self, x: Number) -> Any:
        """``f16tof32``."""
        return self.convert(f32, self.bitcast(f16, self.convert(u16, x)))
