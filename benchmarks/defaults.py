"""What the CPU's default wave size costs: two common kernels at every wave size, and how the second kernel's loop is
written. The page docs/cpu.md has the figures.

    .venv/bin/python benchmarks/defaults.py [--rounds 7] [--markdown]
"""

from __future__ import annotations

import argparse

import numpy as np

import wavedialect as wd
from wavedialect import f32, u32

SIZES = (4, 8, 16, 32, 64, 128)


def tiled_product(side: int) -> wd.Kernel:
    """A matrix product in tiles of ``side`` x ``side``, with a thread for each element, as GPU tutorials have it."""

    @wd.kernel(num_threads=(side, side))
    def product(a: wd.Buffer[f32], b: wd.Buffer[f32], c: wd.RWBuffer[f32], n: u32):
        tile_a = wd.groupshared(f32, side * side)
        tile_b = wd.groupshared(f32, side * side)
        thread, place = wd.group_thread_id(), wd.dispatch_thread_id()
        total = f32(0)
        for tile in range(n // side):
            tile_a[thread.y * side + thread.x] = a[place.y * n + tile * side + thread.x]
            tile_b[thread.y * side + thread.x] = b[(tile * side + thread.y) * n + place.x]
            wd.group_memory_barrier_with_group_sync()
            for k in range(u32(side)):
                total += tile_a[thread.y * side + k] * tile_b[k * side + thread.x]
            wd.group_memory_barrier_with_group_sync()
        c[place.y * n + place.x] = total

    return product


@wd.kernel(num_threads=256)
def stride_loop(x: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    """A loop whose variable differs between lanes."""
    for i in range(wd.dispatch_thread_id().x, len(x), 256 * wd.group_count().x):
        out[i] = x[i] * 2.0 + 1.0


@wd.kernel(num_threads=256)
def uniform_loop(x: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    """The same with a loop variable that all lanes share."""
    for start in range(0, len(x), 256 * wd.group_count().x):
        i = start + wd.dispatch_thread_id().x
        if i < len(x):
            out[i] = x[i] * 2.0 + 1.0


def launches(n: int) -> dict[str, tuple[wd.Kernel, object, list]]:
    """The kernels with their groups and arguments; the results are checked."""
    rng = np.random.default_rng(1)
    a, b = (rng.random((n, n), np.float32) for _ in range(2))
    x = rng.random(1 << 22, np.float32)
    c, out = np.empty_like(a), np.empty_like(x)
    made: dict[str, tuple[wd.Kernel, object, list]] = {}
    for side in (8, 16, 32):
        made[f"product, {side} x {side}"] = tiled_product(side), (n // side, n // side), [a, b, c, n]
    made["stride loop"] = stride_loop, 64, [x, out]
    made["uniform loop"] = uniform_loop, 64, [x, out]
    for name, (kernel, groups, arguments) in made.items():
        kernel.dispatch(groups, *arguments)
        right = np.allclose(c, a @ b, rtol=1e-4) if name.startswith("product") else np.allclose(out, x * 2 + 1)
        assert right, name
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7, help="how often each is measured, in turns; 7 by default")
    parser.add_argument("--side", type=int, default=512, help="rows of the matrices; 512 by default")
    parser.add_argument("--markdown", action="store_true", help="the table as in the documentation")
    options = parser.parse_args()
    made = launches(options.side)
    taken: dict[tuple[str, int | None], list[float]] = {}
    for _ in range(options.rounds + 1):
        for name, (kernel, groups, arguments) in made.items():
            for size in (None, *SIZES):
                done = kernel.dispatch(groups, *arguments, wave_size=size, threads=1)
                taken.setdefault((name, size), []).append(done.elapsed_ns() / 1e6)
    start, between = ("| ", " | ") if options.markdown else ("", "  ")
    columns = ["kernel", "default size", "default", *map(str, SIZES)]
    rows = [columns] + ([["---"] * len(columns)] if options.markdown else [])
    for name, (kernel, _, _) in made.items():
        # The first round may compile.
        times = [f"{min(taken[name, size][1:]):.2f}" for size in (None, *SIZES)]
        rows.append([name, str(kernel.committed_wave_size("cpu")), *times])
    widths = [max(len(row[place]) for row in rows) for place in range(len(columns))]
    for row in rows:
        cells = row if options.markdown else [cell.rjust(width) for cell, width in zip(row, widths, strict=True)]
        print(start + between.join(cells) + (" |" if options.markdown else ""))


if __name__ == "__main__":
    main()
