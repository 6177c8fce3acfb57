"""Names from outside a kernel: where they come from, which of them are constants, and what an unknown one may have
meant."""

from __future__ import annotations

import builtins
import dataclasses
import difflib
import itertools
import operator
import pickle
import types
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from ..language import std
from ..language.functions import HelperFunction
from ..language.ops import INTRINSICS, Intrinsic
from ..language.types import DTYPES, VECTORS, DType, TupleType, VectorType, f32, i32
from ..language.values import Aggregate, Operand, Scalar, Static, Vector, type_of
from .ir import Capture

PACKAGE = __name__.split(".")[0]

#: Names that other documents, languages and APIs use for ours, without underscores, "get" and case.
ALIASES = {
    "groupnumwaves": "group_wave_count",
    "numwaves": "group_wave_count",
    "wavecount": "group_wave_count",
    "waveindex": "group_wave_index",
    "waveid": "group_wave_index",
    "numsubgroups": "group_wave_count",
    "subgroupid": "group_wave_index",
    "subgroupsize": "wave_lane_count",
    "subgroupinvocationid": "wave_lane_index",
    "wavesize": "wave_lane_count",
    "lanecount": "wave_lane_count",
    "laneindex": "wave_lane_index",
    "laneid": "wave_lane_index",
    "svgroupid": "group_id",
    "svdispatchthreadid": "dispatch_thread_id",
    "svgroupthreadid": "group_thread_id",
    "svgroupindex": "group_index",
    "numworkgroups": "group_count",
    "workgroupid": "group_id",
    "waveballot": "wave_active_ballot",
    "waveany": "wave_active_any_true",
    "waveanytrue": "wave_active_any_true",
    "waveall": "wave_active_all_true",
    "wavealltrue": "wave_active_all_true",
    "waveallequal": "wave_active_all_equal",
    "wavesum": "wave_active_sum",
    "wavereducesum": "wave_active_sum",
    "wavecountbits": "wave_active_count_bits",
    "wavereadfirstlane": "wave_read_lane_first",
    "wavereadlane": "wave_read_lane_at",
    "wavebroadcast": "wave_read_lane_at",
    "wavemultiprefixbitcount": "wave_multi_prefix_count_bits",
    "matchany": "wave_match",
    "atomiccas": "atomic_compare_exchange",
    "atomicexch": "atomic_exchange",
    "dfdx": "ddx",
    "dfdy": "ddy",
    "mix": "lerp",
    "fract": "frac",
    "fabs": "abs",
    "inversesqrt": "rsqrt",
    "roundeven": "round",
    "popcount": "countbits",
    "bitcount": "countbits",
    "findlsb": "firstbitlow",
    "findmsb": "firstbithigh",
    "bitfieldreverse": "reversebits",
    "texturesize": "image_size",
    "syncthreads": "group_memory_barrier_with_group_sync",
    "barrier": "group_memory_barrier_with_group_sync",
    "groupbarrier": "group_memory_barrier_with_group_sync",
    "shared": "groupshared",
    "sharedarray": "groupshared",
    "int": "i32",
    "uint": "u32",
    "uint32": "u32",
    "int32": "i32",
    "int16": "i16",
    "uint16": "u16",
    "int64": "i64",
    "uint64": "u64",
    "float": "f32",
    "half": "f16",
    "double": "f64",
    "float16": "f16",
    "float32": "f32",
    "float64": "f64",
    "vec2": "float2",
    "vec3": "float3",
    "vec4": "float4",
    "boolean": "bool",
}


def _plain(name: str) -> str:
    return name.replace("_", "").lower().replace("get", "")


def _spellings() -> dict[str, str]:
    spellings = dict(ALIASES)
    for name, intrinsic in INTRINSICS.items():
        if intrinsic.hlsl:
            spellings[_plain(intrinsic.hlsl)] = name
    for name in [*INTRINSICS, *DTYPES, *VECTORS, *std.__all__]:
        spellings[_plain(name)] = name
    return spellings


SPELLINGS = _spellings()


def suggest(name: str, also: list[str] | None = None) -> str | None:
    """The name that was probably meant: one of ours, or of ``also``."""
    if also:
        near = difflib.get_close_matches(name, also, 1, 0.8)
        if near:
            return near[0]
    meant = SPELLINGS.get(_plain(name))
    if meant is None:
        near = difflib.get_close_matches(_plain(name), list(SPELLINGS), 1, 0.75)
        meant = SPELLINGS[near[0]] if near else None
    return meant


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

    def package_alias(self) -> str:
        """The name under which the function's module knows this package."""
        for name, object in self.function.__globals__.items():
            if isinstance(object, types.ModuleType) and object.__name__ == PACKAGE:
                return name
        return "wd"


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
