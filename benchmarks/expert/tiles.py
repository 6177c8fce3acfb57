"""The least and the greatest depth of each 8x8 tile of an image."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

import numpy as np

import wavedialect as wd
from wavedialect import f32, u32

from .cases import EXPERT, NAIVE, Arrays, Case, Row, Way, random_floats

TILE = 8
INFINITY = float("inf")
# Above the bits of all floats from 0 to 1.
GREATEST_BITS = 0x7F800000


@functools.cache
def tile_by_rounds(waves: int) -> wd.Kernel:
    """Examples 1 and 2: a reduction of the wave in every round, although one at the end would do."""

    @wd.kernel(num_waves=waves, wave_size=(8, 64 // waves))
    def tile_by_rounds(depth: wd.Buffer[f32], tile_min: wd.RWBuffer[f32], tile_max: wd.RWBuffer[f32], width: u32):
        other_min = wd.groupshared(f32, waves)
        other_max = wd.groupshared(f32, waves)
        min_z = INFINITY
        max_z = -INFINITY
        tile = wd.group_id()
        lane = wd.wave_lane_index()
        wave = wd.group_wave_index()
        x = tile.x * TILE + lane % TILE
        y = tile.y * TILE + lane // TILE + wave * (TILE // waves)
        for _ in range(TILE * TILE // waves // wd.wave_lane_count()):
            z = depth[y * width + x]
            min_z = min(min_z, wd.wave_active_min(z))
            max_z = max(max_z, wd.wave_active_max(z))
            y += wd.wave_lane_count() // TILE
        if wd.static(waves > 1):
            other_min[wave] = min_z
            other_max[wave] = max_z
            wd.group_memory_barrier_with_group_sync()
            for other in wd.static_range(waves):
                min_z = min(min_z, other_min[other])
                max_z = max(max_z, other_max[other])
        if wave == 0 and wd.wave_is_first_lane():
            index = tile.y * (width // TILE) + tile.x
            tile_min[index] = min_z
            tile_max[index] = max_z

    return tile_by_rounds


@functools.cache
def tile_by_wave(waves: int) -> wd.Kernel:
    """Each lane reduces its own depths first, then the wave does once."""

    @wd.kernel(num_waves=waves, wave_size=(8, 64 // waves))
    def tile_by_wave(depth: wd.Buffer[f32], tile_min: wd.RWBuffer[f32], tile_max: wd.RWBuffer[f32], width: u32):
        other_min = wd.groupshared(f32, waves)
        other_max = wd.groupshared(f32, waves)
        min_z = INFINITY
        max_z = -INFINITY
        tile = wd.group_id()
        lane = wd.wave_lane_index()
        wave = wd.group_wave_index()
        first = (tile.y * TILE + lane // TILE + wave * (TILE // waves)) * width + tile.x * TILE + lane % TILE
        for i in range(TILE * TILE // waves // wd.wave_lane_count()):
            z = depth[first + i * (wd.wave_lane_count() // TILE) * width]
            min_z = min(min_z, z)
            max_z = max(max_z, z)
        min_z = wd.wave_active_min(min_z)
        max_z = wd.wave_active_max(max_z)
        if wd.static(waves > 1):
            if wave != 0:
                other_min[wave] = min_z
                other_max[wave] = max_z
                return
            wd.group_memory_barrier_with_group_sync()
            for other in wd.static_range(1, waves):
                min_z = min(min_z, other_min[other])
                max_z = max(max_z, other_max[other])
        if wd.wave_is_first_lane():
            index = tile.y * (width // TILE) + tile.x
            tile_min[index] = min_z
            tile_max[index] = max_z

    return tile_by_wave


@functools.cache
def tiles_by_atomics(waves: int) -> wd.Kernel:
    """Two atomics for each depth, on its bits: all are above 0."""

    @wd.kernel(num_waves=waves)
    def tiles_by_atomics(depth: wd.Buffer[f32], tile_min: wd.RWBuffer[u32], tile_max: wd.RWBuffer[u32], width: u32):
        lanes = wd.wave_lane_count()
        tile = wd.group_id()
        place = wd.group_wave_index() * lanes + wd.wave_lane_index()
        index = tile.y * (width // TILE) + tile.x
        for i in range(place, TILE * TILE, waves * lanes):
            x = tile.x * TILE + i % TILE
            y = tile.y * TILE + i // TILE
            bits = wd.asuint(depth[y * width + x])
            wd.atomic_min(tile_min, index, bits)
            wd.atomic_max(tile_max, index, bits)

    return tiles_by_atomics


@functools.cache
def tiles_by_columns(waves: int, items: int) -> wd.Kernel:
    """Tiles side by side: a wave reads whole rows of a lane each, a lane reduces its column, and eight neighboring lanes
    put theirs together. A wave takes ``items`` rows of tiles."""

    @wd.kernel(num_waves=waves, wave_size=(8, 64))
    def tiles_by_columns(depth: wd.Buffer[f32], tile_min: wd.RWBuffer[f32], tile_max: wd.RWBuffer[f32], width: u32):
        lane = wd.wave_lane_index()
        x = (wd.group_id().x * waves + wd.group_wave_index()) * wd.wave_lane_count() + lane
        for i in wd.static_range(items):
            row = wd.group_id().y * items + i
            first = row * TILE * width + x
            min_z = depth[first]
            max_z = min_z
            for j in wd.static_range(1, TILE):
                z = depth[first + j * width]
                min_z = min(min_z, z)
                max_z = max(max_z, z)
            for step in wd.static_range(3):
                min_z = min(min_z, wd.wave_read_lane_at(min_z, lane ^ (1 << step)))
                max_z = max(max_z, wd.wave_read_lane_at(max_z, lane ^ (1 << step)))
            if lane % TILE == 0:
                index = row * (width // TILE) + x // TILE
                tile_min[index] = min_z
                tile_max[index] = max_z

    return tiles_by_columns


class TileMinMax(Case):
    """Of one tile a group, whose waves share it."""

    name = "tile min/max"
    settings = ((1, 1), (2, 1))

    def make(self) -> None:
        self.width = 1 << (self.size.bit_length() // 2)
        self.height = self.size // self.width
        self.inputs["floats"] = functools.partial(random_floats, self.size)
        for name in ("tile_min", "tile_max"):
            self.outputs[name] = ((self.size // TILE**2,), np.float32)

    def tiles(self, lanes: int) -> tuple[int, ...]:
        return self.width // TILE, self.height // TILE

    def rows(self, settings: Any = None) -> Iterator[Row]:
        arguments = ("floats", "tile_min", "tile_max", self.width)
        for waves, items in settings or self.settings:
            ways = [
                *self.way(NAIVE, tile_by_rounds(waves), waves, 1, self.tiles, *arguments, glsl="tile_by_rounds"),
                *self.way(EXPERT, tile_by_wave(waves), waves, 1, self.tiles, *arguments, glsl="tile_by_wave"),
            ]
            yield Row(self, waves, items, tuple(ways))

    def check(self, inputs: Arrays, outputs: Arrays, way: Way, lanes: int) -> None:
        self.check_tiles(inputs["floats"], outputs)

    def check_start(self, starts: Arrays, way: Way, lanes: int) -> None:
        rows = starts["tile_min"].size // (self.width // TILE)
        self.check_tiles(self.input("floats")[: rows * TILE * self.width], starts)

    def check_tiles(self, depth: np.ndarray, outputs: Arrays) -> None:
        """The tiles of these rows."""
        tiles = depth.reshape(-1, TILE, self.width // TILE, TILE)
        np.testing.assert_array_equal(outputs["tile_min"], tiles.min(axis=(1, 3)).ravel())
        np.testing.assert_array_equal(outputs["tile_max"], tiles.max(axis=(1, 3)).ravel())


class TileAtomics(TileMinMax):
    """Naive: each lane changes its tile's results."""

    name = "tile min/max by atomics"
    settings = ((1, 1), (2, 1))
    cleared = {"min_bits": GREATEST_BITS, "max_bits": 0}

    def make(self) -> None:
        super().make()
        for name in ("min_bits", "max_bits"):
            self.outputs[name] = ((self.size // TILE**2,), np.uint32)

    def rows(self, settings: Any = None) -> Iterator[Row]:
        for waves, items in settings or self.settings:
            ways = [
                *self.way(NAIVE, tiles_by_atomics(waves), waves, 1, self.tiles, "floats", "min_bits", "max_bits",
                          self.width, glsl="tiles_by_atomics"),
                *self.way(EXPERT, tile_by_wave(waves), waves, 1, self.tiles, "floats", "tile_min", "tile_max",
                          self.width, glsl="tile_by_wave"),
            ]  # fmt: skip
            yield Row(self, waves, items, tuple(ways))

    def check(self, inputs: Arrays, outputs: Arrays, way: Way, lanes: int) -> None:
        self.check_tiles(inputs["floats"], self.written(outputs, way))

    def check_start(self, starts: Arrays, way: Way, lanes: int) -> None:
        super().check_start(self.written(starts, way), way, lanes)

    def written(self, outputs: Arrays, way: Way) -> Arrays:
        """The naive form writes bits."""
        if way.author == EXPERT:
            return outputs
        return {"tile_min": outputs["min_bits"].view(np.float32), "tile_max": outputs["max_bits"].view(np.float32)}

    def work(self) -> float:
        # Of one form's outputs.
        return 4.0 * (self.size + 2 * (self.size // TILE**2))


class TilesSideBySide(TileMinMax):
    """An eighth of a wave a tile."""

    name = "tile min/max, several tiles a wave"
    settings = ((1, 1), (4, 1), (4, 4))
    swept = tuple((waves, items) for waves in (1, 2, 4, 8, 16) for items in (1, 2, 4, 8))

    def rows(self, settings: Any = None) -> Iterator[Row]:
        arguments = ("floats", "tile_min", "tile_max", self.width)
        for waves, items in settings or self.settings:

            def groups(lanes: int, waves: int = waves, items: int = items) -> tuple[int, ...]:
                return self.width // (waves * lanes), self.height // TILE // items

            ways = [
                *self.way(NAIVE, tile_by_rounds(1), 1, 1, self.tiles, *arguments),
                *self.way(
                    EXPERT, tiles_by_columns(waves, items), waves, items, groups, *arguments, glsl="tiles_by_columns"
                ),
            ]
            yield Row(self, waves, items, tuple(ways))
