"""Makes the kernel of a failure small, by leaving out parts of it while the failure stays.

``python reducer.py FILE`` takes a file of ``failing_kernel`` and writes the small kernel beside it. ``--device``, ``--wave-size``,
``--opt-level`` and ``--enable`` choose another configuration than that of the file. Every step is tried in another process,
which a driver may bring down or hang; a step counts only if the kernel is still defined: the interpreter gives the same in
other orders of groups, waves, and lanes in atomics, and the checker finds nothing.
"""

from __future__ import annotations

import argparse
import ast
import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from configurations import LAVAPIPE, Configuration
from crew import Crew, Limits, Lost
from failing_kernel import AGREES, REFUSED, UNDEFINED, FailingKernel, Outcome, read
from planted_bugs import plant
from simplifications import cost, tidied, ways

import wavedialect as wd

LOST = "lost"


@dataclass(frozen=True)
class Candidate:
    """The task of a process: does a kernel fail like the first one?"""

    failing: FailingKernel
    environment: dict[str, str]
    wanted: Outcome | None
    """What it has to give; None asks what it gives."""
    prepare: str = ""
    """What ``planted_bugs.plant`` calls first, for tests."""

    def run(self, report: Callable[[str], None]) -> Outcome:
        warnings.simplefilter("ignore", wd.WaveWarning)
        plant(self.prepare)
        if self.wanted is None or self.wanted.kind == LOST:
            # Whether it is defined cannot be asked afterwards.
            report("interpreter")
            if not self.failing.is_defined():
                return Outcome(UNDEFINED)
            report("device")
            return self.failing.compare()
        report("device")
        outcome = self.failing.compare()
        if not outcome.same_failure(self.wanted):
            return outcome
        report("interpreter")
        return outcome if self.failing.is_defined() else Outcome(UNDEFINED)


class Reducer:
    """Reduces one kernel."""

    def __init__(
        self,
        failing: FailingKernel,
        crew: Crew,
        environment: dict[str, str],
        say: Callable[[str], None] = print,
        prepare: str = "",
    ) -> None:
        self.best = replace(failing, source=tidied(failing.source))
        self._crew = crew
        self._environment = environment
        self._say = say
        self._prepare = prepare
        self._wanted: Outcome | None = None
        self._tried: set[str] = set()
        self.tries = 0

    def reduce(self, seconds: float) -> FailingKernel | None:
        """The small kernel; None if the first one does not fail, or is not defined."""
        self._wanted = self._ask([self.best])[0]
        if self._wanted.kind in (AGREES, REFUSED, UNDEFINED):
            self._say(f"nothing to reduce: {self._wanted.kind} {self._wanted.text}".rstrip())
            return None
        self._say(f"{self._wanted.kind}: {self._wanted.text.splitlines()[0] if self._wanted.text else ''}")
        end = time.monotonic() + seconds
        self._take_fewer_groups()
        while time.monotonic() < end:
            before = cost(self.best.source)
            for way in ways():
                self._exhaust(way, end)
            if cost(self.best.source) >= before:
                break
        self._say(f"{len(self.best.source.splitlines())} lines after {self.tries} tries")
        return self.best.with_used_arguments()

    def _take_fewer_groups(self) -> None:
        for groups in range(1, self.best.groups):
            fewer = replace(self.best, groups=groups)
            if self._fails(self._ask([fewer])[0]):
                self.best = fewer
                return

    def _exhaust(self, way: Callable[[ast.Module], object], end: float) -> None:
        """Takes every step of one way that keeps the failure."""
        place = 0
        while time.monotonic() < end:
            steps = list(islice(way(ast.parse(self.best.source)), place, place + self._crew.jobs))
            if not steps:
                return
            taken = self._first_that_fails(steps)
            if taken is None:
                place += len(steps)
                continue
            number, self.best = taken
            place += number
            statements, length, _ = cost(self.best.source)
            self._say(f"{statements} statements, {length} characters after {self.tries} tries")

    def _first_that_fails(self, steps: list[Callable[[], str]]) -> tuple[int, FailingKernel] | None:
        limit = cost(self.best.source)
        asked: list[tuple[int, FailingKernel]] = []
        for number, step in enumerate(steps):
            source = tidied(step())
            if source not in self._tried and cost(source) < limit:
                self._tried.add(source)
                asked.append((number, replace(self.best, source=source)))
        outcomes = self._ask([failing for _, failing in asked])
        for one, outcome in zip(asked, outcomes, strict=True):
            if self._fails(outcome):
                return one
        return None

    def _ask(self, kernels: list[FailingKernel]) -> list[Outcome]:
        """What the kernels give, in their order."""
        self.tries += len(kernels)
        tasks = [Candidate(one, self._environment, self._wanted, self._prepare) for one in kernels]
        answers = {id(task): answer for task, answer in self._crew.answers(tasks)}
        return [_outcome(answers[id(task)]) for task in tasks]

    def _fails(self, outcome: Outcome) -> bool:
        return self._wanted is not None and outcome.same_failure(self._wanted)


def _outcome(answer: object) -> Outcome:
    if isinstance(answer, Outcome):
        return answer
    if isinstance(answer, Lost) and answer.step == "device":
        return Outcome(LOST, answer.reason.partition(":")[0])
    return Outcome(UNDEFINED, str(answer))


def environment_for(configuration: Configuration) -> dict[str, str]:
    """The variables of a process for the configuration."""
    wide = configuration.device in ("vulkan", LAVAPIPE) and configuration.wave_size <= 16
    return {"WAVEDIALECT_CACHE": "0"} | ({"LP_NATIVE_VECTOR_WIDTH": str(32 * configuration.wave_size)} if wide else {})


def main() -> int:
    parser = argparse.ArgumentParser(description="Make a failing kernel small.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--device")
    parser.add_argument("--wave-size", type=int)
    parser.add_argument("--opt-level", type=int)
    parser.add_argument("--enable", help="passes, with commas between them")
    parser.add_argument("--seconds", type=float, default=300, help="for the whole reduction")
    parser.add_argument("--time-limit", type=float, default=20, help="seconds of one try, beyond which it hangs")
    parser.add_argument("--memory", type=int, default=4096, help="MiB of one process")
    parser.add_argument("--jobs", type=int, default=1, help="tries at once")
    parser.add_argument("--prepare", default="", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    sys.path.append(str(Path(__file__).parents[1] / "dxil"))
    failing = read(chosen.file)
    one = failing.configuration
    options = dict(one.options)
    if chosen.opt_level is not None:
        options["opt_level"] = chosen.opt_level
    if chosen.enable is not None:
        options["enable"] = tuple(name for name in chosen.enable.split(",") if name)
    device, size = chosen.device or one.device, chosen.wave_size or one.wave_size
    changed = replace(one, wave_size=size, device=device, options=tuple(options.items()))
    failing = replace(failing, configuration=changed)
    with Crew(chosen.jobs, Limits(chosen.time_limit, chosen.memory)) as crew:
        environment = environment_for(failing.configuration)
        reducer = Reducer(failing, crew, environment, lambda line: print(line, flush=True), chosen.prepare)
        small = reducer.reduce(chosen.seconds)
    if small is None:
        return 1
    file = chosen.file.with_name(f"{chosen.file.stem}-reduced.py")
    file.write_text(small.text(f"{small.configuration}"))
    print(f"\n{small.source}\n{file}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
