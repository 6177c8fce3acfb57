"""Wave matrices: a register holds a whole matrix, a NumPy array of rows and columns.

The functions of elements run the body of a ``wave.matrix_map`` on a wave with a lane for each element.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..ir.bfloat16 import rounded
from ..ir.matrices import MatrixType
from ..ir.module import Operation
from .elements import register_type, viewed
from .memory import ArrayMemory

if TYPE_CHECKING:
    from .steps import Builder, Step
    from .wave import Wave


@dataclass(frozen=True)
class Matrix:
    """A matrix in a register. ``is_mixed`` marks one that only some lanes of the wave chose."""

    elements: np.ndarray
    is_mixed: bool = False


def merged(wave: Wave, lanes: np.ndarray, value: Matrix, other: Matrix) -> Matrix:
    """The matrix where two paths of the lanes of a wave meet: ``value`` in the given lanes. Lanes that have returned do not
    count."""
    if value is other or not (wave.alive & ~lanes).any():
        return value
    return Matrix(value.elements, is_mixed=True) if (wave.alive & lanes).any() else other


def _enter(wave: Wave, operation: Operation, matrices: list[Matrix]) -> None:
    """Reports lanes that do not take part in an operation, and matrices that not all lanes have."""
    missing = wave.alive & ~wave.mask
    if missing.any():
        message = "some lanes of the wave do not reach this operation on a matrix"
        wave.report("matrix-divergent", operation, message, missing)
    elif any(matrix.is_mixed for matrix in matrices):
        message = "lanes of the wave have different matrices here"
        wave.report("matrix-divergent", operation, message, wave.mask)


def _uniform(wave: Wave, operation: Operation, slot: int) -> Any:
    """The value of a scalar operand, which is the same in all active lanes."""
    values = wave.registers[slot][wave.mask]
    if not np.array_equal(values, np.broadcast_to(values[:1], values.shape), equal_nan=values.dtype.kind == "f"):
        message = "a scalar operand of this operation on a matrix differs between lanes"
        wave.report("matrix-operand", operation, message, wave.mask)
    return values[0]


def _with_lanes(wave: Wave, lanes: int) -> Wave:
    """A view of the wave with another number of lanes, all of them active."""
    made = copy.copy(wave)
    made.lanes = made.active = lanes
    made.of_matrix = True
    made.mask = made.alive = np.ones(lanes, np.bool_)
    made.done = False
    return made


def _places(wave: Wave, operation: Operation, slots: list[int], type_: MatrixType) -> np.ndarray:
    """The index of each element in memory; one beyond 32 bits is the greatest index, which is out of bounds."""
    first, stride = (int(_uniform(wave, operation, slot)) & 0xFFFFFFFF for slot in slots)
    rows, columns = np.indices(type_.shape, np.int64)
    if operation.attributes["layout"] == "column_major":
        rows, columns = columns, rows
    places = np.minimum(first + rows * stride + columns, 0xFFFFFFFF)
    return places.reshape(-1).astype(np.uint32)


def _test_end(wave: Wave, operation: Operation, memory: int, tests: list[int]) -> None:
    """Reports a matrix that leaves a dimension of memory other than the first one."""
    for axis, slot in zip(operation.attributes.get("axes", ()), tests, strict=True):
        if not wave.registers[slot][wave.mask].all():
            accessed = wave.registers[memory]
            described = accessed.described if isinstance(accessed, ArrayMemory) else f"buffer `{accessed.name}`"
            message = f"the matrix is out of bounds in dimension {axis} of {described}"
            wave.report("out-of-bounds", operation, message, wave.mask)


def build_fill(builder: Builder, operation: Operation) -> Step:
    (slot,) = builder.slots(operation.operands)
    (result,) = builder.slots(operation.results)
    type_ = operation.results[0].type

    def step(wave: Wave) -> None:
        _enter(wave, operation, [])
        value = _uniform(wave, operation, slot)
        if type_.element.bits == 8:
            value = np.int32(np.int64(value).astype(np.int8))
        wave.registers[result] = Matrix(np.full(type_.shape, value, register_type(type_.element)))

    return step


def build_load(builder: Builder, operation: Operation) -> Step:
    memory, *places = builder.slots(operation.operands[:3])
    tests = builder.slots(operation.operands[3::2])
    (result,) = builder.slots(operation.results)
    type_ = operation.results[0].type

    def step(wave: Wave) -> None:
        _enter(wave, operation, [])
        _test_end(wave, operation, memory, tests)
        indices = _places(wave, operation, places, type_)
        loaded = wave.registers[memory].load(_with_lanes(wave, len(indices)), operation, indices)
        if type_.element.bits == 8:
            loaded = loaded.astype(np.int8)
        elements = loaded.astype(register_type(type_.element)).reshape(type_.shape)
        wave.registers[result] = Matrix(elements)

    return step


def build_store(builder: Builder, operation: Operation) -> Step:
    value, memory, *places = builder.slots(operation.operands[:4])
    tests = builder.slots(operation.operands[4::2])
    type_ = operation.operands[0].type

    def step(wave: Wave) -> None:
        matrix = wave.registers[value]
        _enter(wave, operation, [matrix])
        _test_end(wave, operation, memory, tests)
        indices = _places(wave, operation, places, type_)
        elements = matrix.elements.reshape(-1)
        wave.registers[memory].store(_with_lanes(wave, len(indices)), operation, indices, elements)

    return step


def build_multiply_add(builder: Builder, operation: Operation) -> Step:
    """Sums in the precision of f64, and rounds once; sums of integers wrap around."""
    operands = builder.slots(operation.operands)
    (result,) = builder.slots(operation.results)
    is_float = operation.results[0].type.element.is_float
    wide = np.float64 if is_float else np.int64

    def step(wave: Wave) -> None:
        matrices = [wave.registers[slot] for slot in operands]
        _enter(wave, operation, matrices)
        a, b, c = (matrix.elements.astype(wide) for matrix in matrices)
        wave.registers[result] = Matrix((a @ b + c).astype(np.float32 if is_float else np.int32))

    return step


def build_map(builder: Builder, operation: Operation) -> Step:
    (body,) = operation.regions
    inputs = builder.slots(operation.operands)
    (result,) = builder.slots(operation.results)
    type_ = operation.results[0].type
    count = type_.rows * type_.columns
    # Constants of the body have a value for each element.
    lanes, builder.lanes = builder.lanes, count
    arguments = builder.slots(body.arguments)
    types = [register_type(argument.type) for argument in body.arguments]
    code = builder.block(body)
    builder.lanes = lanes
    (yielded,) = code.terminator
    steps = [step for segment in code.segments for _, step in segment.steps]

    def step(wave: Wave) -> None:
        registers = wave.registers
        values = [registers[slot] for slot in inputs]
        _enter(wave, operation, [value for value in values if isinstance(value, Matrix)])
        for argument, dtype, slot, value in zip(arguments, types, inputs, values, strict=True):
            if isinstance(value, Matrix):
                registers[argument] = viewed(value.elements.reshape(-1), dtype)
            else:
                scalar = _uniform(wave, operation, slot)
                registers[argument] = np.full(count, scalar, value.dtype)
        inside = _with_lanes(wave, count)
        for one in steps:
            one(inside)
        made = viewed(registers[yielded], register_type(type_.element))
        registers[result] = Matrix(made.reshape(type_.shape))

    return step


def build_convert(builder: Builder, operation: Operation) -> Step:
    (slot,) = builder.slots(operation.operands)
    (result,) = builder.slots(operation.results)

    def step(wave: Wave) -> None:
        matrix = wave.registers[slot]
        _enter(wave, operation, [matrix])
        wave.registers[result] = matrix

    return step


def build_row_reduce(builder: Builder, operation: Operation) -> Step:
    (slot,) = builder.slots(operation.operands)
    (result,) = builder.slots(operation.results)
    element = operation.results[0].type.element
    kind = operation.attributes["kind"]

    def reduced(elements: np.ndarray) -> np.ndarray:
        if kind == "add":
            wide = elements.astype(np.float64 if element.is_float else np.int64)
            total = wide.sum(axis=1, keepdims=True).astype(np.float32 if element.is_float else np.int32)
            return rounded(total) if element.is_bf16 else total.astype(register_type(element))
        functions = (np.fmax, np.fmin) if element.is_float else (np.maximum, np.minimum)
        return functions[kind == "min"].reduce(elements, axis=1, keepdims=True)

    def step(wave: Wave) -> None:
        matrix = wave.registers[slot]
        _enter(wave, operation, [matrix])
        rows = reduced(matrix.elements)
        wave.registers[result] = Matrix(np.broadcast_to(rows, matrix.elements.shape).copy())

    return step


BUILDERS: dict[str, Callable[[Builder, Operation], Step]] = {
    "wave.matrix_fill": build_fill,
    "wave.matrix_load": build_load,
    "wave.matrix_store": build_store,
    "wave.matrix_multiply_add": build_multiply_add,
    "wave.matrix_map": build_map,
    "wave.matrix_convert": build_convert,
    "wave.matrix_row_reduce": build_row_reduce,
}
