"""Launched groups that run several groups of the program, after the pass `coarsen-groups`."""

from __future__ import annotations

import math
from typing import Any


def coarsening_of(manifest: dict[str, Any]) -> tuple[int, int, int]:
    """The groups of the program that a launched group runs in x, y and z."""
    x, y, z = manifest.get("coarsening", (1, 1, 1))
    return x, y, z


def least_coarsened(manifest: dict[str, Any]) -> int:
    """The least number of groups of the program for which fewer are launched; 0: any number."""
    return int(manifest.get("coarsening_least", 0))


def launched_groups(manifest: dict[str, Any], groups: tuple[int, int, int]) -> tuple[int, int, int]:
    """How many groups of the device run ``groups`` groups of the program. The last one of a dimension may have fewer. Fewer
    than are worth merging run as they are."""
    factors, least = coarsening_of(manifest), least_coarsened(manifest)
    is_enough = all(count >= factor for count, factor in zip(groups, factors, strict=True))
    if least and (not is_enough or math.prod(groups) < least):
        return groups
    x, y, z = (-(-count // factor) for count, factor in zip(groups, factors, strict=True))
    return x, y, z
