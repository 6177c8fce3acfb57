"""The wave sizes at which a kernel may run, and the choice of one for a dispatch."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ..errors import DeviceError, LaunchError
from ..immutable import immutable
from ..ir.limits import ALL_SIZES
from ..ir.module import KernelAttributes
from ..numbers import is_integer
from .placement import MOST_THREADS


@immutable
class DeviceWaveSizes:
    """The wave sizes of a device: every power of two from ``smallest`` to ``largest``; ``own`` is the default."""

    smallest: int
    largest: int
    own: int
    settings: str = ""
    """How to give the device other wave sizes, if it is possible."""
    fits_rows: bool = False
    """Whether the default of a ``num_threads`` kernel fits the rows of its group, at most ``own``."""

    def __contains__(self, size: int) -> bool:
        return self.smallest <= size <= self.largest

    def default(self, attributes: KernelAttributes) -> int:
        """Returns the default wave size of a kernel.

        Where a wave is a vector and ``num_threads`` has several rows, a wave of whole rows or of a part of one row has
        consecutive addresses; any other wave gathers. A group of one row takes one wave if it can.
        """
        if not self.fits_rows or attributes.num_threads is None:
            return self.own
        row, *others = attributes.num_threads
        smaller = [size for size in ALL_SIZES if size <= self.own]
        if math.prod(others) > 1:
            return max((size for size in smaller if row % size == 0), default=self.own)
        return min((size for size in smaller if size >= row), default=self.own)

    def __str__(self) -> str:
        return str(self.own) if self.smallest == self.largest else f"{self.smallest} to {self.largest}"


def stated_range(attributes: KernelAttributes) -> list[int]:
    """Returns the wave sizes that the kernel source allows, including sizes that a target may not support."""
    stated = attributes.wave_size
    if not stated:
        return list(ALL_SIZES)
    smallest, largest = stated[0], stated[-1] if len(stated) < 3 else stated[1]
    return [size for size in ALL_SIZES if smallest <= size <= largest]


def container_sizes(attributes: KernelAttributes, shader_model: str) -> list[int]:
    """Returns the wave sizes that each need their own container in this shader model; none if one container serves all.

    Compute kernels can request one size since shader model 6.6, and a range of sizes since 6.8.
    """
    minor = int(shader_model.partition(".")[2])
    if attributes.stage != "compute" or minor < 6:
        return []
    if attributes.num_threads is not None and (minor >= 8 or not attributes.wave_size):
        return []
    threads = attributes.num_waves or 0
    return [size for size in stated_range(attributes) if threads * size <= MOST_THREADS]


def check_preference(prefer: Any) -> None:
    """Raises LaunchError for an invalid preference."""
    if prefer is not None and (not isinstance(prefer, str) or prefer not in ("small", "large")):
        raise LaunchError(f"prefer_wave_size is {prefer!r}", "use 'small' or 'large'")


def choose(
    kernel: str,
    attributes: KernelAttributes,
    allowed: Sequence[int],
    device: DeviceWaveSizes,
    device_name: str,
    asked: int | None = None,
    prefer: str | None = None,
) -> int:
    """Returns the wave size of a dispatch: the requested size, else the preference of the dispatch, else the kernel's
    preferred size, else the device's default if it is in range, else the nearest size in range."""
    shown = ", ".join(str(size) for size in allowed)
    if asked is not None:
        if not is_integer(asked) or asked not in allowed:
            raise LaunchError(f"kernel '{kernel}' does not run at wave_size={asked!r}", f"its wave sizes are {shown}")
        if asked not in device:
            message = f"device '{device_name}' has waves of {device} lanes, but wave_size={asked} was requested"
            raise DeviceError(message, _advice("ask for another size", device))
        return int(asked)
    check_preference(prefer)
    possible = [size for size in allowed if size in device]
    if not possible:
        message = f"device '{device_name}' has waves of {device} lanes, but kernel '{kernel}' runs at {shown}"
        raise DeviceError(message, _advice("use another device", device))
    if prefer:
        return min(possible) if prefer == "small" else max(possible)
    stated = attributes.wave_size
    if stated and len(stated) == 3 and stated[2] in possible:
        return stated[2]
    default = device.default(attributes)
    # The sizes are powers of two: the nearest is the one with the smallest quotient.
    return min(possible, key=lambda size: (max(size, default) / min(size, default), size))


def _advice(first: str, device: DeviceWaveSizes) -> str:
    settings = f"{device.settings}, " if device.settings else ""
    return f"{first}, {settings}or use device='cpu', which runs every size"
