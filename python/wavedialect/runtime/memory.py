"""Memory as the interpreter sees it: buffers, groupshared arrays of a group, and local arrays of a lane.

Every access gets the wave, because what is out of bounds or uninitialised counts for active lanes only.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

import numpy as np

from ..compiler.ir import Operation
from .elements import memory_type, poison, register_type

if TYPE_CHECKING:
    from .wave import Wave


# In lane order, one after the other: what the hardware may do in any order.
ATOMIC_FUNCTIONS = {
    "add": np.add,
    "minsi": np.minimum,
    "minui": np.minimum,
    "maxsi": np.maximum,
    "maxui": np.maximum,
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
}


def _as_unsigned(index: np.ndarray) -> np.ndarray:
    """Indices as numbers that are never negative: a negative one is far out of bounds."""
    return index.view(np.uint32).astype(np.intp)


class Memory(ABC):
    """One flat array of elements."""

    def __init__(self, name: str, data: np.ndarray, element) -> None:
        self.name = name
        self.data = data
        self.is_bool = element.name == "bool"
        self.register_type = register_type(element)
        self.poison = poison(self.register_type)

    def __len__(self) -> int:
        return self.data.shape[-1]

    def _value(self, loaded: np.ndarray) -> np.ndarray:
        return loaded != 0 if self.is_bool and loaded.dtype != np.bool_ else loaded

    @abstractmethod
    def load(self, wave: Wave, operation: Operation, index: np.ndarray) -> np.ndarray:
        """The elements at ``index``, lane by lane."""

    @abstractmethod
    def store(self, wave: Wave, operation: Operation, index: np.ndarray, value: np.ndarray) -> None:
        """Stores ``value`` at ``index`` for the active lanes; of two lanes at one place the higher one wins."""

    def atomic(self, wave: Wave, operation: Operation, index: np.ndarray, value: np.ndarray) -> np.ndarray:
        """Applies the operation lane by lane; returns what each lane found there."""
        old = np.full(wave.lanes, self.poison)
        kind = operation.attributes["kind"]
        wave.execution.count_atomics(self.name, kind, wave.active)
        where, lanes = self._accessible(wave, operation, index)
        if not lanes.size:
            return old
        function = ATOMIC_FUNCTIONS[kind]
        view = self.data.view(
            np.uint32 if kind.endswith("ui") else np.int32 if kind.endswith("si") else self.data.dtype
        )
        operand = value.view(view.dtype)
        self._read(wave, operation, where, lanes)
        if len(np.unique(where)) == len(where):
            found = view[where]
            view[where] = function(found, operand[lanes])
            old[lanes] = found.view(self.register_type)
        else:
            found = np.empty(len(where), view.dtype)
            for position, (place, lane) in enumerate(zip(where.tolist(), lanes.tolist(), strict=True)):
                found[position] = view[place]
                view[place] = function(view[place], operand[lane])
            old[lanes] = found.view(self.register_type)
        return old

    def _accessible(self, wave: Wave, operation: Operation, index: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Places and lanes of the active lanes whose index is in bounds."""
        index = _as_unsigned(index)
        inside = index < len(self)
        lanes = (wave.mask & inside).nonzero()[0]
        if lanes.size != wave.active:
            self._out_of_bounds(wave, operation, wave.mask & ~inside, index)
        return index[lanes], lanes

    @abstractmethod
    def _out_of_bounds(self, wave: Wave, operation: Operation, lanes: np.ndarray, index: np.ndarray) -> None:
        """Called when active lanes miss the array."""

    def _read(self, wave: Wave, operation: Operation, where: np.ndarray, lanes: np.ndarray) -> None:
        """Called before the elements at ``where`` are read."""


class BufferMemory(Memory):
    """An argument: out of bounds a load gives 0 and a store does nothing, unless the kernel is unchecked."""

    def __init__(self, name: str, data: np.ndarray, element, checked: bool) -> None:
        super().__init__(name, data.view(memory_type(element)), element)
        self.checked = checked

    def load(self, wave: Wave, operation: Operation, index: np.ndarray) -> np.ndarray:
        if not len(self):
            if not self.checked:
                self._out_of_bounds(wave, operation, wave.mask, _as_unsigned(index))
            return np.zeros(wave.lanes, self.register_type)
        index = _as_unsigned(index)
        inside = index < len(self)
        loaded = self.data.take(index, mode="clip")
        if not inside.all():
            if not self.checked:
                self._out_of_bounds(wave, operation, wave.mask & ~inside, index)
            loaded = np.where(inside, loaded, loaded.dtype.type(0))
        return self._value(loaded)

    def store(self, wave: Wave, operation: Operation, index: np.ndarray, value: np.ndarray) -> None:
        where, lanes = self._accessible(wave, operation, index)
        self.data[where] = value[lanes]

    def _out_of_bounds(self, wave: Wave, operation: Operation, lanes: np.ndarray, index: np.ndarray) -> None:
        if not self.checked and lanes.any():
            shown = int(index[np.flatnonzero(lanes)[0]])
            message = f"element {shown} of buffer '{self.name}' is out of bounds, it has {len(self)} elements"
            wave.report("buffer-out-of-bounds", operation, message, lanes)


class SharedMemory(Memory):
    """A groupshared array: its contents start undefined, and out of bounds is undefined."""

    def __init__(self, name: str, size: int, element) -> None:
        super().__init__(name, np.full(size, poison(register_type(element))), element)
        self.written = np.zeros(size, np.bool_)

    def load(self, wave: Wave, operation: Operation, index: np.ndarray) -> np.ndarray:
        result = np.full(wave.lanes, self.poison)
        where, lanes = self._accessible(wave, operation, index)
        self._read(wave, operation, where, lanes)
        result[lanes] = self.data[where]
        return result

    def store(self, wave: Wave, operation: Operation, index: np.ndarray, value: np.ndarray) -> None:
        where, lanes = self._accessible(wave, operation, index)
        self.data[where] = value[lanes]
        self.written[where] = True

    def _read(self, wave: Wave, operation: Operation, where: np.ndarray, lanes: np.ndarray) -> None:
        unwritten = ~self.written[where]
        if unwritten.any():
            first = int(where[np.flatnonzero(unwritten)[0]])
            message = f"element {first} of the groupshared array is read before anything is stored there"
            wave.report("groupshared-uninitialised", operation, message, lanes[unwritten])

    def _out_of_bounds(self, wave: Wave, operation: Operation, lanes: np.ndarray, index: np.ndarray) -> None:
        shown = int(index[np.flatnonzero(lanes)[0]])
        message = f"element {shown} of the groupshared array is out of bounds, it has {len(self)} elements"
        wave.report("groupshared-out-of-bounds", operation, message, lanes)


class LocalMemory(Memory):
    """A local array: one row a lane; as undefined as groupshared memory where nothing was stored."""

    def __init__(self, name: str, lanes: int, size: int, element) -> None:
        super().__init__(name, np.full((lanes, size), poison(register_type(element))), element)
        self.written = np.zeros((lanes, size), np.bool_)

    def load(self, wave: Wave, operation: Operation, index: np.ndarray) -> np.ndarray:
        result = np.full(wave.lanes, self.poison)
        where, lanes = self._accessible(wave, operation, index)
        unwritten = ~self.written[lanes, where]
        if unwritten.any():
            first = int(where[np.flatnonzero(unwritten)[0]])
            message = f"element {first} of the local array is read before anything is stored there"
            wave.report("local-array-uninitialised", operation, message, lanes[unwritten])
        result[lanes] = self.data[lanes, where]
        return result

    def store(self, wave: Wave, operation: Operation, index: np.ndarray, value: np.ndarray) -> None:
        where, lanes = self._accessible(wave, operation, index)
        self.data[lanes, where] = value[lanes]
        self.written[lanes, where] = True

    def _out_of_bounds(self, wave: Wave, operation: Operation, lanes: np.ndarray, index: np.ndarray) -> None:
        shown = int(index[np.flatnonzero(lanes)[0]])
        message = f"element {shown} of the local array is out of bounds, it has {len(self)} elements"
        wave.report("local-array-out-of-bounds", operation, message, lanes)
