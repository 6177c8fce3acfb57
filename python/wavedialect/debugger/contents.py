"""The elements of memories as text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..interpreter.elements import memory_type
from ..interpreter.memory import ArrayMemory, LocalMemory, Memory
from ..ir.bfloat16 import from_bits
from ..ir.structs import StructType
from ..ir.types import DType
from .fields import struct_text
from .layouts import Layout, Part
from .values import element_text


def words_of(memory: Memory, lane: int | None = None) -> np.ndarray:
    """The words of a memory; of a local array, those of a lane."""
    data = memory.data[lane or 0] if isinstance(memory, LocalMemory) else memory.data
    return data.reshape(-1)


def element_texts(
    memory: Memory, type_: Any, elements: Sequence[int], lane: int | None, language: str, is_hex: bool = False
) -> list[str]:
    """The texts of elements of a type; a question mark for one without a value. Of a local array they are those of a
    lane."""
    data, written = memory.data, memory.written if isinstance(memory, ArrayMemory) else None
    if isinstance(memory, LocalMemory):
        data, written = data[lane or 0], written[lane or 0]
    numbers = np.asarray(elements, np.int64)
    values = from_bits(data[numbers]) if memory.is_bf16 and data.dtype == np.uint16 else data[numbers]
    texts = [value_text(value, memory, type_, language, is_hex) for value in values]
    if written is not None and texts:
        words = written[numbers].reshape(len(texts), -1)
        if isinstance(memory.type, StructType):
            type_ = memory.type
            parts = zip(values, words, strict=True)
            return [
                struct_text(value, type_, language, is_hex, known) if known.any() else "?" for value, known in parts
            ]
        known = are_written(memory, words)
        texts = [text if is_known else "?" for text, is_known in zip(texts, known, strict=True)]
    return texts


def value_text(value: Any, memory: Memory, type_: Any, language: str, is_hex: bool = False) -> str:
    """An element of a memory, whose type may have a sign that the memory has not."""
    number = np.asarray(value)
    if isinstance(type_, DType) and type_ != memory.type and number.dtype.itemsize == memory_type(type_).itemsize:
        number = number.view(memory_type(type_))
    if isinstance(memory.type, StructType):
        return struct_text(number, memory.type, language, is_hex)
    is_bool = memory.is_bool or (isinstance(type_, DType) and type_.is_bool)
    if is_bool and number.dtype != np.bool_:
        number = number != 0
    return element_text(number, language, is_hex)


def are_written(memory: Memory, words: np.ndarray) -> np.ndarray:
    """Whether each element has a value, from which of its words have been written; nothing writes those between fields."""
    if isinstance(memory.type, StructType):
        words = words[:, [word for word in range(words.shape[1]) if memory.type.leaf_at(word)]]
    return words.all(axis=1)


def field_texts(
    memory: Memory,
    layout: Layout,
    element: int,
    lane: int,
    type_of: Callable[[Part], Any],
    language: str,
    is_hex: bool = False,
) -> list[tuple[str, str]]:
    """The numbers of an element of several words with their names; the components of a vector are together."""
    words, first = words_of(memory, lane), layout.first_word(element)
    written = None
    if isinstance(memory, ArrayMemory):
        written = (memory.written[lane] if isinstance(memory, LocalMemory) else memory.written).reshape(-1)
    found: list[tuple[str, list[str]]] = []
    for part in layout.parts:
        word = first + part.word
        text = word_text(words, word, type_of(part), language, is_hex) if written is None or written[word] else "?"
        name, _, component = part.path.rpartition(".")
        if (
            component in ("y", "z", "w")
            and found
            and found[-1][0] == name
            and len(found[-1][1]) == "xyzw".index(component)
        ):
            found[-1][1].append(text)
        else:
            found.append((name if component == "x" else part.path, [text]))
    # A field `x` alone is no vector.
    return [(name, f"({', '.join(texts)})") if len(texts) > 1 else (name, texts[0]) for name, texts in found]


def word_text(words: np.ndarray, word: int, type_: Any, language: str, is_hex: bool = False) -> str:
    """The number of a type that begins at a word."""
    if isinstance(type_, DType):
        size = 4 if type_.is_bool else memory_type(type_).itemsize
        count = -(-size // words.itemsize)
        bits = np.ascontiguousarray(words[word : word + count]).view(np.uint8)[:size]
        if type_.is_bool:
            return element_text(bits.view(np.uint32)[0] != 0, language, is_hex)
        number = bits.view(memory_type(type_))
        return element_text((from_bits(number) if type_.name == "bf16" else number)[0], language, is_hex)
    return element_text(words[word], language, is_hex)
