"""The constants of a launch in one block: push constants on Vulkan, the last parameter of a kernel on CUDA."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..errors import InternalError
from ..interpreter.elements import REGISTER_TYPES
from .device import Argument, BufferArgument, ConstantBufferArgument, ImageArgument, PushedArgument

# Types smaller than four bytes are widened to four bytes in the constants.
_WIDENED = {
    "bool": np.dtype(np.uint32),
    "i16": np.dtype(np.int32),
    "u16": np.dtype(np.uint32),
    "f16": np.dtype(np.float32),
}


class LaunchConstants:
    """The layout in the manifest: the block of a shader, scalars and vectors in argument order, followed by the lengths of
    buffers, by the number of groups if a launched group runs several of them, and on CUDA by the extents of images and by
    zeros in the place of tensor maps, which the native module makes."""

    def __init__(self, manifest: dict[str, Any]) -> None:
        self._values: list[tuple[str, int, np.dtype | None]] = []
        """The name, component count and widened type of each value."""
        self._lengths: list[str] = []
        self._extents: list[tuple[str, int]] = []
        self.group_count = -1
        """The place of the number of groups in x, y and z, in bytes; -1 if the kernel does not read it."""
        block = manifest["constants"].get("block")
        self._block_bytes = block["bytes"] if block else 0
        layout, end = "<", self._block_bytes
        for field in manifest["constants"]["fields"]:
            layout += f"{field['offset'] - end}x"
            name, element, components = field["name"], field["element"], field["components"]
            if field["role"] == "length":
                size = 4
                layout += "I"
                self._lengths.append(name)
            elif field["role"] == "group_count":
                size = 4 * components
                layout += f"{components}I"
                self.group_count = field["offset"]
            elif field["role"] == "extent":
                size = 4 * components
                layout += f"{components}I"
                self._extents.append((name, components))
            else:
                widened = _WIDENED.get(element)
                size = (widened or REGISTER_TYPES[element]).itemsize * components
                layout += f"{size}s"
                self._values.append((name, components, widened))
            end = field["offset"] + size
        self._struct = struct.Struct(f"{layout}{max(0, manifest['constants']['bytes'] - end)}x")

    def pack(self, arguments: Sequence[Argument], groups: tuple[int, int, int]) -> bytes:
        """The constants of a launch of ``groups`` groups of the program, as bytes."""
        lengths, values, images, block = [], [], [], b""
        for argument in arguments:
            kind = argument.__class__
            if kind is PushedArgument:
                block = argument.contents
            elif kind is BufferArgument:
                lengths.append(argument.length)
            elif kind is ImageArgument:
                images.append((argument.width, argument.height, argument.layers))
            elif kind is not ConstantBufferArgument:
                values.append(argument)
        if len(lengths) < len(self._lengths):
            self._refuse(self._lengths[len(lengths)])
        del lengths[len(self._lengths) :]
        if len(images) < len(self._extents):
            self._refuse(self._extents[len(images)][0])
        numbers = [*lengths, *(groups if self.group_count >= 0 else ())]
        numbers += [size for (_, count), image in zip(self._extents, images, strict=False) for size in image[:count]]
        if not self._values:
            return block + self._struct.pack(*numbers)
        if len(values) < len(self._values):
            self._refuse(self._values[len(values)][0])
        packed = []
        for (name, components, widened), value in zip(self._values, values, strict=False):
            parts = value if isinstance(value, tuple) else (value,)
            if len(parts) != components:
                self._refuse(name)
            packed.append(b"".join([(part if widened is None else widened.type(part)).tobytes() for part in parts]))
        return block + self._struct.pack(*packed, *numbers)

    @staticmethod
    def _refuse(name: str) -> None:
        raise InternalError(f"the manifest's constant '{name}' belongs to no argument")


def pack_constants(
    manifest: dict[str, Any], arguments: Sequence[Argument], groups: tuple[int, int, int] = (1, 1, 1)
) -> bytes:
    """The result of ``LaunchConstants.pack``."""
    return LaunchConstants(manifest).pack(arguments, groups)
