"""Images in the interpreter: two-dimensional arrays of texels of one, two or four numbers, or arrays of such images."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..ir.module import Operation
from ..ir.types import ImageType
from .elements import memory_type, register_type
from .memory import atomic_type, combine

if TYPE_CHECKING:
    from .steps import Builder, Step
    from .wave import Wave


class ImageMemory:
    """An image argument. Out of bounds, a load returns 0 and a store does nothing, unless the kernel is unchecked.

    ``argument`` has the texels row by row, layer by layer, in ``handle``, an array that is accessed in place, and
    ``width``, ``height``, ``layers`` and ``channels``.
    """

    def __init__(self, name: str, argument: Any, type_: Any, checked: bool) -> None:
        assert argument.channels == type_.channels and argument.handle.flags.c_contiguous
        self.extents = [argument.width, argument.height, *([argument.layers] if type_.is_array else ())]
        shape = (*reversed(self.extents), *((type_.channels,) if type_.channels > 1 else ()))
        self.name = name
        self.texels = argument.handle.reshape(-1).view(memory_type(type_.element)).reshape(shape)
        self.register_type = register_type(type_.element)
        self.checked = checked

    def reinterpreted(self, type_: Any) -> ImageMemory:
        """The same image with another sign of what a load returns."""
        made = copy.copy(self)
        made.register_type = register_type(type_.element)
        if self.texels.itemsize == made.register_type.itemsize:
            made.texels = self.texels.view(made.register_type)
        return made

    def load(self, wave: Wave, operation: Operation, coordinates: Sequence[np.ndarray]) -> np.ndarray:
        """Returns the texels at the lanes' coordinates."""
        inside = self._inside(wave, operation, coordinates)
        loaded = np.zeros((wave.lanes, *self.texels.shape[len(coordinates) :]), self.register_type)
        loaded[inside] = self.texels[self._places(coordinates, inside)]
        return loaded.T

    def store(self, wave: Wave, operation: Operation, coordinates: Sequence[np.ndarray], value: np.ndarray) -> None:
        """Stores for the active lanes; if two lanes store to one texel, the higher lane wins."""
        inside = self._inside(wave, operation, coordinates) & wave.mask
        self.texels[self._places(coordinates, inside)] = value[..., inside].T

    def atomic(
        self,
        wave: Wave,
        operation: Operation,
        coordinates: Sequence[np.ndarray],
        value: np.ndarray,
        expected: np.ndarray | None,
    ) -> np.ndarray:
        """Applies the operation lane by lane; returns each lane's old value. With ``expected``, stores only if the old
        value equals it."""
        kind = operation.attributes.get("kind") or operation.name.removeprefix("wave.image_atomic_")
        wave.execution.count_atomics(self.name, kind, wave.active)
        inside = self._inside(wave, operation, coordinates) & wave.mask
        old = np.zeros(wave.lanes, self.register_type)
        if inside.any():
            where = np.ravel_multi_index(self._places(coordinates, inside), self.texels.shape)
            dtype = atomic_type(kind, self.texels.dtype, expected is not None)
            compared = None if expected is None else expected.view(dtype)[inside]
            texels = self.texels.reshape(-1).view(dtype)
            found = combine(kind, texels, where, value.view(dtype)[inside], compared, wave.execution.shuffler)
            old[inside] = found.view(self.register_type)
        return old

    @staticmethod
    def _places(coordinates: Sequence[np.ndarray], lanes: np.ndarray) -> tuple[np.ndarray, ...]:
        """The indices of the lanes' texels, in the order of the axes."""
        return tuple(coordinate[lanes] for coordinate in reversed(coordinates))

    def _inside(self, wave: Wave, operation: Operation, coordinates: Sequence[np.ndarray]) -> np.ndarray:
        inside = np.ones(wave.lanes, bool)
        for coordinate, extent in zip(coordinates, self.extents, strict=True):
            inside &= coordinate < extent
        if not self.checked:
            outside = wave.mask & ~inside
            if outside.any():
                lane = int(outside.argmax())
                place = ", ".join(str(coordinate[lane]) for coordinate in coordinates)
                message = (
                    f"texel ({place}) of image `{self.name}` is out of bounds, "
                    f"it has {' x '.join(map(str, self.extents))} texels"
                )
                wave.report("buffer-bounds", operation, message, outside)
        return inside


def _coordinates(wave: Wave, slots: Sequence[int]) -> list[np.ndarray]:
    return [wave.registers[slot].view(np.uint32) for slot in slots]


def build_load(builder: Builder, operation: Operation) -> Step:
    image, *coordinates = builder.slots(operation.operands)
    result = builder.slot(operation.results[0])

    def step(wave: Wave) -> None:
        registers = wave.registers
        registers[result] = registers[image].load(wave, operation, _coordinates(wave, coordinates))

    return step


def build_store(builder: Builder, operation: Operation) -> Step:
    value, image, *coordinates = builder.slots(operation.operands)

    def step(wave: Wave) -> None:
        registers = wave.registers
        registers[image].store(wave, operation, _coordinates(wave, coordinates), registers[value])

    return step


def build_atomic(builder: Builder, operation: Operation) -> Step:
    """``wave.image_atomic_rmw``, ``wave.image_atomic_exchange``, and ``wave.image_atomic_cas``, which has a value to
    compare with."""
    number = next(place for place, value in enumerate(operation.operands) if isinstance(value.type, ImageType))
    slots = builder.slots(operation.operands)
    *compare, value = slots[:number]
    image, coordinates = slots[number], slots[number + 1 :]
    result = builder.slot(operation.results[0])

    def step(wave: Wave) -> None:
        registers = wave.registers
        expected = registers[compare[0]] if compare else None
        place = _coordinates(wave, coordinates)
        registers[result] = registers[image].atomic(wave, operation, place, registers[value], expected)

    return step


def build_size(builder: Builder, operation: Operation) -> Step:
    image = builder.slot(operation.operands[0])
    result = builder.slot(operation.results[0])
    number = "xyz".index(operation.attributes["dimension"])

    def step(wave: Wave) -> None:
        wave.registers[result] = np.full(wave.lanes, wave.registers[image].extents[number], np.uint32)

    return step


BUILDERS: dict[str, Callable[[Builder, Operation], Step | None]] = {
    "wave.image_load": build_load,
    "wave.image_store": build_store,
    "wave.image_atomic_rmw": build_atomic,
    "wave.image_atomic_exchange": build_atomic,
    "wave.image_atomic_cas": build_atomic,
    "wave.image_size": build_size,
}
