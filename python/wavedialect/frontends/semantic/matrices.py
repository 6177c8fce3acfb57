"""Wave matrices: loads, stores, multiply-add, and functions of elements."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

from ...ir import matrices
from ...ir.matrices import COMBINATIONS, MatrixType
from ...ir.module import Block, Value
from ...ir.types import BufferType, DType, Groupshared, LocalArray, u32
from .expansions import Expansions
from .structure import Structure
from .tiles import TileRules
from .values import Call, Matrix, Memory, Operand, Scalar, describe
from .variables import Variables

_FIRST = "the `first` of a matrix"
_OF_WHOLES = ("dot", "split_exponent", "split_fraction")
"""The rules of functions of numbers that are no functions of elements: a sum of products, and those with two results."""


def _has_matrix(operands: Sequence[Operand]) -> bool:
    return any(operand.__class__ is Matrix for operand in operands)


class MatrixRules(Structure, Expansions, TileRules, Variables):
    """Matrices of a wave. Operators, casts and functions of numbers compute element by element."""

    # Types.

    def matrix_type(self, element: Any, shape: tuple[Any, Any], role: Any) -> MatrixType:
        """The type of a matrix; fails if there is none."""
        wrong = matrices.refusal(element, *shape, role)
        if wrong is not None and isinstance(element, DType) and element.is_bool:
            functions = ", ".join(f"`{self.spelling.function(name)}`" for name in ("max", "min", "step"))
            self.fail(*wrong[:2], f"matrices have no bools: use {functions}")
        if wrong is not None:
            self.fail(*wrong)
        return MatrixType(element, *shape, role)

    def matrix(self, operand: Operand, use: str, text: Any = None) -> Matrix:
        """Checks that the operand is a matrix, and returns it."""
        if isinstance(operand, Matrix):
            return operand
        fix = f"make one by `{self.spelling.function('matrix_fill')}` or `{self.spelling.function('matrix_load')}`"
        self.fail("matrix-type", f"{use} takes a matrix, got {describe(operand)}", fix)

    def _made(self, name: str, operands: Sequence[Value], type: MatrixType, **attributes: Any) -> Matrix:
        (value,) = self.emit(name, operands, [type], **attributes)
        return Matrix(type, value)

    # Memory.

    def matrix_fill(self, operand: Operand, type: MatrixType, text: Any) -> Matrix:
        """``wd.matrix_fill(value, ...)``."""
        number = self.coerce(self.scalar(operand, "`matrix_fill`", text), type.element.value, "the value", text)
        return self._made("wave.matrix_fill", [self.value(number)], type)

    def matrix_memory(self, operand: Operand, use: str, text: Any) -> Memory:
        """The memory of a load or store."""
        if not isinstance(operand, Memory):
            fix = "pass a buffer or a groupshared array"
            self.fail("matrix-memory", f"{use} takes a buffer or an array, got {describe(operand)}", fix)
        if isinstance(operand.type, LocalArray):
            fix = f"use `{self.spelling.function('groupshared')}`, or a buffer"
            self.fail("matrix-memory", f"`{text}` is a local array: each lane has its own", fix)
        if not isinstance(operand.type.element, DType):
            self.fail("matrix-memory", f"{use} takes memory of scalars, got {operand.type.name}")
        if operand.type.coherent:
            self.fail("matrix-memory", f"{use} does not access coherent buffers, got {operand.type.name}")
        element = operand.type.element
        if element.bits == 8 and isinstance(operand.type, Groupshared):
            self.fail("matrix-memory", "arrays store each i8 in 32 bits", "load from a buffer of i8")
        return operand

    def matrix_index(self, call: Call) -> None:
        """Rejects an index of the wrong rank in a load or store, before other arguments that are wrong as a consequence."""
        memory = call.operands[0]
        if isinstance(memory, Memory) and memory.type.rank > 1:
            self.tile_items(memory, call.operands[1], call.texts[0], _FIRST)
        elif isinstance(memory, Memory):
            self.split_index(memory, call.operands[1], call.texts[0])

    def _places(self, call: Call, memory: Memory, shape: tuple[int, int], layout: str) -> tuple[list[Value], Any]:
        """The index of the first element and the stride, then the tests of ``tests_of_end``, and their axes. Memory of
        more than one dimension has its own stride."""
        if memory.type.rank > 1:
            starts = self.tile_places(memory, call.operands[1], call.texts[1], call.texts[0], _FIRST)
            counts = [self.constant(count, u32) for count in (shape if layout == "row_major" else shape[::-1])]
            if isinstance(memory.type, Groupshared):
                self.check_end(memory, starts, counts, call.texts[0], "the matrix")
            axes, tests = self.tests_of_end(memory, starts, counts)
            places = [self.linear(memory, starts), self.cast(u32, memory.strides[-1])]
            return [*map(self.value, places), *tests], axes
        made = []
        for place, what in zip((1, 2), ("the first index", "the stride"), strict=True):
            scalar = self.typed(self.scalar(call.operands[place], what, call.texts[place]))
            if not scalar.type.is_integer or scalar.type.bits != 32:
                fix = f"convert it: `{self.spelling.cast(u32, call.texts[place])}`"
                self.fail("index-not-integer", f"{what} expects i32 or u32, got {describe(scalar)}", fix)
            if scalar.constant is not None and scalar.constant < 0:
                fix = "a matrix begins at an element of the memory: use 0 or more"
                if what == "the stride":
                    fix = "the stride is the number of elements from one row to the next: use 0 or more"
                self.fail("literal-range", f"{what} is {scalar.constant}, which is negative", fix)
            made.append(self.value(scalar))
        return made, []

    def matrix_load(self, call: Call, shape: tuple[Any, Any], role: Any, layout: str) -> Matrix:
        """``wd.matrix_load(memory, first, stride, ...)``, or without the stride if the memory has one."""
        use = f"`{call.function}`"
        memory = self.matrix_memory(call.operands[0], use, call.texts[0])
        element = memory.type.element
        type = self.matrix_type(element, shape, role)
        places, axes = self._places(call, memory, type.shape, layout)
        return self._made("wave.matrix_load", [memory.value, *places], type, layout=layout, axes=axes)

    def matrix_store(self, call: Call, layout: str) -> None:
        """``wd.matrix_store(memory, first, stride, matrix)``, or without the stride if the memory has one."""
        use = f"`{call.function}`"
        memory = self.matrix_memory(call.operands[0], use, call.texts[0])
        if isinstance(memory.type, BufferType):
            self.check_writable(memory, call.texts[0])
        text = call.texts[-1]
        matrix = self.matrix(call.operands[-1], use, text)
        element = memory.type.element
        if matrix.type.element != element:
            fix = f"convert its elements: `{self.spelling.cast(element, text)}`"
            if element not in matrices.elements_of(matrix.type.role):
                fix = f"store into memory of {matrix.type.element.name}"
            message = f"`{call.texts[0]}` has elements of {element.name}, the matrix of {matrix.type.element.name}"
            self.fail("matrix-memory", message, fix)
        places, axes = self._places(call, memory, matrix.type.shape, layout)
        self.emit("wave.matrix_store", [matrix.value, memory.value, *places], layout=layout, axes=axes)

    # Products, roles and rows.

    def matrix_multiply_add(self, call: Call) -> Matrix:
        """``wd.matrix_multiply_add(a, b, c)``."""
        use = f"`{call.function}`"
        operands = [self.matrix(*pair) for pair in zip(call.operands, [use] * 3, call.texts, strict=True)]
        a, b, c = (operand.type for operand in operands)
        for type, role, text in zip((a, b, c), matrices.ROLES, call.texts, strict=True):
            if type.role != role:
                converted = self.spelling.call("matrix_convert", text, f'"{role}"')
                fix = f"give it this role where it is made, or write `{converted}`"
                self.fail("matrix-role", f'{use} takes a matrix with the role "{role}", got "{type.role}"', fix)
        if a.columns != b.rows or (a.rows, b.columns) != c.shape:
            shapes = " + ".join((f"({a.rows} x {a.columns}) @ ({b.rows} x {b.columns})", f"({c.rows} x {c.columns})"))
            self.fail("matrix-shape", f"{use} takes (M x K) @ (K x N) + (M x N), got {shapes}")
        if a.element != b.element or COMBINATIONS.get(a.element.name) != c.element.name:
            known = ", ".join(f"{operand} with a sum of {total}" for operand, total in COMBINATIONS.items())
            message = f"{use} has no form for {a.element.name} and {b.element.name} with a sum of {c.element.name}"
            self.fail("matrix-combination", message, f"there are {known}")
        return self._made("wave.matrix_multiply_add", [operand.value for operand in operands], c)

    def matrix_convert(self, operand: Operand, role: Any, text: Any) -> Matrix:
        """``wd.matrix_convert(matrix, role)``."""
        matrix = self.matrix(operand, "`matrix_convert`", text)
        type = self.matrix_type(matrix.type.element, matrix.type.shape, role)
        return matrix if type == matrix.type else self._made("wave.matrix_convert", [matrix.value], type)

    def matrix_row_reduce(self, call: Call, kind: str, operation: str) -> Matrix:
        """``wd.matrix_row_sum(matrix)`` and its like."""
        matrix = self.matrix(call.operands[0], f"`{call.function}`", call.texts[0])
        self._refuse_bytes(matrix, f"`{call.function}`")
        return self._made(operation, [matrix.value], matrix.type, kind=kind)

    # Functions of elements.

    def _refuse_bytes(self, matrix: Matrix, use: str) -> None:
        if matrix.type.element.bits == 8:
            product = self.spelling.function("matrix_multiply_add")
            fix = f"matrices of i8 are factors of `{product}` alone; its sums are i32, which `f32(...)` converts"
            self.fail("matrix-element", f"{use} does not compute with elements of i8", fix)

    def _advice_on_shapes(self, first: MatrixType, second: MatrixType) -> str:
        """Advises how to give two matrices one shape and role."""
        if first.shape == second.shape:
            converted = self.spelling.call("matrix_convert", "m", f'"{first.role}"')
            return f"give both one role: `{converted}`"
        wanted = tuple(map(max, first.shape, second.shape))
        row = self.spelling.call("matrix_load", "memory", "first", 0, wanted)
        column = self.spelling.call("matrix_load", "memory", "first", 0, wanted, 'layout="column_major"')
        return (
            f"a matrix is not repeated to another shape; load one whose rows are all the same row, `{row}`, or whose columns"
            f" are all the same column, `{column}`"
        )

    def matrix_map(self, use: str, operands: Sequence[Operand], compute: Callable[..., Any]) -> Matrix:
        """A matrix whose elements ``compute`` builds from those of the operands. Other operands are scalars, which are
        the same for the wave."""
        first = next(operand for operand in operands if isinstance(operand, Matrix))
        block, inputs = Block(), []
        # The dialect has a matrix as the first operand.
        places = sorted(range(len(operands)), key=lambda place: not isinstance(operands[place], Matrix))
        made: dict[int, Operand] = {}
        for place in places:
            operand = operands[place]
            if isinstance(operand, Matrix):
                self._refuse_bytes(operand, use)
                if operand.type.shape != first.type.shape or operand.type.role != first.type.role:
                    message = f"{use} has matrices of two shapes or roles, {describe(first)} and {describe(operand)}"
                    self.fail("matrix-shape", message, self._advice_on_shapes(first.type, operand.type))
                argument = Value(operand.type.element)
                made[place] = Scalar(operand.type.element, argument)
                inputs.append(operand.value)
            else:
                scalar = self.scalar(operand, use)
                if scalar.constant is not None or scalar.choice is not None and scalar.weak:
                    made[place] = scalar
                    continue
                argument = Value(scalar.type)
                made[place] = dataclasses.replace(scalar, value=argument)
                inputs.append(self.value(scalar))
            block.arguments.append(argument)
        with self.inside(block):
            result = self.typed(compute(*(made[place] for place in range(len(operands)))))
            self.emit("wave.matrix_yield", [self.value(result)])
        type = self.matrix_type(result.type, first.type.shape, first.type.role)
        (value,) = self.emit("wave.matrix_map", inputs, [type], [block])
        return Matrix(type, value)

    def binary(self, op: str, left: Operand, right: Operand, texts: Sequence[Any] = ("a", "b")) -> Any:
        """``left op right``, element by element if one is a matrix."""
        if left.__class__ is Matrix or right.__class__ is Matrix:
            if op == "@":
                fix = f"write `{self.spelling.call('matrix_multiply_add', *texts, 'total')}`, with the roles a and b"
                self.fail("unsupported-operator", "matrices have no operator `@`", fix)
            outer = super().binary
            return self.matrix_map(f"`{op}`", (left, right), lambda a, b: outer(op, a, b, texts))
        return super().binary(op, left, right, texts)

    def negate(self, operand: Operand, text: Any = "x") -> Any:
        """``-operand``."""
        if operand.__class__ is Matrix:
            outer = super().negate
            return self.matrix_map("`-`", (operand,), lambda x: outer(x, text))
        return super().negate(operand, text)

    def compare(self, op: str, left: Operand, right: Operand, texts: Sequence[Any] = ("a", "b")) -> Any:
        """``left op right``."""
        if left.__class__ is Matrix or right.__class__ is Matrix:
            names = [self.spelling.function(name) for name in ("max", "min", "step")]
            fix = f"matrices have no bools: use `{names[0]}`, `{names[1]}` or `{names[2]}`"
            self.fail("unsupported-operator", f"matrices have no operator `{op}`", fix)
        return super().compare(op, left, right, texts)

    def cast(self, type: DType, operand: Operand, text: Any = "...") -> Any:
        """``type(operand)``: converts each element of a matrix."""
        if operand.__class__ is Matrix:
            if operand.type.element == type:
                return operand
            self.matrix_type(type, operand.type.shape, operand.type.role)
            outer = super().cast
            return self.matrix_map(f"`{type.name}(...)`", (operand,), lambda x: outer(type, x, text))
        return super().cast(type, operand, text)

    def by_element(self, call: Call, build: Callable[[Call], Any]) -> Any:
        """A function of numbers, or of the elements of matrices."""
        if not _has_matrix(call.operands):
            return build(call)
        use = f"`{call.function}`"
        return self.matrix_map(use, call.operands, lambda *made: build(Call(call.function, made, call.texts)))

    def function(self, call: Call, accepts: str, by: Callable[..., Any]) -> Any:
        """A function on numbers of one type."""
        outer = super().function
        if by.__name__ in _OF_WHOLES:
            return outer(call, accepts, by)
        return self.by_element(call, lambda made: outer(made, accepts, by))

    def one_operation(self, call: Call, accepts: str, operation: str) -> Any:
        """A function on numbers of one type that is one operation."""
        outer = super().one_operation
        if operation.startswith("wave."):  # A map has operations of arith and math alone.
            return outer(call, accepts, operation)
        return self.by_element(call, lambda made: outer(made, accepts, operation))

    def narrow_or(self, call: Call, accepts: str, operation: str, by: Callable[..., Any]) -> Any:
        """A function that is one operation in the types of matrices."""
        outer = super().narrow_or
        return self.by_element(call, lambda made: outer(made, accepts, operation, by))

    def extreme(self, call: Call, kind: str) -> Any:
        """The ``min`` or ``max`` of two or more numbers."""
        outer = super().extreme
        return self.by_element(call, lambda made: outer(made, kind))

    def _refuse_choice(self, choices: Sequence[Operand]) -> None:
        if _has_matrix(choices):
            message = "an expression cannot choose between matrices"
            self.fail("matrix-as-value", message, "write an `if` statement that assigns the matrix")

    def select(self, condition: Operand, a: Operand, b: Operand, *rest: Any) -> Any:
        """``a if condition else b`` without control flow."""
        self._refuse_choice((a, b))
        return super().select(condition, a, b, *rest)

    def joint_type(self, a: Operand, b: Operand, *rest: Any) -> Any:
        """The type of a choice of two values."""
        self._refuse_choice((a, b))
        return super().joint_type(a, b, *rest)

    # Values that control flow carries.

    def flatten(self, operand: Operand) -> list[Value]:
        """The SSA values that carry an operand through control flow."""
        return [operand.value] if operand.__class__ is Matrix else super().flatten(operand)

    def unflatten(self, type: Any, values: Any) -> Operand:
        """Rebuilds an operand of this type from the next flattened values."""
        return Matrix(type, next(values)) if type.__class__ is MatrixType else super().unflatten(type, values)

    def dummy(self, type: Any) -> Operand:
        """A placeholder value that no lane reads."""
        if type.__class__ is not MatrixType:
            return super().dummy(type)
        element = type.element.value
        zero = self.constant(0.0 if element.is_float else 0, element)
        return self._made("wave.matrix_fill", [self.value(zero)], type)

    def become(self, operand: Operand, type: Any) -> Operand:
        """Converts an operand, which ``unify`` accepts with one of this type, to this type."""
        return operand if operand.__class__ is Matrix else super().become(operand, type)

    def coerce(self, operand: Operand, type: Any, use: Any, text: Any = None) -> Any:
        """The operand with this type."""
        if type.__class__ is not MatrixType:
            return super().coerce(operand, type, use, text)
        if isinstance(operand, Matrix) and operand.type == type:
            return operand
        self.fail("mixed-types", f"{use} expects {type.name}, got {describe(operand)}")
