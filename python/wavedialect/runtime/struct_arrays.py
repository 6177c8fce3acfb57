"""Checks an array of structs, and returns its memory as words, which is what a kernel accesses."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import LaunchError
from ..interpreter.elements import memory_type
from ..ir.structs import StructType, is_same_layout, layout_text
from ..ir.types import BufferType
from .array import DeviceArray
from .passed_arrays import PassedArray
from .usable_arrays import check_memory, usable_array


def check_structs(name: str, type_: BufferType, argument: Any) -> Any:
    """Returns the words of an array whose dtype has the layout of the parameter's struct."""
    struct: StructType = type_.element
    passed = PassedArray(name, argument, type_.writable)
    if not isinstance(argument, (np.ndarray, DeviceArray)) and not hasattr(argument, "__array_interface__"):
        fix = f"pass a NumPy array of structs, such as `np.zeros(64, {struct.name}.dtype)`"
        raise LaunchError(f"{passed} is a {type(argument).__name__}, expected an array of {struct.name}", fix)
    array = usable_array(passed, struct.dtype)
    if not is_same_layout(array.dtype, struct.dtype):
        raise LaunchError(
            f"{passed} has another layout than {struct.name}:\n  the array: {layout_text(array.dtype)}\n"
            f"  {struct.name}: {struct.layout}",
            _advice(passed, struct, array.dtype),
        )
    check_memory(passed, array)
    words = memory_type(struct.element)
    if isinstance(array, DeviceArray):
        return array.viewed(words)
    # A structured dtype has no alignment of its own.
    flat = array.reshape(-1).view(np.ndarray).view(words)
    check_memory(passed, flat)
    return flat


def _advice(passed: PassedArray, struct: StructType, dtype: np.dtype) -> str:
    made = f"np.zeros({passed.name}.shape, {struct.name}.dtype)"
    if dtype.names is None:
        return f'make the array with `{made}`, and assign to its fields: `{passed.name}["{struct.names[0]}"]`'
    if dtype.names == struct.names:
        # NumPy converts structs field by field, in order.
        return passed.converted(f"{struct.name}.dtype")
    return f"make the array with `{made}`, and copy the fields that both have"
