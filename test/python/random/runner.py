"""Runs one random kernel on several devices and compares every byte of every buffer."""

from __future__ import annotations

from typing import Any

import numpy as np
from generator import RandomKernel


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
