"""Runs of a kernel at every wave size, with everything compared, and its wave operations counted."""

from __future__ import annotations

from typing import Any

import numpy as np

import wavedialect as wd

SIZES = (4, 8, 16, 32, 64, 128)


def results(kernel: wd.Kernel, groups: Any, arguments: Any, **options: Any) -> list[bytes]:
    """The arrays after a dispatch on copies of the arguments, as bytes: a NaN is equal to itself, and 0 is not -0."""
    copies = [np.copy(value) if isinstance(value, np.ndarray) else value for value in arguments]
    kernel.dispatch(groups, *copies, **options)
    return [value.tobytes() for value in copies if isinstance(value, np.ndarray)]


def check_agreement(kernel: wd.Kernel, groups: Any, *arguments: Any, sizes: Any = SIZES) -> None:
    """With all that the optimizer does the CPU gives what the interpreter gives, at every wave size."""
    for size in sizes:
        expected = results(kernel, groups, arguments, device="interpreter", wave_size=size)
        found = results(kernel, groups, arguments, device="cpu", wave_size=size, opt_level=2)
        assert found == expected, f"{size} lanes"


def executions(kernel: wd.Kernel, groups: Any, *arguments: Any, wave_size: int = 32, **options: Any) -> dict[str, int]:
    """How often waves execute which operations across lanes."""
    counts = kernel.count(groups, *arguments, wave_size=wave_size, **options)
    return {name: count.executions for name, count in counts.wave_operations.items()}
