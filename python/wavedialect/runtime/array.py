"""Arrays that stay on a device between dispatches."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..errors import DeviceError, LaunchError, public_entry
from ..ir.bfloat16 import ARRAY_NAME, GREATEST, is_array_type, is_scalar
from ..ir.types import DTYPES as _LANGUAGE_DTYPES
from ..ir.types import DType, VectorType, i8, u8
from ..numbers import is_integer
from .device import BufferArgument, Device, no_memory, open_device
from .device_memory import imported
from .foreign_arrays import as_numpy, dtype_of, is_foreign
from .passed_arrays import PassedArray

DTYPES = tuple(dtype.numpy for dtype in (*_LANGUAGE_DTYPES.values(), i8, u8) if not dtype.is_bf16)
_NAMES = ", ".join([*(dtype.name for dtype in DTYPES), ARRAY_NAME])
#: The bytes of a fill that come from the host.
_FILLED_BYTES = 1 << 16
_NO_MEMORY = np.zeros((), np.uint8)


class _NotOnHost(DeviceError, BufferError):
    """The array is in memory that no other library can access; DLPack requires a BufferError."""


class DeviceArray:
    """A C-contiguous array in a device's memory, made by ``wd.array``, ``wd.empty`` or ``wd.zeros``, or a view of rows
    of such an array: ``x[2]``, ``x[4:8]``, ``x.reshape(4, -1)``. Views share the memory and keep it alive.

    In the CPU's memory, other libraries can view the array without a copy, through ``__array_interface__`` and DLPack:
    ``np.asarray(x)``, ``torch.from_dlpack(x)``; in the memory of a CUDA device through ``__cuda_array_interface__`` and
    DLPack: ``cupy.asarray(x)``. Such a view keeps the memory alive.
    """

    __slots__ = ("__weakref__", "_words", "device", "dtype", "handle", "nbytes", "shape", "size", "whole")

    def __init__(self, shape: tuple[int, ...], dtype: np.dtype, device: Device, handle: Any = None) -> None:
        self.shape = shape
        self.dtype = dtype
        self.device = device
        #: The number of elements.
        self.size = math.prod(shape)
        #: The number of bytes.
        self.nbytes = self.size * dtype.itemsize
        self.handle: Any = device.alloc(self.nbytes) if handle is None else handle
        #: The launch argument for the whole array; None if kernels can only use a copy of it.
        self.whole = BufferArgument(self.handle, self.size) if device.accepts(self.handle) else None
        self._words: DeviceArray | None = None

    def viewed(self, dtype: np.dtype) -> DeviceArray:
        """Returns the memory of an array of structs as an array of words of a type, or the reverse; the same object each
        time, because arguments are compared by identity. Words of the size of the elements have the array's shape."""
        if self._words is None or self._words.dtype != dtype:
            shape = self.shape if dtype.itemsize == self.dtype.itemsize else (self.nbytes // dtype.itemsize,)
            self._words = DeviceArray(shape, dtype, self.device, self.handle)
        return self._words

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("len() of an array without dimensions")
        return self.shape[0]

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    # Views.

    @public_entry
    def reshape(self, *shape: int | Sequence[int]) -> DeviceArray:
        """Returns a view with another shape, ``x.reshape(4, -1)`` or ``x.reshape((4, -1))``; -1 is computed."""
        asked = shape[0] if len(shape) == 1 and not is_integer(shape[0]) else shape
        try:
            # NumPy computes and checks the shape; this array has no memory.
            extent = np.broadcast_to(_NO_MEMORY, self.shape).reshape(asked).shape  # type: ignore[arg-type]
        except (TypeError, ValueError):
            fix = f"a view has as many elements as the array: {self.size}"
            raise LaunchError(f"an array of shape {self.shape} has no view of shape {asked}", fix) from None
        return DeviceArray(extent, self.dtype, self.device, self.handle)

    @public_entry
    def __getitem__(self, key: Any) -> DeviceArray:
        """Returns a view of one row or of consecutive rows: ``x[2]``, ``x[4:8]``, ``x[2, 4:8]``."""
        start, shape = 0, list(self.shape)
        keys = key if isinstance(key, tuple) else (key,)
        for place, one in enumerate(keys):
            is_range = isinstance(one, slice) and place == len(keys) - 1 and one.step in (None, 1)
            if not (is_range or is_integer(one)) or len(keys) > self.ndim:
                fix = f"index rows, `x[2]`, or consecutive rows, `x[4:8]`; or change a copy: `wd.array(x.numpy()[{_shown(key)}], x.device)`"
                raise LaunchError(f"`[{_shown(key)}]` of an array of shape {self.shape} is no view of whole rows", fix)
            length, row = shape[0], math.prod(shape[1:])
            if is_range:
                first, last, _ = one.indices(length)
                shape[0] = max(last - first, 0)
            else:
                first = int(one) + (length if one < 0 else 0)
                if not 0 <= first < length:
                    # Iteration ends at this error.
                    raise IndexError(f"index {one} of an axis of {length} elements, axis {place}")
                del shape[0]
            start += first * row
        extent = tuple(shape)
        itemsize = self.dtype.itemsize
        part = self.device.slice(self.handle, start * itemsize, math.prod(extent) * itemsize)
        return DeviceArray(extent, self.dtype, self.device, part)

    @public_entry
    def __setitem__(self, key: Any, value: Any) -> None:
        """Replaces the contents of a view: ``x[4:8] = 0``, ``x[4:8] = rows``."""
        part = self[key]
        if isinstance(value, (int, float, np.generic)):
            part.fill(value)
        else:
            part.copy_from(value)

    # Without this, `in` would compare rows.
    __contains__ = None

    @public_entry
    def fill(self, value: Any) -> DeviceArray:
        """Sets all elements to a number; returns this array."""
        element = _element(self.dtype, value)
        if not self.size:
            return self
        # The device doubles what the host has sent.
        done = min(self.size, _FILLED_BYTES // self.dtype.itemsize)
        flat = self.reshape(-1)
        self.device.upload(flat[:done].handle, _plain(np.full(done, element, self.dtype)))
        while done < self.size:
            count = min(done, self.size - done)
            self.device.copy(flat[:count].handle, flat[done : done + count].handle)
            done += count
        return self

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        """The array's location in the memory of a CUDA device. An array elsewhere does not have this attribute."""
        interface = self.device.interface(self.handle, self.shape, self.dtype)
        if interface is None:
            raise AttributeError(f"an array on device '{self.device.name}' is not in the memory of a CUDA device")
        return interface

    @property
    def __array_interface__(self) -> dict[str, Any]:
        """The array's location in the CPU's memory. An array elsewhere does not have this attribute, nor an array of
        structs whose layout the protocol cannot describe: NumPy then calls ``__array__``."""
        view = self._view()
        if view is None:
            raise AttributeError(f"an array on device '{self.device.name}' is not in the CPU's memory")
        interface = view.__array_interface__
        # The protocol gives the bytes between two fields a name, and fields out of order none.
        if self.dtype.names and np.dtype(interface["descr"]) != self.dtype:
            raise AttributeError(f"the protocol cannot describe {self.dtype}")
        return interface

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        """Implements ``np.asarray(x)``: a view if the array is in the CPU's memory, else a copy."""
        view = self._view()
        if view is not None:
            return view.astype(dtype or self.dtype, copy=bool(copy))
        if copy is False:
            raise ValueError("an array on a device cannot be seen by NumPy without a copy")
        return self.numpy().astype(dtype or self.dtype, copy=False)

    def __dlpack_device__(self) -> tuple[int, int]:
        """Returns the device's DLPack kind and number. Raises DeviceError for memory that other libraries cannot use."""
        return self.device.exchange_kind() or self._shared().__dlpack_device__()

    def __dlpack__(self, *, stream: int | None = None, **options: Any) -> Any:
        """Returns a DLPack capsule of the array itself, ready for use on ``stream``. ``options`` are those of the
        protocol. Raises DeviceError for memory that other libraries cannot use."""
        if self.device.exchange_kind() is not None:
            return self.device.exchange(self.handle, self.shape, self.dtype, stream, **options)
        if stream is not None:
            options["stream"] = stream
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
            self.device.download(self.handle, _plain(copy))
        return copy

    @public_entry
    def copy_from(self, x: Any) -> DeviceArray:
        """Replaces the contents with those of an array of the same shape and dtype; returns this array."""
        source = _device_source(x)
        if source is None:
            source = _source(x)
        if source.shape != self.shape or source.dtype != self.dtype:
            raise LaunchError(
                f"copy_from expects shape {self.shape} of {self.dtype}, got shape {source.shape} of {source.dtype}",
                "convert it with `.astype` and `.reshape` first",
            )
        if isinstance(source, DeviceArray):
            if source.device is self.device and not self.device.overlap(source.handle, self.handle):
                self.device.copy(source.handle, self.handle)
                return self
            source = source.numpy()
        if self.size:
            try:
                source = np.ascontiguousarray(source)
            except MemoryError:
                raise no_memory(self.nbytes) from None
            self.device.upload(self.handle, _plain(source))
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        # A copy, on the device of the same name.
        return array, (self.numpy(), self.device.name)

    def __repr__(self) -> str:
        return f"<array of {self.dtype} with shape {self.shape} on device '{self.device.name}'>"


@public_entry
def array(x: Any, device: str | Device | None = None) -> DeviceArray:
    """Copies ``x``, an array of 16-bit to 64-bit integers or floats, to a device. ``x`` may belong to another library,
    such as a PyTorch tensor in the CPU's memory."""
    on_device = _device_source(x)
    if on_device is not None:
        return DeviceArray(on_device.shape, on_device.dtype, open_device(device)).copy_from(on_device)
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
        numpy_type = np.dtype("" if dtype is None else dtype.array if isinstance(dtype, DType) else dtype_of(dtype))
    except (TypeError, ValueError):
        raise LaunchError(f"kernels have no elements of dtype {dtype!r}", f"use one of {_NAMES}") from None
    return DeviceArray(tuple(int(size) for size in extent), _checked_dtype(numpy_type), open_device(device))


@public_entry
def zeros(shape: int | tuple[int, ...], dtype: Any, device: str | Device | None = None) -> DeviceArray:
    """Makes an array of zeros on a device, as ``empty`` does."""
    return empty(shape, dtype, device).fill(0)


def _device_source(x: Any) -> DeviceArray | None:
    """Returns a device array, or one that shares the memory of another library's array; None for other values."""
    if isinstance(x, DeviceArray):
        return x
    found = imported(PassedArray("x", x, subject="the value")) if is_foreign(x) else None
    if found is not None:
        _checked_dtype(found.dtype)
    return found


def _source(x: Any) -> np.ndarray:
    """Returns the NumPy array of anything that has elements."""
    return as_numpy(PassedArray("x", x, subject="the value")) if is_foreign(x) else np.asarray(x)


def _element(dtype: np.dtype, value: Any) -> np.generic:
    """Returns a number as an element; it must be in range."""
    if dtype.names:
        if not (is_integer(value) and value == 0) and not (isinstance(value, np.void) and value.dtype == dtype):
            raise LaunchError(f"{value!r} is not an element of an array of structs", "pass an element, or 0 for zeros")
        return np.zeros((), dtype)[()] if is_integer(value) else value
    if dtype == np.bool_:
        fits = isinstance(value, (bool, np.bool_)) or is_integer(value) and value in (0, 1)
    elif dtype.kind == "f" or is_array_type(dtype):
        greatest = GREATEST if is_array_type(dtype) else float(np.finfo(dtype).max)
        value = float(value) if is_scalar(value) else value
        is_number = is_integer(value) or isinstance(value, (float, np.floating))
        fits = is_number and (abs(value) <= greatest or not math.isfinite(value))
    else:
        fits = is_integer(value) and np.iinfo(dtype).min <= value <= np.iinfo(dtype).max
    if not fits:
        raise LaunchError(f"{value!r} is not an element of an array of {dtype}", "pass a number in range")
    return np.asarray(value).astype(dtype)[()]


def _plain(array: np.ndarray) -> np.ndarray:
    """Returns an array of bf16 as its words: it has no buffer protocol."""
    return array.view(np.uint16) if is_array_type(array.dtype) else array


def _shown(key: Any) -> str:
    """Returns an index as the user writes it."""
    if isinstance(key, tuple):
        return ", ".join(map(_shown, key))
    if not isinstance(key, slice):
        return "..." if key is Ellipsis else repr(key)
    parts = [key.start, key.stop] if key.step is None else [key.start, key.stop, key.step]
    return ":".join("" if part is None else repr(part) for part in parts)


def _checked_dtype(dtype: np.dtype) -> np.dtype:
    if dtype.names and all(_checked_dtype(dtype.fields[name][0].base) for name in dtype.names):
        return dtype
    if dtype not in DTYPES and not is_array_type(dtype):
        raise LaunchError(f"kernels have no elements of dtype {dtype}", f"convert it to one of {_NAMES}")
    return dtype
