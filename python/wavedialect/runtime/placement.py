"""Placement choices that the language leaves open, for a dispatch on the CPU: how many waves a group launches, and
which thread each lane gets."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..errors import LaunchError
from ..ir.quads import QUAD, shuffled_quads
from ..numbers import is_integer

ORDERS = ("linear", "tiled", "shuffled")
MOST_THREADS = 1024
"""Maximum threads per group on any device, and therefore also the maximum waves."""
MOST_GROUPS = 2**32 - 1
"""Maximum groups per dispatch in each dimension: group numbers have 32 bits."""
DEFAULT_GROUPSHARED_BYTES = 32768
"""HLSL's limit per group, which the compiler verifies unless the kernel states another limit."""
_MOST_OF_AMPLIFICATION = 128
_TILE = (8, 4)


def most_threads(stage: str) -> int:
    """Returns the maximum threads per group in this stage."""
    return _MOST_OF_AMPLIFICATION if stage == "amplification" else MOST_THREADS


class LaunchOptions(NamedTuple):
    """The checked options of a dispatch besides its wave size; each device accepts those that it supports."""

    threads: int = 0
    """Number of CPU cores to use; 0: all."""
    extra_waves: int = 0
    """Waves beyond the required number: under ``num_threads``, the threads are distributed over more waves."""
    idle_waves: int = 0
    """Waves without lanes, which only increase the wave count."""
    lane_order: str = "linear"
    seed: int = 0
    surplus_form: bool = False
    """Run a ``num_waves`` kernel in the form for targets that cannot request a wave size: the group has the threads
    that the largest wave size needs, and the waves beyond ``num_waves`` retire."""
    emulate_group_index: bool = False
    """Number the waves through groupshared memory, as for targets that do not number them."""
    debug: bool = True
    """Run ``wd.print`` and ``wd.check``."""

    @staticmethod
    def shown(name: str, value: Any) -> str:
        """Returns an option as the user writes it."""
        if name == "idle_waves":
            return f'extra_waves=({value}, "idle")'
        return f'lane_order=("shuffled", {value})' if name == "seed" else f"{name}={value!r}"


DEFAULT = LaunchOptions()


def launch_options(
    threads: Any,
    extra_waves: Any,
    lane_order: Any,
    surplus_form: Any = False,
    emulate_group_index: Any = False,
    debug: Any = True,
) -> LaunchOptions:
    """Returns the options from the arguments of ``dispatch``; raises LaunchError for an invalid one."""
    # Fast path: most launches set no option, and launches must be fast.
    if threads is None and extra_waves.__class__ is int and extra_waves == 0:
        if lane_order.__class__ is str and lane_order == "linear":
            if surplus_form is False and emulate_group_index is False and debug is True:
                return DEFAULT
    switches = {"surplus_form": surplus_form, "emulate_group_index": emulate_group_index, "debug": debug}
    forms = [_form(name, value) for name, value in switches.items()]
    return LaunchOptions(_threads(threads), *_extra_waves(extra_waves), *_lane_order(lane_order), *forms)


def _threads(value: Any) -> int:
    if value is None:
        return 0
    if not is_integer(value) or not 1 <= value <= MOST_THREADS:
        fix = f"pass how many cores may work, 1 to {MOST_THREADS}, or None for all of them"
        raise LaunchError(f"threads is {value!r}", fix)
    return int(value)


def _extra_waves(value: Any) -> tuple[int, int]:
    """Returns the number of extra waves with threads, and the number of idle waves."""
    count, idle = value, False
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], str) and value[1] == "idle":
        count, idle = value[0], True
    if not is_integer(count) or not 0 <= count <= MOST_THREADS:
        fix = f'pass a number from 0 to {MOST_THREADS}, or `(n, "idle")` for waves without lanes'
        raise LaunchError(f"extra_waves is {value!r}", fix)
    return (0, int(count)) if idle else (int(count), 0)


def _lane_order(value: Any) -> tuple[str, int]:
    """Returns the lane order and its seed."""
    fix = 'use "linear", "tiled", "shuffled" or ("shuffled", seed)'
    seeded = isinstance(value, tuple) and len(value) == 2
    order, seed = value if seeded else (value, 0)
    if not isinstance(order, str) or order not in ORDERS:
        raise LaunchError(f"lane_order is {value!r}", fix)
    if seeded and order != "shuffled":
        raise LaunchError(f"lane_order is {value!r}, but the order '{order}' takes no seed", fix)
    if not is_integer(seed) or seed < 0:
        raise LaunchError(f"lane_order is {value!r}, but its seed must be an integer of 0 or more", fix)
    return order, int(seed)


def _form(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise LaunchError(f"{name} is {value!r}", "use True or False")
    return value


class Placement(NamedTuple):
    """The waves of a group at one wave size."""

    run: int
    counted: int
    """The wave count that the kernel sees."""
    table: np.ndarray | None
    """The thread of each lane; None if lanes take threads in order, or threads have no numbers (``num_waves``)."""


def place_waves(kernel: str, num_waves: int, lanes: int, options: LaunchOptions) -> Placement:
    """Places a group of a ``num_waves`` kernel. All its lanes are active and have no order; idle waves are ignored."""
    return _place_full(kernel, num_waves, lanes, options)


def place_surplus(kernel: str, num_waves: int, sizes: Sequence[int], lanes: int, options: LaunchOptions) -> Placement:
    """Places a group of a ``num_waves`` kernel in its surplus form, for the wave sizes ``sizes``."""
    return _place_full(kernel, -(-num_waves * max(sizes) // lanes), lanes, options)


def _place_full(kernel: str, needed: int, lanes: int, options: LaunchOptions) -> Placement:
    waves = needed + options.extra_waves
    if waves * lanes > MOST_THREADS:
        raise LaunchError(
            f"kernel '{kernel}' with {options.extra_waves} extra waves has {waves} waves of {lanes} lanes, and a group "
            f"has at most {MOST_THREADS} threads",
            f"ask for {MOST_THREADS // lanes - needed} extra waves at most, or for smaller ones",
        )
    return Placement(waves, waves, None)


def place_threads(
    kernel: str, extent: tuple[int, int, int], lanes: int, options: LaunchOptions, quads: bool
) -> Placement:
    """Places a group of a ``num_threads`` kernel; with ``quads``, no quad is split."""
    threads = math.prod(extent)
    waves = -(-threads // lanes) + options.extra_waves
    counted = waves + options.idle_waves
    if waves > threads:
        raise LaunchError(
            f"kernel '{kernel}' has {threads} threads a group, which cannot be dealt to {waves} waves",
            'ask for fewer extra waves, or for idle waves, which have no threads: `extra_waves=(n, "idle")`',
        )
    if quads and waves > -(-threads // QUAD):
        raise LaunchError(
            f"kernel '{kernel}' has {-(-threads // QUAD)} quads a group, which cannot be dealt to {waves} waves",
            'ask for fewer extra waves, or for idle waves, which have no threads: `extra_waves=(n, "idle")`',
        )
    if counted > MOST_THREADS:
        message = f"kernel '{kernel}' has {counted} waves a group, and a group has at most {MOST_THREADS}"
        raise LaunchError(message, "ask for fewer extra waves")
    if counted == -(-threads // lanes) and options.lane_order == "linear":
        return Placement(waves, counted, None)
    return Placement(waves, counted, wave_table(extent, lanes, waves, options.lane_order, options.seed, quads))


@functools.lru_cache(maxsize=256)
def wave_table(
    extent: tuple[int, int, int], lanes: int, waves: int, order: str, seed: int, quads: bool = False
) -> np.ndarray:
    """Returns the thread of each lane, wave by wave, -1 for a lane without a thread: the threads of a group of this
    extent, in this order, distributed over ``waves`` waves. Each wave gets at least one thread, in its first lanes."""
    numbers = thread_order(extent, order, seed, quads)
    table = np.full((waves, lanes), -1, np.int32)
    start = 0
    for wave, count in enumerate(_deal(len(numbers), lanes, waves)):
        table[wave, :count] = numbers[start : start + count]
        start += count
    table.flags.writeable = False
    return table


def _deal(threads: int, lanes: int, waves: int) -> list[int]:
    """Returns the number of threads per wave. The minimum number of waves is filled in order; over more waves, threads
    are distributed as evenly as possible, in whole quads if there are enough of them."""
    if waves == -(-threads // lanes):
        return [min(lanes, threads - start) for start in range(0, threads, lanes)]
    unit = QUAD if -(-threads // QUAD) >= waves else 1
    each, more = divmod(-(-threads // unit), waves)
    counts = [(each + (wave < more)) * unit for wave in range(waves)]
    counts[-1] -= sum(counts) - threads
    return counts


def thread_order(extent: tuple[int, int, int], order: str, seed: int = 0, quads: bool = False) -> np.ndarray:
    """Returns the linear numbers of a group's threads in the order in which lanes take them. With ``quads``, these are
    the numbers from which a kernel with quad operations computes its threads, and quads stay together."""
    numbers = np.arange(math.prod(extent), dtype=np.int32)
    if order == "tiled" and not quads:
        x, y, z = extent
        return np.concatenate([_tiled(part) for part in numbers.reshape(z, y, x)])
    if order == "shuffled":
        import random

        return shuffled_quads(len(numbers), random.Random(seed).shuffle).astype(np.int32)
    return numbers


def _tiled(numbers: np.ndarray) -> np.ndarray:
    """Returns the threads of a slice tile by tile, each tile row by row, then the threads outside whole tiles."""
    width, height = _TILE
    rows, columns = (numbers.shape[0] // height, numbers.shape[1] // width)
    inside = numbers[: rows * height, : columns * width]
    tiles = inside.reshape(rows, height, columns, width).transpose(0, 2, 1, 3).reshape(-1)
    return np.concatenate([tiles, np.setdiff1d(numbers, inside)])
