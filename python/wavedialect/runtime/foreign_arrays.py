"""NumPy views of other libraries' arrays, without a copy: of arrays with ``__array_interface__`` or, like PyTorch
tensors, DLPack."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from ..errors import LaunchError
from ..ir.bfloat16 import ARRAY_NAME, installed_type
from .passed_arrays import PassedArray, is_tensor

# DLPack's device kinds whose memory the CPU reads and writes: its own, and host memory pinned by CUDA and ROCm.
_HOST_KINDS = (1, 3, 11)
_CUDA_KIND = 2
_KIND_NAMES = {
    2: "a CUDA device",
    4: "an OpenCL device",
    7: "a Vulkan device",
    8: "a Metal device",
    10: "a ROCm device",
    13: "a CUDA device (managed memory)",
    14: "a oneAPI device",
    15: "a WebGPU device",
}


def is_foreign(value: Any) -> bool:
    """Returns whether a value is another library's array that exposes its memory."""
    if isinstance(value, (type, np.ndarray, np.generic)):
        return False
    return any(hasattr(value, name) for name in ("__dlpack__", "__array_interface__", "__cuda_array_interface__"))


def memory_kind(value: Any) -> int | None:
    """Returns DLPack's kind of the memory of a foreign array; None for memory of the CPU, and if it is not known."""
    if is_tensor(value):
        # The usual tensor costs no call of DLPack.
        if value.device.type == "cpu":
            return None
    elif hasattr(value, "__array_interface__"):
        return None
    if hasattr(value, "__dlpack_device__"):
        try:
            kind = int(value.__dlpack_device__()[0])
        except Exception:  # noqa: BLE001, the other library may raise anything
            return None
        return None if kind in _HOST_KINDS else kind
    return _CUDA_KIND if hasattr(value, "__cuda_array_interface__") else None


def as_numpy(passed: PassedArray, expected: str = "float32") -> np.ndarray:
    """Returns a NumPy view of a foreign array, which the view keeps alive; read-only if the array is. Raises
    LaunchError if NumPy cannot view the array, for instance one on a GPU. ``expected`` is the type that the error
    suggests if NumPy lacks the array's type."""
    value = passed.value
    if is_tensor(value):
        _check_host_tensor(passed)
        if has_bfloat16(value):
            dtype = installed_type()
            if dtype is None:
                raise unreadable(
                    passed, expected, TypeError(f"NumPy has no {ARRAY_NAME} without the package ml_dtypes")
                )
            words = PassedArray(passed.name, tensor_words(value), passed.written, passed.subject)
            return as_numpy(words).view(dtype)
    if hasattr(value, "__array_interface__"):
        return _interface_view(passed, expected)
    if not hasattr(value, "__dlpack__"):
        raise _on_device(passed, _KIND_NAMES[_CUDA_KIND])
    kind = _device_kind(passed, expected)
    if kind not in _HOST_KINDS:
        raise _on_device(passed, _KIND_NAMES.get(kind, f"a device of kind {kind}"))
    try:
        view = np.from_dlpack(value)
    except Exception as error:  # The other library may raise anything.
        raise unreadable(passed, expected, error) from None
    # Before version 1, DLPack does not say whether an array is writable, and NumPy treats it as read-only.
    if is_tensor(value) and not view.flags.writeable:
        return np.asarray(_Memory({**view.__array_interface__, "data": (view.ctypes.data, False)}, view))
    return view


class _Memory:
    """The location of an array, with the owner that keeps it alive; NumPy needs nothing else to make a view."""

    def __init__(self, interface: dict[str, Any], owner: Any) -> None:
        self.__array_interface__ = interface
        self.owner = owner


def _interface_view(passed: PassedArray, expected: str) -> np.ndarray:
    try:
        return np.asarray(_Memory(passed.value.__array_interface__, passed.value))
    except Exception as error:
        raise unreadable(passed, expected, error) from None


def _device_kind(passed: PassedArray, expected: str) -> int:
    try:
        kind, _ = passed.value.__dlpack_device__()
        return int(kind)
    except Exception as error:
        raise unreadable(passed, expected, error) from None


def _on_device(passed: PassedArray, place: str) -> LaunchError:
    message = f"{passed} is in the memory of {place}, and kernels take arrays from the CPU's or made by `wd.array`"
    if place == "device 'meta'":
        return LaunchError(f"{passed} is on device 'meta', which has no elements", "pass a tensor with elements")
    if hasattr(passed.value, "cpu"):
        return LaunchError(message, passed.replaced(f"{passed.written_code}.cpu()"))
    back = ", and the results back after the launch" if passed.written else ""
    return LaunchError(message, f"copy it to the CPU first{back}")


def unreadable(passed: PassedArray, expected: str, error: Exception) -> LaunchError:
    """The error if NumPy or the other library refuses to make a view, usually because of the element type."""
    value = passed.value
    dtype = f" of {value.dtype}" if hasattr(value, "dtype") else ""
    said = " ".join(str(error).split()) or type(error).__name__
    message = f"{passed}, a {type(value).__name__}{dtype}, cannot be read where it lies: {said.rstrip('.')}"
    if is_tensor(value):
        return LaunchError(message, passed.converted(expected))
    back = ", and the results back after the launch" if passed.written else ""
    return LaunchError(message, f"convert it to a NumPy array of {expected}{back}")


def _check_host_tensor(passed: PassedArray) -> None:
    """Refuses tensors that are not on the CPU, and those that ``check_tensor`` refuses."""
    if passed.value.device.type != "cpu":
        raise _on_device(passed, f"device '{passed.value.device}'")
    check_tensor(passed)


def check_tensor(passed: PassedArray) -> None:
    """Refuses tensors that require a gradient, or whose elements differ from their memory."""
    tensor, name = passed.value, passed.written_code
    if tensor.requires_grad:
        message = f"{passed} is a tensor that requires a gradient, but kernels do not compute gradients"
        raise LaunchError(message, f"pass `{name}.detach()`, which has the same memory")
    if str(tensor.layout) != "torch.strided":
        raise LaunchError(f"{passed} is a tensor of layout {tensor.layout}", passed.replaced(f"{name}.to_dense()"))
    if tensor.is_conj():
        message = f"{passed} is a view of the conjugates of a tensor"
        raise LaunchError(message, passed.replaced(f"{name}.resolve_conj()"))
    if tensor.is_neg():
        message = f"{passed} is a view of the negatives of a tensor"
        raise LaunchError(message, passed.replaced(f"{name}.resolve_neg()"))


# bf16, which NumPy cannot view.


def dtype_of(dtype: Any) -> Any:
    """NumPy's type for a dtype of PyTorch; raises TypeError if there is none. Returns anything else as it is."""
    torch = sys.modules.get("torch")
    if torch is None or not isinstance(dtype, getattr(torch, "dtype", ())):
        return dtype
    name = str(dtype).removeprefix("torch.")
    found = installed_type() if name == ARRAY_NAME else np.dtype(name)
    if found is None:
        raise TypeError(f"NumPy has no type {name} without the package ml_dtypes")
    return found


def has_bfloat16(tensor: Any) -> bool:
    """Whether the elements of a PyTorch tensor are bf16."""
    return str(tensor.dtype) == f"torch.{ARRAY_NAME}"


def tensor_words(tensor: Any) -> Any:
    """A view of a tensor of bf16 as one of 16-bit words."""
    return tensor.view(sys.modules["torch"].uint16)
