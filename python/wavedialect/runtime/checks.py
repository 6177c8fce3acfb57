"""What code with checks says of itself: the places that are watched, and the memories that they access."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..frontends.python.operation_names import user_name
from ..ir.module import Location
from .mesh_arrays import MeshArrays
from .placement import LaunchOptions

CHECKS = "checks.json"
"""The file of a compile that describes them."""


@dataclass(frozen=True)
class CheckSettings:
    """What a run with checks looks for, and where it stops."""

    undefined: bool = True
    """Races, and all else that the language leaves undefined."""
    trace: bool = False
    """Record what waves do when."""
    most_findings: int = 100
    most_events: int = 1_000_000
    """Of a trace."""
    most_seconds: float = 0.0
    """0: no limit."""
    most_shadow_bytes: int = 4 << 30
    """Memory by which races are found, 40 bytes for each element that is written somewhere."""
    optimized: bool = False
    """Watch what the optimiser leaves, instead of what was written."""

    def for_native(self, native: Any) -> Any:
        """As the native launch takes them."""
        options = native.CheckOptions()
        for name in ("undefined", "trace", "most_findings", "most_events", "most_seconds", "most_shadow_bytes"):
            setattr(options, name, getattr(self, name))
        return options


@dataclass(frozen=True)
class Site:
    """A place that is watched."""

    kind: str
    """"load", "store", "atomic", "undefined", "retire", "uniform", "branch", "barrier", "event", "loop" or "array"."""
    rule: str
    """What is broken at a site of kind "undefined"."""
    operation: str
    """The user's function: of events, atomics and barriers."""
    memory: int
    """Number of the memory that is accessed, or -1."""
    locations: tuple[Location, ...]
    """The place itself, then the calls through which it got into the kernel."""
    orders_groupshared: bool = False
    orders_buffers: bool = False
    synchronizes: bool = False

    def for_native(self) -> tuple[Any, ...]:
        """As the native launch takes it."""
        orders = (self.orders_groupshared, self.orders_buffers)
        # The round of a loop is counted as any other event, and so is a local array that is made again.
        kind = "event" if self.kind in ("loop", "array") else self.kind
        return (kind, self.rule, self.memory, *orders, self.synchronizes)


@dataclass(frozen=True)
class Memory:
    """A buffer, an image or an array of the kernel."""

    kind: str
    """"buffer", "image", "groupshared" or "local"."""
    argument: int
    """Its number among the parameters; -1 for arrays."""
    elements: int
    """Of an array, in scalars; 0 for what a launch brings."""
    element: str
    """The scalar's type: "i32"."""
    written: bool
    location: Location | None
    """Where an array is made."""
    channels: int = 1
    """Of an image: scalars of a texel."""

    def for_native(self, arguments: Sequence[Any]) -> tuple[Any, ...]:
        """As the native launch takes it; a buffer and an image have the length of the argument."""
        elements = self.elements
        if self.argument >= 0:
            array = arguments[self.argument]
            elements = array.shape[0] * array.shape[1] if self.kind == "image" else array.size
        return (self.kind, elements, self.channels * _bits(self.element) // 8, self.written)


@dataclass(frozen=True)
class Checks:
    """All sites and memories of one kernel."""

    sites: tuple[Site, ...]
    memories: tuple[Memory, ...]
    atomic_results_reach: frozenset[int]
    """Numbers of the parameters into which a value may be written that depends on what an atomic returned."""

    @staticmethod
    def parse(text: bytes | str) -> Checks:
        """Reads what the compiler wrote."""
        described = json.loads(text)
        sites = tuple(_site(site) for site in described["sites"])
        memories = tuple(_memory(memory) for memory in described["memories"])
        return Checks(sites, memories, frozenset(described["atomic_results_reach"]))


@dataclass(frozen=True)
class CheckedRun:
    """One launch with checks."""

    checks: Checks
    result: Any
    """The native result."""
    wave_size: int
    options: LaunchOptions
    groups: tuple[int, int, int]
    mesh: MeshArrays | None = None
    """What the groups of an amplification kernel launch."""


def _bits(element: str) -> int:
    """Of a scalar: "i32"."""
    return int(element[1:])


def _site(described: dict[str, Any]) -> Site:
    locations = tuple(Location(*place) for place in described.pop("locations"))
    operation = user_name(described.pop("operation"))
    return Site(locations=locations, operation=operation, **described)


def _memory(described: dict[str, Any]) -> Memory:
    place = described.pop("location")
    return Memory(location=Location(*place) if place else None, **described)
