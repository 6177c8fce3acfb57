"""Checks the argument of a constant buffer, and returns its words: from bytes, from an array or a structured scalar of
the same size, or from the values of its fields."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from ..errors import LaunchError
from ..ir.types import BufferField, ConstantBufferType, VectorType, element_of, u32
from .argument_names import PYTHON, ArgumentNames
from .array import DeviceArray
from .foreign_arrays import as_numpy, is_foreign
from .passed_arrays import PassedArray, kind_of
from .scalars import check_scalar


def check_constants(name: str, type_: ConstantBufferType, argument: Any, names: ArgumentNames = PYTHON) -> Any:
    """Returns the words as a NumPy array of u32, or as an array on the device of the argument."""
    if isinstance(argument, Mapping):
        return _packed(name, type_, argument, names)
    if isinstance(argument, DeviceArray):
        _check_size(name, type_, argument.nbytes)
        return argument.viewed(u32.numpy)
    if is_foreign(argument):
        argument = as_numpy(PassedArray(name, argument, code=names.code(name)), "uint32")
    if isinstance(argument, (np.ndarray, np.generic)):
        _check_layout(name, type_, argument.dtype)
        data = argument.tobytes()
    else:
        try:
            data = bytes(memoryview(argument))
        except TypeError:
            message = f"argument '{name}' is {_shown(argument)}, expected the values of a {type_.name}"
            raise LaunchError(message, _fix(type_)) from None
    _check_size(name, type_, len(data))
    return np.frombuffer(data, u32.numpy)


def _check_size(name: str, type_: ConstantBufferType, nbytes: int) -> None:
    if nbytes != type_.nbytes:
        message = f"argument '{name}' has {nbytes} bytes, but the constant buffer has {type_.nbytes}"
        raise LaunchError(message, _fix(type_))


def _check_layout(name: str, type_: ConstantBufferType, dtype: np.dtype) -> None:
    """Checks that the fields of a structured dtype have the offsets of the fields with the same names."""
    offsets = {field.name: field.offset for field in type_.fields}
    for field, (_, offset, *_) in (dtype.fields or {}).items():
        if offsets.get(field, offset) != offset:
            raise LaunchError(
                f"field '{field}' of argument '{name}' is at byte {offset}, in the constant buffer at {offsets[field]}",
                "make the dtype with these offsets: "
                + '`np.dtype({"names": ..., "formats": ..., "offsets": ..., "itemsize": '
                + f"{type_.nbytes}}})`, or pass a dict",
            )


def _fix(type_: ConstantBufferType) -> str:
    """Advises a valid argument."""
    if not type_.fields:
        return f"pass {type_.nbytes} bytes, for instance `np.zeros({type_.words}, np.uint32)`"
    named = ", ".join(f'"{field.name}": ...' for field in type_.fields)
    return f"pass {type_.nbytes} bytes, or a dict: `{{{named}}}`"


def _shown(argument: Any) -> str:
    shown = repr(argument)
    return kind_of(argument) if isinstance(argument, (list, tuple)) or len(shown) > 40 else shown


# The values of fields.


def _packed(name: str, type_: ConstantBufferType, values: Mapping[str, Any], names: ArgumentNames) -> np.ndarray:
    """Returns the words of a buffer with these values in its fields, and 0 elsewhere."""
    given = dict(_flat(values))
    fields = {field.name: field for field in type_.fields}
    unknown = [path for path in given if path not in fields]
    if unknown:
        close = difflib.get_close_matches(unknown[0], fields, 1)
        known = ", ".join(f"'{path}'" for path in fields)
        fix = f"did you mean '{close[0]}'?" if close else f"its fields are {known}" if fields else _fix(type_)
        raise LaunchError(f"argument '{name}': the constant buffer has no field '{unknown[0]}'", fix)
    missing = ", ".join(f"'{path}'" for path in fields if path not in given)
    if missing or not fields:
        message = f"argument '{name}' lacks values for {missing}" if missing else f"argument '{name}' is an empty dict"
        raise LaunchError(message, _fix(type_))
    memory = np.zeros(type_.nbytes, np.uint8)
    for path, field in fields.items():
        _store(memory, f"{name}.{path}", field, given[path], names)
    return memory.view(u32.numpy)


def _flat(values: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """The values by path; the fields of a struct may be a dict of their own."""
    for name, value in values.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value


def _store(memory: np.ndarray, path: str, field: BufferField, value: Any, names: ArgumentNames) -> None:
    """Stores the value of a field in the bytes of the buffer."""
    element = element_of(field.type)
    components = field.type.size if isinstance(field.type, VectorType) else 1
    # A bool takes a word.
    stored = u32.numpy if element.is_bool else element.encoded(0).dtype
    numbers = _numbers(path, field, components, value, names).reshape(field.count, components)
    strides = (field.stride, stored.itemsize)
    np.ndarray((field.count, components), stored, memory, field.offset, strides)[...] = numbers


def _numbers(path: str, field: BufferField, components: int, value: Any, names: ArgumentNames) -> np.ndarray:
    """The numbers of a field, checked and converted to its type."""
    element, total = element_of(field.type), field.count * components
    array = value if isinstance(value, np.ndarray) else np.array(value, object)
    fits = array.size == total and (components == 1 or array.ndim == 1 or array.shape[-1:] == (components,))
    if not fits:
        expected = (field.count,) * (field.count > 1) + (components,) * (components > 1)
        type_name = names.type(field.type)
        takes = f"{type_name} takes shape {expected}" if expected else f"{type_name} takes one number"
        raise LaunchError(f"argument '{path}' has shape {array.shape}, but {takes}", "pass as many numbers")
    if array.dtype == element.numpy:
        return array
    return element.encoded([check_scalar(path, element, number, names) for number in array.ravel()])
