"""The arguments of a launch that are passed by name, and those that have a default."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import LaunchError
from .source import KernelSource


def bound(source: KernelSource, call: str, arguments: Sequence[Any], keywords: Mapping[str, Any]) -> tuple[Any, ...]:
    """The arguments of a launch in the order of the parameters; all ``keywords`` name parameters. Arguments that are
    missing at the end stay missing: the check of their number reports them. ``call`` describes the call."""
    names = source.parameter_names
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
