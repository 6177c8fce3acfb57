"""The checker accuses no kernel that is right: the twins of the mistaken ones, and the examples."""

from __future__ import annotations

import importlib

import pytest
from example_launches import EXAMPLES, LAUNCHES
from mistake_kernels import CORRECT, DIFFERENCES, SAME_RESULTS

for _kernels in (
    "race",
    "group_race",
    "element_race",
    "barrier",
    "pipe_step",
    "pipe_race",
    "set_barrier",
    "lane",
    "array",
    "number",
    "result",
):
    importlib.import_module(f"{_kernels}_kernels")

CASES = [pytest.param(case, lanes, id=f"{case}-{lanes}") for case in CORRECT for lanes in case.sizes]


@pytest.mark.parametrize(("case", "lanes"), CASES)
@pytest.mark.filterwarnings("ignore::wavedialect.WaveWarning")
def test_a_correct_kernel_is_not_accused(case, lanes):
    groups, arguments = case.launch(lanes)
    report = case.kernel.check(groups, *arguments, wave_sizes=[lanes], **case.options)
    assert report.ok and not report.notes, f"\n{report}"
    assert report.is_complete


@pytest.mark.parametrize("case", SAME_RESULTS, ids=str)
def test_results_that_are_the_same_are_not_accused(case):
    arguments = case.arguments(case.sizes[0])
    options = {**case.options, "by_wave_size": case.by_wave_size}
    report = case.kernel.check(case.groups, *arguments, wave_sizes=list(case.sizes), **options)
    assert report.ok and not report.notes, f"\n{report}"
    assert len(report.runs) > 1


@pytest.mark.parametrize("case", DIFFERENCES, ids=str)
def test_one_run_shows_no_difference(case):
    """Nothing in these kernels is undefined: what is wrong with them can be seen by comparison alone."""
    lanes = max(size for size in case.sizes if size <= 32)
    report = case.kernel.check(case.launch(lanes)[0], *case.arguments(lanes), wave_sizes=[lanes])
    assert report.ok, f"\n{report}"


@pytest.mark.parametrize("launch", LAUNCHES, ids=str)
def test_an_example_is_not_accused(launch):
    report = launch.check()
    assert report.ok and not report.notes, f"\n{report}"
    assert report.is_complete
    assert {run.configuration.wave_size for run in report.runs} == set(launch.sizes)


def test_all_examples_are_checked():
    assert {launch.example for launch in LAUNCHES} == {file.stem for file in EXAMPLES.glob("[0-9]*.py")}
