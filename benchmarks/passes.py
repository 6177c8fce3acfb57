"""What the optimizer does to kernels, on one device: each kernel as one writes it and as an expert does, both without
optimizing and at -O2, and in GLSL through glslang and `spirv-opt -O`, on the same arrays, in turns.

    benchmarks/passes --device vulkan --size 28 [--cases append] [--sweep] [--json FILE]
                      [--into docs/optimizer-measurements.md --section gpu]
    benchmarks/passes --save words.zip         and, on a machine without a compiler,
    PYTHONPATH=python python3 benchmarks/passes.py --words words.zip --device vulkan --size 28

A run is timed by the device itself. In each turn a form runs three times back to back, of which the first is not timed; what
a kernel counts in is cleared between two runs by another kernel. All results are checked against NumPy.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from expert.appending import Append, AppendByWave, Compaction
from expert.cases import Case, Way
from expert.copying import Copy, CopyVectors
from expert.devices import FILL, CPUPlace, Place, VulkanPlace
from expert.examples import EXAMPLES
from expert.measuring import FORMS, SWEPT_FORMS, Bench, Measured, best
from expert.modules import Archive, Compiler, Options, save
from expert.one_address import Bits, Count, Greatest, Sum
from expert.one_wave import LightList, Scale, Transpose, Uniform
from expert.sweeping import sweep
from expert.tiles import TileAtomics, TileMinMax, TilesSideBySide
from tables import Table, put_into

import wavedialect as wd

CASES: dict[str, type[Case]] = {
    case.name: case
    for case in (
        *(Copy, CopyVectors, Append, AppendByWave, Compaction, TileMinMax, TileAtomics, TilesSideBySide),
        *(Count, Sum, Greatest, Bits, LightList, Uniform, Scale, Transpose),
    )
}
EXAMPLE_CASES: dict[str, type[Case]] = {case.name: case for case in EXAMPLES}
RATIOS = (("naive -O2", "naive"), ("naive -O2", "expert"), ("expert -O2", "expert"), ("expert -O2", "GLSL"))


# --- Words for another machine -----------------------------------------------


def all_words(lanes: int) -> Iterator[tuple[Way, Options, int]]:
    """All that a run may ask for, on devices with maximal reconvergence and without."""
    for reconverging in (False, True):
        yield FILL, Options(0, False, reconverging), lanes
        for make in (*CASES.values(), *EXAMPLES):
            # The size says how many groups there are, and is in no kernel.
            case = make(1 << 20)
            for settings, forms in ((case.settings, FORMS), (case.swept, SWEPT_FORMS)):
                for row in case.rows(settings) if settings else ():
                    for form in forms.values() if row.waves * lanes <= 1024 else ():
                        options = Options(form.level, form.unchecked, reconverging, form.groups)
                        yield from ((way, options, lanes) for way in row.ways if form.fits(way))


# --- Tables --------------------------------------------------------------------


def number(value: float | None) -> str:
    return "" if value is None else f"{value:.3g}" if value < 1000 else f"{value:.0f}"


def table_of(rows: list[Measured], unit: str) -> Table:
    """Speeds by the medians, those of the least times in brackets, and ratios of the medians."""
    columns = [column for column in FORMS if any(row.times.get(column) for row in rows)]
    ratios = [pair for pair in RATIOS if set(pair) <= set(columns)]
    head = ["kernel", *columns, *(f"{mine} / {other}" for mine, other in ratios)]
    lines = []
    for row in rows:
        cells = [
            f"{number(row.speed(column))} ({number(row.speed(column, least=True))})" if row.times.get(column) else ""
            for column in columns
        ]
        lines.append([row.name, *cells, *(number(row.ratio(*pair)) for pair in ratios)])
    return Table(f"**{unit}**, by the median time (by the least), and ratios of medians.", head, lines)


def sweep_table(swept: dict[str, list[Measured]]) -> Table:
    """Of each case and form the best number of waves and of items a lane."""
    columns = [c for c in SWEPT_FORMS if any(row.times.get(c) for rows in swept.values() for row in rows)]
    lines = []
    for name, rows in swept.items():
        cells = [name]
        for column in columns:
            found = best(rows, column)
            cells.append(f"{number(found.speed(column))} at {found.waves}x{found.items}" if found else "")
        ours, theirs = best(rows, "expert -O2"), best(rows, "GLSL")
        ratio = theirs.median("GLSL") / ours.median("expert -O2") if ours and theirs else None
        lines.append([*cells, number(ratio)])
    title = "**The best of a sweep**, GB/s at waves a group x items a lane, and the ratio of the best times."
    return Table(title, ["kernel", *columns, "expert -O2 / GLSL"], lines)


@dataclass
class Run:
    """What was measured on a device."""

    title: str
    rows: list[Measured]
    swept: dict[str, list[Measured]]

    def tables(self) -> list[Table]:
        units = dict.fromkeys(row.unit for row in self.rows)
        tables = [table_of([row for row in self.rows if row.unit == unit], unit) for unit in units]
        return [*tables, sweep_table(self.swept)] if self.swept else tables

    @staticmethod
    def read(path: Path) -> Run:
        """What `--json` wrote."""
        run = json.loads(path.read_text())
        swept = {name: [Measured(**row) for row in rows] for name, rows in run["swept"].items()}
        return Run(run["title"], [Measured(**row) for row in run["rows"]], swept)


def markers(section: str) -> tuple[str, str]:
    """Between which a page has the tables of a device."""
    return f"<!-- benchmarks/passes, {section} -->", f"<!-- end of benchmarks/passes, {section} -->"


# --- All of it -----------------------------------------------------------------


def open_place(options: argparse.Namespace) -> Place:
    if options.device == "cpu":
        return CPUPlace(options.wave_size)
    words = Archive(options.words) if options.words else Compiler()
    return VulkanPlace(options.device, options.wave_size, words)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("--device", default="vulkan", help="cpu, vulkan, vulkan:llvmpipe, ...; vulkan by default")
    parser.add_argument("--wave-size", type=int, help="the device's own by default")
    parser.add_argument("--size", type=int, default=20, help="how many elements, as a power of two; 20 by default")
    parser.add_argument("--check-size", type=int, default=18, help="of the arrays on which results are checked; 18")
    parser.add_argument("--cases", nargs="+", choices=[*CASES, *EXAMPLE_CASES], metavar="CASE",
                        help=f"which of {', '.join(CASES)}, and, named 'example 01', an example; all of the former by default")  # fmt: skip
    parser.add_argument("--examples", action="store_true", help="also the kernels of the examples, as they are")
    parser.add_argument(
        "--rounds", type=int, default=9, help="turns of each form, of two timed runs each; 9 by default"
    )
    parser.add_argument("--sweep", action="store_true", help="also the best number of waves and of items a lane")
    parser.add_argument("--sweep-rounds", type=int, default=4, help="turns of each form in a sweep; 4 by default")
    parser.add_argument(
        "--save", type=Path, metavar="FILE", help="write the compiled words into an archive, and run nothing"
    )
    parser.add_argument("--words", type=Path, metavar="FILE", help="run what `--save` wrote")
    parser.add_argument("--markdown", action="store_true", help="tables as in the documentation")
    parser.add_argument("--into", type=Path, metavar="PAGE", help="put the tables between the markers of this page")
    parser.add_argument("--section", default="gpu", help="which markers: gpu by default, lavapipe, cpu")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the nanoseconds of all runs there")
    parser.add_argument(
        "--read", type=Path, metavar="FILE", help="run nothing, print the tables of what `--json` wrote"
    )
    return parser.parse_args()


def main() -> int:
    options = parse_arguments()
    if options.save:
        lanes = options.wave_size or 32
        count = save(options.save, Compiler(), all_words(lanes))
        print(f"{count} modules in {options.save}")
        return 0
    if options.read:
        report(Run.read(options.read), options)
        return 0
    place = open_place(options)
    bench = Bench(place, 1 << options.size, 1 << options.check_size)
    bench = Bench(place, 1 << options.size, 1 << options.check_size)
    run = Run(f"{place.description}; 2^{options.size} elements, {options.rounds} rounds", [], {})
    print(f"{run.title}\n", flush=True)
    cases = CASES | EXAMPLE_CASES
    for name in options.cases or (cases if options.examples else CASES):
        for measured in bench.measure(cases[name], options.rounds):
            run.rows.append(measured)
            print(measured.name, *(f"{column} {number(measured.speed(column))}" for column in measured.times),
                  sep="; ", flush=True)  # fmt: skip
        if options.sweep and cases[name].swept:
            run.swept[name] = sweep(bench, cases[name], options.sweep_rounds)
    if options.json:
        options.json.write_text(json.dumps(dataclasses.asdict(run)))
    report(run, options)
    for reason in bench.missing:
        print(f"left out: {reason}")
    return 0


def report(run: Run, options: argparse.Namespace) -> None:
    """Prints the tables, and puts them where they are asked for."""
    tables = run.tables()
    print()
    for table in tables:
        print(table.markdown() if options.markdown else table.text())
    if options.into:
        lines = [f"{run.title}.", ""]
        for table in tables:
            lines += [*table.markdown().splitlines(), ""]
        put_into(options.into, *markers(options.section), lines)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (wd.WaveError, OSError) as error:
        sys.exit(f"error: {error}")
