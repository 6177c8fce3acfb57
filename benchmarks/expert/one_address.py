"""All elements come together in one word: their sum, the greatest, the bits of all, and how many pass a test."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import wavedialect as wd
from wavedialect import u32

from .appending import LEAST, kept_count
from .cases import EXPERT, NAIVE, Arrays, Case, Row, Way, random_words


@wd.func
def added(result, value):
    wd.atomic_add(result, 0, value)


@wd.func
def raised(result, value):
    wd.atomic_max(result, 0, value)


@wd.func
def joined(result, value):
    wd.atomic_or(result, 0, value)


@wd.func
def plus(a, b):
    return a + b


@wd.func
def greater(a, b):
    return max(a, b)


@wd.func
def either(a, b):
    return a | b


@wd.func
def low_bits(value):
    """Few enough that their or is not all ones before the end."""
    return value & 0xF0F0F0


@wd.func
def as_it_is(value):
    return value


@functools.cache
def by_lane(name: str, waves: int, items: int) -> wd.Kernel:
    """One atomic for each element."""
    change, _, _, operand, _ = OPERATIONS[name]

    def kernel(values: wd.Buffer[u32], result: wd.RWBuffer[u32]):
        lanes = wd.wave_lane_count()
        first = (wd.group_id().x * waves + wd.group_wave_index()) * lanes * items + wd.wave_lane_index()
        for i in range(u32(items)):
            change(result, operand(values[first + i * lanes]))

    return _named(kernel, f"{name}_by_lane", waves)


@functools.cache
def by_group(name: str, waves: int, items: int) -> wd.Kernel:
    """Lanes reduce their items, waves their lanes, and one wave what the waves left: one atomic for a group."""
    change, combine, reduce, operand, neutral = OPERATIONS[name]

    def kernel(values: wd.Buffer[u32], result: wd.RWBuffer[u32]):
        parts = wd.groupshared(u32, waves)
        lanes = wd.wave_lane_count()
        wave = wd.group_wave_index()
        first = (wd.group_id().x * waves + wave) * lanes * items + wd.wave_lane_index()
        part = u32(neutral)
        for i in wd.static_range(items):
            part = combine(part, operand(values[first + i * lanes]))
        part = reduce(part)
        if wd.static(waves > 1):
            if wd.wave_is_first_lane():
                parts[wave] = part
            wd.group_memory_barrier_with_group_sync()
            for other in wd.static_range(1, waves):
                part = combine(part, parts[other])
        if wave == 0 and wd.wave_is_first_lane():
            change(result, part)

    return _named(kernel, f"{name}_by_group", waves)


def _named(function: Callable[..., Any], name: str, waves: int) -> wd.Kernel:
    function.__name__ = function.__qualname__ = name
    return wd.kernel(num_waves=waves)(function)


# The atomic, the operation, that of the wave, what is done to an element first, and the neutral element.
OPERATIONS: dict[str, tuple[Any, Any, Any, Any, int]] = {
    "sum": (added, plus, wd.wave_active_sum, as_it_is, 0),
    "greatest": (raised, greater, wd.wave_active_max, as_it_is, 0),
    "bits": (joined, either, wd.wave_active_bit_or, low_bits, 0),
}
GLSL_OPERATIONS = {"sum": 0, "greatest": 1, "bits": 2}
REFERENCES: dict[str, Callable[[np.ndarray], Any]] = {
    "sum": lambda values: values.sum(dtype=np.uint64) & 0xFFFFFFFF,
    "greatest": np.max,
    "bits": lambda values: np.bitwise_or.reduce(values & 0xF0F0F0),
}


@functools.cache
def reference(operation: str, size: int) -> int:
    """What NumPy says."""
    return int(REFERENCES[operation](random_words(size)))


class OneAddress(Case):
    """A reduction of all words."""

    settings = ((8, 1), (8, 16))
    cleared = {"counter": 0}
    operation: str

    def make(self) -> None:
        self.inputs["values"] = functools.partial(random_words, self.size)
        self.outputs["counter"] = ((1,), np.uint32)

    def rows(self, settings: Any = None) -> Iterator[Row]:
        for waves, items in settings or self.settings:
            groups = self.groups_of(waves, items)
            name = self.operation
            chosen = {"OPERATION": GLSL_OPERATIONS[name]}
            ways = [
                *self.way(NAIVE, by_lane(name, waves, items), waves, items, groups, "values", "counter",
                          glsl="reduce_by_lane", **chosen),
                *self.way(EXPERT, by_group(name, waves, items), waves, items, groups, "values", "counter",
                          glsl="reduce_by_group", **chosen),
            ]  # fmt: skip
            yield Row(self, waves, items, tuple(ways))

    def check(self, inputs: Arrays, outputs: Arrays, way: Way, lanes: int) -> None:
        expected = reference(self.operation, self.size)
        assert outputs["counter"][0] == expected, f"{outputs['counter'][0]}, not {expected}"

    def check_start(self, starts: Arrays, way: Way, lanes: int) -> None:
        assert starts["counter"][0] == reference(self.operation, self.size)


class Sum(OneAddress):
    """Modulo 2^32."""

    name = operation = "sum"
    swept = tuple((waves, items) for waves in (4, 8, 16, 32) for items in (1, 2, 4, 8, 16, 32))


class Greatest(OneAddress):
    """The greatest word."""

    name = operation = "greatest"


class Bits(OneAddress):
    """The or of all words."""

    name = operation = "bits"


# --- How many ------------------------------------------------------------------


@functools.cache
def count_by_lane(waves: int, items: int) -> wd.Kernel:
    """One atomic for each element that passes."""

    @wd.kernel(num_waves=waves)
    def count_by_lane(values: wd.Buffer[u32], result: wd.RWBuffer[u32], least: u32):
        lanes = wd.wave_lane_count()
        first = (wd.group_id().x * waves + wd.group_wave_index()) * lanes * items + wd.wave_lane_index()
        for i in range(u32(items)):
            if values[first + i * lanes] >= least:
                wd.atomic_add(result, 0, 1)

    return count_by_lane


@functools.cache
def count_by_group(waves: int, items: int) -> wd.Kernel:
    """One atomic for a group."""

    @wd.kernel(num_waves=waves)
    def count_by_group(values: wd.Buffer[u32], result: wd.RWBuffer[u32], least: u32):
        parts = wd.groupshared(u32, waves)
        lanes = wd.wave_lane_count()
        wave = wd.group_wave_index()
        first = (wd.group_id().x * waves + wave) * lanes * items + wd.wave_lane_index()
        mine = u32(0)
        for i in wd.static_range(items):
            mine += 1 if values[first + i * lanes] >= least else 0
        part = wd.wave_active_sum(mine)
        if wd.wave_is_first_lane():
            parts[wave] = part
        wd.group_memory_barrier_with_group_sync()
        for other in wd.static_range(1, waves):
            part += parts[other]
        if wave == 0 and wd.wave_is_first_lane():
            wd.atomic_add(result, 0, part)

    return count_by_group


class Count(Case):
    """The words that are not below LEAST."""

    name = "count"
    settings = ((8, 1), (8, 16))
    cleared = {"counter": 0}

    def make(self) -> None:
        self.inputs["values"] = functools.partial(random_words, self.size)
        self.outputs["counter"] = ((1,), np.uint32)

    def rows(self, settings: Any = None) -> Iterator[Row]:
        arguments = ("values", "counter", LEAST)
        for waves, items in settings or self.settings:
            groups = self.groups_of(waves, items)
            ways = [
                *self.way(NAIVE, count_by_lane(waves, items), waves, items, groups, *arguments, glsl="count_by_lane"),
                *self.way(
                    EXPERT, count_by_group(waves, items), waves, items, groups, *arguments, glsl="count_by_group"
                ),
            ]
            yield Row(self, waves, items, tuple(ways))

    def check(self, inputs: Arrays, outputs: Arrays, way: Way, lanes: int) -> None:
        expected = kept_count(self.size)
        assert outputs["counter"][0] == expected, f"{outputs['counter'][0]}, not {expected}"

    def check_start(self, starts: Arrays, way: Way, lanes: int) -> None:
        assert starts["counter"][0] == kept_count(self.size)
