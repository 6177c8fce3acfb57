"""The kernels of `examples`, with arrays like those that their own `run` and `check` use, but fewer groups."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import ml_dtypes
import numpy as np
from example_targets import WITH_MATRICES

import wavedialect as wd

EXAMPLES = Path(__file__).parents[3] / "examples"


@dataclass(frozen=True)
class Launch:
    """A kernel of an example with its arguments."""

    example: str
    kernel: wd.Kernel
    groups: Any
    """A number, a shape, or a function of the wave size."""
    arguments: tuple[Any, ...]
    sizes: tuple[int, ...]
    options: dict[str, Any] = field(default_factory=dict)

    def check(self, **options: Any) -> Any:
        """The report, without more said at every wave size, and with the orders of lanes and numbers of waves."""
        return self.kernel.check(self.groups, *self.arguments, **self.options, **options)

    @property
    def is_everywhere(self) -> bool:
        """Whether every target takes the kernel."""
        return self.example not in WITH_MATRICES

    def __str__(self) -> str:
        return f"{self.example[:2]}-{self.kernel.name}"


def load_example(name: str) -> ModuleType:
    """An example as a module; their names begin with a digit, so that `import` cannot."""
    path = EXAMPLES / f"{name}.py"
    spec = importlib.util.spec_from_file_location(path.stem.replace("-", "_"), path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def launches(name: str) -> list[Launch]:
    """All kernels of an example."""
    return [Launch(name, *launch) for launch in _ARGUMENTS[name](load_example(name))]


def u32s(*shape: int) -> np.ndarray:
    return np.zeros(shape, np.uint32)


def f32s(*shape: int) -> np.ndarray:
    return np.zeros(shape, np.float32)


def _depth() -> np.ndarray:
    return np.random.default_rng(54).random((32, 48), np.float32)


def _tiles_of_one_wave(example: ModuleType):
    yield example.compute_min_max_z, (6, 4), (_depth(), f32s(4, 6), f32s(4, 6), 48), (8, 16, 32, 64)


def _tiles_of_two_waves(example: ModuleType):
    yield example.compute_min_max_z, (6, 4), (_depth(), f32s(4, 6), f32s(4, 6), 48), (8, 16, 32)


def _compaction_of_four_waves(example: ModuleType):
    image = _depth()
    # Groups and waves without a pixel as well.
    image[:16, :32] *= 0.5
    groups = lambda lanes: (3, 32 // example.tile_height(lanes))
    # The order of groups decides where the pixels stand, not which they are.
    unordered = {"unordered": ("pixels",)}
    yield example.compact, groups, (image, u32s(1), u32s(image.size), 48, 0.8), (16, 32, 64), unordered


def _append_and_compaction(example: ModuleType):
    count = 128 * 6
    groups = lambda lanes: count // lanes
    amounts = np.random.default_rng(1).integers(0, 4, count, np.uint32)
    yield example.append, groups, (amounts, u32s(1), u32s(4 * count)), ALL, {"unordered": ("items",)}
    values = np.random.default_rng(2).permutation(count).astype(np.uint32)
    yield example.compact, groups, (values, u32s(1), u32s(count), 300), ALL, {"unordered": ("kept",)}


def _tiles_of_any_waves(example: ModuleType):
    yield example.compute_min_max_z, (3, 2), (_depth(), f32s(2, 3, 2), 48), ALL


def _light_list(example: ModuleType):
    tiles = (2, 3)
    lights, start_counts = example.make_lists(tiles)
    height, width = tiles[0] * example.TILE_SIZE, tiles[1] * example.TILE_SIZE
    groups = lambda lanes: (tiles[1], height // (lanes // example.TILE_SIZE))
    for kernel in (example.shade, example.shade_by_lane_reads):
        yield kernel, groups, (lights, start_counts, f32s(height, width, 4)), (8, 16, 32, 64)


def _deduplicate(example: ModuleType):
    keys = np.random.default_rng(7).integers(0, example.KEYS, 1000, np.uint32)
    groups = lambda lanes: -(-keys.size // (2 * lanes))
    arguments = (keys, u32s(example.KEYS), u32s(1), u32s(keys.size))
    # A key is appended once for each wave that has it.
    options = {"unordered": ("different",), "by_wave_size": ("counter", "different")}
    yield example.deduplicate, groups, arguments, ALL, options


def _bounding_box(example: ModuleType):
    points = np.random.default_rng(3).normal(size=(3000, 3)).astype(np.float32)
    boxes = (f32s(example.GROUPS, 3), f32s(example.GROUPS, 3))
    # Which points a group gets depends on its lanes.
    options = {"by_wave_size": ("box_lows", "box_highs")}
    yield example.bounding_box, example.GROUPS, (points, points, *boxes), ALL, options
    yield example.bounding_box, 1, (points, points, f32s(1, 3), f32s(1, 3)), ALL


def _transpose(example: ModuleType):
    matrix = np.random.default_rng(9).integers(0, 1 << 32, (48, 64), np.uint32)
    height, width = matrix.shape
    groups = lambda lanes: (width // example.block(lanes)[1], height // example.block(lanes)[0])
    yield example.transpose, groups, (matrix, u32s(width, height), height, width), ALL


def _mesh_culling(example: ModuleType):
    spheres, planes = example.scene()
    groups = lambda lanes: -(-len(spheres) // example.meshlets_per_group(lanes))
    yield example.cull, groups, (spheres, planes, len(spheres)), (4, 8, 16, 32, 64)


def _background(example: ModuleType):
    numbers = np.random.default_rng(11).integers(1, 100_000, 500, np.uint32)
    groups = lambda lanes: example.count_steps.dispatch_size(numbers.size, lanes)
    yield example.count_steps, groups, (numbers, u32s(numbers.size), numbers.size), ALL
    few = (numbers, u32s(numbers.size), numbers.size)
    yield example.count_steps_in_background, example.FEW_GROUPS, few, ALL


def _producer_and_consumers(example: ModuleType):
    numbers = np.random.default_rng(12)
    points, queries = (numbers.integers(0, 1 << 30, count, np.uint32) for count in (100, 60))
    groups = lambda lanes: -(-queries.size // (example.CONSUMERS * lanes))
    yield example.nearest, groups, (points, queries, u32s(queries.size), points.size), ALL


def _scan_of_rows(example: ModuleType):
    values = np.random.default_rng(13).integers(0, 1 << 16, (2, 300), np.uint32)
    yield example.scan_rows, len(values), (values, np.zeros_like(values), values.shape[1]), ALL


def _matrix_product(example: ModuleType):
    numbers = np.random.default_rng(14)
    left, right = (numbers.integers(-4, 5, shape).astype(ml_dtypes.bfloat16) for shape in ((64, 48), (48, 32)))
    out = np.zeros((64, 32), ml_dtypes.bfloat16)
    yield example.multiply, example.SMALL.tiles(*out.shape) // 2, (left, right, out, 48), ALL


def _attention(example: ModuleType):
    heads, length = 2, 32
    shape = heads, length, example.SIZE
    arrays = np.random.default_rng(15).standard_normal((3, *shape)).astype(ml_dtypes.bfloat16)
    groups = length // (example.WORKERS * example.ROWS), heads
    yield example.attend, groups, (*arrays, np.zeros(shape, ml_dtypes.bfloat16), length), ALL


ALL = (4, 8, 16, 32, 64, 128)
_ARGUMENTS: dict[str, Callable[[ModuleType], Any]] = {
    "01-single-wave-depth-min-max": _tiles_of_one_wave,
    "02-two-wave-depth-min-max": _tiles_of_two_waves,
    "03-four-wave-compaction": _compaction_of_four_waves,
    "04-append-and-compaction": _append_and_compaction,
    "05-tile-min-max-of-any-waves": _tiles_of_any_waves,
    "06-tiled-light-list": _light_list,
    "07-deduplicate": _deduplicate,
    "08-bounding-box": _bounding_box,
    "09-block-transpose": _transpose,
    "10-mesh-culling": _mesh_culling,
    "11-background-kernel": _background,
    "12-producer-and-consumers": _producer_and_consumers,
    "13-scan-of-rows": _scan_of_rows,
    "14-matrix-product": _matrix_product,
    "15-attention": _attention,
}
LAUNCHES = [launch for name in _ARGUMENTS for launch in launches(name)]
EVERYWHERE = [launch for launch in LAUNCHES if launch.is_everywhere]
"""The kernels that every target takes."""
