"""The interface that all devices implement, and the registry that finds a device by its name."""

from __future__ import annotations

import functools
import os
import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import knobs
from ..driver.registry import device_kinds
from ..errors import DeviceError, LaunchError
from ..immutable import immutable
from .placement import DEFAULT, LaunchOptions
from .wave_size import DeviceWaveSizes

if TYPE_CHECKING:
    from ..interpreter.interpreter import Report
    from .checks import CheckedRun, CheckSettings
    from .device_limits import DeviceLimits
    from .mesh_arrays import MeshArrays
    from .program import Program
    from .repeated import Repeated


@immutable
class BufferArgument:
    """A buffer argument of a launch: the device's handle and the length in scalars."""

    handle: Any
    length: int


@immutable
class ConstantBufferArgument:
    """A constant buffer argument of a launch: the device's handle. The kernel knows the length."""

    handle: Any


@immutable
class PushedArgument:
    """A constant buffer argument of a launch that is among the push constants: its bytes."""

    contents: bytes


@immutable
class ImageArgument:
    """An image argument of a launch: the device's handle of memory that holds the texels row by row, layer by layer, and
    the extent; ``layers`` is 0 for an image that is not an array."""

    handle: Any
    width: int
    height: int
    channels: int
    layers: int = 0


Argument = (
    BufferArgument | ConstantBufferArgument | PushedArgument | ImageArgument | np.generic | tuple[np.generic, ...]
)
"""An argument, in parameter order: a buffer, an image, or a scalar or vector of the parameter's type."""


class Launch(ABC):
    """One launch, which may still be running."""

    @abstractmethod
    def elapsed_ns(self) -> float | None:
        """Waits for the launch; returns its time on the device in nanoseconds, None if the device cannot measure it."""

    @property
    def report(self) -> Report | None:
        """The interpreter's counts; None on other devices."""
        return None

    @property
    def mesh(self) -> MeshArrays | None:
        """The mesh groups launched by the groups of an amplification kernel; None for other kernels."""
        return None


class Device(ABC):
    """A device that runs kernels. It executes work in submission order."""

    name: str
    """The name by which users select the device."""
    description: str
    wave_sizes: DeviceWaveSizes
    limits: DeviceLimits
    survives_fork: bool = True
    """Whether a forked child process may continue to use the device."""
    in_place: bool = False
    """Whether kernels access NumPy arrays in place; ``launch`` then receives the NumPy and device arrays themselves."""

    pushes: bool = False
    """Whether a block of push constants is not a buffer: ``launch`` then receives it as a PushedArgument."""

    one_size_code: bool = False
    """Whether compiled code is specific to one wave size."""
    times_every_launch: bool = True
    """Whether a launch is timed unless the dispatch says otherwise; False if that costs much."""

    repeats_launches: bool = False
    """Whether ``launcher`` returns a callable."""

    @abstractmethod
    def alloc(self, nbytes: int) -> Any:
        """Allocates memory on the device; dropping the last reference frees it."""

    @abstractmethod
    def upload(self, handle: Any, data: np.ndarray) -> None:
        """Copies a C-contiguous array to the device."""

    @abstractmethod
    def download(self, handle: Any, data: np.ndarray) -> None:
        """Copies from the device into a C-contiguous array, after everything launched earlier."""

    def interface(self, handle: Any, shape: tuple[int, ...], dtype: np.dtype) -> dict[str, Any] | None:
        """Returns ``__cuda_array_interface__`` of memory that CUDA's libraries can use, else None."""
        return None

    def exchange_kind(self) -> tuple[int, int] | None:
        """Returns DLPack's kind and number of the device if its memory is not the CPU's and libraries can use it."""
        return None

    def exchange(self, handle: Any, shape: tuple[int, ...], dtype: np.dtype, stream: int | None, **options: Any) -> Any:
        """Returns a DLPack capsule of memory, ready for use on ``stream``, if ``exchange_kind`` is not None. ``options``
        are those of the protocol."""
        raise NotImplementedError

    def host_memory(self, handle: Any) -> np.ndarray | None:
        """Returns the bytes of memory that the CPU accesses in place and no launch still uses, else None."""
        return None

    # Parts of memory. These are for handles that are NumPy arrays of bytes; other devices have their own.

    def slice(self, handle: Any, start: int, nbytes: int) -> Any:
        """Returns the handle of a part of the memory, which keeps all of it alive."""
        return handle[start : start + nbytes]

    def overlap(self, handle: Any, other: Any) -> bool:
        """Returns whether two handles of this device have a byte in common."""
        return bool(np.may_share_memory(handle, other))

    def copy(self, source: Any, target: Any) -> None:
        """Copies between two handles of the same size that do not overlap, in order with the launches."""
        target[...] = source

    def accepts(self, handle: Any, texel_bytes: int = 0) -> bool:
        """Returns whether kernels can use memory that begins where this handle does: as a buffer, or as an image whose
        texels have so many bytes."""
        return True

    @abstractmethod
    def kernel_wave_sizes(self, program: Program) -> list[int]:
        """Returns the wave sizes at which the kernel, compiled for this kind of device, can run."""

    @abstractmethod
    def load(self, program: Program, wave_size: int, exact: bool, options: LaunchOptions) -> Any:
        """Prepares a kernel for one wave size. ``exact``: the size was requested, not chosen by the device. Raises
        DeviceError for an option that the device does not support."""

    @abstractmethod
    def launch(self, loaded: Any, arguments: Sequence[Any], groups: tuple[int, int, int], timed: bool) -> Launch:
        """Starts a kernel; returns at once if the device runs asynchronously. ``timed``: the launch can report its
        time."""

    def launch_plain(
        self, loaded: Any, arguments: tuple[Any, ...], groups: tuple[int, int, int], timed: bool
    ) -> Launch | None:
        """``launch`` with the unchecked arguments of a dispatch, if the device can read them: arrays of the right type
        and memory layout that do not overlap, and numbers in range. Returns None, before doing anything, if an argument
        needs a full check or a copy, or anything is wrong."""
        return None

    def launcher(self, dispatch: Callable[..., Any], earlier: Any, repeated: Repeated) -> Any:
        """Returns a callable in the place of the kernel's method ``dispatch``, which repeats the launch ``repeated`` for
        other arguments and groups and passes other calls on to the method. ``earlier``: what this or another device has
        returned before for the kernel, or None; it is also the result if such launches cannot be repeated."""
        return earlier

    def checked_stream(self, stream: Any) -> Any:
        """Returns a stream that the user passed, in the form that ``launch`` and ``launch_plain`` then receive as the
        additional argument ``stream``. Raises LaunchError if it is not a stream of the device."""
        raise LaunchError(f"device '{self.name}' has no streams", "leave out `stream`")

    @abstractmethod
    def wait(self) -> None:
        """Waits until everything launched has ended."""

    @abstractmethod
    def close(self) -> None:
        """Releases the device and all it holds. Using it afterwards is an error; its name opens a new device."""

    @property
    def usable(self) -> bool:
        """False once the device is closed or lost; its contents are then gone."""
        return True

    @property
    def place(self) -> str:
        """A name that two devices of this computer share only if they are one, also in two processes."""
        return self.name

    def require_usable(self) -> None:
        """Raises DeviceError if the device is not usable."""

    def refuse(self, options: LaunchOptions, *taken: str) -> None:
        """Raises DeviceError for an option that is requested but not among those in ``taken``."""
        for name, asked, default in zip(LaunchOptions._fields, options, DEFAULT, strict=True):
            if asked != default and name not in taken:
                raise DeviceError(
                    f"device '{self.name}' cannot run with {LaunchOptions.shown(name, asked)}",
                    "leave it out, or use device='cpu', which can",
                )

    def __repr__(self) -> str:
        return f"<device '{self.name}': {self.description}>"


class CheckingDevice(Device):
    """A device that can run instrumented code for the checker."""

    @abstractmethod
    def check(
        self,
        program: Program,
        wave_size: int,
        options: LaunchOptions,
        arguments: Sequence[Any],
        groups: tuple[int, int, int],
        settings: CheckSettings,
    ) -> CheckedRun:
        """Runs an instrumented kernel once."""


@immutable
class DeviceInfo:
    """A device that can be opened, with its wave sizes and limits."""

    name: str
    description: str
    wave_sizes: DeviceWaveSizes
    limits: DeviceLimits

    @staticmethod
    def of(device: Device) -> DeviceInfo:
        """Describes an open device."""
        return DeviceInfo(device.name, device.description, device.wave_sizes, device.limits)


@immutable
class RefusedDevice:
    """A device that cannot be opened, or a kind of device that this machine does not have."""

    name: str
    description: str
    reason: str
    fix: str
    """How to fix it."""


def no_memory(nbytes: int) -> DeviceError:
    """The error for an array of ``nbytes`` bytes that the CPU's memory cannot hold."""
    return DeviceError(f"there is not enough memory for an array of {nbytes} bytes", "use smaller arrays")


def host_bytes(make: Callable[..., np.ndarray], nbytes: int) -> np.ndarray:
    """Allocates ``nbytes`` bytes of the CPU's memory with ``make``."""
    try:
        return make(nbytes, np.uint8)
    except (MemoryError, ValueError):
        raise no_memory(nbytes) from None


_open: dict[str, Device] = {}


def opened_devices() -> dict[str, Device]:
    """The open devices, by the names that users pass: the same dictionary at each call."""
    return _open


def _forget_devices() -> None:
    """Forgets, in a forked child, the parent's devices that the child cannot use."""
    for name in [name for name, device in _open.items() if not device.survives_fork]:
        del _open[name]


os.register_at_fork(after_in_child=_forget_devices)


def forget_unusable() -> None:
    """Forgets closed and lost devices, so that their names open new ones, and frees what lost devices still hold."""
    for name, device in list(_open.items()):
        if not device.usable and _open.pop(name, None) is not None:
            device.close()


def devices() -> list[DeviceInfo]:
    """Lists every device of this machine, under the name that opens it. ``refused_devices`` lists the others and why
    they cannot be opened."""
    return [info for kind in device_kinds().values() for info in kind.devices.device_infos()]


def refused_devices() -> list[RefusedDevice]:
    """Lists the devices that ``devices`` omits, with the reason: the CPU if the compiler is not built, Vulkan and CUDA if
    they have no driver, and devices that are too old."""
    return [one for kind in device_kinds().values() for one in kind.devices.refused()]


def default_device() -> str:
    """Returns the name of the default device: ``WAVEDIALECT_DEVICE``, else the CPU, or the interpreter if the native
    compiler is not built."""
    return knobs.default_device() or _usual_device()


@functools.cache
def _usual_device() -> str:
    usual = [kind for kind in device_kinds().values() if kind.is_default]
    return next(kind.name for kind in usual if not kind.devices.refused())


def open_device(device: str | Device | None = None) -> Device:
    """Returns the device of that name. A device is opened once and stays open until it is closed or lost; then the name
    opens a new one. A Device is returned unchanged; a device of PyTorch, ``x.device``, has the name that it prints."""
    name = default_device() if device is None else _name_of(device)
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
        # Two names of one device must return the same object: arrays compare their devices by identity.
        opened = _open.setdefault(opened.name, opened)
        _open[name] = opened
    return opened


def find_open(device: str | Device | None = None) -> Device | None:
    """Returns the result of ``open_device`` if that device is already open, else None."""
    name = default_device() if device is None else _name_of(device)
    return _open.get(name) if isinstance(name, str) else name


def _name_of(device: Any) -> Any:
    """The name of a device that is PyTorch's: ``x.device`` of a tensor. Others are returned unchanged."""
    torch = None if device.__class__ is str else sys.modules.get("torch")
    if torch is None or device.__class__ is not getattr(torch, "device", None):
        return device
    if device.type == "cuda" and device.index is None:
        # It stands for PyTorch's current device.
        return f"cuda:{torch.cuda.current_device()}"
    return str(device)


def _find(name: str) -> Device:
    kind_name, colon, selector = name.partition(":")
    kind = device_kinds().get(kind_name)
    if kind is not None and kind.has_selectors and colon and not selector.strip():
        fix = f"name it by its index or a part of its name, '{kind_name}:0'; '{kind_name}' is the first one"
        raise DeviceError(f"'{name}' names no device: nothing follows the colon", fix)
    if kind is not None and (kind.has_selectors or name == kind_name):
        return kind.devices.open_selected(selector)
    existing = ", ".join(f"'{info.name}'" for info in devices())
    gpus = " and ".join(f"'{one.name}'" for one in device_kinds().values() if one.has_selectors)
    fix = f"the devices here are {existing}; the names of GPUs begin with {gpus}"
    if kind is not None:
        fix = f"there is one, '{kind_name}'"
    elif kind_name.lower() in device_kinds():
        fix = f"did you mean '{kind_name.lower()}{colon}{selector}'?"
    raise DeviceError(f"there is no device '{name}'", fix)


def selected(kind: str, title: str, selector: str, found: Sequence[tuple[int, Any]]) -> tuple[int, Any]:
    """The device, with its index, that a selector names by the index or by a part of the name. Raises DeviceError if there
    is none."""
    if re.fullmatch(r"\d+", selector):
        matching = [item for item in found if item[0] == int(selector)]
    else:
        matching = [item for item in found if selector.lower() in item[1].name.lower()]
    if not matching:
        existing = ", ".join(f"'{kind}:{index}' ({properties.name})" for index, properties in found)
        raise DeviceError(f"there is no {title} device '{selector}'", f"the devices here are {existing}")
    return matching[0]


def synchronize(device: str | Device | None = None) -> None:
    """Waits until everything launched on the device, or by default on all open devices, has ended."""
    if device is not None:
        return open_device(device).wait()
    failures = []
    for opened in list(dict.fromkeys(_open.values())):
        try:
            opened.wait()
        except DeviceError as error:
            # Wait for the other devices as well.
            failures.append(error)
    if failures:
        raise failures[0]
