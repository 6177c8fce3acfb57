"""Times candidates in turns, so that whatever slows the machine down for a while meets all of them alike."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from ..errors import DeviceError, WaveError
from ..numbers import is_integer, is_number

#: More turns, or runs in a turn, are a mistake.
_MOST_RUNS = 1_000_000
#: A candidate is not given up before so many rounds.
_ROUNDS_BEFORE_STOP = 2


class Candidate(Protocol):
    """Something that can be timed."""

    def turn(self, warmup: int, runs: int) -> list[float]:
        """Runs so often without timing, then so often with it, back to back; the nanoseconds of the latter."""


@dataclass(frozen=True)
class Plan:
    """How often candidates run; ``tune`` documents it."""

    rounds: int = 8
    runs: int = 2
    warmup: int = 1
    stop: float | None = 1.5
    most_seconds: float | None = 2.0

    def __post_init__(self) -> None:
        for name, least in (("rounds", 1), ("runs", 1), ("warmup", 0)):
            value = getattr(self, name)
            if not is_integer(value) or not least <= value <= _MOST_RUNS:
                raise WaveError(f"{name} is {value!r}", f"pass an integer from {least} to {_MOST_RUNS}")
        for name, least in (("stop", 1), ("most_seconds", 0)):
            value = getattr(self, name)
            if value is not None and (not is_number(value) or value <= least):
                raise WaveError(f"{name} is {value!r}", f"pass a number above {least}, or None for no limit")


@dataclass
class Times:
    """What was measured of a candidate."""

    nanoseconds: list[float] = field(default_factory=list)
    is_stopped: bool = False
    """It was clearly slower than the best, and its later turns were left out."""
    failure: str | None = None
    """Why it could not run on."""

    @property
    def median(self) -> float:
        return statistics.median(self.nanoseconds)


def measure(candidates: Sequence[Candidate], plan: Plan, advance: Callable[[], Any] = lambda: None) -> list[Times]:
    """The times of each candidate. ``advance`` is called after each turn, also after one that is left out."""
    measured = [Times() for _ in candidates]
    for round in range(plan.rounds):
        for place in _order(len(candidates), round):
            times = measured[place]
            if not _is_done(times, plan):
                try:
                    times.nanoseconds += candidates[place].turn(plan.warmup, plan.runs)
                except DeviceError as error:
                    times.failure = error.message
            advance()
        if plan.stop is not None and round + 1 >= _ROUNDS_BEFORE_STOP:
            _stop_slow(measured, plan.stop)
    return measured


def _order(count: int, round: int) -> list[int]:
    """Every other round goes backwards: none always follows the same one, nor is always the last."""
    return list(range(count)) if round % 2 == 0 else list(reversed(range(count)))


def _is_done(times: Times, plan: Plan) -> bool:
    if times.is_stopped or times.failure is not None:
        return True
    return plan.most_seconds is not None and sum(times.nanoseconds) >= plan.most_seconds * 1e9


def _stop_slow(measured: Sequence[Times], stop: float) -> None:
    """Gives up those whose best run is slower than the best candidate usually is, by that factor."""
    going = [times for times in measured if times.failure is None and times.nanoseconds]
    if not going:
        return
    best = min(times.median for times in going)
    for times in going:
        times.is_stopped = times.is_stopped or min(times.nanoseconds) > stop * best
