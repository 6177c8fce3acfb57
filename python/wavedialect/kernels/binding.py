"""The arguments of a launch that are passed by name, and those that have a default."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import LaunchError
from ..ir.types import ConstantBufferType
from ..runtime.arguments import wrong_number
from .parts import is_of_all, shape_of, values_of, variable_of
from .source import KernelSource


def bound(source: KernelSource, call: str, arguments: Sequence[Any], keywords: Mapping[str, Any]) -> tuple[Any, ...]:
    """The arguments of a launch in the order of the parameters; all ``keywords`` name parameters. Arguments that are
    missing at the end stay missing: the check of their number reports them. ``call`` describes the call."""
    names = source.parameter_names
    if source.parts:
        passed = arguments
        arguments, keywords = _expanded(source, call, arguments, keywords)
        if not keywords:
            _check_number(source, passed, arguments)
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
            missing = _whole(source, [one for one in names[place:] if one not in values])
            what = "the argument" if len(missing) == 1 else "the arguments"
            shown = " and ".join(f"`{one}`" for one in missing)
            raise LaunchError(f"{call} lacks {what} {shown}", _by_name(source, missing))
        made.append(values[name])
    return tuple(made)


def _whole(source: KernelSource, missing: Sequence[str]) -> list[str]:
    """The names of missing parameters, with the variable for all of its parts."""
    whole = {part: variable for variable, parts in source.parts.items() if set(parts) <= set(missing) for part in parts}
    return list(dict.fromkeys(whole.get(name, name) for name in missing))


def _by_name(source: KernelSource, missing: Sequence[str]) -> str:
    """Advises to pass arguments by their names, which may be no names of Python."""
    if all(map(str.isidentifier, missing)):
        return "pass it by position or by name"
    given = ", ".join(f'"{name}": {example(source, name)}' for name in missing)
    return f"pass it by position, or by name: `**{{{given}}}`"


def example(source: KernelSource, name: str) -> str:
    """The code of an argument for a parameter of a shader."""
    if name.endswith(".counter"):
        return "np.zeros(1, np.uint32)"
    if name in source.parts:
        return shape_of(source.parts[name])
    fields = fields_of(source).get(name, [])
    return "{" + ", ".join(f'"{field}": ...' for field in fields) + "}" if fields else "..."


def fields_of(source: KernelSource) -> dict[str, list[str]]:
    """The fields of the constant buffers of a shader, by the names of their parameters."""
    if source.language != "hlsl":
        return {}
    return {
        str(parameter.name): [field.name for field in parameter.type.fields]
        for parameter in source.listing().parameters
        if isinstance(parameter.type, ConstantBufferType)
    }


def _variables(source: KernelSource) -> list[str]:
    """The parameters, with those of an array or a struct of resources as one."""
    of_parts = {part: variable for variable, parts in source.parts.items() for part in parts}
    return list(dict.fromkeys(of_parts.get(name, name) for name in source.parameter_names))


def _check_number(source: KernelSource, arguments: Sequence[Any], made: Sequence[Any]) -> None:
    """Raises the error for a launch that passes other arguments by position than there are parameters: it names the
    first one that is not a list or a dict although its parameter has parts."""
    if len(made) == len(source.parameter_names):
        return
    variables = _variables(source)
    if len(arguments) > len(variables):
        raise wrong_number(source.name, variables, arguments)
    for variable, argument in zip(variables, arguments, strict=False):
        parts = source.parts.get(variable, [])
        if parts and not is_of_all(parts, argument):
            # Refuses what is no list or dict of all parts.
            values_of(variable, parts, argument, source.resource_arrays)
            break
    raise wrong_number(source.name, variables, arguments)


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
