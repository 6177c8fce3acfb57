"""Arrays of other libraries, seen by NumPy where they lie: those that have ``__array_interface__`` or, like PyTorch's
tensors, DLPack."""

from __future__ import annotations

import sys
from typing import Any, NamedTuple

import numpy as np

from ..errors import LaunchError

# DLPack's kinds of devices whose memory the CPU reads and writes: its own, and what CUDA and ROCm pin of it.
_HOST_KINDS = (1, 3, 11)
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


class Advice(NamedTuple):
    """How an array ``x`` of one library is changed into one that a kernel takes."""

    convert: str
    """With ``{}`` for the name of the type."""
    contiguous: str
    copy: str


_NUMPY = Advice("x.astype(np.{})", "np.ascontiguousarray(x)", "x.copy()")
_TORCH = Advice("x.to(torch.{})", "x.contiguous()", "x.clone()")
_OTHER = Advice("np.asarray(x).astype(np.{})", "np.ascontiguousarray(x)", "np.array(x)")


def is_foreign(value: Any) -> bool:
    """Whether a value is an array that is not NumPy's own and says where it lies."""
    if isinstance(value, (type, np.ndarray, np.generic)):
        return False
    return any(hasattr(value, name) for name in ("__dlpack__", "__array_interface__", "__cuda_array_interface__"))


def as_numpy(subject: str, value: Any, expected: str = "float32") -> np.ndarray:
    """A NumPy array in the memory of a foreign one, which it keeps alive; read-only where the other does not let anybody
    write. ``subject`` names it in LaunchErrors, of arrays on a GPU for instance, and ``expected`` is the type that is
    advised where NumPy lacks the array's."""
    is_tensor = _is_tensor(value)
    if is_tensor:
        _check_tensor(subject, value)
    if hasattr(value, "__array_interface__"):
        return _interface_view(subject, value, expected)
    if not hasattr(value, "__dlpack__"):
        raise _on_device(subject, value, _KIND_NAMES[2])
    kind = _device_kind(subject, value, expected)
    if kind not in _HOST_KINDS:
        raise _on_device(subject, value, _KIND_NAMES.get(kind, f"a device of kind {kind}"))
    try:
        view = np.from_dlpack(value)
    except Exception as error:  # Whatever the other library raises.
        raise _unreadable(subject, value, expected, error) from None
    # Before version 1, DLPack does not say whether an array may be written, and NumPy takes it for read-only.
    if is_tensor and not view.flags.writeable:
        return np.asarray(_Memory({**view.__array_interface__, "data": (view.ctypes.data, False)}, view))
    return view


def advice_for(value: Any) -> Advice:
    """How its user changes an array."""
    if _is_tensor(value):
        return _TORCH
    return _NUMPY if isinstance(value, np.ndarray) or hasattr(value, "astype") else _OTHER


class _Memory:
    """Where an array lies, with what keeps it there; NumPy asks it for nothing else, and so copies nothing."""

    def __init__(self, interface: dict[str, Any], owner: Any) -> None:
        self.__array_interface__ = interface
        self.owner = owner


def _interface_view(subject: str, value: Any, expected: str) -> np.ndarray:
    try:
        return np.asarray(_Memory(value.__array_interface__, value))
    except Exception as error:
        raise _unreadable(subject, value, expected, error) from None


def _device_kind(subject: str, value: Any, expected: str) -> int:
    try:
        kind, _ = value.__dlpack_device__()
        return int(kind)
    except Exception as error:
        raise _unreadable(subject, value, expected, error) from None


def _on_device(subject: str, value: Any, place: str) -> LaunchError:
    message = f"{subject} is in the memory of {place}, and kernels take arrays from the CPU's or made by `wd.array`"
    return LaunchError(message, "copy it to the CPU first" + (": `x.cpu()`" if hasattr(value, "cpu") else ""))


def _unreadable(subject: str, value: Any, expected: str, error: Exception) -> LaunchError:
    """NumPy or the other library does not want to, as a rule because of the elements' type."""
    dtype = f" of {value.dtype}" if hasattr(value, "dtype") else ""
    said = " ".join(str(error).split()) or type(error).__name__
    message = f"{subject}, a {type(value).__name__}{dtype}, cannot be read where it lies: {said.rstrip('.')}"
    return LaunchError(message, f"convert it: `{advice_for(value).convert.format(expected)}`")


# PyTorch.


def _is_tensor(value: Any) -> bool:
    # Who passes a tensor has imported it.
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(value, getattr(torch, "Tensor", ()))


def _check_tensor(subject: str, tensor: Any) -> None:
    """Refuses tensors whose elements are not what lies in memory, and those that autograd watches."""
    if tensor.device.type != "cpu":
        raise _on_device(subject, tensor, f"device '{tensor.device}'")
    if tensor.requires_grad:
        message = f"{subject} is a tensor that requires a gradient, and no gradient goes through a kernel"
        raise LaunchError(message, "pass `x.detach()`")
    if str(tensor.layout) != "torch.strided":
        raise LaunchError(f"{subject} is a tensor of layout {tensor.layout}", "pass `x.to_dense()`")
    if tensor.is_conj():
        raise LaunchError(f"{subject} is a view of the conjugates of a tensor", "compute them: `x.resolve_conj()`")
    if tensor.is_neg():
        raise LaunchError(f"{subject} is a view of the negatives of a tensor", "compute them: `x.resolve_neg()`")
