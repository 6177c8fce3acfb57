"""What a run with checks costs: the kernels of `benchmarks/cpu`, watched, beside the plain runs on the same arrays.

    .venv/bin/python benchmarks/checker.py [--kernels histogram] [--sizes 16] [--rounds 3] [--markdown]

Plain runs have one thread and all of them; a run with checks has one. Memory is what races are found with, of one launch.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from typing import Any

import numpy as np
from cpu.cases import CASES, Case, Launch

import wavedialect as wd
from wavedialect.runtime.arguments import check_groups
from wavedialect.runtime.checks import CheckSettings
from wavedialect.runtime.placement import LaunchOptions

SIZES = (4, 8, 16, 32, 64, 128)


def run_plain(case: Case, lanes: int, threads: int | None) -> float:
    """Milliseconds of all launches of one run."""
    reset(case)
    start = time.perf_counter()
    for launch in case.launches(lanes):
        launch.kernel.dispatch(launch.groups, *arguments(case, launch), wave_size=lanes, threads=threads)
    return (time.perf_counter() - start) * 1e3


def run_checked(case: Case, lanes: int) -> tuple[float, int]:
    """The same with checks, and the most memory that a launch took to find races; an accusation ends it."""
    reset(case)
    milliseconds, shadow = 0.0, 0
    device: Any = wd.open_device("cpu")
    for launch in case.launches(lanes):
        program = launch.kernel._program(False)
        checked = program.signature.check(arguments(case, launch))
        groups = check_groups(launch.groups)
        run = device.check(program, lanes, LaunchOptions(), checked, groups, CheckSettings())
        if run.result.findings:
            raise SystemExit(f"{case.name} at {lanes} lanes: {run.result.findings[0].rule}")
        milliseconds += run.result.ns / 1e6
        shadow = max(shadow, run.result.shadow_bytes)
    return milliseconds, shadow


def arguments(case: Case, launch: Launch) -> list[Any]:
    """A launch's arguments, with arrays for their names."""
    arrays = {**case.inputs, **case.outputs}
    return [arrays[argument] if isinstance(argument, str) else argument for argument in launch.arguments]


def reset(case: Case) -> None:
    """Zeroes what a run adds to."""
    for name in case.zeroed:
        case.outputs[name][...] = 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kernels", nargs="+", help="names of kernels; all by default")
    parser.add_argument("--sizes", nargs="+", type=int, default=[16], help="wave sizes (16)")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--markdown", action="store_true", help="print a table for Markdown")
    options = parser.parse_args()

    rows, ratios = [], []
    for make in CASES.values():
        case = make()
        if options.kernels and case.name not in options.kernels:
            continue
        allowed = set(SIZES).intersection(*(kernel.wave_sizes("cpu") for kernel in case.kernels()))
        for lanes in sorted(allowed.intersection(options.sizes)):
            run_plain(case, lanes, 1), run_plain(case, lanes, None), run_checked(case, lanes)
            times = [
                (run_plain(case, lanes, 1), run_plain(case, lanes, None), *run_checked(case, lanes))
                for _ in range(options.rounds)
            ]
            one, every, watched, shadow = (statistics.median(column) for column in zip(*times, strict=True))
            ratios.append(watched / one)
            rows.append(
                (case.name, lanes, f"{one:.2f}", f"{every:.2f}", f"{watched:.2f}", f"{watched / one:.1f}")
                + (f"{shadow / 2**20:.1f}",)
            )
    header = ("kernel", "wave size", "plain, 1 thread", "plain, all", "checked", "to 1 thread", "MiB for races")
    table = [header, *rows]
    widths = [max(len(str(row[column])) for row in table) for column in range(len(header))]
    for number, row in enumerate(table):
        cells = [str(cell).ljust(width) for cell, width in zip(row, widths, strict=True)]
        print(f"| {' | '.join(cells)} |" if options.markdown else "  ".join(cells))
        if options.markdown and number == 0:
            print("|" + " --- |" * len(header))
    mean = math.exp(np.mean(np.log(ratios)))
    print(
        f"\nmilliseconds, median of {options.rounds}; {mean:.1f} times in the geometric mean, {max(ratios):.1f} at most"
    )


if __name__ == "__main__":
    main()
