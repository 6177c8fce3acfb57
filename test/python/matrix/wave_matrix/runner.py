"""Runs the matrix, or a part of it, on the interpreter, the CPU, Vulkan, CUDA and the executor of DXIL, and prints a table
and what failed.

    python test/python/matrix/run.py                          all of it, on the interpreter, the CPU and lavapipe
    python test/python/matrix/run.py --sample 400 --seed 7    so many cases, chosen by the seed
    python test/python/matrix/run.py --device interpreter --wave-size 8 64 --intrinsic wave_match --type float3
    python test/python/matrix/run.py --device dxil:6.0 dxil:6.10:loops      as containers for these shader models

Each device and wave size of a driver has processes of its own: lavapipe reads the width of its waves when it is loaded,
and a driver may bring a process down. A kernel during which that happens has failed, and the others go on.
"""

from __future__ import annotations

import argparse
import base64
import collections
import json
import os
import pickle
import random
import re
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import wavedialect as wd

from .atomics import atomic_kernels
from .elements import BYTES, ELEMENTS, SIZES
from .execution import DXIL, Failure, Outcome, open_device, run
from .kernels import all_cases, pack
from .memory_kernels import memory_kernels
from .recording import record, write
from .thread_kernels import thread_kernels

ALL_SIZES = (4, 8, 16, 32, 64, 128)
DXIL_SIZES = (4, 32, 64)
LAVAPIPE_SIZES = (4, 8, 16)
LAVAPIPE = "vulkan:llvmpipe"
HANGS_AFTER = 120
"""Seconds for one kernel; a driver that takes longer hangs."""


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--intrinsic", nargs="+", metavar="NAME", help="operations with these names")
    parser.add_argument("--family", nargs="+", help="wave, function, operator, conversion, memory, atomic, threads")
    parser.add_argument("--type", nargs="+", metavar="TYPE", help="f32, float3, ...; `f32` is the scalar alone")
    parser.add_argument("--element", nargs="+", metavar="TYPE", help="scalars and vectors of these")
    parser.add_argument("--scenario", nargs="+", metavar="TEXT", help="scenarios whose names contain this")
    parser.add_argument("--wave-size", nargs="+", type=int, metavar="N")
    parser.add_argument(
        "--device",
        nargs="+",
        default=["interpreter", "cpu", "lavapipe"],
        help="interpreter, interpreter:shuffled, cpu, cpu:retiring, lavapipe, vulkan, cuda, dxil:6.0 to dxil:6.10",
    )
    parser.add_argument("--seed", type=int, default=0, help="of the data, and of the sample")
    parser.add_argument("--sample", type=int, metavar="N", help="about N cases, chosen by the seed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--driver-jobs", type=int, default=1, metavar="N", help="processes that share a GPU; default: 1"
    )
    parser.add_argument("--list", action="store_true", help="print the cases and stop")
    parser.add_argument("--failures", type=int, default=20, metavar="N", help="show so many failures in full")
    parser.add_argument("--json", type=Path, help="write all failures into this file")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write the kernels for one wave size, and stop")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


def every_kernel(options: argparse.Namespace) -> list[Any]:
    """The kernels that hold the cases which the options name."""

    def wanted(case: Any) -> bool:
        operation = case.operation
        return (
            (not options.intrinsic or operation.name in options.intrinsic)
            and (not options.family or operation.family in options.family)
            and (not options.type or case.type_name in options.type)
            and (not options.element or case.element.name in options.element)
            and (not options.scenario or any(text in case.scenario.name for text in options.scenario))
        )

    kernels: list[Any] = pack([case for case in all_cases() if wanted(case)], options.seed)
    kernels += [kernel for kernel in memory_kernels(options.seed) if wanted(kernel.case)]
    kernels += [kernel for kernel in atomic_kernels(options.seed) if wanted(kernel.case)]
    kernels += [kernel for kernel in thread_kernels(options.seed) if wanted(kernel.case)]
    return kernels


def kernels_of(options: argparse.Namespace) -> list[Any]:
    """The kernels to run, the same in every process."""
    kernels = every_kernel(options)
    if options.sample is None:
        return kernels
    random.Random(options.seed).shuffle(kernels)
    chosen, count = [], 0
    for kernel in kernels:
        if count >= options.sample:
            break
        chosen.append(kernel)
        count += len(kernel.cases)
    return chosen


@dataclass
class Work:
    """What one process does: every so-manyth kernel on one device at these wave sizes."""

    device: str
    wave_sizes: tuple[int, ...]
    part: int
    parts: int
    done: int = 0
    """Kernels of this part that have ended, well or not."""
    split: list[int] = field(default_factory=list)
    """Kernels whose cases run in a kernel each, because together they brought a process down; in the order of their happening."""

    def kernels(self, options: argparse.Namespace) -> list[Any]:
        """What this part runs, the same in every process."""
        kernels = kernels_of(options)[self.part :: self.parts]
        for number in self.split:
            kernels[number : number + 1] = [kernels[number].restricted([case]) for case in kernels[number].cases]
        return kernels

    @property
    def name(self) -> str:
        return f"{self.device} at {', '.join(map(str, self.wave_sizes))}"

    def environment(self) -> dict[str, str]:
        environment = dict(os.environ)
        environment["PYTHONPATH"] = os.pathsep.join([str(Path(wd.__file__).parents[1]), *sys.path])
        if self.device == LAVAPIPE:
            environment["LP_NATIVE_VECTOR_WIDTH"] = str(32 * self.wave_sizes[0])
            environment["LP_NUM_THREADS"] = "1"
        return environment


def plan(options: argparse.Namespace) -> list[Work]:
    """The processes to start."""
    works = []
    for device in options.device:
        if device.startswith(("interpreter", "cpu", DXIL)):
            possible = DXIL_SIZES if device.startswith(DXIL) and not options.wave_size else ALL_SIZES
            sizes = tuple(size for size in possible if not options.wave_size or size in options.wave_size)
            works += [Work(device, sizes, part, options.jobs) for part in range(options.jobs)] if sizes else []
        elif device == "lavapipe":
            for size in LAVAPIPE_SIZES:
                if not options.wave_size or size in options.wave_size:
                    works += [Work(LAVAPIPE, (size,), part, options.jobs) for part in range(options.jobs)]
        else:
            sizes = tuple(options.wave_size or [wd.open_device(device).wave_sizes.own])
            works += [Work(device, sizes, part, options.driver_jobs) for part in range(options.driver_jobs)]
    return works


# The process that does the work.


def work(options: argparse.Namespace) -> int:
    """Runs a part, a line a kernel on the standard output: before it runs, and what came of it."""
    warnings.simplefilter("ignore")
    job = Work(**json.loads(options.worker))
    device = open_device(job.device)
    kernels = job.kernels(options)
    for number in range(job.done, len(kernels)):
        print(f"start {number}", flush=True)
        outcome = run(kernels[number], device, job.device, job.wave_sizes)
        print("done", base64.b64encode(pickle.dumps(outcome)).decode(), flush=True)
    return 0


# The process that starts the others.


@dataclass
class Summary:
    """Counts and failures of a whole run."""

    cases: collections.Counter = field(default_factory=collections.Counter)
    """Dispatched cases by (operation, element with size)."""
    failures: list[Failure] = field(default_factory=list)
    refused: collections.Counter = field(default_factory=collections.Counter)
    """Cases that a device's shader model lacks, by device."""
    seconds: dict[str, float] = field(default_factory=lambda: collections.defaultdict(float))
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, kernel: Any, works: Work, outcome: Outcome, seconds: float) -> None:
        with self.lock:
            for case in kernel.cases:
                self.cases[(case.operation.name, case.type_name)] += len(works.wave_sizes)
            self.failures += outcome.failures
            self.refused[works.device] += outcome.refused
            self.seconds[works.name] += seconds


def supervise(job: Work, options: argparse.Namespace, arguments: list[str], summary: Summary) -> None:
    """Starts the process of a part, and starts it again behind a kernel that brought it down."""
    kernels = job.kernels(options)
    while job.done < len(kernels):
        spec = json.dumps(vars(job))
        command = [sys.executable, str(Path(__file__).parents[1] / "run.py"), *arguments, "--worker", spec]
        process = subprocess.Popen(
            command, env=job.environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        trouble: list[str] = []
        reader = threading.Thread(target=trouble.extend, args=(process.stderr,), daemon=True)
        reader.start()
        start = time.monotonic()
        for line in _lines(process):
            if line.startswith("start "):
                start = time.monotonic()
            elif line.startswith("done "):
                outcome = pickle.loads(base64.b64decode(line[5:]))
                summary.add(kernels[job.done], job, outcome, time.monotonic() - start)
                job.done += 1
        status = process.wait()
        reader.join(1)
        if job.done < len(kernels) and len(kernels[job.done].cases) > 1:
            job.split.append(job.done)
            kernels = job.kernels(options)
        elif job.done < len(kernels):
            kernel = kernels[job.done]
            why = (
                f"the process ended with {status} in a kernel of {len(kernel.cases)} cases: {''.join(trouble)[-2000:]}"
            )
            failures = [
                Failure(
                    str(case), case.operation.name, case.type_name, case.scenario.name, job.device,
                    job.wave_sizes[0], why, source=kernel.source,
                )
                for case in kernel.cases
            ]  # fmt: skip
            outcome = Outcome(len(failures), failures)
            summary.add(kernel, job, outcome, time.monotonic() - start)
            job.done += 1


def _lines(process: subprocess.Popen) -> Iterator[str]:
    """The lines of a process; it is ended when none comes for too long."""
    timer = threading.Timer(HANGS_AFTER, process.kill)
    timer.start()
    for line in process.stdout:
        timer.cancel()
        timer = threading.Timer(HANGS_AFTER, process.kill)
        timer.start()
        yield line
    timer.cancel()


def run_all(options: argparse.Namespace, arguments: list[str]) -> Summary:
    summary = Summary()
    waiting = plan(options)
    lock = threading.Lock()

    def serve() -> None:
        while True:
            with lock:
                if not waiting:
                    return
                job = waiting.pop(0)
            supervise(job, options, arguments, summary)

    threads = [threading.Thread(target=serve) for _ in range(options.jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return summary


def table(summary: Summary) -> list[str]:
    """Operations down, types across: how many dispatched cases, and how many of them failed."""
    failed = collections.Counter((failure.operation, failure.type) for failure in summary.failures)
    elements = [*BYTES, *ELEMENTS.values()]
    of_element = {element.named(size): element.name for element in elements for size in SIZES}
    counts: collections.Counter = collections.Counter()
    wrong: collections.Counter = collections.Counter()
    for (operation, type_), count in summary.cases.items():
        counts[(operation, of_element[type_])] += count
        wrong[(operation, of_element[type_])] += failed[(operation, type_)]
    lines = [f"| operation | {' | '.join(map(str, elements))} |", "| --- |" + " ---: |" * len(elements)]
    for operation in dict.fromkeys(name for name, _ in summary.cases):
        cells = []
        for element in elements:
            count, bad = counts[(operation, element.name)], wrong[(operation, element.name)]
            cells.append("" if not count else f"{count}, {bad} FAILED" if bad else str(count))
        lines.append(f"| {operation} | " + " | ".join(cells) + " |")
    return lines


def reasons(failures: list[Failure]) -> list[str]:
    """What went wrong how often, without the names of kernels and variables."""
    counts: collections.Counter = collections.Counter()
    examples: dict[str, Failure] = {}
    for failure in failures:
        reason = re.sub(r"<matrix kernel [^>]*>:\d+:\d+: |in_\w+|out_\w+|x_\w+|\d+", "", failure.why.split("\n")[0])[
            :150
        ]
        counts[reason] += 1
        examples.setdefault(reason, failure)
    return [
        f"{count} times: {reason} (first: {examples[reason].case}, {examples[reason].device})"
        for reason, count in counts.most_common(40)
    ]


def main(arguments: list[str] | None = None) -> int:
    arguments = sys.argv[1:] if arguments is None else arguments
    options = parse(arguments)
    if options.worker:
        return work(options)
    kernels = kernels_of(options)
    if options.list:
        for kernel in kernels:
            for case in kernel.cases:
                print(case)
        return 0
    if options.record:
        recordings = [record(kernel, (options.wave_size or [32])[0]) for kernel in kernels if kernel.recordable]
        write(options.record, recordings)
        print(f"{sum(len(recording.names) for recording in recordings)} cases in {options.record}")
        return 0
    cases = sum(len(kernel.cases) for kernel in kernels)
    jobs = plan(options)
    print(
        f"{cases} cases in {len(kernels)} kernels, seed {options.seed}; {', '.join(dict.fromkeys(j.name for j in jobs))}"
    )
    start = time.monotonic()
    summary = run_all(options, arguments)
    print("\n".join(table(summary)))
    for failure in summary.failures[: options.failures]:
        print(f"\n{failure}")
    print("\n".join(["", *reasons(summary.failures)]))
    if options.json:
        options.json.write_text(json.dumps([vars(failure) for failure in summary.failures], indent=1))
    for device, count in summary.refused.items():
        if count:
            print(f"{device}: {count} refused, which need a later shader model")
    for name, seconds in summary.seconds.items():
        print(f"{name} lanes: {seconds:.1f} s")
    ran = sum(summary.cases.values())
    expected = sum(len(job.wave_sizes) * len(kernel.cases) for job in jobs for kernel in kernels[job.part :: job.parts])
    wrong = len({(f.case, f.device, f.wave_size) for f in summary.failures}) + expected - ran
    print(f"{time.monotonic() - start:.0f} s, seed {options.seed}: {ran - wrong} passed, {wrong} failed")
    return 1 if wrong or not ran else 0
