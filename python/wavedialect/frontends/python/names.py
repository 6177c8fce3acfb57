"""Names from outside a kernel for the front end: which are constants, and how a help text spells them."""

from __future__ import annotations

import dataclasses
import functools
import re
import sys
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from ...ir.bfloat16 import ARRAY_NAME, is_array_type, numbers_of
from ...ir.module import Capture
from ...ir.types import BYTES, DTYPES, VECTORS, DType, TupleType, VectorType, bf16, f32, i32
from ..semantic.values import Aggregate, Operand, Scalar, Static, Vector, type_of
from .meanings import FIXED, PACKAGE, constant_mark, contents_mark, lookup

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
        if isinstance(object, FIXED):
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
        fixed = isinstance(static.object, FIXED) or callable(static.object)
        self._add(static.function, static.path, static.object, constant_mark if fixed else contents_mark, True)

    def _add(self, function: Any, path: str, object: Any, mark: Callable[[Any], Any], whole: bool = False) -> None:
        if function is None:
            return
        known = self.record.get((function, path))
        if known is None:
            self.record[function, path] = Capture(function, path, object, mark(object), whole)
        elif whole and not known.whole:
            self.record[function, path] = dataclasses.replace(known, whole=True)


#: Code in a help text.
_CODE = re.compile(r"`[^`]+`")


@functools.cache
def _ours() -> re.Pattern[str]:
    """WaveDialect's names in this code."""
    return re.compile(rf"(?<![\w.])(?:(wd)\.(\w+)|({'|'.join([*DTYPES, *BYTES, *VECTORS])}))\b(?!\s*=[^=])")


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

    return _CODE.sub(lambda code: _ours().sub(name_of, code[0]), text)


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
