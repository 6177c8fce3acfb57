"""Earlier measurements in the cache, keyed by the kernel's text with its constants, the configuration, the types and
sizes of the arguments, and the device."""

from __future__ import annotations

import contextlib
import functools
import json
import math
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import metadata
from typing import Any

import numpy as np

from .. import extensions
from ..cache.directory import cache_directory
from ..cache.store import Cache, open_cache
from ..errors import InternalError
from ..ir.module import Value
from ..ir.types import BufferType, ImageType
from ..runtime.device import Device
from .subjects import Choice

#: Part of every key. Change it if the measured quantity or the method changes.
_METHOD = "median of interleaved runs 1"
#: The file in the cache directory that a process locks while it measures on a device.
_LOCK = "tuning-{}.lock"


@dataclass(frozen=True)
class Kept:
    """The stored result of a choice."""

    nanoseconds: list[float]
    is_checked: bool
    """A check has found the results correct."""
    is_slow: bool = False
    """Its measurement was stopped early because it was clearly slower than another."""
    reason: str | None = None
    """The reason why it cannot run."""


def identity_of(device: Device) -> str:
    """Returns the device and its driver. A different result means that times may differ."""
    driver_name = getattr(getattr(device, "properties", None), "driver", "")
    return ", ".join(filter(None, [device.description, driver_name]))


def class_of(parameters: Sequence[Value], arguments: Sequence[Any]) -> list[Any]:
    """Returns the types of the arguments and, for arrays, the sizes rounded up to powers of two."""
    kinds: list[Any] = []
    for parameter, argument in zip(parameters, arguments, strict=False):
        if isinstance(parameter.type, ImageType):
            kinds.append(
                [parameter.type.name, *(_power(extent) for extent in np.shape(argument)[: parameter.type.rank])]
            )
        elif isinstance(parameter.type, BufferType) and parameter.type.rank > 1:
            kinds.append([parameter.type.name, *map(_power, np.shape(argument)[: parameter.type.rank])])
        elif isinstance(parameter.type, BufferType):
            # NumPy cannot read arrays in the memory of a GPU, but they have a shape.
            kinds.append([parameter.type.name, _power(math.prod(np.shape(argument)))])
        else:
            kinds.append([parameter.type.name])
    return kinds


def _power(count: int) -> int:
    """Returns the exponent of the smallest power of two that is not less than the count."""
    return max(int(count) - 1, 0).bit_length()


class Keeper:
    """Stores and finds results for one device and one class of arguments."""

    def __init__(self, device: str, sizes: list[Any]) -> None:
        """``device`` is the result of ``identity_of``; ``sizes`` that of ``class_of``."""
        self.device = device
        self._where = [_METHOD, _package(), device, json.dumps(sizes)]
        self._cache = _open()

    def find(self, choice: Choice, has_check: bool) -> Kept | None:
        """Returns the stored result of a choice; None if the choice still has to be checked."""
        kept = self._cache.find(self._key(choice), lambda facts, _: Kept(**facts)) if self._cache else None
        return None if kept and kept.reason is None and has_check and not kept.is_checked else kept

    def keep(self, choice: Choice, kept: Kept) -> None:
        """Stores the result of a choice, replacing any earlier one."""
        if self._cache:
            self._cache.keep(self._key(choice), vars(kept))

    def _key(self, choice: Choice) -> str:
        assert self._cache
        program, setting = choice.program, choice.setting
        optimization = program.optimization
        chosen = [
            setting.wave_size,
            setting.config.wave_size is not None,
            program.unchecked,
            optimization.opt_level,
            optimization.enable,
            optimization.disable,
            [_power(count) for count in choice.groups],
        ]
        return self._cache.key([*self._where, json.dumps(chosen), program.listing.text])


def _open() -> Cache | None:
    try:
        return open_cache(extensions.native(), "tunings")
    except InternalError:
        return None


@functools.cache
def _package() -> str:
    try:
        return metadata.version("wavedialect")
    except metadata.PackageNotFoundError:
        return ""


@contextlib.contextmanager
def alone_on(device: Device) -> Iterator[None]:
    """Waits until no other process of the same user on this computer measures on the device. Two concurrent
    measurements would disturb each other."""
    folder = cache_directory()
    try:
        import fcntl

        # These names are plain: "cpu", "vulkan:0".
        file = None if folder is None else open(os.path.join(folder, _LOCK.format(device.place.replace(":", "-"))), "a")
    except (ImportError, OSError):
        file = None
    if file is None:
        yield
        return
    with file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
