"""Errors, operations and blocks, constants, and the rules that give operands one type."""

from __future__ import annotations

import contextlib
import math
import warnings
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

import numpy as np

from ...compiler.ir import Block, Location, Operation, Value
from ...errors import CompileError, WaveWarning
from ..types import DType, TupleType, VectorType, bool_, f32, i32, u32
from ..values import Aggregate, Memory, Operand, Scalar, describe, type_of

#: Operations without effects that any lane may execute at any time: they may stand outside the branch that needs them.
SPECULATABLE = frozenset(
    [f"arith.{name}" for name in ("constant", "addi", "subi", "muli", "andi", "ori", "xori", "shli", "shrsi", "shrui")]
    + [f"arith.{name}" for name in ("minsi", "maxsi", "minui", "maxui", "addf", "subf", "mulf", "divf", "remf", "negf")]
    + [f"arith.{name}" for name in ("minnumf", "maxnumf", "cmpi", "cmpf", "select", "sitofp", "uitofp", "extui")]
    + ["reinterpret", "memref.dim"]
    + [f"wave.{name}" for name in ("group_wave_index", "group_wave_count", "group_index", "lane_index", "lane_count")]
    + [f"wave.{name}" for name in ("group_id", "group_count", "dispatch_thread_id", "group_thread_id")]
)


class Core:
    """What all rules stand on; ``warned`` keeps a warning from being given twice."""

    def __init__(self, warned: set[tuple[Location, str]]) -> None:
        self.warned = warned
        self.block = Block()
        self.location = Location("", 0, 0)

    # Errors.

    def fail(self, id: str, message: str, fix: str | None = None) -> NoReturn:
        """Raises the CompileError of a broken rule at the current place."""
        raise CompileError(id, message, self.location.file, self.location.line, self.location.column, fix)

    def warn(self, message: str) -> None:
        """A Python warning that points at the user's line."""
        if (self.location, message) in self.warned:
            return
        self.warned.add((self.location, message))
        warnings.warn_explicit(message, WaveWarning, self.location.file, self.location.line)

    # Operations and blocks.

    def emit(
        self,
        name: str,
        operands: Sequence[Value] = (),
        types: Sequence[Any] = (),
        regions: Sequence[Block] = (),
        **attributes: Any,
    ) -> list[Value]:
        """Appends an operation and gives its results."""
        results = [Value(type) for type in types]
        self.block.operations.append(Operation(name, list(operands), results, attributes, list(regions), self.location))
        return results

    def emit_scalar(self, name: str, operands: Sequence[Value], type: DType, **attributes: Any) -> Scalar:
        """Appends an operation with one scalar result."""
        return Scalar(type, self.emit(name, operands, [type], **attributes)[0])

    @contextlib.contextmanager
    def inside(self, block: Block) -> Iterator[Block]:
        """Builds at the end of another block."""
        outer, self.block = self.block, block
        try:
            yield block
        finally:
            self.block = outer

    @staticmethod
    def is_speculatable(block: Block) -> bool:
        """Whether every lane may execute a block, needed or not."""
        return all(operation.name in SPECULATABLE for operation in block.operations)

    def splice(self, block: Block) -> None:
        """Moves the operations of a block to the end of the current one."""
        self.block.operations.extend(block.operations)

    # Constants.

    @staticmethod
    def constant(value: float | bool, type: DType | None = None) -> Scalar:
        """A constant; without a type a literal, which takes the other operand's."""
        if type is None and isinstance(value, bool):
            return Scalar(bool_, constant=value)
        if type is None:
            return Scalar(f32 if isinstance(value, float) else i32, constant=value, weak=True)
        return Scalar(type, constant=value)

    def value(self, scalar: Scalar) -> Value:
        """The SSA value of a scalar, a constant operation if it is one."""
        if scalar.value is not None:
            return scalar.value
        if scalar.weak:
            scalar = self.adapt(scalar, scalar.type)
        constant = scalar.constant
        if scalar.type.is_float:
            constant = float(scalar.type.numpy.type(constant))
        return self.emit("arith.constant", [], [scalar.type], value=constant)[0]

    def adapt(self, scalar: Scalar, type: DType) -> Scalar:
        """A literal with a type, which must be able to hold it."""
        if scalar.choice is not None:
            condition, a, b = scalar.choice
            a, b = self.value(self.adapt(a, type)), self.value(self.adapt(b, type))
            return self.emit_scalar("arith.select", [self.value(condition), a, b], type)
        constant = scalar.constant
        if type.is_integer and isinstance(constant, int) and not isinstance(constant, bool):
            if not type.lowest <= constant <= type.highest:
                fix = f"`u32({constant})`" if type is i32 and 0 <= constant <= u32.highest else None
                self.fail(
                    "literal-range",
                    f"the literal {constant} does not fit in {type.name} ({type.lowest} to {type.highest})",
                    f"a literal alone is i32; write {fix}" if fix else None,
                )
            return Scalar(type, constant=constant)
        if type.is_float:
            with np.errstate(over="ignore"):
                try:
                    rounded = float(type.numpy.type(constant))
                except OverflowError:
                    rounded = math.inf
            if math.isinf(rounded) and not (isinstance(constant, float) and math.isinf(constant)):
                self.fail("literal-range", f"the literal {constant} does not fit in {type.name}")
            return Scalar(type, constant=rounded)
        self.fail("mixed-types", f"expects {type.name}, got the literal {constant}", f"`{type.name}({constant})`")

    # Types.

    def scalar(self, operand: Operand, use: str = "this operation") -> Scalar:
        """The operand, which must be a scalar."""
        if isinstance(operand, Scalar):
            return operand
        if isinstance(operand, Aggregate):
            fix = "take an element: `[0]`" if isinstance(operand.type, TupleType) else None
            self.fail("vector-as-value", f"{use} takes a scalar, got a {describe(operand)}", fix)
        if isinstance(operand, Memory):
            self.fail("buffer-as-value", f"{use} takes a value, got the array itself, {describe(operand)}")
        if callable(operand.object) and not isinstance(operand.object, type | DType):
            self.fail("not-called", f"{use} takes a value, got the function {describe(operand)}", f"`{operand.path}()`")
        kind = type(operand.object).__name__
        if kind == "ndarray":
            fix = f"pass it as a parameter, `{operand.path.rsplit('.')[-1]}: wd.Buffer[f32]`"
            self.fail("captured-value", f"`{operand.path}` is a NumPy array outside the kernel", fix)
        self.fail("captured-value", f"`{operand.path}` is a Python {kind}, which is no value of a kernel")

    def coerce(self, operand: Operand, type: Any, use: str) -> Any:
        """The operand with this type: literals take it, everything else must have it."""
        if isinstance(type, TupleType | VectorType):
            if not isinstance(operand, Aggregate) or len(operand.items) != len(type.elements):
                self.fail(
                    "mixed-types", f"{use} expects {type.name}, got {describe(operand)}", "give it the same shape"
                )
            items = [self.coerce(operand.item(i), element, use) for i, element in enumerate(type.elements)]
            return Aggregate(type, items)
        scalar = self.scalar(operand, use)
        if scalar.weak and not type.is_bool and not (type.is_integer and scalar.type.is_float):
            return self.adapt(scalar, type)
        if scalar.weak or scalar.type != type:
            self.fail(
                "mixed-types", f"{use} expects {type.name}, got {describe(scalar)}", f"convert it: `{type.name}(...)`"
            )
        return scalar

    def typed(self, operand: Any) -> Any:
        """The operand with literals given their own type, as a variable needs it."""
        if isinstance(operand, Scalar) and operand.weak:
            return self.adapt(operand, operand.type)
        if isinstance(operand, Aggregate) and isinstance(operand.type, TupleType):
            items = [self.typed(operand.item(i)) for i in range(len(operand.items))]
            return Aggregate(TupleType(tuple(type_of(item) for item in items)), items)
        return operand

    def unify(self, a: Scalar, b: Scalar, use: str, texts: Sequence[Any] = ("a", "b")) -> tuple[Scalar, Scalar]:
        """Both operands with one type: a literal takes the other's, two types are an error that offers the casts."""
        if a.weak and b.weak:
            return (a, b) if a.type == b.type else (self._as_float(a), self._as_float(b))
        for weak, other in ((a, b), (b, a)):
            fits = not other.type.is_bool and not (other.type.is_integer and weak.type.is_float)
            if weak.weak and fits:
                made = self.adapt(weak, other.type)
                return (made, b) if weak is a else (a, made)
        if a.weak or b.weak or a.type != b.type:
            choices = []
            if not b.type.is_bool:
                choices.append(f"`{b.type.name}({texts[0]})`")
            if not a.type.is_bool and a.type != b.type:
                choices.append(f"`{a.type.name}({texts[1]})`")
            fix = f"convert one side: {' or '.join(dict.fromkeys(choices))}"
            self.fail("mixed-types", f"{use} has operands of two types, {describe(a)} and {describe(b)}", fix)
        return a, b

    def _as_float(self, literal: Scalar) -> Scalar:
        return self.adapt(literal, f32) if literal.choice else self.constant(float(literal.constant))

    def condition(self, operand: Operand, use: str, text: Any) -> Scalar:
        """A scalar that is bool; anything else is an error that offers the comparison."""
        scalar = self.scalar(operand, use)
        if not scalar.type.is_bool:
            zero = "0.0" if scalar.type.is_float else "0"
            self.fail(
                "condition-not-bool", f"{use} expects bool, got {describe(scalar)}", f"compare it: `{text} != {zero}`"
            )
        return scalar
