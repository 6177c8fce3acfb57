"""Errors for Python objects where a kernel needs a value; the help says how to use the object."""

from __future__ import annotations

import types
from typing import NoReturn

from ...ir.types import RESOURCES, DType, VectorType
from ..semantic import Semantic
from ..semantic.core import Phrase
from ..semantic.spelling import Spelling
from ..semantic.values import Static
from .functions import HelperFunction
from .names import spelled
from .ops import Intrinsic


class PythonSpelling(Spelling):
    """The names that the module of a function has for this package."""

    def __init__(self, function: types.FunctionType) -> None:
        self._function = function

    def finished(self, text: str) -> str:
        """A help text whose code uses these names."""
        return spelled(text, self._function)


class PythonSemantic(Semantic):
    """The type rules, with the errors that are specific to Python objects."""

    def refuse_object(self, operand: Static, use: str | Phrase) -> NoReturn:
        """Reports a Python object where a value is needed."""
        object, path = operand.object, operand.path
        if isinstance(object, DType | VectorType):
            self.fail("captured-value", f"{use} takes a value, got the type `{path}`", f"convert a value: `{path}(1)`")
        if any(object is known for known in RESOURCES):
            fix = f"it is the type of a parameter: `name: {path}[f32]`"
            self.fail("captured-value", f"{use} takes a value, got the type `{path}`", fix)
        if type(object).__name__ == "Kernel":
            self.fail("kernel-call", f"`{path}` is a kernel and cannot be launched by another function")
        if callable(object) and not isinstance(object, type):
            is_ours = isinstance(object, HelperFunction | Intrinsic)
            parameters = object.parameters.signature.parameters.values() if is_ours else ()
            shown = ", ".join("..." if one.kind is one.VAR_POSITIONAL else one.name for one in parameters)
            fix = f"call it: `{path}({shown})`"
            self.fail("not-called", f"{use} takes a value, got the function `{path}`", fix)
        kind = type(object).__name__
        if kind == "ndarray":
            fix = f"pass it as a parameter, `{path.rsplit('.')[-1]}: wd.Buffer[f32]`"
            if object.shape in ((2,), (3,), (4,)):
                fix += f"; for a constant vector, write `wd.float{object.size}(*{path})` outside the kernel"
            self.fail("captured-value", f"`{path}` is a NumPy array outside the kernel", fix)
        fix = f"use one of its members, `{path}.name`" if kind == "module" else None
        if kind == "list" and object and all(isinstance(item, int | float) for item in object):
            more = ", ..." if len(object) > 3 else "," if len(object) == 1 else ""
            fix = f"write it as a tuple, `({', '.join(map(str, object[:3]))}{more})`, outside"
            fix += " the kernel"
        self.fail("captured-value", f"`{path}` is a Python {kind}, which kernels cannot use", fix)
