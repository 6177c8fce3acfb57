"""What a warm dispatch costs the host, beside a plain loop of submissions in C++ of the same kernel, in turns in one
process: an empty kernel of one group with two arrays of the device, without waiting for it.

    .venv/bin/python benchmarks/launch.py [--devices cpu vulkan:llvmpipe]

A round is a burst of launches, of each in turn; waiting is not timed. `plain C++` is on Vulkan a program that records a
command buffer and submits it, on the CPU the call of the compiled kernel's `launch`; `runtime` is the launch by this
package's own classes in C++; `native call` is the part of a dispatch that is written in C++, called from Python: it reads
the arguments and launches. `beyond` is what a line takes beyond the plain loop.

On Vulkan a burst is submitted behind a kernel that takes some milliseconds, so that the driver's threads, which run kernels on
lavapipe, do not take the cores from the program that is measured; `--idle` leaves that kernel out.
"""

from __future__ import annotations

import argparse
import ctypes
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from cpu.table import print_columns
from launch_loops.loops import Loop, Missing, Submission

import wavedialect as wd
from wavedialect import u32
from wavedialect.runtime.placement import DEFAULT
from wavedialect.runtime.vulkan import VulkanDevice, settings

DEVICES = ("cpu", "vulkan:llvmpipe")
ELEMENTS = 64
# Fewer than the launches that a Vulkan device lets a program be ahead of it.
BURST = 64
BUSY_ROUNDS = 50_000


@wd.kernel(num_waves=1)
def empty(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    pass


@wd.kernel(num_waves=1)
def busy(out: wd.RWBuffer[u32], rounds: u32):
    value = u32(1)
    for i in range(rounds):
        for _ in wd.static_range(32):
            value = value * 1664525 + i
    out[wd.wave_lane_index()] = value


Run = Callable[[int, bool], float]
"""Makes so many launches, behind a busy kernel or not, and gives the nanoseconds of one."""


def python_run(device: wd.Device, arrays: list[Any], timed: bool) -> Run:
    """Dispatches from Python."""

    def run(launches: int, behind_busy: bool) -> float:
        if behind_busy:
            busy.dispatch(1, arrays[1], BUSY_ROUNDS, device=device)
        start = time.perf_counter_ns()
        for _ in range(launches):
            empty.dispatch(1, *arrays, device=device, timed=timed)
        spent = time.perf_counter_ns() - start
        device.wait()
        return spent / launches

    return run


def native_run(device: wd.Device, arrays: list[Any]) -> Run:
    """What a dispatch calls when it has found out what to launch."""
    program = empty._program(False)
    loaded = device.load(program, empty.committed_wave_size(device), False, DEFAULT)
    arguments, groups = tuple(arrays), (1, 1, 1)
    timed = (True,) if isinstance(device, VulkanDevice) else ()

    def run(launches: int, behind_busy: bool) -> float:
        if behind_busy:
            busy.dispatch(1, arrays[1], BUSY_ROUNDS, device=device)
        start = time.perf_counter_ns()
        for _ in range(launches):
            loaded.plain.launch(arguments, groups, *timed)
        spent = time.perf_counter_ns() - start
        device.wait()
        return spent / launches

    return run


def cpu_loops(arrays: list[np.ndarray]) -> list[tuple[str, Loop]]:
    """The launch of the compiled kernel from C++."""
    bundle = empty.compile("cpu")
    code = next(iter(bundle.files.values()))
    # Groups in x, y, z, waves, no table, the flag of launch(), waves, no checks, then the arrays.
    cells = [1, 1, 1, 1, 0, 0, 1, 0]
    for array in arrays:
        cells += [array.ctypes.data, array.size]
    block = (ctypes.c_uint64 * len(cells))(*cells)
    return [
        ("plain C++", Loop("cpu", code, ctypes.c_uint64(len(code)), block, ctypes.c_uint64(len(cells)))),
    ]


def vulkan_loops(device: VulkanDevice, timed: bool) -> list[tuple[str, Loop]]:
    """Plain Vulkan, and our runtime from C++."""
    loops = []
    for name, source in (("plain C++", "plain_vulkan"), ("runtime", "runtime_vulkan")):
        is_timed = timed and name == "runtime"
        given = submission_of(device, empty, [ELEMENTS] * 2, is_timed)
        before = submission_of(device, busy, [BUSY_ROUNDS, ELEMENTS], is_timed)
        loops.append((name, Loop(source, ctypes.byref(given), ctypes.byref(before))))
        # The loop reads its constants from there.
        loops[-1][1].kept = given, before
    return loops


def submission_of(device: VulkanDevice, kernel: wd.Kernel, constants: list[int], timed: bool) -> Submission:
    """A kernel as the device loads it, and the constants of its launch."""
    bundle = kernel.compile("spirv")
    size = kernel.committed_wave_size(device)
    values = {"wave_size": size, **settings(device.properties)}
    specialization = {field["id"]: values[name] for name, field in bundle.manifest["specialization"].items()}
    several = device.wave_sizes.smallest != device.wave_sizes.largest
    return Submission(
        bundle.manifest,
        bundle.module_at(size),
        np.array(constants, np.uint32).tobytes(),
        [4 * ELEMENTS] * len(bundle.manifest["bindings"]),
        specialization,
        int(device.name.partition(":")[2]),
        size if several else 0,
        timed,
    )


def runs_of(name: str) -> tuple[dict[str, Run], list[Loop]]:
    """What is timed on a device, by its name, and what has to be closed."""
    device = wd.open_device(name)
    values = np.ones(ELEMENTS, np.uint32)
    on_device = [wd.array(values, device=device), wd.empty(ELEMENTS, u32, device=device)]
    runs: dict[str, Run] = {}
    if isinstance(device, VulkanDevice):
        loops = vulkan_loops(device, timed=True)
        runs |= {label: loop.run for label, loop in loops}
        runs["Python, native call"] = native_run(device, on_device)
        runs["Python"] = python_run(device, on_device, timed=True)
        runs["Python, timed=False"] = python_run(device, on_device, timed=False)
    else:
        arrays = [values, np.empty_like(values)]
        loops = cpu_loops(arrays)
        runs |= {label: loop.run for label, loop in loops}
        runs["Python, native call"] = native_run(device, on_device)
        runs["Python"] = python_run(device, on_device, timed=True)
        runs["Python, NumPy arrays"] = python_run(device, arrays, timed=True)
    return runs, [loop for _, loop in loops]


def measure(name: str, rounds: int, idle: bool) -> list[list[str]]:
    """The lines of a device: median and least microseconds of a launch."""
    runs, loops = runs_of(name)
    times: dict[str, list[float]] = {label: [] for label in runs}
    behind_busy = not idle and name != "cpu"
    for run in runs.values():
        run(BURST, behind_busy)
    for _ in range(rounds):
        for label, run in runs.items():
            times[label].append(run(BURST, behind_busy) / 1e3)
    for loop in loops:
        loop.close()
    plain_median, plain_least = statistics.median(times["plain C++"]), min(times["plain C++"])
    lines = []
    for label, found in times.items():
        median, least = statistics.median(found), min(found)
        beyond = [f"{median - plain_median:.2f}", f"{least - plain_least:.2f}"] if label != "plain C++" else ["", ""]
        lines.append([name, label, f"{median:.2f}", f"{least:.2f}", *beyond])
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--devices", nargs="+", default=DEVICES, metavar="DEVICE", help=f"by default {DEVICES}")
    parser.add_argument("--rounds", type=int, default=300, help=f"each of {BURST} launches of each; 300 by default")
    parser.add_argument("--idle", action="store_true", help="on Vulkan, while the device has nothing else to do")
    parser.add_argument("--markdown", action="store_true", help="a table as in the documentation")
    options = parser.parse_args()
    lines = [["device", "launches from", "median us", "least us", "beyond, median", "beyond, least"]]
    for name in options.devices:
        try:
            lines += measure(name, options.rounds, options.idle)
        except (Missing, wd.DeviceError) as error:
            print(f"missing: {error}\n", file=sys.stderr)
    print(f"A launch of an empty kernel with two arrays, microseconds of the host; {options.rounds} rounds of {BURST}")
    print_columns(lines, options.markdown)
    return 0


if __name__ == "__main__":
    sys.exit(main())
