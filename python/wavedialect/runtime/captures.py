"""What a kernel captured from the names around it: when one of these values changes, it is another kernel."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ..language.functions import HelperFunction

_PLAIN = (bool, int, float, str, tuple, np.generic)


def captured_values(function: Callable[..., Any]) -> tuple[Any, ...]:
    """A key that changes with every captured constant, those of the helpers that it calls included."""
    return tuple(_walk(function, set()))


def _walk(function: Callable[..., Any], seen: set[int]) -> Iterator[Any]:
    if id(function) in seen:
        return
    seen.add(id(function))
    names = _names(function.__code__)
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            yield from _value(name, cell.cell_contents, names, seen)
        except ValueError:
            # The enclosing function has not set it yet.
            yield name, None
    for name in sorted(names & function.__globals__.keys()):
        yield from _value(name, function.__globals__[name], names, seen)


def _names(code: types.CodeType) -> set[str]:
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names |= _names(constant)
    return names


def _value(name: str, value: Any, names: set[str], seen: set[int]) -> Iterator[Any]:
    if isinstance(value, HelperFunction):
        yield name, id(value)
        yield from _walk(value.function, seen)
    elif isinstance(value, _PLAIN):
        # By text, so that 1, 1.0 and True differ, and -0.0 from 0.0.
        yield name, type(value), repr(value)
    elif isinstance(value, types.ModuleType):
        # A constant may be read as an attribute of its module.
        for attribute in sorted(names):
            captured = vars(value).get(attribute)
            if isinstance(captured, _PLAIN):
                yield name, attribute, type(captured), repr(captured)
            elif isinstance(captured, HelperFunction):
                yield from _value(attribute, captured, names, seen)
    else:
        yield name, id(value)
