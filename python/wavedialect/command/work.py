"""Options of commands: the number of groups, given directly or by the amount of work, and the help on arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from .arguments import FORMS, SHAPES

if TYPE_CHECKING:
    from ..kernels.kernel import Kernel


class Extent(click.ParamType):
    """Reads ``4``, ``4,2`` or ``4,2,1``."""

    name = "extent"

    def __init__(self, least: int) -> None:
        self._least = least

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        if isinstance(value, tuple):
            return value
        try:
            extent = tuple(int(part) for part in value.replace("x", ",").split(","))
        except ValueError:
            extent = ()
        if not 1 <= len(extent) <= 3 or min(extent) < self._least:
            self.fail(f"'{value}' is not one to three numbers of {self._least} or more, such as 4 or 4,2,1", param, ctx)
        return extent


class Number(click.ParamType):
    """Reads a number that is not negative."""

    name = "number"

    def __init__(self, allows_zero: bool) -> None:
        self._allows_zero = allows_zero

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            number = float(value)
        except ValueError:
            number = -1.0
        if number > 0 or number == 0 and self._allows_zero:
            return number
        self.fail(f"'{value}' is not a number {'of 0 or more' if self._allows_zero else 'greater than 0'}", param, ctx)


_OPTIONS = (
    click.option("--groups", type=Extent(0), metavar="X[,Y[,Z]]", help="The number of groups.  [default: 1]"),
    click.option(
        "--work", type=Extent(0), metavar="X[,Y[,Z]]", help="As many groups as these items need, one item per lane."
    ),
    click.option("--tile", type=Extent(1), metavar="X[,Y[,Z]]", help="With --work: the items of one group."),
)


def extent_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Adds ``--groups``, ``--work`` and ``--tile``."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def groups_of(
    kernel: Kernel, groups: tuple[int, ...] | None, work: tuple[int, ...] | None, tile: tuple[int, ...] | None
) -> Any:
    """Returns the groups for a dispatch. For ``--work`` this is a function of the wave size."""
    if work is None:
        if tile is not None:
            raise click.UsageError("--tile divides what --work names: add --work")
        return groups or (1,)
    if groups is not None:
        raise click.UsageError("--groups and --work say the same: leave one out")
    return lambda lanes: kernel.dispatch_size(work, lanes, tile)


def argument_help() -> str:
    """Returns the help text on the syntax of arguments."""
    width = max(map(len, FORMS)) + 2
    forms = "\n".join(f"  {form:<{width}}{words}" for form, words in FORMS.items())
    return (
        "Each parameter gets an argument, NAME=VALUE, in any order. A scalar is a number, true or false; a vector is "
        f"1,2,3; a struct has the numbers of its fields, in order. An array is one of\n\n\b\n{forms}\n\n"
        f"{SHAPES}. You can omit the last axis, which holds channels or components. "
        "The parameter gives the type of the elements."
    )
