"""Optimizations that only run on request, with options under which random kernels reach all that they do."""

from __future__ import annotations

from wavedialect.driver.optimization import optimizations


def with_options(name: str, seed: int = 0) -> str:
    """As ``enable`` takes it. A random kernel has up to three groups: a launched one does the work of two or three."""
    options = {"coarsen-groups": f"{{factor={2 + seed % 2}}}"}
    return name + options.get(name, "")


def requested(seed: int = 0) -> tuple[str, ...]:
    """All of them."""
    return tuple(with_options(name, seed) for name, level in optimizations().items() if level is None)
