"""Which wave sizes a kernel may run at, and which one a dispatch takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import DeviceError, LaunchError
from ..ir.module import KernelAttributes
from ..numbers import is_integer
from .placement import MOST_THREADS

ALL_SIZES = (4, 8, 16, 32, 64, 128)


@dataclass(frozen=True)
class DeviceWaveSizes:
    """What a device can run: every power of two from ``smallest`` to ``largest``, ``own`` by default."""

    smallest: int
    largest: int
    own: int

    def __contains__(self, size: int) -> bool:
        return self.smallest <= size <= self.largest

    def __str__(self) -> str:
        return str(self.own) if self.smallest == self.largest else f"{self.smallest} to {self.largest}"


def stated_range(attributes: KernelAttributes) -> list[int]:
    """The sizes that the kernel's text allows; what a target cannot honour is not taken out."""
    stated = attributes.wave_size
    if not stated:
        return list(ALL_SIZES)
    smallest, largest = stated[0], stated[-1] if len(stated) < 3 else stated[1]
    return [size for size in ALL_SIZES if smallest <= size <= largest]


def container_sizes(attributes: KernelAttributes, shader_model: str) -> list[int]:
    """The sizes that each need a container of their own in this shader model; none where one serves all.

    Compute kernels can ask for one size from 6.6 on, and for a range of them from 6.8 on.
    """
    minor = int(shader_model.partition(".")[2])
    if attributes.stage != "compute" or minor < 6:
        return []
    if attributes.num_threads is not None and (minor >= 8 or not attributes.wave_size):
        return []
    threads = attributes.num_waves or 0
    return [size for size in stated_range(attributes) if threads * size <= MOST_THREADS]


def check_preference(prefer: Any) -> None:
    """Raises LaunchError for what is no preference."""
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
    """The size of a dispatch: what is asked for, else the preference of the dispatch, else the kernel's own, else the
    device's own if it is in range, else the nearest that is."""
    shown = ", ".join(str(size) for size in allowed)
    if asked is not None:
        if not is_integer(asked) or asked not in allowed:
            raise LaunchError(f"kernel '{kernel}' does not run at wave_size={asked!r}", f"its wave sizes are {shown}")
        if asked not in device:
            message = f"device '{device_name}' has waves of {device} lanes, and wave_size={asked} is asked for"
            raise DeviceError(message, "ask for another size, or use device='cpu', which runs every size")
        return int(asked)
    check_preference(prefer)
    possible = [size for size in allowed if size in device]
    if not possible:
        message = f"device '{device_name}' has waves of {device} lanes, and kernel '{kernel}' runs at {shown}"
        raise DeviceError(message, "use another device, or device='cpu', which runs every size")
    if prefer:
        return min(possible) if prefer == "small" else max(possible)
    stated = attributes.wave_size
    if stated and len(stated) == 3 and stated[2] in possible:
        return stated[2]
    # The sizes are powers of two: the nearest is the one with the smallest quotient.
    return min(possible, key=lambda size: (max(size, device.own) / min(size, device.own), size))
