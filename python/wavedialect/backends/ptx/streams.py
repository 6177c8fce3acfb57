"""Streams that users pass, of any library."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from typing import Any

from ...errors import LaunchError
from ...numbers import is_integer

_FIX = (
    "pass a stream of PyTorch, CuPy, Numba or cuda-core, another object with `__cuda_stream__`, or the address of one"
)


def stream_handle(stream: Any) -> int:
    """The driver's handle of a stream."""
    if is_integer(stream) and stream >= 0:
        return int(stream)
    protocol = getattr(stream, "__cuda_stream__", None)
    if protocol is not None:
        # A property in early versions of the protocol.
        version_and_handle = protocol() if callable(protocol) else protocol
        return int(version_and_handle[1])
    for name in ("cuda_stream", "ptr", "handle"):
        handle = getattr(stream, name, None)
        # Numba's handle is a pointer of ctypes, which is None for the default stream.
        if hasattr(handle, "value"):
            handle = handle.value or 0
        with contextlib.suppress(TypeError, ValueError):
            if handle is not None and not isinstance(handle, str):
                return int(handle)
    raise LaunchError(f"stream is {stream!r}", _FIX)


def current_streams(index: int) -> Iterator[tuple[str, int]]:
    """The libraries of the process whose current stream may record a graph, with the driver's handles of these streams."""
    torch, cupy = (sys.modules.get(name) for name in ("torch", "cupy"))
    # A library without CUDA lacks the functions.
    with contextlib.suppress(AttributeError):
        if torch is not None and torch.cuda.is_initialized():
            yield "PyTorch", torch._C._cuda_getCurrentRawStream(index)
    with contextlib.suppress(AttributeError):
        if cupy is not None:
            yield "CuPy", cupy.cuda.get_current_stream(index).ptr


def stream_device(stream: Any) -> int | None:
    """The number of the stream's device, if the stream tells it."""
    for name in ("device_index", "device_id"):
        number = getattr(stream, name, None)
        # CuPy's default stream has -1: that of the current device.
        if is_integer(number):
            return int(number) if number >= 0 else None
    return None
