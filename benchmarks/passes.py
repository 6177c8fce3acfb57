"""What the optimiser does to kernels, on one device: each kernel as one writes it and as an expert does, both without
optimising and at -O2, and in GLSL through glslang and `spirv-opt -O`, on the same arrays, in turns.

    benchmarks/passes --device vulkan --size 28 [--cases append] [--sweep] [--into docs/optimiser.md] [--json FILE]
    benchmarks/passes --save FOLDER         and, on a machine without a compiler,
    PYTHONPATH=python python3 benchmarks/passes.py --words FOLDER --device vulkan --size 28

A run is timed by the device itself. In each turn a form runs three times back to back, of which the first is not timed; what
a kernel counts in is cleared between two runs by another kernel. All results are checked against NumPy.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from expert.appending import Append, AppendByWave, Compaction
from expert.cases import Case, Way
from expert.copying import Copy
from expert.devices import FILL, CPUPlace, Place, VulkanPlace
from expert.measuring import COLUMNS, Bench, Measured, best, levels_of
from expert.modules import Compiler, Folder, Form, save
from expert.one_address import Bits, Count, Greatest, Sum
from expert.one_wave import LightList, Scale, Transpose
from expert.tiles import TileAtomics, TileMinMax, TilesSideBySide
from tables import Table, put_into

CASES: dict[str, type[Case]] = {
    case.name: case
    for case in (
        *(Copy, Append, AppendByWave, Compaction, TileMinMax, TileAtomics, TilesSideBySide),
        *(Count, Sum, Greatest, Bits, LightList, Scale, Transpose),
    )
}
RATIOS = (("naive -O2", "naive"), ("naive -O2", "expert"), ("expert -O2", "expert"), ("expert -O2", "GLSL"))


# --- Words for another machine -----------------------------------------------


def all_words(names: list[str], lanes: int, unchecked: bool) -> Iterator[tuple[Way, int, Form, int]]:
    """All that a run may ask for."""
    for reconverging in (False, True):
        form = Form(reconverging, unchecked)
        yield FILL, 0, form, lanes
        for name in names:
            # The size says how many groups there are, and is in no kernel.
            case = CASES[name](1 << 20)
            for row in case.rows(tuple(dict.fromkeys((*case.settings, *case.swept)))):
                if row.waves * lanes > 1024:
                    continue
                for way in row.ways:
                    for level in levels_of(way):
                        yield way, level, form, lanes


# --- Tables --------------------------------------------------------------------


def number(value: float | None) -> str:
    return "" if value is None else f"{value:.3g}" if value < 1000 else f"{value:.0f}"


def table_of(rows: list[Measured], unit: str) -> Table:
    """Speeds by the medians, those of the least times in brackets, and ratios of the medians."""
    columns = [column for column in COLUMNS if any(row.times.get(column) for row in rows)]
    ratios = [pair for pair in RATIOS if set(pair) <= set(columns)]
    head = ["kernel", *columns, *(f"{mine} / {other}" for mine, other in ratios)]
    lines = []
    for row in rows:
        cells = [
            f"{number(row.speed(column))} ({number(row.speed(column, least=True))})" if row.times.get(column) else ""
            for column in columns
        ]
        lines.append([row.row.name, *cells, *(number(row.ratio(*pair)) for pair in ratios)])
    return Table(f"**{unit}**, by the median time (by the least), and ratios of medians.", head, lines)


def sweep_table(swept: dict[str, list[Measured]]) -> Table:
    """Of each case and form the best number of waves and of items a lane."""
    columns = [c for c in COLUMNS if any(row.times.get(c) for rows in swept.values() for row in rows)]
    lines = []
    for name, rows in swept.items():
        cells = [name]
        for column in columns:
            found = best(rows, column)
            cells.append(
                f"{number(found.speed(column))} at {found.row.waves}x{found.row.items}" if found else ""
            )
        ours, theirs = best(rows, "expert -O2"), best(rows, "GLSL")
        ratio = theirs.median("GLSL") / ours.median("expert -O2") if ours and theirs else None
        lines.append([*cells, number(ratio)])
    title = "**The best of a sweep**, GB/s at waves a group x items a lane, and the ratio of the best times."
    return Table(title, ["kernel", *columns, "expert -O2 / GLSL"], lines)


def marker(place: str) -> tuple[str, str]:
    return f"<!-- benchmarks/passes, {place} -->", f"<!-- end of benchmarks/passes, {place} -->"


# --- All of it -----------------------------------------------------------------


def open_place(options: argparse.Namespace) -> Place:
    if options.device == "cpu":
        return CPUPlace(options.wave_size)
    words = Folder(options.words) if options.words else Compiler()
    return VulkanPlace(options.device, options.wave_size, words, options.unchecked)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("--device", default="vulkan", help="cpu, vulkan, vulkan:llvmpipe, ...; vulkan by default")
    parser.add_argument("--wave-size", type=int, help="the device's own by default")
    parser.add_argument("--size", type=int, default=20, help="how many elements, as a power of two; 20 by default")
    parser.add_argument("--check-size", type=int, default=16, help="of the arrays on which results are checked; 16")
    parser.add_argument("--cases", nargs="+", choices=CASES, default=list(CASES), metavar="CASE",
                        help=f"which of {', '.join(CASES)}; all by default")  # fmt: skip
    parser.add_argument("--rounds", type=int, default=9, help="turns of each form, of two timed runs each; 9 by default")
    parser.add_argument("--sweep", action="store_true", help="also the best number of waves and of items a lane")
    parser.add_argument("--sweep-rounds", type=int, default=4, help="turns of each form in a sweep; 4 by default")
    parser.add_argument("--unchecked", action="store_true", help="kernels without the bounds checks of buffers")
    parser.add_argument("--save", type=Path, metavar="FOLDER", help="write the compiled words there, and run nothing")
    parser.add_argument("--words", type=Path, metavar="FOLDER", help="run what `--save` wrote")
    parser.add_argument("--markdown", action="store_true", help="tables as in the documentation")
    parser.add_argument("--into", type=Path, metavar="PAGE", help="put the tables between the markers of this page")
    parser.add_argument("--as", dest="place", help="the markers' name for the device: gpu, lavapipe, cpu")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the nanoseconds of all runs there")
    return parser.parse_args()


def main() -> int:
    options = parse_arguments()
    if options.save:
        lanes = options.wave_size or 32
        count = save(options.save, Compiler(), all_words(options.cases, lanes, options.unchecked))
        print(f"{count} modules in {options.save}")
        return 0
    place = open_place(options)
    bench = Bench(place, 1 << options.size, 1 << options.check_size)
    print(f"{place.description}; 2^{options.size} elements, {options.rounds} rounds\n", flush=True)
    rows: list[Measured] = []
    swept: dict[str, list[Measured]] = {}
    for name in options.cases:
        for measured in bench.measure(CASES[name], options.rounds):
            rows.append(measured)
            print(measured.row.name, *(f"{column} {number(measured.speed(column))}" for column in measured.times),
                  sep="; ", flush=True)  # fmt: skip
        if options.sweep and CASES[name].swept:
            columns = ("naive -O2", "expert -O2", "GLSL")
            swept[name] = list(bench.measure(CASES[name], options.sweep_rounds, swept=True, columns=columns))
    tables = [table_of([row for row in rows if row.row.case.unit == unit], unit)
              for unit in dict.fromkeys(row.row.case.unit for row in rows)]  # fmt: skip
    if swept:
        tables.append(sweep_table(swept))
    report(options, place, tables, rows, swept, list(bench.missing))
    return 0


def report(
    options: argparse.Namespace,
    place: Place,
    tables: list[Table],
    rows: list[Measured],
    swept: dict[str, list[Measured]],
    missing: list[str],
) -> None:
    """Prints the tables, and puts them where they are asked for."""
    print()
    for table in tables:
        print(table.markdown() if options.markdown else table.text())
    for reason in missing:
        print(f"left out: {reason}")
    if options.json:
        everything = {
            "device": place.description,
            "size": options.size,
            "unchecked": options.unchecked,
            "rows": [as_json(row) for row in rows],
            "sweeps": {name: [as_json(row) for row in found] for name, found in swept.items()},
        }
        options.json.write_text(json.dumps(everything))
    if options.into:
        lines = [f"{place.description}; 2^{options.size} elements.", ""]
        for table in tables:
            lines += [*table.markdown().splitlines(), ""]
        put_into(options.into, *marker(options.place or options.device.partition(":")[0]), lines)


def as_json(measured: Measured) -> dict[str, object]:
    row = measured.row
    return {"case": row.case.name, "waves": row.waves, "items": row.items, "unit": row.case.unit,
            "work": row.case.work(), "ns": measured.times}  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
