"""Copies of functions with other values for the names that they take from outside."""

from __future__ import annotations

import difflib
import types
from collections.abc import Iterator, Mapping
from typing import Any

from ...errors import WaveError
from .functions import HelperFunction


class Replacing:
    """Copies functions with other values for some names, including the helpers that they call."""

    def __init__(self, constants: Mapping[str, Any]) -> None:
        self.constants = constants
        self.found: set[str] = set()
        self._helpers: dict[int, HelperFunction] = {}
        self._globals: list[tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = []

    def function(self, function: types.FunctionType) -> types.FunctionType:
        """Returns a changed copy, or the function itself if nothing changes."""
        changed = {}
        for name, value in _names(function):
            if name in self.constants:
                self.found.add(name)
                changed[name] = self.constants[name]
            elif isinstance(value, HelperFunction) and value.library is None:
                helper = self._helper(value)
                if helper is not value:
                    changed[name] = helper
        if not changed:
            return function
        code = function.__code__
        cells = [
            types.CellType(changed[name]) if name in changed else cell
            for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True)
        ]
        outside = {name: value for name, value in changed.items() if name not in code.co_freevars}
        names = function.__globals__
        if outside:
            names = {**function.__globals__, **outside}
            self._globals.append((names, function.__globals__, outside))
        made = types.FunctionType(code, names, function.__name__, function.__defaults__, tuple(cells) or None)
        made.__kwdefaults__ = function.__kwdefaults__
        made.__annotations__ = dict(function.__annotations__)
        made.__qualname__, made.__module__, made.__doc__ = (
            function.__qualname__,
            function.__module__,
            function.__doc__,
        )
        return made

    def refresh(self) -> None:
        """Updates the other globals to their current values."""
        for names, originals, outside in self._globals:
            names.update(originals)
            names.update(outside)

    def _helper(self, helper: HelperFunction) -> HelperFunction:
        made = self._helpers.get(id(helper))
        if made is None:
            # The front end refuses a helper that calls itself.
            self._helpers[id(helper)] = helper
            function = self.function(helper.function)
            made = helper if function is helper.function else HelperFunction(function, helper.num_waves)
            self._helpers[id(helper)] = made
        return made


def _names(function: types.FunctionType) -> Iterator[tuple[str, Any]]:
    """Yields the names from outside that a function may read, with their current values."""
    code = function.__code__
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        try:
            yield name, cell.cell_contents
        except ValueError:
            yield name, None
    for name in code.co_names:
        if name in function.__globals__:
            yield name, function.__globals__[name]


def unknown_constant(function: types.FunctionType, name: str) -> WaveError:
    """Returns the error that no constant has this name, with the names that exist."""
    from .names import constant_operand

    known = sorted({known for known, value in _all_names(function, set()) if constant_operand(value) is not None})
    close = difflib.get_close_matches(name, known, 1)
    taken = f"it takes {', '.join(known)}" if known else "it takes no constants"
    return WaveError(
        f"kernel '{function.__name__}' takes no '{name}' from outside, which a configuration chooses",
        f"did you mean '{close[0]}'?" if close else taken,
    )


def _all_names(function: types.FunctionType, seen: set[int]) -> Iterator[tuple[str, Any]]:
    seen.add(id(function))
    for name, value in _names(function):
        yield name, value
        if isinstance(value, HelperFunction) and value.library is None and id(value.function) not in seen:
            yield from _all_names(value.function, seen)
