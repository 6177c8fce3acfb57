"""Errors, operations and blocks, constants, and the rules that unify the types of operands."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn

import numpy as np

from ...errors import CompileError, WaveWarning, help_of
from ...ir.module import Block, Location, Operation, Value
from ...ir.structs import StructType
from ...ir.types import DType, TupleType, VectorType, bool_, element_of, f32, i32, like, u32
from . import advice
from .advice import COMPONENTS
from .literals import Decisions, LiteralType
from .spelling import Spelling
from .values import Aggregate, Image, Matrix, Memory, Number, Operand, Pipe, Scalar, Static, Vector, describe, type_of

#: Operations without effects that any lane may execute at any time, so they may move out of the branch that needs them.
SPECULATABLE = frozenset(
    [f"arith.{name}" for name in ("constant", "addi", "subi", "muli", "andi", "ori", "xori", "shli", "shrsi", "shrui")]
    + [f"arith.{name}" for name in ("minsi", "maxsi", "minui", "maxui", "addf", "subf", "mulf", "divf", "remf", "negf")]
    + [f"arith.{name}" for name in ("minnumf", "maxnumf", "cmpi", "cmpf", "select", "sitofp", "uitofp", "bitcast")]
    + [f"arith.{name}" for name in ("extui", "extsi", "trunci", "extf", "truncf")]
    + [f"math.{name}" for name in ("absf", "absi", "ceil", "floor", "roundeven", "trunc", "sqrt", "rsqrt", "fma")]
    + [f"math.{name}" for name in ("exp", "exp2", "log", "log10", "log2", "powf", "ctpop", "ctlz", "cttz")]
    + [f"math.{name}" for name in ("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh")]
    + [f"vector.{name}" for name in ("from_elements", "broadcast", "extract", "insert", "shuffle")]
    + ["reinterpret", "memref.dim", "wave.reverse_bits", "wave.lookup", "wave.image_size"]
    + [f"wave.{name}" for name in ("group_wave_index", "group_wave_count", "group_index", "lane_index", "lane_count")]
    + [f"wave.{name}" for name in ("group_id", "group_count", "dispatch_thread_id", "group_thread_id")]
)
#: The operations that ``wd.precise`` protects from contraction.
CONTRACTED = ("arith.addf", "arith.subf", "arith.mulf")


class At:
    """A context manager that sets the place of operations and errors. A generator of ``contextlib`` takes three times
    as long, and every second node needs one."""

    __slots__ = ("place", "semantic")

    def __init__(self, semantic: Core, place: Any) -> None:
        self.semantic = semantic
        self.place = place

    def __enter__(self) -> None:
        self.semantic.place, self.place = self.place, self.semantic.place

    def __exit__(self, *_: object) -> None:
        self.semantic.place = self.place


class Phrase:
    """A phrase with the text of a node, formatted only when a message needs it."""

    __slots__ = ("form", "text")

    def __init__(self, form: str, text: Any) -> None:
        self.form = form
        self.text = text

    def __str__(self) -> str:
        return self.form.format(self.text)


class Core:
    """The base of all rules. ``warned`` prevents repeated warnings, ``locate`` gives the location of a source node, and
    ``spelling`` spells the code in help texts."""

    def __init__(
        self,
        warned: dict[tuple[Location, str], None],
        locate: Callable[[Any], Location] | None = None,
        spelling: Spelling | None = None,
    ) -> None:
        self.warned = warned
        self.block = Block()
        #: The place of new operations and errors: a location, or a node whose location is computed only if needed.
        self.place: Any = Location("", 0, 0)
        self._locate = locate
        self.spelling = spelling or Spelling()
        #: What uses decided about the types of variables that have only literals.
        self.decisions = Decisions()
        #: Whether this is inside ``wd.precise``, where targets must not contract a multiplication and an addition.
        self.precise = False

    @property
    def location(self) -> Location:
        """The location of new operations and errors."""
        place = self.place
        if place.__class__ is not Location:
            # Store the location: the next operation often has the same node.
            place = self.place = self._locate(place)  # type: ignore[misc]
        return place

    # Errors.

    def fail(self, id: str, message: str, fix: str | None = None) -> NoReturn:
        """Raises the CompileError of a violated rule at the current place."""
        place = self.location
        fix = fix if fix is not None else help_of(id)
        if fix is not None:
            fix = self.spelling.finished(fix)
        raise CompileError(id, message, place.file, place.line, place.column, fix)

    def warn(self, id: str, message: str) -> None:
        """Issues the Python warning of a rule at the user's line, once."""
        message = f"{message} [{id}]"
        # A compilation that is repeated with other types may not have this reason to warn.
        if self.decisions.changed or (self.location, message) in self.warned:
            return
        self.warned[self.location, message] = None
        WaveWarning(message, self.location.file, self.location.line, self.location.column).issue()

    # Operations and blocks.

    def emit(
        self,
        name: str,
        operands: Sequence[Value] = (),
        types: Sequence[Any] = (),
        regions: Sequence[Block] = (),
        **attributes: Any,
    ) -> list[Value]:
        """Appends an operation and returns its results."""
        results = [Value(type) for type in types]
        self.block.operations.append(Operation(name, list(operands), results, attributes, list(regions), self.location))
        return results

    def compute(self, name: str, operands: Sequence[Value], type: DType | VectorType, **attributes: Any) -> Any:
        """Appends an operation with one result, and returns it as a scalar or a vector."""
        if self.precise and name in CONTRACTED:
            attributes["precise"] = True
        value = Value(type)
        self.block.operations.append(Operation(name, list(operands), [value], attributes, [], self.location))
        return Vector(type, value) if type.__class__ is VectorType else Scalar(type, value)

    @contextlib.contextmanager
    def precisely(self) -> Iterator[None]:
        """Float operations built in this context must not be contracted."""
        outer, self.precise = self.precise, True
        try:
            yield
        finally:
            self.precise = outer

    @contextlib.contextmanager
    def inside(self, block: Block) -> Iterator[Block]:
        """Builds operations at the end of another block."""
        outer, self.block = self.block, block
        try:
            yield block
        finally:
            self.block = outer

    @staticmethod
    def is_speculatable(block: Block) -> bool:
        """Whether every lane may execute a block, even lanes that do not need it."""
        return all(operation.name in SPECULATABLE for operation in block.operations)

    def splice(self, block: Block) -> None:
        """Moves the operations of a block to the end of the current one."""
        self.block.operations.extend(block.operations)

    # Constants.

    @staticmethod
    def constant(value: float | bool, type: DType | None = None) -> Scalar:
        """A constant. Without a type, a number is a literal, which takes the type of the other operand."""
        if type is None and isinstance(value, bool):
            return Scalar(bool_, constant=value)
        if type is None:
            return Scalar(f32 if isinstance(value, float) else i32, constant=value, weak=True)
        return Scalar(type, constant=value)

    def value(self, number: Number) -> Value:
        """The SSA value of a scalar or vector; a constant is materialized in the current block."""
        if number.value is not None:
            return number.value
        if isinstance(number, Vector):
            return self._vector_value(number)
        if number.weak:
            number = self.adapt(number, number.type, alone=True)
            if number.value is not None:
                return number.value
        constant, type = number.constant, number.type
        if type.is_float:
            constant = type.rounded(constant)
        made = Value(type)
        self.block.operations.append(Operation("arith.constant", [], [made], {"value": constant}, [], self.location))
        return made

    def _vector_value(self, vector: Vector) -> Value:
        constants = vector.constants
        # 0.0 and -0.0 are equal but differ in their bits.
        if constants is not None and len({repr(constant) for constant in constants}) == 1:
            return self.emit("vector.broadcast", [self.value(self.component(vector, 0))], [vector.type])[0]
        parts = [self.value(self.component(vector, place)) for place in range(vector.type.size)]
        return self.emit("vector.from_elements", parts, [vector.type])[0]

    def component(self, vector: Vector, place: int) -> Scalar:
        """One component of a vector."""
        if vector.parts is not None:
            part = vector.parts[place]
            return part() if callable(part) else part
        return self.compute("vector.extract", [vector.value], vector.type.element, position=place)

    def adapt(self, scalar: Scalar, type: DType, alone: bool = False) -> Scalar:
        """The literal with a type, in which it must fit; ``alone``: the literal itself determined the type."""
        if scalar.choice is not None:
            condition, a, b = scalar.choice
            a, b = self.value(self.adapt(a, type, alone)), self.value(self.adapt(b, type, alone))
            return self.compute("arith.select", [self.value(condition), a, b], type)
        constant = scalar.constant
        if type.is_integer and isinstance(constant, int) and not isinstance(constant, bool):
            if not type.lowest <= constant <= type.highest:
                self.fail(
                    "literal-range",
                    f"the literal {constant} does not fit in {type.name} ({type.lowest} to {type.highest})",
                    advice.literal_out_of_range(self.spelling, constant, type, alone),
                )
            return Scalar(type, constant=constant)
        if type.is_float:
            rounded = self._rounded(constant, type)
            if math.isinf(rounded) and not (isinstance(constant, float) and math.isinf(constant)):
                self.fail("literal-range", f"the literal {constant} does not fit in {type.name}")
            return Scalar(type, constant=rounded)
        self.fail(
            "mixed-types", f"expects {type.name}, got the literal {constant}", f"`{self.spelling.cast(type, constant)}`"
        )

    @classmethod
    def own_type(cls, literal: Scalar) -> DType:
        """The type of a literal alone: an integer that only u32 can hold is a u32."""
        if literal.choice is not None:
            return u32 if any(cls.own_type(side) is u32 for side in literal.choice[1:]) else literal.type
        is_unsigned = literal.type is i32 and i32.highest < literal.constant <= u32.highest
        return u32 if is_unsigned else literal.type

    @staticmethod
    def _rounded(constant: float, type: DType) -> float:
        """The number rounded to a float type; infinite if its magnitude is too large."""
        if -1024.0 < constant < 1024.0:
            return type.rounded(constant)
        with np.errstate(over="ignore"):
            try:
                return type.rounded(constant)
            except OverflowError:
                return math.inf

    # Types.

    def number(self, operand: Operand, use: str | Phrase = "this operation", text: Any = None) -> Number:
        """Checks that the operand is a scalar or a vector, and returns it; ``text`` is its source text."""
        if operand.__class__ is Scalar or isinstance(operand, Number):
            return operand
        if isinstance(operand, Aggregate) and isinstance(operand.type, StructType):
            fix = f"take a field: `{text}.{operand.type.names[0]}`" if text is not None else None
            self.fail("struct-as-value", f"{use} takes one value, got a struct, {describe(operand)}", fix)
        if isinstance(operand, Aggregate):
            fix = f"take an element: `{text}[0]`" if text is not None else None
            self.fail("tuple-as-value", f"{use} takes one value, got a {describe(operand)}", fix)
        if isinstance(operand, Memory):
            name = operand.value.name or "buffer"
            fix = f"read an element, `{name}[i]`, or its length, `{self.spelling.length(name)}`"
            self.fail("buffer-as-value", f"{use} takes a value, got the array itself, {describe(operand)}", fix)
        if isinstance(operand, Image):
            name = operand.value.name or "image"
            fix = f"read a texel, `{name}[x, y]`, or its size, `{self.spelling.call('image_size', name)}`"
            self.fail("image-as-value", f"{use} takes a value, got the image itself, {describe(operand)}", fix)
        if isinstance(operand, Matrix):
            name = text if text is not None else operand.value.name or "matrix"
            self.fail(
                "matrix-as-value",
                f"{use} takes a value of a lane, got {describe(operand)}",
                self.advice_on_matrix(operand.type, name, str(use)),
            )
        if isinstance(operand, Pipe):
            name = operand.value.name or "pipe"
            fix = f"a stage of it is `{name}.acquire()` for producers, `{name}.wait()` for consumers"
            self.fail("value-type", f"{use} takes a value, got {describe(operand)}", fix)
        self.refuse_object(operand, use)

    def advice_on_matrix(self, type: Any, text: Any, use: str = "") -> str:
        """Advises how to get the elements of a matrix, and names what is done with whole matrices; ``use`` is a function in
        quotes."""
        if use == "`dot`":
            product = self.spelling.call("matrix_multiply_add", "a", "b", "total")
            return f"the product of two matrices is `{product}`, and `a * b` multiplies their elements"
        stored = self.spelling.call("matrix_store", "out", 0, type.columns, text)
        named = ", ".join(
            f"`{self.spelling.function(name)}`"
            for name in ("matrix_multiply_add", "matrix_convert", "matrix_row_sum", "matrix_row_max")
        )
        return (
            f"a matrix belongs to the wave: store it, `{stored}`, and after a barrier of `out`'s memory read"
            f" `out[row * {type.columns} + column]`; on whole matrices there are operators, functions of each element such as"
            f" `{self.spelling.function('max')}`, and {named}; arrays, structs and parameters of kernels hold no matrices"
        )

    def refuse_object(self, operand: Static, use: str | Phrase) -> NoReturn:
        """Reports an object of the source language where a value is needed; a front end overrides this to add help."""
        self.fail("captured-value", f"{use} takes a value, got `{operand.path}`")

    def scalar(self, operand: Operand, use: str | Phrase = "this operation", text: Any = None) -> Scalar:
        """Checks that the operand is a scalar, and returns it."""
        number = self.number(operand, use, text)
        if isinstance(number, Vector):
            fix = f"take a component: `{text}.x`" if text is not None else None
            self.fail("vector-as-value", f"{use} takes a scalar, got a {describe(number)}", fix)
        return number

    def coerce(self, operand: Operand, type: Any, use: str | Phrase, text: Any = None) -> Any:
        """The operand with this type: literals take it, other operands must have it. ``text`` is its source text."""
        if isinstance(type, StructType):
            if type_of(operand) != type:
                fix = f"make one: `{type.name}({', '.join(type.names)})`"
                self.fail("mixed-types", f"{use} expects {type.name}, got {describe(operand)}", fix)
            return operand
        if isinstance(type, TupleType):
            is_struct = isinstance(type_of(operand), StructType)
            if not isinstance(operand, Aggregate) or is_struct or len(operand.items) != len(type.elements):
                self.fail(
                    "mixed-types", f"{use} expects {type.name}, got {describe(operand)}", "give it the same shape"
                )
            items = [self.coerce(operand.item(i), element, use) for i, element in enumerate(type.elements)]
            return Aggregate(type, items)
        if (
            isinstance(operand, Aggregate)
            and (made := advice.conversion(self.spelling, operand, type, text)) is not None
        ):
            self.fail("tuple-as-value", f"{use} expects {type.name}, got a {describe(operand)}", made)
        number = self.number(operand, use, text)
        if number.weak and isinstance(type, DType) and self._takes(number, type):
            return self.adapt(number, type)
        if number.weak or number.type != type:

            def fail() -> NoReturn:
                fix = advice.conversion(self.spelling, number, type, "..." if text is None else text)
                is_vector = isinstance(number, Vector) and isinstance(type, DType)
                id = "vector-as-value" if is_vector else "mixed-types"
                self.refuse_types(id, f"{use} expects {type.name}, got {describe(number)}", fix, number)

            if isinstance(type, DType) and self._may_take(number, type, fail):
                return self._taken(number, type)
            fail()
        if number.origin is not None and number.literal is None:
            self._fix(number.origin)
        return number

    def stored(self, operand: Operand, element: Any, use: str | Phrase, text: Any = None) -> Any:
        """The operand as the value of a store to memory with these elements. Bytes take integers of 32 bits of both
        signs, and bools, and keep the low 8 bits."""
        value = element.value
        if value is element:
            return self.coerce(operand, element, use, text)
        number = self.number(operand, use, text)
        if number.weak and number.constant is not None and number.type.is_integer and isinstance(element, DType):
            if not element.fits_bits(number.constant):
                fix = f"{element.name} goes from {element.lowest} to {element.highest}"
                self.fail("literal-range", f"{use} is {number.constant}, which is not a number of {element.name}", fix)
        elif not number.weak and (number.type.is_bool or number.type.is_integer and number.type.bits == 32):
            if like(element_of(value), number.type) == value:
                return self.convert(element_of(value), number)
        return self.coerce(number, value, use, text)

    def typed(self, operand: Any, name: str = "") -> Any:
        """The operand, in which literals get their own type, or the one that a use of the variable ``name`` decided."""
        if isinstance(operand, Scalar) and operand.weak:
            origin = self.decisions.type_at((self.location, name))
            decision = origin.root.decision
            if decision is not None and self._takes(operand, decision.type):
                made = self.adapt(operand, decision.type)
            else:
                made = self.adapt(operand, self.own_type(operand), alone=True)
            made.literal, made.origin = operand, origin
            return made
        if isinstance(operand, Aggregate):
            if isinstance(operand.type, StructType):
                return operand
            items = [self.typed(operand.item(i), f"{name}.{i}") for i in range(len(operand.items))]
            return Aggregate(TupleType(tuple(type_of(item) for item in items)), items)
        return operand

    # Variables that have only literals.

    @staticmethod
    def _takes(literal: Scalar, type: DType) -> bool:
        """Whether a literal may have a type."""
        return not type.is_bool and not (type.is_integer and literal.type.is_float)

    def _is_too_large(self, literal: Scalar, type: Any) -> bool:
        """Whether a literal is a u32 alone, and does not fit in the type of another literal, i32."""
        return type is i32 and self.own_type(literal) is u32

    def sides(self, a: Number, b: Number) -> list[tuple[Number, Number]]:
        """Both orders of two numbers, the first to try first: the first number of a pair takes the type of the second."""
        sides = [(a, b), (b, a)]
        return sides[::-1] if a.literal is not None and self._is_too_large(a.literal, b.type) else sides

    def _may_take(self, number: Number, type: DType, fail: Callable[[], Any]) -> bool:
        """Whether a number of another type may have this one: its literal is known, or a use decides its type. ``fail``
        raises the error of the use if not."""
        if number.literal is not None and self._takes(number.literal, type):
            return True
        if number.origin is None:
            return False
        decision = number.origin.root.decision
        if decision is not None:
            # Made earlier in this compilation, or in vain.
            return decision.type is type and self.decisions.changed
        if not number.origin.may_become(type, number.type):
            return False
        self.decisions.decide(number.origin, type, fail)
        return True

    def _taken(self, number: Scalar, type: DType) -> Scalar:
        """A number with another type, which ``_may_take`` permits. Without a known literal, the conversion stands for the
        decision, until the function is compiled again."""
        if number.literal is None:
            return self.convert(type, number)
        made = self.adapt(number.literal, type)
        made.literal = number.literal
        return made

    def _fix(self, origin: LiteralType) -> None:
        """Records a use of literals with a value that has their type."""
        root = origin.root
        if root.place is None:
            root.place = self.location

    def join(self, a: Number, b: Number) -> None:
        """Records that two numbers of one type always have one type."""
        x, y = a.origin, b.origin
        # A known literal takes any type in each use.
        if x is y or a.literal is not None or b.literal is not None:
            return
        if x is None or y is None:
            self._fix(x or y)
        else:
            x.join(y)

    @staticmethod
    def origin_of(*numbers: Number) -> LiteralType | None:
        """The type of a result that has the type of these numbers, if uses may still decide it."""
        origin, floats = None, False
        for number in numbers:
            if number.literal is not None or number.weak:
                floats |= (number.literal or number).type.is_float
            elif number.origin is None:
                return None
            else:
                origin = number.origin
        if origin is None:
            return next((number.origin for number in numbers if number.origin is not None), None)
        # In an integer that a decision made a float, a float literal agrees with this decision.
        return None if floats and origin.root.decision is not None else origin

    def needs_sign(self, number: Number) -> None:
        """Records that this use of a number needs numbers below zero."""
        if number.origin is not None and number.literal is None:
            root = number.origin.root
            root.signed = root.signed or self.location
            if root.decision is not None and not root.decision.type.signed:
                place = root.signed
                note = "the literals of one side stay i32 because this needs numbers below zero"
                root.decision.error.notes.append((note, place.file, place.line, place.column))
                raise root.decision.error

    def refuse_types(self, id: str, message: str, fix: str | None, *numbers: Number) -> NoReturn:
        """Reports numbers whose types differ, with the uses that decided the types of literals."""
        try:
            self.fail(id, message, fix)
        except CompileError as error:
            for number in numbers:
                if number.origin is not None and number.literal is None:
                    error.notes += number.origin.reasons(element_of(number.type).name)
            raise

    def unify(self, a: Number, b: Number, use: str, texts: Sequence[Any] = ("a", "b")) -> tuple[Any, Any]:
        """Both operands with one component type: a literal takes the type of the other; two different types are an
        error whose help offers casts. A scalar and a vector are valid: ``spread`` broadcasts the scalar."""
        if a.type is b.type and not a.weak and not b.weak:
            if a.origin is not None or b.origin is not None:
                self.join(a, b)
            return a, b
        if a.weak and b.weak:
            return (a, b) if a.type == b.type else (self._as_float(a), self._as_float(b))
        for weak, other in ((a, b), (b, a)):
            if weak.weak and self._takes(weak, element_of(other.type)):
                if other.origin is not None and self._is_too_large(weak, other.type):
                    made = self.typed(weak)
                    return self.unify(made, b, use, texts) if weak is a else self.unify(a, made, use, texts)
                made = self.adapt(weak, element_of(other.type))
                made.literal = weak
                return (made, b) if weak is a else (a, made)
        if a.weak or b.weak or element_of(a.type) != element_of(b.type):

            def fail() -> NoReturn:
                fix = advice.conversions(self.spelling, a, b, texts)
                message = f"{use} has operands of two types, {describe(a)} and {describe(b)}"
                self.refuse_types("mixed-types", message, fix, a, b)

            for side, other in self.sides(a, b):
                type = element_of(other.type)
                if self._may_take(side, type, fail):
                    made = self._taken(side, type)
                    return self.unify(made, b, use, texts) if side is a else self.unify(a, made, use, texts)
            fail()
        if a.origin is not None or b.origin is not None:
            self.join(a, b)
        self.same_size(a, b, use, texts)
        return a, b

    def same_size(self, a: Number, b: Number, use: str, texts: Sequence[Any] = ("a", "b")) -> None:
        """Rejects two vectors of different sizes."""
        if isinstance(a, Vector) and isinstance(b, Vector) and a.type.size != b.type.size:
            text = texts[0] if a.type.size > b.type.size else texts[1]
            fix = f"take as many components of the longer one: `{text}.{COMPONENTS[: min(a.type.size, b.type.size)]}`"
            self.fail("vector-sizes", f"{use} has vectors of two sizes, {describe(a)} and {describe(b)}", fix)

    def unify_all(self, operands: Sequence[Operand], use: str, texts: Sequence[Any]) -> list[Any]:
        """Gives any number of operands one component type, as ``unify`` does for two."""
        numbers = [self.number(operand, use) for operand in operands]

        def says(place: int) -> tuple[bool, ...]:
            number = numbers[place]
            return not number.weak, isinstance(number, Vector), number.type.is_float

        # The operand that determines most about the type; the others must agree with it.
        place = max(range(len(numbers)), key=says)
        return [
            number if i == place else self.unify(numbers[place], number, use, (texts[place], texts[i]))[1]
            for i, number in enumerate(numbers)
        ]

    def spread(self, *numbers: Number) -> list[Value]:
        """The SSA values of operands in one shape: broadcasts scalars if another operand is a vector."""
        for number in numbers:
            if number.__class__ is Vector:
                return self._spread_over(number.type, numbers)
        return [number.value or self.value(number) for number in numbers]

    def _spread_over(self, shape: VectorType, numbers: Sequence[Number]) -> list[Value]:
        values = []
        for number in numbers:
            value = number.value or self.value(number)
            if isinstance(number, Scalar):
                value = self.emit("vector.broadcast", [value], [like(number.type, shape)])[0]
            values.append(value)
        return values

    def become(self, operand: Operand, type: Any) -> Operand:
        """Converts an operand, which ``unify`` accepts with one of this type, to this type: literals take it, scalars
        are broadcast."""
        if isinstance(type, TupleType):
            items = [self.become(operand.item(i), element) for i, element in enumerate(type.elements)]
            return Aggregate(type, items)
        number = self.adapt(operand, element_of(type)) if operand.weak else operand
        if number.origin is not None and number.type is not element_of(type):
            number = self._taken(number, element_of(type))
        if isinstance(type, VectorType) and isinstance(number, Scalar):
            if number.constant is not None:
                return Vector(type, parts=[number] * type.size)
            return self.compute("vector.broadcast", [self.value(number)], type)
        return number

    def _as_float(self, literal: Scalar) -> Scalar:
        return self.adapt(literal, f32) if literal.choice else self.constant(float(literal.constant))

    def condition(self, operand: Operand, use: str, text: Any) -> Scalar:
        """Checks that the operand is a bool scalar, and returns it; the help of the error offers a comparison."""
        number = self.number(operand, use, text)
        zero = "0.0" if number.type.is_float else "0"
        if isinstance(number, Vector):
            test = text if number.type.is_bool else f"{text} != {zero}"
            fix = f"`{self.spelling.call('any', test)}` or `{self.spelling.call('all', test)}`"
            self.fail("vector-condition", f"{use} expects one bool, got {describe(number)}", fix)
        if not number.type.is_bool:
            fix = f"compare it: `{text} {'==' if use == '`not`' else '!='} {zero}`"
            if number.weak and number.constant is not None:
                fix = f"write `{self.spelling.boolean(number.constant)}`"
            self.fail("condition-not-bool", f"{use} expects bool, got {describe(number)}", fix)
        return number
