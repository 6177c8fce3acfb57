"""Checks that hold for every array argument: that it is an array, and that its memory can be used in place."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import LaunchError
from .array import DeviceArray
from .device_memory import imported
from .foreign_arrays import as_numpy, is_foreign
from .passed_arrays import PassedArray, kind_of


def usable_array(passed: PassedArray, expected: np.dtype | str) -> Any:
    """Returns a NumPy or device array; for another library's array, one that shares its memory."""
    if isinstance(passed.value, (np.ndarray, DeviceArray)):
        return passed.value
    if is_foreign(passed.value):
        found = imported(passed, str(expected))
        return as_numpy(passed, str(expected)) if found is None else found
    message = f"{passed} is {kind_of(passed.value)}, expected an array of {expected}"
    raise LaunchError(message, passed.as_array(expected))


def check_memory(passed: PassedArray, array: Any) -> None:
    """Checks that the bytes of a NumPy array can be used in place. Device arrays always pass."""
    if isinstance(array, DeviceArray):
        return
    if not array.flags.c_contiguous:
        raise LaunchError(f"{passed} is not contiguous", passed.contiguous())
    if not array.flags.aligned:
        raise LaunchError(f"{passed} is not aligned to its elements", passed.copied())
    if passed.written and not array.flags.writeable:
        raise passed.read_only()
