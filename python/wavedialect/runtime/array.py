"""Arrays that stay on a device between dispatches."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import LaunchError, public_entry
from .device import Device, open_device

DTYPES = tuple(np.dtype(dtype) for dtype in (np.int32, np.uint32, np.float32))
_NAMES = ", ".join(dtype.name for dtype in DTYPES)


class DeviceArray:
    """A C-contiguous array in a device's memory. ``wd.array`` and ``wd.empty`` make one."""

    def __init__(self, shape: tuple[int, ...], dtype: np.dtype, device: Device) -> None:
        self.shape = shape
        self.dtype = dtype
        self.device = device
        self.handle: Any = device.alloc(self.nbytes)

    @property
    def size(self) -> int:
        """The number of elements."""
        return int(np.prod(self.shape, dtype=np.int64))

    @property
    def nbytes(self) -> int:
        """The number of bytes."""
        return self.size * self.dtype.itemsize

    def __len__(self) -> int:
        return self.shape[0]

    @public_entry
    def numpy(self) -> np.ndarray:
        """A copy in NumPy's memory, after everything launched on the device before."""
        copy = np.empty(self.shape, self.dtype)
        if self.size:
            self.device.download(self.handle, copy)
        return copy

    @public_entry
    def copy_from(self, x: Any) -> DeviceArray:
        """Replaces the contents by those of an array of the same shape and dtype; returns this array."""
        source = x.numpy() if isinstance(x, DeviceArray) else np.asarray(x)
        if source.shape != self.shape or source.dtype != self.dtype:
            raise LaunchError(
                f"copy_from expects shape {self.shape} of {self.dtype}, got shape {source.shape} of {source.dtype}",
                "convert it with `.astype` and `.reshape` first",
            )
        if self.size:
            self.device.upload(self.handle, np.ascontiguousarray(source))
        return self

    def __repr__(self) -> str:
        return f"<array of {self.dtype} with shape {self.shape} on device '{self.device.name}'>"


@public_entry
def array(x: Any, device: str | Device | None = None) -> DeviceArray:
    """A copy of ``x``, an array of int32, uint32 or float32, on a device."""
    source = np.ascontiguousarray(x).reshape(np.shape(x))
    made = DeviceArray(source.shape, _checked_dtype(source.dtype), open_device(device))
    return made.copy_from(source)


@public_entry
def empty(shape: int | tuple[int, ...], dtype: Any, device: str | Device | None = None) -> DeviceArray:
    """An array on a device whose contents are not defined."""
    extent = (shape,) if isinstance(shape, (int, np.integer)) else tuple(shape)
    if any(size < 0 for size in extent):
        raise LaunchError(f"an array cannot have shape {extent}", "use sizes of 0 or more")
    numpy_type = np.dtype(getattr(dtype, "numpy", dtype))
    return DeviceArray(tuple(int(size) for size in extent), _checked_dtype(numpy_type), open_device(device))


def _checked_dtype(dtype: np.dtype) -> np.dtype:
    if dtype == np.bool_:
        raise LaunchError("a NumPy bool takes one byte an element, a kernel's bool four", "pass `x.astype(np.int32)`")
    if dtype not in DTYPES:
        raise LaunchError(f"kernels have no elements of dtype {dtype}", f"convert it to one of {_NAMES}")
    return dtype
