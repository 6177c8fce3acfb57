"""The arrays in which a launch of an amplification kernel stores the mesh groups that its groups launch."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..errors import LaunchError
from ..interpreter.elements import components_of
from ..ir.listing import Listing
from ..ir.module import Location, Value
from ..ir.structs import StructType
from ..ir.text import stored

if TYPE_CHECKING:
    from ..interpreter.interpreter import Group


@dataclass(frozen=True)
class MeshArrays:
    """The counts and payloads of a launch, one row per group."""

    counts: np.ndarray
    payload: np.ndarray | None
    struct: StructType | None = None
    """The type of the payload's elements, if they are structs: their words are the last axis."""

    @property
    def elements(self) -> np.ndarray | None:
        """The payload, with structs as such."""
        if self.payload is None or self.struct is None:
            return self.payload
        return self.payload.view(self.struct.dtype).reshape(self.payload.shape[:2])

    def settle(self) -> None:
        """Sets all three counts of a group to 0 if any of them is 0. Called after the launch."""
        self.counts[(self.counts == 0).any(axis=1)] = 0


@dataclass(frozen=True)
class MeshForm:
    """What the groups of an amplification kernel pass to their mesh groups."""

    payload: Value | None
    """The groupshared array, if the kernel has a payload."""
    location: Location
    """Where the kernel launches mesh groups."""

    def allocate(self, kernel: str, groups: int, payload_bytes: int) -> MeshArrays:
        """Allocates arrays for ``groups`` groups, with counts of 0."""
        try:
            counts = np.zeros((groups, 3), np.uint32)
            if self.payload is None:
                return MeshArrays(counts, None)
            element = self.payload.type.element
            dtype, components = stored(self.payload.type).numpy, components_of(element)
            elements = payload_bytes // dtype.itemsize // (components or 1)
            shape = (groups, elements) if components is None else (groups, elements, components)
            return MeshArrays(counts, np.zeros(shape, dtype), element if isinstance(element, StructType) else None)
        except (MemoryError, ValueError):
            raise LaunchError(
                f"there is not enough memory for the mesh groups that {groups} groups of kernel '{kernel}' launch",
                "dispatch in parts",
            ) from None


class MeshCollector:
    """Collects the mesh groups launched by the interpreter's groups, one group at a time."""

    def __init__(self, form: MeshForm, kernel: str, groups: tuple[int, int, int]) -> None:
        self._form = form
        self._kernel = kernel
        self._groups = groups
        self._arrays: MeshArrays | None = None

    def take(self, group: Group) -> None:
        """Records a group that has ended."""
        payload = next(
            (memory.data for made, memory in group.shared.items() if made.results[0] is self._form.payload), None
        )
        arrays = self._made(0 if payload is None else payload.size * stored(self._form.payload.type).numpy.itemsize)
        x, y, z = group.id
        number = x + self._groups[0] * (y + self._groups[1] * z)
        if group.launch is not None and 0 not in group.launch:
            arrays.counts[number] = group.launch
        if payload is not None:
            arrays.payload[number] = payload

    def _made(self, payload_bytes: int) -> MeshArrays:
        if self._arrays is None:
            self._arrays = self._form.allocate(self._kernel, math.prod(self._groups), payload_bytes)
        return self._arrays

    @property
    def arrays(self) -> MeshArrays:
        """The counts and payloads of all groups."""
        return self._made(0)


def mesh_form(listing: Listing) -> MeshForm | None:
    """Returns the kernel's MeshForm; None if it launches no mesh groups."""
    mesh = listing.mesh
    return None if mesh is None else MeshForm(mesh.payload, mesh.location)
