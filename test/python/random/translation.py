"""Checks of the translation that each optimizing pass makes: random kernels mean the same before and after it.

``python translation.py START COUNT [PASS ...]`` takes the kernels of these seeds, of each family, that a pass changes: alone
after level 0, and among all other passes. What the kernel computes without the pass is what it has to compute with it, on the
CPU with any number of threads and more waves, with lanes in other orders where the kernel allows that, and on the executor of
DXIL with waves in both orders and lanes that meet early or late.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from configurations import FAMILIES, opened
from generator import RandomKernel
from optimizer_runner import O0, all_of_them, fired
from requested import with_options
from runner import Way, compare, cpu_ways, runs_on

import wavedialect as wd
from wavedialect.driver.optimization import optimizations

CHECKED = ("optimizer", "conditional-loads", "typed", "plain")
"""The families of kernels."""
SIZES = (4, 8, 16)
DXIL_ORDERS = (
    "dxil:6.10",
    "dxil:6.10:loops",
    "dxil:6.10:reversed",
    "dxil:6.10:loops:reversed",
    "dxil:6.5:reversed:retiring",
)
"""Ways of the executor to order waves, and to let lanes meet."""


def contexts(name: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The options of a compile without the pass, and with it."""
    all_others = {**all_of_them(), "disable": (name,)}
    return [(O0, {**O0, "enable": (with_options(name),)}), (all_others, all_of_them())]


def changed_by(name: str, seeds: Iterable[int]) -> Iterator[RandomKernel]:
    """The kernels of these seeds on which the pass does something."""
    for seed in seeds:
        for family in CHECKED:
            random_kernel = FAMILIES[family](seed)
            kernel = random_kernel.load()
            if any(name in fired(kernel, **after) for _, after in contexts(name)):
                yield random_kernel


def check(name: str, random_kernel: RandomKernel) -> int:
    """Compares the kernel without and with the pass, in all orders; how many comparisons that were."""
    kernel = random_kernel.load()
    size = SIZES[random_kernel.seed % len(SIZES)]
    count = 0
    for before, after in contexts(name):
        if name not in fired(kernel, **after):
            continue
        compare(random_kernel, kernel, size, Way("cpu", before), Way("cpu", after))
        for expected, way in cpu_ways(random_kernel, size):
            options = before if expected.device == "cpu" else {}
            first = Way(expected.device, {**expected.options, **options})
            compare(random_kernel, kernel, size, first, Way(way.device, {**way.options, **after}))
        count += 1 + len(cpu_ways(random_kernel, size))
        for device in DXIL_ORDERS:
            if runs_on(random_kernel, device):
                count += _compared_on_dxil(random_kernel, kernel, size, device, before, after)
    return count


def _compared_on_dxil(
    random_kernel: RandomKernel, kernel: Any, size: int, device: str, *options: dict[str, Any]
) -> int:
    executor = opened(device)
    try:
        compare(random_kernel, kernel, size, *(Way(executor, one) for one in options))
    except wd.CompileError as error:
        if executor.refuses(error):
            return 0
        raise
    return 1


def checked(name: str, seeds: Iterable[int], most: int) -> tuple[int, int]:
    """Checks the first kernels that the pass changes; how many they were, and how many comparisons."""
    counts = [check(name, random_kernel) for random_kernel in islice(changed_by(name, seeds), most)]
    return len(counts), sum(counts)


def main() -> int:
    sys.path.append(str(Path(__file__).parents[1] / "dxil"))
    warnings.simplefilter("ignore", wd.WaveWarning)
    start, count, *names = sys.argv[1:]
    uncovered = 0
    for name in names or optimizations():
        kernels, comparisons = checked(name, range(int(start), int(start) + int(count)), sys.maxsize)
        print(f"{name}: {kernels} kernels agree in {comparisons} comparisons", flush=True)
        uncovered += not kernels
    return 1 if uncovered else 0


if __name__ == "__main__":
    sys.exit(main())
