"""Checks what a dispatch is given against the kernel's parameters, before anything is copied or started."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..compiler.ir import Value
from ..errors import LaunchError
from .array import DeviceArray
from .elements import is_integer, memory_type

_FLOAT_MAX = float(np.finfo(np.float32).max)


def check_groups(groups: Any) -> tuple[int, int, int]:
    """The number of groups in x, y, z from a number or a tuple of one to three."""
    extent = tuple(groups) if isinstance(groups, (tuple, list)) else (groups,)
    if not 1 <= len(extent) <= 3 or not all(is_integer(count) for count in extent):
        raise LaunchError(f"the number of groups is {groups!r}", "pass an integer, or a tuple of one to three integers")
    if any(count <= 0 for count in extent):
        raise LaunchError(
            f"the number of groups is {groups!r}", "a dispatch needs at least one group in each dimension"
        )
    x, y, z = (*(int(count) for count in extent), 1, 1)[:3]
    return x, y, z


def check_arguments(kernel: str, parameters: Sequence[Value], arguments: Sequence[Any]) -> list[Any]:
    """The arguments: arrays as they are, scalars as NumPy scalars of the parameter's type."""
    if len(arguments) != len(parameters):
        names = ", ".join(str(parameter.name) for parameter in parameters)
        raise LaunchError(
            f"kernel '{kernel}' takes {len(parameters)} arguments ({names}), got {len(arguments)}",
            "pass the number of groups first, then one value a parameter",
        )
    checked = [
        _check_buffer(parameter, argument) if hasattr(parameter.type, "element") else _check_scalar(parameter, argument)
        for parameter, argument in zip(parameters, arguments, strict=True)
    ]
    _check_overlap(parameters, checked)
    return checked


def _check_buffer(parameter: Value, argument: Any) -> Any:
    """A NumPy or device array of the right element type."""
    name, type_ = parameter.name, parameter.type
    expected = memory_type(type_.element)
    if not isinstance(argument, (np.ndarray, DeviceArray)):
        fix = f"pass a NumPy array, for instance `np.asarray(x, np.{expected})`, or one made by `wd.array`"
        raise LaunchError(f"argument '{name}' is a {type(argument).__name__}, expected an array of {expected}", fix)
    if argument.dtype == np.bool_ and type_.element.name == "bool":
        raise LaunchError(
            f"argument '{name}' is an array of NumPy bools, which take one byte an element, a kernel's bool four",
            "pass `x.astype(np.int32)`; any number but 0 is true",
        )
    # A bool's four bytes have no sign of their own.
    accepted = (expected, np.dtype(np.uint32)) if type_.element.name == "bool" else (expected,)
    if argument.dtype not in accepted:
        raise LaunchError(
            f"argument '{name}' has dtype {argument.dtype}, but {type_.name} takes {expected}",
            f"convert it: `x.astype(np.{expected})`",
        )
    if isinstance(argument, DeviceArray):
        return argument
    if not argument.flags.c_contiguous:
        raise LaunchError(f"argument '{name}' is not contiguous", "pass `np.ascontiguousarray(x)`")
    if not argument.flags.aligned:
        raise LaunchError(f"argument '{name}' is not aligned to its elements", "pass a copy: `x.copy()`")
    if type_.writable and not argument.flags.writeable:
        raise LaunchError(f"argument '{name}' is read-only, but the kernel writes to it", "pass a copy: `x.copy()`")
    return argument


def _check_scalar(parameter: Value, argument: Any) -> np.generic:
    """The value as the parameter's type, where it is of that kind and in range."""
    name, type_ = parameter.name, parameter.type
    if isinstance(argument, (np.ndarray, DeviceArray)):
        raise LaunchError(
            f"argument '{name}' is an array, expected one {type_.name}", "declare a `Buffer`, or pass one element"
        )
    is_bool = isinstance(argument, (bool, np.bool_))
    if type_.name == "bool":
        if not is_bool:
            raise LaunchError(f"argument '{name}' is {argument!r}, expected a bool", "pass True or False")
        return np.bool_(argument)
    if type_.name == "f32":
        if is_bool or not isinstance(argument, (int, float, np.integer, np.floating)):
            raise LaunchError(f"argument '{name}' is {argument!r}, expected a number for f32", "pass a float")
        if abs(argument) > _FLOAT_MAX and argument not in (math.inf, -math.inf):
            raise LaunchError(f"argument '{name}' is {argument!r}, out of range for f32", f"f32 ends at {_FLOAT_MAX:g}")
        return np.float32(argument)
    if not is_integer(argument):
        raise LaunchError(f"argument '{name}' is {argument!r}, expected an integer for {type_.name}", "pass an int")
    limits = np.iinfo(type_.numpy)
    if not limits.min <= argument <= limits.max:
        message = f"argument '{name}' is {argument}, out of range for {type_.name}"
        raise LaunchError(message, f"{type_.name} goes from {limits.min} to {limits.max}")
    return type_.numpy.type(argument)


def _check_overlap(parameters: Sequence[Value], arguments: Sequence[Any]) -> None:
    """No written array may share memory with another one: what is read would depend on the device."""
    arrays = [
        (parameter, argument)
        for parameter, argument in zip(parameters, arguments, strict=True)
        if hasattr(parameter.type, "element") and argument.size
    ]
    for position, (parameter, argument) in enumerate(arrays):
        for other_parameter, other in arrays[:position]:
            if not (parameter.type.writable or other_parameter.type.writable):
                continue
            if isinstance(argument, DeviceArray) or isinstance(other, DeviceArray):
                overlap = argument is other
            else:
                # Exact for contiguous arrays.
                overlap = np.may_share_memory(argument, other)
            if overlap:
                written = parameter if parameter.type.writable else other_parameter
                raise LaunchError(
                    f"arguments '{other_parameter.name}' and '{parameter.name}' overlap, "
                    f"and the kernel writes to '{written.name}'",
                    "pass a copy of one of them",
                )
