"""Results in arrays of structs, which launches hold as words: each field is compared as numbers of its type."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from ..interpreter.elements import memory_type
from ..ir.bfloat16 import from_bits
from ..ir.structs import StructType, bytes_of, scalar_bytes
from ..ir.types import DType, element_of

#: The indices at which two arrays of numbers of a type differ.
Differing = Callable[[DType, np.ndarray, np.ndarray], np.ndarray]


def _fields(struct: StructType, *arrays: np.ndarray) -> Iterator[tuple[DType, np.ndarray, list[np.ndarray]]]:
    """Yields the numbers of each scalar or vector field: their type, for each number its first word, and the numbers of
    all arrays."""
    for leaf in struct.leaves:
        scalar = element_of(leaf.type)
        each = scalar_bytes(scalar) // struct.word_bytes
        first, count = leaf.offset // struct.word_bytes, bytes_of(leaf.type) // struct.word_bytes
        rows = np.arange(len(arrays[0]) // struct.size)[:, None] * struct.size
        places = (rows + np.arange(first, first + count, each)).reshape(-1)
        parts = [array.reshape(-1, struct.size)[:, first : first + count] for array in arrays]
        numbers = [np.ascontiguousarray(part).reshape(-1).view(memory_type(scalar)) for part in parts]
        yield scalar, places, list(map(from_bits, numbers)) if scalar.is_bf16 else numbers


def differing_words(struct: StructType, expected: np.ndarray, result: np.ndarray, differing: Differing) -> np.ndarray:
    """Returns the first words of the numbers that differ, in ascending order."""
    found = [places[differing(type, *numbers)] for type, places, numbers in _fields(struct, expected, result)]
    return np.sort(np.concatenate(found))


def number_at(struct: StructType, words: np.ndarray, word: int) -> np.generic:
    """Returns the number that begins at a word."""
    row = words[word - word % struct.size :][: struct.size]
    for _, places, (numbers,) in _fields(struct, row):
        for place in np.flatnonzero(places == word % struct.size):
            return numbers[place]
    return words[word]


def count_of(struct: StructType, words: np.ndarray) -> int:
    """Returns how many numbers the structs have."""
    return sum(len(places) for _, places, _ in _fields(struct, words))
