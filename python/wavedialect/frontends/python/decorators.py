"""Checks the arguments of decorators at the decorator: the Python type of each value, and what the dialect's verifier
cannot see. The verifier checks the ranges of numbers."""

from __future__ import annotations

import linecache
import types
from typing import Any, NoReturn

from ...errors import CompileError, WaveError
from ...ir.shader_models import shader_model
from ...ir.types import i32
from ...numbers import is_integer

# The cases of the dialect's enum, in the same order.
STAGES = [
    "vertex",
    "hull",
    "domain",
    "geometry",
    "pixel",
    "compute",
    "mesh",
    "amplification",
    "node",
    "raygeneration",
    "intersection",
    "anyhit",
    "closesthit",
    "miss",
    "callable",
]


def _refuse(place: types.CodeType, rule: str, message: str, fix: str | None = None) -> NoReturn:
    """Raises a CompileError about a decorator argument of the function whose code is ``place``."""
    from .source import decorator_argument

    file, line = place.co_filename, place.co_firstlineno
    found = decorator_argument(rule, file, line)
    text = linecache.getline(file, line)
    column = found.column if found else len(text) - len(text.lstrip()) + 1
    raise CompileError(rule, message, file, found.line if found else line, column, fix=fix) from None


def stated_integer(value: Any, rule: str, name: str, place: types.CodeType) -> int | None:
    """The integer, or None if it is not given."""
    if value is None:
        return None
    if not _fits(value):
        message = f"`{name}` expects an integer of 32 bits, got {value!r}"
        _refuse(place, rule, message)
    return int(value)


def stated_integers(value: Any, rule: str, name: str, place: types.CodeType) -> tuple[int, ...] | None:
    """One to three integers, or None if they are not given."""
    if value is None:
        return None
    values = tuple(value) if isinstance(value, (tuple, list)) else (value,)
    if not 1 <= len(values) <= 3 or not all(map(_fits, values)):
        message = f"`{name}` expects one to three integers of 32 bits, got {value!r}"
        _refuse(place, rule, message)
    return tuple(int(item) for item in values)


def stated_extent(value: Any, rule: str, name: str, place: types.CodeType) -> tuple[int, int, int] | None:
    """Three integers, or None if they are not given; an omitted second or third is 1."""
    values = stated_integers(value, rule, name, place)
    if values is None:
        return None
    x, y, z = (*values, 1, 1)[:3]
    return x, y, z


def stated_stage(value: Any, place: types.CodeType) -> str:
    """The name of a known stage; the verifier checks whether the stage allows the kernel."""
    if not isinstance(value, str) or value not in STAGES:
        import difflib

        near = difflib.get_close_matches(value, STAGES, 1) if isinstance(value, str) else []
        fix = f'did you mean `stage="{near[0]}"`?' if near else f"the stages are {', '.join(STAGES)}"
        _refuse(place, "stage-unknown", f"unknown stage {value!r}", fix)
    return value


def stated_shader_model(value: Any, place: types.CodeType) -> str | None:
    """The shader model as ``major.minor``, or None if it is not given."""
    try:
        return None if value is None else shader_model(value)
    except WaveError as error:
        _refuse(place, error.id or "shader-model-text", error.message, error.fix)


def _fits(value: Any) -> bool:
    return is_integer(value) and i32.lowest <= value <= i32.highest
