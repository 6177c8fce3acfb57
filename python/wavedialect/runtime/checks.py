"""The description of instrumented code: the sites it watches, and the memories they access."""

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
"""The file, written by the compiler, that describes the sites and memories."""


WaveOrder = str | tuple[str, int]
""""by index", "backward", or "shuffled" with a seed."""
_WAVE_ORDERS = {"by index": 0, "backward": 1}


@dataclass(frozen=True)
class CheckSettings:
    """What an instrumented run checks, and its limits."""

    undefined: bool = True
    """Check for races and all other undefined behavior."""
    trace: bool = False
    """Record the events of each wave, with their times."""
    most_findings: int = 100
    most_events: int = 1_000_000
    """Limit of a trace."""
    most_seconds: float = 0.0
    """0: no limit."""
    most_shadow_bytes: int = 4 << 30
    """Limit of the memory for race detection."""
    wave_order: WaveOrder = "by index"
    """The order in which runnable waves of a group run, in kernels with pipes."""
    optimized: bool = False
    """Watch the optimized kernel instead of the kernel as written."""
    first_groups: int = 0
    """Run only this many groups, the first ones; 0: all."""

    def for_native(self, native: Any) -> Any:
        """Returns the settings in the native launch's form."""
        options = native.CheckOptions()
        for name in ("undefined", "trace", "most_findings", "most_events", "most_seconds", "most_shadow_bytes"):
            setattr(options, name, getattr(self, name))
        options.wave_order = (
            _WAVE_ORDERS[self.wave_order] if isinstance(self.wave_order, str) else self.wave_order[1] + 2
        )
        return options


@dataclass(frozen=True)
class Control:
    """A condition or a loop around a site."""

    number: int
    """Equal for two sites on one side of a condition, or in one loop."""
    step: int
    """Which lanes decide alike: 0 for those of the group, 1 for those of each wave, 2 if lanes decide for themselves."""
    location: Location | None


@dataclass(frozen=True)
class Site:
    """A place in the kernel that is watched."""

    kind: str
    """"load", "store", "atomic", "undefined", "retire", "uniform", "branch", "barrier", "event", "loop", "array", "pipe",
    "step", "copy" or "matrix": an operation on matrices that does not access memory."""
    rule: str
    """The rule that a site of kind "undefined" checks."""
    operation: str
    """The name of the user-level function, for events, atomics and barriers."""
    memory: int
    """Number of the accessed memory, or -1."""
    locations: tuple[Location, ...]
    """The site's own location, then the locations of the calls through which it is part of the kernel."""
    orders_groupshared: bool = False
    orders_buffers: bool = False
    synchronizes: bool = False
    """Whether the waves of the group wait for each other."""
    synchronizes_wave: bool = False
    """Whether it orders groupshared memory only among the lanes of one wave."""
    text: str = ""
    """The condition of a ``wd.check``."""
    control: tuple[Control, ...] = ()
    """The conditions and loops around an access or a barrier, outermost first."""
    loads_coherent: bool = False
    """Whether it is a load of coherent memory."""
    updates: int = -1
    """For a store, the site of a load of the same element from which the kernel computes the stored value; -1 if there
    is none."""
    may_lose_update: bool = False
    """Whether it is such a store to coherent memory that does not wait for a value of that memory."""
    update_kind: str = ""
    """How such a store combines the old element with another value: "add", "max", "min", "and", "or", "xor" or "product";
    "component" if it replaces components of a texel; "" for another update."""
    is_of_copy: bool = False
    """Whether a load or store is part of an asynchronous copy."""
    copied: tuple[bool, ...] = ()
    """For a load of a local array with scalars that the kernel only copies to local arrays: which they are."""
    copies: tuple[tuple[int, int], ...] = ()
    """For a store to a local array: the site and the component of the load of each scalar that is a copy; the site is -1
    for other scalars."""
    pipe: int = -1
    """Of a pipe and of its steps: its number. Of a barrier of a set of waves: the number of the set, after the pipes."""
    stages: int = 0
    """Of a pipe."""
    producers: tuple[int, ...] = ()
    consumers: tuple[int, ...] = ()
    waves: tuple[int, ...] = ()
    """Of a barrier of a set of waves: the set."""
    runs: int = 0
    """For a load or store of a matrix: the number of runs of elements that are adjacent in memory."""
    run_length: int = 0
    """The number of elements of a run."""
    multiply_adds: int = 0
    """The products of a multiply-add of matrices."""

    @property
    def elements(self) -> int:
        """The elements of a load or store of a matrix; 0 for other sites."""
        return self.runs * self.run_length

    @property
    def step(self) -> str:
        """The function of a step of a pipe: "acquire", "commit", "wait" or "release"."""
        return self.operation.removeprefix("pipe_")

    def for_native(self) -> tuple[Any, ...]:
        """Returns the site in the native launch's form."""
        orders = (self.orders_groupshared, self.orders_buffers)
        # Loop iterations and new local arrays are counted like any other event.
        kind = "event" if self.kind in ("loop", "array") else self.kind
        coherent = (self.loads_coherent, self.may_lose_update)
        return (
            kind,
            self.rule,
            self.memory,
            *orders,
            self.synchronizes,
            self.synchronizes_wave,
            *coherent,
            self.is_of_copy,
            self.copied,
            self.copies,
            self.runs,
            self.run_length,
        )


@dataclass(frozen=True)
class Memory:
    """A buffer, an image or an array of the kernel."""

    kind: str
    """"buffer", "image", "groupshared", "local" or "table"."""
    argument: int
    """The parameter's number; -1 for arrays."""
    elements: int
    """Size of an array in scalars; 0 for a buffer or image, whose size the launch determines."""
    element: str
    """The scalar type, such as "i32"."""
    written: bool
    location: Location | None
    """Where the kernel makes an array."""
    channels: int = 1
    """Scalars per texel of an image."""
    name: str = ""
    """The variable that it is assigned to, with the part of the variable: `light.color.x`."""
    indexed: str = ""
    """Of a table that stands for a vector, a matrix or an array: what an index counts, such as "component"."""

    @property
    def element_bytes(self) -> int:
        """The size of a scalar, or of a texel."""
        return self.channels * _bits(self.element) // 8

    @property
    def is_variable(self) -> bool:
        """Whether it stands for a scalar of a variable that has no value: a local array that nothing stores to."""
        return self.kind == "local" and self.elements == 1 and not self.written

    def for_native(self, arguments: Sequence[Any]) -> tuple[Any, ...]:
        """Returns the memory in the native launch's form; a buffer or image has its argument's length."""
        elements = self.elements
        if self.argument >= 0:
            array = arguments[self.argument]
            elements = array.size // self.channels if self.kind == "image" else array.size
        # Other lanes cannot write a table of constants, nor a local array.
        kind = "local" if self.kind == "table" else self.kind
        return (kind, elements, self.element_bytes, self.written)


@dataclass(frozen=True)
class Checks:
    """All sites and memories of one kernel."""

    sites: tuple[Site, ...]
    memories: tuple[Memory, ...]
    atomic_results_reach: frozenset[int]
    """Numbers of the parameters to which the kernel may write a value that depends on an atomic's result."""
    steps_are_fixed: bool = False
    """Whether neither arguments nor memory decide which steps of pipes and barriers a wave executes."""

    @property
    def pipes(self) -> tuple[Site, ...]:
        """The sites where pipes are created, by their numbers."""
        return tuple(site for site in self.sites if site.kind == "pipe")

    @property
    def orders_some_waves(self) -> bool:
        """Whether waves wait for some waves of their group, at pipes or at barriers of a set."""
        return any(site.kind in ("pipe", "step") for site in self.sites)

    @staticmethod
    def parse(text: bytes | str) -> Checks:
        """Parses the compiler's description."""
        described = json.loads(text)
        sites = tuple(_site(site) for site in described["sites"])
        memories = tuple(_memory(memory) for memory in described["memories"])
        return Checks(sites, memories, frozenset(described["atomic_results_reach"]), described["steps_are_fixed"])


@dataclass(frozen=True)
class CheckedRun:
    """One launch with checks."""

    checks: Checks
    result: Any
    """The result of the native launch."""
    wave_size: int
    options: LaunchOptions
    groups: tuple[int, int, int]
    wave_order: WaveOrder = "by index"
    mesh: MeshArrays | None = None
    """The mesh groups launched by the groups of an amplification kernel."""


def _bits(element: str) -> int:
    """Returns the width in bits of a scalar type such as "i32"."""
    return int(element[1:])


_TUPLES = ("producers", "consumers", "waves", "copied", "copies")
"""The attributes of a site that are tuples, which the compiler states only where they are not empty."""


def _site(described: dict[str, Any]) -> Site:
    locations = tuple(Location(*place) for place in described.pop("locations"))
    operation = user_name(described.pop("operation"))
    control = tuple(
        Control(number, step, Location(*place) if place else None)
        for number, step, place in described.pop("control", ())
    )
    sets = {name: tuple(described.pop(name, ())) for name in _TUPLES}
    return Site(locations=locations, operation=operation, control=control, **sets, **described)


def _memory(described: dict[str, Any]) -> Memory:
    place = described.pop("location")
    return Memory(location=Location(*place) if place else None, **described)
