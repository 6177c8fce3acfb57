"""What the compiler claims to be uniform in random kernels is seen to be so.

``python uniformity.py 0 2000`` does it for more kernels, in both stages and at every wave size.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import uniformity
from runner import SIZES, Disagreement
from uniformity import STAGES, Seen, judge, observe_everywhere

# A negative constant may come to stand before `//`: defined, and computed by all devices.
pytestmark = [
    pytest.mark.filterwarnings("ignore::wavedialect.WaveWarning"),
    pytest.mark.skipif(not Path(uniformity.tool()).exists(), reason="wave-test-opt is not built"),
]


@pytest.mark.parametrize("seed", [0, 5])
def test_what_is_claimed_is_seen(seed):
    stage = list(STAGES)[seed // 4 % 2]
    counts = observe_everywhere(seed, [stage], [SIZES[seed % len(SIZES)]])
    assert counts.found_wave <= counts.same_wave <= counts.values
    # Values of one wave are the same for their group where there is one wave.
    assert counts.found_wave > 0 and counts.found_group <= counts.same_group


@pytest.mark.parametrize(("claimed", "step"), [("wave", "wave"), ("group", "group")])
def test_a_false_claim_is_found(claimed, step, monkeypatch, tmp_path):
    """Every value is claimed to be the same."""
    watched = uniformity.watched

    def boast(*arguments):
        program, sites = watched(*arguments)
        return program, [(claimed, name) for _, name in sites]

    monkeypatch.setattr(uniformity, "watched", boast)
    monkeypatch.setattr("runner.failures_folder", lambda: tmp_path)
    with pytest.raises(Disagreement, match=f"is not the same for the {step}"):
        observe_everywhere(0, ["legalized"], [8])


def records(*waves):
    """The log of one group; each wave has (site, several lanes, trips, value)."""
    log = np.zeros((1, len(waves), uniformity.RECORDS, uniformity.WORDS), np.uint32)
    for wave, entries in enumerate(waves):
        for place, (site, several, trips, value) in enumerate(entries):
            log[0, wave, place] = [(site + 1) | several << 31, trips, 0, value, 0]
    return log


@pytest.mark.parametrize(
    ("waves", "same"),
    [
        ([[(0, 1, 0, 5)], [(0, 1, 0, 5)]], True),
        ([[(0, 1, 0, 5)], [(0, 1, 0, 6)]], False),
        # Another trip is another execution.
        ([[(0, 1, 1, 5)], [(0, 1, 2, 6)]], True),
        ([[(0, 1, 1, 5), (0, 1, 2, 6)], [(0, 1, 2, 6), (0, 1, 1, 7)]], False),
    ],
)
def test_waves_are_compared_in_the_same_trip(waves, same):
    seen = Seen.nothing(1)
    seen.add(np.zeros(1, np.uint32), records(*waves))
    if same:
        assert judge([("group", "x")], seen).claimed_group == 1
    else:
        with pytest.raises(Disagreement, match="site 0, a result or an argument of x, is not the same for the group"):
            judge([("group", "x")], seen)
        assert judge([("wave", "x")], seen).same_group == 0


def test_one_lane_is_the_same_as_nobody():
    seen = Seen.nothing(1)
    seen.add(np.zeros(1, np.uint32), records([(0, 0, 0, 5)]))
    counts = judge([("wave", "x")], seen)
    assert (counts.values, counts.same_wave, counts.same_group) == (1, 0, 0)
    seen.add(np.zeros(1, np.uint32), records([(0, 1, 0, 5)]))
    assert judge([("lane", "x")], seen).missed == {"x (wave)": 1}
