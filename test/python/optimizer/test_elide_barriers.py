"""Barriers that order nothing are gone, what is left of them is enough, and results stay what they are."""

from __future__ import annotations

import importlib

import barrier_cases
import numpy as np
import pytest
from barrier_cases import CASES, SIZES
from example_launches import LAUNCHES
from mistake_kernels import CORRECT
from optimized_runs import arrays, findings

for _kernels in ("race", "group_race", "element_race", "barrier", "array"):
    importlib.import_module(f"{_kernels}_kernels")

RUNS = [pytest.param(case, lanes, id=f"{case}-{lanes}") for case in CASES for lanes in SIZES]
CORRECT_RUNS = [
    pytest.param(case, lanes, id=f"{case}-{lanes}") for case in CORRECT for lanes in {case.sizes[0], case.sizes[-1]}
]


def barriers(case, lanes, **options):
    """How many barriers a wave comes by."""
    count = case.kernel.count(case.groups, *case.arguments(lanes), wave_size=lanes, **options)
    # Waves that return do not come by the later ones.
    return -(-count.barriers.executions // count.waves)


@pytest.mark.parametrize(("case", "lanes"), RUNS)
def test_barriers_that_are_left(case, lanes):
    assert barriers(case, lanes, optimized=False) == case.written(lanes)
    assert barriers(case, lanes) == case.left(lanes)


@pytest.mark.parametrize(("case", "lanes"), RUNS)
def test_values_kept_in_registers(case, lanes):
    count = case.kernel.count(case.groups, *case.arguments(lanes), wave_size=lanes)
    buffers = set(case.kernel.parameters)
    touched = {*count.loads, *count.stores} - buffers
    assert bool(touched) != case.in_registers


@pytest.mark.parametrize(("case", "lanes"), RUNS)
def test_results_stay(case, lanes):
    arguments = case.arguments(lanes)
    expected = arrays(case.kernel, case.groups, arguments, device="interpreter", wave_size=lanes)
    for options in ({}, {"threads": 2}, {"extra_waves": 1}, {"surplus_form": True}, {"opt_level": 2}):
        if "threads" in str(case) and options.keys() & {"extra_waves", "surplus_form"}:
            continue
        found = arrays(case.kernel, case.groups, arguments, device="cpu", wave_size=lanes, **options)
        for a, b in zip(expected, found, strict=True):
            np.testing.assert_array_equal(a.view(np.uint32), b.view(np.uint32), err_msg=str(options))


@pytest.mark.parametrize(("case", "lanes"), RUNS)
@pytest.mark.parametrize("level", [1, 2])
def test_remaining_barriers_prevent_races(case, lanes, level):
    assert findings(case.kernel, case.groups, case.arguments(lanes), lanes, opt_level=level) == []
    # Also where arrays stay in memory, so that the barriers have more to do.
    assert findings(case.kernel, case.groups, case.arguments(lanes), lanes, disable=["promote-groupshared"]) == []


@pytest.mark.parametrize("kernel", [barrier_cases.no_barrier, barrier_cases.no_barrier_of_waves], ids=lambda k: k.name)
def test_a_race_would_be_found(kernel):
    """Else the tests around this one show nothing."""
    found = findings(kernel, 2, barrier_cases.three_each(16), 16, disable=["promote-groupshared"])
    assert {finding.rule for finding in found} == {"race"}


@pytest.mark.parametrize(("case", "lanes"), CORRECT_RUNS)
@pytest.mark.filterwarnings("ignore::wavedialect.WaveWarning")
def test_kernels_stay_free_of_races(case, lanes):
    groups, arguments = case.launch(lanes)
    assert findings(case.kernel, groups, arguments, lanes) == []
    assert findings(case.kernel, groups, arguments, lanes, disable=["promote-groupshared"]) == []


@pytest.mark.parametrize("launch", LAUNCHES, ids=str)
def test_examples_stay_without_a_race(launch):
    for lanes in {launch.sizes[0], launch.sizes[-1]}:
        groups = launch.groups(lanes) if callable(launch.groups) else launch.groups
        assert findings(launch.kernel, groups, launch.arguments, lanes) == []
