"""Operators, comparisons, casts and choices."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NoReturn

import numpy as np

from ...ir.module import Block
from ...ir.structs import StructType
from ...ir.types import DType, TupleType, VectorType, bool_, element_of, f32, i32, i64, like, u32
from .advice import cast, power
from .core import Core
from .folding import fold_binary, fold_compare
from .literals import LiteralType
from .values import Aggregate, Number, Operand, Scalar, Vector, describe, type_of

_INTEGER = {"+": "addi", "-": "subi", "*": "muli", "&": "andi", "|": "ori", "^": "xori", "<<": "shli"}
_UNSIGNED = {"//": "divui", "%": "remui", ">>": "shrui"}
_SIGNED = {"//": "divsi", "%": "remsi", ">>": "shrsi"}
_FLOAT = {"+": "addf", "-": "subf", "*": "mulf", "/": "divf", "%": "remf"}
_BOOL = {"&": "andi", "|": "ori", "^": "xori"}
_BITS = ("&", "|", "^", "<<", ">>")
_DIVISIONS = ("//", "%")
_SHIFTS = ("<<", ">>")
#: The operators of each kind of type, signed or not, and their operations.
_OPERATIONS = {
    ("int", False): _INTEGER | _UNSIGNED,
    ("int", True): _INTEGER | _SIGNED,
    ("float", True): _FLOAT,
    ("bool", False): _BOOL,
}
_PREDICATE = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


class Arithmetic(Core):
    """Operators, comparisons, casts and choices."""

    # Operators.

    def binary(self, op: str, left: Operand, right: Operand, texts: Sequence[Any] = ("a", "b")) -> Any:
        """``left op right`` for Python's arithmetic, bit and shift operators; componentwise on vectors."""
        if op == "**":
            return self.power(left, right, texts)
        a, b = self._operands(op, left, right, texts)
        type = a.type if a.__class__ is Scalar else a.type.element
        name = _OPERATIONS[type.kind, type.signed].get(op)
        if name is None:
            self._refuse_operator(op, type, a, b, texts)
        if op in _DIVISIONS and type.is_integer:
            self._check_division(op, a, b)
        shifts = op in _SHIFTS
        if shifts and a.weak and b.weak and b.constant is not None and not 0 <= b.constant < 64:
            fix = f"shift by 0 to 63, a value with a type: `{self.spelling.cast(i64, texts[0])}`"
            self.fail("literal-range", f"`{op}` of a literal by {b.constant}", fix)
        if a.constant is not None and (folded := fold_binary(op, a, b)) is not None:
            made = Scalar(type, constant=folded, weak=a.weak and b.weak)
            if a.literal is not None and b.literal is not None:
                # A result that wraps depends on the type, so it is no literal.
                exact = fold_binary(op, a.literal, b.literal)
                if exact == folded:
                    made.literal, made.origin = Scalar(type, constant=exact, weak=True), self.origin_of(a, b)
            return made
        origin = None if a.origin is None and b.origin is None else self.origin_of(a, b)
        if shifts:
            b = self._shift_amount(self.typed(b), type)
        values = self.spread(a, b)
        made = self.compute(f"arith.{name}", values, values[0].type)
        return made if origin is None else self._with_origin(made, origin)

    def _operands(self, op: str, left: Operand, right: Operand, texts: Sequence[Any]) -> tuple[Any, Any]:
        """The operands as two numbers of one type."""
        # Most operands are two typed scalars of the same type.
        scalars = left.__class__ is Scalar and right.__class__ is Scalar
        if scalars and left.type is right.type and not left.weak and not right.weak:
            if not left.type.is_float or op not in _BITS:
                if left.origin is not None or right.origin is not None:
                    self.join(left, right)
                return left, right
        use = f"`{op}`"
        a, b = self.number(left, use, texts[0]), self.number(right, use, texts[1])
        if op in _BITS and (a.type.is_float or b.type.is_float):
            side = a if a.type.is_float else b
            other = element_of((b if side is a else a).type)
            integer = other if other.is_integer else i32
            shown = [
                cast(self.spelling, like(integer, one.type), text) if one.type.is_float else str(text)
                for one, text in zip((a, b), texts, strict=True)
            ]
            fix = f"bit and shift operators are for integers: `{shown[0]} {op} {shown[1]}`"
            self.fail("bit-operation-on-float", f"`{op}` does not accept {element_of(side.type).name}", fix)
        return self.unify(a, b, use, texts)

    def power(self, left: Operand, right: Operand, texts: Sequence[Any] = ("a", "b")) -> Any:
        """``left ** right`` for a constant exponent: products, a reciprocal, a square root, or ``pow``."""
        use = "`**`"
        base, exponent = self.number(left, use, texts[0]), self.number(right, use, texts[1])
        if base.type.is_bool or exponent.type.is_bool:
            self._refuse_operator("**", bool_, base, exponent, texts)
        count = exponent.constant
        if count is None:
            self.fail(
                "unsupported-operator",
                "the exponent of `**` must be a constant",
                power(self.spelling, base, exponent, texts),
            )
        if base.weak and base.constant is not None:
            return self._power_of_literal(base.constant, exponent, texts)
        base = self.typed(base)
        if base.type.is_integer and exponent.type.is_float or not exponent.weak:
            self.unify(base, exponent, use, texts)
        if math.isfinite(count) and count == int(count):
            return self._whole_power(base, int(count), texts)
        element = element_of(base.type)
        if abs(count) == 0.5:
            return self.compute("math.sqrt" if count > 0 else "math.rsqrt", [self.value(base)], base.type)
        if element.bits == 64:
            self.fail("unsupported-operator", f"`**` of f64 by {count}", power(self.spelling, base, exponent, texts))
        values = self.spread(base, self.adapt(exponent, element) if exponent.weak else exponent)
        return self.compute("math.powf", values, base.type)

    def _power_of_literal(self, base: float, exponent: Scalar, texts: Sequence[Any]) -> Scalar:
        """A power of two constants, as Python computes it."""
        try:
            result = base**exponent.constant if abs(exponent.constant) < 4096 else None
        except (OverflowError, ZeroDivisionError):
            result = None
        if not isinstance(result, int | float):
            self.fail("literal-range", f"`{texts[0]} ** {texts[1]}` is not a finite number", "write the number")
        return self.constant(result)

    def _whole_power(self, base: Number, exponent: int, texts: Sequence[Any]) -> Any:
        """A power by a constant integer: products of squares."""
        if exponent < 0:
            if base.type.is_integer:
                fix = f"`1.0 / {self.spelling.cast(f32, texts[0])}` is the reciprocal, as a float"
                self.fail("unsupported-operator", f"`**` of an integer by {exponent}", fix)
            one = self.become(self.constant(1.0, element_of(base.type)), base.type)
            return self.binary("/", one, self._whole_power(base, -exponent, texts))
        result = None
        while exponent:
            if exponent & 1:
                result = base if result is None else self.binary("*", result, base)
            exponent >>= 1
            if exponent:
                base = self.binary("*", base, base)
        if result is None:
            one = self.constant(1.0 if base.type.is_float else 1, element_of(base.type))
            return self.become(one, base.type)
        return result

    def _refuse_operator(self, op: str, type: DType, a: Number, b: Number, texts: Sequence[Any]) -> NoReturn:
        """Reports an operator that a type does not have."""
        if type.is_bool:
            parts = [
                self.spelling.cast(like(u32, side.type), text) if side.type.is_bool else str(text)
                for side, text in zip((a, b), texts, strict=True)
            ]
            fix = f"convert it first: `{parts[0]} {op} {parts[1]}`"
            if getattr(texts[0], "is_target", False):
                zero = self.spelling.cast(u32, "0")
                fix = f"a flag is combined by `|`, `&` and `^`; to count, begin with `{zero}`"
            self.fail("arithmetic-on-bool", f"`{op}` does not accept bool", fix)
        if type.is_float and op == "//":
            fix = f"`{self.spelling.call('floor', f'{texts[0]} / {texts[1]}')}`"
            self.fail("float-floor-division", f"`//` does not accept {type.name}", fix)
        if type.is_integer and op == "/":
            is_target = getattr(texts[0], "is_target", False)
            fix = f"`{texts[0]} {'//=' if is_target else '//'} {texts[1]}` truncates"
            if not is_target:
                fraction = f"{self.spelling.cast(f32, texts[0])} / {cast(self.spelling, f32, texts[1])}"
                fix += f"; `{fraction}` is the fraction"
            self.fail("int-division", f"`/` of integers ({describe(a)} and {describe(b)})", fix)
        fix = f"`{self.spelling.call('dot', *texts)}` is the product of two vectors"
        self.fail("unsupported-operator", f"kernels have no operator `{op}`", fix)

    def _shift_amount(self, amount: Number, type: DType) -> Number:
        """The shift amount masked to the width of the shifted type."""
        most = type.bits - 1
        if amount.constant is not None:
            return self.constant(amount.constant & most, type)
        if isinstance(amount, Vector) and amount.constants is not None:
            return Vector(amount.type, parts=[self.constant(x & most, type) for x in amount.constants])
        values = self.spread(amount, self.constant(most, type))
        return self.compute("arith.andi", values, amount.type)

    def _check_division(self, op: str, a: Number, b: Number) -> None:
        known = [side.constants or [] if isinstance(side, Vector) else [side.constant] for side in (a, b)]
        if 0 in known[1]:
            self.fail(
                "integer-division", f"`{op}` by the constant 0", "the result is undefined; divide by another number"
            )
        if any(constant is not None and constant < 0 for constants in known for constant in constants):
            word = "truncates towards zero" if op == "//" else "has the sign of the dividend"
            message = f"`{op}` with a negative constant {word} in kernels, as in HLSL; Python's rounds down"
            self.warn("negative-division", message)

    def negate(self, operand: Operand, text: Any = "x") -> Any:
        """``-operand``."""
        a = self.number(operand, "`-`")
        if a.type.is_bool:
            self.fail(
                "arithmetic-on-bool",
                "`-` does not accept bool",
                f"convert it first: `-{self.spelling.cast(i32, text)}`",
            )
        if a.constant is not None:
            negated = -a.constant if a.weak or a.type.is_float else a.type.wrap(-a.constant)
            made = Scalar(a.type, constant=negated, weak=a.weak)
            if a.literal is not None and negated == -a.constant:
                made.literal, made.origin = Scalar(a.literal.type, constant=-a.literal.constant, weak=True), a.origin
            return made
        a = self.typed(a)
        if a.type.is_float:
            return self._with_origin(self.compute("arith.negf", [self.value(a)], a.type), a.origin)
        self.needs_sign(a)
        zero = self.become(self.constant(0, element_of(a.type)), a.type)
        return self._with_origin(self.compute("arith.subi", [self.value(zero), self.value(a)], a.type), a.origin)

    def positive(self, operand: Operand, text: Any = "x") -> Any:
        """``+operand``."""
        a = self.number(operand, "`+`")
        if a.type.is_bool:
            self.fail(
                "arithmetic-on-bool",
                "`+` does not accept bool",
                f"convert it: `{self.spelling.cast(u32, text)}` is 0 or 1",
            )
        return a

    def invert(self, operand: Operand, text: Any) -> Any:
        """``~operand`` for integers and vectors of bool."""
        a = self.number(operand, "`~`")
        if a.type.is_bool and isinstance(a, Scalar):
            self.fail("arithmetic-on-bool", "`~` does not accept bool", f"`{self.spelling.operator('not')}{text}`")
        if a.type.is_float:
            fix = f"bit operators are for integers: `~{self.spelling.cast(i32, text)}`"
            self.fail("bit-operation-on-float", f"`~` does not accept {a.type.name}", fix)
        if a.constant is not None:
            return Scalar(a.type, constant=~a.constant if a.weak else a.type.wrap(~a.constant), weak=a.weak)
        a = self.typed(a)
        element = element_of(a.type)
        ones = self.constant(True) if element.is_bool else self.constant(element.wrap(-1), element)
        made = self.compute("arith.xori", [self.value(a), self.value(self.become(ones, a.type))], a.type)
        return self._with_origin(made, a.origin)

    def logical_not(self, operand: Operand, text: Any) -> Scalar:
        """``not operand``."""
        number = self.number(operand, "`not`")
        if isinstance(number, Vector):
            zero = "0.0" if number.type.is_float else "0"
            fix = (
                f"`~{text}` negates each component"
                if number.type.is_bool
                else f"compare it: `{self.spelling.call('all', f'{text} == {zero}')}`"
            )
            self.fail("vector-condition", f"`not` expects one bool, got {describe(number)}", fix)
        a = self.condition(number, "`not`", text)
        if a.constant is not None:
            return self.constant(not a.constant)
        return self.compute("arith.xori", [self.value(a), self.value(self.constant(True))], bool_)

    def compare(self, op: str, left: Operand, right: Operand, texts: Sequence[Any] = ("a", "b")) -> Any:
        """``left op right`` for Python's comparisons; a comparison of vectors is a vector of bool."""
        if op not in _PREDICATE:
            self.fail("unsupported-operator", f"kernels have no operator `{op}`")
        a, b = self._operands(op, left, right, texts)
        element = element_of(a.type)
        if element.is_bool and op not in ("==", "!="):
            flags = f"`{self.spelling.cast(u32, texts[0])} {op} {self.spelling.cast(u32, texts[1])}`"
            self.fail("arithmetic-on-bool", f"`{op}` does not accept bool", f"convert both: {flags}")
        if a.origin is not None or b.origin is not None:
            self._note_sign(op, a, b)
        folded = fold_compare(op, a, b)
        if folded is not None:
            return self.constant(folded)
        predicate = _PREDICATE[op]
        if element.is_float:
            name, predicate = "arith.cmpf", ("une" if op == "!=" else f"o{predicate}")
        else:
            name = "arith.cmpi"
            if op not in ("==", "!="):
                predicate = ("s" if element.signed else "u") + predicate
        values = self.spread(a, b)
        return self.compute(name, values, like(bool_, values[0].type), predicate=predicate)

    def _note_sign(self, op: str, a: Number, b: Number) -> None:
        """Records a comparison that only numbers below zero make true or false."""
        if b.constant == 0 and op in ("<", ">="):
            self.needs_sign(a)
        if a.constant == 0 and op in (">", "<="):
            self.needs_sign(b)

    @staticmethod
    def _with_origin(made: Any, origin: LiteralType | None) -> Any:
        if origin is not None and made.__class__ is Scalar:
            made.origin = origin
        return made

    # Casts and choices.

    def cast(self, type: DType, operand: Operand, text: Any = "...") -> Scalar:
        """``type(operand)``: integers keep their bits, floats truncate, bool is 0 or 1, non-zero is true."""
        number = self.number(operand, f"`{type.name}(...)`", text)
        if isinstance(number, Vector):
            fix = f"`{self.spelling.cast(like(type, number.type), text)}` converts each component"
            self.fail("vector-as-value", f"`{type.name}(...)` takes a scalar, got a {describe(number)}", fix)
        return self.convert(type, number)

    def convert(self, type: DType, a: Number) -> Any:
        """A scalar, or each component of a vector, converted to ``type`` as ``cast`` says."""
        if a.constant is not None:
            return self._cast_constant(type, a)
        if a.choice is not None:
            return self.select(a.choice[0], self.convert(type, a.choice[1]), self.convert(type, a.choice[2]))
        source, result = element_of(a.type), like(type, a.type)
        if source == type:
            return a
        if isinstance(a, Vector) and a.constants is not None:
            return Vector(result, parts=[self._cast_constant(type, self.component(a, i)) for i in range(a.type.size)])
        value = self.value(a)
        if type.is_bool:
            zero = self.become(self.constant(0.0 if source.is_float else 0, source), a.type)
            name, predicate = ("arith.cmpf", "une") if source.is_float else ("arith.cmpi", "ne")
            return self.compute(name, [value, self.value(zero)], result, predicate=predicate)
        if source.is_bool and type.is_float:
            one, zero = (self.value(self.become(self.constant(x, type), result)) for x in (1.0, 0.0))
            return self.compute("arith.select", [value, one, zero], result)
        if source.is_float and type.is_float and source.bits == type.bits:
            # Between f16 and bf16.
            return self.convert(type, self.convert(f32, a))
        return self.compute(self._conversion(source, type), [value], result)

    @staticmethod
    def _conversion(source: DType, type: DType) -> str:
        """The operation that converts numbers of one type to another."""
        if source.is_float and type.is_float:
            return "arith.extf" if type.bits > source.bits else "arith.truncf"
        if type.is_float:
            return "arith.sitofp" if source.signed else "arith.uitofp"
        if source.is_float:
            return "arith.fptosi" if type.signed else "arith.fptoui"
        if type.bits == source.bits:
            return "reinterpret"
        if type.bits < source.bits:
            return "arith.trunci"
        return "arith.extsi" if source.signed else "arith.extui"

    def _cast_constant(self, type: DType, a: Scalar) -> Scalar:
        constant = a.constant
        if type.is_bool:
            return self.constant(bool(constant))
        if type.is_float:
            if a.weak or not a.type.is_float:
                return self.adapt(self.constant(float(constant) if isinstance(constant, bool) else constant), type)
            with np.errstate(over="ignore"):
                return Scalar(type, constant=type.rounded(constant))
        if isinstance(constant, float):
            if not math.isfinite(constant) or not type.lowest <= math.trunc(constant) <= type.highest:
                self.fail("literal-range", f"{constant} does not fit in {type.name} ({type.lowest} to {type.highest})")
            constant = math.trunc(constant)
        # A cast between integers keeps the bits, so casts of -1 to u32 and of 0xffffffff to i32 are valid. Only a typed
        # value may lose bits.
        if a.weak and not type.fits_bits(constant):
            self.fail(
                "literal-range", f"the literal {constant} does not fit in {type.name} ({type.lowest} to {type.highest})"
            )
        return Scalar(type, constant=type.wrap(int(constant)))

    def select(self, condition: Operand, a: Operand, b: Operand, texts: Sequence[Any] = ("c", "a", "b")) -> Any:
        """``a`` where the condition is true, else ``b``; both are evaluated. A vector of bool selects per component."""
        if isinstance(a, Aggregate) or isinstance(b, Aggregate):
            c = self.condition(condition, "`select`", texts[0])
            type = self.joint_type(a, b, "`select`", texts[1:])
            a, b = self.become(a, type), self.become(b, type)
            items = [self.select(c, a.item(i), b.item(i), texts) for i in range(len(a.items))]
            return Aggregate(type, items)
        c = self.number(condition, "`select`")
        if not isinstance(c, Vector) or not c.type.is_bool:
            c = self.condition(c, "`select`", texts[0])
        x, y = (self.number(side, "`select`", text) for side, text in zip((a, b), texts[1:], strict=True))
        x, y = self.unify(x, y, "`select`", texts[1:])
        if isinstance(c, Scalar):
            if x.weak and y.weak and not x.choice and not y.choice:
                return Scalar(x.type, weak=True, choice=(c, x, y)) if c.constant is None else (x if c.constant else y)
            x, y = self.typed(x), self.typed(y)
            if c.constant is not None:
                return self.become(x if c.constant else y, y.type if isinstance(y, Vector) else x.type)
            values = self.spread(x, y)
            made = self.compute("arith.select", [self.value(c), *values], values[0].type)
            return self._with_origin(made, self.origin_of(x, y))
        self.same_size(c, x, "`select`", (texts[0], texts[1]))
        self.same_size(c, y, "`select`", (texts[0], texts[2]))
        values = self.spread(c, x, y)
        return self.compute("arith.select", values, values[1].type)

    def joint_type(self, a: Operand, b: Operand, use: str, texts: Sequence[Any]) -> Any:
        """The common type of the two operands of a choice, to which ``become`` converts them; elementwise on tuples."""
        structs = [isinstance(type_of(side), StructType) for side in (a, b)]
        if any(structs):
            if type_of(a) != type_of(b):
                self.fail("mixed-types", f"{use} has operands of two types, {describe(a)} and {describe(b)}")
            return type_of(a)
        if isinstance(a, Aggregate) and isinstance(b, Aggregate) and len(a.items) == len(b.items):
            pairs = range(len(a.items))
            return TupleType(tuple(self.joint_type(a.item(i), b.item(i), use, texts) for i in pairs))
        # The operations built here are discarded; only the type matters.
        with self.inside(Block()):
            x, y = self.unify(self.number(a, use), self.number(b, use), use, texts)
            x, y = self.typed(x), self.typed(y)
        return y.type if isinstance(y, Vector) else x.type

    # Kinds.

    @staticmethod
    def kind(word: str, type: DType | VectorType) -> str:
        """The combining kind of ``min`` or ``max`` for a type; other kinds do not depend on the type."""
        if word not in ("min", "max"):
            return word
        return word + ("numf" if type.is_float else "si" if type.signed else "ui")
