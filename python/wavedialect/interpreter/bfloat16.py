"""bf16: registers have f32, and a step that may leave the numbers of bf16 is followed by a rounding of its result.

The compiled targets do the same: `wave-expand-bfloat16`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from ..ir.bfloat16 import from_bits, rounded, rounded_double, rounded_integers, to_bits
from ..ir.module import Operation, Value
from ..ir.types import DType, VectorType, element_of
from .elements import register_type, signed, unsigned, viewed

if TYPE_CHECKING:
    from .steps import Builder, Step
    from .wave import Wave

_ARITHMETIC = {f"arith.{name}" for name in ("addf", "subf", "mulf", "divf", "remf")}


def is_bf16(value: Value) -> bool:
    """Whether a value is a bf16, or a vector of bf16."""
    return isinstance(value.type, DType | VectorType) and element_of(value.type).is_bf16


def _may_leave_format(operation: Operation) -> bool:
    name = operation.name
    return name in _ARITHMETIC or name.startswith("math.") or operation.attributes.get("kind") in ("add", "mul")


def finished(builder: Builder, operation: Operation, step: Step) -> Step:
    """The step of an operation, with a rounding of its result if that is a bf16 and needs one."""
    if len(operation.results) != 1 or not is_bf16(operation.results[0]) or not _may_leave_format(operation):
        return step
    result = builder.slot(operation.results[0])

    def rounding(wave: Wave) -> None:
        step(wave)
        wave.registers[result] = rounded(wave.registers[result])

    return rounding


def conversion(operation: Operation) -> Callable[[np.ndarray], np.ndarray] | None:
    """The function of a conversion from or to bf16; None for other conversions, and those that f32 has."""
    source, result = operation.operands[0], operation.results[0]
    dtype = register_type(source.type)
    if operation.name == "arith.bitcast" and (is_bf16(source) or is_bf16(result)):
        target = register_type(result.type)
        if is_bf16(result):
            return from_bits if not is_bf16(source) else lambda value: value
        return lambda value: viewed(to_bits(value), target)
    if not is_bf16(result):
        return None
    if operation.name == "arith.truncf":
        return rounded_double if dtype == np.float64 else rounded
    if operation.name in ("arith.sitofp", "arith.uitofp") and dtype != np.bool_:
        read_as = signed(dtype) if operation.name == "arith.sitofp" else unsigned(dtype)
        return lambda value: rounded_integers(viewed(value, read_as))
    return None
