"""What was measured before, in the cache: by the kernel's text with its constants, the choice, what it ran on, and where."""

from __future__ import annotations

import contextlib
import functools
import json
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

#: Part of every key: changes with what is measured, and how.
_METHOD = "median of interleaved runs 1"
#: The folder's file that a process holds while it measures on a device.
_LOCK = "tuning-{}.lock"


@dataclass(frozen=True)
class Kept:
    """What is known of a choice."""

    nanoseconds: list[float]
    is_checked: bool
    """A check has found its results right."""
    is_slow: bool = False
    """It was given up, for it was clearly slower than another."""
    reason: str | None = None
    """Why it cannot run."""


def identity_of(device: Device) -> str:
    """The device and its driver: what another one is called that may be faster or slower."""
    driver_name = getattr(getattr(device, "properties", None), "driver", "")
    return ", ".join(filter(None, [device.description, driver_name]))


def class_of(parameters: Sequence[Value], arguments: Sequence[Any]) -> list[Any]:
    """The types of the arguments, and how large arrays are: up to which power of two."""
    kinds: list[Any] = []
    for parameter, argument in zip(parameters, arguments, strict=False):
        if isinstance(parameter.type, ImageType):
            kinds.append([parameter.type.name, *(_power(extent) for extent in np.shape(argument)[:2])])
        elif isinstance(parameter.type, BufferType):
            size = getattr(argument, "size", None)
            # A tensor's is a function.
            kinds.append([parameter.type.name, _power(size if isinstance(size, int) else np.asarray(argument).size)])
        else:
            kinds.append([parameter.type.name])
    return kinds


def _power(count: int) -> int:
    """The exponent of the least power of two that is not below it."""
    return max(int(count) - 1, 0).bit_length()


class Keeper:
    """Results of one device for arguments of one class."""

    def __init__(self, device: str, sizes: list[Any]) -> None:
        """``device``: what ``identity_of`` gives; ``sizes``: what ``class_of`` gives."""
        self.device = device
        self._where = [_METHOD, _package(), device, json.dumps(sizes)]
        self._cache = _open()

    def find(self, choice: Choice, has_check: bool) -> Kept | None:
        """What is kept of a choice; nothing where it has still to be checked."""
        kept = self._cache.find(self._key(choice), lambda facts, _: Kept(**facts)) if self._cache else None
        return None if kept and kept.reason is None and has_check and not kept.is_checked else kept

    def keep(self, choice: Choice, kept: Kept) -> None:
        """Keeps it, in place of what was known before."""
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
    """Waits until no other process of this machine and user measures on the device: two at once would measure each
    other."""
    folder = cache_directory()
    try:
        import fcntl

        # Names of devices are plain: "cpu", "vulkan:0".
        file = None if folder is None else (folder / _LOCK.format(device.name.replace(":", "-"))).open("a")
    except (ImportError, OSError):
        file = None
    if file is None:
        yield
        return
    with file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
