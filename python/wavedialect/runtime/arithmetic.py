"""Scalar operations of the front end's IR on NumPy arrays of one value a lane.

Integers wrap around, f32 rounds at each operation. Lanes that are not active compute as well; what is undefined is
reported for the active ones only.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..compiler.ir import Operation
from .elements import register_type

if TYPE_CHECKING:
    from .steps import Builder, Step
    from .wave import Wave

_I32, _U32, _F32, _I64 = np.dtype(np.int32), np.dtype(np.uint32), np.dtype(np.float32), np.dtype(np.int64)


def _shift(function: Callable) -> Callable:
    """A shift whose amount is masked to the width, as the language defines it."""
    return lambda a, b: function(a, b & b.dtype.type(31))


# name -> (function, the type that it works on; None: the operands' own)
BINARY: dict[str, tuple[Callable, np.dtype | None]] = {
    "arith.addi": (np.add, None),
    "arith.subi": (np.subtract, None),
    "arith.muli": (np.multiply, None),
    "arith.andi": (np.bitwise_and, None),
    "arith.ori": (np.bitwise_or, None),
    "arith.xori": (np.bitwise_xor, None),
    "arith.shli": (_shift(np.left_shift), None),
    "arith.shrsi": (_shift(np.right_shift), _I32),
    "arith.shrui": (_shift(np.right_shift), _U32),
    "arith.minsi": (np.minimum, _I32),
    "arith.maxsi": (np.maximum, _I32),
    "arith.minui": (np.minimum, _U32),
    "arith.maxui": (np.maximum, _U32),
    "arith.addf": (np.add, None),
    "arith.subf": (np.subtract, None),
    "arith.mulf": (np.multiply, None),
    "arith.divf": (np.divide, None),
    "arith.remf": (np.fmod, None),
    "arith.minnumf": (np.fmin, None),
    "arith.maxnumf": (np.fmax, None),
}

_EQUALITY = {"eq": np.equal, "ne": np.not_equal}
_ORDER = {"lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal}
# une is true of a NaN, as NumPy's != is; the ordered ones are false of it.
COMPARE_FLOAT = {"oeq": np.equal, "une": np.not_equal} | {"o" + name: f for name, f in _ORDER.items()}
COMPARE_INTEGER = (
    {name: (f, None) for name, f in _EQUALITY.items()}
    | {"s" + name: (f, _I32) for name, f in _ORDER.items()}
    | {"u" + name: (f, _U32) for name, f in _ORDER.items()}
)


def _view(array: np.ndarray, dtype: np.dtype) -> np.ndarray:
    return array if array.dtype == dtype else array.view(dtype)


def build_binary(builder: Builder, operation: Operation) -> Step:
    """Two operands, one result, nothing undefined."""
    return _binary_step(builder, operation, *BINARY[operation.name])


def build_compare(builder: Builder, operation: Operation) -> Step:
    """``arith.cmpi`` and ``arith.cmpf``."""
    predicate = operation.attributes["predicate"]
    if operation.name == "arith.cmpf":
        return _binary_step(builder, operation, COMPARE_FLOAT[predicate], None)
    return _binary_step(builder, operation, *COMPARE_INTEGER[predicate])


def _binary_step(builder: Builder, operation: Operation, function: Callable, dtype: np.dtype | None) -> Step:
    a, b = builder.slots(operation.operands)
    result = builder.slot(operation.results[0])
    operand_type = register_type(operation.operands[0].type)
    if dtype is None or dtype == operand_type:

        def step(wave: Wave) -> None:
            registers = wave.registers
            registers[result] = function(registers[a], registers[b])
    else:
        result_type = register_type(operation.results[0].type)

        def step(wave: Wave) -> None:
            registers = wave.registers
            computed = function(_view(registers[a], dtype), _view(registers[b], dtype))
            registers[result] = _view(computed, result_type)

    return step


def build_division(builder: Builder, operation: Operation) -> Step:
    """Integer division and remainder: truncating, undefined for a zero divisor and for INT_MIN / -1."""
    a, b = builder.slots(operation.operands)
    result = builder.slot(operation.results[0])
    kind = operation.name.removeprefix("arith.")
    dtype = _I32 if kind.endswith("si") else _U32
    remainder = kind.startswith("rem")
    result_type = register_type(operation.results[0].type)

    def step(wave: Wave) -> None:
        dividend = _view(wave.registers[a], dtype).astype(_I64)
        divisor = _view(wave.registers[b], dtype).astype(_I64)
        zero = divisor == 0
        if zero.any():
            if (zero & wave.mask).any():
                wave.report("division-by-zero", operation, "integer division by zero", zero & wave.mask)
            divisor = np.where(zero, 1, divisor)
        if dtype == _I32:
            overflow = wave.mask & (dividend == -(2**31)) & (divisor == -1)
            if overflow.any():
                wave.report("division-overflow", operation, "-2147483648 divided by -1 does not fit in i32", overflow)
        # fmod is C's remainder, with the sign of the dividend; what is left divides without a rest.
        rest = np.fmod(dividend, divisor)
        computed = rest if remainder else (dividend - rest) // divisor
        wave.registers[result] = _view(computed.astype(dtype), result_type)

    return step


def build_float_to_integer(builder: Builder, operation: Operation) -> Step:
    """``arith.fptosi`` and ``arith.fptoui``: towards zero, undefined where the result does not fit."""
    source = builder.slot(operation.operands[0])
    result = builder.slot(operation.results[0])
    result_type = register_type(operation.results[0].type)
    low, high = (-(2.0**31), 2.0**31) if operation.name == "arith.fptosi" else (0.0, 2.0**32)
    dtype = _I32 if operation.name == "arith.fptosi" else _U32

    def step(wave: Wave) -> None:
        whole = np.trunc(wave.registers[source].astype(np.float64))
        fits = (whole >= low) & (whole < high)
        if not fits.all():
            outside = wave.mask & ~fits
            if outside.any():
                shown = wave.registers[source][np.flatnonzero(outside)[0]]
                name = operation.results[0].type.name
                wave.report("float-to-integer-range", operation, f"{shown} does not fit in {name}", outside)
            whole = np.where(fits, whole, 0.0)
        wave.registers[result] = _view(whole.astype(dtype), result_type)

    return step


def _convert(dtype: np.dtype | None) -> Callable[[Builder, Operation], Step]:
    """A conversion of values; ``dtype`` is what the operand is read as."""

    def build(builder: Builder, operation: Operation) -> Step:
        source = builder.slot(operation.operands[0])
        result = builder.slot(operation.results[0])
        result_type = register_type(operation.results[0].type)

        def step(wave: Wave) -> None:
            value = wave.registers[source]
            wave.registers[result] = (value if dtype is None else _view(value, dtype)).astype(result_type)

        return step

    return build


def build_reinterpret(builder: Builder, operation: Operation) -> Step:
    """The same bits as the other integer type."""
    source = builder.slot(operation.operands[0])
    result = builder.slot(operation.results[0])
    result_type = register_type(operation.results[0].type)

    def step(wave: Wave) -> None:
        wave.registers[result] = _view(wave.registers[source], result_type)

    return step


def build_negate(builder: Builder, operation: Operation) -> Step:
    """``arith.negf``: turns the sign, of a zero as well."""
    source = builder.slot(operation.operands[0])
    result = builder.slot(operation.results[0])

    def step(wave: Wave) -> None:
        wave.registers[result] = np.negative(wave.registers[source])

    return step


def build_select(builder: Builder, operation: Operation) -> Step:
    """``arith.select``, lane by lane."""
    condition, a, b = builder.slots(operation.operands)
    result = builder.slot(operation.results[0])

    def step(wave: Wave) -> None:
        registers = wave.registers
        registers[result] = np.where(registers[condition], registers[a], registers[b])

    return step


def build_constant(builder: Builder, operation: Operation) -> None:
    """A constant stands in its register before the wave starts."""
    value: Any = operation.attributes["value"]
    dtype = register_type(operation.results[0].type)
    if dtype in (_I32, _U32):
        array = np.full(builder.lanes, int(value) & 0xFFFFFFFF, np.uint32).view(dtype)
    else:
        array = np.full(builder.lanes, value, dtype)
    builder.constant(operation.results[0], array)


BUILDERS: dict[str, Callable[[Builder, Operation], Step | None]] = dict.fromkeys(BINARY, build_binary) | {
    "arith.constant": build_constant,
    "arith.cmpi": build_compare,
    "arith.cmpf": build_compare,
    "arith.divsi": build_division,
    "arith.divui": build_division,
    "arith.remsi": build_division,
    "arith.remui": build_division,
    "arith.negf": build_negate,
    "arith.select": build_select,
    "arith.sitofp": _convert(_I32),
    "arith.uitofp": _convert(_U32),
    "arith.extui": _convert(None),
    "arith.fptosi": build_float_to_integer,
    "arith.fptoui": build_float_to_integer,
    "reinterpret": build_reinterpret,
}
