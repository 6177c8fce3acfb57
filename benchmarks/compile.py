"""What compiling costs: time in this process by stage, and time and memory of `wave-translate` as a process beside
`glslangValidator` on the same kernel in GLSL. Nothing is cached between two compiles.

    benchmarks/compile [--rounds 30]
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from wavedialect.compiler.driver import CompileOptions, native
from wavedialect.compiler.frontend import build_module
from wavedialect.compiler.printer import print_module

ROOT = Path(__file__).resolve().parents[1]
TRANSLATE = ROOT / "build" / "bin" / "wave-translate"
KERNELS = {
    "single-wave-depth-min-max": ("01", "compute_min_max_z"),
    "two-wave-depth-min-max": ("02", "compute_min_max_z"),
    "four-wave-compaction": ("03", "compact"),
}


def load_kernel(number: str, name: str):
    """The kernel of an example."""
    (path,) = (ROOT / "examples").glob(f"{number}-*.py")
    spec = importlib.util.spec_from_file_location(f"example_{number}", path)
    assert spec is not None and spec.loader is not None
    module: ModuleType = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, name)


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


# --- As a process ------------------------------------------------------------


def measure_processes(name: str, text: str, rounds: int, folder: Path) -> dict[str, list[tuple[float, int]]]:
    """Milliseconds and KiB of both compilers, run in turns, so that what else the machine does falls on both."""
    source = folder / f"{name}.mlir"
    source.write_text(text)
    shader = Path(__file__).with_name(f"{name}.comp")
    commands = {
        "wave-translate": [str(TRANSLATE), "--wave-to-spirv", str(source), "-o", str(folder / "wave.spv")],
        "glslangValidator": [
            "glslangValidator", "-V", "--target-env", "vulkan1.3", str(shader), "-o", str(folder / "glsl.spv"),
        ],
    }  # fmt: skip
    runner = [sys.executable, "-I", "-S", str(Path(__file__).with_name("processes.py"))]
    request = json.dumps([rounds, list(commands.values())])
    done = subprocess.run(runner, input=request, stdout=subprocess.PIPE, text=True, check=True)
    return dict(zip(commands, zip(*json.loads(done.stdout), strict=True), strict=True))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=30, help="how often each is measured, in turns")
    rounds = parser.parse_args().rounds

    print(f"In process, milliseconds of {rounds} compiles: median (least)")
    texts = {}
    for name, (number, function) in KERNELS.items():
        kernel = load_kernel(number, function)
        texts[name] = print_module(build_module(kernel.function, kernel.attributes))
        print(f"  {name}")
        for stage, (median, least) in measure_stages(kernel, rounds).items():
            print(f"    {stage:<45}{median:>8.2f} ({least:.2f})")

    print(f"\nAs a process, {rounds} runs in turns: milliseconds, median (least); greatest resident memory, MiB")
    with tempfile.TemporaryDirectory() as folder:
        for name, text in texts.items():
            found = measure_processes(name, text, rounds, Path(folder))
            print(f"  {name}")
            medians, leasts, memories = [], [], []
            for compiler, runs in found.items():
                taken = [run[0] for run in runs]
                medians.append(statistics.median(taken))
                leasts.append(min(taken))
                memories.append(max(run[1] for run in runs) / 1024)
                print(f"    {compiler:<45}{medians[-1]:>8.2f} ({leasts[-1]:.2f}){memories[-1]:>9.1f} MiB")
            print(
                f"    {'ratio':<45}{medians[0] / medians[1]:>8.2f} ({leasts[0] / leasts[1]:.2f})"
                f"{memories[0] / memories[1]:>9.1f}"
            )


if __name__ == "__main__":
    sys.exit(main())
