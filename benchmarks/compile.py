"""What compiling costs: of each kernel of the examples the time of each stage in this process, and time and memory of
`wave-translate` and `wave-hlsl` as processes, in turns with `glslangValidator` and `dxc` on the same kernel. Nothing is
cached between two compiles.

    benchmarks/compile [--rounds 30] [--targets spirv dxil] [--model 6.6] [--markdown] [--into docs/compile-speed.md]
    benchmarks/compile --cpu                     processes by their CPU time, for a machine with other load
    benchmarks/compile --levels [--into docs/optimizer-measurements.md]      what the levels of optimization cost instead

`--into` puts the tables between the markers of a page.
"""

from __future__ import annotations

import argparse
import functools
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from compilers import ours, ours_of_hlsl, peers, shader_of, versions
from expert.appending import append_by_lane, compact_by_lane
from expert.tiles import tiles_by_atomics
from hlsl.kernels import NAMES, WAVE_SIZE, load_kernel, wave_size_of
from tables import Table, Times, put_into

import wavedialect as wd
from wavedialect.backends.cpu.options import CPUOptions
from wavedialect.backends.dxil.options import DXILOptions
from wavedialect.backends.spirv.options import SPIRVOptions
from wavedialect.driver.optimization import Optimization
from wavedialect.extensions import hlsl, native
from wavedialect.frontends.python.frontend import build_module
from wavedialect.ir.printer import print_module

BEGIN, END = "<!-- benchmarks/compile --markdown -->", "<!-- end of benchmarks/compile -->"
LEVELS_BEGIN, LEVELS_END = "<!-- benchmarks/compile --levels -->", "<!-- end of benchmarks/compile --levels -->"
LEVELS = (0, 1, 2)


# --- In this process ---------------------------------------------------------


def milliseconds(function: Callable[[], object]) -> tuple[float, object]:
    start = time.perf_counter_ns()
    made = function()
    return (time.perf_counter_ns() - start) / 1e6, made


def front_end_of_hlsl(name: str) -> float:
    """Milliseconds from the text that dxc reads to wave IR."""
    kernel = load_kernel(name)
    profile = "as_6_8" if kernel.attributes.stage == "amplification" else "cs_6_8"
    file, defines = str(shader_of(name)), [("WAVE_SIZE", str(WAVE_SIZE))]
    taken, result = milliseconds(lambda: hlsl().read(file, None, kernel.name, profile, defines, [], "2021", True))
    if not result.ok:
        sys.exit(f"{name}: {result.diagnostics[0].message}")
    return taken


def one_compile(name: str, target: str, model: str) -> dict[str, float]:
    """Milliseconds of each stage of one compile."""
    kernel, compiler = load_kernel(name), native()
    shader = front_end_of_hlsl(name)
    build, module = milliseconds(lambda: build_module(kernel.function, kernel.attributes))
    print_, text = milliseconds(lambda: print_module(module))
    if target == "spirv":
        result = compiler.compile(text, SPIRVOptions().pipeline, "spirv")
        (binary,) = (contents for file, contents in result.files if file.endswith(".spv"))
        validation, said = milliseconds(lambda: compiler.validate_spirv(binary))
        if said:
            sys.exit(f"{name}: {said}")
    else:
        options = DXILOptions(shader_model=model, wave_size=wave_size_of(kernel))
        result, validation = compiler.compile(text, options.pipeline, "dxil"), 0.0
    if not result.ok:
        sys.exit(f"{name}: {result.diagnostics[0].message}")
    steps = dict(result.times)
    words = steps["parse"] + steps["passes"] + steps["bytes"]
    # What it has of the bytes, once more and by itself.
    return {
        "HLSL": shader,
        "front end": build,
        "text": print_,
        **steps,
        "validation": validation,
        "text to words": words,
    }


def in_process(target: str, model: str, rounds: int) -> Table:
    """The median and the least time of each stage, of all kernels in turns."""
    taken: dict[str, list[dict[str, float]]] = {name: [] for name in NAMES}
    for name in NAMES:
        one_compile(name, target, model)
    for _ in range(rounds):
        for name in NAMES:
            taken[name].append(one_compile(name, target, model))
    steps = [
        "HLSL",
        "front end",
        "text",
        "context",
        "parse",
        "passes",
        "bytes",
        "validation",
        "text to words",
        "stages",
    ]
    if target == "dxil":
        steps.remove("validation")
    rows = [[name, *(str(Times.of(round[step] for round in taken[name])) for step in steps)] for name in NAMES]
    what = "SPIR-V" if target == "spirv" else f"DXIL {model}"
    title = f"**{what} in process**, milliseconds of {rounds} compiles of each kernel in turns, median (least)."
    if target == "spirv":
        title += " The bytes are validated: that by itself is the next column."
    return Table(title, ["kernel", *steps], rows)


# --- The levels of optimization ---------------------------------------------------


def at_level(text: str, kernel: wd.Kernel, target: str, model: str, level: int) -> float:
    """Milliseconds from the front end's text to bytes."""
    compiler, optimization = native(), Optimization(level)
    if target == "spirv":
        pipeline = SPIRVOptions(optimization=optimization).pipeline
        taken, result = milliseconds(lambda: compiler.compile(text, pipeline, "spirv", stages=False))
    elif target == "dxil":
        options = DXILOptions(shader_model=model, wave_size=wave_size_of(kernel), optimization=optimization)
        taken, result = milliseconds(lambda: compiler.compile(text, options.pipeline, "dxil", {"optimize": level > 0}))
    else:
        cpu, features, bits = compiler.host_cpu()
        pipeline = CPUOptions(WAVE_SIZE, cpu, features, bits, optimization=optimization).pipeline
        machine = {"cpu": cpu, "features": features}
        taken, result = milliseconds(lambda: compiler.compile(text, pipeline, "cpu", machine, stages=False))
    if not result.ok:
        sys.exit(f"{kernel.name}, {target}: {result.diagnostics[0].message}")
    # What is kept of the stages on the way is no part of the way.
    return taken - dict(result.times).get("stages", 0.0)


def levels_of(target: str, model: str, rounds: int) -> Table:
    """From text to bytes at each level, of the examples and of the naive kernels that there is the most to do in."""
    kernels = {name: load_kernel(name) for name in NAMES}
    kernels |= {kernel.name: kernel for kernel in (append_by_lane(8, 1), compact_by_lane(4, 1), tiles_by_atomics(1))}
    texts = {name: print_module(build_module(kernel.function, kernel.attributes)) for name, kernel in kernels.items()}
    taken: dict[str, dict[int, list[float]]] = {name: {level: [] for level in LEVELS} for name in kernels}
    for _ in range(rounds + 1):
        for name, kernel in kernels.items():
            for level in LEVELS:
                taken[name][level].append(at_level(texts[name], kernel, target, model, level))
    rows, whole = [], {level: Times(0, 0) for level in LEVELS}
    for name, levels in taken.items():
        # The first of each pays for what is loaded once.
        times = {level: Times.of(spent[1:]) for level, spent in levels.items()}
        whole = {level: Times(*map(sum, zip(whole[level], times[level], strict=True))) for level in LEVELS}
        rows.append([name, *map(str, times.values()), ratio(times[2], times[0])])
    rows.append(["all", *map(str, whole.values()), ratio(whole[2], whole[0])])
    what = {"spirv": "SPIR-V", "dxil": f"DXIL {model}", "cpu": f"the CPU at {WAVE_SIZE} lanes"}[target]
    title = f"**Levels, {what}**: milliseconds from text to bytes, of {rounds} compiles in turns, median (least)."
    return Table(title, ["kernel", *(f"-O{level}" for level in LEVELS), "-O2 / -O0"], rows)


def ratio(times: Times, other: Times) -> str:
    """Of medians, and of least times."""
    return f"{times.median / other.median:.2f} ({times.least / other.least:.2f})"


# --- As a process ------------------------------------------------------------


class Runs(NamedTuple):
    """What many runs of a command took."""

    times: Times
    mebibytes: float


def run_in_turns(commands: dict[str, list[str]], rounds: int, of_cpu: bool) -> dict[str, Runs]:
    """Time and greatest resident memory of each command, run in turns, so that what else the machine does falls on
    all."""
    runner = [sys.executable, "-I", "-S", str(Path(__file__).with_name("processes.py"))]
    request = json.dumps([rounds, list(commands.values()), of_cpu])
    done = subprocess.run(runner, input=request, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr)
    runs = zip(*json.loads(done.stdout), strict=True)
    return {
        name: Runs(Times.of(time for time, _ in each), max(memory for _, memory in each) / 1024)
        for name, each in zip(commands, runs, strict=True)
    }


def as_processes(target: str, model: str, rounds: int, of_cpu: bool = False) -> Table:
    """`wave-translate`, `wave-hlsl` and their peers."""
    measured: dict[str, dict[str, Runs]] = {}
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for name in NAMES:
            kernel, source = load_kernel(name), folder / f"{name}.mlir"
            source.write_text(print_module(build_module(kernel.function, kernel.attributes)))
            commands = {
                "wave-translate": ours(name, source, folder, target, model),
                "wave-hlsl": ours_of_hlsl(name, folder, target, model),
            }
            measured[name] = run_in_turns(commands | peers(name, folder, target, model), rounds, of_cpu)
    columns = list(dict.fromkeys(column for runs in measured.values() for column in runs))
    rows = []
    for name, runs in measured.items():
        cells = [
            f"{runs[column].times}, {runs[column].mebibytes:.0f} MiB" if column in runs else "" for column in columns
        ]
        mine, others = columns[:2], [runs[column] for column in columns[2:] if column in runs]
        # The faster one, where it reads two languages.
        fastest = Times(*map(min, zip(*(other.times for other in others), strict=True))) if others else None
        rows.append([name, *cells, *(ratio(runs[column].times, fastest) if fastest else "" for column in mine)])
    what = "SPIR-V" if target == "spirv" else f"DXIL {model}"
    title = (
        f"**{what} as a process**, {rounds} runs in turns: milliseconds{' of the CPU' if of_cpu else ''}, median (least), and the greatest resident memory; "
        "the ratios are to the fastest of the others."
    )
    return Table(title, ["kernel", *columns, *(f"{column}'s ratio" for column in columns[:2])], rows)


# --- All of it ---------------------------------------------------------------


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=30, help="how often each is measured, in turns")
    parser.add_argument("--targets", nargs="+", choices=("spirv", "dxil"), default=["spirv", "dxil"])
    parser.add_argument("--model", default="6.6", help="the shader model of DXIL")
    parser.add_argument("--markdown", action="store_true", help="print tables of Markdown")
    parser.add_argument("--into", type=Path, metavar="PAGE", help="put the tables between the markers of this page")
    parser.add_argument("--cpu", action="store_true", help="only processes, by CPU time: for a machine with other load")
    parser.add_argument("--levels", action="store_true", help="instead: what the levels of optimization cost")
    options = parser.parse_args()
    measures: list[Callable[[str, str, int], Table]] = [in_process, as_processes]
    targets, begin, end = options.targets, BEGIN, END
    if options.cpu:
        measures = [functools.partial(as_processes, of_cpu=True)]
    if options.levels:
        measures, targets = [levels_of], [*options.targets, "cpu"]
        begin, end = LEVELS_BEGIN, LEVELS_END
    tables = []
    for target in targets:
        for measure in measures:
            tables.append(measure(target, options.model, options.rounds))
            if not options.into:
                print(tables[-1].markdown() if options.markdown else tables[-1].text(), flush=True)
    lines = [line for table in tables for line in [*table.markdown().splitlines(), ""]]
    beside = ""
    if not options.levels:
        beside = f"Beside {', '.join(versions())}." if versions() else "No other compiler is installed here."
        lines += [beside, ""]
    if options.into:
        put_into(options.into, begin, end, lines)
    else:
        print(beside)


if __name__ == "__main__":
    sys.exit(main())
