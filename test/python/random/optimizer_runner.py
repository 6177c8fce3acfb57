"""Runs random kernels at every level of optimization and compares every byte of every buffer.

As a program, ``python optimizer_runner.py START COUNT DEVICE``, it takes two kernels a seed, one as ``runner`` does and one
of ``optimizer_generator``. On the CPU ``-O2`` is compared with ``-O0`` and the interpreter at every wave size, and at one
of them also ``-O1``, ``-O2`` with all that it leaves out, and ``-O2`` of the other forms of a kernel; those that
``specialize`` changes run with that alone at every size. The executor of DXIL ("dxil:6.6:loops") has three sizes, another
device its own. A line a kernel says what was compared; where something differs, without which optimization it does not.
The end says which optimizations did something on how many of the kernels.
"""

from __future__ import annotations

import sys
import warnings
from collections import Counter
from pathlib import Path
from typing import Any

from generator import RandomKernel
from optimizer_generator import generate_for_optimizer
from requested import requested
from runner import INTERPRETER, SIZES, Disagreement, Way, compare, cpu_ways, kept, kernel_of, runs_on

import wavedialect as wd
from wavedialect.driver.optimization import optimizations

O0 = {"opt_level": 0}
O1 = {"opt_level": 1}
O2 = {"opt_level": 2}
SPECIALIZED = {"opt_level": 1, "enable": ("specialize",)}


def all_of_them() -> dict[str, Any]:
    """Every optimization, also those that run only where they are asked for."""
    return {"opt_level": 2, "enable": requested()}


def kernels_of(seed: int) -> tuple[RandomKernel, RandomKernel]:
    """The kernels of that seed."""
    return kernel_of(seed), generate_for_optimizer(seed)


def fired(kernel: Any, **options: Any) -> set[str]:
    """The optimizations that do something on the kernel, by what they remark; all of them are tried without options."""
    remarks = kernel.compile(**(options or all_of_them())).remarks
    said = (remark.partition(" remark: wave-")[2] for remark in remarks)
    return {name for name, colon, _ in (text.partition(": ") for text in said) if colon and "(missed)" not in name}


def compare_levels(
    random_kernel: RandomKernel, kernel: Any, wave_size: int, device: Any, *levels: dict[str, Any]
) -> None:
    """The kernel on the device, as it is written and at these levels, and on the interpreter."""
    plain = Way(device, O0)
    compare(random_kernel, kernel, wave_size, INTERPRETER, plain)
    for level in levels:
        way = Way(device, level)
        try:
            compare(random_kernel, kernel, wave_size, plain, way)
        except Exception as error:
            raise Disagreement(f"{error}\n{guilty(random_kernel, kernel, wave_size, plain, way)}") from error


def guilty(random_kernel: RandomKernel, kernel: Any, wave_size: int, plain: Way, way: Way) -> str:
    """Without which optimization both ways agree."""
    found = []
    for name in optimizations():
        without = Way(way.device, {**way.options, "disable": (name,)})
        try:
            compare(random_kernel, kernel, wave_size, plain, without)
        except Exception:  # noqa: BLE001 - what still fails is not this one's fault, whatever it is.
            continue
        found.append(name)
    return f"without {' or '.join(found)} it agrees" if found else "no optimization alone is what makes it differ"


def compare_on_cpu(random_kernel: RandomKernel, sizes: tuple[int, ...] = SIZES) -> set[str]:
    """One kernel at these wave sizes; what was optimized."""
    seed = random_kernel.seed
    kernel = random_kernel.load()
    of_it = fired(kernel)
    everywhere = (O2, SPECIALIZED) if "specialize" in of_it else (O2,)
    for size in sizes:
        compare_levels(random_kernel, kernel, size, "cpu", *everywhere)
    size = sizes[seed % len(sizes)]
    compare_levels(random_kernel, kernel, size, "cpu", O1, all_of_them())
    for expected, way in cpu_ways(random_kernel, size):
        compare(random_kernel, kernel, size, expected, Way("cpu", {**way.options, **all_of_them()}))
    return of_it


def compare_on(random_kernel: RandomKernel, device: str) -> set[str]:
    """One kernel at the device's own wave size; what was optimized."""
    kernel = random_kernel.load()
    compare_levels(random_kernel, kernel, kernel.committed_wave_size(device), device, O1, O2, all_of_them())
    return fired(kernel)


def compare_on_dxil(random_kernel: RandomKernel, name: str) -> set[str]:
    """One kernel as containers for a shader model, at several wave sizes; what was optimized."""
    from dxil_device import SIZES, DXILDevice

    kernel = random_kernel.load()
    for size in SIZES:
        compare_levels(random_kernel, kernel, size, DXILDevice(name), O1, O2, all_of_them())
    return fired(kernel)


def compare_everything(random_kernel: RandomKernel, device: str) -> set[str]:
    """One kernel on the device, at all sizes that it has; what was optimized."""
    if device == "cpu":
        return compare_on_cpu(random_kernel)
    if device.startswith("dxil:"):
        return compare_on_dxil(random_kernel, device)
    return compare_on(random_kernel, device)


def main(start: int, count: int, device: str) -> int:
    """Compares the kernels of these seeds; the exit status is 1 where any differs."""
    sys.path.append(str(Path(__file__).parents[1] / "dxil"))
    warnings.simplefilter("ignore", wd.WaveWarning)
    counts: Counter[str] = Counter()
    agreed = failed = 0
    for seed in range(start, start + count):
        for random_kernel in kernels_of(seed):
            if not runs_on(random_kernel, device):
                continue
            # Named before it runs, so that a driver's crash can be laid to a kernel.
            print(f"{random_kernel.label}:", end=" ", flush=True)
            try:
                with kept(random_kernel, device, __file__):
                    of_it = compare_everything(random_kernel, device)
            except Disagreement as error:
                failed += 1
                print(f"FAILED {error}", flush=True)
            else:
                agreed += 1
                counts.update(of_it)
                print(f"agrees, optimized by {', '.join(sorted(of_it)) or 'none'}", flush=True)
    for name in optimizations():
        print(f"{name} did something on {counts[name]} of {agreed}")
    print(f"{agreed} agree, {failed} failed")
    return 1 if failed or not agreed else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]))
