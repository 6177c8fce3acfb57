"""What a launch costs the host on CUDA, beside a loop of cuLaunchKernel in C, Triton, CuPy and Numba: an empty kernel of
one group with two arrays, without waiting for it.

    .venv/bin/python benchmarks/gpu/cuda_launch.py [--rounds 200] [--into docs/cuda-devices.md]

All lines are measured in turns in one process; each round is a burst of launches on an idle device. `beyond` is what a
line takes beyond the loop in C. A package that is missing or does not fit has the reason in place of its lines. `--into` puts
the table between the markers of a page.
"""

from __future__ import annotations

import argparse
import ctypes
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "test/python/cuda"), str(ROOT / "benchmarks")]

from gpu_kernels import empty  # noqa: E402  (after the path)
from tables import Table, put_into  # noqa: E402

import wavedialect as wd  # noqa: E402

BEGIN, END = "<!-- begin: launches on CUDA -->", "<!-- end: launches on CUDA -->"
BURST = 200
ELEMENTS = 64

Burst = Callable[[], float]
"""Makes a burst of launches; returns the nanoseconds of one."""


def bursts(call: Callable[[], Any]) -> Burst:
    """Bursts of a call from Python."""

    def burst() -> float:
        start = time.perf_counter_ns()
        for _ in range(BURST):
            call()
        return (time.perf_counter_ns() - start) / BURST

    return burst


def plain_loop(loaded: Any, device: Any, arrays: list[Any]) -> Burst:
    """The loop in C, of the same kernel."""
    folder = tempfile.mkdtemp()
    library = Path(folder, "loop.so")
    source = Path(__file__).with_name("cuda_loop.c")
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, source], check=True)
    loop = ctypes.CDLL(str(library)).launchMany
    loop.restype = ctypes.c_double
    driver = ctypes.CDLL("libcuda.so.1")
    pointers = [ctypes.c_uint64(array.handle.address) for array in arrays]
    block = np.full(2, ELEMENTS, np.uint32)
    places = [*(ctypes.addressof(pointer) for pointer in pointers), block.ctypes.data]
    parameters = (ctypes.c_void_p * len(places))(*places)
    kernel, threads = ctypes.c_void_p(loaded.code.handle), ctypes.c_uint(loaded.threads)
    context = device._device

    def burst() -> float:
        _ = context, pointers, block
        return loop(driver.cuLaunchKernel, kernel, threads, None, parameters, ctypes.c_size_t(BURST))

    return burst


def own_lines(device: Any) -> dict[str, Burst]:
    """Launches of this package, and the loop."""
    arrays = [wd.array(np.ones(ELEMENTS, np.uint32), device=device), wd.zeros(ELEMENTS, wd.u32, device=device)]
    empty.dispatch(1, *arrays)
    program = empty._program(False)
    loaded = next(loaded for (owner, _), (_, loaded) in program._loaded.items() if owner is device)
    given, groups = tuple(arrays), (1, 1, 1)
    return {
        "loop in C": plain_loop(loaded, device, arrays),
        "native call": bursts(lambda: loaded.plain.launch(given, groups, False)),
        "dispatch": bursts(lambda: empty.dispatch(1, *arrays)),
        "dispatch, timed": bursts(lambda: empty.dispatch(1, *arrays, timed=True)),
    }


def torch_lines(device: Any) -> dict[str, Burst]:
    import torch

    x = torch.ones(ELEMENTS, dtype=torch.uint32, device="cuda")
    y = torch.zeros_like(x)
    z = torch.zeros(ELEMENTS, device="cuda")
    empty.dispatch(1, x, y)
    program = empty._program(False)
    loaded = next(loaded for (owner, _), (_, loaded) in program._loaded.items() if owner is device)
    given, groups = (x, y), (1, 1, 1)
    return {
        "native call, tensors": bursts(lambda: loaded.plain.launch(given, groups, False)),
        "dispatch, tensors": bursts(lambda: empty.dispatch(1, x, y)),
        "dispatch, tensors, device=": bursts(lambda: empty.dispatch(1, x, y, device="cuda")),
        "brackets, tensors": bursts(lambda: empty[1](x, y)),
        "dispatch, function of the wave size": bursts(lambda: empty.dispatch(lambda lanes: ELEMENTS // lanes, x, y)),
        "PyTorch, y.add_(1)": bursts(lambda: z.add_(1)),
    }


def triton_lines(device: Any) -> dict[str, Burst]:
    import torch
    from triton_empty import empty as kernel

    x = torch.ones(ELEMENTS, dtype=torch.int32, device="cuda")
    y = torch.zeros_like(x)
    launch = kernel[(1,)]
    launch(x, y)
    return {"Triton": bursts(lambda: launch(x, y))}


def cupy_lines(device: Any) -> dict[str, Burst]:
    import cupy

    x, y = cupy.ones(ELEMENTS, cupy.uint32), cupy.zeros(ELEMENTS, cupy.uint32)
    kernel = cupy.RawKernel('extern "C" __global__ void nothing(const unsigned *x, unsigned *y) {}', "nothing")
    kernel((1,), (32,), (x, y))
    empty.dispatch(1, x, y)
    return {
        "CuPy, RawKernel": bursts(lambda: kernel((1,), (32,), (x, y))),
        "dispatch, CuPy's arrays": bursts(lambda: empty.dispatch(1, x, y)),
    }


def numba_lines(device: Any) -> dict[str, Burst]:
    from numba import cuda

    kernel = cuda.jit("void(uint32[::1], uint32[::1])")(lambda x, y: None)
    x, y = cuda.to_device(np.ones(ELEMENTS, np.uint32)), cuda.to_device(np.zeros(ELEMENTS, np.uint32))
    launch = kernel[1, 32]
    launch(x, y)
    lines = {"Numba": bursts(lambda: launch(x, y))}
    empty.dispatch(1, x, y)
    return {**lines, "dispatch, Numba's arrays": bursts(lambda: empty.dispatch(1, x, y))}


def jax_lines(device: Any) -> dict[str, Burst]:
    import jax

    if jax.default_backend() != "gpu":
        raise RuntimeError("JAX without CUDA")
    x, y = jax.numpy.ones(ELEMENTS, jax.numpy.uint32), wd.zeros(ELEMENTS, wd.u32, device=device)
    empty.dispatch(1, x, y)
    return {"dispatch, an array of JAX": bursts(lambda: empty.dispatch(1, x, y))}


PEERS: dict[str, Callable[[Any], dict[str, Burst]]] = {
    "PyTorch": torch_lines,
    "Triton": triton_lines,
    "CuPy": cupy_lines,
    "Numba": numba_lines,
    "JAX": jax_lines,
}


def peer_lines(
    device: Any, peers: dict[str, Callable[[Any], dict[str, Burst]]] = PEERS
) -> tuple[dict[str, Burst], dict[str, str]]:
    """Launches by other packages, after one run of each, and why the missing packages cannot run."""
    lines: dict[str, Burst] = {}
    missing = {}
    for name, make in peers.items():
        try:
            made = make(device)
            for burst in made.values():
                burst()
        except Exception as error:  # noqa: BLE001, a package may raise anything
            said = (str(error).splitlines() or [""])[0].replace("|", r"\|")
            missing[name] = f"{type(error).__name__}: {said}"
        else:
            lines |= made
    return lines, missing


def table_of(times: dict[str, list[float]], missing: dict[str, str], rounds: int) -> Table:
    """The times in microseconds of each line, then the packages that cannot run."""
    plain_median, plain_least = statistics.median(times["loop in C"]), min(times["loop in C"])
    rows = []
    for name, found in times.items():
        median, least = statistics.median(found), min(found)
        beyond = f"{median - plain_median:.2f}", f"{least - plain_least:.2f}"
        rows.append([name, f"{median:.2f}", f"{least:.2f}", *beyond])
    rows += [[f"{name}: not available: {reason}", "", "", "", ""] for name, reason in missing.items()]
    title = f"Microseconds of a launch, {rounds} rounds of {BURST}:"
    return Table(title, ["launch", "median", "least", "beyond the loop, median", "least"], rows)


def main() -> int:
    parser = argparse.ArgumentParser(description="What a launch on CUDA costs the host.")
    parser.add_argument("--rounds", type=int, default=200, help=f"each of {BURST} launches of each line")
    parser.add_argument("--into", type=Path, metavar="PAGE", help="put the table between the markers of this page")
    options = parser.parse_args()
    sys.path.append(str(Path(__file__).parent))
    device = wd.open_device("cuda")
    lines = own_lines(device)
    for burst in lines.values():
        burst()
    others, missing = peer_lines(device)
    lines |= others
    times: dict[str, list[float]] = {name: [] for name in lines}
    for _ in range(options.rounds):
        for name, burst in lines.items():
            wd.synchronize(device)
            times[name].append(burst() / 1e3)
    table = table_of(times, missing, options.rounds)
    print(device.description)
    print(table.text())
    if options.into is not None:
        put_into(options.into, BEGIN, END, [table.markdown()])
    return 0


if __name__ == "__main__":
    sys.exit(main())
