"""Append and compaction: the elements that pass a test are packed, in any order, or in blocks of a group each of which keeps
the order of its own."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

import numpy as np

import wavedialect as wd
from wavedialect import f32, u32

from .cases import EXPERT, NAIVE, Arrays, Case, Row, Way, random_floats, random_words

# One quarter of all words is kept.
LEAST = 3 << 30
THRESHOLD = 0.75
TILE_WIDTH = 16


@functools.cache
def append_by_lane(waves: int, items: int) -> wd.Kernel:
    """One atomic for each element that is kept."""

    @wd.kernel(num_waves=waves)
    def append_by_lane(values: wd.Buffer[u32], counter: wd.RWBuffer[u32], kept: wd.RWBuffer[u32], least: u32):
        lanes = wd.wave_lane_count()
        first = (wd.group_id().x * waves + wd.group_wave_index()) * lanes * items + wd.wave_lane_index()
        for i in range(u32(items)):
            value = values[first + i * lanes]
            if value >= least:
                kept[wd.atomic_add(counter, 0, 1)] = value

    return append_by_lane


@functools.cache
def append_by_wave(waves: int, items: int) -> wd.Kernel:
    """One atomic for a wave and an item."""

    @wd.kernel(num_waves=waves)
    def append_by_wave(values: wd.Buffer[u32], counter: wd.RWBuffer[u32], kept: wd.RWBuffer[u32], least: u32):
        lanes = wd.wave_lane_count()
        first = (wd.group_id().x * waves + wd.group_wave_index()) * lanes * items + wd.wave_lane_index()
        for i in range(u32(items)):
            value = values[first + i * lanes]
            keep = value >= least
            total = wd.wave_active_count_bits(keep)
            place = wd.wave_prefix_count_bits(keep)
            start = u32(0)
            if wd.wave_is_first_lane():
                start = wd.atomic_add(counter, 0, total)
            start = wd.wave_read_lane_first(start)
            if keep:
                kept[start + place] = value

    return append_by_wave


@functools.cache
def append_by_group(waves: int, items: int) -> wd.Kernel:
    """One atomic for a group: the waves add up what they keep before anything is written."""

    @wd.kernel(num_waves=waves)
    def append_by_group(values: wd.Buffer[u32], counter: wd.RWBuffer[u32], kept: wd.RWBuffer[u32], least: u32):
        counts = wd.groupshared(u32, waves)
        group_start = wd.groupshared(u32, 1)
        mine = wd.local_array(u32, items)
        place = wd.local_array(u32, items)
        lanes = wd.wave_lane_count()
        wave = wd.group_wave_index()
        first = (wd.group_id().x * waves + wave) * lanes * items + wd.wave_lane_index()
        for i in wd.static_range(items):
            mine[i] = values[first + i * lanes]
        count = u32(0)
        for i in wd.static_range(items):
            keep = mine[i] >= least
            place[i] = count + wd.wave_prefix_count_bits(keep)
            count += wd.wave_active_count_bits(keep)
        if wd.wave_is_first_lane():
            counts[wave] = count
        wd.group_memory_barrier_with_group_sync()

        before = u32(0)
        total = u32(0)
        for j in wd.static_range(waves):
            other = counts[j]
            before += other if j < wave else 0
            total += other
        if wave == 0 and wd.wave_is_first_lane():
            group_start[0] = wd.atomic_add(counter, 0, total)
        wd.group_memory_barrier_with_group_sync()

        start = group_start[0] + before
        for i in wd.static_range(items):
            if mine[i] >= least:
                kept[start + place[i]] = mine[i]

    return append_by_group


class Append(Case):
    """The words that are not below LEAST, in any order."""

    name = "append"
    settings = ((4, 1), (8, 1), (4, 16), (8, 16))
    swept = tuple((waves, items) for waves in (1, 2, 4, 8, 16, 32) for items in (1, 2, 4, 8, 16))
    cleared = {"counter": 0}

    def make(self) -> None:
        self.inputs["values"] = functools.partial(random_words, self.size)
        self.outputs["counter"] = ((1,), np.uint32)
        self.outputs["kept"] = ((self.size,), np.uint32)

    def rows(self, settings: Any = None) -> Iterator[Row]:
        arguments = ("values", "counter", "kept", LEAST)
        for waves, items in settings or self.settings:
            groups = self.groups_of(waves, items)
            ways = [
                *self.way(NAIVE, append_by_lane(waves, items), waves, items, groups, *arguments, glsl="append_by_lane"),
                *self.way(
                    EXPERT, append_by_group(waves, items), waves, items, groups, *arguments, glsl="append_by_group"
                ),
            ]
            yield Row(self, waves, items, tuple(ways))

    def check(self, inputs: Arrays, outputs: Arrays, way: Way, lanes: int) -> None:
        values = inputs["values"]
        expected = values[values >= LEAST]
        assert outputs["counter"][0] == expected.size, f"{outputs['counter'][0]} are kept, not {expected.size}"
        np.testing.assert_array_equal(np.sort(outputs["kept"][: expected.size]), np.sort(expected))

    def check_start(self, starts: Arrays, way: Way, lanes: int) -> None:
        assert starts["counter"][0] == kept_count(self.size)
        assert (starts["kept"][: kept_count(self.size)] >= LEAST).all()

    def work(self) -> float:
        return 4.0 * (self.size + kept_count(self.size))


class AppendByWave(Append):
    """As above, an expert's with one atomic for a wave and an item."""

    name = "append by wave"
    settings = ((4, 1),)
    swept = ()

    def rows(self, settings: Any = None) -> Iterator[Row]:
        arguments = ("values", "counter", "kept", LEAST)
        for waves, items in settings or self.settings:
            groups = self.groups_of(waves, items)
            ways = [
                *self.way(NAIVE, append_by_lane(waves, items), waves, items, groups, *arguments),
                *self.way(
                    EXPERT, append_by_wave(waves, items), waves, items, groups, *arguments, glsl="append_by_wave"
                ),
            ]
            yield Row(self, waves, items, tuple(ways))


@functools.cache
def kept_count(size: int) -> int:
    """How many words are kept."""
    return int(np.count_nonzero(random_words(size) >= LEAST))


# --- In order ------------------------------------------------------------------


@functools.cache
def compact_by_lane(waves: int, items: int) -> wd.Kernel:
    """One atomic for each pixel that is kept; their order is lost."""

    @wd.kernel(num_waves=waves, wave_size=(16, 64))
    def compact_by_lane(
        image: wd.Buffer[f32], counter: wd.RWBuffer[u32], pixels: wd.RWBuffer[u32], width: u32, threshold: f32
    ):
        lanes = wd.wave_lane_count()
        first = wd.group_wave_index() * lanes * items + wd.wave_lane_index()
        top = wd.group_id().y * (waves * items * lanes // TILE_WIDTH)
        for i in range(u32(items)):
            place = first + i * lanes
            x = wd.group_id().x * TILE_WIDTH + place % TILE_WIDTH
            y = top + place // TILE_WIDTH
            if image[y * width + x] > threshold:
                pixels[wd.atomic_add(counter, 0, 1)] = (x & 0xFFFF) | (y << 16)

    return compact_by_lane


@functools.cache
def compact_by_group(waves: int, items: int) -> wd.Kernel:
    """Example 3 for any number of waves, and of rows of pixels that a wave takes."""

    @wd.kernel(num_waves=waves, wave_size=(16, 64))
    def compact_by_group(
        image: wd.Buffer[f32], counter: wd.RWBuffer[u32], pixels: wd.RWBuffer[u32], width: u32, threshold: f32
    ):
        counts = wd.groupshared(u32, waves)
        group_start = wd.groupshared(u32, 1)
        lanes = wd.wave_lane_count()
        wave = wd.group_wave_index()
        first = wave * lanes * items + wd.wave_lane_index()
        x = wd.group_id().x * TILE_WIDTH + first % TILE_WIDTH
        y = wd.group_id().y * (waves * items * lanes // TILE_WIDTH) + first // TILE_WIDTH
        rows = lanes // TILE_WIDTH

        depth = wd.local_array(f32, items)
        place = wd.local_array(u32, items)
        for i in wd.static_range(items):
            depth[i] = image[(y + i * rows) * width + x]
        count = u32(0)
        for i in wd.static_range(items):
            keep = depth[i] > threshold
            place[i] = count + wd.wave_prefix_count_bits(keep)
            count += wd.wave_active_count_bits(keep)
        if wd.wave_is_first_lane():
            counts[wave] = count
        wd.group_memory_barrier_with_group_sync()

        before = u32(0)
        total = u32(0)
        for j in wd.static_range(waves):
            other = counts[j]
            before += other if j < wave else 0
            total += other
        if wave == 0 and wd.wave_is_first_lane():
            group_start[0] = wd.atomic_add(counter, 0, total)
        wd.group_memory_barrier_with_group_sync()

        start = group_start[0] + before
        for i in wd.static_range(items):
            if depth[i] > threshold:
                pixels[start + place[i]] = (x & 0xFFFF) | ((y + i * rows) << 16)

    return compact_by_group


class Compaction(Case):
    """The coordinates of the pixels above THRESHOLD; in the expert's form those of a group are one block in order."""

    name = "compaction"
    settings = ((4, 1), (8, 1), (8, 4))
    swept = tuple((waves, items) for waves in (1, 2, 4, 8, 16) for items in (1, 2, 4, 8, 16))
    cleared = {"counter": 0}

    def make(self) -> None:
        self.width = 1 << (self.size.bit_length() // 2)
        self.inputs["floats"] = functools.partial(random_floats, self.size)
        self.outputs["counter"] = ((1,), np.uint32)
        self.outputs["kept"] = ((self.size,), np.uint32)

    def rows(self, settings: Any = None) -> Iterator[Row]:
        arguments = ("floats", "counter", "kept", self.width, THRESHOLD)
        height = self.size // self.width
        for waves, items in settings or self.settings:

            def groups(lanes: int, waves: int = waves, items: int = items) -> tuple[int, ...]:
                return self.width // TILE_WIDTH, height // (waves * items * lanes // TILE_WIDTH)

            ways = [
                *self.way(
                    NAIVE, compact_by_lane(waves, items), waves, items, groups, *arguments, glsl="compact_by_lane"
                ),
                *self.way(
                    EXPERT, compact_by_group(waves, items), waves, items, groups, *arguments, glsl="compact_by_group"
                ),
            ]
            yield Row(self, waves, items, tuple(ways))

    def check(self, inputs: Arrays, outputs: Arrays, way: Way, lanes: int) -> None:
        image = inputs["floats"].reshape(-1, self.width)
        y, x = np.nonzero(image > np.float32(THRESHOLD))
        expected = (x | (y << 16)).astype(np.uint32)
        assert outputs["counter"][0] == expected.size, f"{outputs['counter'][0]} are kept, not {expected.size}"
        found = outputs["kept"][: expected.size]
        np.testing.assert_array_equal(np.sort(found), np.sort(expected))
        if way.author == EXPERT:
            self.check_order(found, self.size // image.shape[0] // TILE_WIDTH, way, lanes)

    def check_order(self, found: np.ndarray, columns: int, way: Way, lanes: int) -> None:
        """Each group's block is one piece, and its pixels follow each other row by row."""
        x, y = found & 0xFFFF, found >> 16
        rows = self.size // self.width // way.groups(lanes)[1]
        group = y // rows * columns + x // TILE_WIDTH
        begins = np.flatnonzero(np.diff(group)) + 1
        assert begins.size + 1 == np.unique(group).size, "the block of a group is in pieces"
        place = y % rows * TILE_WIDTH + x % TILE_WIDTH
        steps = np.diff(place.astype(np.int64))
        steps[begins - 1] = 1
        assert (steps > 0).all(), "the pixels of a group are not in order"

    def check_start(self, starts: Arrays, way: Way, lanes: int) -> None:
        found = starts["kept"][: bright_count(self.size)]
        assert starts["counter"][0] == bright_count(self.size)
        image = self.input("floats").reshape(-1, self.width)
        assert (image[found >> 16, found & 0xFFFF] > np.float32(THRESHOLD)).all()

    def work(self) -> float:
        return 4.0 * (self.size + bright_count(self.size))


@functools.cache
def bright_count(size: int) -> int:
    """How many pixels are kept."""
    return int(np.count_nonzero(random_floats(size) > np.float32(THRESHOLD)))
