"""What is measured: of each case the inputs, the launches of our kernels, the call of the loop in C++, what NumPy says
of the result, and how much work it is. All executors get inputs from here, made of the same random numbers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

import wavedialect as wd

from . import kernels

Arrays = Mapping[str, Any]
"""Arrays by name: of NumPy, or of a device."""
# Results that take NumPy long are compared at so many random places.
SAMPLES = 20_000


@dataclass(frozen=True)
class Launch:
    """One dispatch. An argument is the name of an array or a number."""

    kernel: wd.Kernel
    groups: int | tuple[int, int]
    arguments: tuple[Any, ...]


class Case(ABC):
    """One line of the table; its name is also that of the function in loops.cpp, with underscores."""

    name: str
    unit = "GB/s"
    tolerance = 0.0
    """The relative and absolute error that is allowed beside NumPy."""
    zeroed: tuple[str, ...] = ()
    """Outputs that must be 0 before each run; setting them is not timed."""

    def __init__(self, small: bool = False) -> None:
        """``small``: sizes for slow executors, to check results."""
        self.small = small
        self.inputs: dict[str, np.ndarray] = {}
        self.outputs: dict[str, np.ndarray] = {}
        self.make(np.random.default_rng(48))
        for arrays in (self.inputs, self.outputs):
            arrays.update({name: _aligned(array) for name, array in arrays.items()})

    @abstractmethod
    def make(self, numbers: np.random.Generator) -> None:
        """Fills ``inputs`` and ``outputs``."""

    @abstractmethod
    def launches(self, lanes: int) -> Iterator[Launch]:
        """The dispatches of one run at this wave size."""

    @abstractmethod
    def loop(self) -> tuple[Any, ...]:
        """The arguments of the peers' functions: names of arrays, or numbers."""

    def reference(self) -> dict[str, np.ndarray] | None:
        """The outputs by operations of NumPy on whole arrays; None where NumPy has none."""
        return None

    def check(self, outputs: Arrays) -> None:
        """Raises AssertionError where the outputs are not NumPy's."""
        reference = self.reference()
        assert reference is not None
        for name, expected in reference.items():
            np.testing.assert_allclose(outputs[name], expected, rtol=self.tolerance, atol=self.tolerance)

    def work(self) -> float:
        """Bytes that must be read and written, or operations, of one run; from the outputs where they tell."""
        return sum(array.nbytes for array in (*self.inputs.values(), *self.outputs.values()))

    @classmethod
    def kernels(cls) -> list[wd.Kernel]:
        """The kernels of all launches."""
        return list(dict.fromkeys(launch.kernel for launch in cls(small=True).launches(16)))


def _aligned(array: np.ndarray) -> np.ndarray:
    """A copy at the start of a cache line, where arrays of devices begin, too; NumPy's own do not always."""
    memory = np.empty(array.nbytes + 64, np.uint8)
    start = -memory.ctypes.data % 64
    copy = memory[start : start + array.nbytes].view(array.dtype).reshape(array.shape)
    copy[...] = array
    return copy


class DepthMinMax(Case):
    name = "depth-min-max"

    def make(self, numbers: np.random.Generator) -> None:
        tile = kernels.DEPTH_TILE
        height, width = self.shape = (48, 64) if self.small else (4096, 4096)
        self.inputs["depth"] = numbers.random(self.shape, np.float32)
        for name in ("tile_min", "tile_max"):
            self.outputs[name] = np.zeros((height // tile, width // tile), np.float32)

    def launches(self, lanes: int) -> Iterator[Launch]:
        height, width = self.outputs["tile_min"].shape
        arguments = ("depth", "tile_min", "tile_max", self.shape[1])
        yield Launch(kernels.depth_min_max, (width, height), arguments)

    def loop(self) -> tuple[Any, ...]:
        return "depth", "tile_min", "tile_max", *self.shape[::-1]

    def reference(self) -> dict[str, np.ndarray]:
        tile = kernels.DEPTH_TILE
        height, width = self.shape
        tiles = self.inputs["depth"].reshape(height // tile, tile, width // tile, tile)
        return {"tile_min": tiles.min(axis=(1, 3)), "tile_max": tiles.max(axis=(1, 3))}


class Compaction(Case):
    name = "compaction"
    zeroed = ("counter",)
    threshold = 0.75

    def make(self, numbers: np.random.Generator) -> None:
        self.shape = (64, 96) if self.small else (4096, 4096)
        self.inputs["image"] = numbers.random(self.shape, np.float32)
        self.outputs["counter"] = np.zeros(1, np.uint32)
        self.outputs["pixels"] = np.zeros(self.shape[0] * self.shape[1], np.uint32)

    def launches(self, lanes: int) -> Iterator[Launch]:
        height, width = self.shape
        rows = kernels.COMPACTION_WAVES * lanes // kernels.COMPACTION_WIDTH
        groups = (width // kernels.COMPACTION_WIDTH, height // rows)
        yield Launch(kernels.compact, groups, ("image", "counter", "pixels", width, self.threshold))

    def loop(self) -> tuple[Any, ...]:
        return "image", "counter", "pixels", *self.shape[::-1], self.threshold

    def check(self, outputs: Arrays) -> None:
        y, x = np.nonzero(self.inputs["image"] > np.float32(self.threshold))
        # The blocks may stand in any order; this one is that of y, then x.
        found = np.sort(outputs["pixels"][: outputs["counter"][0]])
        np.testing.assert_array_equal(found, (x | (y << 16)).astype(np.uint32))

    def work(self) -> float:
        kept = np.count_nonzero(self.inputs["image"] > np.float32(self.threshold))
        return self.inputs["image"].nbytes + 4 * kept


class PrefixSum(Case):
    name = "prefix-sum"

    def make(self, numbers: np.random.Generator) -> None:
        self.size = 1 << (16 if self.small else 24)
        self.inputs["values"] = numbers.integers(0, 1 << 32, self.size, np.uint32)
        self.outputs["sums"] = np.zeros(self.size // kernels.SCAN_BLOCK, np.uint32)
        self.outputs["scanned"] = np.zeros(self.size, np.uint32)

    def launches(self, lanes: int) -> Iterator[Launch]:
        groups = self.size // kernels.SCAN_BLOCK // kernels.SCAN_WAVES
        yield Launch(kernels.sum_blocks, groups, ("values", "sums"))
        yield Launch(kernels.scan_sums, 1, ("sums",))
        yield Launch(kernels.scan_blocks, groups, ("values", "sums", "scanned"))

    def loop(self) -> tuple[Any, ...]:
        return "values", "scanned", self.size

    def reference(self) -> dict[str, np.ndarray]:
        return {"scanned": np.cumsum(self.inputs["values"], dtype=np.uint32)}

    def work(self) -> float:
        # The whole task, although each of the executors reads the values twice.
        return 8 * self.size


class Histogram(Case):
    name = "histogram"
    zeroed = ("histogram",)

    def make(self, numbers: np.random.Generator) -> None:
        self.size = 1 << (17 if self.small else 24)
        # Brightness, as of a photograph: neighboring values of the same bin are frequent.
        values = numbers.normal(128, 30, self.size).clip(0, kernels.BINS - 1)
        self.inputs["values"] = values.astype(np.uint32)
        self.outputs["histogram"] = np.zeros(kernels.BINS, np.uint32)

    def launches(self, lanes: int) -> Iterator[Launch]:
        yield Launch(kernels.count_values, self.size // kernels.HISTOGRAM_BLOCK, ("values", "histogram"))

    def loop(self) -> tuple[Any, ...]:
        return "values", "histogram", self.size

    def reference(self) -> dict[str, np.ndarray]:
        return {"histogram": np.bincount(self.inputs["values"], minlength=kernels.BINS)}


class LightList(Case):
    name = "light-list"
    unit = "Gop/s"
    # Of a light at a pixel: two differences, a length, a falloff of three, a sum of three.
    operations = 11

    def make(self, numbers: np.random.Generator) -> None:
        self.side, count = (64, 100) if self.small else (2048, kernels.LIGHT_MOST)
        radius = numbers.uniform(0.05, 0.14, count) * self.side
        place = numbers.uniform(0, self.side, (2, count))
        lights = np.stack([*place, 1 / radius**2, numbers.random(count)], axis=-1)
        self.inputs["lights"] = lights.astype(np.float32)
        self.outputs["shade"] = np.zeros((self.side, self.side), np.float32)
        self.samples = numbers.integers(0, self.side, (2, SAMPLES))

    def launches(self, lanes: int) -> Iterator[Launch]:
        tiles = self.side // kernels.LIGHT_TILE
        yield Launch(kernels.shade_tiles, (tiles, tiles), ("lights", "shade", self.side))

    def loop(self) -> tuple[Any, ...]:
        return "lights", "shade", len(self.inputs["lights"]), self.side, self.side

    def check(self, outputs: Arrays) -> None:
        y, x = self.samples
        expected = np.zeros(y.size)
        for light_x, light_y, inverse, intensity in self.inputs["lights"].astype(np.float64):
            falloff = np.maximum(0, 1 - ((x - light_x) ** 2 + (y - light_y) ** 2) * inverse)
            expected += intensity * falloff**2
        np.testing.assert_allclose(outputs["shade"][y, x], expected, rtol=1e-3, atol=1e-3)

    def work(self) -> float:
        """The pixels of each tile and the lights that touch it."""
        tile = kernels.LIGHT_TILE
        starts = np.arange(0, self.side, tile)
        x, y, inverse, _ = self.inputs["lights"].T[:, :, None].astype(np.float64)
        dx = x - x.clip(starts, starts + tile - 1)
        dy = y - y.clip(starts, starts + tile - 1)
        touching = (dx[:, :, None] ** 2 + dy[:, None, :] ** 2) * inverse[:, :, None] < 1
        return float(touching.sum()) * tile * tile * self.operations


class Mandelbrot(Case):
    name = "mandelbrot"
    unit = "Gop/s"
    operations = 8
    limit = 1000

    def make(self, numbers: np.random.Generator) -> None:
        self.side = 64 if self.small else 1024
        self.left, self.top, self.step = -2.0, -1.25, 2.5 / self.side
        self.outputs["rounds"] = np.zeros((self.side, self.side), np.uint32)
        self.samples = numbers.integers(0, self.side, (2, SAMPLES))

    def launches(self, lanes: int) -> Iterator[Launch]:
        width = min(lanes, 8)
        height = lanes // width * kernels.MANDELBROT_WAVES
        arguments = ("rounds", self.side, self.left, self.top, self.step, self.limit)
        yield Launch(kernels.mandelbrot, (self.side // width, self.side // height), arguments)

    def loop(self) -> tuple[Any, ...]:
        return "rounds", self.side, self.side, self.left, self.top, self.step, np.uint32(self.limit)

    def check(self, outputs: Arrays) -> None:
        y, x = self.samples.astype(np.float32)
        cx = np.float32(self.left) + x * np.float32(self.step)
        cy = np.float32(self.top) + y * np.float32(self.step)
        zx, zy, rounds = np.zeros_like(cx), np.zeros_like(cy), np.zeros(cx.size, np.uint32)
        for _ in range(self.limit):
            running = zx * zx + zy * zy <= 4
            rounds += running
            # What has left stays where it is.
            zx, zy = np.where(running, (zx * zx - zy * zy + cx, (zx + zx) * zy + cy), (zx, zy))
        # A multiplication that is contracted with an addition tips some pixels over.
        equal = np.mean(outputs["rounds"][tuple(self.samples)] == rounds)
        assert equal > 0.98, f"{equal:.2%} of the pixels are NumPy's"

    def work(self) -> float:
        return float(self.outputs["rounds"].sum(dtype=np.int64)) * self.operations


class MatrixProduct(Case):
    name = "matrix-product"
    unit = "Gop/s"
    tolerance = 1e-4

    def make(self, numbers: np.random.Generator) -> None:
        self.size = 128 if self.small else 1024
        for name in "ab":
            self.inputs[name] = numbers.random((self.size, self.size), np.float32)
        self.outputs["product"] = np.zeros((self.size, self.size), np.float32)

    def launches(self, lanes: int) -> Iterator[Launch]:
        groups = (self.size // (kernels.LANE_COLUMNS * lanes), self.size // kernels.PRODUCT_HEIGHT)
        yield Launch(kernels.multiply, groups, ("a", "b", "product", self.size))

    def loop(self) -> tuple[Any, ...]:
        return "a", "b", "product", self.size

    def reference(self) -> dict[str, np.ndarray]:
        return {"product": self.inputs["a"] @ self.inputs["b"]}

    def work(self) -> float:
        return 2 * self.size**3


class Copy(Case):
    name = "copy"

    def make(self, numbers: np.random.Generator) -> None:
        self.size = 1 << (15 if self.small else 24)
        self.inputs["values"] = numbers.integers(0, 1 << 32, self.size, np.uint32)
        self.outputs["copied"] = np.zeros(self.size, np.uint32)

    def launches(self, lanes: int) -> Iterator[Launch]:
        yield Launch(kernels.copy, self.size // kernels.COPY_BLOCK // kernels.COPY_WAVES, ("values", "copied"))

    def loop(self) -> tuple[Any, ...]:
        return "values", "copied", self.size

    def reference(self) -> dict[str, np.ndarray]:
        return {"copied": self.inputs["values"].copy()}


class CopyVectors(Copy):
    name = "copy-float4"

    def make(self, numbers: np.random.Generator) -> None:
        self.size = 1 << (13 if self.small else 22)
        self.inputs["values"] = numbers.random((self.size, 4), np.float32)
        self.outputs["copied"] = np.zeros((self.size, 4), np.float32)

    def launches(self, lanes: int) -> Iterator[Launch]:
        groups = self.size // kernels.COPY_BLOCK // kernels.COPY_WAVES
        yield Launch(kernels.copy_vectors, groups, ("values", "copied"))


class Stencil(Case):
    name = "stencil"
    tolerance = 1e-4

    def make(self, numbers: np.random.Generator) -> None:
        self.inner = 128 if self.small else 256
        depth = 4 if self.small else self.inner
        self.side = self.inner + 2 * kernels.STENCIL_REACH
        shape = (depth + 2 * kernels.STENCIL_REACH, self.side, self.side)
        self.depth = depth
        for name in ("field", "speed"):
            self.inputs[name] = numbers.random(shape, np.float32)
        self.outputs["following"] = np.zeros(shape, np.float32)

    def launches(self, lanes: int) -> Iterator[Launch]:
        groups = (self.inner // kernels.STENCIL_WAVES, self.depth)
        yield Launch(kernels.step_wave_equation, groups, ("field", "speed", "following", self.side))

    def loop(self) -> tuple[Any, ...]:
        return "field", "speed", "following", self.side, self.depth

    def reference(self) -> dict[str, np.ndarray]:
        """The first step, from zeros."""
        reach = kernels.STENCIL_REACH
        field = self.inputs["field"]
        inner = (slice(reach, -reach),) * 3
        total = np.float32(3 * kernels.STENCIL_WEIGHTS[0]) * field[inner]
        for k in range(1, reach + 1):
            for axis in range(3):
                for shift in (-k, k):
                    moved = list(inner)
                    moved[axis] = slice(reach + shift, field.shape[axis] - reach + shift)
                    total += np.float32(kernels.STENCIL_WEIGHTS[k]) * field[tuple(moved)]
        following = np.zeros_like(field)
        following[inner] = 2 * field[inner] + self.inputs["speed"][inner] * total
        return {"following": following}


class Bodies(Case):
    name = "n-body"
    unit = "Gop/s"
    # Of a pair: three differences, a dot product of six, a root, a factor of three, three products and sums.
    operations = 19
    tolerance = 1e-3

    def make(self, numbers: np.random.Generator) -> None:
        self.count = 512 if self.small else 8192
        self.inputs["bodies"] = numbers.random((self.count, 4), np.float32)
        # A mean acceleration is near 1 at any number of bodies, so that the tolerance says something.
        self.inputs["bodies"][:, 3] /= np.float32(self.count)
        self.outputs["accelerations"] = np.zeros((self.count, 4), np.float32)
        self.samples = numbers.integers(0, self.count, 64)

    def launches(self, lanes: int) -> Iterator[Launch]:
        yield Launch(kernels.attract, self.count // lanes // kernels.BODY_WAVES, ("bodies", "accelerations"))

    def loop(self) -> tuple[Any, ...]:
        return "bodies", "accelerations", self.count

    def check(self, outputs: Arrays) -> None:
        bodies = self.inputs["bodies"].astype(np.float64)
        way = bodies[:, :3] - bodies[self.samples, None, :3]
        inverse = ((way**2).sum(axis=2) + kernels.SOFTENING) ** -1.5
        expected = np.einsum("ij,ijk->ik", bodies[:, 3] * inverse, way)
        found = outputs["accelerations"][self.samples]
        np.testing.assert_allclose(found[:, :3], expected, rtol=self.tolerance, atol=self.tolerance)

    def work(self) -> float:
        return float(self.count) ** 2 * self.operations


class Options(Case):
    rate, volatility = 0.02, 0.3
    tolerance = 2e-3
    kernel: wd.Kernel
    output: str

    def make(self, numbers: np.random.Generator) -> None:
        for name, least, most in (("stock", 5, 30), ("strike", 1, 100), ("years", 0.25, 10)):
            self.inputs[name] = numbers.uniform(least, most, self.size).astype(np.float32)
        self.outputs[self.output] = np.zeros(self.size, np.float32)

    def loop(self) -> tuple[Any, ...]:
        return (*self.inputs, self.output, self.size, self.rate, self.volatility)


class BlackScholes(Options):
    name = "black-scholes"
    output = "call"

    def make(self, numbers: np.random.Generator) -> None:
        self.size = 1 << (15 if self.small else 22)
        super().make(numbers)

    def launches(self, lanes: int) -> Iterator[Launch]:
        groups = self.size // kernels.OPTION_BLOCK // kernels.OPTION_WAVES
        yield Launch(kernels.price_calls, groups, (*self.inputs, self.output, self.rate, self.volatility))

    def reference(self) -> dict[str, np.ndarray]:
        stock, strike, years = self.inputs.values()
        rate, volatility = np.float32(self.rate), np.float32(self.volatility)
        spread = volatility * np.sqrt(years)
        d1 = (np.log(stock / strike) + (rate + volatility * volatility / 2) * years) / spread
        discounted = strike * np.exp(-rate * years)
        return {"call": stock * _normal(d1) - discounted * _normal(d1 - spread)}


def _normal(x: np.ndarray) -> np.ndarray:
    """As `kernels.normal`."""
    k = 1 / (1 + np.float32(0.2316419) * np.abs(x))
    tail = np.zeros_like(x)
    for factor in (1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.31938153):
        tail = (tail + np.float32(factor)) * k
    tail *= np.float32(0.3989422804) * np.exp(x * x / -2)
    return np.where(x > 0, 1 - tail, tail)


class BinomialOptions(Options):
    name = "binomial-options"
    unit = "Gop/s"
    output = "put"

    def make(self, numbers: np.random.Generator) -> None:
        self.size = 1 << (10 if self.small else 16)
        super().make(numbers)
        self.samples = numbers.integers(0, self.size, 256)

    def launches(self, lanes: int) -> Iterator[Launch]:
        groups = self.size // lanes // kernels.OPTION_WAVES
        yield Launch(kernels.price_puts, groups, (*self.inputs, self.output, self.rate, self.volatility))

    def check(self, outputs: Arrays) -> None:
        steps = kernels.TREE_STEPS
        stock, strike, years = (array[self.samples, None].astype(np.float64) for array in self.inputs.values())
        rise = self.volatility * np.sqrt(years / steps)
        growth = np.exp(self.rate * years / steps)
        chance = (growth - np.exp(-rise)) / (np.exp(rise) - np.exp(-rise))
        leaves = np.maximum(0, strike - stock * np.exp(rise * np.arange(-steps, steps + 1, 2)))
        for _ in range(steps):
            leaves = ((1 - chance) * leaves[:, :-1] + chance * leaves[:, 1:]) / growth
        found = outputs[self.output][self.samples]
        np.testing.assert_allclose(found, leaves[:, 0], rtol=self.tolerance, atol=self.tolerance)

    def work(self) -> float:
        """Three operations at each node."""
        return 3 * self.size * kernels.TREE_STEPS * (kernels.TREE_STEPS + 1) / 2


class SparseProduct(Case):
    name = "sparse-product"
    tolerance = 1e-3

    def make(self, numbers: np.random.Generator) -> None:
        self.size = 1 << (10 if self.small else 16)
        # Rows of up to 128 elements; none is empty, which `reduceat` does not have.
        lengths = numbers.integers(1, 129, self.size)
        self.inputs["starts"] = np.concatenate([[0], np.cumsum(lengths)]).astype(np.uint32)
        count = int(self.inputs["starts"][-1])
        self.inputs["columns"] = numbers.integers(0, self.size, count).astype(np.uint32)
        self.inputs["elements"] = numbers.random(count, np.float32)
        self.inputs["vector"] = numbers.random(self.size, np.float32)
        self.outputs["product"] = np.zeros(self.size, np.float32)

    def launches(self, lanes: int) -> Iterator[Launch]:
        yield Launch(kernels.multiply_sparse, self.size // kernels.SPARSE_WAVES, (*self.inputs, "product"))

    def loop(self) -> tuple[Any, ...]:
        return (*self.inputs, "product", self.size)

    def reference(self) -> dict[str, np.ndarray]:
        products = self.inputs["elements"] * self.inputs["vector"][self.inputs["columns"]]
        return {"product": np.add.reduceat(products, self.inputs["starts"][:-1])}


CASES: dict[str, type[Case]] = {
    case.name: case
    for case in (
        DepthMinMax,
        Compaction,
        PrefixSum,
        Histogram,
        LightList,
        Mandelbrot,
        MatrixProduct,
        Copy,
        CopyVectors,
        Stencil,
        Bodies,
        BlackScholes,
        BinomialOptions,
        SparseProduct,
    )
}
