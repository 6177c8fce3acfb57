"""Times candidates in turns, so that a temporary slowdown of the computer affects all of them alike."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from ..errors import DeviceError, WaveError
from ..numbers import is_integer, is_number

#: The limit for counts. More turns, or more runs in a turn, are a mistake.
_MOST_RUNS = 1_000_000
#: The number of rounds before a candidate can be stopped.
_ROUNDS_BEFORE_STOP = 2


class Candidate(Protocol):
    """Something that can be timed."""

    def turn(self, warmup: int, runs: int) -> list[float]:
        """Runs ``warmup`` times without timing, then ``runs`` times with timing, back to back. Returns the times of the
        latter in nanoseconds."""


@dataclass(frozen=True)
class Plan:
    """How often candidates run. For the fields, see ``tune``."""

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
    """The measurements of a candidate."""

    nanoseconds: list[float] = field(default_factory=list)
    is_stopped: bool = False
    """It was clearly slower than the best candidate, so its remaining turns were skipped."""
    failure: str | None = None
    """The reason why it could not continue."""

    @property
    def median(self) -> float:
        return statistics.median(self.nanoseconds)


def measure(candidates: Sequence[Candidate], plan: Plan, advance: Callable[[], Any] = lambda: None) -> list[Times]:
    """Returns the times of each candidate. Calls ``advance`` after each turn, including skipped ones."""
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
    """Reverses every other round, so that no candidate always follows the same one or is always last."""
    return list(range(count)) if round % 2 == 0 else list(reversed(range(count)))


def _is_done(times: Times, plan: Plan) -> bool:
    if times.is_stopped or times.failure is not None:
        return True
    return plan.most_seconds is not None and sum(times.nanoseconds) >= plan.most_seconds * 1e9


def _stop_slow(measured: Sequence[Times], stop: float) -> None:
    """Stops candidates whose shortest time exceeds the best candidate's median by that factor."""
    going = [times for times in measured if times.failure is None and times.nanoseconds]
    if not going:
        return
    best = min(times.median for times in going)
    for times in going:
        times.is_stopped = times.is_stopped or min(times.nanoseconds) > stop * best
