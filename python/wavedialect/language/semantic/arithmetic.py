"""Operators, comparisons, casts and choices."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ..folding import fold_binary, fold_compare
from ..types import DType, TupleType, VectorType, bool_
from ..values import Aggregate, Operand, Scalar, describe, type_of
from .core import Core

_INTEGER = {"+": "addi", "-": "subi", "*": "muli", "&": "andi", "|": "ori", "^": "xori", "<<": "shli"}
_FLOAT = {"+": "addf", "-": "subf", "*": "mulf", "/": "divf", "%": "remf"}
_PREDICATE = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


class Arithmetic(Core):
    """Operators, comparisons, casts and choices."""

    # Operators.

    def binary(self, op: str, left: Operand, right: Operand, texts: Sequence[Any] = ("a", "b")) -> Scalar:
        """``left op right`` for Python's arithmetic, bit and shift operators."""
        a, b = self.unify(self.scalar(left, f"`{op}`"), self.scalar(right, f"`{op}`"), f"`{op}`", texts)
        type = a.type
        if type.is_bool and op not in ("&", "|", "^"):
            self.fail("arithmetic-on-bool", f"`{op}` is not for bool")
        if type.is_float and op in ("&", "|", "^", "<<", ">>"):
            self.fail("bit-operation-on-float", f"`{op}` is not for {type.name}")
        if type.is_float and op == "//":
            self.fail("float-floor-division", f"`//` is not for {type.name}")
        if type.is_integer and op == "/":
            fix = f"`{texts[0]} // {texts[1]}` truncates; for a fraction convert both to f32 first"
            self.fail("int-division", f"`/` of integers ({describe(a)} and {describe(b)})", fix)
        if op not in ("+", "-", "*", "/", "//", "%", "&", "|", "^", "<<", ">>"):
            fix = f"`{texts[0]} * {texts[0]}`" if op == "**" and b.constant == 2 else None
            if a.constant is not None and b.constant is not None:
                fix = f"`wd.static({texts[0]} {op} {texts[1]})`"
            self.fail("unsupported-operator", f"kernels have no operator `{op}`", fix)
        if op in ("//", "%") and type.is_integer:
            self._check_division(op, a, b)
        folded = fold_binary(op, a, b)
        if folded is not None:
            return Scalar(type, constant=folded, weak=a.weak and b.weak)
        if op in ("<<", ">>"):
            b = self.constant(b.constant & (type.bits - 1), type) if b.constant is not None else b
            if b.constant is None:
                mask = self.value(self.constant(type.bits - 1, type))
                b = self.emit_scalar("arith.andi", [self.value(b), mask], type)
        name = _FLOAT[op] if type.is_float else _INTEGER.get(op)
        if name is None:
            unsigned, signed = {"//": ("divui", "divsi"), "%": ("remui", "remsi"), ">>": ("shrui", "shrsi")}[op]
            name = signed if type.signed else unsigned
        return self.emit_scalar(f"arith.{name}", [self.value(a), self.value(b)], type)

    def _check_division(self, op: str, a: Scalar, b: Scalar) -> None:
        if b.constant == 0:
            self.fail("division-by-zero", f"`{op}` by the constant 0")
        if any(side.constant is not None and side.constant < 0 for side in (a, b)):
            word = "truncates towards zero" if op == "//" else "has the sign of the dividend"
            self.warn(f"`{op}` with a negative constant {word} in kernels, as in HLSL; Python's rounds down")

    def negate(self, operand: Operand) -> Scalar:
        """``-operand``."""
        a = self.scalar(operand, "`-`")
        if a.type.is_bool:
            self.fail("arithmetic-on-bool", "`-` is not for bool")
        if a.constant is not None:
            negated = -a.constant if a.weak or a.type.is_float else a.type.wrap(-a.constant)
            return Scalar(a.type, constant=negated, weak=a.weak)
        if a.type.is_float:
            return self.emit_scalar("arith.negf", [self.value(a)], a.type)
        return self.emit_scalar("arith.subi", [self.value(self.constant(0, a.type)), self.value(a)], a.type)

    def positive(self, operand: Operand) -> Scalar:
        """``+operand``."""
        a = self.scalar(operand, "`+`")
        if a.type.is_bool:
            self.fail("arithmetic-on-bool", "`+` is not for bool")
        return a

    def invert(self, operand: Operand, text: Any) -> Scalar:
        """``~operand``."""
        a = self.scalar(operand, "`~`")
        if a.type.is_bool:
            self.fail("arithmetic-on-bool", "`~` is not for bool", f"`not {text}`")
        if a.type.is_float:
            self.fail("bit-operation-on-float", f"`~` is not for {a.type.name}")
        if a.constant is not None:
            return Scalar(a.type, constant=~a.constant if a.weak else a.type.wrap(~a.constant), weak=a.weak)
        ones = self.value(self.constant(a.type.wrap(-1), a.type))
        return self.emit_scalar("arith.xori", [self.value(a), ones], a.type)

    def logical_not(self, operand: Operand, text: Any) -> Scalar:
        """``not operand``."""
        a = self.condition(operand, "`not`", text)
        if a.constant is not None:
            return self.constant(not a.constant)
        return self.emit_scalar("arith.xori", [self.value(a), self.value(self.constant(True))], bool_)

    def compare(self, op: str, left: Operand, right: Operand, texts: Sequence[Any] = ("a", "b")) -> Scalar:
        """``left op right`` for Python's comparisons."""
        if op not in _PREDICATE:
            self.fail("unsupported-operator", f"kernels have no operator `{op}`")
        a, b = self.unify(self.scalar(left, f"`{op}`"), self.scalar(right, f"`{op}`"), f"`{op}`", texts)
        if a.type.is_bool and op not in ("==", "!="):
            self.fail("arithmetic-on-bool", f"`{op}` is not for bool")
        folded = fold_compare(op, a, b)
        if folded is not None:
            return self.constant(folded)
        predicate = _PREDICATE[op]
        if a.type.is_float:
            name, predicate = "arith.cmpf", ("une" if op == "!=" else f"o{predicate}")
        else:
            name = "arith.cmpi"
            if op not in ("==", "!="):
                predicate = ("s" if a.type.signed else "u") + predicate
        return self.emit_scalar(name, [self.value(a), self.value(b)], bool_, predicate=predicate)

    # Casts and choices.

    def cast(self, type: DType, operand: Operand) -> Scalar:
        """``type(operand)``: integers keep their bits, floats truncate, bool is 0 or 1, non-zero is true."""
        a = self.scalar(operand, f"`{type.name}(...)`")
        if a.constant is not None:
            return self._cast_constant(type, a)
        if a.choice is not None:
            return self.select(a.choice[0], self.cast(type, a.choice[1]), self.cast(type, a.choice[2]))
        if a.type == type:
            return a
        source, value = a.type, self.value(a)
        if type.is_bool:
            if source.is_float:
                return self.emit_scalar(
                    "arith.cmpf", [value, self.value(self.constant(0.0, source))], bool_, predicate="une"
                )
            return self.emit_scalar("arith.cmpi", [value, self.value(self.constant(0, source))], bool_, predicate="ne")
        if source.is_bool:
            if type.is_integer:
                return self.emit_scalar("arith.extui", [value], type)
            one, zero = (self.value(self.constant(x, type)) for x in (1.0, 0.0))
            return self.emit_scalar("arith.select", [value, one, zero], type)
        if type.is_float:
            return self.emit_scalar("arith.sitofp" if source.signed else "arith.uitofp", [value], type)
        if source.is_float:
            return self.emit_scalar("arith.fptosi" if type.signed else "arith.fptoui", [value], type)
        return self.emit_scalar("reinterpret", [value], type)

    def _cast_constant(self, type: DType, a: Scalar) -> Scalar:
        constant = a.constant
        if type.is_bool:
            return self.constant(bool(constant))
        if type.is_float:
            return self.adapt(self.constant(float(constant) if isinstance(constant, bool) else constant), type)
        if isinstance(constant, float):
            if not math.isfinite(constant) or not type.lowest <= math.trunc(constant) <= type.highest:
                self.fail("literal-range", f"{constant} does not fit in {type.name} ({type.lowest} to {type.highest})")
            constant = math.trunc(constant)
        # A cast between the integer types keeps the bits, so -1 is a u32 and 0xffffffff an i32 when written as a cast.
        if not type.fits_bits(constant):
            self.fail(
                "literal-range", f"the literal {constant} does not fit in {type.name} ({type.lowest} to {type.highest})"
            )
        return Scalar(type, constant=type.wrap(int(constant)))

    def select(self, condition: Operand, a: Operand, b: Operand, texts: Sequence[Any] = ("c", "a", "b")) -> Any:
        """``a`` where the condition is true, else ``b``; both are evaluated."""
        c = self.condition(condition, "`select`", texts[0])
        if isinstance(a, Aggregate) or isinstance(b, Aggregate):
            a, b = self.unify_operands(a, b, texts[1:])
            items = [self.select(c, a.item(i), b.item(i), texts) for i in range(len(a.items))]
            return Aggregate(a.type, items)
        x, y = self.unify(self.scalar(a, "`select`"), self.scalar(b, "`select`"), "`select`", texts[1:])
        if c.constant is not None:
            return x if c.constant else y
        if x.weak and y.weak and not x.choice and not y.choice:
            return Scalar(x.type, weak=True, choice=(c, x, y))
        x, y = self.typed(x), self.typed(y)
        return self.emit_scalar("arith.select", [self.value(c), self.value(x), self.value(y)], x.type)

    def unify_operands(self, a: Operand, b: Operand, texts: Sequence[Any]) -> tuple[Any, Any]:
        """Two operands of a choice with one type, tuples and vectors element by element."""
        if isinstance(a, Aggregate) and isinstance(b, Aggregate) and len(a.items) == len(b.items):
            pairs = [self.unify_operands(a.item(i), b.item(i), texts) for i in range(len(a.items))]
            type = a.type if isinstance(a.type, VectorType) and a.type == b.type else None
            lefts, rights = [x for x, _ in pairs], [y for _, y in pairs]
            type = type or TupleType(tuple(type_of(x) for x in lefts))
            return Aggregate(type, lefts), Aggregate(type, rights)
        x, y = self.unify(self.scalar(a, "a choice"), self.scalar(b, "a choice"), "a choice", texts)
        return self.typed(x), self.typed(y)

    # Kinds.

    @staticmethod
    def kind(word: str, type: DType) -> str:
        """The combining kind of ``min`` or ``max`` for a type; other kinds are the same for all."""
        if word not in ("min", "max"):
            return word
        return word + ("numf" if type.is_float else "si" if type.signed else "ui")
