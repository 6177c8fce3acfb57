"""Optimizations that only run on request, with options under which random kernels reach all that they do."""

from __future__ import annotations

import random

from wavedialect.driver.optimization import optimizations


def with_options(name: str, seed: int = 0) -> str:
    """As ``enable`` takes it."""
    if name != "coarsen-groups":
        return name
    numbers = random.Random(f"{name} {seed}")
    # A random kernel has up to three groups: a launched one mostly does the work of two or three.
    factor = numbers.choice((2, 3, 2, 3, numbers.randint(4, 16)))
    # Where a target counts launched groups, few run as they are.
    least = numbers.choice((0, 0, 1, 2))
    return f"{name}{{factor={factor} least-launched={least}}}"


def requested(seed: int = 0) -> tuple[str, ...]:
    """All of them."""
    return tuple(with_options(name, seed) for name, level in optimizations().items() if level is None)
