"""Arrays of other libraries in the memory of a GPU, which kernels use without a copy: those with
``__cuda_array_interface__`` or DLPack."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ...errors import LaunchError
from ...ir.bfloat16 import installed_type
from ...runtime.array import DeviceArray
from ...runtime.device import find_open, open_device
from ...runtime.device_memory import FINDERS
from ...runtime.foreign_arrays import check_tensor, dtype_of, unreadable
from ...runtime.passed_arrays import PassedArray, is_tensor
from . import DEVICES
from .driver import core, has_driver, native

_KINDS = {0: "i", 1: "u", 2: "f", 6: "b"}
"""NumPy's kinds of the type codes of DLPack."""
_BFLOAT_CODE = 4


class _Found(NamedTuple):
    """The memory of an array."""

    address: int
    shape: tuple[int, ...]
    dtype: np.dtype
    device: int
    owner: Any
    """Keeps the memory."""
    stream: int = 0
    """The stream on which the library uses the memory."""
    must_wait: bool = False
    """Whether other streams must wait for that one."""


def imported(passed: PassedArray, expected: str) -> DeviceArray | None:
    """Returns an array of a CUDA device that shares the memory of another library's array; None without a driver, which
    can have no such array. Raises LaunchError for an array that a kernel cannot use in place."""
    if not has_driver():
        return None
    core()
    found = _found(passed, expected)
    if passed.written and _is_read_only(passed.value):
        raise passed.read_only()
    if found.address % found.dtype.itemsize:
        raise LaunchError(f"{passed} is not aligned to its elements", passed.copied())
    device = open_device(f"{DEVICES.name}:{found.device}")
    nbytes = math.prod(found.shape) * found.dtype.itemsize
    module = native()
    stream = module.Stream(found.stream)
    memory = module.Memory.foreign(found.address, nbytes, found.device, found.owner, stream, found.must_wait)
    array = DeviceArray(found.shape, found.dtype, device, memory)
    FINDERS.setdefault(type(passed.value), _device_of)
    return array


def keeps(memory: Any) -> bool:
    """Whether a launch must keep foreign memory until its end: libraries that use no stream of the launch may otherwise
    reuse it."""
    return memory.is_foreign and isinstance(memory.owner, _Kept)


class _Kept:
    """The owner of memory that its library may reuse at any time after it is dropped."""

    def __init__(self, owner: Any) -> None:
        self.owner = owner


def _device_of(argument: Any) -> Any:
    """The open device of an array, if that is quickly known."""
    number = native().array_device(argument)
    return None if number < 0 else find_open(f"{DEVICES.name}:{number}")


def _found(passed: PassedArray, expected: str) -> _Found:
    if is_tensor(passed.value):
        return _tensor(passed, expected)
    if hasattr(passed.value, "__cuda_array_interface__"):
        return _interface(passed, expected)
    return _exchanged(passed, expected)


def _tensor(passed: PassedArray, expected: str) -> _Found:
    tensor = passed.value
    check_tensor(passed)
    try:
        dtype = dtype_of(tensor.dtype)
    except TypeError as error:
        raise unreadable(passed, expected, error) from None
    if not tensor.is_contiguous():
        raise LaunchError(f"{passed} is not contiguous", passed.contiguous())
    try:
        address = tensor.data_ptr()
    except RuntimeError:
        # A tensor of `torch.func.vmap`.
        address = 0
    if not address and tensor.numel():
        raise LaunchError(f"{passed} has no memory", "call the kernel with real tensors, outside of `vmap` and tracing")
    index = tensor.device.index
    stream = sys.modules["torch"]._C._cuda_getCurrentRawStream(index)
    return _Found(address, tuple(tensor.shape), dtype, index, tensor, stream)


def _interface(passed: PassedArray, expected: str) -> _Found:
    value = passed.value
    if hasattr(value, "block_until_ready"):
        # JAX computes arrays on streams of its own.
        value.block_until_ready()
    try:
        interface = value.__cuda_array_interface__
        shape = tuple(interface["shape"])
        dtype = np.dtype(interface["typestr"])
        address = int(interface["data"][0] or 0)
    except Exception as error:  # noqa: BLE001, the other library may raise anything
        raise unreadable(passed, expected, error) from None
    if interface.get("mask") is not None:
        raise LaunchError(f"{passed} has a mask, which kernels do not read", "pass the array without its mask")
    strides = interface.get("strides")
    if strides is not None and not _is_contiguous(shape, strides, dtype.itemsize):
        raise LaunchError(f"{passed} is not contiguous", passed.contiguous())
    device = _number(value, address)
    stream = interface.get("stream")
    if stream is None:
        return _Found(address, shape, dtype, device, _Kept(value))
    return _Found(address, shape, dtype, device, value, int(stream), True)


def _exchanged(passed: PassedArray, expected: str) -> _Found:
    value = passed.value
    try:
        # The producer makes the default stream wait for the array.
        found = native().read_exchanged(value.__dlpack__(stream=1))
    except Exception as error:  # noqa: BLE001, as above
        raise unreadable(passed, expected, error) from None
    address, shape, strides, code, bits, _, device, owner = found
    kind = _KINDS.get(code)
    if code == _BFLOAT_CODE and bits == 16:
        dtype = installed_type()
    elif kind is None or bits not in (8, 16, 32, 64) or (kind == "f" and bits == 8):
        dtype = None
    else:
        dtype = np.dtype(f"{kind}{bits // 8}")
    if dtype is None:
        error = TypeError(f"NumPy has no type of DLPack's code {code} with {bits} bits")
        raise unreadable(passed, expected, error)
    if not _is_contiguous(shape, [stride * dtype.itemsize for stride in strides], dtype.itemsize):
        raise LaunchError(f"{passed} is not contiguous", passed.contiguous())
    return _Found(address, shape, dtype, device, _Kept((value, owner)))


def _is_contiguous(shape: Sequence[int], strides: Sequence[int], itemsize: int) -> bool:
    expected = itemsize
    for size, stride in zip(reversed(shape), reversed(strides), strict=True):
        if size == 0:
            return True
        if size != 1 and stride != expected:
            return False
        expected *= size
    return True


def _is_read_only(value: Any) -> bool:
    """Whether the library forbids to write: JAX's arrays never change."""
    if is_tensor(value):
        return False
    interface = getattr(value, "__cuda_array_interface__", None)
    if hasattr(value, "block_until_ready"):
        return True
    return interface is not None and bool(interface["data"][1])


def _number(value: Any, address: int) -> int:
    """The number of the device that has the memory."""
    if hasattr(value, "__dlpack_device__"):
        return int(value.__dlpack_device__()[1])
    return native().device_of_address(address) if address else 0
