"""Copies the arguments of a dispatch to and from a device that does not access NumPy arrays in place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..ir.module import Value
from ..ir.types import ImageType
from .array import DeviceArray
from .device import BufferArgument, Device, ImageArgument


class Transfers:
    """The arguments of a launch, with NumPy arrays copied to the device."""

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
        """Copies back the NumPy arrays that the kernel may have written, and waits for that; returns at once if the
        launch has no NumPy arrays."""
        if not self._copied:
            return
        for parameter, handle, argument in self._copied:
            if parameter.type.writable and argument.size:
                self._device.download(handle, argument)
        self._device.wait()
