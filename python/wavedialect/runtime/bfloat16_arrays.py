"""Checks the argument of a buffer of bf16, and returns its memory as 16-bit words, which is what a launch passes.

Arrays have the type `ml_dtypes.bfloat16`, and tensors have `torch.bfloat16`. Words of 16 bits are refused: they may be
numbers of another type.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import LaunchError
from ..ir.bfloat16 import ARRAY_NAME, is_array_type
from ..ir.types import BufferType
from .array import DeviceArray
from .foreign_arrays import check_tensor, has_bfloat16, is_foreign, tensor_words
from .passed_arrays import PassedArray, is_tensor
from .usable_arrays import usable_array

WORDS = np.dtype(np.uint16)


def words_of(name: str, type_: BufferType, argument: Any) -> Any:
    """Returns the words of an array of bf16, in an array of the same kind and shape."""
    if isinstance(argument, np.ndarray) and is_array_type(argument.dtype):
        return argument.view(WORDS)
    if isinstance(argument, DeviceArray) and is_array_type(argument.dtype):
        return argument.viewed(WORDS)
    passed = PassedArray(name, argument, type_.writable)
    if is_tensor(argument) and has_bfloat16(argument):
        check_tensor(passed)
        return tensor_words(argument)
    array = argument
    if is_foreign(argument) and not isinstance(argument, DeviceArray) and not is_tensor(argument):
        array = usable_array(passed, ARRAY_NAME)
        if is_array_type(array.dtype):
            return array.viewed(WORDS) if isinstance(array, DeviceArray) else array.view(WORDS)
    if isinstance(array, np.ndarray | DeviceArray) or is_tensor(argument):
        message = f"{passed} has dtype {array.dtype}, but {type_.name} takes {ARRAY_NAME}"
        raise LaunchError(message, _advice(passed))
    message = f"{passed} is a {type(argument).__name__}, expected an array of {ARRAY_NAME}"
    raise LaunchError(message, f"pass `np.array({name}, ml_dtypes.bfloat16)`, or a tensor of torch.bfloat16")


def _advice(passed: PassedArray) -> str:
    if is_tensor(passed.value):
        return passed.converted(ARRAY_NAME)
    fix = passed.converted(f"ml_dtypes.{ARRAY_NAME}")
    if isinstance(passed.value, np.ndarray) and passed.value.itemsize == 2 and passed.value.dtype.kind in "uiV":
        fix += f"; if it has the bits, pass `{passed.name}.view(ml_dtypes.{ARRAY_NAME})`"
    return fix
