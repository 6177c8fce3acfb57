"""What compiling costs: of each kernel of the examples the time of each stage in this process, and time and memory of
`wave-translate` as a process, in turns with `glslangValidator` and `dxc` on the same kernel. Nothing is cached between two
compiles.

    benchmarks/compile [--rounds 30] [--targets spirv dxil] [--model 6.6] [--markdown] [--into docs/compile-speed.md]

`--into` puts the tables between the markers of a page.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from compilers import ours, peers, versions
from hlsl.kernels import NAMES, load_kernel, wave_size_of
from tables import Table, Times, put_into

from wavedialect.compiler.driver import native
from wavedialect.compiler.frontend import build_module
from wavedialect.compiler.options import CompileOptions, DXILOptions
from wavedialect.compiler.printer import print_module

BEGIN, END = "<!-- benchmarks/compile --markdown -->", "<!-- end of benchmarks/compile -->"


# --- In this process ---------------------------------------------------------


def milliseconds(function: Callable[[], object]) -> tuple[float, object]:
    start = time.perf_counter_ns()
    made = function()
    return (time.perf_counter_ns() - start) / 1e6, made


def one_compile(name: str, target: str, model: str) -> dict[str, float]:
    """Milliseconds of each stage of one compile."""
    kernel, compiler = load_kernel(name), native()
    build, module = milliseconds(lambda: build_module(kernel.function, kernel.attributes))
    print_, text = milliseconds(lambda: print_module(module))
    if target == "spirv":
        result = compiler.compile_spirv(text, CompileOptions().pipeline, False)
        (binary,) = (contents for file, contents in result.files if file.endswith(".spv"))
        validation, said = milliseconds(lambda: compiler.validate_spirv(binary))
        if said:
            sys.exit(f"{name}: {said}")
    else:
        options = DXILOptions(shader_model=model, wave_size=wave_size_of(kernel))
        result, validation = compiler.compile_dxil(text, options.pipeline), 0.0
    if not result.ok:
        sys.exit(f"{name}: {result.diagnostics[0].message}")
    steps = dict(result.times)
    words = steps["parse"] + steps["passes"] + steps["bytes"]
    # What it has of the bytes, once more and by itself.
    return {"front end": build, "text": print_, **steps, "validation": validation, "text to words": words}


def in_process(target: str, model: str, rounds: int) -> Table:
    """The median and the least time of each stage, of all kernels in turns."""
    taken: dict[str, list[dict[str, float]]] = {name: [] for name in NAMES}
    for name in NAMES:
        one_compile(name, target, model)
    for _ in range(rounds):
        for name in NAMES:
            taken[name].append(one_compile(name, target, model))
    steps = ["front end", "text", "context", "parse", "passes", "bytes", "validation", "text to words", "stages"]
    if target == "dxil":
        steps.remove("validation")
    rows = [[name, *(str(Times.of(round[step] for round in taken[name])) for step in steps)] for name in NAMES]
    what = "SPIR-V" if target == "spirv" else f"DXIL {model}"
    title = f"**{what} in process**, milliseconds of {rounds} compiles of each kernel in turns, median (least)."
    if target == "spirv":
        title += " The bytes are validated: that by itself is the next column."
    return Table(title, ["kernel", *steps], rows)


# --- As a process ------------------------------------------------------------


class Runs(NamedTuple):
    """What many runs of a command took."""

    times: Times
    mebibytes: float


def run_in_turns(commands: dict[str, list[str]], rounds: int) -> dict[str, Runs]:
    """Time and greatest resident memory of each command, run in turns, so that what else the machine does falls on
    all."""
    runner = [sys.executable, "-I", "-S", str(Path(__file__).with_name("processes.py"))]
    request = json.dumps([rounds, list(commands.values())])
    done = subprocess.run(runner, input=request, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr)
    runs = zip(*json.loads(done.stdout), strict=True)
    return {
        name: Runs(Times.of(time for time, _ in each), max(memory for _, memory in each) / 1024)
        for name, each in zip(commands, runs, strict=True)
    }


def as_processes(target: str, model: str, rounds: int) -> Table:
    """`wave-translate` and its peers."""
    measured: dict[str, dict[str, Runs]] = {}
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for name in NAMES:
            kernel, source = load_kernel(name), folder / f"{name}.mlir"
            source.write_text(print_module(build_module(kernel.function, kernel.attributes)))
            commands = {"wave-translate": ours(name, source, folder, target, model)}
            measured[name] = run_in_turns(commands | peers(name, folder, target, model), rounds)
    columns = list(dict.fromkeys(column for runs in measured.values() for column in runs))
    rows = []
    for name, runs in measured.items():
        cells = [
            f"{runs[column].times}, {runs[column].mebibytes:.0f} MiB" if column in runs else "" for column in columns
        ]
        mine, others = runs["wave-translate"], [runs[column] for column in columns[1:] if column in runs]
        ratio = ""
        if others:
            # The faster one, where it reads two languages.
            median = mine.times.median / min(other.times.median for other in others)
            least = mine.times.least / min(other.times.least for other in others)
            ratio = f"{median:.2f} ({least:.2f})"
        rows.append([name, *cells, ratio])
    what = "SPIR-V" if target == "spirv" else f"DXIL {model}"
    title = (
        f"**{what} as a process**, {rounds} runs in turns: milliseconds, median (least), and the greatest resident memory; "
        "the ratio is to the fastest of the others."
    )
    return Table(title, ["kernel", *columns, "ratio"], rows)


# --- All of it ---------------------------------------------------------------


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=30, help="how often each is measured, in turns")
    parser.add_argument("--targets", nargs="+", choices=("spirv", "dxil"), default=["spirv", "dxil"])
    parser.add_argument("--model", default="6.6", help="the shader model of DXIL")
    parser.add_argument("--markdown", action="store_true", help="print tables of Markdown")
    parser.add_argument("--into", type=Path, metavar="PAGE", help="put the tables between the markers of this page")
    options = parser.parse_args()
    tables = []
    for target in options.targets:
        for measure in (in_process, as_processes):
            tables.append(measure(target, options.model, options.rounds))
            if not options.into:
                print(tables[-1].markdown() if options.markdown else tables[-1].text(), flush=True)
    beside = f"Beside {', '.join(versions())}." if versions() else "No other compiler is installed here."
    if options.into:
        put_into(
            options.into,
            BEGIN,
            END,
            [line for table in tables for line in [*table.markdown().splitlines(), ""]] + [beside, ""],
        )
    else:
        print(beside)


if __name__ == "__main__":
    sys.exit(main())
