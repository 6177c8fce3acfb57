"""The tree of values that an editor shows: a variable opens to its lanes, an array to its elements."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..interpreter.memory import LocalMemory, Memory
from . import views
from .array_views import array_title, numbers_of, texts_of
from .code import DebuggedWave
from .elements import indices_text
from .layouts import Layout
from .operations import parts_of, title_of
from .session import Session
from .values import Value, type_text
from .variables import kind_of, memory_of, number_of, sorted_by_kind

Children = Callable[[int, int | None, bool], "list[Node]"]


@dataclass(frozen=True)
class Node:
    """A named value; ``make`` makes what it opens to, from a first one, at most a number of them."""

    name: str
    value: str
    type: str = ""
    expression: str = ""
    """The expression that names it."""
    make: Children | None = None
    length: int = 0
    """The number of elements that it opens to, if it is an array."""

    @property
    def has_children(self) -> bool:
        """Whether it opens."""
        return self.make is not None

    def children(self, start: int, count: int | None, is_hex: bool = False) -> list[Node]:
        """What it opens to."""
        return [] if self.make is None else self.make(start, count, is_hex)


def _some(found: list[Node]) -> Children:
    return lambda start, count, is_hex: found[start : None if count is None else start + count]


def value_node(
    session: Session, wave: DebuggedWave, name: str, value: Value, is_hex: bool = False, *, is_variable: bool = True
) -> Node:
    """A number, which opens to its lanes, or a tuple or struct, which opens to its parts. An expression can name it if it
    is a variable."""
    language, expression = session.language, name if is_variable else ""
    if value.data is None:
        parts = [
            value_node(session, wave, name + end, part, is_hex, is_variable=is_variable) for end, part in value.parts
        ]
        text = "(" + ", ".join(part.value for part in parts) + ")"
        return Node(name, text, type_text(value.type, language) if value.type else "", expression, _some(parts))

    def lanes(start: int, count: int | None, is_hex: bool) -> list[Node]:
        texts = value.lanes(wave.mask, language, is_hex)
        return [Node(f"lane {lane}", text) for lane, text in enumerate(texts)][
            start : None if count is None else start + count
        ]

    return Node(name, value.text(wave.mask, language, is_hex), type_text(value.type, language), expression, lanes)


def variables_node(session: Session, wave: DebuggedWave) -> Node:
    """The variables of the current frame."""
    frame, builder = session.frames()[session.frame][0], session.machine.kernel.builder

    def make(start: int, count: int | None, is_hex: bool) -> list[Node]:
        found = []
        for name, operand in sorted_by_kind(frame.variables):
            number = number_of(operand, wave, builder)
            if number is not None:
                found.append(value_node(session, wave, name, number, is_hex))
            elif memory_of(operand, wave, builder) is not None:
                found.append(array_node(session, wave, name))
            elif kind_of(operand) != "a name of Python":
                found.append(Node(name, kind_of(operand)))
        return found[start : None if count is None else start + count]

    return Node("Variables", "", make=make)


def arrays_node(session: Session, wave: DebuggedWave) -> Node:
    """All buffers and arrays."""
    names = session.arrays.names(session.machine, wave)
    return Node("Arrays", "", make=_some([array_node(session, wave, name) for name in names]))


def array_node(session: Session, wave: DebuggedWave, name: str) -> Node:
    """An array, which opens to its elements; those of a group say who wrote them last."""
    memory: Memory = session.arrays.require(name, session.machine, wave)
    layout = session.arrays.layout(name, session.machine, wave)
    title = array_title(session, name, memory)

    def make(start: int, count: int | None, is_hex: bool) -> list[Node]:
        elements = range(layout.size)[start : None if count is None else start + count]
        texts = texts_of(session, name, memory, layout, elements, is_hex)
        found = []
        for element, text in zip(elements, texts, strict=True):
            label = indices_text([str(one) for one in np.unravel_index(element, layout.shape)], session.arrays.notation)
            inner = (
                None if layout.is_of_numbers else _some(_number_nodes(session, name, label, memory, layout, element))
            )
            said = _written_by(session, memory, element) if inner is None else ""
            found.append(Node(label, text + said, expression=f"{name}{label}", make=inner))
        return found

    if not layout.shape:
        numbers = _number_nodes(session, name, "", memory, layout, 0)
        return Node(name, title, "", name, _some(numbers))
    type_ = session.arrays.type_of(name, session.machine, wave) if layout.is_of_numbers else None
    shown = type_text(type_, session.language) if type_ is not None else ""
    return Node(name, title, shown, name, make, layout.size)


def _number_nodes(session: Session, name: str, label: str, memory: Memory, layout: Layout, element: int) -> list[Node]:
    """The numbers of an element."""
    owner = "" if name in session.arrays.open_constants else name
    return [
        Node(
            path or label,
            text + _written_by(session, memory, word),
            type_text(session.arrays.type_of(name, session.machine, session.wave, layout.part(path)), session.language),
            "" if " " in path else f"{owner}{label}{path}".removeprefix("."),
        )
        for word, path, text in numbers_of(session, name, memory, layout, element)
    ]


def _written_by(session: Session, memory: Memory, word: int) -> str:
    """Who wrote a word last."""
    writer = None if isinstance(memory, LocalMemory) else session.machine.writers.of(memory, word)
    if writer is None:
        return ""
    who = f"lane {writer.lane} of wave {writer.wave}" if writer.lane >= 0 else f"wave {writer.wave}"
    return f"  (by {who} at line {writer.location.line})"


def mask_node(session: Session, wave: DebuggedWave) -> Node:
    """The active lanes, and where the others wait."""
    found = []
    for line in views.mask_text(session):
        name, _, value = line.rpartition(": ")
        found.append(Node(name, value))
    return Node("Lanes", "", make=_some(found))


def operations_node(session: Session, wave: DebuggedWave) -> Node:
    """The wave operations of the statement; each opens to its operands and results."""
    found = []
    for one in wave.executed:
        parts = [value_node(session, wave, name, value, is_variable=False) for name, value in parts_of(session, one)]
        shown: Any = parts[-1].value if parts else ""
        name = f"{title_of(session, one)}, line {one.operation.location.line}"
        found.append(Node(name, shown, make=_some(parts)))
    return Node("Wave operations", "", make=_some(found))
