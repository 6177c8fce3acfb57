"""The type rules of the language. This is the only file that creates IR: every operation of a module comes from a
method here.

The visitor hands operands in and sets ``location``; a rule that is broken raises a ``CompileError`` there.
"""

from __future__ import annotations

import contextlib
import math
import warnings
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

import numpy as np

from ..compiler.ir import Block, Location, Operation, Value
from ..errors import CompileError, WaveWarning
from .folding import fold_binary, fold_compare
from .types import (
    DType,
    Groupshared,
    LocalArray,
    MemoryType,
    TupleType,
    VectorType,
    bool_,
    f32,
    i32,
    u32,
)
from .values import Aggregate, Memory, Operand, Scalar, Static, describe, type_of

#: Operations without effects that any lane may execute at any time: they may stand outside the branch that needs them.
SPECULATABLE = frozenset(
    [f"arith.{name}" for name in ("constant", "addi", "subi", "muli", "andi", "ori", "xori", "shli", "shrsi", "shrui")]
    + [f"arith.{name}" for name in ("minsi", "maxsi", "minui", "maxui", "addf", "subf", "mulf", "divf", "remf", "negf")]
    + [f"arith.{name}" for name in ("minnumf", "maxnumf", "cmpi", "cmpf", "select", "sitofp", "uitofp", "extui")]
    + ["reinterpret", "memref.dim"]
    + [f"wave.{name}" for name in ("group_wave_index", "group_wave_count", "group_index", "lane_index", "lane_count")]
    + [f"wave.{name}" for name in ("group_id", "group_count", "dispatch_thread_id", "group_thread_id")]
)

_INTEGER = {"+": "addi", "-": "subi", "*": "muli", "&": "andi", "|": "ori", "^": "xori", "<<": "shli"}
_FLOAT = {"+": "addf", "-": "subf", "*": "mulf", "/": "divf", "%": "remf"}
_PREDICATE = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
_REDUCTION_WORD = {
    "add": "sum",
    "mul": "product",
    "min": "min",
    "max": "max",
    "and": "bit_and",
    "or": "bit_or",
    "xor": "bit_xor",
}


class Semantic:
    """Builds typed IR at the end of ``block``; ``warned`` keeps a warning from being given twice."""

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

    # Arithmetic.

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

    def extreme(self, word: str, operands: Sequence[Operand], texts: Sequence[Any]) -> Scalar:
        """``min`` or ``max`` of two or more scalars."""
        result = self.scalar(operands[0], f"`{word}`")
        for operand, text in zip(operands[1:], texts[1:], strict=True):
            a, b = self.unify(result, self.scalar(operand, f"`{word}`"), f"`{word}`", (texts[0], text))
            if a.type.is_bool:
                self.fail("arithmetic-on-bool", f"`{word}` is not for bool")
            if a.constant is not None and b.constant is not None and (a.type.is_integer or a.weak and b.weak):
                result = Scalar(a.type, constant={"min": min, "max": max}[word](a.constant, b.constant), weak=a.weak)
            else:
                a, b = self.typed(a), self.typed(b)
                result = self.emit_scalar(f"arith.{self.kind(word, a.type)}", [self.value(a), self.value(b)], a.type)
        return result

    @staticmethod
    def kind(word: str, type: DType) -> str:
        """The combining kind of ``min`` or ``max`` for a type; other kinds are the same for all."""
        if word not in ("min", "max"):
            return word
        return word + ("numf" if type.is_float else "si" if type.signed else "ui")

    # Memory.

    def memory(self, operand: Operand, use: str) -> Memory:
        """The operand, which must be a buffer or array."""
        if not isinstance(operand, Memory):
            self.fail(
                "value-type", f"{use} takes a buffer or an array, got {describe(operand)}", "pass the array itself"
            )
        return operand

    def index(self, operand: Operand) -> Scalar:
        """An index: an i32 or u32."""
        scalar = self.scalar(operand, "an index")
        if not scalar.type.is_integer:
            self.fail("index-not-integer", f"an index expects i32 or u32, got {describe(scalar)}")
        if scalar.constant is not None and scalar.constant < 0:
            self.fail(
                "literal-range",
                f"an index counts from 0, got {scalar.constant}",
                "count from the front: `len(buffer) - 1`",
            )
        if scalar.weak and scalar.constant is not None and scalar.constant > i32.highest:
            return self.adapt(scalar, u32)
        return self.typed(scalar)

    def load(self, memory: Memory, index: Operand) -> Scalar:
        """``memory[index]``."""
        return self.emit_scalar("memref.load", [memory.value, self.value(self.index(index))], memory.type.element)

    def store(self, memory: Memory, index: Operand, operand: Operand, text: Any) -> None:
        """``memory[index] = operand``."""
        self.check_writable(memory, text)
        value = self.value(self.coerce(operand, memory.type.element, f"an element of `{text}`"))
        self.emit("memref.store", [value, memory.value, self.value(self.index(index))])

    def check_writable(self, memory: Memory, text: Any) -> None:
        """Refuses a read-only buffer."""
        if not memory.type.writable:
            fix = f"declare it as `{text}: wd.RWBuffer[{memory.type.element.name}]`"
            self.fail("read-only-buffer", f"`{text}` is a read-only {memory.type.name}", fix)

    def length(self, operand: Operand) -> Scalar:
        """``len(operand)``, a u32."""
        if isinstance(operand, Aggregate):
            return self.constant(len(operand.items))
        memory = self.memory(operand, "`len`")
        if memory.size is not None:
            return self.cast(u32, memory.size)
        if isinstance(memory.type, Groupshared | LocalArray):
            self.fail("length-unknown", f"a function does not know the length of its argument, {memory.type.name}")
        return self.emit_scalar("memref.dim", [memory.value], u32)

    def array(self, kind: type[MemoryType], element: DType, size: Operand) -> Memory:
        """``wd.groupshared(element, size)`` or ``wd.local_array(element, size)``."""
        scalar = self.typed(self.scalar(size, "a size"))
        if not scalar.type.is_integer:
            self.fail("index-not-integer", f"a size expects i32 or u32, got {describe(scalar)}")
        if scalar.constant is not None and scalar.constant < 1:
            self.fail("size-not-positive", f"an array of {scalar.constant} elements")
        name = "wave.groupshared" if kind is Groupshared else "memref.alloca"
        type = kind(element)
        return Memory(type, self.emit(name, [self.value(scalar)], [type])[0], scalar)

    def atomic(self, word: str, operand: Operand, index: Operand, value: Operand, text: Any) -> Scalar:
        """``wd.atomic_<word>(memory, index, value)``: the old value."""
        memory = self.memory(operand, f"`atomic_{word}`")
        element = memory.type.element
        if isinstance(memory.type, LocalArray):
            self.fail(
                "atomic-type", f"`{text}` is each lane's own, so an atomic on it has no meaning", "use plain operators"
            )
        if not element.is_integer:
            self.fail("atomic-type", f"`atomic_{word}` expects elements of i32 or u32, got {memory.type.name}")
        self.check_writable(memory, text)
        place = self.value(self.index(index))
        new = self.value(self.coerce(value, element, f"`atomic_{word}` on `{text}`"))
        return self.emit_scalar("wave.atomic_rmw", [new, memory.value, place], element, kind=self.kind(word, element))

    # Wave operations.

    def query(self, name: str, type: DType = u32, **attributes: Any) -> Scalar:
        """An operation without operands: ids, counts, ``is_first_lane``."""
        return self.emit_scalar(f"wave.{name}", [], type, **attributes)

    def id_vector(self, name: str) -> Aggregate:
        """A vector id; each component is asked for where it is used."""
        return Aggregate(VectorType(u32, 3), [lambda d=d: self.query(name, dimension=d) for d in "xyz"])

    def vote(self, name: str, word: str, operand: Operand, type: DType, text: Any) -> Scalar:
        """``any``, ``all``, ``count_bits`` and ``prefix_count_bits``."""
        return self.emit_scalar(f"wave.{name}", [self.value(self.predicate(word, operand, text))], type)

    def predicate(self, word: str, operand: Operand, text: Any) -> Scalar:
        """The operand of a vote, which must be bool."""
        scalar = self.scalar(operand, f"`{word}`")
        if not scalar.type.is_bool:
            zero = "0.0" if scalar.type.is_float else "0"
            self.fail(
                "predicate-not-bool",
                f"`{word}` expects bool, got {describe(scalar)}",
                f"compare it: `{text} != {zero}`",
            )
        return scalar

    def ballot(self, operand: Operand, text: Any) -> Aggregate:
        """``wave_active_ballot``: four words."""
        value = self.value(self.predicate("wave_active_ballot", operand, text))
        words = self.emit("wave.ballot", [value], [u32] * 4)
        return Aggregate(VectorType(u32, 4), [Scalar(u32, word) for word in words])

    def reduction(self, name: str, word: str, operand: Operand) -> Any:
        """``wave.reduce`` and ``wave.prefix``; vectors and tuples element by element."""
        if isinstance(operand, Aggregate):
            items = [self.reduction(name, word, operand.item(i)) for i in range(len(operand.items))]
            return Aggregate(operand.type, items)
        scalar = self.typed(self.scalar(operand, f"a wave {_REDUCTION_WORD[word]}"))
        type = scalar.type
        function = f"wave_{'active' if name == 'reduce' else 'prefix'}_{_REDUCTION_WORD[word]}"
        if word in ("and", "or", "xor"):
            if type.is_float:
                self.fail("reduce-bits-of-float", f"`{function}` is not for {type.name}")
            if type.is_bool:
                other = {"and": "`wd.wave_active_all_true`", "or": "`wd.wave_active_any_true`"}.get(
                    word, "`wd.wave_active_count_bits(...) & 1`"
                )
                self.fail("reduce-bits-of-bool", f"`{function}` expects i32 or u32, got bool", f"use {other}")
        elif type.is_bool:
            fix = None
            if word in ("min", "max"):
                fix = f"use `wd.wave_active_{'all' if word == 'min' else 'any'}_true`"
            elif name == "prefix":
                fix = "count with `wd.wave_prefix_count_bits`, or convert it first: `u32(flag)`"
            self.fail("reduce-arithmetic-of-bool", f"`{function}` is not for bool", fix)
        return self.emit_scalar(f"wave.{name}", [self.value(scalar)], type, kind=self.kind(word, type))

    def elementwise(self, name: str, operand: Operand) -> Any:
        """``read_first_lane`` and ``assume_uniform``: same type in and out."""
        if isinstance(operand, Aggregate):
            items = [self.elementwise(name, operand.item(i)) for i in range(len(operand.items))]
            return Aggregate(operand.type, items)
        scalar = self.typed(self.scalar(operand, f"`{name}`"))
        return self.emit_scalar(f"wave.{name}", [self.value(scalar)], scalar.type)

    def all_equal(self, operand: Operand) -> Scalar:
        """``wave_active_all_equal`` of a scalar."""
        scalar = self.typed(self.scalar(operand, "`wave_active_all_equal`"))
        return self.emit_scalar("wave.all_equal", [self.value(scalar)], bool_)

    def read_lane(self, operand: Operand, lane: Operand) -> Any:
        """``wave_read_lane_at``; vectors and tuples element by element."""
        place = self.index(lane)
        if isinstance(operand, Aggregate):
            items = [self.read_lane(operand.item(i), place) for i in range(len(operand.items))]
            return Aggregate(operand.type, items)
        scalar = self.typed(self.scalar(operand, "`wave_read_lane_at`"))
        return self.emit_scalar("wave.read_lane", [self.value(scalar), self.value(place)], scalar.type)

    def barrier(self, scope: str, sync: bool) -> None:
        """A memory barrier, with or without waiting for the group."""
        self.emit("wave.barrier", scope=scope, sync=sync)

    # Structure.

    def retire(self, condition: Scalar) -> None:
        """A kernel's early return for the lanes with a true condition."""
        self.emit("wave.retire_if", [self.value(condition)])

    def flatten(self, operand: Operand) -> list[Value]:
        """The SSA values that carry an operand through control flow, made in the current block."""
        if isinstance(operand, Aggregate):
            return [value for i in range(len(operand.items)) for value in self.flatten(operand.item(i))]
        return [self.value(self.scalar(operand))]

    def flat_types(self, type: Any) -> list[DType]:
        """The types of what ``flatten`` gives."""
        if isinstance(type, TupleType | VectorType):
            return [flat for element in type.elements for flat in self.flat_types(element)]
        return [type]

    def unflatten(self, type: Any, values: Iterator[Value]) -> Operand:
        """The operand of this type that was flattened into the next values."""
        if isinstance(type, TupleType | VectorType):
            return Aggregate(type, [self.unflatten(element, values) for element in type.elements])
        return Scalar(type, next(values))

    def dummy(self, type: Any) -> Operand:
        """A value for lanes that never read it."""
        if isinstance(type, TupleType | VectorType):
            return Aggregate(type, [self.dummy(element) for element in type.elements])
        return self.constant(False) if type.is_bool else self.constant(0.0 if type.is_float else 0, type)

    def arguments(self, block: Block, types: Sequence[DType]) -> list[Value]:
        """Adds arguments to a block."""
        made = [Value(type) for type in types]
        block.arguments.extend(made)
        return made

    def terminate(self, block: Block, name: str, values: Sequence[Value]) -> None:
        """Ends a block by ``scf.yield``, ``scf.condition`` or ``wave.return``."""
        with self.inside(block):
            self.emit(name, values)

    def if_(self, condition: Scalar, then: Block, otherwise: Block, types: Sequence[DType]) -> list[Value]:
        """An ``scf.if`` of two finished blocks."""
        return self.emit("scf.if", [self.value(condition)], types, [then, otherwise])

    def for_(self, lower: Scalar, upper: Scalar, step: Scalar, inits: Sequence[Value], body: Block) -> list[Value]:
        """An ``scf.for`` of a finished body."""
        bounds = [self.value(bound) for bound in (lower, upper, step)]
        types = [init.type for init in inits]
        return self.emit("scf.for", [*bounds, *inits], types, [body], unsigned=not lower.type.signed)

    def while_(self, inits: Sequence[Value], before: Block, after: Block) -> list[Value]:
        """An ``scf.while`` of two finished blocks."""
        return self.emit("scf.while", inits, [init.type for init in inits], [before, after])

    def call(self, callee: str, arguments: Sequence[Value], result: Any) -> Operand | None:
        """A ``wave.call``; ``result`` is the type of the helper's value, or None."""
        types = [] if result is None else self.flat_types(result)
        values = self.emit("wave.call", arguments, types, callee=callee)
        return None if result is None else self.unflatten(result, iter(values))


__all__ = ["SPECULATABLE", "Semantic", "Static"]
