"""What `specialize` does to kernels whose waves have tasks of their own: what they execute, how large they are, and their
times on one device or several, with it and without, in turns.

    benchmarks/specialize --devices cpu vulkan:llvmpipe vulkan:nvidia --size 20 20 26 [--save FILE]
    benchmarks/specialize --read FILE --into docs/specialize.md --picture docs/specialize.png

Both forms are at optimization level 1, so that nothing else differs. Results are compared with NumPy's before they are timed.
Counts are of executions by the waves of one group's part at 32 lanes, and exact; instructions those of the whole module. A
time is the device's own, of a run whose arrays lie on the device already.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np
from tables import Table, put_into
from waves_apart.cases import CASES, PART, Case

import wavedialect as wd

FORMS = {"plain": (), "specialized": ("specialize",)}
LEVEL = 1
LANES = 32
BEGIN, END = "<!-- benchmarks/specialize -->", "<!-- end of benchmarks/specialize -->"


@dataclass
class Times:
    """Nanoseconds of each form of a case on a device."""

    case: str
    taken: dict[str, list[float]] = field(default_factory=lambda: {form: [] for form in FORMS})

    def median(self, form: str) -> float:
        return statistics.median(self.taken[form])

    def least(self, form: str) -> float:
        return min(self.taken[form])

    @property
    def ratio(self) -> float:
        """How many times as fast the specialized form is, by the least times, which nothing beside them made longer."""
        return self.least("plain") / self.least("specialized")


# --- Counts --------------------------------------------------------------------


def instructions(case: Case, enable: tuple[str, ...]) -> tuple[int, int]:
    """Of the SPIR-V module's functions, and of the DXIL function for 32 lanes."""
    spirv = case.kernel.compile("spirv", opt_level=LEVEL, enable=enable).stages["assembly"]
    body = spirv[spirv.index(" OpFunction ") :]
    bundle = case.kernel.compile("dxil", shader_model="6.6", wave_size=LANES, opt_level=LEVEL, enable=enable)
    dxil = bundle.stages["llvm"]
    lines = [
        line for line in dxil[dxil.index("define ") :].split("\n}", 1)[0].splitlines()[1:] if line.startswith("  ")
    ]
    return sum(" Op" in line for line in body.splitlines()), len(lines)


def shared_bytes(case: Case, enable: tuple[str, ...]) -> int:
    """Of groupshared memory."""
    passes = case.kernel.compile("spirv", opt_level=LEVEL, enable=enable).passes()
    found = [done.groupshared for done in passes if done.groupshared]
    return sum(size for _, _, _, size, _ in found[-1]) if found else 0


def counts_table() -> Table:
    """What each form executes and holds."""
    head = ["kernel", "form", "loads", "stores", "atomics", "barriers", "wave operations", "groupshared bytes",
            "SPIR-V instructions", "DXIL instructions"]  # fmt: skip
    rows = []
    for case in CASES:
        arrays = case.arrays(PART)
        for form, enable in FORMS.items():
            counts = case.kernel.count(
                case.groups(PART, LANES), *arrays, case.number(PART), wave_size=LANES, opt_level=LEVEL, enable=enable
            )
            executed = [f"{counts[kind].executions:,}" for kind in counts]
            held = [shared_bytes(case, enable), *instructions(case, enable)]
            rows.append([case.name, form, *executed, *map(str, held)])
    return Table(f"**Executions by waves** on {PART} words at {LANES} lanes, and the size of a module.", head, rows)


# --- Times -----------------------------------------------------------------------


def checked(case: Case, words: int, device: wd.Device, lanes: int) -> None:
    """Both forms are NumPy's."""
    for form, enable in FORMS.items():
        points, others, results = case.arrays(words)
        case.kernel.dispatch(
            case.groups(words, lanes), points, others, results, case.number(words),
            device=device, wave_size=lanes, opt_level=LEVEL, enable=enable,
        )  # fmt: skip
        if not case.is_right(points, others, results):
            sys.exit(f"{case.name}, {form}, {device.name}: the results are not NumPy's")


def measure(case: Case, words: int, device: wd.Device, rounds: int) -> Times:
    """Both forms in turns."""
    lanes = case.kernel.committed_wave_size(device)
    checked(case, 1 << 14, device, lanes)
    points, others, results = case.arrays(words)
    arrays = [wd.array(array, device=device) for array in (points, others, results)]
    times = Times(case.name)
    for turn in range(rounds + 1):
        for form, enable in FORMS.items() if turn % 2 else reversed(FORMS.items()):
            # What it counts in starts at 0, so that stores stay in bounds.
            arrays[2].copy_from(np.zeros_like(results))
            done = case.kernel.dispatch(
                case.groups(words, lanes), *arrays, case.number(words),
                wave_size=lanes, opt_level=LEVEL, enable=enable,
            )  # fmt: skip
            wd.synchronize(device)
            if turn:
                times.taken[form].append(done.elapsed_ns())
    return times


@dataclass
class Measured:
    """All cases on a device."""

    device: str
    """As it was asked for."""
    name: str
    """What it says that it is."""
    lanes: int
    size: int
    """Words, as a power of two."""
    rounds: int
    cases: list[Times]

    @staticmethod
    def on(device: str, size: int, rounds: int) -> Measured:
        """Measures."""
        opened = wd.open_device(device)
        cases = [measure(case, 1 << size, opened, rounds) for case in CASES]
        return Measured(device, opened.description, CASES[0].kernel.committed_wave_size(opened), size, rounds, cases)

    @staticmethod
    def read(path: Path) -> list[Measured]:
        """What `--save` wrote."""
        return [
            Measured(**{**device, "cases": [Times(**times) for times in device["cases"]]})
            for device in json.loads(path.read_text())
        ]

    def __str__(self) -> str:
        return f"`{self.device}`: {self.name}, {self.lanes} lanes, 2^{self.size} words, {self.rounds} rounds."


def times_table(measured: list[Measured]) -> Table:
    head = [
        "kernel",
        *(f"{one.device}, {form}" for one in measured for form in FORMS),
        *(f"{one.device}, ratio" for one in measured),
    ]
    rows = []
    for number, case in enumerate(CASES):
        found = [one.cases[number] for one in measured]
        spent = [f"{times.median(form) / 1e6:.3f} ({times.least(form) / 1e6:.3f})" for times in found for form in FORMS]
        rows.append([case.name, *spent, *(f"{times.ratio:.2f}" for times in found)])
    title = "**Milliseconds**: median (minimum), and the speed of the specialized form relative to the plain one, by the minima."
    return Table(title, head, rows)


# --- The picture -------------------------------------------------------------------


def draw(measured: list[Measured], path: Path) -> None:
    """Bars: how many times as fast each kernel becomes, on each device; the line is as fast as before."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 3.6), layout="constrained", dpi=110)
    axes = figure.add_subplot()
    width = 0.8 / len(measured)
    for number, one in enumerate(measured):
        places = [case + number * width for case in range(len(one.cases))]
        bars = axes.bar(places, [times.ratio for times in one.cases], width * 0.92, label=one.device)
        axes.bar_label(bars, fmt="%.2f", fontsize=7)
    axes.axhline(1, color="#444444", linewidth=0.8)
    axes.set_xticks([case + 0.4 - width / 2 for case in range(len(CASES))], [case.name for case in CASES])
    axes.set_ylabel("least time plain / specialized", fontsize=9)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, fontsize=8)
    figure.savefig(path)


# --- All of it -----------------------------------------------------------------------


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument(
        "--devices", nargs="+", default=["cpu"], help="cpu, vulkan, vulkan:llvmpipe, ...; cpu by default"
    )
    parser.add_argument(
        "--size", nargs="+", type=int, default=[20], choices=range(12, 29), metavar="POWER",
        help="how many words, as a power of two from 12 to 28, for all devices or each; 20 by default",
    )  # fmt: skip
    parser.add_argument("--rounds", type=int, default=9, help="timed turns of each form; 9 by default")
    parser.add_argument("--save", type=Path, metavar="FILE", help="write the nanoseconds of all runs there")
    parser.add_argument(
        "--read",
        nargs="+",
        type=Path,
        metavar="FILE",
        help="measure nothing, but take what `--save` wrote, as one table",
    )
    parser.add_argument("--into", type=Path, metavar="PAGE", help="put the tables between the markers of this page")
    parser.add_argument("--picture", type=Path, metavar="FILE", help="draw the ratios")
    options = parser.parse_args()
    if len(options.size) == 1:
        options.size *= len(options.devices)
    if len(options.size) != len(options.devices):
        parser.error("there is one size, or one for each device")
    if options.rounds < 1:
        parser.error("there is one round at least")
    return options


def main() -> int:
    options = parse_arguments()
    if options.read:
        measured = [one for path in options.read for one in Measured.read(path)]
    else:
        measured = [
            Measured.on(name, size, options.rounds) for name, size in zip(options.devices, options.size, strict=True)
        ]
    if options.save:
        options.save.write_text(json.dumps([asdict(one) for one in measured]))
    tables = [counts_table(), times_table(measured)]
    for table in tables:
        print(table.text())
    if options.picture:
        draw(measured, options.picture)
    if options.into:
        lines = [*(f"- {one}" for one in measured), ""]
        for table in tables:
            lines += [*table.markdown().splitlines(), ""]
        put_into(options.into, BEGIN, END, lines)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (wd.WaveError, OSError) as error:
        sys.exit(f"error: {error}")
