"""Images in the interpreter: two-dimensional arrays of texels of one, two or four numbers."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..ir.module import Operation
from .elements import register_type

if TYPE_CHECKING:
    from .steps import Builder, Step
    from .wave import Wave


class ImageMemory:
    """An image argument. Out of bounds, a load returns 0 and a store does nothing, unless the kernel is unchecked.

    ``argument`` has the texels row by row in ``handle``, an array that is accessed in place, and ``width``, ``height``
    and ``channels``.
    """

    def __init__(self, name: str, argument: Any, type_: Any, checked: bool) -> None:
        assert argument.channels == type_.channels and argument.handle.flags.c_contiguous
        shape = (argument.height, argument.width) + ((type_.channels,) if type_.channels > 1 else ())
        self.name = name
        self.texels = argument.handle.reshape(-1).view(register_type(type_.element)).reshape(shape)
        self.width = argument.width
        self.height = argument.height
        self.checked = checked

    def reinterpreted(self, type_: Any) -> ImageMemory:
        """The same image with another sign."""
        made = copy.copy(self)
        made.texels = self.texels.view(register_type(type_.element))
        return made

    def load(self, wave: Wave, operation: Operation, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        """Returns the texels at the lanes' coordinates."""
        inside = self._inside(wave, operation, x, y)
        loaded = np.zeros((wave.lanes, *self.texels.shape[2:]), self.texels.dtype)
        loaded[inside] = self.texels[y[inside], x[inside]]
        return loaded.T

    def store(self, wave: Wave, operation: Operation, x: np.ndarray, y: np.ndarray, value: np.ndarray) -> None:
        """Stores for the active lanes; if two lanes store to one texel, the higher lane wins."""
        inside = self._inside(wave, operation, x, y) & wave.mask
        self.texels[y[inside], x[inside]] = value[..., inside].T

    def _inside(self, wave: Wave, operation: Operation, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        inside = (x < self.width) & (y < self.height)
        if not self.checked:
            outside = wave.mask & ~inside
            if outside.any():
                lane = int(outside.argmax())
                message = (
                    f"texel ({x[lane]}, {y[lane]}) of image `{self.name}` is out of bounds, "
                    f"it has {self.width} x {self.height} texels"
                )
                wave.report("buffer-bounds", operation, message, outside)
        return inside


def build_load(builder: Builder, operation: Operation) -> Step:
    image, x, y = builder.slots(operation.operands)
    result = builder.slot(operation.results[0])

    def step(wave: Wave) -> None:
        registers = wave.registers
        place = registers[x].view(np.uint32), registers[y].view(np.uint32)
        registers[result] = registers[image].load(wave, operation, *place)

    return step


def build_store(builder: Builder, operation: Operation) -> Step:
    value, image, x, y = builder.slots(operation.operands)

    def step(wave: Wave) -> None:
        registers = wave.registers
        place = registers[x].view(np.uint32), registers[y].view(np.uint32)
        registers[image].store(wave, operation, *place, registers[value])

    return step


def build_size(builder: Builder, operation: Operation) -> Step:
    image = builder.slot(operation.operands[0])
    result = builder.slot(operation.results[0])
    extent = {"x": "width", "y": "height"}[operation.attributes["dimension"]]

    def step(wave: Wave) -> None:
        wave.registers[result] = np.full(wave.lanes, getattr(wave.registers[image], extent), np.uint32)

    return step


BUILDERS: dict[str, Callable[[Builder, Operation], Step | None]] = {
    "wave.image_load": build_load,
    "wave.image_store": build_store,
    "wave.image_size": build_size,
}
