"""Products of square matrices on the CPU: a kernel with wave matrices beside NumPy, in turns, with as many threads.

    [OPENBLAS_NUM_THREADS=1] .venv/bin/python benchmarks/matrices.py [--sizes 512 1024] [--rounds 15] [--tile 128 128 128]

A row has the median and the minimum of each, and how fast the kernel is as a part of NumPy's speed, where 1.00 is the same.
The kernels of bf16 and f16 are compared with NumPy's product in f32, because NumPy computes neither quickly.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable
from typing import Any

# NumPy reads it when it is loaded.
THREADS = int(os.environ.setdefault("OPENBLAS_NUM_THREADS", str(os.cpu_count() or 1)))

import ml_dtypes  # noqa: E402
import numpy as np  # noqa: E402

import wavedialect as wd  # noqa: E402
from wavedialect import bf16, f16, f32, u32  # noqa: E402

ARRAYS = {f32: np.float32, f16: np.float16, bf16: ml_dtypes.bfloat16}


def product(element: Any, rows: int, columns: int, inner: int) -> wd.Kernel:
    """A kernel in which each group, one wave, computes a tile of the product."""

    @wd.kernel(num_waves=1)
    def gemm(a: wd.Buffer[element], b: wd.Buffer[element], c: wd.RWBuffer[f32], n: u32):
        row, column = wd.group_id().y * rows, wd.group_id().x * columns
        total = wd.matrix_fill(0.0, f32, (rows, columns))
        for k in range(0, n, u32(inner)):
            x = wd.matrix_load(a, row * n + k, n, (rows, inner), "a")
            y = wd.matrix_load(b, k * n + column, n, (inner, columns), "b")
            total = wd.matrix_multiply_add(x, y, total)
        wd.matrix_store(c, row * n + column, n, total)

    return gemm


def measure(functions: tuple[Callable[[], object], ...], rounds: int) -> list[list[float]]:
    """The seconds of functions that run in turns."""
    times: list[list[float]] = [[] for _ in functions]
    for turn in range(rounds + 1):
        for function, taken in zip(functions, times, strict=True):
            start = time.perf_counter()
            function()
            # The first turn compiles.
            if turn:
                taken.append(time.perf_counter() - start)
    return times


def row(element: Any, n: int, options: argparse.Namespace) -> str:
    """The row of a type and a size."""
    rows, columns, inner = options.tile
    rng = np.random.default_rng(0)
    a, b = rng.standard_normal((2, n, n), np.float32)
    x, y = (side.astype(ARRAYS[element]).ravel() for side in (a, b))
    found, other = np.zeros(n * n, np.float32), np.empty((n, n), np.float32)
    kernel, groups = product(element, rows, columns, inner), (n // columns, n // rows, 1)

    def run() -> None:
        kernel.dispatch(groups, x, y, found, n, device="cpu", wave_size=options.wave_size, threads=THREADS)

    ours, numpy_times = measure((run, lambda: np.matmul(a, b, out=other)), options.rounds)
    exact = x.reshape(n, n).astype(np.float64) @ y.reshape(n, n).astype(np.float64)
    np.testing.assert_allclose(found.reshape(n, n), exact, atol=1e-3 * np.sqrt(n))
    cells = [element.name, str(n)]
    for value in (statistics.median, min):
        mine, theirs = value(ours), value(numpy_times)
        cells += [f"{mine * 1e3:.2f}", f"{theirs * 1e3:.2f}", f"{theirs / mine:.2f}"]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[512, 1024])
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--wave-size", type=int, default=16)
    parser.add_argument("--tile", type=int, nargs=3, default=[128, 128, 128], help="rows, columns and inner size")
    options = parser.parse_args()
    for n in options.sizes:
        if any(n % extent for extent in options.tile):
            parser.error(f"{n} is not a multiple of the tile")
    print(f"{THREADS} threads, tile {' x '.join(map(str, options.tile))}, milliseconds")
    print("| type | size | kernel, median | NumPy, median | of NumPy | kernel, min | NumPy, min | of NumPy |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for n in options.sizes:
        for element in ARRAYS:
            print(row(element, n, options), flush=True)


if __name__ == "__main__":
    main()
