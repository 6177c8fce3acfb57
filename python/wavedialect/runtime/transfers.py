"""What a dispatch copies to a device that does not work on NumPy arrays where they are, and back from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..ir.module import Value
from ..ir.types import ImageType
from .array import DeviceArray
from .device import BufferArgument, Device, ImageArgument


class Transfers:
    """The arguments of a launch on the device; NumPy arrays are copied there."""

    __slots__ = ("_copied", "_device", "arguments")

    def __init__(self, device: Device, parameters: Sequence[Value], checked: Sequence[Any]) -> None:
        self._device = device
        self._copied: list[tuple[Value, Any, np.ndarray]] = []
        self.arguments = [
            argument.whole
            if argument.__class__ is DeviceArray and parameter.type.__class__ is not ImageType
            else self._place(parameter, argument)
            for parameter, argument in zip(parameters, checked, strict=True)
        ]

    def _place(self, parameter: Value, argument: Any) -> Any:
        if isinstance(argument, DeviceArray):
            handle = argument.handle
        elif isinstance(argument, np.ndarray):
            handle = self._device.alloc(argument.nbytes)
            if argument.size:
                self._device.upload(handle, argument)
            self._copied.append((parameter, handle, argument))
        else:
            return argument
        if isinstance(parameter.type, ImageType):
            height, width = argument.shape[:2]
            return ImageArgument(handle, width, height, parameter.type.channels)
        return BufferArgument(handle, argument.size)

    def fetch(self) -> None:
        """Copies what the kernel may have written back into NumPy arrays, and waits for it; without such arrays returns
        at once."""
        if not self._copied:
            return
        for parameter, handle, argument in self._copied:
            if parameter.type.writable and argument.size:
                self._device.download(handle, argument)
        self._device.wait()
