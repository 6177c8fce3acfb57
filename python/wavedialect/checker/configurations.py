"""The configurations of a check: wave sizes, lane orders and numbers of extra waves."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import LaunchError
from ..numbers import is_integer
from ..runtime.checks import WaveOrder
from ..runtime.placement import DEFAULT, LaunchOptions, Placement, launch_options, place_threads, place_waves
from ..runtime.program import Program

LINEAR = "linear"
BY_INDEX = "by index"
_OTHER_WAVE_ORDERS = ("backward", ("shuffled", 1), ("shuffled", 2))


@dataclass(frozen=True)
class Configuration:
    """The choices that the language leaves to the implementation, as made in one run."""

    wave_size: int
    lane_order: str | tuple[str, int] = LINEAR
    extra_waves: int | tuple[int, str] = 0
    wave_order: WaveOrder = BY_INDEX
    """In kernels with pipes: the order in which runnable waves run."""
    groups: tuple[int, int, int] | None = None
    """Set if the run had a different number of groups than the check was asked for."""

    @property
    def options(self) -> LaunchOptions:
        """The launch options. Raises LaunchError if they are invalid."""
        return launch_options(None, self.extra_waves, self.lane_order)

    @property
    def has_idle_waves(self) -> bool:
        """Whether waves without lanes are counted."""
        return isinstance(self.extra_waves, tuple)

    @property
    def placement(self) -> str:
        """The aspect in which the threads are not placed in order in the waves that they need: "lane_order",
        "extra_waves", "idle_waves", or empty."""
        if self.lane_order != LINEAR:
            return "lane_order"
        return "" if not self.extra_waves else "idle_waves" if self.has_idle_waves else "extra_waves"

    def __str__(self) -> str:
        text = f"wave_size={self.wave_size}"
        if self.lane_order != LINEAR:
            text += f", lane_order={_shown(self.lane_order)}"
        text += f", extra_waves={_shown(self.extra_waves)}" if self.extra_waves else ""
        text += f", wave_order={_shown(self.wave_order)}" if self.wave_order != BY_INDEX else ""
        return text + (f", groups={_shown(self.groups)}" if self.groups else "")


def _shown(value: Any) -> str:
    """Formats a value as a user writes it."""
    if isinstance(value, tuple):
        return "(" + ", ".join(map(_shown, value)) + ")"
    return f'"{value}"' if isinstance(value, str) else str(value)


def default_sweep(program: Program, sizes: Sequence[int], own: int) -> list[Configuration]:
    """Returns every wave size and, at the device's own wave size, the other ways in which a device may place the
    kernel's groups."""
    sweep = [Configuration(size) for size in sizes]
    if program.attributes.num_threads is None:
        others = [Configuration(own, extra_waves=1)]
    else:
        others = [
            Configuration(own, lane_order="tiled"),
            Configuration(own, lane_order=("shuffled", 1)),
            Configuration(own, extra_waves=1),
            Configuration(own, extra_waves=(1, "idle")),
        ]
    seen = [place(program, Configuration(own))]
    for configuration in others:
        try:
            placed = place(program, configuration)
        except LaunchError:
            # The group has too few threads for so many waves, or there would be too many waves.
            continue
        if not any(_same(placed, other) for other in seen):
            seen.append(placed)
            sweep.append(configuration)
    if program.listing.orders_some_waves:
        sweep += [Configuration(own, wave_order=order) for order in _OTHER_WAVE_ORDERS]
    return sweep


def asked_sweep(
    program: Program,
    size_of: Callable[[Any], int],
    wave_sizes: Any = None,
    lane_orders: Any = None,
    extra_waves: Any = None,
    wave_orders: Any = None,
) -> list[Configuration]:
    """Returns all combinations of the requested values. None requests the default of an option. ``size_of`` returns the
    wave size for a requested one, or the default for None, and refuses sizes that the kernel does not support."""
    sizes = [None] if wave_sizes is None else _several("wave_sizes", wave_sizes, is_integer)
    orders = [LINEAR] if lane_orders is None else _several("lane_orders", lane_orders, _is_order)
    extras = [0] if extra_waves is None else _several("extra_waves", extra_waves, _is_extra)
    waves = [BY_INDEX] if wave_orders is None else _several("wave_orders", wave_orders, _is_order)
    for order in waves:
        _check_wave_order(program, order)
    sweep = [Configuration(*choice) for choice in itertools.product(map(size_of, sizes), orders, extras, waves)]
    for configuration in sweep:
        place(program, configuration)
    return list(dict.fromkeys(sweep))


def fills_waves(program: Program, wave_size: int) -> bool:
    """Whether the threads of a group are a multiple of the wave size."""
    return math.prod(program.attributes.num_threads or (wave_size,)) % wave_size == 0


def asked_one(program: Program, wave_size: int, lane_order: Any, extra_waves: Any) -> Configuration:
    """Returns the requested configuration."""
    options = launch_options(None, extra_waves, lane_order)
    configuration = configuration_of(wave_size, options)
    place(program, configuration)
    return configuration


def place(program: Program, configuration: Configuration) -> Placement:
    """Returns the waves of a group. Raises LaunchError if the placement is impossible."""
    attributes, size = program.attributes, configuration.wave_size
    if attributes.num_threads is not None:
        return place_threads(
            program.name, attributes.num_threads, size, configuration.options, program.listing.has_quads
        )
    return place_waves(program.name, attributes.num_waves, size, configuration.options)


def configuration_of(
    wave_size: int, options: LaunchOptions = DEFAULT, wave_order: WaveOrder = BY_INDEX
) -> Configuration:
    """Returns the configuration of a launch with these options."""
    order = (options.lane_order, options.seed) if options.seed else options.lane_order
    extra = (options.idle_waves, "idle") if options.idle_waves else options.extra_waves
    return Configuration(wave_size, order, extra, wave_order)


def _check_wave_order(program: Program, order: Any) -> None:
    is_seeded = (
        isinstance(order, tuple)
        and len(order) == 2
        and order[0] == "shuffled"
        and is_integer(order[1])
        and 0 <= order[1] < 2**31
    )
    if order not in (BY_INDEX, "backward") and not is_seeded:
        raise LaunchError(
            f"wave_order is {order!r}",
            f"use one of {_ONES['wave_orders'].removeprefix('pass orders, such as ').strip('[]')}",
        )
    if order != BY_INDEX and not program.listing.orders_some_waves:
        fix = (
            "leave `wave_orders` out: without pipes and barriers of a set of waves, no result depends on this order except"
            " by a race"
        )
        raise LaunchError(f"wave_order is {order!r}, and kernel '{program.name}' has no pipes", fix)


def _same(placed: Placement, other: Placement) -> bool:
    if placed[:2] != other[:2] or (placed.table is None) != (other.table is None):
        # A table with the threads in order is equivalent to no table.
        return placed[:2] == other[:2] and _in_order(placed.table) and _in_order(other.table)
    return placed.table is None or np.array_equal(placed.table, other.table)


def _in_order(table: np.ndarray | None) -> bool:
    if table is None:
        return True
    threads = table[table >= 0]
    return np.array_equal(threads, np.arange(threads.size))


_ONES = {
    "wave_sizes": "pass sizes, such as [8, 32]",
    "lane_orders": 'pass orders, such as ["linear", "tiled", ("shuffled", 1)]',
    "wave_orders": 'pass orders, such as ["by index", "backward", ("shuffled", 1)]',
    "extra_waves": 'pass numbers, such as [0, 1, (1, "idle")]',
}


def _several(name: str, value: Any, is_one: Callable[[Any], bool]) -> list[Any]:
    """Returns the values of an option that takes one value or several. The consumer validates each of them."""
    if is_one(value):
        return [value]
    if isinstance(value, (str, bytes, dict)) or not isinstance(value, Iterable):
        raise LaunchError(f"{name} is {value!r}", _ONES[name])
    values = list(value)
    if not values or not all(isinstance(item, Hashable) for item in values):
        raise LaunchError(f"{name} is {value!r}", f"{_ONES[name]}, or leave it out")
    return values


def _is_order(value: Any) -> bool:
    return isinstance(value, str) or (
        isinstance(value, tuple) and len(value) == 2 and not isinstance(value[1], (str, tuple))
    )


def _is_extra(value: Any) -> bool:
    return is_integer(value) or (isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], str))
