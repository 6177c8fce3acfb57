"""Checks the arguments of a dispatch against the kernel's parameters, before anything is copied or started."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NoReturn

import numpy as np

from ..errors import LaunchError
from ..interpreter.elements import memory_type
from ..ir.module import Value
from ..ir.parameters import declared
from ..ir.structs import StructType, is_struct_value
from ..ir.types import CHANNELS, BufferType, ConstantBufferType, DType, ImageType, TupleType, VectorType, element_of
from ..numbers import is_integer
from .argument_names import PYTHON, ArgumentNames
from .array import DeviceArray
from .device import Device, find_open, open_device
from .device_memory import FINDERS
from .dimensions import MOST_ELEMENTS, check_shape, with_extents
from .passed_arrays import PassedArray, is_tensor
from .placement import MOST_GROUPS
from .scalars import check_scalar, check_vector
from .usable_arrays import check_memory, usable_array


def plain_groups(groups: Any) -> tuple[int, int, int] | None:
    """The number of groups in x, y and z, if ``groups`` is an integer or a tuple of integers in range."""
    counts = (groups,) if groups.__class__ is int else groups
    if counts.__class__ is not tuple or not 1 <= len(counts) <= 3:
        return None
    for count in counts:
        if count.__class__ is not int or not 0 <= count <= MOST_GROUPS:
            return None
    return (*counts, 1, 1)[:3]


def check_groups(groups: Any) -> tuple[int, int, int]:
    """Returns the number of groups in x, y and z, from an integer or a tuple of one to three integers."""
    plain = plain_groups(groups)
    if plain is not None:
        return plain
    extent = tuple(groups) if isinstance(groups, (tuple, list)) else (groups,)
    if not 1 <= len(extent) <= 3 or not all(map(is_integer, extent)):
        if any(hasattr(number, "shape") for number in extent):
            message = f"the first argument of a dispatch is the number of groups, got {type(groups).__name__}"
            raise LaunchError(message, "pass the number of groups, then the arrays")
        if Ellipsis in extent:
            message = "the number of groups is `...`, which stands for arguments in the documentation"
            raise LaunchError(message, "pass the number of groups, then the arrays")
        fix = "pass an integer, or a tuple of one to three integers"
        if any(isinstance(number, float) for number in extent):
            fix += "; `kernel.dispatch_size(items)` is the number for so many items, rounded up"
        raise LaunchError(f"the number of groups is {groups!r}", fix)
    if min(extent) < 0:
        raise LaunchError(f"the number of groups is {groups!r}", "pass 0 or more; a dispatch of no groups does nothing")
    if max(extent) > MOST_GROUPS:
        message = f"the number of groups is {groups!r}, and a dispatch has at most {MOST_GROUPS} in each dimension"
        raise LaunchError(message, "dispatch in parts")
    x, y, z = (*map(int, extent), 1, 1)[:3]
    return x, y, z


def probable_device(arguments: Sequence[Any], named: str | Device | None) -> Device | None:
    """Guesses the device of a dispatch: correct if the arguments are valid and the device is open. ``Signature.device``
    checks this."""
    if named is None:
        for argument in arguments:
            kind = argument.__class__
            if kind is DeviceArray:
                return argument.device
            if kind in FINDERS and (found := FINDERS[kind](argument)) is not None:
                return found
    return find_open(named)


class Signature:
    """The parameters of a kernel. Each one has a fast check that accepts the common valid arguments; any other argument
    gets a full check, which accepts it or raises an error with the reason."""

    def __init__(self, kernel: str, compiled: Sequence[Value], names: ArgumentNames = PYTHON) -> None:
        """``compiled``: the parameters of the compiled kernel, which include the shapes of buffers and the fields of
        structs. ``names``: those of the kernel's language, for messages."""
        self._names = names
        self.parameters = parameters = declared(compiled)
        self._kernel = kernel
        self._parameters = parameters
        self._is_expanded = parameters != list(compiled)
        self._checks = [_quick_check(parameter, names) for parameter in parameters]
        self._memory = [
            place for place, value in enumerate(parameters) if isinstance(value.type, (BufferType, ImageType))
        ]
        self._pairs = [
            (place, other)
            for place, other in itertools.combinations(self._memory, 2)
            if parameters[place].type.writable or parameters[other].type.writable
        ]

    def check(self, arguments: Sequence[Any]) -> list[Any]:
        """Returns the checked arguments: NumPy and device arrays unchanged, other libraries' arrays as NumPy views,
        scalars as NumPy scalars of the parameter's type, vectors as tuples of these, structs as lists of both."""
        if len(arguments) != len(self._checks):
            raise wrong_number(self._kernel, [str(parameter.name) for parameter in self._parameters], arguments)
        checked = list(map(operator.call, self._checks, arguments))
        for place in self._memory:
            if checked[place].size > MOST_ELEMENTS:
                self._refuse_size(self._passed(place, arguments[place]), checked[place].size)
        for place, other in self._pairs:
            if _overlap(checked[place], checked[other]):
                self._refuse_overlap(*(self._passed(number, arguments[number]) for number in (place, other)))
        return checked

    def launched(self, checked: Sequence[Any]) -> Sequence[Any]:
        """Returns the arguments of the compiled kernel: a buffer of more than one dimension is followed by its shape
        and strides, and a struct is its fields."""
        if not self._is_expanded:
            return checked
        made: list[Any] = []
        for parameter, argument in zip(self.parameters, checked, strict=True):
            made += argument if isinstance(parameter.type, StructType) else with_extents(parameter.type, argument)
        return made

    def device(
        self, arguments: Sequence[Any], named: str | Device | None, given: Sequence[Any] | None = None
    ) -> Device:
        """Returns the device of the arrays. All of them must be on one device, the named one if a device is named.
        ``given``: the arguments as the user passed them, for messages."""
        found = None
        for place in self._memory:
            argument = arguments[place]
            if argument.__class__ is DeviceArray:
                if found is None:
                    found = argument.device if named is None else open_device(named)
                    # The code with which the user can name the device.
                    code = (
                        f"{self._names.code(str(self._parameters[place].name))}.device" if named is None else "device"
                    )
                    code = repr(named) if isinstance(named, str) else code
                if argument.device is not found:
                    # Arrays made before a device was reopened have a device of the same name.
                    found.require_usable()
                    argument.device.require_usable()
                    passed = self._passed(place, argument if given is None else given[place])
                    raise LaunchError(
                        f"{passed} is on device '{argument.device.name}', "
                        f"but the dispatch runs on device '{found.name}'",
                        passed.moved(code),
                    )
        return open_device(named) if found is None else found

    def _passed(self, place: int, argument: Any) -> PassedArray:
        parameter = self._parameters[place]
        return PassedArray(
            str(parameter.name), argument, parameter.type.writable, code=self._names.code(str(parameter.name))
        )

    @staticmethod
    def _refuse_size(passed: PassedArray, size: int) -> None:
        message = f"{passed} has {size} elements, which exceeds the limit of {MOST_ELEMENTS}"
        raise LaunchError(message, f"pass it in parts: `{passed.written_code}[:n]`")

    @staticmethod
    def _refuse_overlap(one: PassedArray, other: PassedArray) -> None:
        """Refuses overlapping arguments: what the kernel reads would depend on the device."""
        written, another = (other, one) if other.written else (one, other)
        raise LaunchError(
            f"arguments '{one.name}' and '{other.name}' overlap, and the kernel writes to '{written.name}'",
            another.separated(),
        )


def wrong_number(kernel: str, names: Sequence[str], arguments: Sequence[Any]) -> LaunchError:
    """The error for a launch with another number of arguments than the parameters of these names."""
    taken = f"{len(names)} argument{'s' * (len(names) != 1)}"
    message = f"kernel '{kernel}' takes {taken} ({', '.join(names)}), got {len(arguments)}"
    missing = ", ".join(f"`{name}`" for name in names[len(arguments) :])
    fix = f"pass {missing}, too" if missing else "pass one value per parameter"
    more = len(arguments) - len(names)
    if more in (1, 2) and all(map(is_integer, arguments[:more])):
        fix = f"groups are one argument: `{kernel}.dispatch((x, y, z), ...)`"
    return LaunchError(message, fix)


def check_arguments(kernel: str, parameters: Sequence[Value], arguments: Sequence[Any]) -> list[Any]:
    """Returns the result of ``Signature.check``."""
    return Signature(kernel, parameters).check(arguments)


def _overlap(argument: Any, other: Any) -> bool:
    """Returns whether two arrays share memory."""
    if argument.__class__ is DeviceArray and other.__class__ is DeviceArray:
        device = argument.device
        return device is other.device and device.overlap(argument.handle, other.handle)
    ours, theirs = _host_memory(argument), _host_memory(other)
    # Exact for contiguous arrays. The memory of a view with a row pitch includes what is between its rows.
    return ours is not None and theirs is not None and np.may_share_memory(ours, theirs)


def _host_memory(argument: Any) -> np.ndarray | None:
    """Returns the array's CPU memory, which other arrays may share; None if it is not in the CPU's memory."""
    return argument.device.host_memory(argument.handle) if isinstance(argument, DeviceArray) else argument


def _quick_check(parameter: Value, names: ArgumentNames) -> Callable[[Any], Any]:
    name, type_ = str(parameter.name), parameter.type
    # Kernels with such parameters import their checks.
    if isinstance(type_, ConstantBufferType):
        from .constant_buffers import check_constants

        return functools.partial(check_constants, name, type_, names=names)
    if isinstance(type_, BufferType) and isinstance(type_.element, StructType):
        from .struct_arrays import check_structs

        return functools.partial(check_structs, name, type_, names=names)
    if isinstance(type_, BufferType) and element_of(type_.element).is_bf16:
        return functools.partial(_check_bf16, name, type_, names=names)
    if isinstance(type_, BufferType):
        return _quick_buffer(name, type_, names)
    if isinstance(type_, ImageType):
        return functools.partial(_check_image, name, type_, names=names)
    if isinstance(type_, StructType):
        return functools.partial(_check_struct, name, type_)
    if isinstance(type_, VectorType):
        return functools.partial(check_vector, name, type_, names=names)
    return _quick_scalar(name, type_, names)


def _quick_buffer(name: str, type_: BufferType, names: ArgumentNames) -> Callable[[Any], Any]:
    dtype = memory_type(type_.element)
    if type_.rank > 1:
        return _quick_rows(name, type_, names)
    width = type_.element.size if isinstance(type_.element, VectorType) else 0
    writable = type_.writable

    def check(argument: Any) -> Any:
        kind = argument.__class__
        if kind is DeviceArray:
            if argument.dtype is dtype and not width:
                return argument
        elif kind is np.ndarray and argument.dtype is dtype:
            flags = argument.flags
            # carray: contiguous, aligned and writable.
            if (flags.carray if writable else flags.c_contiguous and flags.aligned) and (
                not width or argument.ndim == 2 and argument.shape[1] == width
            ):
                return argument
        return _check_buffer(name, type_, argument, names)

    return check


def _quick_rows(name: str, type_: BufferType, names: ArgumentNames) -> Callable[[Any], Any]:
    """The check of a buffer of more than one dimension, fast for contiguous arrays."""
    dtype, writable = memory_type(type_.element), type_.writable
    last = (type_.element.size,) if isinstance(type_.element, VectorType) else ()
    axes = type_.rank + len(last)

    def check(argument: Any) -> Any:
        kind = argument.__class__
        is_array = kind is DeviceArray or kind is np.ndarray
        if (
            is_array
            and argument.dtype is dtype
            and len(argument.shape) == axes
            and argument.shape[type_.rank :] == last
        ):
            if kind is DeviceArray:
                return argument
            flags = argument.flags
            if flags.carray if writable else flags.c_contiguous and flags.aligned:
                return argument
        return _check_buffer(name, type_, argument, names)

    return check


def _quick_scalar(name: str, type_: DType, names: ArgumentNames) -> Callable[[Any], Any]:
    if type_.is_bool or type_.is_bf16:
        return functools.partial(check_scalar, name, type_, names=names)
    kind, make = (int, type_.numpy.type) if type_.is_integer else (float, type_.numpy.type)
    greatest = type_.highest if type_.is_integer else type_.greatest
    lowest = type_.lowest if type_.is_integer else -greatest

    def check(argument: Any) -> np.generic:
        if argument.__class__ is kind and lowest <= argument <= greatest:
            return make(argument)
        return check_scalar(name, type_, argument, names)

    return check


# Arrays.


def _check_buffer(name: str, type_: BufferType, argument: Any, names: ArgumentNames) -> Any:
    """Returns the argument as a NumPy or device array of the right element type."""
    element = type_.element.element if isinstance(type_.element, VectorType) else type_.element
    expected = memory_type(element)
    passed = PassedArray(name, argument, type_.writable, code=names.code(name))
    array = usable_array(passed, expected)
    # Of a bool's byte, every number but 0 is true.
    _check_dtype(passed, type_, array, expected, np.dtype(np.uint8) if element.is_bool else expected, names)
    if type_.rank > 1:
        check_shape(passed, type_, array)
        return array
    check_memory(passed, array)
    if isinstance(type_.element, VectorType):
        size, shape = type_.element.size, tuple(array.shape)
        if not (shape and shape[-1] == size or len(shape) == 1 and shape[0] % size == 0):
            raise LaunchError(
                f"{passed} has shape {shape}, but {names.parameter(type_)} has elements of {size} components",
                f"pass an array whose last axis is {size}, or a flat one whose size is a multiple of {size}",
            )
    return array


def _check_bf16(name: str, type_: BufferType, argument: Any, names: ArgumentNames) -> Any:
    """Returns the words of an array of bf16."""
    from .bfloat16_arrays import words_of

    return _check_buffer(name, type_, words_of(name, type_, argument), names)


def _check_image(name: str, type_: ImageType, argument: Any, names: ArgumentNames) -> Any:
    """Returns the argument as a NumPy or device array of rows of texels."""
    expected = type_.element.numpy
    passed = PassedArray(name, argument, type_.writable, code=names.code(name))
    array = usable_array(passed, expected)
    _check_dtype(passed, type_, array, expected, expected, names)
    # Check the memory before the shape: a contiguous array can be reshaped without a copy.
    check_memory(passed, array)
    shape = tuple(array.shape)
    rank, axes = type_.rank, type_.axes
    if (shape[rank:] if type_.channels > 1 else (1, *shape[rank:])) != (type_.channels,) or len(shape) < rank:
        what = "an array of images" if type_.is_array else "an image"
        message = f"{passed} has shape {shape}, but {names.parameter(type_)} is {what} of shape ({axes})"
        if type_.is_array:
            raise LaunchError(message, passed.reshaped(axes))
        if len(shape) == 3 and shape[2] not in (1, type_.channels):
            raise LaunchError(message, _other_channels(passed, type_, shape[2], names))
        # An array of another number of texels or channels cannot be reshaped.
        if len(shape) == 2 and shape[1] % type_.channels or len(shape) == 3 and type_.channels > 1:
            texel = dataclasses.replace(type_, channels=1)
            declared = names.declaration(passed.name, texel)
            more = f", and {passed.reshaped('height, width')}" if len(shape) == 3 else ""
            raise LaunchError(message, declared + more)
        if len(shape) > 3:
            raise LaunchError(message, f"launch for one image at a time: `{passed.written_code}[0]`")
        raise LaunchError(message, passed.reshaped(axes))
    if 0 in shape:
        raise LaunchError(f"{passed} has shape {shape}, an image without texels", "pass one texel at least")
    return array


def _other_channels(passed: PassedArray, type_: ImageType, channels: int, names: ArgumentNames) -> str:
    """Advises a parameter type with the image's number of channels if that is a valid number, else another image."""
    if channels in CHANNELS:
        texel = dataclasses.replace(type_, channels=channels)
        return names.declaration(passed.name, texel)
    four = dataclasses.replace(type_, channels=4)
    declared = ""
    if type_.channels != 4:
        declared = f"{names.declaration(passed.name, four)}, and "
    return f"{declared}{passed.padded(channels, 4)}"


def _check_dtype(
    passed: PassedArray, type_: Any, array: Any, expected: np.dtype, also: np.dtype, names: ArgumentNames
) -> None:
    if array.dtype not in (expected, also):
        message = f"{passed} has dtype {array.dtype}, but {names.parameter(type_)} takes {expected}"
        fix = passed.converted(expected)
        if is_tensor(passed.value) and {array.dtype.kind, expected.kind} == {"i", "u"}:
            if array.dtype.itemsize == expected.itemsize:
                fix = f"pass `{passed.name}.view(torch.{expected})`, which has the same memory"
        if isinstance(type_, ImageType) and array.dtype in (np.uint8, np.uint16) and expected.kind == "f":
            most = np.iinfo(array.dtype).max
            fix += (
                f"; for colors from 0 to 1, divide it by {most}: `{passed.written_code}.astype(np.{expected}) / {most}`"
            )
        if names is not PYTHON:
            # HLSL has no integers of 8 bits: bytes are those of words.
            if array.dtype == np.uint8 and expected.kind == "u" and isinstance(array, np.ndarray):
                fix = f"pass the bytes as words: `{passed.written_code}.view(np.{expected})`"
        elif array.dtype in (np.int8, np.uint8) and expected.kind in "iu" and expected.itemsize > 1:
            fix += f"; or declare `{passed.name}` with elements of `wd.{'iu'[array.dtype.kind == 'u']}8`"
        raise LaunchError(message, fix)


# Values.


class _CheckedStruct(list):
    """The scalars and vectors of a struct, which were checked."""


def _check_struct(name: str, type_: StructType, argument: Any) -> list[Any]:
    """Returns the scalars and vectors of a struct."""
    return argument if isinstance(argument, _CheckedStruct) else _CheckedStruct(_fields(name, type_, argument))


def _fields(name: str, type_: Any, argument: Any) -> Iterator[Any]:
    """Yields the checked scalars and vectors of a struct, in the order of its leaves; ``type_`` is the struct's type, or
    that of a field."""
    if isinstance(type_, StructType):
        if not is_struct_value(type_, argument):
            _refuse_struct(name, type_, argument)
        # An array without dimensions would give its fields as arrays.
        argument = argument[()] if isinstance(argument, np.ndarray) else argument
        for field, element in zip(type_.names, type_.elements, strict=True):
            yield from _fields(f"{name}.{field}", element, argument[field])
    elif isinstance(type_, TupleType):
        count = len(type_.elements)
        if not isinstance(argument, (tuple, list, np.ndarray)) or np.shape(argument)[:1] != (count,):
            raise LaunchError(f"argument '{name}' is {argument!r}, expected {count} values", "pass them in a list")
        for number, (element, part) in enumerate(zip(type_.elements, argument, strict=True)):
            yield from _fields(f"{name}[{number}]", element, part)
    else:
        # In a NumPy array of structs, a bool is an int32.
        if element_of(type_).is_bool and isinstance(argument, (np.int32, np.ndarray)):
            argument = np.asarray(argument, np.bool_)[()]
        check = check_vector if isinstance(type_, VectorType) else check_scalar
        yield check(name, type_, argument)


def _refuse_struct(name: str, type_: StructType, argument: Any) -> NoReturn:
    """Refuses an argument that has not the fields of a struct."""
    fix = f"pass `{type_.name}({', '.join(f'{field}=...' for field in type_.names)})`, an element of an array of"
    fix += f" {type_.name}, or a dict with these fields"
    names = (
        argument.keys() if isinstance(argument, Mapping) else getattr(getattr(argument, "dtype", None), "names", None)
    )
    if names is None:
        raise LaunchError(f"argument '{name}' is {argument!r}, expected one {type_.name}", fix)
    missing = [field for field in type_.names if field not in names]
    unknown = [str(field) for field in names if field not in type_.names]
    what = f"lacks the field '{missing[0]}'" if missing else f"has a field '{unknown[0]}'" if unknown else "is an array"
    raise LaunchError(f"argument '{name}' {what}, expected one {type_.name}", fix)
