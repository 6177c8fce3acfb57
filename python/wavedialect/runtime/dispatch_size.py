"""Computes how many groups cover a number of work items, and how many of their lanes are idle."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import LaunchError
from ..ir.module import KernelAttributes
from ..numbers import is_integer
from .arguments import check_groups
from .placement import MOST_GROUPS, most_threads
from .wave_size import ALL_SIZES, DeviceWaveSizes, choose, stated_range

Shape = int | Sequence[int]
Tile = Shape | Callable[[int], Shape] | None
_ANY_DEVICE = DeviceWaveSizes(ALL_SIZES[0], ALL_SIZES[-1], 32)


class DispatchSize(tuple[int, int, int]):
    """The groups in x, y and z that cover some work at one wave size, for the ``groups`` argument of ``dispatch``.
    Printing it shows a one-sentence summary. Calling it with another wave size returns the groups for that size, for
    ``check`` and ``count``."""

    kernel: str
    work: tuple[int, ...]
    """The number of items in each dimension."""
    wave_size: int
    tile: tuple[int, ...]
    """The number of items per group in each dimension."""
    group_lanes: int
    """Lanes per group; under ``num_threads``, threads per group."""
    idle: int
    """Lanes of all groups without an item, if no lane takes a second item before all lanes of its group have one."""
    without_thread: int
    """Under ``num_threads``: lanes of all groups' waves that have no thread."""
    _unit: str
    """The unit of ``group_lanes``: "lane" or "thread"."""
    _at: Callable[[int], DispatchSize]

    @property
    def groups(self) -> tuple[int, int, int]:
        """The groups as a plain tuple, which ``dispatch`` accepts at any wave size."""
        x, y, z = self
        return x, y, z

    @property
    def lanes(self) -> int:
        """Lanes of all groups; under ``num_threads``, threads of all groups."""
        return math.prod(self) * self.group_lanes

    def __call__(self, wave_size: int) -> DispatchSize:
        """Returns the groups for the same work at another wave size."""
        return self if wave_size == self.wave_size else self._at(wave_size)

    def at_launch(self, wave_size: int) -> tuple[int, int, int]:
        """Returns the groups for a dispatch at this wave size; raises LaunchError if that size needs other groups."""
        if wave_size != self.wave_size and self._at(wave_size) != self:
            items = self.work[0] if len(self.work) == 1 else self.work
            raise LaunchError(
                f"the groups are those for wave size {self.wave_size}, and the dispatch of kernel '{self.kernel}' runs "
                f"at {wave_size}",
                f"ask for `wave_size={self.wave_size}`, or pass a function of it: "
                f"`lambda lanes: {self.kernel}.dispatch_size({items}, lanes)`",
            )
        return self.groups

    def __str__(self) -> str:
        groups = _shown(_trimmed(self), "group")
        items = _shown(self.work, "item")
        tiles = f" in tiles of {_product(self.tile)}" if self.tile != (self.group_lanes,) else ""
        of_each = _shown((self.group_lanes,), self._unit)
        idle = f"{self.idle} of {_shown((self.lanes,), self._unit)} are" if self.idle else f"no {self._unit} is"
        more = f", and {_shown((self.without_thread,), 'lane')} more have no thread" if self.without_thread else ""
        return f"{groups} of {of_each} for {items}{tiles} at wave size {self.wave_size}: {idle} without work{more}"

    def __repr__(self) -> str:
        return f"<{self}>"

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickle as a plain tuple: the function in `_at` may not be picklable.
        return tuple, (tuple(self),)


@dataclass(frozen=True)
class Sizing:
    """The group size that a kernel declares."""

    kernel: str
    attributes: KernelAttributes

    def dispatch_size(self, work: Any, wave_size: Any, tile: Any) -> DispatchSize:
        """Implements ``Kernel.dispatch_size`` at one wave size, and checks that size."""
        extent = _extent("work", work)
        size = self._checked_size(wave_size)
        shape = self._tile(extent, size, tile)
        groups = [-(-items // covered) for items, covered in zip(extent, shape, strict=True)]
        for axis, count in zip("xyz", groups, strict=False):
            if count > MOST_GROUPS:
                message = (
                    f"work of {_product(extent)} items in tiles of {_product(shape)} takes {count} groups in {axis}"
                )
                raise LaunchError(f"{message}, and a dispatch has at most {MOST_GROUPS}", "use larger tiles")
        made = DispatchSize((*groups, 1, 1)[:3])
        made.kernel, made.work, made.wave_size, made.tile = self.kernel, extent, size, shape
        made.group_lanes = self.lanes(size)
        made._unit = "lane" if self.attributes.num_threads is None else "thread"
        made.idle = _idle(extent, shape, made.group_lanes)
        waves = -(-made.group_lanes // size)
        made.without_thread = math.prod(groups) * (waves * size - made.group_lanes)
        made._at = lambda other: self.dispatch_size(extent, other, tile)
        return made

    def _checked_size(self, asked: Any) -> int:
        allowed = stated_range(self.attributes)
        if self.attributes.num_waves is not None:
            most = most_threads(self.attributes.stage)
            allowed = [size for size in allowed if self.attributes.num_waves * size <= most]
        return choose(self.kernel, self.attributes, allowed, _ANY_DEVICE, "", asked)

    def lanes(self, wave_size: int) -> int:
        """Returns the lanes per group; under ``num_threads``, the threads per group."""
        if self.attributes.num_threads is not None:
            return math.prod(self.attributes.num_threads)
        return (self.attributes.num_waves or 0) * wave_size

    def _tile(self, extent: tuple[int, ...], wave_size: int, tile: Any) -> tuple[int, ...]:
        """Returns the items per group in each dimension."""
        if tile is not None:
            shape = _extent("tile", tile(wave_size) if callable(tile) else tile)
            if len(shape) != len(extent):
                raise LaunchError(
                    f"the tile {_product(shape)} has {_shown((len(shape),), 'dimension')}, the work {len(extent)}",
                    "state the items of a group in each dimension of the work",
                )
            return shape
        threads = self.attributes.num_threads
        if threads is None or len(extent) == 1:
            return (self.lanes(wave_size), 1, 1)[: len(extent)]
        if math.prod(threads[len(extent) :]) > 1:
            raise LaunchError(
                f"kernel '{self.kernel}' has {_product(threads)} threads a group, and the work {len(extent)} dimensions",
                "state the items of a group: `tile=(8, 8)`",
            )
        return threads[: len(extent)]


def _extent(what: str, value: Any) -> tuple[int, ...]:
    """Returns the shape as one to three integers greater than zero."""
    shape = tuple(value) if isinstance(value, (tuple, list)) else (value,)
    if not 1 <= len(shape) <= 3 or not all(map(is_integer, shape)):
        if hasattr(value, "shape"):
            raise LaunchError(f"{what} is an array", "pass its number of items: `len(x)`, or `(width, height)`")
        raise LaunchError(f"{what} is {value!r}", "pass an integer, or a tuple of one to three: x, y, z")
    least = 0 if what == "work" else 1
    if min(shape) < least:
        fix = "pass 0 or more; no work takes no groups" if what == "work" else "a group takes at least one item"
        raise LaunchError(f"{what} is {value!r}", fix)
    return tuple(map(int, shape))


def _idle(extent: tuple[int, ...], tile: tuple[int, ...], lanes: int) -> int:
    """Counts the lanes beyond the items of their group. The last group of a dimension may have a partial tile."""
    kinds = []
    for items, covered in zip(extent, tile, strict=True):
        whole, rest = divmod(items, covered)
        kinds.append([(whole, covered), (1 if rest else 0, rest)])
    idle = 0
    for kind in itertools.product(*kinds):
        groups = math.prod(count for count, _ in kind)
        idle += groups * max(0, lanes - math.prod(items for _, items in kind))
    return idle


def _trimmed(groups: Sequence[int]) -> tuple[int, ...]:
    """Returns the groups without trailing dimensions of one."""
    count = max((place + 1 for place, number in enumerate(groups) if number != 1), default=1)
    return tuple(groups[:count])


def _product(shape: Sequence[int]) -> str:
    return " x ".join(map(str, shape))


def _shown(shape: Sequence[int], name: str) -> str:
    return f"{_product(shape)} {name}{'' if math.prod(shape) == 1 else 's'}"


def groups_at(groups: Any, wave_size: int) -> tuple[int, int, int]:
    """Returns the groups of a dispatch at this wave size; ``groups`` may be a function of it."""
    if isinstance(groups, DispatchSize):
        return groups.at_launch(wave_size)
    return check_groups(groups(wave_size) if callable(groups) else groups)
