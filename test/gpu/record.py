"""Writes compiled kernels, their arguments and the interpreter's results into one file, for ``replay.py``."""

from __future__ import annotations

import argparse
import importlib.util
import pickle
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

sys.path.extend(str(Path(__file__).parents[1] / "python" / folder) for folder in ("random", "arguments", "threads"))
import argument_kernels
import thread_kernels
from generator import generate

import wavedialect as wd
from wavedialect.kernels.kernel import Kernel
from wavedialect.runtime.arguments import check_arguments

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def record(
    kernel: Kernel,
    name: str,
    groups: tuple[int, int, int],
    make_arguments: Any,
    wave_size: int,
    forms: Sequence[str] = ("specialized", "fixed"),
) -> dict[str, Any]:
    """One case: the binaries, the manifests, the arguments before and the arrays after a run on the interpreter.

    Arguments are as ``check_arguments`` gives them: arrays for buffers and images, scalars, and tuples for vectors.
    """
    parameters = kernel._program(False).module.kernel.parameters
    arguments = check_arguments(kernel.name, parameters, make_arguments())
    expected = make_arguments()
    kernel.dispatch(groups, *expected, device="interpreter", wave_size=wave_size)
    binaries = {}
    for form in forms:
        for reconverging in (False, True):
            bundle = kernel.compile(form=form, maximal_reconvergence=reconverging)
            binaries[form, reconverging] = (bundle.manifest, bundle.module_at(wave_size))
    return {
        "name": name,
        "groups": groups,
        "wave_size": wave_size,
        "binaries": binaries,
        "arguments": arguments,
        "expected": [
            value for value in check_arguments(kernel.name, parameters, expected) if isinstance(value, np.ndarray)
        ],
    }


def example(name: str) -> Any:
    """The module of an example, by its file's name."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def example_cases(wave_size: int) -> list[dict[str, Any]]:
    """The three kernels of HLSL proposal 0054, on random input."""
    numbers = np.random.default_rng(54)
    height, width, tiles = 256, 192, (256 // 8) * (192 // 8)
    depth = numbers.random((height, width), np.float32)
    cases = []
    for name in ("01-single-wave-depth-min-max", "02-two-wave-depth-min-max"):
        cases.append(
            record(
                example(name).compute_min_max_z,
                name,
                (width // 8, height // 8, 1),
                lambda: [depth, np.zeros(tiles, np.float32), np.zeros(tiles, np.float32), width],
                wave_size,
            )
        )
    compaction = example("03-four-wave-compaction")
    groups = (width // compaction.TILE_WIDTH, height // compaction.tile_height(wave_size), 1)
    case = record(
        compaction.compact,
        "03-four-wave-compaction",
        groups,
        lambda: [depth, np.zeros(1, np.uint32), np.zeros(depth.size, np.uint32), width, 0.8],
        wave_size,
    )
    # The order of the groups' blocks is free: the pixels are compared as a set, and block by block with NumPy's.
    case["blocks"] = compaction.expected_blocks(depth, 0.8, wave_size)
    return [*cases, case]


def argument_cases(wave_size: int) -> list[dict[str, Any]]:
    """Parameters of every type."""
    return [record(case.kernel, case.name, case.groups, case.arguments, wave_size) for case in argument_kernels.cases()]


def thread_cases(wave_size: int) -> list[dict[str, Any]]:
    """Groups of threads. Which thread is in which wave is the device's own: what depends on it is checked as
    ``thread_kernels`` does, by ``replay.py``."""
    cases = []
    for extent in thread_kernels.SHAPES:
        for name, make, arguments in thread_kernels.launches(extent):
            case = record(make, f"threads {extent}: {name}", thread_kernels.GROUPS, arguments, wave_size)
            if name == "observe":
                case["threads"] = extent
            cases.append(case)
    return cases


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--wave-size", type=int, default=32)
    parser.add_argument("--count", type=int, default=500, help="how many random kernels")
    options = parser.parse_args()
    warnings.simplefilter("ignore", wd.WaveWarning)
    cases = example_cases(options.wave_size) + argument_cases(options.wave_size) + thread_cases(options.wave_size)
    for seed in range(options.count):
        random_kernel = generate(seed)
        cases.append(
            record(
                random_kernel.load(),
                f"random {seed}",
                (random_kernel.groups, 1, 1),
                lambda random_kernel=random_kernel: random_kernel.arguments(options.wave_size),
                options.wave_size,
                # The fixed form takes a compile a wave size.
                ("specialized", "fixed") if seed % 10 == 0 else ("specialized",),
            )
        )
        print(f"\r{seed + 1} of {options.count} random kernels", end="", flush=True)
    print()
    options.file.write_bytes(pickle.dumps(cases))
    print(f"{len(cases)} cases in {options.file}, {options.file.stat().st_size / 2**20:.1f} MiB")


if __name__ == "__main__":
    main()
