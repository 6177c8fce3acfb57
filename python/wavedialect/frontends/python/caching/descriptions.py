"""Describes objects as data that is equal in two processes if the objects have the same meaning in a kernel.

An object without such a description raises ``Unstable``, for instance an object of the user's own class that a static
expression calls. The cache does not keep a kernel that uses one.
"""

from __future__ import annotations

import builtins
import os
import struct
import sys
import types
from typing import Any

import numpy as np

from ....ir.structs import StructType
from ....ir.types import ConstantBufferType, DType, ImageType, MemoryType, TupleType, VectorType
from ..functions import HelperFunction
from ..ops.registry import Intrinsic


class Unstable(Exception):
    """An object that cannot be compared across processes."""


def describe(object: Any, whole: bool = True) -> Any:
    """The description of an object: nested lists of strings, numbers and bools. Without ``whole``, a class or module is
    described only as such, because everything that is read from it has its own description."""
    kind = type(object)
    if kind in _PLAIN:
        return _PLAIN[kind](object)
    if isinstance(object, np.generic):
        return ["numpy", object.dtype.str, object.tobytes().hex()]
    if kind is np.ndarray and not object.dtype.hasobject:
        # It loads OpenSSL.
        import hashlib

        contents = hashlib.blake2b(object.tobytes()).hexdigest()
        return ["array", object.dtype.str, list(object.shape), bool(object.flags.writeable), contents]
    if isinstance(object, np.dtype) and not object.hasobject and object.names is None:
        return ["dtype", object.str]
    if isinstance(object, MemoryType) and isinstance(object.element, StructType):
        return ["type", kind.__name__, object.name, describe(object.element)]
    if kind is ConstantBufferType:
        fields = [[one.name, one.type.name, one.offset, one.count, one.stride] for one in object.fields]
        return ["type", kind.__name__, object.words, fields, object.is_pushed]
    if kind in (DType, VectorType, ImageType) or isinstance(object, MemoryType):
        return ["type", kind.__name__, object.name]
    if kind is TupleType:
        return ["type", *map(describe, object.elements)]
    if kind is StructType:
        # The texts of the methods have their own descriptions.
        fields = map(list, zip(object.names, map(describe, object.elements), strict=True))
        return ["struct", object.name, list(object.methods), *fields]
    if isinstance(object, Intrinsic):
        return ["intrinsic", object.name]
    if isinstance(object, HelperFunction) and object.library is not None:
        return ["library", object.function.__name__]
    # Numbers and tuples of subclasses, such as enumerations: a kernel takes their value.
    for base in (bool, int, float, tuple):
        if isinstance(object, base) and not whole:
            return describe(base(object), whole)
    return _describe_named(object, whole)


def _describe_named(object: Any, whole: bool) -> Any:
    """The description of an object found by name: a module, class or function."""
    kind = type(object).__name__
    if isinstance(object, types.ModuleType):
        if whole and not _is_pure_module(object.__name__):
            raise Unstable(object.__name__)
        return [kind, object.__name__ if whole else ""]
    owner = getattr(object, "__self__", None)
    if isinstance(object, types.BuiltinMethodType) and not isinstance(owner, types.ModuleType | type | None):
        # A method of an object, such as a list.
        return ["method", describe(owner), object.__name__]
    module = getattr(object, "__module__", None) or getattr(owner, "__name__", None)
    name = getattr(object, "__qualname__", None) or getattr(object, "__name__", None)
    if not isinstance(module, str) or not isinstance(name, str) or whole and not _is_pure(object, module, name):
        raise Unstable(f"{module}.{name}")
    return [kind, module, name] if whole or module == "builtins" or not isinstance(object, type) else [kind]


#: The functions that static expressions may call and that the versions of Python and NumPy identify: the same arguments
#: give the same results, regardless of time, machine and environment.
_PURE_BUILTINS = frozenset(
    "abs all any bin bool bytes chr complex dict divmod enumerate filter float frozenset hex int isinstance iter len"
    " list map max min next oct ord pow range repr reversed round set slice sorted str sum tuple type zip".split()
)
_PURE_MODULES = frozenset(["math", "cmath", "operator", "_operator", "itertools"])
_PURE_NUMPY = frozenset(
    "arange array asarray cumprod cumsum diff dot empty flip full linspace max mean min ones prod reshape sort sum"
    " transpose zeros".split()
)
#: The folder of Python's standard modules.
_STANDARD = os.path.dirname(os.__file__) + os.sep


def _is_pure(object: Any, module: str, name: str) -> bool:
    """Whether a function or class that is described as a whole is one of the pure ones."""
    if isinstance(object, np.ufunc) or isinstance(object, type) and issubclass(object, np.generic):
        return module.split(".")[0] == "numpy"
    if module == "builtins":
        return name in _PURE_BUILTINS and getattr(builtins, name) is object
    if module == "numpy":
        return name in _PURE_NUMPY and getattr(np, name) is object
    return _is_pure_module(module) and getattr(sys.modules[module], name, None) is object


def _is_pure_module(name: str) -> bool:
    """Whether a module is one of Python's pure modules, not a user's module of the same name."""
    origin = getattr(getattr(sys.modules.get(name), "__spec__", None), "origin", None)
    standard = origin in ("built-in", "frozen") or (isinstance(origin, str) and origin.startswith(_STANDARD))
    return name in _PURE_MODULES and standard


def _describe_float(number: float) -> list[str]:
    # Describes the bits: 0.0 equals -0.0, and a NaN equals nothing.
    return ["float", struct.pack(">d", number).hex()]


_PLAIN: dict[type, Any] = {
    type(None): lambda none: ["None"],
    type(...): lambda dots: ["..."],
    bool: lambda truth: ["bool", truth],
    int: lambda number: ["int", hex(number)],
    float: _describe_float,
    complex: lambda number: ["complex", _describe_float(number.real), _describe_float(number.imag)],
    str: lambda text: ["str", text],
    bytes: lambda text: ["bytes", text.hex()],
    tuple: lambda items: ["tuple", *map(describe, items)],
    list: lambda items: ["list", *map(describe, items)],
    dict: lambda items: ["dict", *([describe(key), describe(value)] for key, value in items.items())],
    # In iteration order, which is the order that a loop sees.
    set: lambda items: ["set", *map(describe, items)],
    frozenset: lambda items: ["frozenset", *map(describe, items)],
    range: lambda numbers: ["range", numbers.start, numbers.stop, numbers.step],
    slice: lambda places: ["slice", describe(places.start), describe(places.stop), describe(places.step)],
}
