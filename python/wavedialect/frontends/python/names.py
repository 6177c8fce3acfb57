"""Names from outside a kernel: how they are looked up, which are constants, and how a help text spells them."""

from __future__ import annotations

import builtins
import dataclasses
import itertools
import operator
import pickle
import re
import sys
import types
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from ...ir.bfloat16 import ARRAY_NAME, is_array_type, numbers_of
from ...ir.module import Capture
from ...ir.structs import StructType
from ...ir.types import BYTES, DTYPES, VECTORS, DType, TupleType, VectorType, bf16, f32, i32
from ..semantic.values import Aggregate, Operand, Scalar, Static, Vector, type_of
from .functions import HelperFunction
from .ops import Intrinsic

PACKAGE = __name__.split(".")[0]

#: The types of objects that never change: a different object under the same name is a different meaning.
_FIXED = (HelperFunction, Intrinsic, DType, VectorType, StructType, type, types.ModuleType, types.BuiltinFunctionType)
#: WaveDialect's types by NumPy's.
_BY_NUMPY = {dtype.numpy: dtype for dtype in DTYPES.values() if not dtype.is_bf16}
_BY_NUMPY_TYPE = {dtype.type: made for dtype, made in _BY_NUMPY.items() if not made.is_bool}


class Captures:
    """Names from outside one function, and the record of their values, by function and path."""

    def __init__(self, function: types.FunctionType, record: dict[tuple[Any, str], Capture]):
        self.function = function
        self.record = record
        #: Operands of ``name.attribute`` that were looked up already: mostly a module's functions and types.
        self.members: dict[tuple[str, str], Static] = {}

    def lookup(self, name: str) -> tuple[bool, Any]:
        """Whether a name exists outside the function, and its object. Searches closure, module, builtins, as Python."""
        return lookup(self.function, name)

    def operand(self, object: Any, name: str, owner: Static | None = None) -> Operand:
        """The operand of a captured object, found by ``name`` or as the attribute ``name`` of ``owner``."""
        function = self.function if owner is None else owner.function
        path = name if owner is None else f"{owner.path}.{name}"
        if isinstance(object, _FIXED):
            self._add(function, path, object, constant_mark)
            return Static(object, path, function)
        made = constant_operand(object)
        if made is None:
            return Static(object, path, function)
        self._add(function, path, object, constant_mark)
        return made

    def constant(self, static: Static) -> None:
        """Records the contents of an array that a kernel reads as a table."""
        self._add(static.function, static.path, static.object, constant_mark)

    def note(self, static: Static) -> None:
        """Records an object that a static expression reads, with its contents."""
        fixed = isinstance(static.object, _FIXED) or callable(static.object)
        self._add(static.function, static.path, static.object, constant_mark if fixed else contents_mark, True)

    def _add(self, function: Any, path: str, object: Any, mark: Callable[[Any], Any], whole: bool = False) -> None:
        if function is None:
            return
        known = self.record.get((function, path))
        if known is None:
            self.record[function, path] = Capture(function, path, object, mark(object), whole)
        elif whole and not known.whole:
            self.record[function, path] = dataclasses.replace(known, whole=True)


#: Code in a help text, and WaveDialect's names in this code.
_CODE = re.compile(r"`[^`]+`")
_OURS = re.compile(rf"(?<![\w.])(?:(wd)\.(\w+)|({'|'.join([*DTYPES, *BYTES, *VECTORS])}))\b(?!\s*=[^=])")


def spelled(text: str, function: types.FunctionType) -> str:
    """A help text whose code uses the names that a function's module has for this package: ``wd.sqrt`` gets the
    module's alias of the package, or becomes ``sqrt`` if that was imported; ``u32`` becomes ``wd.u32`` if it was not
    imported."""
    package = sys.modules[PACKAGE]
    alias = next((name for name, object in function.__globals__.items() if object is package), None)

    def is_known(name: str) -> bool:
        found, object = lookup(function, name)
        return found and object is getattr(package, name, None)

    def name_of(match: re.Match[str]) -> str:
        name = match[2] or match[3]
        if not hasattr(package, name) or name == "bool":
            return match[0]
        if is_known(name) and (match[3] or alias is None):
            return name
        return f"{alias or 'wd'}.{name}"

    return _CODE.sub(lambda code: _OURS.sub(name_of, code[0]), text)


def lookup(function: types.FunctionType, name: str) -> tuple[bool, Any]:
    """Whether a name exists outside a function, and its current object."""
    if name in function.__code__.co_freevars and function.__closure__:
        try:
            return True, function.__closure__[function.__code__.co_freevars.index(name)].cell_contents
        except ValueError:
            return False, None
    if name in function.__globals__:
        return True, function.__globals__[name]
    if hasattr(builtins, name):
        return True, getattr(builtins, name)
    return False, None


def scalar_type(dtype: np.dtype) -> DType | None:
    """The scalar type of the language with the values of a NumPy dtype, or None."""
    return _BY_NUMPY.get(dtype) or (bf16 if is_array_type(dtype) else None)


_MOST_WAVES = 1024
"""The length of the longest range that is a constant: ranges name sets of waves, and no group has more waves."""


def constant_operand(object: Any) -> Operand | None:
    """A Python or NumPy constant as an operand, or None if the object is not a constant. Python numbers are literals,
    NumPy numbers have their type. A read-only NumPy array of two to four numbers, as ``float3(0, 1, 0)`` makes outside
    kernels, is a vector."""
    if object.__class__ is int:
        return Scalar(i32, constant=object, weak=True)
    if isinstance(object, bool | np.bool_):
        return Scalar(DTYPES["bool"], constant=bool(object))
    if isinstance(object, np.generic):
        dtype = scalar_type(object.dtype)
        if dtype is not None:
            return Scalar(dtype, constant=float(object) if dtype.is_bf16 else object.item())
    if isinstance(object, int | np.integer):
        return Scalar(i32, constant=int(object), weak=True)
    if isinstance(object, float | np.floating):
        return Scalar(f32, constant=float(object), weak=True)
    if isinstance(object, np.ndarray) and object.shape in ((2,), (3,), (4,)) and not object.flags.writeable:
        dtype = scalar_type(object.dtype)
        if dtype is not None:
            return Vector(VectorType(dtype, object.size), parts=[Scalar(dtype, constant=x) for x in numbers_of(object)])
    if isinstance(object, tuple) or (isinstance(object, range) and len(object) <= _MOST_WAVES):
        items = [constant_operand(item) for item in object]
        if all(item is not None for item in items):
            return Aggregate(TupleType(tuple(type_of(item) for item in items)), items)
    return None


def constant_mark(object: Any) -> Any:
    """A key that differs for 1, 1.0 and True, and for 0.0 and -0.0; the key of a ``_FIXED`` object is the object."""
    if isinstance(object, np.ndarray):
        return object.dtype.str, object.shape, object.flags.writeable, object.tobytes()
    return object if isinstance(object, _FIXED) else (type(object), repr(object))


def contents_mark(object: Any) -> Any:
    """A key that differs if the contents of an object differ."""
    try:
        return pickle.dumps(object)
    except Exception:  # noqa: BLE001, the user's classes may raise anything
        return constant_mark(object)


def still_hold(captured: Iterable[Capture]) -> bool:
    """Whether every name still has the meaning that was recorded."""
    for capture in captured:
        try:
            object = current_value(capture)
        except LookupError:
            return False
        mark = contents_mark(object) if isinstance(capture.mark, bytes) else constant_mark(object)
        if mark is not capture.mark and mark != capture.mark:
            return False
    return True


def current_value(capture: Capture) -> Any:
    """The current object of a captured name. Raises LookupError if the name no longer exists."""
    root, *attributes = capture.path.split(".")
    found, object = lookup(capture.function, root)
    if not found:
        raise LookupError(capture.path)
    for attribute in attributes:
        if not hasattr(object, attribute):
            raise LookupError(capture.path)
        object = getattr(object, attribute)
    return object


class Watched(NamedTuple):
    """The objects of names from outside a kernel, for a comparison in C++."""

    names: tuple[tuple[Any, ...], ...]
    """A dictionary, a name, and its object unless the dictionary lacks the name."""
    cells: tuple[tuple[Any, ...], ...]
    """A cell of a closure, and its object unless the cell is empty."""


class Meanings:
    """A fast ``still_hold`` for names that every launch checks again. A name that leads through modules to an object
    that never changes keeps its meaning while the lookup finds the same object."""

    def __init__(self, captured: Iterable[Capture]) -> None:
        self._captured = list(captured)
        self._watch()

    def watched(self) -> Watched | None:
        """What keeps all meanings, the same object until a name has a new object; None if a meaning needs a comparison
        of contents."""
        if self._watched is None and not self._others:
            names = [
                (place, *one) for place, names, objects in self._places for one in zip(names, objects, strict=True)
            ]
            self._watched = Watched(_without_nothing(names), _without_nothing(self._cells))
        return self._watched

    def hold(self) -> bool:
        """Whether every name still has the meaning that was recorded."""
        for find, names, objects in self._names:
            if not all(map(operator.is_, map(find, names, _NOTHINGS), objects)):
                break
        else:
            for cell, object in self._cells:
                if _contents(cell) is not object:
                    break
            else:
                return not self._others or still_hold(self._others)
        if not still_hold(self._captured):
            return False
        # The meanings are equal, but the objects are new: watch the new objects.
        self._watch()
        return True

    def _watch(self) -> None:
        """Stores the current objects of the names, and the captures that need a full comparison."""
        names: dict[int, tuple[dict[str, Any], dict[str, Any]]] = {}
        self._cells: list[tuple[types.CellType, Any]] = []
        self._others: list[Capture] = []
        self._watched: Watched | None = None
        for capture in self._captured:
            steps = _steps(capture)
            if not steps or not _never_changes(steps[-1][2]):
                self._others.append(capture)
                continue
            for place, name, object in steps:
                if isinstance(place, types.CellType):
                    self._cells.append((place, object))
                else:
                    names.setdefault(id(place), (place, {}))[1][name] = object
        self._places = [(place, tuple(found), tuple(found.values())) for place, found in names.values()]
        self._names = [(place.get, names, objects) for place, names, objects in self._places]


#: Marks a missing object.
_NOTHING = object()
_NOTHINGS = itertools.repeat(_NOTHING)


def _without_nothing(found: Iterable[tuple[Any, ...]]) -> tuple[tuple[Any, ...], ...]:
    return tuple(one[:-1] if one[-1] is _NOTHING else one for one in found)


def _contents(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return _NOTHING


def _steps(capture: Capture) -> list[tuple[Any, str, Any]]:
    """The lookup steps to a capture's object: a cell or a dictionary, the name, and the object found. Empty if the
    owner of an attribute is not a module, or if the object is missing."""
    function, (root, *attributes) = capture.function, capture.path.split(".")
    if root in function.__code__.co_freevars:
        cell = function.__closure__[function.__code__.co_freevars.index(root)]
        steps: list[tuple[Any, str, Any]] = [(cell, root, _contents(cell))]
    else:
        steps = [(function.__globals__, root, function.__globals__.get(root, _NOTHING))]
        if steps[0][2] is _NOTHING:
            steps.append((vars(builtins), root, vars(builtins).get(root, _NOTHING)))
    for attribute in attributes:
        owner = steps[-1][2]
        if type(owner) is not types.ModuleType:
            return []
        steps.append((vars(owner), attribute, vars(owner).get(attribute, _NOTHING)))
    return [] if steps[-1][2] is _NOTHING else steps


def _never_changes(object: Any) -> bool:
    """Whether an object has the same meaning as long as it lives."""
    if type(object) is tuple:
        return all(map(_never_changes, object))
    return isinstance(object, (*_FIXED, bool, int, float, np.number, np.bool_))


def is_package_module(object: Any) -> bool:
    """Whether an object is this package or a module of it."""
    return isinstance(object, types.ModuleType) and object.__name__.split(".")[0] == PACKAGE


def numpy_type(object: Any) -> DType | None:
    """The type of numbers that one of NumPy's types, such as ``np.float32``, stands for; None for other objects."""
    if not isinstance(object, type):
        return None
    is_bf16 = issubclass(object, np.generic) and object.__name__ == ARRAY_NAME
    return bf16 if is_bf16 else _BY_NUMPY_TYPE.get(object)


def is_type(object: Any) -> bool:
    """Whether an object is one of the language's scalar types; Python's ``bool`` is."""
    return isinstance(object, DType) or object is bool
