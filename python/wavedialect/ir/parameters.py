"""The parameters that a user's kernel declares, and those of the compiled kernel."""

from __future__ import annotations

from collections.abc import Sequence

from .memories import extents_of
from .module import Value
from .structs import StructType


def compiled(parameter: Value) -> list[Value]:
    """The parameters of the compiled kernel for one that the user's kernel declares: the scalars and vectors of a struct;
    a buffer of more than one dimension and its extents; any other parameter itself."""
    if isinstance(parameter.type, StructType):
        name, place = parameter.name, parameter.location
        return [Value(leaf.type, f"{name}.{leaf.path}", place, parameter) for leaf in parameter.type.leaves]
    return [parameter, *extents_of(parameter)]


def declared(parameters: Sequence[Value]) -> list[Value]:
    """The parameters that the user's kernel declares, of all parameters of the compiled kernel."""
    found, place = [], 0
    while place < len(parameters):
        parameter = parameters[place].declared or parameters[place]
        found.append(parameter)
        place += len(compiled(parameter))
    return found
