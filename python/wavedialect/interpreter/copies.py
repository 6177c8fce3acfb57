"""Asynchronous copies: a wave keeps the copies that it has started, and executes them where they end. So accesses that come
too early do not see them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..ir.module import Operation
from ..ir.types import Composite
from .memory import Memory

if TYPE_CHECKING:
    from .steps import Builder, Step
    from .wave import Wave

#: The operands of the operation that are numbers, in order.
_NUMBERS = ("start", "stride", "base", "pitch", "row", "column", "row_bound", "column_bound", "rows", "columns")
_MASK = 0xFFFFFFFF
#: The operands of the dialect's operation; tests for the interpreter and the checker follow.
_OPERANDS = len(_NUMBERS) + 2


@dataclass(frozen=True)
class Copy:
    """A copy that a wave has started; the numbers are those of the operation."""

    operation: Operation
    array: Memory
    buffer: Memory
    numbers: dict[str, int]


def build_async_copy(builder: Builder, operation: Operation) -> Step:
    """Starts a copy."""
    array, start, stride, buffer, *others = builder.slots(operation.operands[:_OPERANDS])
    axes = operation.attributes.get("axes", [])
    tests = builder.slots(operation.operands[_OPERANDS::2])
    slots = dict(zip(_NUMBERS, (start, stride, *others), strict=True))

    def step(wave: Wave) -> None:
        missing = wave.alive & ~wave.mask
        if missing.any():
            message = "some lanes of the wave do not reach this asynchronous copy"
            wave.report("async-copy-divergent", operation, message, missing)
        first = int(wave.mask.argmax())
        numbers = {}
        for name, slot in slots.items():
            values = wave.registers[slot].view(np.uint32)
            numbers[name] = int(values[first])
            other = wave.mask & (values != values[first])
            if other.any():
                message = "the operands of this asynchronous copy differ between the lanes of the wave"
                wave.report("async-copy-divergent", operation, message, other)
        for axis, slot in zip(axes, tests, strict=True):
            outside = wave.mask & ~wave.registers[slot]
            if outside.any():
                name = wave.registers[array].described
                message = f"the copy is out of bounds in dimension {axis} of {name}"
                wave.report("out-of-bounds", operation, message, outside)
        wave.copies.append(Copy(operation, wave.registers[array], wave.registers[buffer], numbers))

    return step


def end_copies(wave: Wave) -> None:
    """Executes all copies that the wave has started."""
    copies, wave.copies = wave.copies, []
    mask, active = wave.mask, wave.active
    for copy in copies:
        _execute(wave, copy)
    wave.enter(mask, active)


def report_open_copies(wave: Wave) -> None:
    """Reports the copies of a wave that has ended."""
    for copy in wave.copies:
        message = "the wave ends before this asynchronous copy does"
        wave.report("async-copy-not-waited", copy.operation, message, wave.alive)


def _execute(wave: Wave, copy: Copy) -> None:
    """Copies as many elements at once as the wave has lanes."""
    numbers, lanes = copy.numbers, wave.lanes
    columns = numbers["columns"]
    # An array has fewer elements than this: one more is enough to report that a copy leaves it.
    most = len(copy.array) + 1
    for row in range(min(numbers["rows"], most)):
        source_row = (numbers["row"] + row) & _MASK
        for begin in range(0, min(columns, most), lanes):
            places = np.arange(begin, begin + lanes, dtype=np.uint64)
            wave.enter(places < columns, min(columns - begin, lanes))
            source = (numbers["column"] + places) & _MASK
            exists = (source < numbers["column_bound"]) & (source_row < numbers["row_bound"])
            elements = (numbers["base"] + source_row * numbers["pitch"] + source) & _MASK
            targets = (numbers["start"] + row * numbers["stride"] + places) & _MASK
            _copy_lanes(wave, copy, exists, elements, targets)


def _copy_lanes(wave: Wave, copy: Copy, exists: np.ndarray, elements: np.ndarray, targets: np.ndarray) -> None:
    """Copies an element in each active lane, or 0 if it does not exist. Memory of scalars has the components of an
    element one by one."""
    components = copy.operation.attributes.get("components", 1)
    factor = 1 if isinstance(copy.array.type, Composite) else components
    mask, active = wave.mask, wave.active
    for component in range(factor):
        source, target = (((places * factor + component) & _MASK).astype(np.uint32) for places in (elements, targets))
        wave.enter(mask & exists, int(np.count_nonzero(mask & exists)))
        loaded = copy.buffer.load(wave, copy.operation, source)
        wave.enter(mask, active)
        value = np.where(exists, loaded, np.zeros((), loaded.dtype))
        copy.array.store(wave, copy.operation, target, value)
