"""Runs three examples on a photograph and a depth map, on all devices of this machine, and checks the results with NumPy.
On the CPU it runs every wave size. It prints a table and writes a picture.

    scripts/demo [--output demo.png]
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import skimage.io

import wavedialect as wd

EXAMPLES = {
    "1 wave: min, max": ("01-single-wave-depth-min-max.py", (8, 16, 32, 64)),
    "2 waves: min, max": ("02-two-wave-depth-min-max.py", (8, 16, 32)),
    "4 waves: compaction": ("03-four-wave-compaction.py", (16, 32, 64)),
}
COMPACTION = "4 waves: compaction"
THRESHOLDS = {"photograph": 0.72, "depth map": 28.0}
# The interpreter takes milliseconds per group, so it runs on the middle of each input.
CROP = 256


@dataclass
class Outcome:
    """The run of one kernel on one input: whether the result equals NumPy's, and the time on the device."""

    kernel: str
    device: str
    wave_size: int
    source: str
    equal: bool
    milliseconds: float
    remark: str = ""


def load_example(file: str) -> ModuleType:
    """Loads an example as a module; `import` cannot, because the file names begin with a digit."""
    path = Path(__file__).with_name(file)
    spec = importlib.util.spec_from_file_location(path.stem.replace("-", "_"), path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def load_inputs() -> dict[str, np.ndarray]:
    """Returns the brightness of a photograph, and a depth map. Both are in scikit-image's package; no download is needed."""
    data = Path(skimage.__file__).parent / "data"
    photograph = skimage.io.imread(data / "astronaut.png")[..., :3] @ np.array([0.2126, 0.7152, 0.0722]) / 255
    # A disparity is an inverse depth, as in a reversed depth buffer: near is large, and unknown is the far plane, 0.
    with np.load(data / "motorcycle_disp.npz") as archive:
        disparity = archive["arr_0"]
    disparity = np.where(np.isfinite(disparity), disparity, 0)
    inputs = {"photograph": photograph, "depth map": disparity}
    return {name: whole_tiles(image.astype(np.float32)) for name, image in inputs.items()}


def whole_tiles(image: np.ndarray) -> np.ndarray:
    """Removes the rows and columns that do not fill a tile of 16."""
    height, width = (side // 16 * 16 for side in image.shape)
    return np.ascontiguousarray(image[:height, :width])


def middle(image: np.ndarray) -> np.ndarray:
    """Returns the part on which the interpreter runs."""
    top, left = ((side - CROP) // 2 for side in image.shape)
    return np.ascontiguousarray(image[top : top + CROP, left : left + CROP])


def run_all(device: str, label: str, inputs: dict[str, np.ndarray], repeat: int) -> Iterator[tuple[Outcome, Any]]:
    """Runs every kernel at every wave size that it and the device allow; yields the outcomes and the results."""
    possible = wd.open_device(device).wave_sizes
    for kernel, (file, sizes) in EXAMPLES.items():
        example = load_example(file)
        for size in (size for size in sizes if size in possible):
            for source, image in inputs.items():
                threshold = THRESHOLDS[source]
                taken = []
                for _ in range(repeat):
                    start = time.perf_counter_ns()
                    if kernel == COMPACTION:
                        *result, dispatch = example.run(image, threshold, device, size)
                    else:
                        *result, dispatch = example.run(image, device, size)
                    wall = time.perf_counter_ns() - start
                    taken.append(dispatch.elapsed_ns() or wall)
                outcome = Outcome(kernel, label, size, source, True, min(taken) / 1e6)
                try:
                    outcome.remark = verify(example, kernel, image, threshold, result, dispatch)
                except AssertionError as error:
                    outcome.equal, outcome.remark = False, str(error).strip()
                yield outcome, result


def verify(example: ModuleType, kernel: str, image: np.ndarray, threshold: float, result: Any, dispatch: Any) -> str:
    """Raises AssertionError if the result differs from NumPy's; returns a remark."""
    if kernel != COMPACTION:
        for found, expected in zip(result, example.expected(image), strict=True):
            np.testing.assert_array_equal(found, expected)
        return ""
    lanes = dispatch.wave_size
    example.check(result[0], example.expected_blocks(image, threshold, lanes), lanes)
    if dispatch.report is None:
        return ""
    groups = image.size // (example.TILE_WIDTH * example.tile_height(lanes))
    additions = dispatch.report.atomics["counter", "add"]
    assert additions == groups, f"{additions} additions to the counter for {groups} groups"
    return f"{additions} additions to the counter, {groups} groups"


# --- Devices -----------------------------------------------------------------


def run_interpreter(inputs: dict[str, np.ndarray]) -> list[Outcome]:
    parts = {name: middle(image) for name, image in inputs.items()}
    return [outcome for outcome, _ in run_all("interpreter", f"interpreter, {CROP}x{CROP}", parts, repeat=1)]


def run_cpu(inputs: dict[str, np.ndarray]) -> tuple[list[Outcome], dict[tuple[str, str], Any]]:
    """Also returns the results at the largest wave size, by kernel and input, for the picture."""
    outcomes, results = [], {}
    for outcome, result in run_all("cpu", "cpu", inputs, repeat=5):
        outcomes.append(outcome)
        results[outcome.kernel, outcome.source] = result
    return outcomes, results


def run_vulkan(device: str, label: str) -> list[Outcome]:
    """Runs on a Vulkan device in this process."""
    return [outcome for outcome, _ in run_all(device, label, load_inputs(), repeat=5)]


def run_lavapipe(lanes: int) -> list[Outcome]:
    """Runs in a separate process, because the driver reads its wave size from the environment only once."""
    command = [sys.executable, __file__, "--worker", "vulkan:llvmpipe", f"lavapipe, {lanes} lanes"]
    environment = {**os.environ, "LP_NATIVE_VECTOR_WIDTH": str(32 * lanes)}
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return [Outcome(**fields) for fields in json.loads(done.stdout)]


# --- Output ------------------------------------------------------------------


def print_table(outcomes: list[Outcome]) -> None:
    """Prints a row for each kernel, device and wave size, with the two inputs side by side."""
    print(f"\n{'kernel':<21}{'device':<24}{'wave size':>9}", end="")
    for source in THRESHOLDS:
        print(f"   {source + ': equal':<18}{'time':>10}", end="")
    rows: dict[tuple[str, str, int], dict[str, Outcome]] = {}
    for outcome in outcomes:
        rows.setdefault((outcome.kernel, outcome.device, outcome.wave_size), {})[outcome.source] = outcome
    order = list(EXAMPLES)
    for (kernel, device, size), row in sorted(rows.items(), key=lambda item: order.index(item[0][0])):
        print(f"\n{kernel:<21}{device:<24}{size:>9}", end="")
        for source in THRESHOLDS:
            outcome = row[source]
            print(f"   {'yes' if outcome.equal else 'NO':<18}{outcome.milliseconds:>7.2f} ms", end="")
    print("\n")


def draw(inputs: dict[str, np.ndarray], results: dict[tuple[str, str], Any], output: Path) -> None:
    """Draws the input, the minimum and maximum of each tile, and the compacted pixels, colored by their output index."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(2, 4, figsize=(15, 6.7), height_ratios=(3.7, 2.6), layout="constrained", dpi=80)
    for row, (source, image) in zip(axes, inputs.items(), strict=True):
        least, greatest = results["2 waves: min, max", source]
        pixels = results[COMPACTION, source][0]
        written = np.full(image.shape, np.nan)
        written[pixels >> 16, pixels & 0xFFFF] = np.arange(pixels.size)
        colors = {"cmap": "gray" if source == "photograph" else "magma", "vmin": 0, "vmax": image.max()}
        row[0].imshow(image, **colors)
        row[0].set_title(f"{source}, {image.shape[1]}x{image.shape[0]}")
        row[1].imshow(least, **colors)
        row[1].set_title("least of each 8x8 tile")
        row[2].imshow(greatest, **colors)
        row[2].set_title("greatest of each 8x8 tile")
        row[3].set_facecolor("black")
        row[3].imshow(written, cmap="viridis")
        row[3].set_title(f"{pixels.size} pixels > {THRESHOLDS[source]:g}, by place in the output")
        for axis in row:
            axis.set_xticks([])
            axis.set_yticks([])
    figure.savefig(output)
    print(f"the picture is {output}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path, default=Path("demo.png"), help="where to write the picture")
    parser.add_argument("--worker", nargs=2, metavar=("DEVICE", "LABEL"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        print(json.dumps([asdict(outcome) for outcome in run_vulkan(*options.worker)]))
        return 0

    inputs = load_inputs()
    print("cpu ...", flush=True)
    outcomes, results = run_cpu(inputs)
    for info in wd.devices():
        if "llvmpipe" in info.description:
            for lanes in (4, 8, 16):
                print(f"lavapipe, {lanes} lanes ...", end="", flush=True)
                found = run_lavapipe(lanes)
                print("" if found else " none of the kernels allows this wave size", flush=True)
                outcomes += found
        elif info.name.startswith("vulkan"):
            print(f"{info.description} ...", flush=True)
            outcomes += run_vulkan(info.name, info.description[:22])
    print("interpreter ...", flush=True)
    outcomes += run_interpreter(inputs)
    print_table(outcomes)
    for outcome in outcomes:
        if not outcome.equal:
            print(f"{outcome.kernel}, {outcome.device}, {outcome.source}: {outcome.remark}")
    counted = [outcome for outcome in outcomes if outcome.equal and outcome.remark]
    for outcome in counted:
        print(f"{outcome.kernel} at {outcome.wave_size} lanes, {outcome.source}: {outcome.remark}")
    draw(inputs, results, options.output)
    wrong = sum(not outcome.equal for outcome in outcomes)
    print(f"{len(outcomes) - wrong} of {len(outcomes)} results equal NumPy's")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
