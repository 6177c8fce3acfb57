"""How fast kernels are on the CPU, beside other compilers that this machine has, in turns, on the same arrays.
`benchmarks/cpu/README.md` says what is measured.

    .venv/bin/python benchmarks/cpu.py [--kernels histogram] [--first-launch] [--overhead]
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable

from cpu.cases import CASES, Case
from cpu.executors import LAVAPIPE_LANES, Executor, LavapipeExecutor, Missing, WaveExecutor
from cpu.launches import print_first_launches, print_overhead
from cpu.peers import CppExecutor, IspcExecutor, NumbaExecutor, NumpyExecutor, PoclExecutor
from cpu.table import Row, Timing, print_sizes, print_table

import wavedialect as wd

SIZES = (4, 8, 16, 32, 64, 128)
# An executor that has spent so many seconds on a kernel leaves the other rounds out.
MOST_SECONDS = 5.0
# In runs as long as this it does not matter what another executor has left.
LONG_RUN = 0.2


# The widths at which ISPC compiles its functions.
ISPC_LANES = (8, 16)

Make = Callable[[argparse.Namespace], Executor]
PEERS: dict[str, list[Make]] = {
    "ISPC": [lambda o, lanes=lanes: IspcExecutor(lanes, o.threads, o.cpu) for lanes in ISPC_LANES],
    "C++": [lambda o: CppExecutor(o.threads, o.cpu)],
    "pocl": [lambda o: PoclExecutor(o.threads, o.cpu)],
    "Numba": [lambda o: NumbaExecutor(o.threads, o.cpu)],
    "NumPy": [lambda o: NumpyExecutor()],
    "lavapipe": [lambda o, lanes=lanes: LavapipeExecutor(lanes, o.threads, o.unchecked) for lanes in LAVAPIPE_LANES],
}
"""What makes the executors of a peer, one for each width."""


def make_ours(options: argparse.Namespace, lanes: int) -> Executor:
    arguments = {"threads": options.threads} if options.device == "cpu" else {}
    return WaveExecutor(options.device, lanes, unchecked=options.unchecked, **arguments)


def find_executors(options: argparse.Namespace) -> list[Executor]:
    """All that this machine has; the others are named."""
    makers: list[Make] = [lambda o, lanes=lanes: make_ours(o, lanes) for lanes in options.sizes or SIZES]
    for peer in options.peers:
        makers += PEERS[peer]
    found, missing = [], []
    for make in makers:
        try:
            found.append(make(options))
        except (Missing, wd.DeviceError) as error:
            missing.append(str(error))
    for reason in dict.fromkeys(missing):
        print(f"not there: {reason}\n")
    return found


def prepare(executor: Executor, case: Case) -> bool:
    """As the executor's; a wrong result says whose it is."""
    try:
        return executor.prepare(case)
    except AssertionError as error:
        error.add_note(f"the results of {executor.label} for {case.name}")
        raise


def measure(case: Case, executors: list[Executor], rounds: int) -> Row:
    """Checks every executor's results, then lets all run in turns."""
    ready = [executor for executor in executors if prepare(executor, case)]
    seconds: dict[Executor, list[float]] = {executor: [] for executor in ready}
    spent = dict.fromkeys(ready, 0.0)
    for _ in range(rounds):
        for executor in ready:
            if spent[executor] > MOST_SECONDS:
                continue
            taken = executor.run()
            spent[executor] += taken
            if taken < LONG_RUN:
                # It paid for what the others left, sleeping threads and a cache full of their data; the next counts.
                taken = executor.run()
                spent[executor] += taken
            seconds[executor].append(taken)
    for executor in ready:
        executor.release()
    timings = [Timing(executor.name, executor.lanes, tuple(taken)) for executor, taken in seconds.items() if taken]
    return Row(case.name, case.unit, case.work(), timings)


def check(names: list[str], executors: list[Executor]) -> None:
    """All executors, once, on small arrays."""
    for name in names:
        case = CASES[name](small=True)
        right = []
        for executor in executors:
            if prepare(executor, case):
                right.append(executor.label)
                executor.release()
        print(f"{name}: right on {', '.join(right)}", flush=True)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("--kernels", nargs="+", choices=CASES, default=list(CASES), metavar="KERNEL",
                        help=f"which of {', '.join(CASES)}; all by default")  # fmt: skip
    parser.add_argument("--sizes", nargs="+", type=int, choices=SIZES, metavar="SIZE",
                        help="our wave sizes, 4 to 128; the fastest counts. All that a kernel allows by default")  # fmt: skip
    parser.add_argument("--rounds", type=int, default=11, help="how often each is measured, in turns; 11 by default")
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)),
                        help="of each executor; as many as there are cores by default")  # fmt: skip
    parser.add_argument("--peers", nargs="*", choices=PEERS, default=list(PEERS), metavar="PEER",
                        help=f"which of {', '.join(PEERS)}; all that this machine has by default")  # fmt: skip
    parser.add_argument("--cpu", default="native",
                        help="the CPU that ours, ISPC, C++ and Numba compile for: native (the default) or x86-64-v3, say")  # fmt: skip
    parser.add_argument("--unchecked", action="store_true", help="kernels without the bounds checks of buffers")
    parser.add_argument("--each-size", action="store_true", help="also a line for each executor and wave size")
    parser.add_argument("--check", action="store_true", help="check the results on small arrays, and time nothing")
    parser.add_argument("--first-launch", action="store_true",
                        help="instead: what the first launch of each kernel costs, with an empty and a filled cache")  # fmt: skip
    parser.add_argument("--overhead", action="store_true", help="instead: what a warm launch costs")
    parser.add_argument("--markdown", action="store_true", help="tables as in the documentation")
    parser.add_argument("--device", default="cpu", help="what stands under `ours`; the interpreter for --check, say")
    return parser.parse_args()


def main() -> int:
    options = parse_arguments()
    if options.cpu != "native":
        os.environ["WAVEDIALECT_CPU"] = options.cpu
    if options.first_launch or options.overhead:
        if options.first_launch:
            print_first_launches(options.kernels, options.sizes or [], options.rounds, options.markdown)
        if options.overhead:
            print_overhead(options.threads, 5000, options.markdown)
        return 0
    executors = find_executors(options)
    try:
        if options.check:
            check(options.kernels, executors)
            return 0
        rows = []
        for name in options.kernels:
            if sys.stderr.isatty():
                print(f"{name:<20}", end="\r", file=sys.stderr, flush=True)
            rows.append(measure(CASES[name](), executors, options.rounds))
    finally:
        for executor in executors:
            executor.close()
    print(f"{options.threads} threads, {options.rounds} rounds: speed, wave size, median (least) time\n")
    there = {executor.name for executor in executors}
    print_table(rows, [peer for peer in options.peers if peer in there], options.markdown)
    if options.each_size:
        print()
        print_sizes(rows, options.markdown)
    return 0


if __name__ == "__main__":
    sys.exit(main())
