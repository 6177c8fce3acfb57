"""The arguments of a launch that are passed by name, and those that have a default."""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import LaunchError


def parameter_names(function: types.FunctionType) -> tuple[str, ...]:
    """The names of a kernel's parameters, in order."""
    code = function.__code__
    return code.co_varnames[: code.co_argcount]


def defaults_of(function: types.FunctionType) -> dict[str, Any]:
    """The defaults of a kernel's parameters, by name."""
    names, values = parameter_names(function), function.__defaults__ or ()
    return dict(zip(names[len(names) - len(values) :], values, strict=True))


def bound(
    function: types.FunctionType, call: str, arguments: Sequence[Any], keywords: Mapping[str, Any]
) -> tuple[Any, ...]:
    """The arguments of a launch in the order of the parameters; all ``keywords`` name parameters. Arguments that are
    missing at the end stay missing: the check of their number reports them. ``call`` describes the call."""
    names = parameter_names(function)
    twice = next((name for name in names[: len(arguments)] if name in keywords), None)
    if twice is not None:
        raise LaunchError(f"{call} got `{twice}` twice, by position and by name", f"leave out `{twice}=`")
    values = defaults_of(function) | dict(keywords)
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
