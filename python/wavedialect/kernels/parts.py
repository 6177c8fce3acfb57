"""Arrays and structs of resources: a launch passes one value for all of their parts, which are parameters of their own."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import LaunchError
from ..runtime.passed_arrays import kind_of

_STEP = re.compile(r"\.(\w+)|\[(\d+)\]")
#: The most elements of a list that help shows.
_MOST_SHOWN = 4


def variable_of(parameter: str) -> str:
    """The variable of a part: "lights" for "lights[1].table"; of any other parameter, its own name."""
    return re.split(r"[.\[]", parameter, maxsplit=1)[0]


def parts_of(parameters: Sequence[str]) -> dict[str, list[str]]:
    """The arrays and structs among the parameters of a shader, each with its parts in order."""
    found: dict[str, list[str]] = {}
    for parameter in parameters:
        # The counter of a structured buffer is no part of it.
        is_counter = parameter.removesuffix(".counter") in parameters and parameter.endswith(".counter")
        if not is_counter and (variable := variable_of(parameter)) != parameter:
            found.setdefault(variable, []).append(parameter)
    return found


def is_of_all(parts: Sequence[str], value: Any) -> bool:
    """Whether a value that a launch passes by position is that of a whole array or struct, not that of its first
    part."""
    first = _STEP.search(parts[0])
    if first is None or not isinstance(value, (Mapping, list, tuple)):
        return False
    if first[2]:
        return not isinstance(value, Mapping) or all(isinstance(key, int) for key in value)
    fields = {found[1] for part in parts if (found := _STEP.search(part))}
    return isinstance(value, Mapping) and any(name in fields for name in value)


def values_of(variable: str, parts: Sequence[str], value: Any, sizes: Mapping[str, int]) -> list[Any]:
    """The values of the parts of a variable: elements of lists or of dicts, fields of dicts. ``sizes`` has those of the
    declared arrays, by their paths, ``layers[].tables[]``."""
    return [_value(part, parts, variable, value, sizes) for part in parts]


def _check_size(path: str, value: Any, sizes: Mapping[str, int]) -> None:
    """Refuses elements that an array does not have."""
    size = sizes.get(re.sub(r"\[\d+\]", "[]", path) + "[]")
    if size is None:
        return
    last = (
        max((key for key in value if isinstance(key, int)), default=-1)
        if isinstance(value, Mapping)
        else len(value) - 1
    )
    if last >= size:
        raise LaunchError(
            f"argument '{path}' has the element {last}, but the array `{path}[{size}]` of the shader has {size}"
            f" {'element' if size == 1 else 'elements'}",
            f"pass {size} at most, or declare a larger array",
        )


def _value(part: str, parts: Sequence[str], path: str, value: Any, sizes: Mapping[str, int]) -> Any:
    for step in _STEP.finditer(part):
        field, index = step.groups()
        kinds = (Mapping,) if field else (list, tuple, Mapping)
        is_of_fields = index and isinstance(value, Mapping) and not all(isinstance(key, int) for key in value)
        if not isinstance(value, kinds) or is_of_fields:
            what = "a dict of its fields" if field else "a list of its elements"
            raise LaunchError(f"argument '{path}' is {_shown(value)}, expected {what}", _fix(part, parts))
        if index:
            _check_size(path, value, sizes)
        try:
            value = value[field or int(index)]
        except (LookupError, TypeError):
            missing = f"the field '{field}'" if field else f"the element {index}"
            raise LaunchError(f"argument '{path}' lacks {missing}, which the kernel uses", _fix(part, parts)) from None
        path += step[0]
    return value


def _shown(value: Any) -> str:
    if hasattr(value, "shape"):
        return f"an array of shape {tuple(value.shape)}"
    shown = repr(value)
    return shown if len(shown) <= 40 else kind_of(value)


def _fix(part: str, parts: Sequence[str]) -> str:
    """An example of an argument that has all parts."""
    whole = f"{variable_of(part)}={shape_of(parts)}"
    return f'pass `{whole}`, or the part alone: `**{{"{part}": ...}}`'


def shape_of(parts: Sequence[str]) -> str:
    """The code of an argument for all parts of a variable: a list for its elements, a dict for its fields."""
    return _shape([[step.groups() for step in _STEP.finditer(part)] for part in parts])


def _shape(paths: Sequence[Sequence[tuple[str | None, str | None]]]) -> str:
    if not paths[0]:
        return "..."
    inner: dict[tuple[str | None, str | None], list[Any]] = {}
    for first, *rest in paths:
        inner.setdefault(first, []).append(rest)
    if all(field for field, _ in inner):
        return "{" + ", ".join(f'"{field}": {_shape(rest)}' for (field, _), rest in inner.items()) + "}"
    made = {int(index or 0): _shape(rest) for (_, index), rest in inner.items()}
    shown = [made.get(index, "None") for index in range(max(made) + 1)]
    return f"[{', '.join(shown)}]" if len(shown) <= _MOST_SHOWN else f"[{made[min(made)]} for _ in range({len(shown)})]"
