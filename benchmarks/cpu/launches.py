"""What launches cost on the CPU: the first one of each kernel in a fresh process, and a warm one on tiny arrays."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import wavedialect as wd
from wavedialect import extensions
from wavedialect.frontends.python import frontend
from wavedialect.ir import printer

from . import kernels
from .cases import CASES
from .table import print_columns

DEVICE = "cpu"
STAGES = ("front end", "text", "compile", "load")


class Stopwatch:
    """Milliseconds that were spent in functions, by name. The functions are replaced where their callers find them."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = dict.fromkeys(STAGES, 0.0)

    def watch(self, name: str, owner: Any, function: str) -> None:
        called: Callable[..., Any] = getattr(owner, function)

        def timed(*arguments: Any, **keywords: Any) -> Any:
            start = time.perf_counter()
            result = called(*arguments, **keywords)
            self.spent[name] += (time.perf_counter() - start) * 1e3
            return result

        setattr(owner, function, timed)


# --- The first launch ------------------------------------------------------------


def first_launch(case_name: str, kernel_name: str, lanes: int) -> dict[str, float]:
    """In a fresh process: the milliseconds of a kernel's first dispatch beyond those of a warm one, and of the stages in
    it. The device was opened before, and the arrays exist."""
    wd.open_device(DEVICE)
    case = CASES[case_name](small=True)
    arrays = {**case.inputs, **case.outputs}
    launch = next(launch for launch in case.launches(lanes) if launch.kernel.name == kernel_name)
    arguments = [arrays[a] if isinstance(a, str) else a for a in launch.arguments]
    stopwatch = Stopwatch()
    stopwatch.watch("front end", frontend, "build_module")
    stopwatch.watch("text", printer, "print_module")
    stopwatch.watch("compile", extensions.native(), "compile")
    stopwatch.watch("load", extensions.native(), "CPUKernel")
    times = []
    for _ in range(6):
        start = time.perf_counter()
        launch.kernel.dispatch(launch.groups, *arguments, device=DEVICE, wave_size=lanes)
        times.append((time.perf_counter() - start) * 1e3)
    beyond = times[0] - statistics.median(times[1:])
    return {**stopwatch.spent, "rest": beyond - sum(stopwatch.spent.values()), "all": beyond}


def print_first_launches(names: list[str], sizes: list[int], rounds: int, markdown: bool) -> None:
    """A line a kernel, without its code in the cache on disk and with it: medians."""
    lines = [["kernel", "wave size", "cache", *STAGES, "rest", "all", "least"]]
    for name in names:
        for kernel in CASES[name].kernels():
            possible = [size for size in sizes if size in kernel.wave_sizes(DEVICE)]
            lanes = possible[0] if possible else kernel.committed_wave_size(DEVICE)
            cold, warm = [], []
            for _ in range(rounds):
                with tempfile.TemporaryDirectory() as cache:
                    for found in (cold, warm):
                        found.append(_in_fresh_process(name, kernel.name, lanes, cache))
            for state, found in (("empty", cold), ("filled", warm)):
                medians = [statistics.median(one[stage] for one in found) for stage in (*STAGES, "rest", "all")]
                cells = [f"{value:.2f}" for value in (*medians, min(one["all"] for one in found))]
                lines.append([kernel.name, str(lanes), state, *cells])
    print(f"First launch in a fresh process, milliseconds: medians of {rounds}")
    print_columns(lines, markdown)


def _in_fresh_process(case: str, kernel: str, lanes: int, cache: str) -> dict[str, float]:
    done = subprocess.run(
        [sys.executable, "-m", "cpu.launches", case, kernel, str(lanes)],
        env={**os.environ, "WAVEDIALECT_CACHE_DIR": cache},
        cwd=Path(__file__).resolve().parents[1],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


# --- Warm launches ---------------------------------------------------------------


def print_overhead(threads: int, launches: int, markdown: bool) -> None:
    """What a warm dispatch of an almost empty kernel costs, by the number of its groups and the kind of the arrays."""
    lines = [["groups", "threads", "arrays", "median us", "least us"]]
    lanes = kernels.touch.committed_wave_size(DEVICE)
    for groups in (1, 64):
        values = np.ones(groups * lanes, np.uint32)
        of_device = wd.array(values, device=DEVICE)
        for used in dict.fromkeys((1, threads)):
            for kind, array, copied in (
                ("NumPy", values, np.empty_like(values)),
                ("device", of_device, wd.empty(values.shape, np.uint32, device=DEVICE)),
            ):
                times = []
                for _ in range(launches):
                    start = time.perf_counter_ns()
                    kernels.touch.dispatch(groups, array, copied, device=DEVICE, threads=used)
                    times.append(time.perf_counter_ns() - start)
                np.testing.assert_array_equal(copied, values)
                cells = [f"{value / 1e3:.2f}" for value in (statistics.median(times), min(times))]
                lines.append([str(groups), str(used), kind, *cells])
    print(f"A warm dispatch with two small arrays at wave size {lanes}, microseconds of {launches} launches")
    print_columns(lines, markdown)


if __name__ == "__main__":
    print(json.dumps(first_launch(sys.argv[1], sys.argv[2], int(sys.argv[3]))))
