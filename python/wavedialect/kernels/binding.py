"""The arguments of a launch that are passed by name, and those that have a default."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import LaunchError
from .parts import is_of_all, values_of, variable_of
from .source import KernelSource


def bound(source: KernelSource, call: str, arguments: Sequence[Any], keywords: Mapping[str, Any]) -> tuple[Any, ...]:
    """The arguments of a launch in the order of the parameters; all ``keywords`` name parameters. Arguments that are
    missing at the end stay missing: the check of their number reports them. ``call`` describes the call."""
    names = source.parameter_names
    if source.parts:
        arguments, keywords = _expanded(source, call, arguments, keywords)
    twice = next((name for name in names[: len(arguments)] if name in keywords), None)
    if twice is not None:
        raise LaunchError(f"{call} got `{twice}` twice, by position and by name", f"leave out `{twice}=`")
    values = {**source.defaults, **keywords}
    made = list(arguments)
    for place in range(len(arguments), len(names)):
        name = names[place]
        if name not in values:
            if not keywords:
                break
            missing = [f"`{one}`" for one in names[place:] if one not in values]
            what = "the argument" if len(missing) == 1 else "the arguments"
            raise LaunchError(f"{call} lacks {what} {' and '.join(missing)}", "pass it by position or by name")
        made.append(values[name])
    return tuple(made)


def _expanded(
    source: KernelSource, call: str, arguments: Sequence[Any], keywords: Mapping[str, Any]
) -> tuple[list[Any], dict[str, Any]]:
    """The arguments with those of arrays and structs of resources replaced by the values of their parts."""
    names, made = source.parameter_names, []
    for argument in arguments:
        variable = variable_of(names[len(made)]) if len(made) < len(names) else ""
        parts = source.parts.get(variable, [])
        if parts and names[len(made)] == parts[0] and is_of_all(parts, argument):
            made += values_of(variable, parts, argument, source.resource_arrays)
        else:
            made.append(argument)
    named: dict[str, Any] = {}
    for name, value in keywords.items():
        if name not in source.parts:
            named[name] = value
            continue
        parts = source.parts[name]
        for part, one in zip(parts, values_of(name, parts, value, source.resource_arrays), strict=True):
            if part in keywords:
                raise LaunchError(f"{call} got `{part}` twice, alone and in `{name}`", f"leave out `{part}`")
            named[part] = one
    return made, named
