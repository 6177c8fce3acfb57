"""Checks the argument of a constant buffer, and returns its words: from bytes, from an array or a structured scalar of
the same size, or from the values of its fields. The fields of an array of structs are ``lights[0].color`` and so on; a list
of dicts has their values, or an array of all ``lights.color``."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ..errors import LaunchError
from ..ir.types import BufferField, ConstantBufferType, VectorType, element_of, u32
from ..numbers import is_integer
from .argument_names import PYTHON, ArgumentNames
from .array import DeviceArray
from .foreign_arrays import as_numpy, is_foreign
from .passed_arrays import PassedArray, kind_of
from .scalars import check_scalar

_INDEX = re.compile(r"\[(\d+)\]")


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
    named = ", ".join(f'"{name}": ...' for name in dict.fromkeys(_without_indices(one.name) for one in type_.fields))
    return f"pass {type_.nbytes} bytes, or a dict: `{{{named}}}`"


def _shown(argument: Any) -> str:
    shown = repr(argument)
    return kind_of(argument) if isinstance(argument, (list, tuple)) or len(shown) > 40 else shown


# The values of fields.


def _packed(name: str, type_: ConstantBufferType, values: Mapping[str, Any], names: ArgumentNames) -> np.ndarray:
    """Returns the words of a buffer with these values in its fields, and 0 elsewhere."""
    fields = {field.name: field for field in type_.fields}
    given = {}
    for path, value in _flat(values):
        given.update(_elements(name, path, value, fields))
    unknown = [path for path in given if path not in fields]
    if unknown:
        close = difflib.get_close_matches(unknown[0], [*map(_without_indices, fields), *fields], 1)
        known = ", ".join(f"'{path}'" for path in dict.fromkeys(map(_without_indices, fields)))
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
        yield from _parts(f"{prefix}{name}", value)


def _parts(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        yield from _flat(value, f"{path}.")
    elif _has_structs(value):
        for number, element in enumerate(value):
            yield from _parts(f"{path}[{number}]", element)
    else:
        yield path, value


def _has_structs(value: Any) -> bool:
    """Whether it is a list of dicts, or of such lists."""
    return isinstance(value, (list, tuple)) and any(isinstance(one, Mapping) or _has_structs(one) for one in value)


def _without_indices(path: str) -> str:
    return _INDEX.sub("", path)


def _elements(name: str, path: str, value: Any, fields: Mapping[str, BufferField]) -> Sequence[tuple[str, Any]]:
    """The values by field: an array for a path without indices has the values of this field in all structs."""
    if path in fields:
        return [(path, value)]
    anywhere = r"((?:\[\d+\])*)"
    pattern = re.compile("".join(re.escape(part) + anywhere for part in re.split(r"(?<=[\w\]])(?=\.|$)", path) if part))
    found = {field: pattern.fullmatch(field) for field in fields}
    indices = {
        field: [int(one) for one in _INDEX.findall("".join(match.groups()))] for field, match in found.items() if match
    }
    if not indices:
        return [(path, value)]
    extents = tuple(max(each) + 1 for each in zip(*indices.values(), strict=True))
    array = value if isinstance(value, np.ndarray) else np.array(value, object)
    if array.shape[: len(extents)] != extents or math.prod(extents) != len(indices):
        first = fields[next(iter(indices))]
        expected = extents + _shape_of(first)
        raise LaunchError(
            f"argument '{name}.{path}' has shape {array.shape}, but it takes shape {expected}: the values of all structs",
            f"pass an array of this shape, or a list of dicts for '{path.partition('.')[0]}'",
        )
    return [(field, array[tuple(at)]) for field, at in indices.items()]


def _shape_of(field: BufferField) -> tuple[int, ...]:
    components = field.type.size if isinstance(field.type, VectorType) else 1
    return (field.count,) * (field.count > 1) + (components,) * (components > 1)


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
        expected = _shape_of(field)
        type_name = names.type(field.type) + (f"[{field.count}]" if field.count > 1 else "")
        takes = f"{type_name} takes shape {expected}" if expected else f"{type_name} takes one number"
        raise LaunchError(f"argument '{path}' has shape {array.shape}, but {takes}", "pass as many numbers")
    if array.dtype == element.numpy:
        return array
    if element.is_bool:
        # As in memory: 0 or 1.
        numbers = [bool(number) if is_integer(number) and number in (0, 1) else number for number in array.ravel()]
    else:
        numbers = list(array.ravel())
    return element.encoded([check_scalar(path, element, number, names) for number in numbers])
