"""Matrices of a wave."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ....ir.wave_operations import OPERATIONS, WaveOperation
from .registry import intrinsic, rules

_Function = TypeVar("_Function", bound=Callable[..., Any])

# Operators and functions of numbers build maps.
OPERATIONS["wave.matrix_map"] = WaveOperation("wave.matrix_map", typed_by=None)


@intrinsic(operation=WaveOperation("wave.matrix_fill", typed_by=None))
def matrix_fill(value: Any, type: Any, shape: Any, role: str = "acc") -> Any:
    """A matrix of the wave whose elements are all ``value``, a value that is the same in all lanes of the wave.

    ``type`` is the type of its elements, ``shape`` the numbers of its rows and columns, constants, and ``role`` is how
    ``matrix_multiply_add`` uses it: ``"a"`` as the left operand, ``"b"`` as the right operand, ``"acc"`` as the sum.
    All lanes of the wave that have not returned must reach each operation on matrices together.

        total = wd.matrix_fill(0.0, f32, (16, 16))
    """


@intrinsic(operation=WaveOperation("wave.matrix_load", typed_by=None))
def matrix_load(memory: Any, first: Any, stride: Any, shape: Any, role: str = "acc", layout: str = "row_major") -> Any:
    """A matrix of the wave from a buffer or a groupshared array of scalars.

    Element (i, j) is ``memory[first + i * stride + j]``, or with ``layout="column_major"``
    ``memory[first + i + j * stride]``. ``first`` and ``stride`` are unsigned, and the same in all lanes of the wave; the
    index does not wrap around. Elements beyond the end of a buffer are 0.

    Memory of more than one dimension has a stride of its own: ``first`` is the index in each dimension, and no stride
    follows. The matrix may leave the memory only in its first dimension.

        a = wd.matrix_load(src, row * width, width, (16, 8), "a")
        b = wd.matrix_load(tile, (stage, y, x), (16, 8), "b")
    """


@intrinsic(operation=WaveOperation("wave.matrix_store", typed_by=None), has_effect=True)
def matrix_store(memory: Any, first: Any, stride: Any, matrix: Any, layout: str = "row_major") -> None:
    """Stores a matrix to a buffer or a groupshared array of scalars, with the indices of ``matrix_load``. Elements beyond
    the end of a buffer are dropped.

        wd.matrix_store(out, row * width, width, total)
        wd.matrix_store(tile, (y, x), total)
    """


OPERATIONS["wave.matrix_multiply_add"] = WaveOperation("wave.matrix_multiply_add", typed_by=None)


@intrinsic(None, rules.matrix_multiply_add)
def matrix_multiply_add(a: Any, b: Any, c: Any, /) -> Any:
    """The product of the matrices ``a`` and ``b``, plus ``c``: (M x K) times (K x N) plus (M x N).

    The elements are f16, bf16 or f32 with a sum of f32, or i8 with a sum of i32. The device chooses the order and the
    roundings of a sum of floats; docs/semantics.md has the bound of the error.
    """


@intrinsic(operation=WaveOperation("wave.matrix_convert", typed_by=None))
def matrix_convert(matrix: Any, role: str) -> Any:
    """The same elements in another role. ``f16(matrix)`` converts elements."""


def _row_reduction(kind: str) -> Callable[[_Function], _Function]:
    operation = WaveOperation("wave.matrix_row_reduce", typed_by="result")
    return intrinsic(None, rules.matrix_row_reduce, operation=operation, kind=kind)


@_row_reduction("add")
def matrix_row_sum(matrix: Any, /) -> Any:
    """A matrix of the same shape that has in each element the sum of its row."""


@_row_reduction("max")
def matrix_row_max(matrix: Any, /) -> Any:
    """A matrix of the same shape that has in each element the maximum of its row, without NaNs."""


@_row_reduction("min")
def matrix_row_min(matrix: Any, /) -> Any:
    """A matrix of the same shape that has in each element the minimum of its row, without NaNs."""
