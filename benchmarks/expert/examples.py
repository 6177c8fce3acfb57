"""The kernels of `examples`, on more elements than there: each as it is, without optimizing and at -O2."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from hlsl.kernels import load_kernel

import wavedialect as wd

from .cases import NAIVE, Arrays, Case, Groups, Row, Way, random_floats, random_words

THRESHOLD = 0.75


class Example(Case):
    """One kernel. What it gives without optimizing, which the examples themselves check, it has to give at -O2."""

    unit = "billions of elements a second"
    settings = ((0, 1),)
    kernel_name: str
    unordered: tuple[str, ...] = ()
    """Outputs whose order is free."""

    def __init__(self, size: int) -> None:
        self.first: dict[str, np.ndarray] = {}
        super().__init__(size)

    @property
    def kernel(self) -> wd.Kernel:
        return load_kernel(self.kernel_name)

    def groups(self, lanes: int) -> Groups:
        raise NotImplementedError

    def arguments(self) -> tuple[Any, ...]:
        return (*self.inputs, *self.outputs)

    def rows(self, settings: Any = None) -> Iterator[Row]:
        waves = self.kernel.attributes.num_waves or 0
        way = Way(NAIVE, f"example-{self.kernel_name}", self.kernel, None, self.groups, self.arguments())
        yield Row(self, waves, 1, (way,))

    def check(self, inputs: Arrays, outputs: Arrays, way: Way, lanes: int) -> None:
        found = {name: np.sort(array) if name in self.unordered else array for name, array in outputs.items()}
        if not self.first:
            self.first = found
        for name, array in found.items():
            np.testing.assert_array_equal(array, self.first[name])

    def check_start(self, starts: Arrays, way: Way, lanes: int) -> None:
        ordered = {name: array for name, array in starts.items() if name not in self.unordered}
        if not self.first:
            self.first = ordered
        for name, array in ordered.items():
            np.testing.assert_array_equal(array, self.first[name])

    def work(self) -> float:
        return float(self.size)


class Image(Example):
    """On an image of floats."""

    def make(self) -> None:
        self.width = 1 << (self.size.bit_length() // 2)
        self.height = self.size // self.width
        self.inputs["floats"] = functools.partial(random_floats, self.size)
        self.make_outputs()

    def make_outputs(self) -> None:
        for name in ("tile_min", "tile_max"):
            self.outputs[name] = ((self.size // 64,), np.float32)

    def groups(self, lanes: int) -> Groups:
        return self.width // 8, self.height // 8

    def arguments(self) -> tuple[Any, ...]:
        return (*super().arguments(), self.width)


class MinMax1(Image):
    name, kernel_name = "example 01", "01-compute_min_max_z"


class MinMax2(Image):
    name, kernel_name = "example 02", "02-compute_min_max_z"


class Compact3(Image):
    name, kernel_name = "example 03", "03-compact"
    cleared: Mapping[str, int] = {"counter": 0}
    unordered = ("kept",)

    def make_outputs(self) -> None:
        self.outputs["counter"] = ((1,), np.uint32)
        self.outputs["kept"] = ((self.size,), np.uint32)

    def groups(self, lanes: int) -> Groups:
        return self.width // 16, self.height // (4 * lanes // 16)

    def arguments(self) -> tuple[Any, ...]:
        return (*super().arguments(), THRESHOLD)


class MinMax5(Image):
    name, kernel_name = "example 05", "05-compute_min_max_z"

    def make_outputs(self) -> None:
        self.outputs["tiles"] = ((self.size // 256, 2), np.float32)

    def groups(self, lanes: int) -> Groups:
        return self.width // 16, self.height // 16


class OnWaves(Example):
    """A wave a group, on fewer elements: some devices launch no more than 65535 groups."""

    def __init__(self, size: int) -> None:
        super().__init__(size >> 2)

    def groups(self, lanes: int) -> Groups:
        return (self.size // lanes,)


class Append4(OnWaves):
    name, kernel_name = "example 04 append", "04-append"
    cleared: Mapping[str, int] = {"counter": 0}
    unordered = ("items",)

    def make(self) -> None:
        self.inputs["amounts"] = functools.partial(_below, self.size, 4)
        self.outputs["counter"] = ((1,), np.uint32)
        self.outputs["items"] = ((4 * self.size,), np.uint32)


class Compact4(OnWaves):
    name, kernel_name = "example 04 compact", "04-compact"
    cleared: Mapping[str, int] = {"counter": 0}
    unordered = ("kept",)

    def make(self) -> None:
        self.inputs["values"] = functools.partial(random_words, self.size)
        self.outputs["counter"] = ((1,), np.uint32)
        self.outputs["kept"] = ((self.size,), np.uint32)

    def arguments(self) -> tuple[Any, ...]:
        return (*super().arguments(), 3 << 30)


class Shade6(Example):
    name, kernel_name = "example 06", "06-shade"

    def make(self) -> None:
        pixels = self.size >> 6
        self.width = 1 << (pixels.bit_length() // 2)
        self.height = pixels // self.width
        self.inputs["tile_lights"] = functools.partial(_lights, self.height // 8, self.width // 8)
        self.inputs["start_counts"] = functools.partial(_lists, self.height // 8, self.width // 8)
        self.outputs["shaded"] = ((self.height, self.width, 4), np.float32)

    def groups(self, lanes: int) -> Groups:
        return self.width // 8, self.height // (lanes // 8)


class ShadeByLaneReads6(Shade6):
    name, kernel_name = "example 06 by lane reads", "06-shade_by_lane_reads"


class Deduplicate7(Example):
    name, kernel_name = "example 07", "07-deduplicate"
    cleared: Mapping[str, int] = {"histogram": 0, "counter": 0}
    unordered = ("different",)

    def make(self) -> None:
        self.inputs["keys"] = functools.partial(_below, self.size, 37)
        self.outputs["histogram"] = ((37,), np.uint32)
        self.outputs["counter"] = ((1,), np.uint32)
        self.outputs["different"] = ((self.size,), np.uint32)

    def groups(self, lanes: int) -> Groups:
        return (self.size // (2 * lanes),)


class BoundingBox8(Example):
    name, kernel_name = "example 08", "08-bounding_box"
    groups_launched = 1024

    def make(self) -> None:
        self.inputs["points"] = functools.partial(_points, self.size // 4)
        for name in ("lows", "highs"):
            self.outputs[name] = ((self.groups_launched, 3), np.float32)

    def groups(self, lanes: int) -> Groups:
        return (self.groups_launched,)

    def arguments(self) -> tuple[Any, ...]:
        return "points", "points", "lows", "highs"


class Transpose9(Example):
    name, kernel_name = "example 09", "09-transpose"

    def make(self) -> None:
        self.width = 1 << (self.size.bit_length() // 2)
        self.height = self.size // self.width
        self.inputs["values"] = functools.partial(random_words, self.size)
        self.outputs["kept"] = ((self.size,), np.uint32)

    def groups(self, lanes: int) -> Groups:
        rows = 1 << ((lanes.bit_length() - 1) // 2)
        return self.width // (lanes // rows), self.height // rows

    def arguments(self) -> tuple[Any, ...]:
        return (*super().arguments(), self.height, self.width)


class Cull10(OnWaves):
    name, kernel_name = "example 10", "10-cull"

    def make(self) -> None:
        self.inputs["spheres"] = functools.partial(_spheres, self.size)
        self.inputs["planes"] = _planes

    def groups(self, lanes: int) -> Groups:
        return (self.size // (2 * lanes),)

    def arguments(self) -> tuple[Any, ...]:
        return (*super().arguments(), self.size)


class Steps11(Example):
    name, kernel_name = "example 11", "11-count_steps"

    def make(self) -> None:
        self.inputs["numbers"] = functools.partial(_below, self.size, 100_000)
        self.outputs["steps"] = ((self.size,), np.uint32)

    def groups(self, lanes: int) -> Groups:
        return (self.size // (2 * lanes),)

    def arguments(self) -> tuple[Any, ...]:
        return (*super().arguments(), self.size)


class StepsInBackground11(Steps11):
    name, kernel_name = "example 11 in background", "11-count_steps_in_background"

    def groups(self, lanes: int) -> Groups:
        return (1024,)


EXAMPLES: tuple[type[Case], ...] = (
    *(MinMax1, MinMax2, Compact3, Append4, Compact4, MinMax5, Shade6, ShadeByLaneReads6),
    *(Deduplicate7, BoundingBox8, Transpose9, Cull10, Steps11, StepsInBackground11),
)


# --- Inputs ----------------------------------------------------------------------


@functools.cache
def _below(size: int, end: int) -> np.ndarray:
    return np.random.default_rng(end).integers(1, end, size, np.uint32)


@functools.cache
def _points(size: int) -> np.ndarray:
    return np.random.default_rng(3).random((size, 3), np.float32)


@functools.cache
def _lists(rows: int, columns: int) -> np.ndarray:
    counts = np.random.default_rng(20).integers(0, 128, (rows, columns), np.uint32)
    starts = (np.cumsum(counts) - counts.ravel()).astype(np.uint32).reshape(counts.shape)
    return np.stack([starts, counts], axis=-1)


@functools.cache
def _lights(rows: int, columns: int) -> np.ndarray:
    return np.random.default_rng(21).random((int(_lists(rows, columns)[..., 1].sum()), 4), np.float32)


@functools.cache
def _spheres(size: int) -> np.ndarray:
    return np.random.default_rng(10).random((size, 4), np.float32) * 48 - 24


def _planes() -> np.ndarray:
    planes = [[1, 0, 1, 0], [-1, 0, 1, 0], [0, 1, 1, 0], [0, -1, 1, 0], [0, 0, 1, -1], [0, 0, -1, 24]]
    return np.array(planes, np.float32)
