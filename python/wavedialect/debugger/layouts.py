"""How the words of a memory form elements: the dimensions of an array as the source states them, and the numbers of an
element with their names. The memory of a shader has one dimension and holds single numbers."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ..ir.structs import StructType
from ..ir.types import ConstantBufferType, DType, VectorType, element_of
from .fields import fields_of

_PART = re.compile(r"(\d+) (.*)")
_DIMENSION = re.compile(r"\[(\d+)\*(\d+)\]")
_DIMENSIONS = re.compile(r"(?:\[\d+\*\d+\])*")
#: So many numbers of an element have names; the others have no place in a session.
_MOST_PARTS = 1 << 16


class Part(NamedTuple):
    """A number of an element: its name behind that of the element, such as ``.color.x``, and its first word."""

    path: str
    word: int
    type: DType | None = None
    """Its type, if the words have another one and it is known."""


@dataclass(frozen=True)
class Layout:
    """The elements of a memory."""

    shape: tuple[int, ...]
    """The size of each dimension; none for a variable that is no array."""
    strides: tuple[int, ...]
    """The distance of the elements in each dimension, in words."""
    parts: tuple[Part, ...] = (Part("", 0),)
    """The numbers of an element."""
    name: str = ""
    """The name of the type of the elements, if it is known."""

    @property
    def is_of_numbers(self) -> bool:
        """Whether an element is one number, or as the interpreter holds it."""
        return len(self.parts) == 1 and not self.parts[0].path

    @property
    def size(self) -> int:
        """The number of elements."""
        return int(np.prod(self.shape, dtype=np.int64))

    def first_word(self, element: int) -> int:
        """The first word of an element."""
        indices = np.unravel_index(element, self.shape) if self.shape else ()
        return sum(int(index) * stride for index, stride in zip(indices, self.strides, strict=True))

    def part(self, path: str) -> Part | None:
        """The number of an element with a name."""
        return next((one for one in self.parts if one.path == path), None)

    def parts_below(self, path: str) -> list[str]:
        """The names of the numbers of a field or an array in the elements."""
        return [one.path for one in self.parts if one.path.startswith((f"{path}.", f"{path}["))]


def plain(shape: Sequence[int]) -> Layout:
    """The layout of an array whose elements are single numbers, or that the interpreter holds as they are."""
    strides = [1]
    for size in reversed(shape[1:]):
        strides.append(strides[-1] * size)
    return Layout(tuple(shape), tuple(reversed(strides)))


def of_parts(names: Sequence[str]) -> Layout | None:
    """The layout that the HLSL front end states for an array (``wave.parts``); None for too many numbers."""
    return _of_parts(tuple(names))


@functools.lru_cache(64)
def _of_parts(names: tuple[str, ...]) -> Layout | None:
    """The layout that the HLSL front end states for an array (``wave.parts``); None for too many numbers."""
    found = [match for name in names if (match := _PART.fullmatch(name))]
    # All elements have the dimensions before the first field.
    head = _DIMENSIONS.match(found[0][2])[0] if found else ""  # type: ignore[index]
    dimensions = _DIMENSION.findall(head)
    if any(not match[2].startswith(head) for match in found) or not found:
        return None
    parts: list[Part] = []
    for match in found:
        for path, word in _expanded(match[2].removeprefix(head), int(match[1])):
            parts.append(Part(path, word))
            if len(parts) > _MOST_PARTS:
                return None
    shape, strides = (tuple(int(one[place]) for one in dimensions) for place in (0, 1))
    return Layout(shape, strides, tuple(parts))


def _expanded(path: str, word: int) -> Iterator[tuple[str, int]]:
    """The numbers of a path, in which ``[2*3]`` is an array of two elements with a distance of three words."""
    pieces = _DIMENSION.split(path)
    texts, sizes, strides = pieces[::3], list(map(int, pieces[1::3])), list(map(int, pieces[2::3]))
    for indices in itertools.product(*map(range, sizes)):
        inner = (f"[{index}]{text}" for index, text in zip(indices, texts[1:], strict=True))
        offset = sum(index * stride for index, stride in zip(indices, strides, strict=True))
        yield texts[0] + "".join(inner), word + offset


def of_element(element: Any, shape: Sequence[int]) -> Layout:
    """The layout of elements of a type whose words are single numbers in memory."""
    if not isinstance(element, StructType | VectorType):
        return plain(shape)
    fields = fields_of(element)
    numbers = {
        name: field for name, field in fields.items() if not any(other.startswith(f"{name}.") for other in fields)
    }
    parts = tuple(Part(f".{name}", field.words.start, element_of(field.type)) for name, field in numbers.items())
    strides = tuple(stride * element.size for stride in plain(shape).strides)
    return Layout(tuple(shape), strides, parts, element.name)


def of_constants(type_: ConstantBufferType, is_matrix: Callable[[str], bool]) -> Layout:
    """The layout of a constant buffer: its fields are the numbers of one element. A matrix consists of its rows or columns,
    as they are in memory."""
    parts = []
    matrices = {one.name for one in type_.fields if one.count > 1 and isinstance(one.type, VectorType)}
    matrices = {name for name in matrices if is_matrix(name)}
    for field in type_.fields:
        element, count = element_of(field.type), field.type.size if isinstance(field.type, VectorType) else 1
        for index in range(field.count):
            place = f"[{index}]" if field.count > 1 else ""
            name = f".{field.name}" + (f" in memory {place}" if field.name in matrices else place)
            for component in range(count):
                offset = field.offset + index * field.stride + component * 4
                path = name + (f".{'xyzw'[component]}" if count > 1 else "")
                parts.append(Part(path, offset // 4, element))
    return Layout((), (), tuple(parts[:_MOST_PARTS]))
