"""Elementwise conversions between the types: each rounds the exact value once, to the nearest even."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..ir.module import Operation
from ..ir.types import ImageType, MemoryType, element_of
from .bfloat16 import conversion
from .elements import first_of, lanes_of, register_type, signed, unsigned, viewed

if TYPE_CHECKING:
    from .steps import Builder, Step
    from .wave import Wave


def _unary(builder: Builder, operation: Operation, function: Callable[[Any], Any]) -> Step:
    source = builder.slot(operation.operands[0])
    result = builder.slot(operation.results[0])

    def step(wave: Wave) -> None:
        wave.registers[result] = function(wave.registers[source])

    return step


def build_from_signed(builder: Builder, operation: Operation) -> Step:
    """``arith.sitofp`` and ``arith.extsi``: a true bool is -1."""
    source_type = register_type(operation.operands[0].type)
    result_type = register_type(operation.results[0].type)
    if source_type == np.bool_:
        return _unary(builder, operation, lambda value: viewed(-value.astype(np.int8).astype(result_type), result_type))
    read_as = signed(source_type)
    wide = result_type if result_type.kind == "f" else signed(result_type)
    return _unary(builder, operation, lambda value: viewed(viewed(value, read_as).astype(wide), result_type))


def build_from_unsigned(builder: Builder, operation: Operation) -> Step:
    """``arith.uitofp`` and ``arith.extui``: a true bool is 1."""
    source_type = register_type(operation.operands[0].type)
    result_type = register_type(operation.results[0].type)
    read_as = source_type if source_type == np.bool_ else unsigned(source_type)
    # NumPy converts to f16 through f32: integers in the range of f16 are exact in f32; others become infinite in both.
    return _unary(builder, operation, lambda value: viewed(value, read_as).astype(result_type))


def build_truncate(builder: Builder, operation: Operation) -> Step:
    """``arith.trunci``: keeps the low bits; a bool keeps the lowest bit."""
    result_type = register_type(operation.results[0].type)
    if result_type == np.bool_:
        return _unary(builder, operation, lambda value: value & value.dtype.type(1) != 0)
    return _unary(builder, operation, lambda value: value.astype(result_type))


def build_resize_float(builder: Builder, operation: Operation) -> Step:
    """``arith.extf`` and ``arith.truncf``: round to the nearest even, and to infinity beyond the range."""
    result_type = register_type(operation.results[0].type)
    return _unary(builder, operation, lambda value: value.astype(result_type))


def build_float_to_integer(builder: Builder, operation: Operation) -> Step:
    """``arith.fptosi`` and ``arith.fptoui``: round toward zero; undefined if the result does not fit."""
    source = builder.slot(operation.operands[0])
    result = builder.slot(operation.results[0])
    result_type = register_type(operation.results[0].type)
    dtype = signed(result_type) if operation.name == "arith.fptosi" else unsigned(result_type)
    # Both limits are zero or plus or minus a power of two, and therefore exact in f64 for every width.
    low, high = float(np.iinfo(dtype).min), float(int(np.iinfo(dtype).max) + 1)
    name = element_of(operation.results[0].type).name

    def step(wave: Wave) -> None:
        value = wave.registers[source]
        whole = np.trunc(value.astype(np.float64))
        fits = (whole >= low) & (whole < high)
        if not fits.all():
            outside = wave.mask & ~fits
            if outside.any():
                message = f"{first_of(value, outside)} does not fit in {name}"
                wave.report("float-to-integer", operation, message, lanes_of(outside))
            whole = np.where(fits, whole, 0.0)
        wave.registers[result] = viewed(whole.astype(dtype), result_type)

    return step


def build_bits(builder: Builder, operation: Operation) -> Step:
    """``arith.bitcast`` and ``reinterpret``: the same bits as another type of the same width, also of a memory."""
    type_ = operation.results[0].type
    if isinstance(type_, MemoryType | ImageType):
        return _unary(builder, operation, lambda memory: memory.reinterpreted(type_))
    result_type = register_type(operation.results[0].type)
    return _unary(builder, operation, lambda value: viewed(value, result_type))


def _or_bf16(build: Callable[[Builder, Operation], Step]) -> Callable[[Builder, Operation], Step]:
    """Builds a conversion, also from and to bf16."""

    def built(builder: Builder, operation: Operation) -> Step:
        function = conversion(operation)
        return build(builder, operation) if function is None else _unary(builder, operation, function)

    return built


BUILDERS: dict[str, Callable[[Builder, Operation], Step | None]] = {
    "arith.sitofp": _or_bf16(build_from_signed),
    "arith.extsi": build_from_signed,
    "arith.uitofp": _or_bf16(build_from_unsigned),
    "arith.extui": build_from_unsigned,
    "arith.trunci": build_truncate,
    "arith.extf": build_resize_float,
    "arith.truncf": _or_bf16(build_resize_float),
    "arith.fptosi": build_float_to_integer,
    "arith.fptoui": build_float_to_integer,
    "arith.bitcast": _or_bf16(build_bits),
    "reinterpret": build_bits,
}
