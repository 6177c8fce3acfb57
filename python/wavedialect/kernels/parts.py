"""Arrays and structs of resources: a launch passes one value for all of their parts, which are parameters of their own."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import LaunchError

_STEP = re.compile(r"\.(\w+)|\[(\d+)\]")


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
    return [_value(part, variable, value, sizes) for part in parts]


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


def _value(part: str, path: str, value: Any, sizes: Mapping[str, int]) -> Any:
    for step in _STEP.finditer(part):
        field, index = step.groups()
        kinds = (Mapping,) if field else (list, tuple, Mapping)
        if not isinstance(value, kinds):
            what = "a dict of its fields" if field else "a list of its elements"
            raise LaunchError(f"argument '{path}' is {_shown(value)}, expected {what}", _fix(part))
        if index:
            _check_size(path, value, sizes)
        try:
            value = value[field or int(index)]
        except (LookupError, TypeError):
            missing = f"the field '{field}'" if field else f"the element {index}"
            raise LaunchError(f"argument '{path}' lacks {missing}, which the kernel uses", _fix(part)) from None
        path += step[0]
    return value


def _shown(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 40 else f"of type {type(value).__name__}"


def _fix(part: str) -> str:
    """An example of an argument that has this part."""
    steps = list(_STEP.finditer(part))
    text = "x"
    for step in reversed(steps):
        field, index = step.groups()
        text = f'{{"{field}": {text}}}' if field else f"[{'..., ' * (int(index) > 0)}{text}]"
    return f'pass `{variable_of(part)}={text}`, or the part alone: `**{{"{part}": x}}`'
