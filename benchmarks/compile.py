"""What compiling costs: time in this process by stage, and time and memory of `wave-translate` as a process beside
`glslangValidator` on the same kernel in GLSL, and beside `dxc` in HLSL. Nothing is cached between two compiles.

    benchmarks/compile [--rounds 30] [--targets spirv dxil] [--model 6.6]
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from hlsl.kernels import NAMES, dxc_command, dxc_version, wave_size_of
from hlsl.kernels import load_kernel as load_example

from wavedialect.compiler.driver import CompileOptions, DXILOptions, native
from wavedialect.compiler.frontend import build_module
from wavedialect.compiler.printer import print_module

ROOT = Path(__file__).resolve().parents[1]
TRANSLATE = ROOT / "build" / "bin" / "wave-translate"
KERNELS = {
    "single-wave-depth-min-max": ("01", "compute_min_max_z"),
    "two-wave-depth-min-max": ("02", "compute_min_max_z"),
    "four-wave-compaction": ("03", "compact"),
}


# --- In this process ---------------------------------------------------------


def milliseconds(function: Callable[[], object]) -> float:
    start = time.perf_counter_ns()
    function()
    return (time.perf_counter_ns() - start) / 1e6


def measure_stages(kernel, rounds: int) -> dict[str, tuple[float, float]]:
    """The median and the least time of each stage. What the native module does in one call is told apart by calls that
    do more and more."""
    pipeline = CompileOptions().pipeline
    compiler = native()
    module = build_module(kernel.function, kernel.attributes)
    text = print_module(module)
    calls = {
        "front end": lambda: build_module(kernel.function, kernel.attributes),
        "text": lambda: print_module(module),
        "parsed": lambda: compiler.run_pipeline(text, "builtin.module()"),
        "lowered": lambda: compiler.run_pipeline(text, pipeline),
        "compiled": lambda: compiler.compile_spirv(text, pipeline, False),
    }
    times: dict[str, list[float]] = {call: [] for call in calls}
    for _ in range(rounds):
        for call, function in calls.items():
            times[call].append(milliseconds(function))
    median = {call: statistics.median(taken) for call, taken in times.items()}
    least = {call: min(taken) for call, taken in times.items()}
    return {
        "Python front end": (median["front end"], least["front end"]),
        "MLIR text": (median["text"], least["text"]),
        "parse and print": (median["parsed"], least["parsed"]),
        "pipeline wave-to-spirv": (median["lowered"] - median["parsed"], least["lowered"] - least["parsed"]),
        "serialise, complete, validate, print stages": (
            median["compiled"] - median["lowered"],
            least["compiled"] - least["lowered"],
        ),
        "all": tuple(sum(one[call] for call in ("front end", "text", "compiled")) for one in (median, least)),
    }


def measure_dxil_stages(kernel, rounds: int, model: str) -> dict[str, tuple[float, float]]:
    """The same for a container, without the stages as text."""
    pipeline = DXILOptions(shader_model=model, wave_size=wave_size_of(kernel)).pipeline
    compiler = native()
    text = print_module(build_module(kernel.function, kernel.attributes))
    calls = {
        "front end and text": lambda: print_module(build_module(kernel.function, kernel.attributes)),
        "parsed": lambda: compiler.run_pipeline(text, "builtin.module()"),
        "lowered": lambda: compiler.run_pipeline(text, pipeline),
        "compiled": lambda: compiler.compile_dxil(text, pipeline, False),
    }
    times: dict[str, list[float]] = {call: [] for call in calls}
    for _ in range(rounds):
        for call, function in calls.items():
            times[call].append(milliseconds(function))
    taken = {call: (statistics.median(each), min(each)) for call, each in times.items()}

    def difference(more: str, less: str) -> tuple[float, float]:
        return taken[more][0] - taken[less][0], taken[more][1] - taken[less][1]

    return {
        "Python front end and text": taken["front end and text"],
        "parse and print": taken["parsed"],
        "pipeline wave-to-dxil": difference("lowered", "parsed"),
        "LLVM IR, legalise, container": difference("compiled", "lowered"),
        "text to container": taken["compiled"],
    }


# --- As a process ------------------------------------------------------------


def measure_processes(commands: dict[str, list[str]], rounds: int) -> dict[str, list[tuple[float, int]]]:
    """Milliseconds and KiB of both compilers, run in turns, so that what else the machine does falls on both."""
    runner = [sys.executable, "-I", "-S", str(Path(__file__).with_name("processes.py"))]
    request = json.dumps([rounds, list(commands.values())])
    done = subprocess.run(runner, input=request, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr)
    return dict(zip(commands, zip(*json.loads(done.stdout), strict=True), strict=True))


def glslang_commands(name: str, text: str, folder: Path) -> dict[str, list[str]]:
    source = folder / f"{name}.mlir"
    source.write_text(text)
    shader = Path(__file__).with_name(f"{name}.comp")
    return {
        "wave-translate": [str(TRANSLATE), "--wave-to-spirv", str(source), "-o", str(folder / "wave.spv")],
        "glslangValidator": [
            "glslangValidator", "-V", "--target-env", "vulkan1.3", str(shader), "-o", str(folder / "glsl.spv"),
        ],
    }  # fmt: skip


def dxc_commands(name: str, text: str, model: str, folder: Path) -> dict[str, list[str]]:
    source = folder / f"{name}.mlir"
    source.write_text(text)
    size = wave_size_of(load_example(name))
    ours = [str(TRANSLATE), "--wave-to-dxil", "--shader-model", model, str(source), "-o", str(folder / "wave.dxil")]
    return {
        "wave-translate": ours + ([f"--wave-size={size}"] if size else []),
        "dxc": dxc_command(name, model, folder / "hlsl.dxil"),
    }


def print_processes(commands: dict[str, list[str]], rounds: int) -> None:
    medians, leasts, memories = [], [], []
    for compiler, runs in measure_processes(commands, rounds).items():
        taken = [run[0] for run in runs]
        medians.append(statistics.median(taken))
        leasts.append(min(taken))
        memories.append(max(run[1] for run in runs) / 1024)
        print(f"    {compiler:<45}{medians[-1]:>8.2f} ({leasts[-1]:.2f}){memories[-1]:>9.1f} MiB")
    ratios = [these[0] / these[1] for these in (medians, leasts, memories)]
    print(f"    {'ratio':<45}{ratios[0]:>8.2f} ({ratios[1]:.2f}){ratios[2]:>9.1f}")


# --- Both targets ------------------------------------------------------------


def print_stages(stages: dict[str, tuple[float, float]]) -> None:
    for stage, (median, least) in stages.items():
        print(f"    {stage:<45}{median:>8.2f} ({least:.2f})")


def measure_spirv(rounds: int) -> None:
    print(f"SPIR-V in process, milliseconds of {rounds} compiles: median (least)")
    texts = {}
    for name, (number, function) in KERNELS.items():
        kernel = load_example(f"{number}-{function}")
        texts[name] = print_module(build_module(kernel.function, kernel.attributes))
        print(f"  {name}")
        print_stages(measure_stages(kernel, rounds))

    print(f"\nAs a process, {rounds} runs in turns: milliseconds, median (least); greatest resident memory, MiB")
    with tempfile.TemporaryDirectory() as folder:
        for name, text in texts.items():
            print(f"  {name}")
            print_processes(glslang_commands(name, text, Path(folder)), rounds)


def measure_dxil(rounds: int, model: str) -> None:
    print(f"DXIL {model} in process, milliseconds of {rounds} compiles: median (least)")
    texts = {}
    for name in NAMES:
        kernel = load_example(name)
        texts[name] = print_module(build_module(kernel.function, kernel.attributes))
        print(f"  {name}")
        print_stages(measure_dxil_stages(kernel, rounds, model))

    if not shutil.which("dxc"):
        print("\nthere is no dxc here to run beside")
        return
    print(f"\nAs a process beside {dxc_version()}, {rounds} runs in turns: milliseconds, median (least); memory, MiB")
    with tempfile.TemporaryDirectory() as folder:
        for name, text in texts.items():
            print(f"  {name}")
            print_processes(dxc_commands(name, text, model, Path(folder)), rounds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=30, help="how often each is measured, in turns")
    parser.add_argument("--targets", nargs="+", choices=("spirv", "dxil"), default=["spirv", "dxil"])
    parser.add_argument("--model", default="6.6", help="the shader model of DXIL")
    options = parser.parse_args()
    if "spirv" in options.targets:
        measure_spirv(options.rounds)
    if "dxil" in options.targets:
        measure_dxil(options.rounds, options.model)


if __name__ == "__main__":
    sys.exit(main())
