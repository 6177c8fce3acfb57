"""What the compiler claims to be uniform in random kernels is seen to be so.

``python uniformity.py 0 2000`` does it for more kernels, in both stages and at every wave size.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import runner
import uniformity
from runner import Disagreement
from uniformity import HEADER, Seen, Site, active_lanes, judge, observe_everywhere

# A negative constant may come to stand before `//`: defined, and computed by all devices.
pytestmark = [
    pytest.mark.filterwarnings("ignore::wavedialect.WaveWarning"),
    pytest.mark.skipif(not Path(uniformity.tool()).exists(), reason="wave-test-opt is not built"),
]


@pytest.mark.parametrize(
    ("seed", "stage", "size"),
    # In the last one lanes that have returned do not load, and have 0 instead.
    [(0, "written", 4), (5, "legalized", 128), (539, "legalized", 4)],
)
def test_claimed_uniformity_is_observed(seed, stage, size):
    counts = observe_everywhere(seed, [stage], [size])
    assert counts.found_wave <= counts.same_wave <= counts.values
    # Values of one wave are the same for their group where there is one wave.
    assert counts.found_wave > 0 and counts.found_group <= counts.same_group


@pytest.mark.parametrize(("known", "claimed"), [("lane", "wave"), ("wave", "group")])
def test_a_false_claim_is_found(known, claimed, monkeypatch, tmp_path):
    """What is known to be the same for less is claimed to be for more."""
    watched = uniformity.watched

    def boast(*arguments):
        program, sites = watched(*arguments)
        return program, [replace(site, claim=claimed if site.claim == known else site.claim) for site in sites]

    monkeypatch.setattr(uniformity, "watched", boast)
    monkeypatch.setattr(runner, "failures_folder", lambda: tmp_path)
    with pytest.raises(Disagreement, match=f"is not the same for the {claimed}"):
        observe_everywhere(0, ["legalized"], [8])


def test_a_log_that_is_too_short(monkeypatch, tmp_path):
    """The loops of this kernel need the second one that is tried."""
    short, long, _ = uniformity.log_words(4)
    monkeypatch.setattr(uniformity, "log_words", lambda size: [short])
    monkeypatch.setattr(runner, "failures_folder", lambda: tmp_path)
    with pytest.raises(Disagreement, match="the log is too short"):
        observe_everywhere(126, ["written"], [4])
    monkeypatch.setattr(uniformity, "log_words", lambda size: [short, long])
    assert observe_everywhere(126, ["written"], [4]).values > 0


def records(*waves):
    """The log of one group with waves of 4 lanes; a record has the trips and what the lanes have, None where inactive."""
    log = np.zeros((1, len(waves), 256), np.uint32)
    for words, entries in zip(log[0], waves, strict=True):
        place = 1
        for trips, lanes in entries:
            mask = sum(1 << lane for lane, value in enumerate(lanes) if value is not None)
            words[place : place + HEADER] = [1, 1, trips, 0, mask, 0, 0, 0]
            words[place + HEADER : place + HEADER + 4] = [value or 0 for value in lanes]
            place += HEADER + 4
        words[0] = place - 1
    return log


def seen(*waves):
    found = Seen.nothing(1)
    found.add([Site("lane", 1, "x")], records(*waves), 4)
    return found


ONE, OTHER = [5] * 4, [6] * 4


@pytest.mark.parametrize(
    ("waves", "differs"),
    [
        ([[(0, ONE)], [(0, ONE)]], None),
        ([[(0, ONE)], [(0, OTHER)]], "group"),
        ([[(0, ONE)], [(0, [5, 5, 5, 6])]], "wave"),
        ([[(0, ONE)], [(0, [5, None, 5, None])]], None),
        # Another trip is another execution.
        ([[(1, ONE)], [(2, OTHER)]], None),
        ([[(1, ONE), (2, OTHER)], [(2, OTHER), (1, OTHER)]], "group"),
    ],
)
def test_waves_are_compared_in_the_same_trip(waves, differs):
    if differs is None:
        assert judge([Site("group", 1, "x")], seen(*waves)).claimed_group == 1
        return
    with pytest.raises(Disagreement, match=f"site 0, a result or an argument of x, is not the same for the {differs}"):
        judge([Site("group", 1, "x")], seen(*waves))


def test_lanes_of_a_wave_are_compared():
    differs = seen([(0, [5, None, 6, 5])])
    with pytest.raises(Disagreement, match="is not the same for the wave"):
        judge([Site("wave", 1, "x")], differs)
    assert judge([Site("lane", 1, "x")], differs).same_wave == 0
    # Other waves may have something else.
    assert judge([Site("wave", 1, "x")], seen([(0, ONE)], [(0, OTHER)])).found_wave == 1


def test_a_single_lane_is_uniform():
    counts = judge([Site("wave", 1, "x")], seen([(0, [None, 5, None, None])]))
    assert (counts.values, counts.same_wave, counts.same_group) == (1, 0, 0)
    assert judge([Site("lane", 1, "x")], seen([(0, ONE)])).missed == {"x (wave)": 1}


def test_masks_have_lane_0_lowest():
    assert active_lanes(np.array([1 << 31 | 2, 1, 0, 1 << 31], np.uint32), 128).tolist() == [1, 31, 32, 127]
