"""The one narrow interface of all devices, and the registry that finds a device by its name."""

from __future__ import annotations

import contextlib
import functools
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import knobs
from ..errors import DeviceError
from .wave_size import DeviceWaveSizes

if TYPE_CHECKING:
    from .interpreter import Report
    from .program import Program


@dataclass(frozen=True)
class BufferArgument:
    """A buffer of a launch: the device's handle and the length in scalars."""

    handle: Any
    length: int


@dataclass(frozen=True)
class ImageArgument:
    """An image of a launch: the device's handle of memory that holds its texels row by row, and its extent."""

    handle: Any
    width: int
    height: int
    channels: int


Argument = BufferArgument | ImageArgument | np.generic | tuple[np.generic, ...]
"""An argument in parameter order: a buffer, an image, or a scalar or vector of the parameter's own type."""


class Launch(ABC):
    """One launch, possibly still running."""

    @abstractmethod
    def elapsed_ns(self) -> float | None:
        """Time on the device in nanoseconds, waiting for the launch; None where the device cannot tell."""

    @property
    def report(self) -> Report | None:
        """What the interpreter counted; None on other devices."""
        return None


class Device(ABC):
    """A place where kernels run. Work is done in the order in which it is given."""

    name: str
    """How a user names it."""
    description: str
    wave_sizes: DeviceWaveSizes

    @abstractmethod
    def alloc(self, nbytes: int) -> Any:
        """Memory on the device; it is freed with its last reference."""

    @abstractmethod
    def upload(self, handle: Any, data: np.ndarray) -> None:
        """Copies a C-contiguous array to the device."""

    @abstractmethod
    def download(self, handle: Any, data: np.ndarray) -> None:
        """Copies from the device into a C-contiguous array, after everything launched before."""

    @abstractmethod
    def kernel_wave_sizes(self, program: Program) -> list[int]:
        """The sizes that the kernel can run at, compiled for this kind of device."""

    @abstractmethod
    def load(self, program: Program, wave_size: int, exact: bool) -> Any:
        """Makes a kernel ready at one wave size. ``exact``: the size was asked for, not the device's choice."""

    @abstractmethod
    def launch(self, loaded: Any, arguments: Sequence[Argument], groups: tuple[int, int, int], timed: bool) -> Launch:
        """Starts a kernel; returns at once where the device works on its own. ``timed``: it can tell its time."""

    @abstractmethod
    def wait(self) -> None:
        """Returns when everything launched has ended."""

    @abstractmethod
    def close(self) -> None:
        """Gives the device back; using it afterwards is an error."""

    def __repr__(self) -> str:
        return f"<device '{self.name}': {self.description}>"


@dataclass(frozen=True)
class DeviceInfo:
    """A device that can be opened."""

    name: str
    description: str
    wave_sizes: DeviceWaveSizes


_open: dict[str, Device] = {}


def devices() -> list[DeviceInfo]:
    """Every device of this machine, under the name that opens it."""
    from .interpreter_device import Interpreter
    from .vulkan import vulkan_devices, wave_sizes_of

    interpreter = Interpreter()
    found = [DeviceInfo(interpreter.name, interpreter.description, interpreter.wave_sizes)]
    # No driver is no device; opening "vulkan" says why.
    with contextlib.suppress(DeviceError):
        found += [
            DeviceInfo(f"vulkan:{index}", properties.name, wave_sizes_of(properties))
            for index, properties in enumerate(vulkan_devices())
            if not properties.refusal
        ]
    return found


def default_device() -> str:
    """The device of a dispatch that names none: ``WAVEDIALECT_DEVICE``, else Vulkan where there is one, else the
    interpreter."""
    return knobs.default_device() or _best_device()


@functools.cache
def _best_device() -> str:
    return "vulkan" if any(info.name.startswith("vulkan") for info in devices()) else "interpreter"


def open_device(device: str | Device | None = None) -> Device:
    """The device of that name; it is opened once and stays open. A Device is returned as it is."""
    if isinstance(device, Device):
        return device
    name = default_device() if device is None else device
    if not isinstance(name, str):
        raise DeviceError(
            f"a device is named by text, not by {type(name).__name__}", "for instance device='interpreter'"
        )
    opened = _open.get(name)
    if opened is None:
        opened = _find(name)
        # Two names of one device must give one device: arrays are compared by it.
        opened = _open.setdefault(opened.name, opened)
        _open[name] = opened
    return opened


def _find(name: str) -> Device:
    from .interpreter_device import Interpreter
    from .vulkan import VulkanDevice, find_vulkan_device

    if name == "interpreter":
        return Interpreter()
    kind, _, selector = name.partition(":")
    if kind == "vulkan":
        index, _ = find_vulkan_device(selector)
        return _open.get(f"vulkan:{index}") or VulkanDevice(index)
    existing = ", ".join(f"'{info.name}'" for info in devices())
    if name == "cpu":
        raise DeviceError("device 'cpu' is not part of this build", f"the devices here are {existing}")
    raise DeviceError(f"there is no device '{name}'", f"the devices here are {existing}")


def synchronize(device: str | Device | None = None) -> None:
    """Waits until everything launched on the device has ended; without a device, on all open ones."""
    for opened in [open_device(device)] if device is not None else list(dict.fromkeys(_open.values())):
        opened.wait()
