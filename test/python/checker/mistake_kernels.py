"""How kernels with a mistake are written down here: one mistake each, its lines marked, beside twins that have none.

A line that a finding has to name ends in ``# here``, the line of its second place in ``# and here``; where both places
are on one line, ``# here`` is enough. ``# parted`` is the condition at which waves part that miss each other at a barrier.
``# too`` marks a line that may be named besides, where the mistake breaks more than one thing.
"""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import wavedialect as wd

ALL_SIZES = (4, 8, 16, 32, 64, 128)
NOTES = frozenset({"buffer-bounds", "shift-amount"})
"""Rules that break nothing: what happens is defined, and seldom meant."""


@dataclass(frozen=True)
class Who:
    """Who is to be named; None where this is not determined. ``lanes`` may be a function of the wave size."""

    group: int | tuple[int, int, int] | None = None
    wave: int | None = None
    lanes: Collection[int] | Callable[[int], Collection[int]] | None = None


@dataclass(frozen=True)
class Case:
    """A kernel and what it is launched with; both may be functions of the wave size."""

    kernel: wd.Kernel
    arguments: Callable[[int], Sequence[Any]]
    groups: int | Sequence[int] | Callable[[int], Any] = 1
    sizes: tuple[int, ...] = ALL_SIZES
    options: dict[str, Any] = field(default_factory=dict)
    """Of the check."""

    def __str__(self) -> str:
        return self.kernel.name

    def launch(self, lanes: int) -> tuple[Any, list[Any]]:
        """Groups and arguments at one wave size."""
        groups = self.groups(lanes) if callable(self.groups) else self.groups
        return groups, list(self.arguments(lanes))


@dataclass(frozen=True)
class Mistake(Case):
    """What the checker has to find in it."""

    rule: str = ""
    who: Who = Who()
    other: Who | None = None
    """Who is at the second place, None if there is none or it is not determined."""
    also: frozenset[str] = frozenset()
    """Rules that are broken by the same mistake."""
    helpers: tuple[Any, ...] = ()
    """Functions that the kernel calls, with marks of their own."""

    def lines(self, mark: str) -> frozenset[int]:
        """The lines that end in this mark."""
        return marked(mark, self.kernel, *self.helpers)

    @property
    def file(self) -> str:
        """Where the marks are."""
        return inspect.unwrap(self.kernel).__code__.co_filename


@dataclass(frozen=True)
class Difference(Case):
    """A kernel that does nothing undefined, and is right at some wave sizes, orders of lanes or numbers of waves only."""

    argument: str = "out"
    """The argument that differs."""
    by_wave_size: tuple[str, ...] = ()
    """Parameters that are meant to depend on the wave size."""


MISTAKES: list[Mistake] = []
CORRECT: list[Case] = []
DIFFERENCES: list[Difference] = []
SAME_RESULTS: list[Difference] = []

_numbers = itertools.count()


def marked(mark: str, *functions: Any) -> frozenset[int]:
    """The lines of these functions that end in this mark."""
    found = set()
    for function in functions:
        lines, first = inspect.getsourcelines(inspect.unwrap(function))
        found |= {first + place for place, line in enumerate(lines) if line.rstrip().endswith(f"# {mark}")}
    return frozenset(found)


def mistake(
    rule: str,
    wrong: wd.Kernel | Sequence[wd.Kernel],
    right: wd.Kernel | Sequence[wd.Kernel] = (),
    *,
    arguments: Callable[[int], Sequence[Any]],
    groups: Any = 1,
    sizes: tuple[int, ...] = ALL_SIZES,
    who: Who = Who(),  # noqa: B008, it is frozen
    other: Who | None = None,
    also: Collection[str] = (),
    helpers: Sequence[Any] = (),
    **options: Any,
) -> None:
    """Notes down kernels with the same mistake, and their correct twins."""
    sizes = _some_of(sizes)
    for kernel in [wrong] if isinstance(wrong, wd.Kernel) else wrong:
        found = frozenset(also), tuple(helpers)
        MISTAKES.append(Mistake(kernel, arguments, groups, sizes, options, rule, who, other, *found))
    if right:
        correct(right, arguments=arguments, groups=groups, sizes=sizes, **options)


def correct(
    right: wd.Kernel | Sequence[wd.Kernel],
    *,
    arguments: Callable[[int], Sequence[Any]],
    groups: Any = 1,
    sizes: tuple[int, ...] = ALL_SIZES,
    **options: Any,
) -> None:
    """Notes down kernels that have no mistake."""
    sizes = _some_of(sizes)
    for kernel in [right] if isinstance(right, wd.Kernel) else right:
        CORRECT.append(Case(kernel, arguments, groups, sizes, options))


def difference(
    wrong: wd.Kernel | Sequence[wd.Kernel],
    right: wd.Kernel | Sequence[wd.Kernel] = (),
    *,
    arguments: Callable[[int], Sequence[Any]],
    groups: Any = 1,
    sizes: tuple[int, ...] = ALL_SIZES,
    argument: str = "out",
    by_wave_size: Collection[str] = (),
    **options: Any,
) -> None:
    """Notes down kernels whose results differ, and correct twins, which are checked at the same sizes together."""
    names = tuple(by_wave_size)
    for kernel in [wrong] if isinstance(wrong, wd.Kernel) else wrong:
        DIFFERENCES.append(Difference(kernel, arguments, groups, sizes, options, argument, names))
    for kernel in [right] if isinstance(right, wd.Kernel) else right:
        SAME_RESULTS.append(Difference(kernel, arguments, groups, sizes, options, argument, names))


def _some_of(sizes: tuple[int, ...]) -> tuple[int, ...]:
    """Two of all wave sizes, other ones each time: a compile takes a tenth of a second. Sizes that are asked for stay."""
    if sizes is not ALL_SIZES:
        return sizes
    place = next(_numbers) % 3
    return ALL_SIZES[place], ALL_SIZES[place + 3]


# --- Arguments ----------------------------------------------------------------


def u32s(count: int) -> np.ndarray:
    """Zeros."""
    return np.zeros(count, np.uint32)


def counting(count: int, dtype: Any = np.uint32) -> np.ndarray:
    """0, 1, 2, ..."""
    return np.arange(count, dtype=dtype)
