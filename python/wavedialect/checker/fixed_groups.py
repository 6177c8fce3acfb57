"""Explains results that depend on the wave size because the number of groups does not.

A group of ``num_waves=4`` has 16 lanes at wave size 4 and 512 at 128. If each lane has its own items, 64 groups cover
fewer items at the smaller size. Every output then depends on the wave size, although the kernel is correct. Comparing
two outputs cannot distinguish this from a real dependence on the wave size. Another run can: with the same number of
lanes at every wave size, the results of a correct kernel are equal.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..errors import LaunchError
from ..runtime.checks import CheckedRun
from ..runtime.program import Program
from .comparison import Difference, Results
from .configurations import Configuration
from .findings import Finding
from .rules import MORE_LANES, RULES

Groups = tuple[int, int, int]
RunFn = Callable[[Configuration], "tuple[list[Any], CheckedRun] | None"]

_MOST_GROUPS = 1 << 14
"""At the smallest wave size. A run of more groups would take longer than all other runs together."""


def judge_fixed_groups(
    program: Program,
    options: Results,
    differences: Sequence[Difference],
    sweep: Sequence[Configuration],
    groups: Groups,
    run: RunFn,
) -> tuple[list[Difference], list[Finding]]:
    """Splits the differences between wave sizes, at a fixed number of groups, into those that remain with the same
    number of lanes at every wave size, and a note about the others.

    ``run`` executes the kernel with the groups of a configuration.
    """
    waves = program.attributes.num_waves
    by_size = {configuration.wave_size: configuration for configuration in reversed(sweep)}
    sizes = sorted(by_size, reverse=True)
    assert waves is not None
    judged = _Judged(options.expect([]), {difference.memory for difference in differences}, run)
    try:
        is_judged = judged.run_all([by_size[size] for size in sizes], groups)
    except LaunchError:
        # The number of groups exceeds the limit.
        is_judged = False
    if not is_judged:
        return list(differences), []
    explained = [difference for difference in differences if difference.memory in judged.equal]
    staying = [
        difference for difference in differences if difference.memory not in judged.equal | judged.clearer.keys()
    ]
    staying += judged.clearer.values()
    if not explained:
        return staying, []
    total = math.prod(groups)
    fields = {
        "memories": " and ".join(dict.fromkeys(f"`{difference.memory}`" for difference in explained)),
        "groups": _shown(groups),
        "few": total * waves * sizes[-1],
        "many": total * waves * sizes[0],
        "smallest": sizes[-1],
        "largest": sizes[0],
        "waves": waves,
        "kernel": program.name,
    }
    rule, first = RULES["fixed-group-count"], explained[0].finding
    note = Finding(
        "fixed-group-count",
        rule.message.format_map(fields),
        rule.advice.format_map(fields),
        first.places[:1],
        memory=first.memory if all(difference.memory == first.memory for difference in explained) else None,
        count=1,
        configurations=tuple(dict.fromkeys(one for each in explained for one in each.finding.configurations)),
        is_note=True,
    )
    return staying, [note]


def explain_bounds(program: Program, finding: Finding, sweep: Sequence[Configuration], groups: Groups) -> Finding:
    """Advises on out-of-bounds accesses to a buffer with a fixed number of groups. If smaller wave sizes have no such
    access, larger ones have too many lanes."""
    waves = program.attributes.num_waves
    sizes = {configuration.wave_size for configuration in finding.configurations}
    smaller = [configuration for configuration in sweep if configuration.wave_size < min(sizes)]
    if finding.rule != "buffer-bounds" or not smaller:
        return finding
    advice = MORE_LANES.format(groups=_shown(groups), waves=waves, kernel=program.name)
    return dataclasses.replace(finding, advice=advice)


class _Judged:
    """Finds the arrays that are equal with the same number of lanes at every wave size."""

    def __init__(self, results: Results, names: set[str], run: RunFn) -> None:
        self._results = results
        self._run = run
        self.equal = names
        """The names of the arrays that have been equal so far."""
        self.clearer: dict[str, Difference] = {}
        """For the other arrays: differences between runs with the same number of lanes, if fewer elements differ than
        with the same number of groups."""

    def run_all(self, configurations: Sequence[Configuration], groups: Groups) -> bool:
        """Runs from the largest wave size to the smallest. Returns False if a run has no result."""
        largest, *others = configurations
        size, extent = largest.wave_size, _reduced(groups, largest.wave_size // others[-1].wave_size)
        if self._compared(largest, extent) is None:
            return False
        for configuration in others:
            best: tuple[dict[str, Difference], Groups] | None = None
            # The axis along which the number of items depends on the wave size is up to the kernel, at each size.
            for tried in _spread(extent, groups, size // configuration.wave_size):
                found = self._compared(configuration, tried)
                if found is None:
                    return False
                if best is None or len(found) < len(best[0]):
                    best = (found, tried)
                if not found:
                    break
            assert best is not None
            if best[0]:
                fixed = self._compared(configuration, extent) or {}
                for name, difference in best[0].items():
                    if name in fixed and difference.elements < fixed[name].elements:
                        self.clearer[name] = difference
                self.equal = self.equal - best[0].keys()
            if not self.equal:
                return True
            size, extent = configuration.wave_size, best[1]
        return True

    def _compared(self, configuration: Configuration, groups: Groups) -> dict[str, Difference] | None:
        """Returns the arrays under judgment that differ from those of the first run."""
        configuration = dataclasses.replace(configuration, groups=groups)
        done = self._run(configuration)
        if done is None:
            return None
        arguments, run = done
        compared = self._results.compare(configuration, arguments, run.checks)
        return {difference.memory: difference for difference in compared if difference.memory in self.equal}


def _shown(groups: Groups) -> str:
    total = math.prod(groups)
    return f"{total} group{'' if total == 1 else 's'}"


def _reduced(groups: Groups, factor: int) -> Groups:
    """Returns the groups to use at the largest wave size: those of the launch, or fewer if a run at the smallest size,
    with ``factor`` times as many, would take too long."""
    extent = list(groups)
    while math.prod(extent) * factor > _MOST_GROUPS and max(extent) > 2:
        extent[extent.index(max(extent))] //= 2
    x, y, z = extent
    return x, y, z


def _spread(extent: Groups, groups: Groups, factor: int) -> Iterator[Groups]:
    """Yields the ways to launch ``factor`` times as many groups, along one or several of the axes that the launch
    uses."""
    axes = [axis for axis in range(3) if groups[axis] > 1] or [0, 1, 2]
    doublings = factor.bit_length() - 1
    for x in range(doublings, -1, -1) if 0 in axes else [0]:
        for y in range(doublings - x, -1, -1) if 1 in axes else [0]:
            z = doublings - x - y
            if z == 0 or 2 in axes:
                yield extent[0] << x, extent[1] << y, extent[2] << z
