"""Elementwise arithmetic of the front end's IR on NumPy arrays with one value per lane, or one row per component.

Integers wrap around; floats round to their type at each operation. Inactive lanes compute as well; undefined behavior
is reported for active lanes only.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from ..ir import range_steps
from ..ir.module import Operation
from ..ir.types import element_of
from .elements import lanes_of, register_of, register_type, signed, unsigned, viewed

if TYPE_CHECKING:
    from .steps import Builder, Step
    from .wave import Wave

Sign = Callable[[np.dtype], np.dtype]


def _shift(function: Callable) -> Callable:
    """Returns a shift that masks its amount to the width, as the language defines it."""
    return lambda a, b: function(a, b & b.dtype.type(8 * b.dtype.itemsize - 1))


# name -> (function, the signedness with which it reads its operands; None: their own)
BINARY: dict[str, tuple[Callable, Sign | None]] = {
    "arith.addi": (np.add, None),
    "arith.subi": (np.subtract, None),
    "arith.muli": (np.multiply, None),
    "arith.andi": (np.bitwise_and, None),
    "arith.ori": (np.bitwise_or, None),
    "arith.xori": (np.bitwise_xor, None),
    "arith.shli": (_shift(np.left_shift), None),
    "arith.shrsi": (_shift(np.right_shift), signed),
    "arith.shrui": (_shift(np.right_shift), unsigned),
    "arith.minsi": (np.minimum, signed),
    "arith.maxsi": (np.maximum, signed),
    "arith.minui": (np.minimum, unsigned),
    "arith.maxui": (np.maximum, unsigned),
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


def _ordered(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return (a == a) & (b == b)


def _unordered_or(function: Callable) -> Callable:
    return lambda a, b: function(a, b) | ~_ordered(a, b)


# The ordered predicates are false for a NaN, the unordered ones true; so is NumPy's !=.
COMPARE_FLOAT: dict[str, Callable] = (
    {"oeq": np.equal, "one": lambda a, b: _ordered(a, b) & (a != b), "ord": _ordered}
    | {"o" + name: function for name, function in _ORDER.items()}
    | {"ueq": _unordered_or(np.equal), "une": np.not_equal, "uno": lambda a, b: ~_ordered(a, b)}
    | {"u" + name: _unordered_or(function) for name, function in _ORDER.items()}
)
COMPARE_INTEGER: dict[str, tuple[Callable, Sign | None]] = (
    {name: (function, None) for name, function in _EQUALITY.items()}
    | {"s" + name: (function, signed) for name, function in _ORDER.items()}
    | {"u" + name: (function, unsigned) for name, function in _ORDER.items()}
)


def build_binary(builder: Builder, operation: Operation) -> Step:
    """Operations with two operands, one result and no undefined behavior."""
    return _binary_step(builder, operation, *BINARY[operation.name])


def build_compare(builder: Builder, operation: Operation) -> Step:
    """``arith.cmpi`` and ``arith.cmpf``."""
    predicate = operation.attributes["predicate"]
    if operation.name == "arith.cmpf":
        return _binary_step(builder, operation, COMPARE_FLOAT[predicate], None)
    return _binary_step(builder, operation, *COMPARE_INTEGER[predicate])


def _binary_step(builder: Builder, operation: Operation, function: Callable, sign: Sign | None) -> Step:
    a, b = builder.slots(operation.operands)
    result = builder.slot(operation.results[0])
    operand_type = register_type(operation.operands[0].type)
    dtype = operand_type if sign is None or operand_type == np.bool_ else sign(operand_type)
    if dtype == operand_type:

        def step(wave: Wave) -> None:
            registers = wave.registers
            registers[result] = function(registers[a], registers[b])
    else:
        result_type = register_type(operation.results[0].type)

        def step(wave: Wave) -> None:
            registers = wave.registers
            computed = function(registers[a].view(dtype), registers[b].view(dtype))
            registers[result] = viewed(computed, result_type)

    return step


def build_division(builder: Builder, operation: Operation) -> Step:
    """Integer division and remainder: truncating; undefined for a zero divisor and for the smallest number / -1."""
    a, b = builder.slots(operation.operands)
    result = builder.slot(operation.results[0])
    kind = operation.name.removeprefix("arith.")
    result_type = register_type(operation.results[0].type)
    dtype = signed(result_type) if kind.endswith("si") else unsigned(result_type)
    remainder = kind.startswith("rem")
    name = element_of(operation.results[0].type).name
    lowest = np.iinfo(dtype).min
    of_range = range_steps.is_range(operation.location)

    def step(wave: Wave) -> None:
        dividend = viewed(wave.registers[a], dtype)
        divisor = viewed(wave.registers[b], dtype)
        zero = divisor == 0
        if zero.any():
            bad = lanes_of(zero & wave.mask)
            if bad.any():
                message = range_steps.MESSAGE if of_range else "integer division by zero"
                wave.report("integer-division", operation, message, bad)
            divisor = np.where(zero, dtype.type(1), divisor)
        if lowest:
            overflow = wave.mask & (dividend == lowest) & (divisor == -1)
            if overflow.any():
                message = f"{lowest} divided by -1 does not fit in {name}"
                wave.report("integer-division", operation, message, lanes_of(overflow))
        # fmod is C's remainder, with the sign of the dividend; the divisor divides the difference exactly.
        rest = np.fmod(dividend, divisor)
        computed = rest if remainder else (dividend - rest) // divisor
        wave.registers[result] = viewed(computed, result_type)

    return step


def build_negate(builder: Builder, operation: Operation) -> Step:
    """``arith.negf``: flips the sign, also of a zero."""
    source = builder.slot(operation.operands[0])
    result = builder.slot(operation.results[0])

    def step(wave: Wave) -> None:
        wave.registers[result] = np.negative(wave.registers[source])

    return step


def build_select(builder: Builder, operation: Operation) -> Step:
    """``arith.select``, lane by lane; a vector has one condition for all components, or one per component."""
    condition, a, b = builder.slots(operation.operands)
    result = builder.slot(operation.results[0])

    def step(wave: Wave) -> None:
        registers = wave.registers
        registers[result] = np.where(registers[condition], registers[a], registers[b])

    return step


def build_constant(builder: Builder, operation: Operation) -> None:
    """A constant is in its register before the wave starts."""
    value = operation.results[0]
    builder.constant(value, register_of(value.type, builder.lanes, operation.attributes["value"]))


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
}
