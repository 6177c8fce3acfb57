"""Errors of CUDA's driver as DeviceErrors, and the advice for each."""

from __future__ import annotations

import re
from typing import Any

from ...errors import DeviceError

NO_DRIVER = "NO_DRIVER"
"""In place of CUDA's name of an error if there is no driver."""
DRIVER_FIX = "install NVIDIA's driver, or mount it into the container; or use device='cpu'"
EXTRA_FIX = "`pip install 'wavedialect[cuda]'`, or use device='cpu'"

_FORKED = (
    'start the process without a fork: `multiprocessing.get_context("spawn")`, or'
    ' `DataLoader(..., multiprocessing_context="spawn")`; or use CUDA in the children alone'
)
CAPTURE_FIX = (
    "a graph records launches on its stream alone: pass `stream=`, keep `.numpy()`, `wd.synchronize`, `elapsed_ns` and"
    " NumPy arrays out of the capture, and before it create all arrays and launch each kernel once"
)
_RESTART = (
    "restart the process: CUDA keeps reporting the error in this one, while device='cpu' still works; `kernel.check`"
    " finds accesses outside of buffers"
)
_PTX = "install a newer driver, or use device='cpu'"
_STREAM = "pass a stream of this device that still exists"

_ADVICE = {
    NO_DRIVER: DRIVER_FIX,
    "CUDA_ERROR_NO_DEVICE": "see whether `nvidia-smi` lists a GPU that CUDA_VISIBLE_DEVICES does not hide, or use"
    " device='cpu'",
    "CUDA_ERROR_OUT_OF_MEMORY": "free arrays, use smaller ones, or another device; PyTorch keeps freed memory until"
    " `torch.cuda.empty_cache()`",
    "CUDA_ERROR_NOT_INITIALIZED": _FORKED,
    "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH": "restart the computer, or reinstall the driver: its parts have different"
    " versions",
    "CUDA_ERROR_UNSUPPORTED_PTX_VERSION": _PTX,
    "CUDA_ERROR_INVALID_PTX": _PTX,
    "CUDA_ERROR_NO_BINARY_FOR_GPU": _PTX,
    "CUDA_ERROR_INVALID_HANDLE": _STREAM,
    "CUDA_ERROR_INVALID_CONTEXT": _STREAM,
    "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES": "use smaller groups, or `num_waves` with fewer waves",
}
_OTHER = "see whether `nvidia-smi` works, or use device='cpu'"

_LASTING = frozenset(
    {
        "CUDA_ERROR_ILLEGAL_ADDRESS",
        "CUDA_ERROR_MISALIGNED_ADDRESS",
        "CUDA_ERROR_INVALID_ADDRESS_SPACE",
        "CUDA_ERROR_INVALID_PC",
        "CUDA_ERROR_ILLEGAL_INSTRUCTION",
        "CUDA_ERROR_HARDWARE_STACK_ERROR",
        "CUDA_ERROR_LAUNCH_FAILED",
        "CUDA_ERROR_LAUNCH_TIMEOUT",
        "CUDA_ERROR_ASSERT",
        "CUDA_ERROR_ECC_UNCORRECTABLE",
        "CUDA_ERROR_CONTEXT_IS_DESTROYED",
        "CUDA_ERROR_DEINITIALIZED",
    }
)
"""The errors after which a process cannot use the device any more."""


def name_of(error: BaseException) -> str:
    """CUDA's name of an error, of the native module or of cuda-core."""
    if hasattr(error, "code"):
        return error.name if error.code else NO_DRIVER
    found = re.search(r"CUDA_ERROR_\w+", str(error))
    return found[0] if found else ""


def is_lasting(name: str) -> bool:
    """Whether the process cannot use the device any more."""
    return name in _LASTING


def device_error(error: BaseException, device: str, doing: str = "") -> DeviceError:
    """The error for a failed call, with advice. ``doing`` says what failed, for instance an allocation."""
    if isinstance(error, MemoryError):
        return DeviceError("there is no memory left for the CUDA runtime", _ADVICE["CUDA_ERROR_OUT_OF_MEMORY"])
    name = name_of(error)
    said = " ".join(str(error).split()).rstrip(".")
    if name != NO_DRIVER:
        said = f"device '{device}': {doing}{said}"
    if is_lasting(name):
        return DeviceError(f"device '{device}' is lost: {' '.join(str(error).split()).rstrip('.')}", _RESTART)
    if name.startswith("CUDA_ERROR_STREAM_CAPTURE"):
        return DeviceError(said, CAPTURE_FIX)
    return DeviceError(said, _ADVICE.get(name, _OTHER))


def failure_types(*modules: Any) -> tuple[type[BaseException], ...]:
    """The exceptions that the native module and cuda-core raise for failed calls."""
    return (*(module.CUDAError for module in modules), MemoryError)
