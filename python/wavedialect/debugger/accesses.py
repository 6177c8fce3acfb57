"""What operations write: the elements with their lanes, and the values before and after."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..interpreter.lane_operations import access, consecutive
from ..interpreter.memory import ArrayMemory, LocalMemory, Memory
from ..ir.module import Operation

if TYPE_CHECKING:
    from ..interpreter.steps import Builder, Step
    from .code import DebuggedWave

#: The atomics on memory.
ATOMICS = ("wave.atomic_rmw", "wave.atomic_exchange", "wave.atomic_cas")
#: Operations that may write elements which their operands do not name one by one.
_WHOLE = ("wave.matrix_store",)


class Write(NamedTuple):
    """Elements that a wave wrote in one operation."""

    memory: Memory
    elements: np.ndarray
    lanes: np.ndarray
    """The lane that wrote each element; -1 if no lane owns it."""
    before: np.ndarray
    after: np.ndarray
    had_value: np.ndarray
    """Whether each word of each element had a value before."""


Writer = Callable[["DebuggedWave", "Step"], list[Write]]


def writes_of(builder: Builder, operation: Operation) -> Writer | None:
    """A function that executes the step of an operation and returns what it wrote; None if it writes nothing."""
    if operation.name == "memref.store" or operation.name in ATOMICS:
        _, slot, index_in = access(builder, operation)
        count = consecutive(operation, operation.operands[0]) or 1
        return lambda wave, step: _of_lanes(wave, step, wave.registers[slot], index_in, count)
    if operation.name in _WHOLE:
        slots = builder.slots(operation.operands)
        return lambda wave, step: _of_whole(wave, step, [wave.registers[slot] for slot in slots])
    return None


def _of_lanes(wave: DebuggedWave, step: Step, memory: Memory, index_in: Any, count: int) -> list[Write]:
    if isinstance(memory, LocalMemory):
        step(wave)
        return []
    index = index_in(wave).view(np.uint32)
    lanes = np.flatnonzero(wave.mask)
    first = index[lanes].astype(np.int64)
    elements = (first[:, None] + np.arange(count)).reshape(-1)
    owners = np.repeat(lanes, count)
    inside = elements < len(memory)
    elements, owners = elements[inside], owners[inside]
    before, had_value = memory.data[elements], _written(memory, elements)
    step(wave)
    return [Write(memory, elements, owners, before, memory.data[elements], had_value)]


def _written(memory: Memory, elements: np.ndarray) -> np.ndarray:
    if not isinstance(memory, ArrayMemory):
        return np.ones((elements.size, 1), np.bool_)
    return memory.written[elements].reshape(elements.size, -1)


def _of_whole(wave: DebuggedWave, step: Step, values: list[Any]) -> list[Write]:
    memories = [value for value in values if isinstance(value, Memory)]
    before = [memory.data.copy() for memory in memories]
    step(wave)
    return [write for memory, old in zip(memories, before, strict=True) if (write := difference(memory, old))]


def difference(memory: Memory, before: np.ndarray) -> Write | None:
    """The elements that differ from a copy; None if none does."""
    bits = [array.reshape(len(array), -1).view(np.uint8) for array in (before, memory.data)]
    elements = np.flatnonzero((bits[0] != bits[1]).any(axis=1))
    if not elements.size:
        return None
    owners, had_value = np.full(elements.size, -1), np.ones((elements.size, 1), np.bool_)
    return Write(memory, elements, owners, before[elements], memory.data[elements], had_value)
