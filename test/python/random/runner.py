"""Runs random kernels on several devices and compares every byte of every buffer.

As a program, ``python runner.py START COUNT DEVICE``, it compares the device with the interpreter, the CPU at every wave
size, the executor of DXIL ("dxil:6.6:loops") at three, another device at its own, and prints a line a kernel. A process of
its own is what a driver may bring down, and what reads the driver's environment anew.

The text of a kernel is kept in a file until it has agreed, so that a failure and a crash leave theirs behind.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from generator import RandomKernel, generate
from thread_generator import generate_any_order, generate_threads

import wavedialect as wd

SIZES = (4, 8, 16, 32, 64, 128)


class Disagreement(AssertionError):
    """Two devices gave different results."""


@dataclass(frozen=True)
class Way:
    """One way to run a kernel: a device, and options of the dispatch."""

    device: Any
    options: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        name = self.device if isinstance(self.device, str) else self.device.name
        return f"{name} with {self.options}" if self.options else name


INTERPRETER = Way("interpreter")
UNCHECKED = ("unchecked", True)
"""The option of kernels whose accesses are all in bounds."""
CPU = Way("cpu")
COUNTED = {"emulate_group_index": True}
FORMS = ({"surplus_form": True}, COUNTED, {"surplus_form": True, **COUNTED})
"""What becomes of groups of waves for targets that cannot ask for a wave size, or do not number waves."""


def kernel_of(seed: int) -> RandomKernel:
    """Of four seeds two have groups of waves, one has groups of threads, and one is for threads in any order."""
    return (generate, generate_threads, generate, generate_any_order)[seed % 4](seed)


def cpu_ways(random_kernel: RandomKernel, wave_size: int) -> list[tuple[Way, Way]]:
    """Further ways to run a kernel on the CPU, each with what it has to agree with."""
    seed, threads = random_kernel.seed, random_kernel.num_threads
    more = 1 + seed % 3
    ways = [(CPU, Way("cpu", {"threads": 1})), (CPU, Way("cpu", {"threads": 2}))]
    if not threads:  # Counted in waves: the ones more return at once.
        return [*ways, (CPU, Way("cpu", {"extra_waves": more})), (CPU, Way("cpu", FORMS[seed // 2 % 3]))]
    ways.append((CPU, Way("cpu", COUNTED)))
    idle = {"extra_waves": (more, "idle")}
    ways.append((Way(wd.Interpreter(extra_waves=more)), Way("cpu", idle)))
    if random_kernel.any_order:
        shuffled = {"lane_order": ("shuffled", seed)}
        orders = [{"lane_order": "tiled"}, shuffled, {**shuffled, **idle}]
        if -(-threads // wave_size) + more <= threads:  # Each of the waves needs a thread.
            orders += [{"extra_waves": more}, {**shuffled, "extra_waves": more}]
        ways += [(INTERPRETER, Way("cpu", options)) for options in orders]
    return ways


def run(kernel: Any, random_kernel: RandomKernel, way: Way, wave_size: int) -> list[np.ndarray]:
    """The contents of all buffers after one dispatch."""
    arguments = random_kernel.arguments(wave_size)
    kernel.dispatch(random_kernel.groups, *arguments, device=way.device, wave_size=wave_size, **way.options)
    return random_kernel.settled([one for one in arguments if isinstance(one, np.ndarray)], wave_size)


def words(array: np.ndarray, way: Way) -> np.ndarray:
    """As bits: a NaN is equal to itself, and 0 is not -0, but for drivers of Vulkan, which may take one for the other."""
    if array.dtype.kind == "f" and isinstance(way.device, str) and way.device.startswith("vulkan"):
        array = array + array.dtype.type(0)
    return array.reshape(-1).view(f"u{array.itemsize}")


def difference(expected: list[np.ndarray], found: list[np.ndarray], first: Way, way: Way) -> str:
    """Says where the first two arrays that differ do so; empty where none does."""
    for number, (a, b) in enumerate(zip(expected, found, strict=True)):
        different = np.flatnonzero(words(a, way) != words(b, way))
        if different.size:
            place = int(different[0])
            return (
                f"array {number} differs in {different.size} of {a.size} elements, "
                f"first [{place}]: {first} has {a.flat[place]}, {way} has {b.flat[place]}"
            )
    return ""


def compare(random_kernel: RandomKernel, kernel: Any, wave_size: int, *ways: Way) -> None:
    """Runs it in all ways; the first one is what the others are compared with."""
    first, *others = ways
    expected = run(kernel, random_kernel, first, wave_size)
    for way in others:
        found = run(kernel, random_kernel, way, wave_size)
        if said := difference(expected, found, first, way):
            raise Disagreement(f"random kernel {random_kernel.label} at wave size {wave_size}: {said}")


def compare_on_cpu(seed: int) -> None:
    """The kernel of that seed at every wave size, and at one of them in further ways."""
    random_kernel = kernel_of(seed)
    with kept(random_kernel, "cpu"):
        kernel = random_kernel.load()
        for size in SIZES:
            compare(random_kernel, kernel, size, INTERPRETER, CPU)
        size = SIZES[seed // 4 % len(SIZES)]
        for expected, way in cpu_ways(random_kernel, size):
            compare(random_kernel, kernel, size, expected, way)


def compare_on(seed: int, device: str) -> int:
    """The kernel of that seed at the device's own wave size, which is returned."""
    random_kernel = kernel_of(seed)
    with kept(random_kernel, device):
        kernel = random_kernel.load()
        size = kernel.committed_wave_size(device)
        compare(random_kernel, kernel, size, INTERPRETER, Way(device))
    return size


def compare_on_dxil(seed: int, name: str) -> tuple[int, ...]:
    """The kernel of that seed as containers for a shader model, at several wave sizes, which are returned."""
    from dxil_device import SIZES, DXILDevice

    random_kernel = kernel_of(seed)
    with kept(random_kernel, name):
        kernel, device = random_kernel.load(), DXILDevice(name)
        for size in SIZES:
            compare(random_kernel, kernel, size, INTERPRETER, Way(device))
    return SIZES


def runs_on(random_kernel: RandomKernel, device: str) -> bool:
    """Whether the device takes the kernel, and gives what the interpreter does."""
    kind, *switches = device.split(":")
    if not random_kernel.runs_on_kind(kind):
        return False
    if kind == "dxil" and random_kernel.has_wide_atomics and int(switches[0].partition(".")[2]) < 6:
        return False
    # Where waves are counted, the order of their arrival is their order; CUDA gives the threads to lanes in their order.
    in_order = kind in ("cpu", "cuda") or kind == "dxil" and "reversed" not in switches
    return in_order or random_kernel.any_device_agrees


# What is left of failures.


def failures_folder() -> Path:
    """Where texts are kept: below ``build``, else in the temporary directory."""
    build = Path(__file__).resolve().parents[3] / "build"
    return (build if build.is_dir() else Path(tempfile.gettempdir()) / "wavedialect") / "random-kernels"


@contextlib.contextmanager
def kept(random_kernel: RandomKernel, device: str, program: str = __file__) -> Iterator[None]:
    """Keeps the text in a file, which is deleted if what is done meanwhile succeeds; else its path is in the error."""
    folder = failures_folder()
    folder.mkdir(parents=True, exist_ok=True)
    # Several processes may run one kernel, lavapipe at other wave sizes.
    file = folder / f"{random_kernel.label}-{device.replace(':', '-')}-{os.getpid()}.py"
    again = f"# Again: python {Path(program).name} {random_kernel.seed} 1 {device}\n"
    file.write_text(again + random_kernel.source)
    try:
        yield
    except Exception as error:
        said = f"{type(error).__name__}: {error}"
        with file.open("a") as text:
            text.writelines(f"# {line}\n" for line in ["", *said.splitlines()])
        raise Disagreement(f"{said}\nthe kernel is in {file}") from error
    file.unlink()


def main(start: int, count: int, device: str) -> int:
    """Compares the kernels of these seeds; the exit status is 1 where any differs."""
    sys.path.append(str(Path(__file__).parents[1] / "dxil"))
    warnings.simplefilter("ignore", wd.WaveWarning)
    agreed = failed = 0
    for seed in range(start, start + count):
        if not runs_on(kernel_of(seed), device):
            continue
        # Named before it runs, so that a driver's crash can be laid to a kernel.
        print(f"{seed}:", end=" ", flush=True)
        try:
            if device == "cpu":
                compare_on_cpu(seed)
                where = "every wave size"
            elif device.startswith("dxil:"):
                where = f"wave sizes {', '.join(map(str, compare_on_dxil(seed, device)))}"
            else:
                where = f"wave size {compare_on(seed, device)}"
        except Disagreement as error:
            failed += 1
            print(f"FAILED {error}", flush=True)
        else:
            agreed += 1
            print(f"agrees at {where}", flush=True)
    print(f"{agreed} agree, {failed} failed")
    return 1 if failed or not agreed else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]))
