"""What a warm dispatch costs the host, beside a plain loop of submissions in C++ of the same kernel, in turns in one
process: an empty kernel of one group with two arrays of the device, without waiting for it.

    .venv/bin/python benchmarks/launch.py [--devices cpu vulkan:llvmpipe]

A round is a burst of launches, of each in turn; the first ones, after the driver's threads had the caches, and waiting are not
timed. `plain C++` is on Vulkan a program that records a
command buffer and submits it, on the CPU the call of the compiled kernel's `launch`; `runtime` is the launch by this
package's own classes in C++; `native call` is the part of a dispatch that is written in C++, called from Python: it reads
the arguments and launches. `beyond` is what a line takes beyond the plain loop.

Lavapipe runs its kernels on threads of the program, which would take the cores from it while it is measured. So the driver's
threads have the program's core here, and run while the program waits, as if the kernels were elsewhere, on a GPU;
`--beside` lets them run on all cores meanwhile.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import statistics
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from cpu.table import print_columns
from launch_loops.loops import Loop, Missing, Submission

import wavedialect as wd
from wavedialect import u32
from wavedialect.backends.spirv.device import VulkanDevice, settings
from wavedialect.runtime.placement import DEFAULT

DEVICES = ("cpu", "vulkan:llvmpipe")
ELEMENTS = 64
# Together fewer than the launches that a Vulkan device lets a program be ahead of it.
WARM = 24
BURST = 40


@wd.kernel(num_waves=1)
def empty(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    pass


Run = Callable[[], float]
"""Makes a burst of launches, waits for it, and gives the nanoseconds of a launch."""


def burst_of(launch: Callable[[int], float], wait: Callable[[], None]) -> Run:
    """``launch`` makes so many launches and gives the nanoseconds of one."""

    def run() -> float:
        launch(WARM)
        spent = launch(BURST)
        wait()
        return spent

    return run


def python_run(device: wd.Device, arrays: list[Any], timed: bool) -> Run:
    """Dispatches from Python."""

    def run(launches: int) -> float:
        start = time.perf_counter_ns()
        for _ in range(launches):
            empty.dispatch(1, *arrays, device=device, timed=timed)
        return (time.perf_counter_ns() - start) / launches

    return burst_of(run, device.wait)


def native_run(device: wd.Device, arrays: list[Any]) -> Run:
    """What a dispatch calls when it has found out what to launch."""
    program = empty._program(False)
    loaded = device.load(program, empty.committed_wave_size(device), False, DEFAULT)
    arguments, groups = tuple(arrays), (1, 1, 1)
    timed = (True,) if isinstance(device, VulkanDevice) else ()

    def run(launches: int) -> float:
        start = time.perf_counter_ns()
        for _ in range(launches):
            loaded.plain.launch(arguments, groups, *timed)
        return (time.perf_counter_ns() - start) / launches

    return burst_of(run, device.wait)


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
        given = submission_of(device, is_timed)
        loops.append((name, Loop(source, ctypes.byref(given))))
        # The loop reads its constants from there.
        loops[-1][1].kept = given
    return loops


def submission_of(device: VulkanDevice, timed: bool) -> Submission:
    """The kernel as the device loads it, and the constants of its launch: the lengths of the arrays."""
    bundle = empty.compile("spirv")
    size = empty.committed_wave_size(device)
    values = {"wave_size": size, **settings(device.properties)}
    specialization = {field["id"]: values[name] for name, field in bundle.manifest["specialization"].items()}
    several = device.wave_sizes.smallest != device.wave_sizes.largest
    return Submission(
        bundle.manifest,
        bundle.module_at(size),
        np.full(2, ELEMENTS, np.uint32).tobytes(),
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
        runs |= {label: burst_of(loop.launch, loop.wait) for label, loop in loops}
        runs["Python, native call"] = native_run(device, on_device)
        runs["Python"] = python_run(device, on_device, timed=True)
        runs["Python, timed=False"] = python_run(device, on_device, timed=False)
    else:
        arrays = [values, np.empty_like(values)]
        loops = cpu_loops(arrays)
        runs |= {label: burst_of(loop.launch, loop.wait) for label, loop in loops}
        runs["Python, native call"] = native_run(device, on_device)
        runs["Python"] = python_run(device, on_device, timed=True)
        runs["Python, NumPy arrays"] = python_run(device, arrays, timed=True)
    return runs, [loop for _, loop in loops]


def keep_back_other_threads() -> None:
    """Has all other threads of this process run on the core of this one, when this one waits."""
    core = {next(iter(sorted(os.sched_getaffinity(0))))}
    for thread in map(int, os.listdir("/proc/self/task")):
        os.sched_setaffinity(thread, core)
        if thread != threading.get_native_id():
            os.sched_setscheduler(thread, os.SCHED_IDLE, os.sched_param(0))


def measure(name: str, rounds: int, beside: bool) -> list[list[str]]:
    """The lines of a device: median and least microseconds of a launch."""
    runs, loops = runs_of(name)
    times: dict[str, list[float]] = {label: [] for label in runs}
    for run in runs.values():
        run()
    if not beside and name != "cpu":
        keep_back_other_threads()
    for _ in range(rounds):
        for label, run in runs.items():
            times[label].append(run() / 1e3)
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
    parser = argparse.ArgumentParser(description="What a warm dispatch costs the host, beside loops in C++.")
    parser.add_argument("--devices", nargs="+", default=DEVICES, metavar="DEVICE", help=f"by default {DEVICES}")
    parser.add_argument("--rounds", type=int, default=300, help=f"each of {BURST} launches of each; 300 by default")
    parser.add_argument("--beside", action="store_true", help="let a driver's threads run meanwhile, on all cores")
    parser.add_argument("--markdown", action="store_true", help="a table as in the documentation")
    options = parser.parse_args()
    lines = [["device", "launches from", "median us", "least us", "beyond, median", "beyond, least"]]
    for name in options.devices:
        try:
            lines += measure(name, options.rounds, options.beside)
        except (Missing, wd.DeviceError) as error:
            print(f"missing: {error}\n", file=sys.stderr)
    if len(lines) == 1:
        return 1
    print(f"A launch of an empty kernel with two arrays, microseconds of the host; {options.rounds} rounds of {BURST}")
    print_columns(lines, options.markdown)
    return 0


if __name__ == "__main__":
    sys.exit(main())
