"""What operations across lanes cost on CUDA if some lanes of the wave do not take part: picoseconds of an operation with all 32
lanes and with 16 of them, and the ratio.

    .venv/bin/python benchmarks/gpu/cuda_lanes.py [--rounds 15] [--into docs/cuda-devices.md]

Each wave executes a chain in which an operation needs the result of the one before it, and one arithmetic operation. The GPU
has many more waves than it executes at a time, so that the figure is throughput: the time of a launch by the operations of all
its waves. The 16 lanes are the odd ones, which the compiler does not know. Results are compared with the interpreter's first.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE.parent)]

from tables import Table, Times, put_into  # noqa: E402  (after the path)

import wavedialect as wd  # noqa: E402
from wavedialect import f32, u32  # noqa: E402

BEGIN, END = "<!-- begin: lanes that do not take part -->", "<!-- end: lanes that do not take part -->"
WAVES, LANES = 8, 32
GROUPS = 4096
STEPS = 256
OPERATIONS: dict[str, tuple[Any, Any]] = {
    "`wave_active_sum` of u32": (wd.wave_active_sum, u32),
    "`wave_active_sum` of f32": (wd.wave_active_sum, f32),
    "`wave_active_min` of u32": (wd.wave_active_min, u32),
    "`wave_active_min` of f32": (wd.wave_active_min, f32),
    "`wave_active_product` of u32": (wd.wave_active_product, u32),
    "`wave_prefix_sum` of u32": (wd.wave_prefix_sum, u32),
    "`wave_prefix_sum` of f32": (wd.wave_prefix_sum, f32),
    "`wave_prefix_product` of f32": (wd.wave_prefix_product, f32),
    "`wave_read_lane_first` of u32": (wd.wave_read_lane_first, u32),
}
FORMS = ("all lanes", "odd lanes")


def kernels(operation: Callable[[Any], Any], element: Any) -> list[wd.Kernel]:
    """The chain with all lanes, and with those whose element of ``takes_part`` is not 0."""

    factor = 0.5 if element is f32 else 3

    @wd.func
    def next(value: element, lane: u32) -> element:
        return operation(value) * element(factor) + element(lane)

    @wd.kernel(num_waves=WAVES)
    def with_all(takes_part: wd.Buffer[u32], out: wd.RWBuffer[element], steps: u32):
        lane = wd.wave_lane_index()
        value = element(lane)
        for _ in range(steps):
            value = next(value, lane)
        if takes_part[lane] != 0:
            out[(wd.group_id().x * WAVES + wd.group_wave_index()) * LANES + lane] = value

    @wd.kernel(num_waves=WAVES)
    def with_some(takes_part: wd.Buffer[u32], out: wd.RWBuffer[element], steps: u32):
        lane = wd.wave_lane_index()
        if takes_part[lane] != 0:
            value = element(lane)
            for _ in range(steps):
                value = next(value, lane)
            out[(wd.group_id().x * WAVES + wd.group_wave_index()) * LANES + lane] = value

    return [with_all, with_some]


def check(name: str, kernel: wd.Kernel, element: Any, device: Any, odd: Any) -> None:
    """A few steps equal the interpreter's; sums and products of floats may round in another order."""
    got = wd.zeros(WAVES * LANES, element, device=device)
    wanted = np.zeros(WAVES * LANES, np.float32 if element is f32 else np.uint32)
    kernel.dispatch(1, odd, got, 3)
    kernel.dispatch(1, odd.numpy(), wanted, 3, device="interpreter", wave_size=LANES)
    if not np.allclose(got.numpy(), wanted, rtol=1e-5, atol=0, equal_nan=True):
        sys.exit(f"{name}: the results differ from the interpreter's")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--into", type=Path, metavar="PAGE", help="put the table between the markers of this page")
    options = parser.parse_args()
    device = wd.open_device("cuda")
    odd = wd.array(np.arange(LANES, dtype=np.uint32) % 2, device=device)
    runs: dict[tuple[str, str], Callable[[], float]] = {}
    for name, (operation, element) in OPERATIONS.items():
        out = wd.zeros(GROUPS * WAVES * LANES, element, device=device)
        for form, kernel in zip(FORMS, kernels(operation, element), strict=True):
            check(name, kernel, element, device, odd)

            def run(kernel: wd.Kernel = kernel, out: Any = out) -> float:
                done = kernel.dispatch(GROUPS, odd, out, STEPS, timed=True)
                return done.elapsed_ns() / (GROUPS * WAVES * STEPS)

            runs[name, form] = run
            run()
    taken: dict[tuple[str, str], list[float]] = {key: [] for key in runs}
    for _ in range(options.rounds):
        for key, run in runs.items():
            taken[key].append(run())
    rows = []
    for name in OPERATIONS:
        whole, part = (Times.of(taken[name, form]).median for form in FORMS)
        rows.append([name, f"{whole * 1000:.1f}", f"{part * 1000:.1f}", f"{part / whole:.2f}"])
    title = f"{device.description.partition(',')[0]}, {options.rounds} rounds, picoseconds of an operation of a wave, medians:"
    table = Table(title, ["operation", *FORMS, "ratio"], rows)
    print(table.text())
    if options.into is not None:
        put_into(options.into, BEGIN, END, [table.markdown()])
    return 0


if __name__ == "__main__":
    sys.exit(main())
