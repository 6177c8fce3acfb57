"""The configurations in which ``differential`` runs a kernel: wave sizes, and the devices and levels at each of them."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from generator import RandomKernel, generate
from hlsl_expressions import NoHLSL
from in_bounds_generator import generate_in_bounds
from matrix_generator import generate_matrices
from optimizer_generator import generate_conditional_loads, generate_for_optimizer
from packable_generator import generate_packable
from requested import requested, with_options
from runner import SIZES, UNCHECKED, Way, kernel_of, runs_on
from thread_generator import generate_any_order, generate_threads
from typed_generator import generate_bf16, generate_typed

import wavedialect as wd

LANGUAGES = ("python", "hlsl")
FAMILIES = {
    "plain": kernel_of,
    "waves": generate,
    "threads": generate_threads,
    "any-order": generate_any_order,
    "optimizer": generate_for_optimizer,
    "conditional-loads": generate_conditional_loads,
    "typed": generate_typed,
    "bf16": generate_bf16,
    "in-bounds": generate_in_bounds,
    "matrices": generate_matrices,
    "packable": generate_packable,
}
LAVAPIPE = "vulkan:llvmpipe"
LAVAPIPE_SIZES = (4, 8, 16)
CHUNK = 32
"""Seeds in a row that a sample gives to one wave size of lavapipe, which a process cannot change."""
DXIL = (
    "dxil:6.6:loops",
    "dxil:6.6",
    "dxil:6.0:loops:reversed",
    "dxil:6.2:retiring",
    "dxil:6.5:loops:reversed:retiring",
    "dxil:6.7:reversed",
    "dxil:6.8:loops",
    "dxil:6.9",
    "dxil:6.10:loops",
    "dxil:6.10:reversed",
)
DXIL_SIZES = (4, 32, 64)
LACKING = (" lacks ", " has a limit of ", " has registers for ")
"""In errors of devices: what the kernel needs is not there, or not enough of it."""
WIDE_SIZES = {32: 0.06, 64: 0.015, 128: 0.005}
"""How often a sample has the sizes that lavapipe lacks: the CPU compiles for 128 lanes twenty times as long as for 4."""


@dataclass(frozen=True)
class Configuration:
    """One way to run a kernel at one wave size; the interpreter is what it is compared with."""

    wave_size: int
    device: str
    options: tuple[tuple[str, Any], ...] = ()
    language: str = "python"
    """Of the text that the device runs; the interpreter runs the kernel in Python."""

    @property
    def executor(self) -> str:
        """What the costs of the configuration are counted for."""
        return self.device if self.device.startswith("vulkan") else self.device.partition(":")[0]

    @property
    def is_driver(self) -> bool:
        """Whether a driver runs it, which a process opens once."""
        return self.device.partition(":")[0] in ("cuda", "vulkan")

    def way(self) -> Way:
        return Way(opened(self.device), dict(self.options))

    def on_interpreter(self, device: Any = "interpreter") -> Way:
        """What the configuration is compared with. Where it is unchecked, an access out of bounds raises there."""
        return Way(device, dict([UNCHECKED]) if UNCHECKED in self.options else {})

    def __str__(self) -> str:
        options = "".join(f" {name}={value}" for name, value in self.options)
        language = "" if self.language == "python" else f"{self.language} on "
        return f"{language}{self.device} at {self.wave_size}{options}"


@cache
def opened(name: str) -> Any:
    """What a dispatch takes for the device."""
    if name.startswith("dxil:"):
        from dxil_device import DXILDevice

        return DXILDevice(name)
    return name


def levels(seed: int = 0) -> list[tuple[tuple[str, Any], ...]]:
    """The levels of optimization, and the highest one with every pass that runs on request."""
    return [
        (("opt_level", 0),),
        (("opt_level", 1),),
        (("opt_level", 2),),
        (("opt_level", 2), ("enable", requested(seed))),
    ]


def levels_of(random_kernel: RandomKernel) -> list[tuple[tuple[str, Any], ...]]:
    """The levels for the kernel: without bounds checks if no access of it is out of bounds."""
    found = levels(random_kernel.seed)
    return [(*level, UNCHECKED) for level in found] if random_kernel.in_bounds else found


def lavapipe_size(seed: int) -> int:
    """The wave size of lavapipe for the seed in a sample."""
    return LAVAPIPE_SIZES[seed // CHUNK % len(LAVAPIPE_SIZES)]


def everything(random_kernel: RandomKernel, devices: tuple[str, ...], lavapipe: int) -> list[Configuration]:
    """Every wave size and level on each device; lavapipe has only one size in a process, 0 without it."""
    found, levels = [], levels_of(random_kernel)
    for device in devices:
        if device == "cpu":
            found += [Configuration(size, device, level) for size in SIZES for level in levels]
        elif device == "dxil":
            found += [Configuration(size, one, level) for one in DXIL for size in DXIL_SIZES for level in levels]
        elif device == LAVAPIPE:
            found += [Configuration(lavapipe, device, level) for level in levels if lavapipe]
        else:
            found += [Configuration(0, device, level) for level in levels]
    return _possible(random_kernel, found)


def sampled(random_kernel: RandomKernel, devices: tuple[str, ...], lavapipe: int) -> list[Configuration]:
    """One configuration of the kernel on each device, another for each seed."""
    numbers = random.Random(f"configurations of {random_kernel.label}")
    (size,) = numbers.choices([0, *WIDE_SIZES], [1 - sum(WIDE_SIZES.values()), *WIDE_SIZES.values()])
    # One size for the devices that have several is one run of the interpreter less.
    size = size or lavapipe or numbers.choice(LAVAPIPE_SIZES)
    found, levels = [], levels_of(random_kernel)
    for device in devices:
        level = numbers.choice(levels)
        if device == LAVAPIPE:
            found += [Configuration(lavapipe, device, level)] if lavapipe else []
        elif device == "dxil":
            found.append(Configuration(size, numbers.choice(DXIL), level))
        elif device == "cpu":
            found.append(Configuration(size, device, level))
        else:
            found += [Configuration(0, device, level), Configuration(0, device, levels[3])]
    return _possible(random_kernel, list(dict.fromkeys(found)))


def merged(found: list[Configuration], seed: int) -> list[Configuration]:
    """The same ones with merged groups: a launched group does the work of as many as the seed says."""
    options = [dict(one.options) for one in found]
    enabled = [
        (*(name for name in given.get("enable", ()) if not name.startswith("coarsen-groups")), _merging(one, seed))
        for one, given in zip(found, options, strict=True)
    ]
    pairs = zip(found, options, enabled, strict=True)
    return [replace(one, options=tuple({**given, "enable": names}.items())) for one, given, names in pairs]


def _merging(one: Configuration, seed: int) -> str:
    """Every other seed has two or four groups in a wave, if the kernel allows that."""
    if seed % 2:
        return with_options("coarsen-groups", seed)
    groups = 2 + seed % 4
    return f"coarsen-groups{{factor={groups} cluster={max(2, (one.wave_size or 32) // groups)}}}"


def _possible(random_kernel: RandomKernel, found: list[Configuration]) -> list[Configuration]:
    """Those whose device takes the kernel and has to agree with the interpreter."""
    return [one for one in found if runs_on(random_kernel, one.device)]


def sized(one: Configuration, kernel: Any) -> Configuration:
    """With the wave size that the device chooses itself, where it is open."""
    if one.wave_size:
        return one
    return replace(one, wave_size=kernel.committed_wave_size(one.device))


def is_refusal(one: Configuration, error: Exception) -> bool:
    """Whether the device says that it lacks something which the kernel needs."""
    if isinstance(error, NoHLSL):
        return True
    device = opened(one.device)
    if not isinstance(device, str):
        return device.refuses(error)
    if isinstance(error, wd.CompileError):
        # Lanes that return in a loop do not take part in operations on matrices behind it.
        return one.executor == "cuda" and error.id == "matrix-lanes"
    return isinstance(error, wd.DeviceError) and any(words in error.message for words in LACKING)
