"""Turns, by a clock that stands still: who runs when, and who is given up."""

import pytest

import wavedialect as wd
from wavedialect.tuning.measuring import Plan, measure


class Fake:
    """Its runs take what it is told, one after the other, and then always the last."""

    def __init__(self, name, log, *nanoseconds):
        self.name, self.log, self.nanoseconds = name, log, list(nanoseconds)

    def turn(self, warmup, runs):
        self.log.append(self.name)
        times = []
        for _ in range(runs):
            times.append(self.nanoseconds[0])
            self.nanoseconds = self.nanoseconds[1:] or self.nanoseconds
        if "lost" in times:
            raise wd.DeviceError("the device is lost")
        return times


def test_turns_go_forth_and_back():
    log = []
    times = measure([Fake("a", log, 1.0), Fake("b", log, 1.2), Fake("c", log, 1.1)], Plan(rounds=3, runs=2))
    assert "".join(log) == "abccbaabc"
    assert [len(one.nanoseconds) for one in times] == [6, 6, 6]
    assert [one.median for one in times] == [1.0, 1.2, 1.1]


def test_clearly_slower_subjects_are_abandoned_after_two_rounds():
    log = []
    fakes = [Fake("a", log, 10.0), Fake("b", log, 100.0), Fake("c", log, 14.9), Fake("d", log, 90.0, 90.0, 12.0)]
    times = measure(fakes, Plan(rounds=4, runs=1))
    # Of d a run in the third round would be fast: it is not reached.
    assert [one.is_stopped for one in times] == [False, True, False, True]
    assert (log.count("a"), log.count("b"), log.count("c"), log.count("d")) == (4, 2, 4, 2)


def test_one_fast_run_keeps_a_candidate():
    times = measure([Fake("a", [], 10.0), Fake("b", [], 14.0, 99.0)], Plan(rounds=4, runs=1))
    assert [one.is_stopped for one in times] == [False, False]


def test_no_subject_is_abandoned_without_a_limit():
    times = measure([Fake("a", [], 1.0), Fake("b", [], 1e6)], Plan(rounds=5, runs=1, stop=None))
    assert [len(one.nanoseconds) for one in times] == [5, 5]


def test_a_subject_that_has_run_for_long_stops():
    times = measure([Fake("a", [], 0.6e9), Fake("b", [], 0.7e9)], Plan(rounds=9, runs=1, most_seconds=1.3))
    assert [len(one.nanoseconds) for one in times] == [3, 2]


def test_a_device_that_fails():
    advanced = []
    fakes = [Fake("a", [], 1.0, "lost"), Fake("b", [], 2.0)]
    times = measure(fakes, Plan(rounds=3, runs=1), lambda: advanced.append(0))
    assert [one.failure for one in times] == ["the device is lost", None]
    assert not times[1].is_stopped and len(times[1].nanoseconds) == 3
    assert len(advanced) == 6


@pytest.mark.parametrize(
    "wrong", [{"rounds": 0}, {"runs": 1.5}, {"warmup": -1}, {"stop": 1}, {"stop": "2"}, {"most_seconds": 0}]
)
def test_plans_that_cannot_be(wrong):
    ((name, value),) = wrong.items()
    with pytest.raises(wd.WaveError, match=f"{name} is {value!r}"):
        Plan(**wrong)
