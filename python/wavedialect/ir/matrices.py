"""The type of wave matrices, and which of them a multiply-add combines."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from ..errors import public_entry
from .annotations import fail
from .types import DType, bf16, f16, f32, i8, i32

#: How a multiply-add uses a matrix: as its left operand, its right operand, or the sum.
ROLES = ("a", "b", "acc")
#: Which elements are adjacent in memory.
LAYOUTS = ("row_major", "column_major")
#: The maximum number of elements.
MOST_ELEMENTS = 65536
#: The types of elements of operands, and of accumulators.
OPERAND_ELEMENTS = (f16, bf16, f32, i8)
ACCUMULATOR_ELEMENTS = (f16, bf16, f32, i32)

#: The operations that access memory.
MATRIX_ACCESSES = ("wave.matrix_load", "wave.matrix_store")
#: Advice on an access out of bounds.
STAY_INSIDE = (
    "the whole matrix must be inside the array: make the array as large as a multiple of the matrix, or access a smaller matrix at"
    " its end"
)

_TABLE = json.loads(Path(__file__).with_name("matrix_combinations.json").read_text(encoding="utf-8"))
#: The type of the accumulator by the type of both operands. The dialect reads the same table.
COMBINATIONS: dict[str, str] = {row["operand"]: row["accumulator"] for row in _TABLE}


@dataclass(frozen=True)
class MatrixType:
    """A matrix of a wave."""

    element: DType
    rows: int
    columns: int
    role: str

    @cached_property
    def name(self) -> str:
        return f"Matrix[{self.element.name}, {self.rows}, {self.columns}, {self.role!r}]"

    @cached_property
    def mlir(self) -> str:
        return f"!wave.matrix<{self.rows}x{self.columns}x{self.element.mlir}, {self.role}>"

    @property
    def value(self) -> MatrixType:
        """The type itself: only scalars and vectors have another type in memory."""
        return self

    @property
    def shape(self) -> tuple[int, int]:
        return self.rows, self.columns

    def __repr__(self) -> str:
        return f"wd.{self.name}"


def elements_of(role: str) -> tuple[DType, ...]:
    """The types of elements of a role."""
    return ACCUMULATOR_ELEMENTS if role == "acc" else OPERAND_ELEMENTS


def refusal(element: Any, rows: Any, columns: Any, role: Any) -> tuple[str, str, str | None] | None:
    """Why there is no such matrix: the id, the message and the help of the error; None if there is one."""
    for extent in (rows, columns):
        if isinstance(extent, bool) or not isinstance(extent, int) or extent < 1:
            message = f"`{extent}` is not a number of rows or columns of a matrix"
            return "matrix-shape", message, "use a constant integer from 1"
    if rows * columns > MOST_ELEMENTS:
        message = f"a matrix has at most {MOST_ELEMENTS} elements, got {rows} x {columns}"
        return "matrix-shape", message, None
    if role not in ROLES:
        return "matrix-role", f"`{role}` is not the role of a matrix", 'use "a", "b" or "acc"'
    if element not in elements_of(role):
        known = ", ".join(dtype.name for dtype in elements_of(role))
        shown = getattr(element, "name", element)
        return "matrix-element", f'a matrix with the role "{role}" has elements of {known}, got {shown}', None
    return None


class Matrix:
    """``Matrix[f32, 16, 16, "acc"]``: the type of a function's parameter that is a wave matrix. Without a role it is an
    accumulator."""

    @public_entry
    def __init__(self, *_: Any) -> None:
        fix = "a kernel makes a matrix by `wd.matrix_fill` or `wd.matrix_load`"
        fail("parameter-type", "`wd.Matrix` is the type of a parameter and cannot be called", fix)

    @public_entry
    def __class_getitem__(cls, stated: Any) -> MatrixType:
        parts = stated if isinstance(stated, tuple) else (stated,)
        if len(parts) not in (3, 4):
            fix = 'write `wd.Matrix[wd.f32, 16, 16, "acc"]`'
            fail("parameter-type", "a matrix has a type of elements, rows, columns and a role", fix)
        element, rows, columns, role = parts if len(parts) == 4 else (*parts, "acc")
        wrong = refusal(element, rows, columns, role)
        if wrong is not None:
            fail(*wrong)
        return MatrixType(element, rows, columns, role)
