"""Objects as data that is equal in another process where they mean the same in a kernel.

What has no such description, an object of the user's own class that a static expression calls for instance, raises
``Unstable``; then the kernel is not kept.
"""

from __future__ import annotations

import builtins
import hashlib
import os
import struct
import sys
import types
from typing import Any

import numpy as np

from ....ir.types import DType, ImageType, MemoryType, VectorType
from ..functions import HelperFunction
from ..ops import Intrinsic


class Unstable(Exception):
    """An object that nothing tells about in another process."""


def describe(object: Any, whole: bool = True) -> Any:
    """Lists of texts, numbers and bools. Without ``whole`` a class or module is nothing but one, because all that is read
    of it is described by itself."""
    kind = type(object)
    if kind in _PLAIN:
        return _PLAIN[kind](object)
    if isinstance(object, np.generic):
        return ["numpy", object.dtype.str, object.tobytes().hex()]
    if kind is np.ndarray and not object.dtype.hasobject:
        contents = hashlib.blake2b(object.tobytes()).hexdigest()
        return ["array", object.dtype.str, list(object.shape), bool(object.flags.writeable), contents]
    if isinstance(object, np.dtype) and not object.hasobject and object.names is None:
        return ["dtype", object.str]
    if kind in (DType, VectorType, ImageType) or isinstance(object, MemoryType):
        return ["type", kind.__name__, object.name]
    if isinstance(object, Intrinsic):
        return ["intrinsic", object.name]
    if isinstance(object, HelperFunction) and object.library is not None:
        return ["library", object.function.__name__]
    # Numbers of classes of their own: an enumeration's, say. A kernel takes their value.
    for base in (bool, int, float, tuple):
        if isinstance(object, base) and not whole:
            return describe(base(object), whole)
    return _describe_named(object, whole)


def _describe_named(object: Any, whole: bool) -> Any:
    """What is found by its name: modules, classes, functions."""
    kind = type(object).__name__
    if isinstance(object, types.ModuleType):
        if whole and not _is_pure_module(object.__name__):
            raise Unstable(object.__name__)
        return [kind, object.__name__ if whole else ""]
    owner = getattr(object, "__self__", None)
    if isinstance(object, types.BuiltinMethodType) and not isinstance(owner, types.ModuleType | type | None):
        # A method of an object: of a list, say.
        return ["method", describe(owner), object.__name__]
    module = getattr(object, "__module__", None) or getattr(owner, "__name__", None)
    name = getattr(object, "__qualname__", None) or getattr(object, "__name__", None)
    if not isinstance(module, str) or not isinstance(name, str) or whole and not _is_pure(object, module, name):
        raise Unstable(f"{module}.{name}")
    return [kind, module, name] if whole or module == "builtins" or not isinstance(object, type) else [kind]


#: What static expressions may call and be known by the version of Python and NumPy: the same arguments give the same,
#: whatever the day, the machine and the environment.
_PURE_BUILTINS = frozenset(
    "abs all any bin bool bytes chr complex dict divmod enumerate filter float frozenset hex int isinstance iter len"
    " list map max min next oct ord pow range repr reversed round set slice sorted str sum tuple type zip".split()
)
_PURE_MODULES = frozenset(["math", "cmath", "operator", "_operator", "itertools"])
_PURE_NUMPY = frozenset(
    "arange array asarray cumprod cumsum diff dot empty flip full linspace max mean min ones prod reshape sort sum"
    " transpose zeros".split()
)
#: Where Python's own modules lie.
_STANDARD = os.path.dirname(os.__file__) + os.sep


def _is_pure(object: Any, module: str, name: str) -> bool:
    """Whether a function or class that is taken whole is one of those."""
    if isinstance(object, np.ufunc) or isinstance(object, type) and issubclass(object, np.generic):
        return module.split(".")[0] == "numpy"
    if module == "builtins":
        return name in _PURE_BUILTINS and getattr(builtins, name) is object
    if module == "numpy":
        return name in _PURE_NUMPY and getattr(np, name) is object
    return _is_pure_module(module) and getattr(sys.modules[module], name, None) is object


def _is_pure_module(name: str) -> bool:
    """Whether it is one of Python's own that only compute; the user's may have such a name as well."""
    origin = getattr(getattr(sys.modules.get(name), "__spec__", None), "origin", None)
    standard = origin in ("built-in", "frozen") or (isinstance(origin, str) and origin.startswith(_STANDARD))
    return name in _PURE_MODULES and standard


def _describe_float(number: float) -> list[str]:
    # Its bits: 0.0 and -0.0 are equal, and a NaN to nothing.
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
    # In the order in which a loop would see them.
    set: lambda items: ["set", *map(describe, items)],
    frozenset: lambda items: ["frozenset", *map(describe, items)],
    range: lambda numbers: ["range", numbers.start, numbers.stop, numbers.step],
    slice: lambda places: ["slice", describe(places.start), describe(places.stop), describe(places.step)],
}
