"""The decorator of structs."""

from __future__ import annotations

import inspect
import sys
import types
from typing import Any

from ...errors import WaveError, public_entry
from ...ir.structs import StructType, field_type
from ...ir.types import BYTES, DTYPES, VECTORS, byte_advice
from .functions import HelperFunction

_TYPES = "a scalar, a vector, another struct, or an array of one of them, `(f32, 4)`"


@public_entry
def struct(decorated: type) -> StructType:
    """Makes a class with annotations a struct type: ``@wd.struct``.

    The fields are scalars, vectors, other structs, and arrays of these, written ``weights: (f32, 4)``. Functions
    decorated by ``@wd.func`` are methods. In memory the fields are laid out as in HLSL's structured buffers;
    ``Particle.dtype`` is the NumPy dtype of an array of them.
    """
    if not isinstance(decorated, type):
        raise WaveError(f"`@wd.struct` decorates a class, got {decorated!r}", "write it above a `class`")
    name = decorated.__name__
    if decorated.__bases__ != (object,):
        fix = "make the other struct the type of a field"
        raise _wrong(f"struct `{name}` has a base class, `{decorated.__bases__[0].__name__}`", fix)
    members = {key: value for key, value in vars(decorated).items() if not _is_of_python(key)}
    annotations = inspect.get_annotations(decorated)
    methods = {}
    for key, value in members.items():
        if key in annotations:
            raise _wrong(f"field `{key}` of struct `{name}` has a default value", "pass every field to each value")
        if not isinstance(value, HelperFunction):
            fix = f"decorate it: `@wd.func` above `def {key}`" if isinstance(value, types.FunctionType) else None
            fix = fix or f"a field has a type, `{key}: f32`; a constant belongs outside of the class"
            raise _wrong(f"`{key}` of struct `{name}` is neither a field nor a function of kernels", fix)
        methods[key] = value
    if not annotations:
        raise _wrong(f"struct `{name}` has no fields", "name each with its type: `position: wd.float3`")
    fields = {key: _field(decorated, key, annotation) for key, annotation in annotations.items()}
    return StructType(name, fields, methods)


def _is_of_python(name: str) -> bool:
    """Whether Python itself gives a class this member."""
    return name.startswith("__") and name.endswith("__")


def _wrong(message: str, fix: str) -> WaveError:
    return WaveError(message, fix, "struct-field")


def _field(decorated: type, name: str, annotation: Any) -> Any:
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", repr(annotation))
    if isinstance(annotation, str):
        frame = sys._getframe(1)
        package = __name__.split(".")[0]
        # The class statement's own frame is the first one outside the package.
        while frame.f_back is not None and frame.f_globals.get("__name__", "").split(".")[0] == package:
            frame = frame.f_back
        try:
            names = {**DTYPES, **BYTES, **VECTORS, **frame.f_globals}
            annotation = eval(annotation, names, frame.f_locals)
            # A quoted annotation under `from __future__ import annotations` is quoted twice.
            annotation = eval(annotation, names, frame.f_locals) if isinstance(annotation, str) else annotation
        except Exception as error:  # noqa: BLE001, evaluating the user's text may raise anything
            message = f"the type of field `{name}` of struct `{decorated.__name__}` cannot be evaluated: {error}"
            raise _wrong(message, f"the type of a field is {_TYPES}") from None
    made = field_type(annotation)
    if made is None:
        fix = f"the type of a field is {_TYPES}"
        if byte_advice(annotation) is not None:
            fix = f"use `{annotation.value.name}`, or a buffer of its own: the fields of structs have at least 16 bits"
        raise _wrong(f"field `{name}` of struct `{decorated.__name__}` has the type `{text}`", fix)
    return made
