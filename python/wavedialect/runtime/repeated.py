"""What a device must know to repeat a launch without the kernel's Python code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .device import Device, opened_devices
from .dispatch import Dispatch
from .dispatch_size import DispatchSize
from .program import Program


@dataclass(frozen=True)
class Repeated:
    """A launch without options. A repetition differs from it only in the arguments and the groups."""

    program: Program
    programs: list[Program]
    """The kernel's programs: one that has been dropped is not launched."""
    device: Device
    wave_size: int
    loaded: Any
    """What ``Device.load`` returned."""
    refresh: Any
    """Called before ``names`` and ``cells`` are compared, or None."""
    names: tuple[tuple[Any, ...], ...]
    """Names from outside the kernel: a dictionary, a key, and the object with which the program was compiled, or none if
    the dictionary lacked the key."""
    cells: tuple[tuple[Any, ...], ...]
    """Likewise the cells of closures, with the object that each contained."""

    sizes = DispatchSize
    """The class of groups that are valid at the wave size that they state."""

    @property
    def unchecked(self) -> bool:
        """The option of the same name."""
        return self.program.unchecked

    @property
    def opened(self) -> dict[str, Device]:
        """The open devices, by the names that users pass."""
        return opened_devices()

    def result(self, launch: Any) -> Dispatch:
        """The result of a launch."""
        return Dispatch(self.device, self.wave_size, launch)
