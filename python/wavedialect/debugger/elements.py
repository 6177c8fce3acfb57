"""Elements of arrays as users write them: ``store[3]``, in Python ``tile[1, 2]``, and in HLSL ``tile[1][2].color.x``."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from typing import NamedTuple

from ..errors import WaveError

_ELEMENT = re.compile(r"\s*(%?[A-Za-z_][\w:#]*)((?:\s*\[[^\[\]]*\]|\.\w+)*)\s*")
_STEP = re.compile(r"\s*\[([^\[\]]*)\]|\.(\w+)")
_INDEX = re.compile(r"[-+]?(?:0[xX][\da-fA-F]+|\d+)[uU]?")


class ArrayError(WaveError):
    """An array or element that a session does not have."""


class Element(NamedTuple):
    """An element of an array, or a number in it: ``store[3]``, ``image[2, 5]``, ``particles[1].mass``, ``lights[0][1].ids[2]``."""

    name: str
    brackets: tuple[tuple[int, ...], ...]
    """The indices of each pair of brackets behind the name."""
    path: str
    """What follows, ``.ids[2]``."""


def parse_element(text: str, resources: Container[str]) -> Element:
    """Reads an element; ``resources`` are the names of the parameters. Raises ArrayError for another text."""
    found = _ELEMENT.fullmatch(text)
    steps = list(_STEP.finditer(found[2])) if found else []
    try:
        if found is None:
            raise ValueError
        name, place = found[1], 0
        # Resources that are parts of a variable have names such as `lights.table` and `buffers[1]`.
        for count in range(len(steps), 0, -1):
            if (whole := name + found[2][: steps[count - 1].end()].replace(" ", "")) in resources:
                name, place = whole, count
                break
        brackets: list[tuple[int, ...]] = []
        while place < len(steps) and steps[place][1] is not None:
            brackets.append(tuple(_index(index) for index in steps[place][1].split(",")))
            place += 1
        path = "".join(f".{one[2]}" if one[2] else f"[{_index(one[1])}]" for one in steps[place:])
        return Element(name, tuple(brackets), path)
    except ValueError:
        raise ArrayError(f"`{text.strip()}` is not an element of an array", "write `store[3]`") from None


def _index(text: str) -> int:
    if _INDEX.fullmatch(text.strip()) is None:
        raise ValueError
    return int(text.strip().rstrip("uU"), 0 if "x" in text.lower() else 10)


def indices_text(indices: Sequence[str], language: str) -> str:
    """Indices and slices as a language writes them: ``[1, 2]``, and in HLSL ``[1][2]``."""
    if language == "hlsl":
        return "".join(f"[{index}]" for index in indices)
    return f"[{', '.join(indices)}]"
