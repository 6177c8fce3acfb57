"""Launched groups that run several groups of the program, after the pass `coarsen-groups`."""

from __future__ import annotations

from typing import Any


def coarsening_of(manifest: dict[str, Any]) -> tuple[int, int, int]:
    """The groups of the program that a launched group runs in x, y and z."""
    x, y, z = manifest.get("coarsening", (1, 1, 1))
    return x, y, z


def launched_groups(manifest: dict[str, Any], groups: tuple[int, int, int]) -> tuple[int, int, int]:
    """How many groups of the device run ``groups`` groups of the program. The last one of a dimension may have fewer."""
    x, y, z = (-(-count // factor) for count, factor in zip(groups, coarsening_of(manifest), strict=True))
    return x, y, z
