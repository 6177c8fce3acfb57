"""What a page shows, as the page's script reads it. Texts are kept once: a line of a document is its number among all
lines, where it comes from its number among all places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

NOWHERE = -1
"""The place of what no line of the source says."""


class Numbering:
    """Numbers values in the order in which they come, each once."""

    def __init__(self) -> None:
        self._numbers: dict[Any, int] = {}

    def __getitem__(self, value: Any) -> int:
        return self._numbers.setdefault(value, len(self._numbers))

    def __iter__(self) -> Iterator[Any]:
        return iter(self._numbers)

    def of(self, values: Iterable[Any]) -> list[int]:
        """The number of each."""
        numbers = self._numbers
        return [numbers.setdefault(value, len(numbers)) for value in values]


@dataclass(frozen=True)
class Place:
    """A place in the source: lines and columns count from 1. ``caller`` is the number of the place that calls the
    helper which this one is in, or NOWHERE."""

    file: int
    line: int
    column: int
    caller: int = NOWHERE


@dataclass
class Tables:
    """What documents refer to by number."""

    lines: Numbering = field(default_factory=Numbering)
    places: Numbering = field(default_factory=Numbering)
    files: Numbering = field(default_factory=Numbering)
    _known: dict[Any, int] = field(default_factory=dict)
    """The number of a place by what it was asked for with."""

    def place(self, file: str, line: int, column: int, callers: Sequence[tuple[str, int, int]] = ()) -> int:
        """The number of a place; ``callers``, the innermost first, lead to it."""
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
    """A listing. ``places`` has a number a line."""

    language: str
    """"mlir", "spirv", "llvm", "assembly" or "text"."""
    lines: list[int]
    places: list[int] = field(default_factory=list)
    uniformity: str = ""
    """A letter a line, for "group", "wave" and "lane", or a blank; empty where nothing is known."""
    counts: dict[str, int] = field(default_factory=dict)
    """Of instructions, atomics, barriers and operations of waves."""
    note: str = ""
    """What a reader should know of it."""


@dataclass(frozen=True)
class Step:
    """A pass of wave IR and what it left."""

    name: str
    """As on a command line; "input" for what came in."""
    description: str
    document: Document
    changes: str
    """The rows of the comparison with the step before, as ``changes.compare`` gives them; empty for the first."""


@dataclass(frozen=True)
class GroupsharedArray:
    """An array of groupshared memory; sizes in bytes."""

    name: str
    type: str
    elements: int
    offset: int
    bytes: int
    place: int


@dataclass(frozen=True)
class Message:
    """What the compiler said, at a place or NOWHERE."""

    severity: str
    text: str
    help: str
    """What to do about it, or nothing."""
    place: int


@dataclass
class Road:
    """A kernel's way to one target: wave IR step by step, then a document a stage."""

    target: str
    """"spirv", "dxil" or "cpu"; "mlir" for passes alone."""
    wave_size: int | None
    """The lanes that it is compiled for, or None where it serves all."""
    pipeline: str
    steps: list[Step] = field(default_factory=list)
    stages: dict[str, Document] = field(default_factory=dict)
    """"gpu", "spirv", "assembly"; "dxil", "llvm", "container"; "simd", "llvm", "assembly"."""
    groupshared: list[GroupsharedArray] = field(default_factory=list)
    files: dict[str, int] = field(default_factory=dict)
    """The bytes of each file made."""
    messages: list[Message] = field(default_factory=list)
    failed: bool = False


@dataclass(frozen=True)
class SourceFile:
    """The functions of a kernel in one file."""

    name: str
    path: str
    lines: list[tuple[int, list[tuple[str, str]]]]
    """The number of each line, and its text as pairs of a colour's name and a piece."""


@dataclass(frozen=True)
class Page:
    """All of it. As JSON each class is an object of its fields."""

    kernel: str
    facts: list[tuple[str, str]]
    """What is said about the kernel, by name."""
    sources: list[SourceFile]
    """In the order of ``Tables.files``."""
    lines: list[str]
    places: list[tuple[int, int, int, int]]
    roads: list[Road]
    groupshared_limit: int
