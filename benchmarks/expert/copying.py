"""A copy: no kernel that reads and writes as much can be faster."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

import numpy as np

import wavedialect as wd
from wavedialect import u32

from .cases import EXPERT, NAIVE, Arrays, Case, Row, Way, random_words


@functools.cache
def copy(waves: int, items: int) -> wd.Kernel:
    """``items`` words a lane, all of which are read before one is written."""

    @wd.kernel(num_waves=waves)
    def copy(values: wd.Buffer[u32], copied: wd.RWBuffer[u32]):
        lanes = wd.wave_lane_count()
        first = (wd.group_id().x * waves + wd.group_wave_index()) * lanes * items + wd.wave_lane_index()
        mine = wd.local_array(u32, items)
        for i in wd.static_range(items):
            mine[i] = values[first + i * lanes]
        for i in wd.static_range(items):
            copied[first + i * lanes] = mine[i]

    return copy


@functools.cache
def copy_in_loop(waves: int, items: int) -> wd.Kernel:
    """One word after the other."""

    @wd.kernel(num_waves=waves)
    def copy_in_loop(values: wd.Buffer[u32], copied: wd.RWBuffer[u32]):
        lanes = wd.wave_lane_count()
        first = (wd.group_id().x * waves + wd.group_wave_index()) * lanes * items + wd.wave_lane_index()
        for i in range(u32(items)):
            copied[first + i * lanes] = values[first + i * lanes]

    return copy_in_loop


class Copy(Case):
    """Word by word."""

    name = "copy"
    settings = ((8, 1), (8, 4))
    swept = tuple((waves, items) for waves in (2, 4, 8, 16, 32) for items in (1, 2, 4, 8))

    def make(self) -> None:
        self.inputs["values"] = functools.partial(random_words, self.size)
        self.outputs["kept"] = ((self.size,), np.uint32)

    def rows(self, settings: Any = None) -> Iterator[Row]:
        for waves, items in settings or self.settings:
            groups = self.groups_of(waves, items)
            ways = [
                *self.way(NAIVE, copy_in_loop(waves, items), waves, items, groups, "values", "kept"),
                *self.way(EXPERT, copy(waves, items), waves, items, groups, "values", "kept", glsl="copy"),
            ]
            yield Row(self, waves, items, tuple(ways))

    def check(self, inputs: Arrays, outputs: Arrays, way: Way, lanes: int) -> None:
        np.testing.assert_array_equal(outputs["kept"], inputs["values"])

    def check_start(self, starts: Arrays, way: Way, lanes: int) -> None:
        np.testing.assert_array_equal(starts["kept"], self.input("values")[: starts["kept"].size])


@functools.cache
def copy_vectors(waves: int, items: int) -> wd.Kernel:
    """``items`` vectors of four words a lane."""

    @wd.kernel(num_waves=waves)
    def copy_vectors(values: wd.Buffer[wd.uint4], copied: wd.RWBuffer[wd.uint4]):
        lanes = wd.wave_lane_count()
        first = (wd.group_id().x * waves + wd.group_wave_index()) * lanes * items + wd.wave_lane_index()
        for i in wd.static_range(items):
            copied[first + i * lanes] = values[first + i * lanes]

    return copy_vectors


class CopyVectors(Copy):
    """Four words by four words."""

    name = "copy of vectors"
    settings = ((8, 1), (8, 4))
    swept = ()

    def rows(self, settings: Any = None) -> Iterator[Row]:
        for waves, items in settings or self.settings:
            groups, words = self.groups_of(waves, 4 * items), 4 * items
            ways = [
                *self.way(NAIVE, copy_in_loop(waves, words), waves, words, groups, "values", "kept"),
                *self.way(
                    EXPERT, copy_vectors(waves, items), waves, items, groups, "values", "kept", glsl="copy_vectors"
                ),
            ]
            yield Row(self, waves, items, tuple(ways))
