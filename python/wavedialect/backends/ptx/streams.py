"""Streams that users pass, of any library."""

from __future__ import annotations

import contextlib
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


def stream_device(stream: Any) -> int | None:
    """The number of the stream's device, if the stream tells it."""
    for name in ("device_index", "device_id"):
        number = getattr(stream, name, None)
        # CuPy's default stream has -1: that of the current device.
        if is_integer(number):
            return int(number) if number >= 0 else None
    return None
