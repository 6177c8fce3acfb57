"""Arrays of other libraries in the memory of a device whose kernels use them in place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..driver.registry import device_kinds
from .foreign_arrays import memory_kind
from .passed_arrays import PassedArray

FINDERS: dict[type, Callable[[Any], Any]] = {}
"""For each class of arrays that a launch has passed before: a function that returns the open device of such an array, or
None. It is quicker than the full check."""


def imported(passed: PassedArray, expected: str = "float32") -> Any:
    """Returns a device array that shares the memory of an array; None if no kind of device uses such memory. Raises
    LaunchError if the array cannot be used in place. ``expected`` is the type that errors suggest."""
    found = memory_kind(passed.value)
    if found is None:
        return None
    kind = next((kind for kind in device_kinds().values() if found in kind.memory_kinds), None)
    return kind.devices.imported(passed, expected) if kind is not None else None
