"""Checks an array of structs, and returns its memory as words, which is what a kernel accesses."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import LaunchError
from ..frontends.python.names import scalar_type
from ..interpreter.elements import memory_type
from ..ir.structs import StructType, is_same_layout, layout_text
from ..ir.types import BufferType, element_of
from .argument_names import PYTHON, ArgumentNames
from .array import DeviceArray
from .passed_arrays import PassedArray, kind_of
from .usable_arrays import check_memory, usable_array


def check_structs(name: str, type_: BufferType, argument: Any, names: ArgumentNames = PYTHON) -> Any:
    """Returns the words of an array whose dtype has the layout of the parameter's struct, or whose rows are structs."""
    struct: StructType = type_.element
    passed = PassedArray(name, argument, type_.writable, code=names.code(name))
    dtype = names.dtype(name, struct)
    if not isinstance(argument, (np.ndarray, DeviceArray)) and not hasattr(argument, "__array_interface__"):
        fix = f"pass a NumPy array of structs, such as `np.zeros(64, {dtype})`"
        raise LaunchError(f"{passed} is {kind_of(argument)}, expected an array of {struct.name}", fix)
    array = usable_array(passed, struct.dtype)
    if not is_same_layout(array.dtype, struct.dtype) and not _has_rows_of_structs(struct, array):
        raise LaunchError(
            f"{passed} has another layout than {struct.name}:\n  the array: {layout_text(array.dtype)}\n"
            f"  {struct.name}: {struct.layout}",
            _advice(passed, struct, array, dtype),
        )
    check_memory(passed, array)
    words = memory_type(struct)
    if isinstance(array, DeviceArray):
        return array.viewed(words)
    # A structured dtype has no alignment of its own.
    flat = array.reshape(-1).view(np.ndarray).view(words)
    check_memory(passed, flat)
    return flat


def _has_rows_of_structs(struct: StructType, array: Any) -> bool:
    """Whether each row of an array has the bytes of one struct: of u8, or of the type that all fields have."""
    dtype = array.dtype
    if dtype.names is not None or dtype.shape or array.ndim < 2 or array.shape[-1] * dtype.itemsize != struct.bytes:
        return False
    return dtype == np.uint8 or {scalar_type(dtype)} == {element_of(leaf.type) for leaf in struct.leaves}


def _advice(passed: PassedArray, struct: StructType, array: Any, wanted: str) -> str:
    """``wanted`` is the code of the dtype of the struct."""
    dtype, code = array.dtype, passed.written_code
    has_other_names = dtype.names is not None and _without_names(dtype) == _without_names(struct.dtype)
    if has_other_names and not isinstance(array, DeviceArray):
        return f"view it as structs: `{code}.view({wanted})`"
    made = f"np.zeros({code}.shape, {wanted})"
    if dtype.names is None:
        if array.ndim > 1:
            made = f"np.zeros(len({code}), {wanted})"
        elif dtype == np.uint8 and not isinstance(array, DeviceArray) and array.nbytes % struct.bytes == 0:
            return f"view it as structs: `{code}.view({wanted})`"
        return f'make the array with `{made}`, and assign to its fields: `{code}["{struct.names[0]}"]`'
    if dtype.names == struct.names:
        # NumPy converts structs field by field, in order.
        return passed.converted(wanted)
    return f"make the array with `{made}`, and copy the fields that both have"


def _without_names(dtype: np.dtype) -> Any:
    """The layout of a dtype by offset, apart from the names of its fields."""
    if dtype.names is None:
        return dtype.str, dtype.shape
    fields = [dtype.fields[name][:2] for name in dtype.names]
    return dtype.itemsize, [(offset, field.shape, _without_names(field.base)) for field, offset in fields]
