"""Checks the scalars and vectors that a dispatch passes."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..errors import LaunchError
from ..ir.bfloat16 import ARRAY_NAME, is_scalar
from ..ir.types import DType, VectorType
from ..numbers import is_integer
from .argument_names import PYTHON, ArgumentNames
from .array import DeviceArray
from .foreign_arrays import as_numpy, is_foreign
from .passed_arrays import PassedArray


def check_vector(name: str, type_: VectorType, argument: Any, names: ArgumentNames = PYTHON) -> tuple[np.generic, ...]:
    """Returns the components as scalars of the element type."""
    fix = f"pass {type_.size} numbers, for instance as a tuple"
    if not isinstance(argument, DeviceArray) and is_foreign(argument):
        argument = as_numpy(
            PassedArray(name, argument), ARRAY_NAME if type_.element.is_bf16 else str(type_.element.numpy)
        )
    if isinstance(argument, DeviceArray) or not isinstance(argument, (tuple, list, np.ndarray)):
        shown = "an array on a device" if isinstance(argument, DeviceArray) else repr(argument)
        raise LaunchError(f"argument '{name}' is {shown}, expected the components of one {names.type(type_)}", fix)
    shape = np.shape(argument) if isinstance(argument, np.ndarray) else (len(argument),)
    if shape != (type_.size,):
        has = f"{shape[0]} components" if len(shape) == 1 else f"shape {shape}"
        raise LaunchError(f"argument '{name}' has {has}, {names.type(type_)} has {type_.size}", fix)
    return tuple(
        check_scalar(f"{name}.{letter}", type_.element, part, names)
        for letter, part in zip("xyzw"[: type_.size], argument, strict=True)
    )


def _is_foreign_number(argument: Any) -> bool:
    """Whether it is another library's array of one element, such as a tensor."""
    return is_foreign(argument) and hasattr(argument, "item") and getattr(argument, "shape", None) == ()


def check_scalar(name: str, type_: DType, argument: Any, names: ArgumentNames = PYTHON) -> np.generic:
    """Returns the value in the parameter's type; it must be of that kind and in range."""
    type_name = names.type(type_)
    if isinstance(argument, (np.ndarray, DeviceArray)):
        raise LaunchError(
            f"argument '{name}' is an array, expected one {type_name}", "declare a `Buffer`, or pass one element"
        )
    is_bool = isinstance(argument, (bool, np.bool_))
    if type_.is_bool:
        if not is_bool:
            raise LaunchError(f"argument '{name}' is {argument!r}, expected a bool", "pass True or False")
        return np.bool_(argument)
    if type_.is_float:
        argument = float(argument) if is_scalar(argument) else argument
        if is_bool or not isinstance(argument, (int, float, np.integer, np.floating)):
            message = f"argument '{name}' is {argument!r}, expected a number for {type_name}"
            raise LaunchError(message, f"pass `{name}.item()`" if _is_foreign_number(argument) else "pass a float")
        greatest = type_.greatest
        # Compare Python numbers: NumPy would compare in the narrower type.
        number = int(argument) if is_integer(argument) else float(argument)
        if abs(number) > greatest and number not in (math.inf, -math.inf):
            message = f"argument '{name}' is {argument!r}, out of range for {type_name}"
            raise LaunchError(message, f"{type_name} ends at {greatest:g}")
        return type_.numpy.type(type_.rounded(number))
    if not is_integer(argument):
        fix = f"pass `{name}.item()`" if _is_foreign_number(argument) else "pass an int"
        raise LaunchError(f"argument '{name}' is {argument!r}, expected an integer for {type_name}", fix)
    if not type_.lowest <= argument <= type_.highest:
        message = f"argument '{name}' is {argument}, out of range for {type_name}"
        raise LaunchError(message, f"{type_name} goes from {type_.lowest} to {type_.highest}")
    return type_.numpy.type(argument)
