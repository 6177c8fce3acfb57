"""Parts of arrays as users write them: ``out``, ``out[4:8]``, and of several dimensions ``tile[1]`` and ``tile[0:2, 3]``."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ..errors import WaveError
from .elements import indices_text

_PART = r"\s*(?:-?\d+|-?\d*\s*:\s*-?\d*)\s*"
_SLICED = re.compile(rf"\s*(%?[A-Za-z_][\w.:#]*)\s*(?:\[({_PART}(?:,{_PART})*)\])?\s*")
_CHAINED = re.compile(rf"\s*([A-Za-z_][\w.:]*)((?:\s*\[{_PART}\])+)\s*")
#: So many elements are shown of a part without an end.
_MOST_ELEMENTS = 32


class SliceError(WaveError):
    """A part that an array does not have."""


def parse_slice(text: str, language: str, resources: Iterable[str] = ()) -> tuple[str, tuple[int | slice, ...]] | None:
    """The name of an array and an index or slice for each of its first dimensions; None for other texts. Raises SliceError
    for indices that the language writes otherwise. ``resources`` are names that may have brackets: ``buffers[1]``."""
    for name in resources:
        if not name.isidentifier() and text.strip().startswith(name):
            found = parse_slice(f"x{text.strip()[len(name) :]}", language)
            return None if found is None else (name, found[1])
    if found := _SLICED.fullmatch(text):
        parts = found[2].split(",") if found[2] else []
        if language == "hlsl" and len(parts) > 1:
            right = found[1] + indices_text([part.strip() for part in parts], language)
            raise SliceError(f"`{text.strip()}` has one index in HLSL, the last one", f"type `{right}`")
        return found[1], tuple(map(_part, parts))
    found = _CHAINED.fullmatch(text) if language == "hlsl" else None
    return (found[1], tuple(map(_part, re.findall(r"\[([^\]]*)\]", found[2])))) if found else None


def _part(text: str) -> int | slice:
    bounds = [int(bound) if bound.strip() else None for bound in text.split(":")]
    return slice(*bounds) if len(bounds) == 2 else int(text)


def names_an_element(parts: Sequence[int | slice], dimensions: int) -> bool:
    """Whether there is an index for each dimension."""
    return len(parts) == dimensions and not any(isinstance(part, slice) for part in parts)


@dataclass(frozen=True)
class Selection:
    """The elements of a part of an array that are shown, row by row."""

    shape: tuple[int, ...]
    ranges: tuple[range, ...]
    left: int
    """The number of elements that are not shown."""
    rest: str
    """The part that is not shown as users write it, ``[32:]``; if that is no part, the whole with its ends."""

    def rows(self) -> Iterator[tuple[tuple[int, ...], list[int]]]:
        """The indices of the first element of each row, and the numbers of its elements."""
        *outer, inner = self.ranges
        for indices in itertools.product(*outer) if inner else ():
            first = int(np.ravel_multi_index((*indices, 0), self.shape))
            yield (*indices, inner.start), [first + index for index in inner]

    def elements(self) -> Iterator[tuple[str, int]]:
        """The indices of each element as users write them, and its number."""
        for (*outer, first), numbers in self.rows():
            for place, number in enumerate(numbers, first):
                yield ",".join(map(str, (*outer, place))), number


def select(name: str, parts: Sequence[int | slice], shape: tuple[int, ...], language: str) -> Selection:
    """The elements of a part. Raises SliceError for indices that the array does not have."""
    if len(parts) > len(shape):
        count = f"{len(shape)} dimension{'s' * (len(shape) != 1)}"
        said = f"there {'is 1 index' if len(parts) == 1 else f'are {len(parts)} indices'}"
        raise SliceError(f"`{name}` has {count}, and {said}", "leave the others out")
    given = [*parts, *[slice(None)] * (len(shape) - len(parts))]
    for part, size in zip(given, shape, strict=True):
        if isinstance(part, int) and not 0 <= part < size:
            sizes = " x ".join(map(str, shape))
            raise SliceError(f"index {part} of `{name}` is out of bounds", f"it has {sizes}")
    whole = [
        range(part, part + 1) if isinstance(part, int) else range(*part.indices(size))
        for part, size in zip(given, shape, strict=True)
    ]
    shown, room = list(whole), _MOST_ELEMENTS
    for place in reversed(range(len(shape))):
        part = given[place]
        if isinstance(part, slice) and part.stop is None:
            shown[place] = whole[place][: max(room, 1)]
        room //= max(len(shown[place]), 1)
    left = int(np.prod([len(one) for one in whole])) - int(np.prod([len(one) for one in shown]))
    ends = [
        str(part) if isinstance(part, int) else f"{one.start}:{one.stop}"
        for part, one in zip(given, whole, strict=True)
    ]
    if left and shown[1:] == whole[1:]:
        # Only rows are left out.
        ends[0] = f"{shown[0].stop}:"
        del ends[max(len(parts), 1) :]
    return Selection(shape, tuple(shown), left, indices_text(ends, language))
