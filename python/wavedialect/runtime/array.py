"""Arrays that stay on a device between dispatches."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..errors import DeviceError, LaunchError, public_entry
from ..ir.types import DTYPES as _LANGUAGE_DTYPES
from ..ir.types import VectorType
from ..numbers import is_integer
from .device import BufferArgument, Device, no_memory, open_device
from .foreign_arrays import as_numpy, is_foreign
from .passed_arrays import PassedArray

DTYPES = tuple(dtype.numpy for dtype in _LANGUAGE_DTYPES.values() if not dtype.is_bool)
_NAMES = ", ".join(dtype.name for dtype in DTYPES)


class _NotOnHost(DeviceError, BufferError):
    """The array is in memory that no other library can access; DLPack requires a BufferError."""


class DeviceArray:
    """A C-contiguous array in a device's memory, made by ``wd.array`` or ``wd.empty``.

    If that is the CPU's memory, other libraries can view the array without a copy, through ``__array_interface__`` and
    DLPack: ``np.asarray(x)``, ``torch.from_dlpack(x)``. Such a view keeps the memory alive.
    """

    __slots__ = ("__weakref__", "_words", "device", "dtype", "handle", "nbytes", "shape", "size", "whole")

    def __init__(self, shape: tuple[int, ...], dtype: np.dtype, device: Device) -> None:
        self.shape = shape
        self.dtype = dtype
        self.device = device
        #: The number of elements.
        self.size = math.prod(shape)
        #: The number of bytes.
        self.nbytes = self.size * dtype.itemsize
        self.handle: Any = device.alloc(self.nbytes)
        #: The launch argument for the whole array.
        self.whole = BufferArgument(self.handle, self.size)
        self._words: DeviceArray | None = None

    def viewed(self, dtype: np.dtype) -> DeviceArray:
        """Returns the memory of an array of structs as an array of words of a type; the same object each time, because
        arguments are compared by identity."""
        if self._words is None or self._words.dtype != dtype:
            words = object.__new__(DeviceArray)
            words.device, words.handle, words.dtype, words.nbytes = self.device, self.handle, dtype, self.nbytes
            words.size = self.nbytes // dtype.itemsize
            words.shape = (words.size,)
            words.whole = BufferArgument(self.handle, words.size)
            words._words = None
            self._words = words
        return self._words

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("len() of an array without dimensions")
        return self.shape[0]

    @property
    def __array_interface__(self) -> dict[str, Any]:
        """The array's location in the CPU's memory; an array elsewhere does not have this attribute."""
        view = self._view()
        if view is None:
            raise AttributeError(f"an array on device '{self.device.name}' is not in the CPU's memory")
        return view.__array_interface__

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        """Implements ``np.asarray(x)``: a view if the array is in the CPU's memory, else a copy."""
        view = self._view()
        if view is not None:
            return view.astype(dtype or self.dtype, copy=bool(copy))
        if copy is False:
            raise ValueError("an array on a device cannot be seen by NumPy without a copy")
        return self.numpy().astype(dtype or self.dtype, copy=False)

    def __dlpack_device__(self) -> tuple[int, int]:
        """Returns the device's DLPack kind and number. Raises DeviceError for memory that is not the CPU's."""
        return self._shared().__dlpack_device__()

    def __dlpack__(self, **options: Any) -> Any:
        """Returns a DLPack capsule of the array itself. ``options`` are those of the protocol, handled by NumPy. Raises
        DeviceError for memory that is not the CPU's."""
        return self._shared().__dlpack__(**options)

    def _view(self) -> np.ndarray | None:
        """Returns a NumPy view of the array, without a copy; None if it is not in the CPU's memory."""
        memory = self.device.host_memory(self.handle)
        return None if memory is None else memory.view(self.dtype).reshape(self.shape)

    def _shared(self) -> np.ndarray:
        view = self._view()
        if view is None:
            message = f"an array on device '{self.device.name}' is not in the CPU's memory, where others could see it"
            raise _NotOnHost(message, "change a copy, `x.numpy()`, and copy it back: `x.copy_from(copy)`")
        return view

    @public_entry
    def numpy(self) -> np.ndarray:
        """Returns a copy as a NumPy array, made after everything launched earlier on the device."""
        try:
            copy = np.empty(self.shape, self.dtype)
        except MemoryError:
            raise no_memory(self.nbytes) from None
        if self.size:
            self.device.download(self.handle, copy)
        return copy

    @public_entry
    def copy_from(self, x: Any) -> DeviceArray:
        """Replaces the contents with those of an array of the same shape and dtype; returns this array."""
        source = _source(x)
        if source.shape != self.shape or source.dtype != self.dtype:
            raise LaunchError(
                f"copy_from expects shape {self.shape} of {self.dtype}, got shape {source.shape} of {source.dtype}",
                "convert it with `.astype` and `.reshape` first",
            )
        if self.size:
            try:
                source = np.ascontiguousarray(source)
            except MemoryError:
                raise no_memory(self.nbytes) from None
            self.device.upload(self.handle, source)
        return self

    def __repr__(self) -> str:
        return f"<array of {self.dtype} with shape {self.shape} on device '{self.device.name}'>"


@public_entry
def array(x: Any, device: str | Device | None = None) -> DeviceArray:
    """Copies ``x``, an array of 16-bit to 64-bit integers or floats, to a device. ``x`` may belong to another library,
    such as a PyTorch tensor in the CPU's memory."""
    try:
        source = np.asarray(_source(x), order="C")
    except ValueError as error:
        raise LaunchError(f"an array cannot be made of this: {error}", "give every row the same length") from None
    except MemoryError:
        raise DeviceError("there is not enough memory for a copy of the array", "use smaller arrays") from None
    made = DeviceArray(source.shape, _checked_dtype(source.dtype), open_device(device))
    return made.copy_from(source)


@public_entry
def empty(shape: int | tuple[int, ...], dtype: Any, device: str | Device | None = None) -> DeviceArray:
    """Makes an array with undefined contents on a device. A vector type, such as ``float3``, adds its components as the
    last axis."""
    extent = tuple(shape) if isinstance(shape, (tuple, list, np.ndarray)) else (shape,)
    if not all(is_integer(size) and size >= 0 for size in extent):
        raise LaunchError(f"an array cannot have shape {extent}", "use integers of 0 or more")
    if isinstance(dtype, VectorType):
        extent, dtype = (*extent, dtype.size), dtype.element
    try:
        # NumPy reads None as float64.
        numpy_type = np.dtype("" if dtype is None else getattr(dtype, "numpy", dtype))
    except (TypeError, ValueError):
        raise LaunchError(f"kernels have no elements of dtype {dtype!r}", f"use one of {_NAMES}") from None
    return DeviceArray(tuple(int(size) for size in extent), _checked_dtype(numpy_type), open_device(device))


def _source(x: Any) -> np.ndarray:
    """Returns the NumPy array of anything that has elements."""
    if isinstance(x, DeviceArray):
        return x.numpy()
    return as_numpy(PassedArray("x", x, subject="the value")) if is_foreign(x) else np.asarray(x)


def _checked_dtype(dtype: np.dtype) -> np.dtype:
    if dtype == np.bool_:
        raise LaunchError("a NumPy bool takes one byte an element, a kernel's bool four", "pass `x.astype(np.int32)`")
    if dtype.names is not None and all(_checked_dtype(dtype.fields[name][0].base) for name in dtype.names):
        return dtype
    if dtype not in DTYPES:
        raise LaunchError(f"kernels have no elements of dtype {dtype}", f"convert it to one of {_NAMES}")
    return dtype
