"""Memory in the interpreter: buffers, groupshared arrays of a group, and local arrays of a lane.

Every access takes the wave, because out-of-bounds and uninitialized accesses matter for active lanes only. An array of
vectors or structs has its components or words in the last axis, and an index counts vectors or structs; an operation with
the attribute ``component`` accesses only that component or word, or those of a vector that begin there.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..ir.bfloat16 import from_bits, to_bits
from ..ir.memories import (
    INDEX_BITS,
    OUTSIDE,
    PARTS,
    Extents,
    array_text,
    part_of,
    part_outside,
    part_place,
    scalar_place,
)
from ..ir.module import Operation
from ..ir.types import BufferType, MemoryType, VectorType, element_of
from .elements import components_of, memory_type, poison, register_shape, register_type, signed, unsigned

if TYPE_CHECKING:
    from .wave import Wave


def _float_min(found: np.ndarray, value: np.ndarray) -> np.ndarray:
    """The lesser float, ignoring a NaN; -0 is less than +0."""
    is_less = (value < found) | ((value == found) & np.signbit(value)) | (np.isnan(found) & ~np.isnan(value))
    return np.where(is_less, value, found)


def _float_max(found: np.ndarray, value: np.ndarray) -> np.ndarray:
    return -_float_min(-found, -value)


# Applied one lane after the other; hardware may use any order.
ATOMIC_FUNCTIONS = {
    "add": np.add,
    "minsi": np.minimum,
    "minui": np.minimum,
    "maxsi": np.maximum,
    "maxui": np.maximum,
    "minnumf": _float_min,
    "maxnumf": _float_max,
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
    "exchange": lambda found, value: value,
}


def _as_unsigned(index: np.ndarray) -> np.ndarray:
    """Returns unsigned indices: a negative index becomes one far out of bounds."""
    return index.view(np.uint32).astype(np.intp)


def place_in(shape: Sequence[int], strides: Sequence[int], indices: Sequence[np.ndarray]) -> np.ndarray:
    """Returns the indices in memory of elements with these indices in each dimension, and for an element that does not
    exist the number that ``Extents.place`` reads."""
    unsigned_indices = [_as_unsigned(index) for index in indices]
    place = sum(index * stride for index, stride in zip(unsigned_indices, (*strides, 1), strict=True))
    half = 1 << (INDEX_BITS - 1)
    for axis in reversed(range(len(shape))):
        number = np.clip(indices[axis].view(np.int32), -half, half - 1) & (2 * half - 1)
        outside = OUTSIDE + (axis << INDEX_BITS) + number.astype(np.int64)
        place = np.where(unsigned_indices[axis] < shape[axis], place, outside)
    return place.astype(np.uint32)


def _places(component: int, type_: Any) -> int | slice:
    """Returns the places in an element of a value that begins at a component."""
    return slice(component, component + type_.size) if isinstance(type_, VectorType) else component


def _array_shape(length: int, type_: Any) -> tuple[int, ...]:
    components = components_of(type_)
    return (length,) if components is None else (length, components)


def typed_view(data: np.ndarray, type_: Any) -> np.ndarray:
    """Returns a view of a buffer's memory as an array of elements, without an incomplete last vector."""
    components = components_of(type_)
    if data.ndim > 1:
        # Stores to a copy would be lost; only a contiguous array is reshaped without a copy.
        assert data.flags.c_contiguous
        data = data.reshape(-1)
    data = data.view(memory_type(type_))
    return data if components is None else data[: len(data) // components * components].reshape(-1, components)


def atomic_type(kind: str, dtype: np.dtype, compares: bool) -> np.dtype:
    """The type in which an atomic of this kind combines or compares numbers of ``dtype``."""
    if kind.endswith("si"):
        return signed(dtype)
    # A comparison is of the bits.
    return unsigned(dtype) if kind.endswith("ui") or compares else dtype


def combine(
    kind: str,
    view: np.ndarray,
    where: np.ndarray,
    operand: np.ndarray,
    expected: np.ndarray | None,
    shuffler: random.Random | None,
) -> np.ndarray:
    """Combines the value at each index with the operand; returns the old values. Lanes with the same index follow
    each other in their order, or in a shuffled one."""

    def combined(found: Any, which: Any) -> Any:
        if expected is not None:
            return np.where(found == expected[which], operand[which], found)
        return ATOMIC_FUNCTIONS[kind](found, operand[which])

    if len(np.unique(where)) == len(where):
        found = view[where]
        view[where] = combined(found, slice(None))
    else:
        found = np.empty(len(where), view.dtype)
        order = list(enumerate(where.tolist()))
        if shuffler:
            shuffler.shuffle(order)
        for position, place in order:
            found[position] = view[place]
            view[place] = combined(found[position], position)
    return found


class Memory(ABC):
    """One array of elements, either per lane or shared by all lanes."""

    def __init__(self, name: str, data: np.ndarray, length: int, type_: Any) -> None:
        self.name = name
        self.data = data
        self.length = length
        self.is_bool = element_of(type_).name == "bool"
        self.is_bf16 = element_of(type_).is_bf16
        self.type = type_
        self.element = element_of(type_)
        self.register_type = register_type(type_)
        self.poison = poison(self.register_type)
        self.extents: Extents | None = None
        """The shape at the last access, with more than one dimension."""

    def place(self, index: int) -> str:
        """Describes an element."""
        return self.extents.place(index, 0) if self.extents else scalar_place(index)

    @property
    def described_size(self) -> str:
        """Describes the number of elements."""
        return self.extents.size if self.extents else f"{len(self)} element{'' if len(self) == 1 else 's'}"

    def __len__(self) -> int:
        return self.length

    def _accessed(self, operation: Operation) -> tuple[Any, np.ndarray]:
        """Returns the type that the operation accesses, of a whole element or a part, and the array of these."""
        component = operation.attributes.get("component")
        if component is None:
            return self.type, self.data
        type_ = (operation.results or operation.operands)[0].type
        return type_, self.data[..., _places(component, type_)]

    def indices_of_vector(self, index: np.ndarray, count: int) -> list[np.ndarray]:
        """Returns the indices of ``count`` consecutive elements, of a memory of scalars. No index wraps around."""
        first = index.view(np.uint32)
        return [np.minimum(first, np.uint32(0xFFFFFFFF - one)) + np.uint32(one) for one in range(count)]

    @abstractmethod
    def load(self, wave: Wave, operation: Operation, index: np.ndarray) -> np.ndarray:
        """Returns the elements at ``index``, lane by lane."""

    @abstractmethod
    def store(self, wave: Wave, operation: Operation, index: np.ndarray, value: np.ndarray) -> None:
        """Stores ``value`` at ``index`` for the active lanes; of two lanes with the same index, the higher one wins."""

    def atomic(
        self, wave: Wave, operation: Operation, index: np.ndarray, value: np.ndarray, expected: np.ndarray | None
    ) -> np.ndarray:
        """Applies the operation lane by lane; returns each lane's old value. With ``expected``, stores only if the old
        value equals it."""
        type_, data = self._accessed(operation)
        kind = operation.attributes.get("kind") or operation.name.removeprefix("wave.atomic_")
        wave.execution.count_atomics(self.name, kind, wave.active)
        if value.itemsize > data.itemsize:
            return self._atomic_on_pairs(wave, operation, kind, index, value, expected)
        old = np.full(wave.lanes, self.poison)
        where, lanes = self._accessible(wave, operation, index)
        if not lanes.size:
            return old
        self._read(wave, operation, where, lanes)
        dtype = atomic_type(kind, data.dtype, expected is not None)
        compared = None if expected is None else expected.view(dtype)[lanes]
        operand = value.view(dtype)[lanes]
        found = combine(kind, data.view(dtype), where, operand, compared, wave.execution.shuffler)
        self._written(operation, where)
        old[lanes] = found.view(self.register_type)
        return old

    def _atomic_on_pairs(
        self,
        wave: Wave,
        operation: Operation,
        kind: str,
        index: np.ndarray,
        value: np.ndarray,
        expected: np.ndarray | None,
    ) -> np.ndarray:
        """An atomic of 64 bits on two adjacent elements; the index of the first is even."""
        old = np.zeros(wave.lanes, value.dtype)
        second, lanes = self._accessible(wave, operation, self.indices_of_vector(index, 2)[1])
        if not lanes.size:
            return old
        dtype = atomic_type(kind, value.dtype, expected is not None)
        for where in (second - 1, second):
            self._read(wave, operation, where, lanes)
        compared = None if expected is None else expected.view(dtype)[lanes]
        pairs = self.data[: len(self.data) // 2 * 2].view(dtype)
        found = combine(kind, pairs, second // 2, value.view(dtype)[lanes], compared, wave.execution.shuffler)
        for where in (second - 1, second):
            self._written(operation, where)
        old[lanes] = found.view(value.dtype)
        return old

    def _accessible(self, wave: Wave, operation: Operation, index: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Returns the indices and lane numbers of the active lanes whose index is in bounds."""
        index = _as_unsigned(index)
        inside = index < self.length
        lanes = (wave.mask & inside).nonzero()[0]
        if lanes.size != wave.active:
            self._out_of_bounds(wave, operation, wave.mask & ~inside, index)
        return index[lanes], lanes

    @abstractmethod
    def _out_of_bounds(self, wave: Wave, operation: Operation, lanes: np.ndarray, index: np.ndarray) -> None:
        """Called when indices of active lanes are out of bounds."""

    def _read(self, wave: Wave, operation: Operation, where: np.ndarray, lanes: np.ndarray) -> None:
        """Called before the elements at ``where`` are read."""

    def _written(self, operation: Operation, where: np.ndarray) -> None:
        """Called after the elements at ``where`` are written."""


class BufferMemory(Memory):
    """A buffer argument. Out of bounds, a load returns 0 and a store does nothing, unless the kernel is unchecked."""

    def __init__(self, name: str, data: np.ndarray, type_: Any, checked: bool, declared: Any = None) -> None:
        """``declared`` is the type that reports describe, with the elements that ``data`` has."""
        data = typed_view(data, type_)
        super().__init__(name, data, len(data), type_)
        self.checked = checked
        self._declared = declared

    def reinterpreted(self, type_: MemoryType) -> BufferMemory:
        """The same memory as scalars of another type, which reports describe as elements of this one."""
        return BufferMemory(self.name, self.data, type_.element, self.checked, BufferType(self.type))

    def indices_of_vector(self, index: np.ndarray, count: int) -> list[np.ndarray]:
        if self.checked:
            # A vector that is partly out of bounds is out of bounds.
            inside = _as_unsigned(index) <= self.length - count
            index = np.where(inside, index.view(np.uint32), np.uint32(0xFFFFFFFF))
        return super().indices_of_vector(index, count)

    def place(self, index: int) -> str:
        return super().place(index) if self._declared is None else scalar_place(index, self._declared)

    @property
    def described_size(self) -> str:
        if self._declared is None:
            return super().described_size
        count = self.length // (components_of(self._declared.element) or 1)
        return f"{count} element{'' if count == 1 else 's'}"

    def load(self, wave: Wave, operation: Operation, index: np.ndarray) -> np.ndarray:
        type_, data = self._accessed(operation)
        if not self.length:
            if not self.checked:
                self._out_of_bounds(wave, operation, wave.mask, _as_unsigned(index))
            return np.zeros(register_shape(type_, wave.lanes), self.register_type)
        index = _as_unsigned(index)
        inside = index < self.length
        loaded = data.take(index, axis=0, mode="clip").T
        if not inside.all():
            if not self.checked:
                self._out_of_bounds(wave, operation, wave.mask & ~inside, index)
            loaded = np.where(inside, loaded, loaded.dtype.type(0))
        if self.is_bf16:
            return from_bits(loaded)
        return loaded != 0 if self.is_bool else loaded.astype(self.register_type, copy=False)

    def store(self, wave: Wave, operation: Operation, index: np.ndarray, value: np.ndarray) -> None:
        where, lanes = self._accessible(wave, operation, index)
        stored = value[..., lanes].T
        self._accessed(operation)[1][where] = to_bits(stored) if self.is_bf16 else stored

    def _out_of_bounds(self, wave: Wave, operation: Operation, lanes: np.ndarray, index: np.ndarray) -> None:
        if not self.checked and lanes.any():
            element = self.place(int(index[np.flatnonzero(lanes)[0]]))
            message = f"{element} of buffer `{self.name}` is out of bounds, it has {self.described_size}"
            wave.report("buffer-bounds", operation, message, lanes)


class ArrayMemory(Memory):
    """An array with undefined initial contents; accesses out of bounds are undefined."""

    kind: str

    def __init__(self, made: Operation, shape: tuple[int, ...], length: int) -> None:
        """``made``: the operation that makes the array."""
        array = made.results[0]
        element = array.type.element
        # Only bytes are stored in another type than they have in registers. The host does not see the arrays.
        stored = memory_type(element) if element_of(element).bits == 8 else register_type(element)
        super().__init__(array.name or self.kind, np.full(shape, poison(stored)), length, element)
        self.described = array_text(self.kind, array.name or "", made.location)
        self.parts = made.attributes.get(PARTS, ())
        self.written = np.zeros(shape, np.bool_)

    def place(self, index: int) -> str:
        if self.parts and 0 <= index < self.length and (part := part_place(self.parts, self.name, index)):
            return part
        return super().place(index)

    def load(self, wave: Wave, operation: Operation, index: np.ndarray) -> np.ndarray:
        type_, data = self._accessed(operation)
        result = np.full(register_shape(type_, wave.lanes), self.poison)
        where, lanes = self._accessible(wave, operation, index)
        self._read(wave, operation, where, lanes)
        result[..., lanes] = data[self._place(where, lanes)].T
        return result

    def store(self, wave: Wave, operation: Operation, index: np.ndarray, value: np.ndarray) -> None:
        where, lanes = self._accessible(wave, operation, index)
        place = self._place(where, lanes)
        self._accessed(operation)[1][place] = value[..., lanes].T
        self._written(operation, place)

    def _place(self, where: np.ndarray, lanes: np.ndarray) -> Any:
        """Returns the index of the lanes' elements in ``data``."""
        return where

    def _state(self, operation: Operation) -> np.ndarray:
        """Returns which of the elements or components that the operation accesses have been written."""
        component = operation.attributes.get("component")
        if component is None:
            return self.written
        return self.written[..., _places(component, (operation.results or operation.operands)[0].type)]

    def _written(self, operation: Operation, where: Any) -> None:
        self._state(operation)[where] = True

    def _read(self, wave: Wave, operation: Operation, where: np.ndarray, lanes: np.ndarray) -> None:
        written = self._state(operation)[self._place(where, lanes)]
        if not written.all():
            unwritten = ~written if written.ndim == 1 else ~written.all(axis=1)
            what = self.place(int(where[np.flatnonzero(unwritten)[0]]))
            component = operation.attributes.get("component")
            if written.ndim > 1:
                component = (component or 0) + int(written[unwritten][0].argmin())
            if component is not None:
                what = f"{part_of(self.type, component)} of {what}"
            self._report_unwritten(wave, operation, what, lanes[unwritten])

    def _out_of_bounds(self, wave: Wave, operation: Operation, lanes: np.ndarray, index: np.ndarray) -> None:
        first = int(index[np.flatnonzero(lanes)[0]])
        element, size = self.place(first), self.described_size
        if outside := part_outside(self.parts, first):
            element, size = outside.place, outside.size
        message = f"{element} of {self.described} is out of bounds, it has {size}"
        self._report_outside(wave, operation, message, lanes)

    @abstractmethod
    def _report_unwritten(self, wave: Wave, operation: Operation, what: str, lanes: np.ndarray) -> None:
        """Reports lanes that read elements that have not been written."""

    @abstractmethod
    def _report_outside(self, wave: Wave, operation: Operation, message: str, lanes: np.ndarray) -> None:
        """Reports lanes whose index is out of bounds."""


class SharedMemory(ArrayMemory):
    """A groupshared array."""

    kind = "groupshared"

    def __init__(self, made: Operation, size: int) -> None:
        super().__init__(made, _array_shape(size, made.results[0].type.element), size)

    def _report_unwritten(self, wave: Wave, operation: Operation, what: str, lanes: np.ndarray) -> None:
        message = f"load of {what} of {self.described}, which this group has not written"
        wave.report("uninitialized", operation, message, lanes)

    def _report_outside(self, wave: Wave, operation: Operation, message: str, lanes: np.ndarray) -> None:
        wave.report("out-of-bounds", operation, message, lanes)


class LocalMemory(ArrayMemory):
    """A local array: one row per lane."""

    kind = "local"

    def __init__(self, made: Operation, lanes: int, size: int) -> None:
        super().__init__(made, (lanes, *_array_shape(size, made.results[0].type.element)), size)

    def _place(self, where: np.ndarray, lanes: np.ndarray) -> Any:
        return lanes, where

    def load_copied(
        self, wave: Wave, operation: Operation, index: np.ndarray, copied: tuple[bool, ...], first: int
    ) -> np.ndarray:
        """As ``load``, where some scalars are only copied to local arrays: those may have no value. ``first`` is the
        number of the first scalar, of all that the operation loads."""
        type_, data = self._accessed(operation)
        result = np.full(register_shape(type_, wave.lanes), self.poison)
        where, lanes = self._accessible(wave, operation, index)
        place = self._place(where, lanes)
        unwritten = ~self._state(operation)[place].reshape(len(lanes), -1)
        scalars = slice(first, first + unwritten.shape[1])
        state = wave.unwritten.setdefault(operation, np.zeros((len(copied), wave.lanes), np.bool_))
        state[scalars, lanes] = unwritten.T
        if (unwritten & ~np.array(copied[scalars])).any():
            self._read(wave, operation, where, lanes)
        result[..., lanes] = data[place].T
        return result

    def forget(self, wave: Wave, operation: Operation, index: np.ndarray, sources: Sequence[Any]) -> None:
        """Notes after a store which of the stored scalars have no value, because they are copies of such scalars."""
        unsigned_index = _as_unsigned(index)
        for number, source in enumerate(sources):
            if source is None or source[0] not in wave.unwritten:
                continue
            lanes = (wave.unwritten[source[0]][source[1]] & wave.mask & (unsigned_index < self.length)).nonzero()[0]
            state = self._state(operation)
            # A part of an element has scalars of its own.
            place = self._place(unsigned_index[lanes], lanes)
            state[place if state.ndim == 2 else (*place, number)] = False

    def _report_unwritten(self, wave: Wave, operation: Operation, what: str, lanes: np.ndarray) -> None:
        of = "" if self.parts else f" of {self.described}"
        message = f"load of {what}{of}, which this lane has not written"
        if self.length == 1 and not self.written.any():
            message = f"use of {array_text('variable', self.name, None)}, which this lane has not written"
            if self.name.endswith("()"):
                message = f"use of the result of `{self.name}`, which returns no value in this lane"
        wave.report("uninitialized", operation, message, lanes)

    def _report_outside(self, wave: Wave, operation: Operation, message: str, lanes: np.ndarray) -> None:
        wave.report("out-of-bounds", operation, message, lanes)
