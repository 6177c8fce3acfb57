"""The data of a page, as the page's script reads it. Each text is stored once: a document refers to lines and to source
places by number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

NOWHERE = -1
"""The place of a line that has no source line."""


class Numbering:
    """Numbers distinct values in the order of their first occurrence."""

    def __init__(self) -> None:
        self._numbers: dict[Any, int] = {}

    def __getitem__(self, value: Any) -> int:
        return self._numbers.setdefault(value, len(self._numbers))

    def __iter__(self) -> Iterator[Any]:
        return iter(self._numbers)

    def of(self, values: Iterable[Any]) -> list[int]:
        """Returns the number of each value."""
        numbers = self._numbers
        return [numbers.setdefault(value, len(numbers)) for value in values]


@dataclass(frozen=True)
class Place:
    """A place in the source. Lines and columns count from 1. ``caller`` is the number of the place that calls the
    helper containing this place, or NOWHERE."""

    file: int
    line: int
    column: int
    caller: int = NOWHERE


@dataclass
class Tables:
    """The values that documents refer to by number."""

    lines: Numbering = field(default_factory=Numbering)
    places: Numbering = field(default_factory=Numbering)
    files: Numbering = field(default_factory=Numbering)
    _known: dict[Any, int] = field(default_factory=dict)
    """Numbers of places by the arguments of ``place``."""

    def place(self, file: str, line: int, column: int, callers: Sequence[tuple[str, int, int]] = ()) -> int:
        """Returns the number of a place. ``callers`` are the calls that lead to it, innermost first."""
        if not file or line < 1:
            return NOWHERE
        key = (file, line, column, *callers)
        number = self._known.get(key)
        if number is None:
            caller = self.place(*callers[0], callers[1:]) if callers else NOWHERE
            number = self._known[key] = self.places[Place(self.files[file], line, column, caller)]
        return number


@dataclass(frozen=True)
class Document:
    """A listing. ``places`` has one number per line."""

    language: str
    """"mlir", "spirv", "llvm", "assembly" or "text"."""
    lines: list[int]
    places: list[int] = field(default_factory=list)
    uniformity: str = ""
    """One letter per line, for "group", "wave" or "lane", or a blank; empty if nothing is known."""
    counts: dict[str, int] = field(default_factory=dict)
    """The numbers of instructions, atomics, barriers and wave operations."""
    note: str = ""
    """A remark for the reader."""


@dataclass(frozen=True)
class Step:
    """A pass on wave IR, with its result."""

    name: str
    """The pass as on a command line; "input" for the input of the first pass."""
    description: str
    document: Document
    changes: str
    """The rows of the comparison with the previous step, from ``changes.compare``; empty for the first step."""


@dataclass(frozen=True)
class GroupsharedArray:
    """An array in groupshared memory. Sizes are in bytes."""

    name: str
    type: str
    elements: int
    offset: int
    bytes: int
    place: int


@dataclass(frozen=True)
class Message:
    """A message of the compiler, at a place or NOWHERE."""

    severity: str
    text: str
    help: str
    """How to fix it, or empty."""
    place: int


@dataclass
class Road:
    """The path of a kernel to one target: wave IR after each pass, then one document per stage."""

    target: str
    """"spirv", "dxil", "ptx" or "cpu"; "mlir" for passes without a target."""
    wave_size: int | None
    """The wave size of the compile, or None if the result supports all sizes."""
    pipeline: str
    steps: list[Step] = field(default_factory=list)
    stages: dict[str, Document] = field(default_factory=dict)
    """For SPIR-V "gpu", "spirv", "assembly"; for DXIL "dxil", "llvm", "container"; for CUDA "nvvm", "llvm", "ptx"; for
    the CPU "simd", "llvm", "assembly"."""
    groupshared: list[GroupsharedArray] = field(default_factory=list)
    files: dict[str, int] = field(default_factory=dict)
    """The size of each output file in bytes."""
    messages: list[Message] = field(default_factory=list)
    failed: bool = False


@dataclass(frozen=True)
class SourceFile:
    """The functions of a kernel in one file."""

    name: str
    path: str
    lines: list[tuple[int, list[tuple[str, str]]]]
    """The number of each line, and its text as pairs of a color name and a piece of text."""


@dataclass(frozen=True)
class Page:
    """The whole page. In JSON, each class is an object with its fields."""

    kernel: str
    facts: list[tuple[str, str]]
    """Properties of the kernel, by name."""
    language: str
    """The name of the language of the sources."""
    sources: list[SourceFile]
    """In the order of ``Tables.files``."""
    lines: list[str]
    places: list[tuple[int, int, int, int]]
    roads: list[Road]
    groupshared_limit: int
