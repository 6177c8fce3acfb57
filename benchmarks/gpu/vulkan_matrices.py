"""Products of matrices through Vulkan's cooperative matrices, in turns: TFLOP/s, and the part of cuBLAS's where PyTorch has it.

    .venv/bin/python benchmarks/gpu/vulkan_matrices.py [--sizes 4096 8192] [--rounds 10] [--device vulkan] [--into docs/specialize.md]

Waves of a group load their factors from the buffers, or all of them copy tiles to groupshared memory first. Every result is
compared with NumPy's on some rows: the factors are small integers, so that all sums are exact. The times are the device's own.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import ml_dtypes
import numpy as np

import wavedialect as wd
from wavedialect import bf16, f16, f32, u32

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE), str(HERE.parent)]

from tables import Table, put_into  # noqa: E402  (after the path)

BEGIN, END = "<!-- benchmarks/gpu/vulkan_matrices.py -->", "<!-- end of benchmarks/gpu/vulkan_matrices.py -->"
ARRAYS = {f16: np.float16, bf16: ml_dtypes.bfloat16}


class Tiling(NamedTuple):
    """A group has ``down * across`` waves. Each wave computes ``rows * columns`` sums, and adds ``depth`` products to each at a time."""

    rows: int
    columns: int
    depth: int
    down: int
    across: int

    def groups(self, size: int) -> tuple[int, int]:
        return size // (self.across * self.columns), size // (self.down * self.rows)

    def __str__(self) -> str:
        return f"{self.down} x {self.across} waves of {self.rows} x {self.columns} x {self.depth}"


TILINGS = [Tiling(32, 32, 16, 2, 2), Tiling(64, 64, 32, 2, 2), Tiling(64, 64, 32, 2, 4), Tiling(64, 64, 64, 2, 2)]


@cache
def from_buffers(element: Any, tiling: Tiling) -> wd.Kernel:
    rows, columns, depth, down, across = tiling

    @wd.kernel(num_waves=down * across)
    def multiply(left: wd.Buffer[element], right: wd.Buffer[element], out: wd.RWBuffer[f32], n: u32):
        wave = wd.group_wave_index()
        y = (wd.group_id().y * down + wave // across) * rows
        x = (wd.group_id().x * across + wave % across) * columns
        total = wd.matrix_fill(0.0, f32, (rows, columns))
        for k in range(u32(0), n, depth):
            a = wd.matrix_load(left, y * n + k, n, (rows, depth), "a")
            b = wd.matrix_load(right, k * n + x, n, (depth, columns), "b")
            total = wd.matrix_multiply_add(a, b, total)
        wd.matrix_store(out, y * n + x, n, total)

    return multiply


@cache
def from_groupshared(element: Any, tiling: Tiling) -> wd.Kernel:
    rows, columns, depth, down, across = tiling
    height, width = rows * down, columns * across
    waves = down * across

    @wd.kernel(num_waves=waves, group_shared_limit=48 * 1024)
    def multiply(left: wd.Buffer[element, 2], right: wd.Buffer[element, 2], out: wd.RWBuffer[f32], n: u32):
        left_tile = wd.groupshared(element, (height, depth))
        right_tile = wd.groupshared(element, (depth, width))
        wave = wd.group_wave_index()
        y, x = wd.group_id().y * height, wd.group_id().x * width
        row, column = wave // across * rows, wave % across * columns
        total = wd.matrix_fill(0.0, f32, (rows, columns))
        for k in range(u32(0), n, depth):
            wd.async_copy(
                left_tile,
                (wave * (height // waves), 0),
                left,
                (y + wave * (height // waves), k),
                (height // waves, depth),
            )
            wd.async_copy(
                right_tile,
                (wave * (depth // waves), 0),
                right,
                (k + wave * (depth // waves), x),
                (depth // waves, width),
            )
            wd.group_memory_barrier_with_group_sync()
            a = wd.matrix_load(left_tile, (row, 0), (rows, depth), "a")
            b = wd.matrix_load(right_tile, (0, column), (depth, columns), "b")
            total = wd.matrix_multiply_add(a, b, total)
            wd.group_memory_barrier_with_group_sync()
        wd.matrix_store(out, (y + row) * n + x + column, n, total)

    return multiply


class Form(NamedTuple):
    name: str
    run: Callable[[], float]
    """Milliseconds of one product."""


def vulkan_forms(device: Any, element: Any, size: int, left: np.ndarray, right: np.ndarray) -> list[Form]:
    places = np.random.default_rng(1).integers(0, size, 32)
    expected = left[places].astype(np.float32) @ right.astype(np.float32)
    out = wd.array(np.zeros(size * size, np.float32), device)
    flat = [wd.array(one.ravel(), device) for one in (left, right)]
    square = [wd.array(one, device) for one in (left, right)]
    forms = []
    for make, factors in ((from_buffers, flat), (from_groupshared, square)):
        for tiling in TILINGS:
            name = f"{tiling}, {make.__name__.replace('_', ' ')}"
            kernel, groups = make(element, tiling), tiling.groups(size)

            def run(kernel: wd.Kernel = kernel, factors: Any = factors, groups: Any = groups) -> float:
                return kernel.dispatch(groups, *factors, out, size, device=device, timed=True).elapsed_ns() / 1e6

            run()
            if not np.array_equal(out.numpy().reshape(size, size)[places], expected):
                sys.exit(f"{name}: the product is not NumPy's")
            forms.append(Form(name, run))
    return forms


def peer_forms(element: Any, left: np.ndarray, right: np.ndarray) -> list[Form]:
    """cuBLAS, if PyTorch finds a GPU."""
    try:
        import torch
    except ImportError:
        return []
    if not torch.cuda.is_available():
        return []
    dtype = torch.float16 if element is f16 else torch.bfloat16
    factors = [torch.from_numpy(one.astype(np.float32)).cuda().to(dtype) for one in (left, right)]

    def run() -> float:
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        begin.record()
        torch.matmul(*factors)
        end.record()
        end.synchronize()
        return begin.elapsed_time(end)

    return [Form("cuBLAS", run)]


def products(device: Any, element: Any, size: int, rounds: int) -> list[list[str]]:
    numbers = np.random.default_rng(0)
    left, right = (numbers.integers(-4, 5, (size, size)).astype(ARRAYS[element]) for _ in range(2))
    forms = [*peer_forms(element, left, right), *vulkan_forms(device, element, size, left, right)]
    taken: dict[str, list[float]] = {form.name: [] for form in forms}
    for turn in range(rounds):
        for form in forms if turn % 2 else reversed(forms):
            taken[form.name].append(form.run())
    peer = statistics.median(taken[forms[0].name])
    made = []
    for form in forms:
        median = statistics.median(taken[form.name])
        times = f"{median * 1e3:.0f} ({min(taken[form.name]) * 1e3:.0f})"
        made.append(
            [f"{element}, {size}", form.name, times, f"{2 * size**3 / median / 1e9:.2f}", f"{peer / median:.2f}"]
        )
    return made


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="*", default=[4096, 8192])
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--device", default="vulkan")
    parser.add_argument("--into", type=Path, metavar="PAGE", help="put the table between the markers of this page")
    options = parser.parse_args()
    device = wd.open_device(options.device)
    has = {product[3] for product in device.properties.matrix_products}
    elements = [element for element in ARRAYS if element.name in has]
    if not elements:
        sys.exit(f"{device.description} multiplies neither f16 nor bf16")
    found = [
        row for element in elements for size in options.sizes for row in products(device, element, size, options.rounds)
    ]
    title = f"{device.description}, {options.rounds} rounds; the peer is the first form, by the medians."
    table = Table(title, ["factors, size", "form", "us, median (minimum)", "TFLOP/s", "of the peer"], found)
    print(table.text())
    if options.into is not None:
        put_into(options.into, BEGIN, END, [table.markdown()])
    return 0


if __name__ == "__main__":
    sys.exit(main())
