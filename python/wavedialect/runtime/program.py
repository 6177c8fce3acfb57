"""A kernel with fixed captured constants, in the form that devices load."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, TypeVar

from ..driver import compilation
from ..driver.optimization import DEFAULT, Optimization
from ..errors import LaunchError
from ..frontends.python.meanings import Meanings
from ..ir.bounds import Bounds
from ..ir.listing import Listing
from ..ir.module import KernelAttributes, Module, Value
from .argument_names import names_of
from .arguments import Signature
from .placement import MOST_THREADS, most_threads

if TYPE_CHECKING:
    from .mesh_arrays import MeshForm

Made = TypeVar("Made")
DISPATCHED_STAGES = ("compute", "amplification")


class Program:
    """The front end's result for a kernel, and everything derived from it, each computed on first use."""

    def __init__(self, listing: Listing, unchecked: bool = False, optimization: Optimization = DEFAULT) -> None:
        self.listing = listing.printed(Bounds.UNCHECKED) if unchecked else listing
        self.name = listing.name
        self.unchecked = unchecked
        self.optimization = optimization
        self.signature = Signature(self.name, listing.parameters, names_of(listing.language))
        self.captured = Meanings(listing.captured)
        self._loaded: dict[Any, tuple[int, Any]] = {}
        self._verified = False
        self._made: dict[Hashable, Any] = {}

    def find_loaded(self, device: Any, asked: tuple[Any, ...]) -> tuple[int, Any]:
        """Returns the wave size and the loaded kernel for a dispatch's options; (0, None) if none is loaded."""
        try:
            return self._loaded[device, asked]
        except (KeyError, TypeError):
            return 0, None

    def keep_loaded(self, device: Any, asked: tuple[Any, ...], wave_size: int, loaded: Any) -> None:
        """Stores a loaded kernel for ``find_loaded``, and drops those of closed or lost devices."""
        for key in [key for key in list(self._loaded) if not key[0].usable]:
            self._loaded.pop(key, None)
        self._loaded[device, asked] = wave_size, loaded

    @property
    def attributes(self) -> KernelAttributes:
        """The attributes from the kernel's decorator."""
        return self.listing.attributes

    @property
    def parameters(self) -> list[Value]:
        """The parameters that the kernel declares. Those of the listing include the shapes of buffers."""
        return self.signature.parameters

    @property
    def module(self) -> Module:
        """The kernel's operations; reading them may run the front end."""
        return self.listing.module

    @property
    def mesh(self) -> MeshForm | None:
        """The mesh launch of an amplification kernel; None for other kernels."""
        if self.listing.mesh is None:
            return None
        from .mesh_arrays import mesh_form

        return mesh_form(self.listing)

    def verify(self) -> None:
        """Raises CompileError if the kernel breaks a rule of the dialect. A successful check is not repeated."""
        if not self._verified:
            compilation.verify(self.listing)
            self._verified = True

    @property
    def threads(self) -> int:
        """The threads per group under ``num_threads``, else 0."""
        return math.prod(self.attributes.num_threads or (0,))

    def check(self) -> None:
        """Raises the errors for kernels that no device running the front end's IR can run."""
        self.verify()
        stage = self.attributes.stage
        if stage not in DISPATCHED_STAGES:
            stages = " and ".join(DISPATCHED_STAGES)
            message = f"kernel '{self.name}' is for the stage {stage}, and devices run {stages} kernels"
            raise LaunchError(message, 'state `stage="compute"`')
        limit = most_threads(stage)
        if self.threads > limit:
            message = f"kernel '{self.name}' has {self.threads} threads a group, and a group has at most {limit}"
            fewer = "(32, 32)" if limit == MOST_THREADS else f"{limit}"
            raise LaunchError(message, f"state fewer, for instance `num_threads={fewer}`")

    def made(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """Returns what a device made of the kernel under this key; calls ``make`` on first use."""
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]
