"""What a case is: arrays, the ways to compute the result, what NumPy says of it, and how much work it is."""

from __future__ import annotations

import functools
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

import wavedialect as wd

Arrays = Mapping[str, np.ndarray]
Groups = tuple[int, ...]
NAIVE, EXPERT = "naive", "expert"
START = 1 << 16


@dataclass(frozen=True)
class Shader:
    """A file of `glsl` without its ending, and what is defined for it beside the wave size."""

    name: str
    defines: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Way:
    """One way to compute a row: who wrote it, and the kernel or its twin in GLSL."""

    author: str
    key: str
    """Names its compiled words: unique among all ways but those of another language or level."""
    kernel: wd.Kernel
    """Of GLSL the twin, whose parameters it has."""
    shader: Shader | None
    groups: Callable[[int], Groups]
    """By the wave size."""
    arguments: tuple[Any, ...]
    """Names of arrays, and numbers."""
    enable: tuple[str, ...] = ()
    """Passes that are not part of a level, switched on in the optimized form."""


@dataclass(frozen=True)
class Row:
    """One line of a table: a case at a number of waves a group, and of items a lane."""

    case: Case
    waves: int
    items: int
    ways: tuple[Way, ...]

    @property
    def name(self) -> str:
        parts = [self.case.name]
        if self.waves:
            parts.append(f"{self.waves} wave{'s' if self.waves > 1 else ''}")
        if self.items > 1:
            parts.append(f"{self.items} items a lane")
        return ", ".join(parts)


class Case(ABC):
    """A computation on ``size`` elements, a power of four."""

    name: str
    unit = "GB/s"
    settings: tuple[tuple[int, int], ...]
    """Waves of a group and items of a lane that stand in the table."""
    swept: tuple[tuple[int, int], ...] = ()
    """Those of which a sweep finds the best."""
    cleared: Mapping[str, int] = {}
    """Words of outputs that are set before each run, which is not timed."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.inputs: dict[str, Callable[[], np.ndarray]] = {}
        """What makes each; those of one name are the same in all cases of one size."""
        self.outputs: dict[str, tuple[tuple[int, ...], Any]] = {}
        """Shape and type."""
        self.make()

    @abstractmethod
    def make(self) -> None:
        """Fills ``inputs`` and ``outputs``."""

    @abstractmethod
    def rows(self, settings: tuple[tuple[int, int], ...] | None = None) -> Iterator[Row]:
        """At ``settings``, or those of the table."""

    @abstractmethod
    def check(self, inputs: Arrays, outputs: Arrays, way: Way, lanes: int) -> None:
        """Raises AssertionError where the outputs are not NumPy's."""

    @abstractmethod
    def check_start(self, starts: Arrays, way: Way, lanes: int) -> None:
        """As ``check``, of the first START elements of each output alone, of a run on many elements."""

    def work(self) -> float:
        """Bytes that must be read and written, or operations."""
        read = sum(self.input(name).nbytes for name in self.inputs)
        return read + sum(math.prod(shape) * np.dtype(dtype).itemsize for shape, dtype in self.outputs.values())

    def input(self, name: str) -> np.ndarray:
        """An input, which is not to be changed."""
        return self.inputs[name]()

    def way(
        self,
        author: str,
        kernel: wd.Kernel,
        waves: int,
        items: int,
        groups: Callable[[int], Groups],
        *arguments: Any,
        glsl: str | None = None,
        enable: tuple[str, ...] = (),
        **defines: int,
    ) -> Iterator[Way]:
        """A kernel, and its twin in GLSL where there is one."""
        key = f"{kernel.name}.w{waves}.i{items}"
        yield Way(author, key, kernel, None, groups, arguments, enable)
        if glsl is not None:
            given = {"WAVES": waves, "ITEMS": items, **defines}
            key = ".".join([f"{glsl}.w{waves}.i{items}", *(f"{name}{value}" for name, value in defines.items())])
            yield Way(author, key, kernel, Shader(glsl, tuple(given.items())), groups, arguments)

    def groups_of(self, waves: int, items: int) -> Callable[[int], Groups]:
        """One group after the other over all elements."""
        return lambda lanes: (self.size // (waves * lanes * items),)


@functools.cache
def random_words(size: int) -> np.ndarray:
    """All values of u32 are as likely."""
    return np.random.default_rng(54).integers(0, 1 << 32, size, np.uint32)


@functools.cache
def random_floats(size: int) -> np.ndarray:
    """From 0 to 1."""
    return np.random.default_rng(48).random(size, np.float32)
