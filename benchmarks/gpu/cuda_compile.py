"""What a compile for CUDA costs in process: the append kernel of cuda_memory.py from Python to a kernel that is ready on the
GPU, step by step, and the same from the cache; beside it Triton's compile of its append kernel. Milliseconds.

    .venv/bin/python benchmarks/gpu/cuda_compile.py [--rounds 30] [--without-gpu] [--cpu] [--into docs/cuda-devices.md]

It needs the compiler. The driver's own cache is switched off. `--without-gpu` measures the steps that need no driver. `--into`
puts the table between the markers of a page.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

# The driver reads it when it is opened.
os.environ["CUDA_CACHE_DISABLE"] = "1"
HERE = Path(__file__).resolve().parent
sys.path += [str(HERE), str(HERE.parent)]

from expert.appending import append_by_group  # noqa: E402  (after the path)
from tables import Table, Times, put_into  # noqa: E402

import wavedialect as wd  # noqa: E402
from wavedialect.backends.ptx.device import bundle_of  # noqa: E402
from wavedialect.cache.store import STORE  # noqa: E402
from wavedialect.runtime.placement import DEFAULT  # noqa: E402

BEGIN, END = "<!-- begin: compiles for CUDA -->", "<!-- end: compiles for CUDA -->"
WAVES, ITEMS = 8, 8
BLOCK = 2048
LEAST = 3 << 30

clock = time.perf_counter_ns
Taken = dict[str, list[float]]
"""Milliseconds by line."""


def taking(taken: Taken, line: str, call: Callable[[], Any]) -> Any:
    """Adds the time of a call to a line; returns the result of the call."""
    start = clock()
    made = call()
    taken.setdefault(line, []).append((clock() - start) / 1e6)
    return made


def fresh(kernel: wd.Kernel) -> Any:
    """The kernel's program, as in a process that has not compiled it."""
    kernel._programs.clear()
    program = kernel._program(False)
    assert program.listing.text
    return program


def step_by_step(kernel: wd.Kernel, device: Any, taken: Taken) -> None:
    """A compile without the cache."""
    os.environ["WAVEDIALECT_CACHE"] = "0"
    start = clock()
    program = taking(taken, "Python to wave IR", lambda: fresh(kernel))
    bundle = taking(taken, "wave IR to PTX", lambda: bundle_of(program))
    taken.setdefault("both", []).append((clock() - start) / 1e6)
    if device is None:
        return
    # The bundle is kept in the program: the driver links and loads it.
    taking(taken, "the driver links and loads it", lambda: device.load(program, 32, False, DEFAULT))
    taken.setdefault("all, without the cache", []).append((clock() - start) / 1e6)
    assert bundle.manifest


def from_the_cache(kernel: wd.Kernel, device: Any, taken: Taken) -> None:
    """The same from the cache, which the warm-up has filled."""
    os.environ["WAVEDIALECT_CACHE"] = "1"

    def ready(place: str) -> None:
        start = clock()
        program = fresh(kernel)
        bundle_of(program)
        if device is not None:
            taking(taken, f"code of the GPU, from {place}", lambda: device.load(program, 32, False, DEFAULT))
        what = "PTX" if device is None else "all"
        taken.setdefault(f"{what}, from {place}", []).append((clock() - start) / 1e6)

    ready("memory")
    # As a new process finds it.
    STORE.clear()
    ready("the files of the cache")


def triton_compile(taken: Taken) -> Callable[[], None] | None:
    """A round of Triton's compile of its append kernel, for a new function each time; None without Triton."""
    os.environ["TRITON_ALWAYS_COMPILE"] = "1"
    os.environ["TRITON_CACHE_DIR"] = tempfile.mkdtemp()
    try:
        import torch
        import triton
        import triton_memory
    except ImportError as error:
        print(f"no Triton: {error}", file=sys.stderr)
        return None
    words = torch.zeros(BLOCK, dtype=torch.int32, device="cuda").view(torch.uint32)
    count, out = torch.zeros_like(words[:1]), torch.zeros_like(words)

    def round() -> None:
        function = triton.jit(triton_memory.append.fn)
        taking(
            taken,
            "Triton, to code of the GPU",
            lambda: function.warmup(words, count, out, LEAST, BLOCK=BLOCK, grid=(1,)),
        )

    return round


def main() -> int:
    parser = argparse.ArgumentParser(description="What a compile for CUDA costs in process.")
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--without-gpu", action="store_true", help="only the steps that need no driver")
    parser.add_argument("--into", type=Path, metavar="PAGE", help="put the table between the markers of this page")
    parser.add_argument("--cpu", action="store_true", help="CPU time of the process: for a machine with other load")
    options = parser.parse_args()
    if options.cpu:
        global clock
        clock = time.process_time_ns
    kernel = append_by_group(WAVES, ITEMS)
    device = None if options.without_gpu else wd.open_device("cuda")
    with tempfile.TemporaryDirectory() as cache:
        os.environ["WAVEDIALECT_CACHE_DIR"] = cache
        taken: Taken = {}
        triton = None if options.without_gpu else triton_compile(taken)
        for number in range(options.rounds + 1):
            step_by_step(kernel, device, taken)
            from_the_cache(kernel, device, taken)
            if triton is not None:
                try:
                    triton()
                except Exception as error:  # noqa: BLE001, a Triton with another interface
                    print(f"no Triton: {type(error).__name__}: {error}", file=sys.stderr)
                    triton = None
            if number == 0:
                # The first round opens and fills what later ones find.
                first = {line: times.copy() for line, times in taken.items()}
                taken.clear()
    place = "without a GPU" if device is None else device.description
    title = f"Append, {WAVES} waves x {ITEMS} items, {place}, {options.rounds} rounds, milliseconds{' of the CPU' if options.cpu else ''}:"
    rows = []
    for line, times in taken.items():
        found = Times.of(times)
        rows.append([line, f"{found.median:.2f}", f"{found.least:.2f}", f"{first[line][0]:.2f}"])
    table = Table(title, ["step", "median", "least", "first in the process"], rows)
    print(table.text())
    if options.into is not None:
        put_into(options.into, BEGIN, END, [table.markdown()])
    return 0


if __name__ == "__main__":
    sys.exit(main())
