"""The one narrow interface of all devices, and the registry that finds a device by its name."""

from __future__ import annotations

import functools
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import knobs
from ..driver.rooms import device_kinds
from ..errors import DeviceError
from .placement import DEFAULT, LaunchOptions
from .wave_size import DeviceWaveSizes

if TYPE_CHECKING:
    from ..interpreter.interpreter import Report
    from .checks import CheckedRun, CheckSettings
    from .device_limits import DeviceLimits
    from .mesh_arrays import MeshArrays
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

    @property
    def mesh(self) -> MeshArrays | None:
        """What the groups of an amplification kernel launch; None for other kernels."""
        return None


class Device(ABC):
    """A place where kernels run. Work is done in the order in which it is given."""

    name: str
    """How a user names it."""
    description: str
    wave_sizes: DeviceWaveSizes
    limits: DeviceLimits
    survives_fork: bool = True
    """Whether a forked child may go on using it."""
    in_place: bool = False
    """Whether kernels work on NumPy arrays where they are; ``launch`` is then given the arrays themselves, NumPy's and
    the device's."""

    checks: bool = False
    """Whether ``check`` can watch a run."""
    one_size_code: bool = False
    """Whether the compiler makes code for one wave size at a time."""

    @abstractmethod
    def alloc(self, nbytes: int) -> Any:
        """Memory on the device; it is freed with its last reference."""

    @abstractmethod
    def upload(self, handle: Any, data: np.ndarray) -> None:
        """Copies a C-contiguous array to the device."""

    @abstractmethod
    def download(self, handle: Any, data: np.ndarray) -> None:
        """Copies from the device into a C-contiguous array, after everything launched before."""

    def host_memory(self, handle: Any) -> np.ndarray | None:
        """The bytes of memory that the CPU reads and writes where they are, and no launch still does; None elsewhere."""
        return None

    @abstractmethod
    def kernel_wave_sizes(self, program: Program) -> list[int]:
        """The sizes that the kernel can run at, compiled for this kind of device."""

    @abstractmethod
    def load(self, program: Program, wave_size: int, exact: bool, options: LaunchOptions) -> Any:
        """Makes a kernel ready at one wave size. ``exact``: the size was asked for, not the device's choice. Raises
        DeviceError for an option that the device cannot honour."""

    @abstractmethod
    def launch(self, loaded: Any, arguments: Sequence[Any], groups: tuple[int, int, int], timed: bool) -> Launch:
        """Starts a kernel; returns at once where the device works on its own. ``timed``: it can tell its time."""

    def launch_plain(
        self, loaded: Any, arguments: tuple[Any, ...], groups: tuple[int, int, int], timed: bool
    ) -> Launch | None:
        """``launch`` with the arguments of a dispatch as they come, where the device can read them: arrays of the right
        type that lie as they should and do not overlap, and numbers in range. None, before anything has been done, where
        one has to be looked at or copied, or anything is wrong."""
        return None

    def check(
        self,
        program: Program,
        wave_size: int,
        options: LaunchOptions,
        arguments: Sequence[Any],
        groups: tuple[int, int, int],
        settings: CheckSettings,
    ) -> CheckedRun:
        """Runs a kernel once and watches what it does."""
        raise NotImplementedError

    @abstractmethod
    def wait(self) -> None:
        """Returns when everything launched has ended."""

    @abstractmethod
    def close(self) -> None:
        """Gives the device back, and with it what it holds. Using it afterwards is an error; its name opens a new one."""

    @property
    def usable(self) -> bool:
        """False once the device is closed or lost, and what it held is gone."""
        return True

    def require_usable(self) -> None:
        """Raises the DeviceError of any use of a device that is not usable."""

    def refuse(self, options: LaunchOptions, *taken: str) -> None:
        """Raises DeviceError for an option that is asked for and not among those that are taken."""
        for name, asked, default in zip(LaunchOptions._fields, options, DEFAULT, strict=True):
            if asked != default and name not in taken:
                raise DeviceError(
                    f"device '{self.name}' cannot run with {LaunchOptions.shown(name, asked)}",
                    "leave it out, or use device='cpu', which can",
                )

    def __repr__(self) -> str:
        return f"<device '{self.name}': {self.description}>"


@dataclass(frozen=True)
class DeviceInfo:
    """A device that can be opened, and what it has for kernels."""

    name: str
    description: str
    wave_sizes: DeviceWaveSizes
    limits: DeviceLimits

    @staticmethod
    def of(device: Device) -> DeviceInfo:
        """Of a device that is there."""
        return DeviceInfo(device.name, device.description, device.wave_sizes, device.limits)


@dataclass(frozen=True)
class RefusedDevice:
    """A device that cannot be opened, or a kind of them where there is none."""

    name: str
    description: str
    reason: str
    fix: str
    """What to do about it."""


def no_memory(nbytes: int) -> DeviceError:
    """What is said where the CPU's memory cannot hold an array of so many bytes."""
    return DeviceError(f"there is no memory for an array of {nbytes} bytes", "use smaller arrays")


def host_bytes(make: Callable[..., np.ndarray], nbytes: int) -> np.ndarray:
    """So many bytes of the CPU's memory, which ``make`` gives."""
    try:
        return make(nbytes, np.uint8)
    except (MemoryError, ValueError):
        raise no_memory(nbytes) from None


_open: dict[str, Device] = {}


def _forget_devices() -> None:
    """In a forked child: the parent's devices that it cannot use are not its own."""
    for name in [name for name, device in _open.items() if not device.survives_fork]:
        del _open[name]


os.register_at_fork(after_in_child=_forget_devices)


def forget_unusable() -> None:
    """Lets the names of devices that are closed or lost open new ones, and frees what the lost ones still hold."""
    for name, device in list(_open.items()):
        if not device.usable and _open.pop(name, None) is not None:
            device.close()


def devices() -> list[DeviceInfo]:
    """Every device of this machine, under the name that opens it. ``refused_devices`` says why others cannot be opened."""
    return [info for kind in device_kinds().values() for info in kind.devices.device_infos()]


def refused_devices() -> list[RefusedDevice]:
    """What ``devices`` leaves out, and why: the CPU where the compiler is not built, Vulkan where it has no driver, and
    devices that are too old."""
    return [one for kind in device_kinds().values() for one in kind.devices.refused()]


def default_device() -> str:
    """The device of a dispatch that names none: ``WAVEDIALECT_DEVICE``, else the CPU, else, where the native compiler
    is not built, the interpreter."""
    return knobs.default_device() or _usual_device()


@functools.cache
def _usual_device() -> str:
    usual = [kind for kind in device_kinds().values() if kind.is_default]
    return next(kind.name for kind in usual if kind.devices.device_infos())


def open_device(device: str | Device | None = None) -> Device:
    """The device of that name. It is opened once and stays open until it is closed or lost; then the name opens a new
    one. A Device is returned as it is."""
    name = default_device() if device is None else device
    if not isinstance(name, str):
        if isinstance(name, Device):
            return name
        raise DeviceError(f"a device is named by text, not by {type(name).__name__}", "for instance device='cpu'")
    opened = _open.get(name)
    if opened is None or not opened.usable:
        forget_unusable()
        try:
            opened = _find(name)
        except DeviceError as error:
            if device is None and knobs.default_device():
                raise DeviceError(f"{error.message} (WAVEDIALECT_DEVICE={name})", error.fix) from None
            raise
        # Two names of one device must give one device: arrays are compared by it.
        opened = _open.setdefault(opened.name, opened)
        _open[name] = opened
    return opened


def find_open(device: str | Device | None = None) -> Device | None:
    """What ``open_device`` gives, if that is open."""
    name = default_device() if device is None else device
    return _open.get(name) if isinstance(name, str) else name


def _find(name: str) -> Device:
    kind, _, selector = name.partition(":")
    if kind in device_kinds():
        return device_kinds()[kind].devices.open_selected(selector)
    existing = ", ".join(f"'{info.name}'" for info in devices())
    raise DeviceError(f"there is no device '{name}'", f"the devices here are {existing}")


def synchronize(device: str | Device | None = None) -> None:
    """Waits until everything launched on the device has ended; without a device, on all open ones."""
    if device is not None:
        return open_device(device).wait()
    failures = []
    for opened in list(dict.fromkeys(_open.values())):
        try:
            opened.wait()
        except DeviceError as error:
            # The others are waited for as well.
            failures.append(error)
    if failures:
        raise failures[0]
