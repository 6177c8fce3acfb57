"""Copies the arguments of a dispatch to and from a device that does not access NumPy arrays in place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..ir.module import Value
from ..ir.types import ConstantBufferType, ImageType
from .array import DeviceArray
from .device import BufferArgument, ConstantBufferArgument, Device, ImageArgument, PushedArgument


class Transfers:
    """The arguments of a launch, with NumPy arrays copied to the device."""

    __slots__ = ("_copied", "_device", "_moved", "arguments")

    def __init__(self, device: Device, parameters: Sequence[Value], checked: Sequence[Any]) -> None:
        self._device = device
        self._copied: list[tuple[Value, Any, np.ndarray]] = []
        self._moved: list[tuple[Value, Any, DeviceArray]] = []
        self.arguments = [
            argument.whole
            if argument.__class__ is DeviceArray
            and argument.whole
            and parameter.type.__class__ not in (ImageType, ConstantBufferType)
            else self._place(parameter, argument)
            for parameter, argument in zip(parameters, checked, strict=True)
        ]

    def _place(self, parameter: Value, argument: Any) -> Any:
        if isinstance(parameter.type, ConstantBufferType) and parameter.type.is_pushed and self._device.pushes:
            # For an array on the device, waits for what writes it.
            words = argument.numpy() if isinstance(argument, DeviceArray) else argument
            return PushedArgument(words.tobytes())
        if isinstance(argument, DeviceArray):
            handle, type_ = argument.handle, parameter.type
            texel_bytes = type_.channels * argument.dtype.itemsize if isinstance(type_, ImageType) else 0
            is_constants = isinstance(type_, ConstantBufferType)
            if is_constants or not self._device.accepts(handle, texel_bytes):
                # A view that begins where the device cannot begin a buffer, or may not begin a constant buffer.
                handle = self._device.alloc(argument.nbytes)
                self._device.copy(argument.handle, handle)
                self._moved.append((parameter, handle, argument))
        elif isinstance(argument, np.ndarray):
            handle = self._device.alloc(argument.nbytes)
            if argument.size:
                self._device.upload(handle, argument)
            self._copied.append((parameter, handle, argument))
        else:
            return argument
        if isinstance(parameter.type, ImageType):
            *layers, height, width = argument.shape[: parameter.type.rank]
            return ImageArgument(handle, width, height, parameter.type.channels, *layers)
        if isinstance(parameter.type, ConstantBufferType):
            return ConstantBufferArgument(handle)
        return BufferArgument(handle, argument.size)

    def fetch(self) -> None:
        """Copies back the arrays that the kernel may have written, and waits for that; returns at once if the launch has
        no NumPy arrays."""
        for parameter, handle, argument in self._moved:
            if parameter.type.writable:
                self._device.copy(handle, argument.handle)
        if not self._copied:
            return
        for parameter, handle, argument in self._copied:
            if parameter.type.writable and argument.size:
                self._device.download(handle, argument)
        self._device.wait()
