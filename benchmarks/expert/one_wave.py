"""Kernels in which waves do what they need not: loads of the same element, operations whose result does not change in a
loop, groupshared memory and barriers of one wave."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

import numpy as np

import wavedialect as wd
from wavedialect import f32, u32

from .cases import EXPERT, NAIVE, Arrays, Case, Row, Way, random_floats, random_words

TILE = 8
MOST_LIGHTS = 256
ROUNDS = 16


@wd.kernel(num_waves=1, wave_size=(8, 64))
def shade(lights: wd.Buffer[wd.float4], lists: wd.Buffer[wd.uint2], output: wd.RWBuffer[wd.float4], width: u32):
    """Example 6: all lanes load the same light."""
    lane = wd.wave_lane_index()
    x = wd.group_id().x * TILE + lane % TILE
    y = wd.group_id().y * (wd.wave_lane_count() // TILE) + lane // TILE
    start_count = lists[y // TILE * (width // TILE) + x // TILE]
    total = wd.float4(0.0)
    for i in range(start_count.y):
        total += lights[start_count.x + i]
    output[y * width + x] = total


@wd.kernel(num_waves=1, wave_size=(8, 64))
def shade_by_lane_reads(
    lights: wd.Buffer[wd.float4], lists: wd.Buffer[wd.uint2], output: wd.RWBuffer[wd.float4], width: u32
):
    """Example 6: each lane loads another light, and the wave reads them lane by lane."""
    lane = wd.wave_lane_index()
    lanes = wd.wave_lane_count()
    x = wd.group_id().x * TILE + lane % TILE
    y = wd.group_id().y * (lanes // TILE) + lane // TILE
    start_count = lists[y // TILE * (width // TILE) + x // TILE]
    total = wd.float4(0.0)
    for first in range(0, start_count.y, lanes):
        rest = min(lanes, start_count.y - first)
        light = lights[start_count.x + first + min(lane, rest - 1)]
        for i in range(rest):
            total += wd.wave_read_lane_at(light, i)
    output[y * width + x] = total


class LightList(Case):
    """Each pixel adds up the lights of its tile."""

    name = "light list"
    unit = "billions of lights a second"
    settings = ((1, 1),)

    def make(self) -> None:
        # As many lights are added up, about, as other cases have elements.
        pixels = self.size // (MOST_LIGHTS // 4)
        self.width = 1 << (pixels.bit_length() // 2)
        self.height = pixels // self.width
        self.inputs["lights"] = functools.partial(_lights, pixels // TILE**2)
        self.inputs["lists"] = functools.partial(_lists, pixels // TILE**2)
        self.outputs["shaded"] = ((pixels, 4), np.float32)

    def rows(self, settings: Any = None) -> Iterator[Row]:
        arguments = ("lights", "lists", "shaded", self.width)

        def groups(lanes: int) -> tuple[int, ...]:
            return self.width // TILE, self.height // (lanes // TILE)

        ways = [
            *self.way(NAIVE, shade, 1, 1, groups, *arguments, glsl="shade", enable=("broadcast-uniform-loads",)),
            *self.way(EXPERT, shade_by_lane_reads, 1, 1, groups, *arguments, glsl="shade_by_lane_reads"),
        ]
        yield Row(self, 1, 1, tuple(ways))

    def check(self, inputs: Arrays, outputs: Arrays, way: Way, lanes: int) -> None:
        self.check_tiles(inputs["lists"], outputs)

    def check_start(self, starts: Arrays, way: Way, lanes: int) -> None:
        rows = starts["shaded"].size // 4 // self.width // TILE
        self.check_tiles(self.input("lists")[: rows * (self.width // TILE)], starts)

    def check_tiles(self, lists: np.ndarray, outputs: Arrays) -> None:
        """The pixels of these tiles."""
        lights = self.input("lights")
        sums = np.zeros((len(lists), 4), np.float32)
        for i in range(lists[:, 1].max(initial=0)):
            going = i < lists[:, 1]
            sums[going] += lights[lists[going, 0] + i]
        sums = sums.reshape(-1, self.width // TILE, 4).repeat(TILE, axis=0).repeat(TILE, axis=1)
        np.testing.assert_array_equal(outputs["shaded"].ravel()[: sums.size], sums.ravel())

    def work(self) -> float:
        return float(self.input("lists")[:, 1].sum()) * TILE**2


@functools.cache
def _lists(tiles: int) -> np.ndarray:
    """Where each tile's list begins, and how long it is."""
    counts = np.random.default_rng(20).integers(0, MOST_LIGHTS // 2, tiles, np.uint32)
    return np.stack([(np.cumsum(counts) - counts).astype(np.uint32), counts], axis=-1)


@functools.cache
def _lights(tiles: int) -> np.ndarray:
    """All lists one after the other."""
    return np.random.default_rng(21).random((int(_lists(tiles)[:, 1].sum()), 4), np.float32)


# --- Operations that do not change ---------------------------------------------


@functools.cache
def scale_in_loop(waves: int) -> wd.Kernel:
    """What the wave agrees on is asked for in every round."""

    @wd.kernel(num_waves=waves)
    def scale_in_loop(values: wd.Buffer[f32], scaled: wd.RWBuffer[f32]):
        lanes = wd.wave_lane_count()
        first = (wd.group_id().x * waves + wd.group_wave_index()) * lanes * ROUNDS + wd.wave_lane_index()
        own = values[first]
        for i in range(u32(ROUNDS)):
            least = wd.wave_active_min(own)
            greatest = wd.wave_active_max(own)
            scaled[first + i * lanes] = (values[first + i * lanes] - least) * (greatest - least)

    return scale_in_loop


@functools.cache
def scale_by_wave(waves: int) -> wd.Kernel:
    """What the wave agrees on is asked for once."""

    @wd.kernel(num_waves=waves)
    def scale_by_wave(values: wd.Buffer[f32], scaled: wd.RWBuffer[f32]):
        lanes = wd.wave_lane_count()
        first = (wd.group_id().x * waves + wd.group_wave_index()) * lanes * ROUNDS + wd.wave_lane_index()
        own = values[first]
        least = wd.wave_active_min(own)
        greatest = wd.wave_active_max(own)
        for i in range(u32(ROUNDS)):
            scaled[first + i * lanes] = (values[first + i * lanes] - least) * (greatest - least)

    return scale_by_wave


class Scale(Case):
    """Each wave's values, scaled by the least and the greatest of its first ones."""

    name = "scale"
    settings = ((4, ROUNDS),)

    def make(self) -> None:
        self.inputs["floats"] = functools.partial(random_floats, self.size)
        self.outputs["scaled"] = ((self.size,), np.float32)

    def rows(self, settings: Any = None) -> Iterator[Row]:
        for waves, items in settings or self.settings:
            groups = self.groups_of(waves, items)
            ways = [
                *self.way(NAIVE, scale_in_loop(waves), waves, items, groups, "floats", "scaled", glsl="scale_in_loop"),
                *self.way(EXPERT, scale_by_wave(waves), waves, items, groups, "floats", "scaled", glsl="scale_by_wave"),
            ]
            yield Row(self, waves, items, tuple(ways))

    def check(self, inputs: Arrays, outputs: Arrays, way: Way, lanes: int) -> None:
        self.check_waves(inputs["floats"], outputs["scaled"], lanes)

    def check_start(self, starts: Arrays, way: Way, lanes: int) -> None:
        found = starts["scaled"]
        self.check_waves(self.input("floats")[: found.size], found, lanes)

    def check_waves(self, values: np.ndarray, scaled: np.ndarray, lanes: int) -> None:
        waves = values.reshape(-1, ROUNDS, lanes)
        least = waves[:, :1].min(axis=2, keepdims=True)
        greatest = waves[:, :1].max(axis=2, keepdims=True)
        # Nothing here can be contracted: the differences are multiplied, not the products subtracted.
        np.testing.assert_array_equal(scaled.reshape(waves.shape), (waves - least) * (greatest - least))


# --- Operations on what all lanes have -------------------------------------------


STEPS = 64


@functools.cache
def step_with_wave_operations(waves: int) -> wd.Kernel:
    """The wave agrees on what all of its lanes have already."""

    @wd.kernel(num_waves=waves)
    def step_with_wave_operations(values: wd.Buffer[u32], steps: wd.Buffer[u32], stepped: wd.RWBuffer[u32]):
        lanes = wd.wave_lane_count()
        first = (wd.group_id().x * waves + wd.group_wave_index()) * lanes * ROUNDS + wd.wave_lane_index()
        for i in range(u32(ROUNDS)):
            step = steps[(wd.group_id().x + i) % STEPS]
            total = wd.wave_active_sum(step)
            greatest = wd.wave_active_max(step)
            offset = wd.wave_prefix_sum(step)
            stepped[first + i * lanes] = values[first + i * lanes] * total + (greatest ^ offset)

    return step_with_wave_operations


@functools.cache
def step_alone(waves: int) -> wd.Kernel:
    """Each lane knows what the others have."""

    @wd.kernel(num_waves=waves)
    def step_alone(values: wd.Buffer[u32], steps: wd.Buffer[u32], stepped: wd.RWBuffer[u32]):
        lanes = wd.wave_lane_count()
        first = (wd.group_id().x * waves + wd.group_wave_index()) * lanes * ROUNDS + wd.wave_lane_index()
        for i in range(u32(ROUNDS)):
            step = steps[(wd.group_id().x + i) % STEPS]
            changed = values[first + i * lanes] * (step * lanes) + (step ^ (step * wd.wave_lane_index()))
            stepped[first + i * lanes] = changed

    return step_alone


class Uniform(Case):
    """Sums, the greatest and prefixes of a value that is the same in all lanes."""

    name = "uniform operands"
    settings = ((4, ROUNDS),)

    def make(self) -> None:
        self.inputs["values"] = functools.partial(random_words, self.size)
        self.inputs["steps"] = functools.partial(random_words, STEPS)
        self.outputs["kept"] = ((self.size,), np.uint32)

    def rows(self, settings: Any = None) -> Iterator[Row]:
        arguments = ("values", "steps", "kept")
        for waves, items in settings or self.settings:
            groups = self.groups_of(waves, items)
            ways = [
                *self.way(NAIVE, step_with_wave_operations(waves), waves, items, groups, *arguments,
                          glsl="step_with_wave_operations"),
                *self.way(EXPERT, step_alone(waves), waves, items, groups, *arguments, glsl="step_alone"),
            ]  # fmt: skip
            yield Row(self, waves, items, tuple(ways))

    def check(self, inputs: Arrays, outputs: Arrays, way: Way, lanes: int) -> None:
        self.check_groups(inputs["values"], outputs["kept"], lanes)

    def check_start(self, starts: Arrays, way: Way, lanes: int) -> None:
        self.check_groups(self.input("values")[: starts["kept"].size], starts["kept"], lanes)

    def check_groups(self, values: np.ndarray, stepped: np.ndarray, lanes: int) -> None:
        ((waves, _),) = self.settings
        groups = values.reshape(-1, waves, ROUNDS, lanes)
        places = np.arange(len(groups))[:, None] + np.arange(ROUNDS)
        step = self.input("steps")[places % STEPS][:, None, :, None]
        lane = np.arange(lanes, dtype=np.uint32)
        expected = groups * (step * np.uint32(lanes)) + (step ^ (step * lane))
        np.testing.assert_array_equal(stepped, expected.ravel())

    def work(self) -> float:
        return 8.0 * self.size


# --- Groupshared memory of one wave ----------------------------------------------


@wd.kernel(num_waves=1, wave_size=(4, 64))
def transpose_in_groupshared(matrix: wd.Buffer[u32], transposed: wd.RWBuffer[u32], height: u32, width: u32):
    """A block goes through groupshared memory, with barriers."""
    rows = 1 << (wd.firstbithigh(wd.wave_lane_count()) // 2)
    columns = wd.wave_lane_count() // rows
    block = wd.groupshared(u32, wd.wave_lane_count())
    lane = wd.wave_lane_index()
    top = wd.group_id().y * rows
    left = wd.group_id().x * columns
    block[lane] = matrix[(top + lane // columns) * width + left + lane % columns]
    wd.group_memory_barrier_with_group_sync()
    transposed[(left + lane // rows) * height + top + lane % rows] = block[lane % rows * columns + lane // rows]


@wd.kernel(num_waves=1, wave_size=(4, 64))
def transpose_by_lane_reads(matrix: wd.Buffer[u32], transposed: wd.RWBuffer[u32], height: u32, width: u32):
    """Example 9."""
    rows = 1 << (wd.firstbithigh(wd.wave_lane_count()) // 2)
    columns = wd.wave_lane_count() // rows
    lane = wd.wave_lane_index()
    top = wd.group_id().y * rows
    left = wd.group_id().x * columns
    value = matrix[(top + lane // columns) * width + left + lane % columns]
    value = wd.wave_read_lane_at(value, (lane % rows) * columns + lane // rows)
    transposed[(left + lane // rows) * height + top + lane % rows] = value


class Transpose(Case):
    """Of a matrix, block by block."""

    name = "transpose"
    settings = ((1, 1),)

    def make(self) -> None:
        self.width = 1 << (self.size.bit_length() // 2)
        self.height = self.size // self.width
        self.inputs["values"] = functools.partial(random_words, self.size)
        self.outputs["kept"] = ((self.size,), np.uint32)

    def rows(self, settings: Any = None) -> Iterator[Row]:
        arguments = ("values", "kept", self.height, self.width)

        def groups(lanes: int) -> tuple[int, ...]:
            rows = 1 << ((lanes.bit_length() - 1) // 2)
            return self.width // (lanes // rows), self.height // rows

        ways = [
            *self.way(NAIVE, transpose_in_groupshared, 1, 1, groups, *arguments, glsl="transpose_in_groupshared"),
            *self.way(EXPERT, transpose_by_lane_reads, 1, 1, groups, *arguments, glsl="transpose_by_lane_reads"),
        ]
        yield Row(self, 1, 1, tuple(ways))

    def check(self, inputs: Arrays, outputs: Arrays, way: Way, lanes: int) -> None:
        matrix = inputs["values"].reshape(self.height, self.width)
        np.testing.assert_array_equal(outputs["kept"].reshape(self.width, self.height), matrix.T)

    def check_start(self, starts: Arrays, way: Way, lanes: int) -> None:
        matrix = self.input("values").reshape(self.height, self.width)
        rows = starts["kept"].size // self.height
        np.testing.assert_array_equal(starts["kept"][: rows * self.height].reshape(rows, -1), matrix[:, :rows].T)
