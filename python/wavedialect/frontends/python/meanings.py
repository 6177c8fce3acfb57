"""What the names from outside a kernel mean now, and whether that is what they meant before. A launch needs this also if the
cache has its kernel, so this module imports none of the type rules."""

from __future__ import annotations

import builtins
import itertools
import operator
import pickle
import types
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from ...ir.module import Capture
from ...ir.structs import StructType
from ...ir.types import DType, VectorType
from .functions import HelperFunction
from .ops.registry import Intrinsic

PACKAGE = __name__.split(".")[0]

#: The types of objects that never change: a different object under the same name is a different meaning.
FIXED = (HelperFunction, Intrinsic, DType, VectorType, StructType, type, types.ModuleType, types.BuiltinFunctionType)


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


def constant_mark(object: Any) -> Any:
    """A key that differs for 1, 1.0 and True, and for 0.0 and -0.0; the key of a ``FIXED`` object is the object."""
    if isinstance(object, np.ndarray):
        return object.dtype.str, object.shape, object.flags.writeable, object.tobytes()
    return object if isinstance(object, FIXED) else (type(object), repr(object))


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
    return isinstance(object, (*FIXED, bool, int, float, np.number, np.bool_))
