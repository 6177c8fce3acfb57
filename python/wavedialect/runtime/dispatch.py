"""What a dispatch gives back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .device import Device, Launch

if TYPE_CHECKING:
    from ..checker.report import CheckReport
    from ..interpreter.interpreter import Report


class Dispatch:
    """A dispatch that was started: on which device, and at which wave size."""

    __slots__ = ("_launch", "device", "wave_size")

    def __init__(self, device: Device, wave_size: int, launch: Launch) -> None:
        self.device = device
        self.wave_size = wave_size
        self._launch = launch

    def elapsed_ns(self) -> float | None:
        """Time on the device in nanoseconds, waiting for the end; None where the device cannot tell."""
        return self._launch.elapsed_ns()

    @property
    def report(self) -> Report | CheckReport | None:
        """What the interpreter counted and found, or what a dispatch with ``check=True`` has to note; else None."""
        return self._launch.report

    def __repr__(self) -> str:
        return f"<dispatch on device '{self.device.name}' with wave size {self.wave_size}>"


class MeshDispatches(Dispatch):
    """A dispatch of an amplification kernel, and the mesh groups that its groups launch. Groups are numbered x first,
    then y, then z."""

    __slots__ = ()

    @property
    def counts(self) -> np.ndarray:
        """Of each group, how many mesh groups it launches in x, y and z: an array of u32 of shape (groups, 3). A group
        that launches nothing has three zeros."""
        assert self._launch.mesh is not None
        return self._launch.mesh.counts

    @property
    def payload(self) -> np.ndarray | None:
        """Of each group what it hands to them, an array of shape (groups, elements), or (groups, elements, components)
        for vectors; None without a payload. Elements that the group did not store are undefined."""
        assert self._launch.mesh is not None
        return self._launch.mesh.payload


def started(device: Device, wave_size: int, launch: Launch) -> Dispatch:
    """The dispatch, in the form of its stage."""
    return (Dispatch if launch.mesh is None else MeshDispatches)(device, wave_size, launch)
