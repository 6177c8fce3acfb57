"""Names from outside a kernel: where they come from, which of them are constants, and how a help text writes them."""

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
from typing import Any

import numpy as np

from ...ir.module import Capture
from ...ir.types import DTYPES, VECTORS, DType, TupleType, VectorType, f32, i32
from ..semantic.values import Aggregate, Operand, Scalar, Static, Vector, type_of
from .functions import HelperFunction
from .ops import Intrinsic

PACKAGE = __name__.split(".")[0]

#: Objects that are what they are: another one under the same name is another meaning.
_FIXED = (HelperFunction, Intrinsic, DType, VectorType, type, types.ModuleType, types.BuiltinFunctionType)
#: Our types by NumPy's.
_BY_NUMPY = {dtype.numpy: dtype for dtype in DTYPES.values()}


class Captures:
    """Names from outside one function, and the record of what they meant, by function and path."""

    def __init__(self, function: types.FunctionType, record: dict[tuple[Any, str], Capture]):
        self.function = function
        self.record = record
        #: What ``name.attribute`` stands for, once it has been looked up: a module's functions and types above all.
        self.members: dict[tuple[str, str], Static] = {}

    def lookup(self, name: str) -> tuple[bool, Any]:
        """Whether a name exists outside the function, and what it names: closure, module, builtins, as Python looks."""
        return lookup(self.function, name)

    def operand(self, object: Any, name: str, owner: Static | None = None) -> Operand:
        """What a captured object means in a kernel: one of that name, or the attribute ``name`` of ``owner``."""
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

    def note(self, static: Static) -> None:
        """Records an object that a static expression takes, with its contents."""
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

    def spelled(self, text: str) -> str:
        """A help text with the names in its code as the function's module knows them."""
        return spelled(text, self.function)


#: Code in a help text, and in it the names of ours.
_CODE = re.compile(r"`[^`]+`")
_OURS = re.compile(rf"(?<![\w.])(?:(wd)\.(\w+)|({'|'.join([*DTYPES, *VECTORS])}))\b(?!\s*=[^=])")


def spelled(text: str, function: types.FunctionType) -> str:
    """A help text with the names of this package in its code as a function's module knows them: ``wd.sqrt`` under the name
    that the package has there, or alone where it was imported so; ``u32`` as ``wd.u32`` where it was not."""
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
    """Whether a name exists outside a function, and what it names now."""
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


def constant_operand(object: Any) -> Operand | None:
    """A Python or NumPy constant as an operand, or None if it is none: plain numbers are literals, NumPy's have
    their type. A NumPy array of two to four numbers that nobody can write, as ``float3(0, 1, 0)`` makes one outside
    of kernels, is a vector."""
    if object.__class__ is int:
        return Scalar(i32, constant=object, weak=True)
    if isinstance(object, bool | np.bool_):
        return Scalar(DTYPES["bool"], constant=bool(object))
    if isinstance(object, np.generic):
        dtype = _BY_NUMPY.get(object.dtype)
        if dtype is not None:
            return Scalar(dtype, constant=object.item())
    if isinstance(object, int | np.integer):
        return Scalar(i32, constant=int(object), weak=True)
    if isinstance(object, float | np.floating):
        return Scalar(f32, constant=float(object), weak=True)
    if isinstance(object, np.ndarray) and object.shape in ((2,), (3,), (4,)) and not object.flags.writeable:
        dtype = _BY_NUMPY.get(object.dtype)
        if dtype is not None:
            return Vector(VectorType(dtype, object.size), parts=[Scalar(dtype, constant=x) for x in object.tolist()])
    if isinstance(object, tuple):
        items = [constant_operand(item) for item in object]
        if all(item is not None for item in items):
            return Aggregate(TupleType(tuple(type_of(item) for item in items)), items)
    return None


def constant_mark(object: Any) -> Any:
    """Differs for 1, 1.0 and True, and for 0.0 and -0.0; what is no constant is its own mark."""
    if isinstance(object, np.ndarray):
        return object.dtype.str, object.shape, object.flags.writeable, object.tobytes()
    return object if isinstance(object, _FIXED) else (type(object), repr(object))


def contents_mark(object: Any) -> Any:
    """Differs where the contents of an object do."""
    try:
        return pickle.dumps(object)
    except Exception:  # noqa: BLE001, the user's classes may raise anything
        return constant_mark(object)


def still_hold(captured: Iterable[Capture]) -> bool:
    """Whether every name means what it meant when it was recorded."""
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
    """What a captured name means now. Raises LookupError where it is gone."""
    root, *attributes = capture.path.split(".")
    found, object = lookup(capture.function, root)
    if not found:
        raise LookupError(capture.path)
    for attribute in attributes:
        if not hasattr(object, attribute):
            raise LookupError(capture.path)
        object = getattr(object, attribute)
    return object


class Meanings:
    """``still_hold`` of the same names again and again, as every launch asks it. A name that leads through modules to
    something that never changes, means the same while it is the same object that stands there."""

    def __init__(self, captured: Iterable[Capture]) -> None:
        self._captured = list(captured)
        self._watch()

    def hold(self) -> bool:
        """Whether every name means what it meant when it was recorded."""
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
        # Equal, and another object from now on.
        self._watch()
        return True

    def _watch(self) -> None:
        """Notes what stands under the names now, and the captures that need more than that."""
        names: dict[int, tuple[dict[str, Any], dict[str, Any]]] = {}
        self._cells: list[tuple[types.CellType, Any]] = []
        self._others: list[Capture] = []
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
        self._names = [(place.get, tuple(found), tuple(found.values())) for place, found in names.values()]


#: Stands for what is not there.
_NOTHING = object()
_NOTHINGS = itertools.repeat(_NOTHING)


def _contents(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return _NOTHING


def _steps(capture: Capture) -> list[tuple[Any, str, Any]]:
    """The places that lead to what a capture means: a cell or a dictionary, the name, and what stands there. None
    where an attribute is not a module's, or something is missing."""
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
    """Whether an object means the same as long as it lives."""
    if type(object) is tuple:
        return all(map(_never_changes, object))
    return isinstance(object, (*_FIXED, bool, int, float, np.number, np.bool_))


def is_package_module(object: Any) -> bool:
    """Whether an object is this package or a module of it."""
    return isinstance(object, types.ModuleType) and object.__name__.split(".")[0] == PACKAGE


def is_type(object: Any) -> bool:
    """Whether an object is one of the language's scalar types; Python's ``bool`` is."""
    return isinstance(object, DType) or object is bool
