"""What a session shows of arrays: their elements and the last writers of them."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..errors import WaveError
from ..interpreter.memory import LocalMemory, Memory
from ..ir.types import ConstantBufferType, VectorType
from .breakpoints import group_text
from .contents import element_texts, field_texts
from .layouts import Layout, Part
from .slices import Selection, select
from .values import INACTIVE, type_text

if TYPE_CHECKING:
    from .session import Session

WIDTH = 110
_MATRIX = re.compile(r"\._m\d\d")
#: So many numbers are shown of a struct.
_MOST_LINES = 32


def array_title(session: Session, name: str, memory: Memory) -> str:
    """What an array is: ``groupshared of 2 x 4 float``."""
    if isinstance(type_ := session.arrays.elements.get(name), ConstantBufferType):
        return f"constant buffer of {type_.nbytes} bytes"
    layout = session.arrays.layout(name, session.machine, session.wave)
    kind = getattr(memory, "kind", "buffer")
    elements = _elements_text(session, name, layout)
    return f"{kind} of {' x '.join(map(str, layout.shape))} {elements}" if layout.shape else f"{kind} {elements}"


def _elements_text(session: Session, name: str, layout: Layout) -> str:
    """The type of the elements, or what is known of it."""
    if layout.name:
        return layout.name if session.arrays.notation == "python" else type_text(session.arrays.elements[name], "hlsl")
    first = session.arrays.type_of(name, session.machine, session.wave)
    if layout.is_of_numbers:
        return type_text(first, session.language)
    if all(_MATRIX.fullmatch(part.path) for part in layout.parts):
        rows, columns = (max(int(part.path[place]) for part in layout.parts) + 1 for place in (-2, -1))
        return f"{type_text(first, session.arrays.notation)}{rows}x{columns}"
    if [part.path for part in layout.parts] == [f".{component}" for component in "xyzw"[: len(layout.parts)]]:
        return type_text(VectorType(first, len(layout.parts)), session.arrays.notation)
    return "structs" if layout.shape else "struct"


def shown_lane(session: Session, memory: Memory) -> int:
    """The lane whose elements of a local array are shown: the chosen one, or the first active one."""
    if session.lane is not None or not isinstance(memory, LocalMemory):
        return session.lane or 0
    wave = session.wave
    return int(wave.mask.argmax()) if wave is not None else 0


def texts_of(
    session: Session, name: str, memory: Memory, layout: Layout, elements: Sequence[int], is_hex: bool = False
) -> list[str]:
    """The texts of elements of an array."""
    lane = shown_lane(session, memory)
    if layout.is_of_numbers:
        type_ = session.arrays.type_of(name, session.machine, session.wave)
        return element_texts(memory, type_, elements, lane, session.language, is_hex)
    texts = []
    for element in elements:
        fields = fields_of_element(session, name, memory, layout, element, is_hex)
        more = [f"and {len(fields) - _MOST_LINES} more"] if len(fields) > _MOST_LINES else []
        shown = [f"{path.lstrip('.')} {text}" if path else text for path, text in fields[:_MOST_LINES]]
        text = ", ".join(shown + more)
        texts.append(text if len(fields) == 1 and not fields[0][0] else f"({text})")
    return texts


def fields_of_element(
    session: Session, name: str, memory: Memory, layout: Layout, element: int, is_hex: bool = False
) -> list[tuple[str, str]]:
    """The numbers of an element with their names."""

    def type_of(part: Part) -> Any:
        return session.arrays.type_of(name, session.machine, session.wave, part)

    lane = shown_lane(session, memory)
    return field_texts(memory, layout, element, lane, type_of, session.language, is_hex)


def array_text(session: Session, name: str, parts: Sequence[int | slice], is_hex: bool = False) -> list[str]:
    """The elements of a part of an array; each row of an array of several dimensions begins a line."""
    memory, layout = _found(session, name)
    title = f"{name}: {array_title(session, name, memory)}"
    if isinstance(memory, LocalMemory):
        lane = shown_lane(session, memory)
        title += f", in lane {lane}"
        if session.wave is not None and not session.wave.mask[lane]:
            return [title, f"lane {lane} is not active: {INACTIVE}"]
    if not layout.shape:
        return [title, *_variable_lines(session, name, memory, layout, parts, is_hex)]
    chosen = _chosen(session, name, parts, layout)
    lines = [title]
    if not layout.is_of_numbers:
        found = list(chosen.elements())
        texts = texts_of(session, name, memory, layout, [element for _, element in found], is_hex)
        for (label, _), text in zip(found, texts, strict=True):
            lines += textwrap.wrap(f"{label:>6}: {text}", WIDTH, subsequent_indent=" " * 12, break_long_words=False)
        return lines + _more(chosen, f"print {name}")
    rows = [(indices, texts_of(session, name, memory, layout, elements, is_hex)) for indices, elements in chosen.rows()]
    width, per_line = max((len(text) for _, texts in rows for text in texts), default=1), 16
    while per_line > 1 and per_line * (width + 1) > WIDTH - 8:
        per_line //= 2
    for (*outer, first), texts in rows:
        for place in range(0, len(texts), per_line):
            shown = " ".join(text.rjust(width) for text in texts[place : place + per_line])
            label = ",".join(map(str, (*outer, first + place)))
            lines.append(f"{label:>6}: {shown}")
    return lines + _more(chosen, f"print {name}")


def _variable_lines(
    session: Session, name: str, memory: Memory, layout: Layout, parts: Sequence[Any], is_hex: bool
) -> list[str]:
    """The numbers of a variable that is no array, and of a constant buffer."""
    if parts:
        raise WaveError(f"`{name}` is no array", f"type `print {name}`")
    fields = fields_of_element(session, name, memory, layout, 0, is_hex)
    lines = [f"  {path.lstrip('.')}: {text}" if path else f"  {text}" for path, text in fields[:_MOST_LINES]]
    left = len(fields) - _MOST_LINES
    return lines + [f"  and {left} more: name them in an expression"] * (left > 0)


def _found(session: Session, name: str) -> tuple[Memory, Layout]:
    memory = session.arrays.require(name, session.machine, session.wave)
    return memory, session.arrays.layout(name, session.machine, session.wave)


def _chosen(session: Session, name: str, parts: Sequence[int | slice], layout: Layout) -> Selection:
    return select(name, parts, layout.shape, session.arrays.notation)


def _more(chosen: Selection, command: str) -> list[str]:
    """A line about the elements that are not shown, with a command that shows them."""
    return [f"        and {chosen.left} more: `{command}{chosen.rest}`"] if chosen.left else []


def writers_text(session: Session, name: str, parts: Sequence[int | slice]) -> list[str]:
    """The elements of a part of an array with the lane that wrote each of them last, in this group."""
    writers = session.machine.writers
    if writers.group is None:
        message = "the last group ran without stops, so its writers are not known"
        raise WaveError(message, f"type `watch {name}[0]`, then `reverse`")
    declared = session.arrays.declared
    if (
        not isinstance(session.memory(name, session.wave), Memory)
        and declared.has(name)
        and not declared.is_shared(name)
    ):
        raise WaveError(f"`{name}` is an array of each lane, which only that lane writes", f"type `print {name}`")
    memory, layout = _found(session, name)
    if isinstance(memory, LocalMemory):
        raise WaveError(f"`{name}` is an array of each lane, which only that lane writes", f"type `print {name}`")
    if isinstance(session.arrays.elements.get(name), ConstantBufferType):
        raise WaveError(f"`{name}` is a constant buffer, which no kernel writes", f"type `print {name}`")
    group = f"group {group_text(writers.group)}" if session.machine.run is None else "this group"
    chosen = _chosen(session, name, parts, layout) if layout.shape else None
    found = list(chosen.elements()) if chosen is not None else [("", 0)]
    lines = [f"{name}: {array_title(session, name, memory)}"]
    for label, element in found:
        for word, path, text in numbers_of(session, name, memory, layout, element):
            writer = writers.of(memory, word)
            shown = f"{label:>6}{path}: {text}"
            if writer is None:
                lines.append(f"{shown}, not written by {group}")
                continue
            who = f"lane {writer.lane} of wave {writer.wave}" if writer.lane >= 0 else f"wave {writer.wave}"
            lines.append(f"{shown}, by {who} at line {writer.location.line}")
    return lines + (_more(chosen, f"writers {name}") if chosen is not None else [])


def numbers_of(session: Session, name: str, memory: Memory, layout: Layout, element: int) -> list[tuple[int, str, str]]:
    """The words of an element with their names and texts."""
    if layout.is_of_numbers:
        return [(element, "", texts_of(session, name, memory, layout, [element])[0])]
    first = layout.first_word(element)
    found = []
    for part in layout.parts:
        one = Layout((), (), (part._replace(word=first + part.word, path=""),))
        fields = field_texts(
            memory,
            one,
            0,
            0,
            lambda _, part=part: session.arrays.type_of(name, session.machine, session.wave, part),
            session.language,
        )
        found.append((first + part.word, part.path, fields[0][1]))
    return found
