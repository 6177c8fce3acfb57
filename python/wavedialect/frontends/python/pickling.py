"""Pickles kernels and their functions as Python pickles functions: by module and qualified name; cloudpickle pickles
those that another process cannot import by value."""

from __future__ import annotations

import ast
import pickle
import sys
import types
from collections.abc import Callable
from typing import Any

from ...errors import CompileError, WaveError
from .caching.functions import evaluated_annotations
from .source import find_source
from .source_text import restore_text


class PicklingError(WaveError, pickle.PicklingError):
    """The kernel cannot be found by its name in another process; pickle requires a PicklingError."""


def reduced(decorated: Any, rebuild: Callable[..., Any], *attributes: Any) -> str | tuple[Any, ...]:
    """The result of ``__reduce__`` for a decorated function: its name, or what cloudpickle needs to pickle it by value:
    ``rebuild(function, *attributes)`` makes the object again."""
    by_value = _pickles_by_value(decorated.__module__)
    if _found(decorated) and not by_value:
        return decorated.__qualname__
    if by_value is None:
        name = f"{decorated.__module__}.{decorated.__qualname__}"
        message = f"`{name}` cannot be pickled by its name, which does not lead to this object"
        raise PicklingError(message, "define it at the top level of a module, or pickle it with cloudpickle")
    return _rebuilt, (rebuild, *_parts(decorated.function), attributes)


def _found(decorated: Any) -> bool:
    """Whether the object is found by its module and qualified name."""
    found: Any = sys.modules.get(decorated.__module__)
    for name in decorated.__qualname__.split("."):
        found = getattr(found, name, None)
    return found is decorated


def _pickles_by_value(module: str) -> bool | None:
    """Whether cloudpickle pickles the functions of a module by value, as it does for the main program and for
    registered modules; None if the pickler is not cloudpickle or a copy of it in another package."""
    frame: Any = sys._getframe(1)
    while frame.f_globals.get("__name__", "").startswith(__name__.partition(".")[0] + "."):
        frame = frame.f_back
    if "cloudpickle" not in frame.f_globals.get("__name__", ""):
        return None
    registered = frame.f_globals.get("list_registry_pickle_by_value", set)()
    parents = module.split(".")
    names = {".".join(parents[:count]) for count in range(1, len(parents) + 1)}
    return module == "__main__" or bool(names & set(registered))


def _parts(function: types.FunctionType) -> tuple[Any, ...]:
    """A function, its file and text, and what its code does not refer to: the types of its parameters, and names that only its
    text uses."""
    source = find_source(function)
    used = {node.id for part in source.node.body for node in ast.walk(part) if isinstance(node, ast.Name)}
    # A local variable may have the name of a global that the function does not use.
    code = function.__code__
    used.difference_update(code.co_varnames, code.co_cellvars, code.co_freevars)
    names = {name: function.__globals__[name] for name in sorted(used) if name in function.__globals__}
    try:
        annotations = evaluated_annotations(function)
    except CompileError:
        # The other process reports an invalid annotation at its location.
        annotations = function.__annotations__
    return function, source.file, source.text, names, annotations


def _rebuilt(
    rebuild: Callable[..., Any],
    function: types.FunctionType,
    file: str,
    text: str,
    names: dict[str, Any],
    annotations: dict[str, Any],
    attributes: tuple[Any, ...],
) -> Any:
    """Restores a kernel or a function that was pickled by value."""
    for name, value in names.items():
        function.__globals__.setdefault(name, value)
    function.__annotations__ = annotations
    # cloudpickle replaces the name of the file.
    function.__code__ = function.__code__.replace(co_filename=file)
    first = function.__code__.co_firstlineno
    before = ["\n"] * (first - 1)
    if text[:1].isspace():
        before[-1] = "if True:\n"
    restore_text(function, [*before, *text.splitlines(keepends=True)])
    return rebuild(function, *attributes)
