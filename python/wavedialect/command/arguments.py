"""Reads kernel arguments from the command line: ``name=zeros:1024``, ``name=image.npy``, ``name=3``."""

from __future__ import annotations

import difflib
import glob
import itertools
import json
import math
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import LaunchError, WaveError
from ..interpreter.elements import memory_type
from ..ir.structs import StructType
from ..ir.types import BufferType, ConstantBufferType, DType, ImageType, TupleType, VectorType, element_of
from ..kernels.binding import fields_of
from ..runtime.argument_names import ArgumentNames, names_of
from .standard_output import refuse_standard_output

if TYPE_CHECKING:
    from ..kernels.kernel import Kernel

SHAPES = "SHAPE is 1024, or 64x32 for 64 rows of 32"
#: The forms of an array argument, for the help of commands that take arguments.
FORMS = {
    "zeros:SHAPE": "zeros; `ones:SHAPE` likewise",
    "full:VALUE:SHAPE": "one number everywhere",
    "arange:SHAPE": "0, 1, 2, ...",
    "random:SHAPE[:SEED]": "floats from 0 to 1, integers from 0 to 99",
    "FILE.npy": "a file written by NumPy's `save`",
    "1,2,3": "these numbers",
    '{"a": 1}': "the fields of a constant buffer, as JSON",
}
_MADE = ("zeros", "ones", "full", "arange", "random")
_GREATEST_RANDOM = 100
#: A longer example of a constant buffer's fields is not shown.
_MOST_FIELDS = 240
#: The constant buffer of global variables.
_GLOBALS = "$Globals"
_TRUE, _FALSE = ("true", "1"), ("false", "0")


def read_arguments(kernel: Kernel, written: Sequence[str]) -> dict[str, Any]:
    """Returns the arguments by name, in the kernel's order. Raises LaunchError for missing, unknown or invalid
    arguments."""
    types = kernel.parameters
    texts: dict[str, str] = {}
    for text in written:
        name, equals, value = text.partition("=")
        if not equals:
            raise LaunchError(f"'{text}' is not an argument", f"write NAME=VALUE; {_needed(kernel)}")
        if not name and _GLOBALS in types:
            raise LaunchError(
                f"'{text}' has no name: the shell replaces `{_GLOBALS}` by nothing",
                f"write '{_GLOBALS}{text}', in quotes",
            )
        if name not in types:
            parts = [one for one in types if one.startswith((f"{name}[", f"{name}."))]
            if parts:
                message = f"'{name}' of kernel '{kernel.name}' is an array or a struct of resources"
                raise LaunchError(message, f"pass each part: {example_arguments({one: types[one] for one in parts})}")
            near = difflib.get_close_matches(name, types, 1)
            owner = next((buffer for buffer, fields in fields_of(kernel.source).items() if name in fields), None)
            if owner is not None:
                message = f"kernel '{kernel.name}' has no parameter '{name}', which is a field of '{owner}'"
                example = json.dumps({**_example_fields(types[owner]), **_parsed(name, value)})
                argument = f"{owner}='{example}'"
                raise LaunchError(message, f"write {_quoted(argument)}")
            fix = f"did you mean `{near[0]}`?" if near else _needed(kernel)
            raise LaunchError(f"kernel '{kernel.name}' has no parameter '{name}'", fix)
        if name in texts:
            raise LaunchError(f"argument '{name}' is given twice", "leave one out")
        texts[name] = value
    defaults = kernel.source.defaults
    missing = [name for name in types if name not in texts and name not in defaults]
    if missing:
        words = f"argument '{missing[0]}' is" if len(missing) == 1 else f"the arguments {', '.join(missing)} are"
        raise LaunchError(f"kernel '{kernel.name}': {words} missing", _needed(kernel))
    return {
        name: _value(name, type_, texts[name], names_of(kernel.source.language)) if name in texts else defaults[name]
        for name, type_ in types.items()
    }


def is_array(type_: Any) -> bool:
    """Whether a parameter takes an array."""
    return isinstance(type_, (BufferType, ImageType))


def example_arguments(types: Mapping[str, Any]) -> str:
    """Returns example arguments for these parameters, in command line syntax."""
    return " ".join(_quoted(f"{name}={_example(type_)}") for name, type_ in types.items())


def _quoted(argument: str) -> str:
    """An argument as a shell takes it."""
    name = argument.partition("=")[0]
    return "'" + argument.replace("'", "") + "'" if set(name) & set("$[") else argument


def _example(type_: Any) -> str:
    if isinstance(type_, ImageType):
        shape = "8x64x64" if type_.is_array else "64x64"
        return f"zeros:{shape}" if type_.writable else f"random:{shape}"
    if isinstance(type_, ConstantBufferType):
        fields = json.dumps(_example_fields(type_))
        return f"'{fields}'" if type_.fields and len(fields) <= _MOST_FIELDS else f"zeros:{type_.words}"
    if isinstance(type_, BufferType):
        shape = {1: "1024", 2: "64x64", 3: "8x64x64"}[type_.rank]
        if isinstance(type_.element, StructType) and not type_.writable:
            return f"random:{shape}"
        return f"zeros:{shape}" if type_.writable else f"arange:{shape}"
    if isinstance(type_, VectorType):
        return ",".join([_example(type_.element)] * type_.size)
    if isinstance(type_, TupleType):
        return ",".join(map(_example, type_.elements))
    return "true" if type_.is_bool else "1.0" if type_.is_float else "1024"


def _example_fields(type_: ConstantBufferType) -> dict[str, Any]:
    """Returns values for the fields of a constant buffer; those of an array of structs as a list of dicts."""
    made: dict[str, Any] = {}
    for field in type_.fields:
        element = element_of(field.type)
        value: Any = False if element.is_bool else 0.0 if element.is_float else 0
        value = [value] * field.type.size if isinstance(field.type, VectorType) else value
        value = [value] * field.count if field.count > 1 else value
        *path, last = [int(part) if part.isdigit() else part for part in re.findall(r"[^.\[\]]+", field.name)]
        place: Any = made
        for part, following in zip(path, [*path[1:], last], strict=False):
            empty: Any = [] if isinstance(following, int) else {}
            if isinstance(part, int) and part == len(place):
                place.append(empty)
            elif isinstance(part, str):
                place.setdefault(part, empty)
            place = place[part]
        if isinstance(last, int):
            place.append(value)
        else:
            place[last] = value
    return made


def _needed(kernel: Kernel) -> str:
    """Lists all parameters with their types, and example arguments."""
    types, names = kernel.parameters, names_of(kernel.source.language)
    if not types:
        return "it has no parameters"
    listed = "\n".join(f"  {name}: {names.parameter(type_)}" for name, type_ in types.items())
    return f"its parameters are\n{listed}\nfor instance: {example_arguments(types)}"


# --- One value ---------------------------------------------------------------


def _value(name: str, type_: Any, text: str, names: ArgumentNames) -> Any:
    if isinstance(type_, ConstantBufferType) and text.lstrip().startswith("{"):
        return _fields(name, type_, text)
    if isinstance(type_, ConstantBufferType) and type_.fields and all(_is_number(part) for part in text.split(",")):
        # Numbers would be its words, and those of floats are not the numbers.
        message = f"argument '{name}' is '{text}', and a constant buffer takes its fields"
        raise LaunchError(message, f"write {name}={_example(type_)}")
    if is_array(type_):
        return _array(name, type_, text, names)
    if isinstance(type_, VectorType):
        return tuple(_number(name, type_.element, part, names) for part in text.split(","))
    if isinstance(type_, StructType):
        return _struct(name, type_, text, names)
    return _number(name, type_, text, names)


def _struct(name: str, type_: StructType, text: str, names: ArgumentNames) -> dict[str, Any]:
    """Reads the numbers of a struct, in the order of its fields."""
    parts = text.split(",")
    count = sum(leaf.type.size if isinstance(leaf.type, VectorType) else 1 for leaf in type_.leaves)
    if len(parts) != count:
        message = f"argument '{name}' has {len(parts)} number{'s' * (len(parts) != 1)}, and a {type_.name} has {count}"
        raise LaunchError(message, f"write them in the order of the fields: {name}={_example(type_)}")
    return _part(name, type_, iter(parts), names)


def _part(name: str, type_: Any, parts: Iterator[str], names: ArgumentNames) -> Any:
    """Reads the value of a field's type from the next numbers."""
    if isinstance(type_, StructType):
        fields = zip(type_.names, type_.elements, strict=True)
        return {field: _part(f"{name}.{field}", element, parts, names) for field, element in fields}
    if isinstance(type_, TupleType):
        return [_part(f"{name}[{number}]", element, parts, names) for number, element in enumerate(type_.elements)]
    if isinstance(type_, VectorType):
        return tuple(_number(name, type_.element, next(parts), names) for _ in range(type_.size))
    return _number(name, type_, next(parts), names)


def _number(name: str, type_: DType, text: str, names: ArgumentNames) -> Any:
    """Reads a number of the parameter's kind. The dispatch checks its range."""
    text = text.strip()
    try:
        if type_.is_bool:
            if text.lower() in _TRUE + _FALSE:
                return text.lower() in _TRUE
        elif type_.is_float:
            return float(text)
        else:
            # The base can be given as in Python: 0xff.
            return int(text, 0)
    except ValueError:
        pass
    fix = "write true or false" if type_.is_bool else f"write a number: {name}={_example(type_)}"
    raise LaunchError(f"argument '{name}' is '{text}', which is not a number of {names.type(type_)}", fix)


def _fields(name: str, type_: ConstantBufferType, text: str) -> Any:
    """Reads the fields of a constant buffer. The dispatch checks their values."""
    fix = f"write {_quoted(f'{name}={_example(type_)}')}"
    try:
        fields = json.loads(text)
    except ValueError as error:
        reason = str(error).partition(": line")[0]
        raise LaunchError(f"argument '{name}' is not JSON: {reason[:1].lower()}{reason[1:]}", fix) from None
    given = {re.split(r"[.\[]", field, maxsplit=1)[0] for field in fields}
    missing = [f"'{field}'" for field in _example_fields(type_) if field not in given]
    if missing and given <= {*_example_fields(type_)}:
        raise LaunchError(f"argument '{name}' has no value for {', '.join(missing)}", fix)
    return fields


def _parsed(name: str, value: str) -> dict[str, Any]:
    """A field with its value, if it is JSON."""
    try:
        return {name: json.loads(value)}
    except ValueError:
        return {}


def _array(name: str, type_: Any, text: str, names: ArgumentNames) -> np.ndarray:
    kind, colon, rest = text.partition(":")
    if kind in _MADE and colon:
        return (
            _made_structs(name, type_, kind, rest)
            if isinstance(type_.element, StructType)
            else _made(name, type_, kind, rest, names)
        )
    if text.endswith(".npy"):
        return _loaded(name, type_, text, names)
    numbers = text.split(",")
    if isinstance(type_.element, StructType) and all(map(_is_number, numbers)):
        return _structs(name, type_, numbers)
    if all(map(_is_number, numbers)):
        element = element_of(type_.element)
        values = [_number(name, _numeric(element), number, names) for number in numbers]
        return _filled(name, type_, values, names)
    raise _no_form(name, type_, text, names)


def _no_form(name: str, type_: Any, text: str, names: ArgumentNames) -> LaunchError:
    """The error for a text that does not state an array. It lists the forms that the parameter takes."""
    kind, colon, rest = text.partition(":")
    message = f"argument '{name}' is '{text}', and {names.parameter(type_)} takes an array"
    if colon and kind.isidentifier():
        message += f": there is no form '{kind}:'"
    near = difflib.get_close_matches(kind, _MADE, 1, cutoff=0.75)
    is_of_fields = isinstance(type_, ConstantBufferType)
    forms = {form: words for form, words in FORMS.items() if is_of_fields or not form.startswith("{")}
    width = max(map(len, forms)) + 2
    listed = "\n".join(f"  {name}={form:<{width}}{words}" for form, words in forms.items())
    hint = f"did you mean {name}={near[0]}:{rest or '1024'}? The forms are" if near else "write one of"
    return LaunchError(message, f"{hint}\n{listed}\n{SHAPES}")


def _structs(name: str, type_: Any, numbers: Sequence[str]) -> np.ndarray:
    """Reads the numbers of structs, each in the order of its fields."""
    struct = type_.element
    count = sum(leaf.type.size if isinstance(leaf.type, VectorType) else 1 for leaf in struct.leaves)
    if len(numbers) % count:
        message = f"argument '{name}' has {len(numbers)} numbers, and a {struct.name} has {count}"
        raise LaunchError(message, "write the numbers of whole structs, in the order of their fields")
    array = np.zeros(len(numbers) // count, struct.dtype)
    columns = iter(range(count))
    for leaf in _leaves(array):
        width = leaf[:1].size if len(leaf) else 0
        chosen = [
            numbers[row * count + column] for column in itertools.islice(columns, width) for row in range(len(leaf))
        ]
        values = [float(one) if leaf.dtype.kind == "f" else int(one, 0) for one in chosen]
        leaf[...] = np.array(values, leaf.dtype).reshape(width, len(leaf)).T.reshape(leaf.shape)
    return array


def _leaves(array: np.ndarray) -> Iterator[np.ndarray]:
    """Views of the scalars and vectors of an array of structs, in the order of the fields."""
    if array.dtype.names is None:
        yield array
    for field in array.dtype.names or ():
        yield from _leaves(array[field])


def _made_structs(name: str, type_: Any, kind: str, rest: str) -> np.ndarray:
    """Makes an array of structs, with these numbers in each of its scalars."""
    value, shape, seed = _read_form(name, type_, kind, rest)
    array = np.zeros(shape, type_.element.dtype)
    try:
        random = np.random.default_rng(seed)
        for leaf in _leaves(array):
            if kind == "arange":
                leaf[...] = np.arange(leaf.size).reshape(leaf.shape)
            elif kind == "random":
                is_float = leaf.dtype.kind == "f"
                leaf[...] = random.random(leaf.shape) if is_float else random.integers(0, _GREATEST_RANDOM, leaf.shape)
            else:
                leaf[...] = float(value) if leaf.dtype.kind == "f" else int(value, 0)
    except (OverflowError, ValueError) as error:
        raise LaunchError(f"argument '{name}' is '{kind}:{rest}': {error}", _forms(name, kind)) from None
    return array


def _is_number(text: str) -> bool:
    try:
        complex(int(text, 0)) if text.strip().lower().startswith("0x") else float(text)
    except ValueError:
        return False
    return True


def _numeric(element: DType) -> DType:
    """Returns the type for reading an array's numbers: a bool is a number as well."""
    from ..ir.types import i32

    return i32 if element.is_bool else element


def _filled(name: str, type_: Any, values: list[Any], names: ArgumentNames) -> np.ndarray:
    """Returns an array of these numbers, in the shape of the parameter."""
    size = type_.element.size if isinstance(type_, BufferType) and isinstance(type_.element, VectorType) else 1
    if isinstance(type_, ImageType):
        size = type_.channels
    if len(values) % size:
        raise LaunchError(
            f"argument '{name}' has {len(values)} numbers", f"{names.parameter(type_)} takes {size} an element"
        )
    for value in values:
        _check_range(name, value, element_of(type_.element), names)
    array = np.array(values, _array_type(type_))
    if isinstance(type_, ImageType):
        leading = (1,) * (type_.rank - 1)
        return array.reshape((*leading, -1) if size == 1 else (*leading, -1, size))
    leading = (1,) * (type_.rank - 1)
    return array.reshape((*leading, -1) if size == 1 else (*leading, -1, size))


def _array_type(type_: Any) -> np.dtype:
    """The NumPy type of a parameter's elements, in arrays that users pass."""
    element = element_of(type_.element)
    return element.array if element.is_bf16 else memory_type(type_.element)


def _files_beside(path: str) -> list[str]:
    """The files of arrays in the folder of a file."""
    return glob.glob(os.path.join(glob.escape(os.path.dirname(path)), "*.npy"))


def _check_loaded(name: str, type_: Any, path: str, array: np.ndarray, names: ArgumentNames) -> None:
    """Raises LaunchError for a file whose elements have another type than the parameter's."""
    if isinstance(type_.element, StructType):
        # Bytes and floats may be structs as well.
        if array.dtype.names is None and array.dtype not in (np.uint8, np.float32):
            message = (
                f"argument '{name}': '{path}' has elements of {array.dtype}, and {names.parameter(type_)} takes structs"
            )
            raise LaunchError(message, f"save an array of the dtype {_dtype_text(type_.element.dtype)}")
        return
    wanted = _array_type(type_)
    if array.dtype.kind in "iuf" and wanted.kind in "iuf" and array.dtype != wanted:
        message = (
            f"argument '{name}': '{path}' has elements of {array.dtype}, and {names.parameter(type_)} takes {wanted}"
        )
        raise LaunchError(message, f'save the array with this type: `numpy.save("{path}", array.astype("{wanted}"))`')


def _dtype_text(dtype: np.dtype) -> str:
    """The fields of a dtype with names, as NumPy takes them."""
    return f"`numpy.dtype({dtype.descr})`"


def _loaded(name: str, type_: Any, path: str, names: ArgumentNames) -> np.ndarray:
    try:
        array = np.load(path, allow_pickle=False)
    except FileNotFoundError:
        near = difflib.get_close_matches(path, _files_beside(path), 1, 0.75)
        fix = f"did you mean {name}={near[0]}?" if near else "write it by NumPy's `save`"
        raise LaunchError(f"argument '{name}': there is no file '{path}'", fix) from None
    except OSError as error:
        raise LaunchError(
            f"argument '{name}': '{path}' cannot be read: {error.strerror}", "name another file"
        ) from None
    except (ValueError, EOFError):
        message = f"argument '{name}': '{path}' is not an array in NumPy's format"
        raise LaunchError(message, "write it by NumPy's `save`") from None
    _check_loaded(name, type_, path, array, names)
    if array.dtype.str == "|V2" and not isinstance(type_.element, StructType) and element_of(type_.element).is_bf16:
        # A file does not have the name of the type.
        array = array.view(_array_type(type_))
    return np.ascontiguousarray(array)


def _made(name: str, type_: Any, kind: str, rest: str, names: ArgumentNames) -> np.ndarray:
    """Makes an array with the parameter's element type."""
    dtype = _array_type(type_)
    value, shape, seed = _read_form(name, type_, kind, rest)
    count = math.prod(shape)
    try:
        if kind == "arange":
            return np.arange(count).astype(dtype).reshape(shape)
        if kind == "random":
            return _random(shape, dtype, element_of(type_.element), seed)
        number = _number(name, _numeric(element_of(type_.element)), value, names)
        _check_range(name, number, element_of(type_.element), names)
        return np.full(shape, number, dtype)
    except (MemoryError, OverflowError, ValueError):
        raise LaunchError(
            f"argument '{name}' is '{kind}:{rest}', which needs more memory than there is", _forms(name, kind)
        ) from None


def _check_range(name: str, value: Any, element: DType, names: ArgumentNames) -> None:
    """Raises LaunchError for a number that the elements of an array cannot have."""
    if element.is_float or element.is_bool or element.lowest <= value <= element.highest:
        return
    type_ = names.type(element)
    raise LaunchError(
        f"argument '{name}' has {value}, out of range for {type_}",
        f"{type_} goes from {element.lowest} to {element.highest}",
    )


def _read_form(name: str, type_: Any, kind: str, rest: str) -> tuple[str, tuple[int, ...], int]:
    """Reads what follows ``full:`` or ``random:``, for instance: the number, the shape and the seed."""
    given = f"argument '{name}' is '{kind}:{rest}'"
    value, seed, shape = "1" if kind == "ones" else "0", "0", rest
    if kind == "full":
        value, colon, shape = rest.partition(":")
        if not colon:
            raise LaunchError(
                f"{given}, which has {'one part' if value else 'no part'} of VALUE:SHAPE", _forms(name, kind)
            )
        if not _is_number(value) and value.lower() not in _TRUE + _FALSE:
            raise LaunchError(f"{given}, and '{value}' is not a number", _forms(name, kind))
    elif kind == "random":
        shape, colon, seed = rest.partition(":")
        if colon and not seed.isdecimal():
            raise LaunchError(f"{given}, and the seed '{seed}' is not an integer of 0 or more", _forms(name, kind))
    extents = _shape(type_, shape)
    if extents is None:
        what = f"'{shape}' is not a shape" if shape else "its shape is missing"
        raise LaunchError(f"{given}, and {what}", _forms(name, kind))
    _check_shape(name, type_, kind, extents)
    return value, extents, int(seed or "0")


def _check_shape(name: str, type_: Any, kind: str, extents: tuple[int, ...]) -> None:
    """Raises LaunchError for a shape that an image or an array of vectors cannot have."""
    if isinstance(type_, ImageType):
        channels = type_.channels if type_.channels > 1 else 0
        full = type_.rank + bool(channels)
        if len(extents) == full and (not channels or extents[-1] == channels):
            return
        axes = "LAYERSxHEIGHTxWIDTH" if type_.is_array else "HEIGHTxWIDTH"
        what = "a texture"
    elif isinstance(type_.element, VectorType) and len(extents) > 1 and extents[-1] != type_.element.size:
        channels, axes, what = type_.element.size, "COUNT", f"an array of vectors of {type_.element.size} components"
    else:
        return
    form = f"{kind}:2" if kind == "full" else kind
    others = f"; the axis of {channels} numbers may be left out" if channels else ""
    given = "x".join(map(str, extents))
    raise LaunchError(
        f"argument '{name}' has the shape {given}, and {what} has the shape {axes}{f'x{channels}' if channels else ''}",
        f"write {name}={form}:{axes}{others}",
    )


def _random(shape: tuple[int, ...], dtype: np.dtype, element: DType, seed: int) -> np.ndarray:
    random = np.random.default_rng(seed)
    if element.is_float:
        return random.random(shape).astype(dtype)
    return random.integers(0, 2 if element.is_bool else _GREATEST_RANDOM, shape).astype(dtype)


def _shape(type_: Any, text: str) -> tuple[int, ...] | None:
    """Reads a shape such as ``64x32``; None if it is none. The order of axes is NumPy's: rows first. The axis of channels
    or components may be omitted."""
    try:
        shape = tuple(int(extent) for extent in text.split("x"))
    except ValueError:
        shape = ()
    if not shape or min(shape) < 0:
        return None
    if isinstance(type_, ImageType):
        return (*shape, type_.channels) if len(shape) == type_.rank and type_.channels > 1 else shape
    if isinstance(type_.element, VectorType) and len(shape) == type_.rank:
        return (*shape, type_.element.size)
    return shape


def _forms(name: str, kind: str) -> str:
    """Advises how to write an argument of this form."""
    form = next(form for form in FORMS if form.startswith(kind) or kind == "ones").replace("zeros", kind)
    written = form.replace("VALUE", "2").replace("[:SEED]", "").partition("SHAPE")[0]
    fix = f"write {name}={form}, for instance {name}={written}1024, or {name}={written}64x32 for 64 rows of 32"
    return f"{fix}; SEED is an integer, such as in {name}=random:1024:7" if kind == "random" else fix


def saved_arrays(kernel: Kernel, written: Sequence[str]) -> dict[str, str]:
    """Returns the ``NAME=FILE.npy`` options as files by array name."""
    types = kernel.parameters
    files: dict[str, str] = {}
    for text in written:
        name, _, file = text.partition("=")
        if not file:
            raise WaveError(f"--save takes NAME=FILE.npy, got '{text}'", "for instance --save out=out.npy")
        if name not in types or not is_array(types[name]):
            arrays = ", ".join(name for name, type_ in types.items() if is_array(type_))
            raise WaveError(f"kernel '{kernel.name}' has no array '{name}' to save", f"its arrays are {arrays}")
        refuse_standard_output(file, f"--save {name}=", "a file", f"name a file, `--save {name}={name}.npy`")
        if not file.endswith(".npy"):
            message = f"--save writes files for NumPy, got '{text}'"
            raise WaveError(message, f"name a file that ends in .npy: `--save {name}={name}.npy`")
        files[name] = file
    return files
