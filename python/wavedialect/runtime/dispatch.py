"""The results of ``dispatch``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .device import Device, Launch

if TYPE_CHECKING:
    from ..checker.report import CheckReport
    from ..interpreter.interpreter import Report


class Dispatch:
    """A started dispatch, with its device and wave size."""

    __slots__ = ("_launch", "device", "wave_size")

    def __init__(self, device: Device, wave_size: int, launch: Launch) -> None:
        self.device = device
        self.wave_size = wave_size
        self._launch = launch

    def elapsed_ns(self) -> float | None:
        """Waits for the end; returns the time on the device in nanoseconds, None if the device cannot measure it."""
        return self._launch.elapsed_ns()

    @property
    def report(self) -> Report | CheckReport | None:
        """The interpreter's counts and findings, or the notes of a dispatch with ``check=True``; else None."""
        return self._launch.report

    def __repr__(self) -> str:
        return f"<dispatch on device '{self.device.name}' with wave size {self.wave_size}>"


class MeshDispatches(Dispatch):
    """A dispatch of an amplification kernel, with the mesh groups that its groups launch. Groups are numbered x first,
    then y, then z."""

    __slots__ = ()

    @property
    def counts(self) -> np.ndarray:
        """The number of mesh groups that each group launches in x, y and z: a u32 array of shape (groups, 3). A group
        that launches none has three zeros."""
        assert self._launch.mesh is not None
        return self._launch.mesh.counts

    @property
    def payload(self) -> np.ndarray | None:
        """The payload that each group passes to its mesh groups: an array of shape (groups, elements), or (groups,
        elements, components) for vectors; None without a payload. Elements that a group did not store are undefined."""
        assert self._launch.mesh is not None
        return self._launch.mesh.elements


def started(device: Device, wave_size: int, launch: Launch) -> Dispatch:
    """Returns the result object for the kernel's stage."""
    return (Dispatch if launch.mesh is None else MeshDispatches)(device, wave_size, launch)
