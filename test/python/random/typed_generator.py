"""Random kernels with every type, beside all else that random kernels hold: integers of 16 to 64 bits, floats of 16, 32 and
64, vectors of them, images, helpers that return in loops, unrolled loops, blocks for some waves, matches and scans over
their masks, atomics whose results are used, and groups of threads that fill no wave.

They are as free of races and as fully defined as those of ``generator``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from element_types import ELEMENTS, FLOATS, TYPED, contents, element, is_vector, length, spelled
from expression_writer import Place
from generator import RandomKernel
from number_writer import TYPED_SOURCE_LENGTH
from thread_generator import AnyOrderWriter, ThreadWriter
from typed_writer import (
    LIMIT_OF_TEXELS,
    PHOTO_HEIGHT,
    PHOTO_WIDTH,
    PHOTOS,
    PICTURES,
    STREAM_RESULTS,
    WIDE_SUMS,
    TypedWriter,
)
from wave_writer import WaveWriter

ODD_EXTENTS = ((1,), (7,), (31,), (33,), (100,), (5, 3), (6, 11), (7, 3, 5), (3, 5, 2), (2, 3, 4), (13, 9), (1, 2, 33))


@dataclass(frozen=True)
class TypedKernel(RandomKernel):
    """A kernel with streams: pairs of a buffer that is read and one that is written."""

    streams: tuple[str, ...] = ()
    """Their types."""

    @property
    def label(self) -> str:
        return f"{self.seed}-typed"

    def arguments(self, wave_size: int) -> list[Any]:
        numbers = np.random.default_rng(self.seed + 2)
        lanes = self.lanes(wave_size)

        def image(type_: str, height: int, width: int) -> np.ndarray:
            shape = (height, width, length(type_)) if is_vector(type_) else (height, width)
            return numbers.integers(-LIMIT_OF_TEXELS, LIMIT_OF_TEXELS + 1, shape).astype(element(type_).array)

        *arrays, n, k, x, flag = super().arguments(wave_size)
        sources = [contents(numbers, type_, TYPED_SOURCE_LENGTH) for type_ in self.streams]
        results = [contents(numbers, type_, lanes * STREAM_RESULTS) for type_ in self.streams]
        pictures = [image(type_, self.groups, lanes // self.groups) for type_ in PICTURES.values()]
        photos = [image(type_, PHOTO_HEIGHT, PHOTO_WIDTH) for type_ in PHOTOS.values()]
        wide = [contents(numbers, "w", lanes), contents(numbers, "l", WIDE_SUMS)]
        return [*arrays, *sources, *results, *pictures, *photos, *wide, n, k, x, flag]


class _Prologue(TypedWriter):
    """What all the statements need, and one kernel of them."""

    statements = (8, 20)

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        sources = [f"source{number}: wd.Buffer[{spelled(type_)}]" for number, type_ in enumerate(self.streams)]
        results = [f"result{number}: wd.RWBuffer[{spelled(type_)}]" for number, type_ in enumerate(self.streams)]
        pictures = [f"{name}: wd.RWTexture2D[{spelled(type_)}]" for name, type_ in PICTURES.items()]
        photos = [f"{name}: wd.Texture2D[{spelled(type_)}]" for name, type_ in PHOTOS.items()]
        wide = ["own_w: wd.RWBuffer[u64]", "count_l: wd.RWBuffer[i64]"]
        added = ", ".join([*sources, *results, *pictures, *photos, *wide])
        self.parameters = type(self).parameters.replace("n: u32", f"{added}, n: u32")
        letters = set(TYPED + self.letters) - {"b"}
        names = ", ".join(sorted(ELEMENTS[letter].name for letter in letters))
        self.header = type(self).header.replace("import f32, i32, u32", f"import {names}")

    def choose_size(self) -> dict[str, int]:
        size = super().choose_size()
        for number in range(self.random.randrange(3)):
            self.place = Place()
            self.write_typed_helper(f"typed_{number}")
        return size

    def write_prologue(self) -> None:
        super().write_prologue()
        self.write_typed_prologue()

    def write_results(self, last: str) -> None:
        super().write_results(last)
        for number, type_ in enumerate(self.streams):
            for place in range(STREAM_RESULTS):
                self.write(f"result{number}[slot * {STREAM_RESULTS} + {place}] = {self.value(type_, 0)}")

    def made(self, **known: Any) -> TypedKernel:
        return TypedKernel(**known, has_wide_atomics=self.wide_atomics, streams=tuple(self.streams))


class TypedWaveWriter(_Prologue, WaveWriter):
    """Groups counted in waves."""

    def choose_size(self) -> dict[str, int]:
        size = super().choose_size()
        self.lanes = "wd.group_wave_count() * wd.wave_lane_count()"
        return size

    def write_typed_prologue(self) -> None:
        self.write_note_arrays()
        super().write_typed_prologue()


class TypedThreadWriter(_Prologue, WaveWriter, ThreadWriter):
    """Groups counted in threads."""

    extents = ODD_EXTENTS


class TypedAnyOrderWriter(_Prologue, AnyOrderWriter):
    """Nothing shows which thread is in which lane."""

    extents = ODD_EXTENTS
    knows_lanes = False

    def of_wave(self, text: str, type_: str, operand: str) -> str:
        if type_[0] == "b" and is_vector(type_):
            return operand
        return super().of_wave(text, "f" if type_[0] in FLOATS else type_[0], operand)


def generate_typed(seed: int) -> RandomKernel:
    """The kernel of that seed: of four two have groups of waves, one of threads, and one is for threads in any order."""
    return (TypedWaveWriter, TypedThreadWriter, TypedWaveWriter, TypedAnyOrderWriter)[seed % 4](seed).kernel()


class _BF16:
    """Every kernel has bf16 among its types."""

    always = "uifbz"


class BF16WaveWriter(_BF16, TypedWaveWriter):
    pass


class BF16ThreadWriter(_BF16, TypedThreadWriter):
    pass


class BF16AnyOrderWriter(_BF16, TypedAnyOrderWriter):
    pass


def generate_bf16(seed: int) -> RandomKernel:
    """A typed kernel with bf16, of the same kinds of groups."""
    return (BF16WaveWriter, BF16ThreadWriter, BF16WaveWriter, BF16AnyOrderWriter)[seed % 4](seed).kernel()
