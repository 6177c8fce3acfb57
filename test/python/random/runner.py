"""Runs random kernels on several devices and compares every byte of every buffer.

As a program, ``python runner.py START COUNT DEVICE``, it compares the device with the interpreter at the device's own
wave size, and prints a line a kernel. A process of its own is what a driver may bring down, and what reads the driver's
environment anew.
"""

from __future__ import annotations

import sys
import warnings
from typing import Any

import numpy as np
from generator import RandomKernel, generate

import wavedialect as wd


class Disagreement(AssertionError):
    """Two devices gave different results."""


def run(kernel: Any, random_kernel: RandomKernel, device: Any, wave_size: int) -> list[np.ndarray]:
    """The contents of all buffers after one dispatch."""
    arguments = random_kernel.arguments(wave_size)
    kernel.dispatch(random_kernel.groups, *arguments, device=device, wave_size=wave_size)
    return [argument for argument in arguments if isinstance(argument, np.ndarray)]


def compare(random_kernel: RandomKernel, wave_size: int, devices: dict[str, Any]) -> None:
    """Runs on all devices, given by what to call them; the first one is what the others are compared with."""
    kernel = random_kernel.load()
    (first, expected), *others = (
        (name, run(kernel, random_kernel, device, wave_size)) for name, device in devices.items()
    )
    for name, found in others:
        for number, (a, b) in enumerate(zip(expected, found, strict=True)):
            # As bytes: a NaN is equal to itself, and 0 is not -0.
            different = np.flatnonzero(a.view(np.uint32) != b.view(np.uint32))
            if different.size:
                place = int(different[0])
                raise Disagreement(
                    f"random kernel {random_kernel.seed} at wave size {wave_size}: array {number} differs in "
                    f"{different.size} of {a.size} elements, first [{place}]: {first} has {a[place]}, {name} has "
                    f"{b[place]}\n{random_kernel.source}"
                )


def main(start: int, count: int, device: str) -> int:
    """Compares the kernels of these seeds; the exit status is 1 where any differs."""
    warnings.simplefilter("ignore", wd.WaveWarning)
    failed = 0
    for seed in range(start, start + count):
        random_kernel = generate(seed)
        # Named before it runs, so that a driver's crash can be laid to a kernel.
        print(f"{seed}:", end=" ", flush=True)
        try:
            size = random_kernel.load().committed_wave_size(device)
            compare(random_kernel, size, {"interpreter": wd.Interpreter(), device: device})
        except (Disagreement, wd.WaveError) as error:
            failed += 1
            print(f"FAILED {error}", flush=True)
        else:
            print(f"agrees at wave size {size}", flush=True)
    print(f"{count - failed} agree, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]))
