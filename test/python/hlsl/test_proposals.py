"""The listings of the HLSL proposals, as text: they compile, run, and the checker finds their mistakes at the right lines."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path

import numpy as np
import pytest
from dxil_device import DXILDevice

import wavedialect as wd

sys.path.append(str(Path(__file__).parents[3] / "examples" / "proposals"))

from launches import FOLDER, PROPOSALS, Proposal

TARGETS = [("spirv", {}), ("dxil", {"shader_model": "6.6"}), ("dxil", {"shader_model": "6.10"}), ("cpu", {})]


def lines_of(proposal: Proposal, texts: tuple[str, ...]) -> set[tuple[str, int]]:
    """The file and the line of each text, which its listing has once."""
    lines = [
        (str(path), number, line)
        for path in proposal.listings
        for number, line in enumerate(path.read_text().splitlines(), 1)
    ]
    found = [(file, number) for text in texts for file, number, line in lines if text in line]
    assert len(found) == len(texts)
    return set(found)


@pytest.mark.parametrize("proposal", PROPOSALS, ids=lambda one: one.name)
def test_targets(proposal):
    kernel = proposal.kernel()
    for target, options in TARGETS:
        if proposal.refused:
            with pytest.raises(wd.CompileError) as caught:
                kernel.compile(target, **options)
            assert caught.value.id == proposal.refused
            (texts,) = proposal.finds.values()
            assert {(caught.value.file, caught.value.line)} == lines_of(proposal, texts[:1])
        else:
            assert kernel.compile(target, **options).files


@pytest.mark.parametrize("proposal", PROPOSALS, ids=lambda one: one.name)
def test_mistakes(proposal):
    report = proposal.check(proposal.kernel())
    found: dict[str, set[tuple[str, int]]] = {}
    for finding in (*report.findings, *report.notes):
        places = {(place.location.file, place.location.line) for place in finding.culprits if place.location}
        found.setdefault(finding.rule, set()).update(places or {(finding.location.file, finding.location.line)})
    assert found == {rule: lines_of(proposal, texts) for rule, texts in proposal.finds.items()}


@pytest.mark.parametrize("proposal", PROPOSALS, ids=lambda one: one.name)
def test_corrections(proposal):
    report = proposal.check(proposal.corrected())
    assert report.ok and report.is_complete and not report.notes, f"\n{report}"


@pytest.mark.parametrize("proposal", PROPOSALS, ids=lambda one: one.name)
def test_runs(proposal):
    """The corrected listing gives the same on the interpreter, the CPU and the DXIL executor."""
    kernel, size = proposal.corrected(), proposal.wave_sizes[1]
    results = []
    for device in ("interpreter", "cpu", DXILDevice("dxil:6.10")):
        arguments = [argument.copy() for argument in proposal.arguments]
        groups = proposal.groups(size) if callable(proposal.groups) else proposal.groups
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", wd.WaveWarning)
            kernel.dispatch(groups, *arguments, device=device, wave_size=size)
        ordered = proposal.name not in ("0048-emulation", "0054-four-waves")
        results.append([argument if ordered else np.sort(argument, axis=None) for argument in arguments])
    for other in results[1:]:
        for first, second in zip(results[0], other, strict=True):
            np.testing.assert_array_equal(first, second)


def test_all_listings_are_included():
    assert sorted(path for one in PROPOSALS for path in one.listings) == sorted((FOLDER / "listings").glob("*.hlsl"))
    assert {one.file for one in PROPOSALS} == set(FOLDER.glob("*.hlsl"))
