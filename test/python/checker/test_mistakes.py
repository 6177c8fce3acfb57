"""The checker finds each mistake at its lines, names who made it, and accuses nothing else."""

from __future__ import annotations

import importlib

import pytest
from mistake_kernels import DIFFERENCES, MISTAKES, NOTES, Mistake, Who

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

CASES = [pytest.param(case, lanes, id=f"{case.rule}-{case}-{lanes}") for case in MISTAKES for lanes in case.sizes]


def lines_of(finding) -> frozenset[int]:
    """The lines that have to be marked: of barriers that of the barrier, or of both that were met."""
    places = finding.culprits
    if finding.rule.startswith("barrier-"):
        places = places[: 2 if finding.rule == "barrier-mismatch" else 1]
    return frozenset(place.location.line for place in places if place.location)


def is_who(place, who: Who | None, lanes: int) -> bool:
    """Whether this place names them."""
    if who is None:
        return True
    group = (who.group, 0, 0) if isinstance(who.group, int) else who.group
    wanted = who.lanes(lanes) if callable(who.lanes) else who.lanes
    return (
        group in (None, place.group)
        and who.wave in (None, place.wave)
        and (wanted is None or tuple(sorted(place.lanes)) == tuple(wanted))
    )


def names_them(finding, case: Mistake, lanes: int) -> bool:
    """Whether the places name who made the mistake: of a race in any order."""
    first, *others = finding.places
    second = others[0] if others else None
    pairs = [(first, second)]
    if finding.rule == "race":
        pairs.append((second, first))
    return any(
        is_who(one, case.who, lanes) and (case.other is None or (two is not None and is_who(two, case.other, lanes)))
        for one, two in pairs
    )


@pytest.mark.parametrize(("case", "lanes"), CASES)
@pytest.mark.filterwarnings("ignore::wavedialect.WaveWarning")
def test_a_mistake_is_found_at_its_lines(case, lanes):
    groups, arguments = case.launch(lanes)
    report = case.kernel.check(groups, *arguments, wave_sizes=[lanes], **case.options)
    shown = f"\n{report}"
    assert report.is_complete or case.rule.startswith(("barrier-", "pipe-", "waves-barrier-")), shown
    found = [finding for finding in (*report.findings, *report.notes) if finding.rule == case.rule]
    assert found, shown
    assert report.ok is (case.rule in NOTES), shown

    expected = case.lines("here") | case.lines("and here")
    assert expected, "no line of the kernel is marked"
    there = [finding for finding in found if lines_of(finding) == expected]
    assert there, f"expected at {sorted(expected)}{shown}"
    assert all(place.location.file == case.file for finding in there for place in finding.places if place.location)
    assert any(names_them(finding, case, lanes) for finding in there), shown
    parted = case.lines("parted")
    if parted:
        assert parted <= {place.location.line for place in there[0].places if place.location}, shown

    for finding in (*report.findings, *report.notes):
        assert finding.rule in {case.rule, *case.also, "buffer-bounds"}, shown
        assert lines_of(finding) <= expected | case.lines("too"), shown


@pytest.mark.parametrize("case", [pytest.param(case, id=str(case)) for case in MISTAKES if case.helpers])
def test_a_mistake_in_a_function_names_the_calls(case):
    lanes = case.sizes[0]
    groups, arguments = case.launch(lanes)
    report = case.kernel.check(groups, *arguments, wave_sizes=[lanes], **case.options)
    found = next(finding for finding in report.findings if finding.rule == case.rule)
    kernel = range(case.kernel.function.__code__.co_firstlineno, case.kernel.function.__code__.co_firstlineno + 40)
    assert found.places[0].calls, str(report)
    assert found.places[0].calls[-1].line in kernel, str(report)


@pytest.mark.parametrize("case", DIFFERENCES, ids=str)
def test_results_that_depend_on_choices_of_the_device_are_found(case):
    arguments = case.arguments(case.sizes[0])
    options = {**case.options, "by_wave_size": case.by_wave_size}
    report = case.kernel.check(case.groups, *arguments, wave_sizes=list(case.sizes), **options)
    shown = f"\n{report}"
    assert {finding.rule for finding in report.findings} == {"results-differ"}, shown
    assert {finding.memory for finding in report.findings} == {case.argument}, shown
