"""Kernels with one injected mistake, and whether the checker finds it at the right line.

As a program, ``python mutants.py START COUNT``, it makes one mutant of each kind that is possible from each of the
kernels of these seeds, prints a line a mutant and a summary by kind, and keeps the texts of what went wrong below
``build/checker-mutants``.

* A mutant *is broken* if the judge of ``mutant_judge`` sees something undefined, or results that differ where the
  language leaves open what differs between the runs. What the judge cannot tell stands there.
* It is *another program* if it is defined and always gives the same, and something else than the kernel which it was
  made from: nothing shows that this was not meant, to the judge or to a checker. It *is the same* if it gives what that
  kernel gives.
* It is *found* if the checker says anything but notes, and found *at the right line* if a place of a finding is the
  mutated statement, the block under it, or an access to the array that it uses; of a removed barrier, an access around it,
  which is one next to it in the text or one that races with another according to the judge. Where the judge sees nothing
  but results that differ, the checker need not know a line either: `results-differ` names the array.
* A kernel is *falsely accused* if it is one of the correct ones, or a mutant that is not broken, and the checker finds
  something in it.
"""

from __future__ import annotations

import functools
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from breakable_kernels import KINDS, BreakableKernel, Mutation, breakable
from generator import RandomKernel
from mutant_judge import Verdict, judge
from runner import SIZES, kernel_of

import wavedialect as wd

LANE_ORDERS = ["linear", "tiled", ("shuffled", 1)]
EXTRA_WAVES = [0, 1]


@dataclass(frozen=True)
class Found:
    """A finding of the checker."""

    rule: str
    lines: frozenset[int]

    def __str__(self) -> str:
        return f"{self.rule} at {', '.join(map(str, sorted(self.lines)))}"


def check(random_kernel: RandomKernel, sizes: tuple[int, ...], **options: Any) -> list[Found]:
    """What the checker finds, but notes. Each size by itself, unless the results are the same at all."""
    kernel = random_kernel.load()
    at_once = [list(sizes)] if options else [[size] for size in sizes]
    found = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", wd.WaveWarning)
        for some in at_once:
            arguments = random_kernel.arguments(some[0])
            report = kernel.check(random_kernel.groups, *arguments, wave_sizes=some, **options)
            found += [
                Found(finding.rule, frozenset(place.location.line for place in finding.culprits if place.location))
                for finding in report.findings
            ]
    return found


def check_breakable(kernel: BreakableKernel) -> list[Found]:
    """At the sizes at which the kernel is judged; of threads in other orders of lanes, too."""
    if kernel.in_threads:
        return check(kernel, kernel.sizes, lane_orders=LANE_ORDERS, extra_waves=EXTRA_WAVES)
    return check(kernel, kernel.sizes)


def check_correct(seed: int) -> list[Found]:
    """What the checker finds in one of the kernels of ``test/python/random``, at one wave size."""
    # The rest of the seed by 4 says of which kind the kernel is.
    return check(kernel_of(seed), (SIZES[seed // 4 % len(SIZES)],))


@dataclass
class Trial:
    """A mutant, what it is, and what the checker finds."""

    seed: int
    mutation: Mutation
    mutant: BreakableKernel
    original: Callable[[], Verdict]
    verdict: Verdict
    found: list[Found]

    @property
    def is_broken(self) -> bool:
        return self.verdict.is_broken

    @property
    def status(self) -> str:
        if self.verdict.refused:
            return "refused"
        if self.is_broken:
            return "broken"
        return "the same" if self.verdict.means_the_same(self.original()) else "another program"

    @property
    def expected(self) -> frozenset[int]:
        expected = self.mutation.expected
        if self.mutation.kind == KINDS[0]:
            expected |= self.verdict.lines
        return expected

    @property
    def is_at_the_right_line(self) -> bool:
        no_line = set() if self.verdict.undefined else {"results-differ"}
        return any(found.lines & self.expected or found.rule in no_line for found in self.found)

    @property
    def is_missed(self) -> bool:
        return self.is_broken and not self.is_at_the_right_line

    @property
    def is_falsely_accused(self) -> bool:
        return bool(self.found) and self.status in ("the same", "another program")

    def __str__(self) -> str:
        said = "; ".join(sorted(set(map(str, self.found)))) or "nothing found"
        wrong = " MISSED" if self.is_missed else " FALSELY ACCUSED" if self.is_falsely_accused else ""
        return (
            f"{self.seed} {self.mutation.kind} at line {self.mutation.line} `{self.mutation.text.strip()}`: "
            f"{self.status} ({self.verdict}), {said}{wrong}"
        )

    def keep(self) -> Path:
        """Writes the text to a file."""
        file = mutants_folder() / f"{self.seed}-{self.mutation.kind.replace(' ', '-')}.py"
        notes = [str(self), f"expected at {sorted(self.expected)}, the judge says: {self.verdict}"]
        file.write_text(self.mutant.source + "".join(f"# {line}\n" for note in notes for line in note.splitlines()))
        return file


class WrongKernel(AssertionError):
    """The generator's kernel is not correct itself."""


@functools.lru_cache(maxsize=1)
def original(kernel: BreakableKernel) -> Verdict:
    """What the judge says of a correct kernel."""
    verdict = judge(kernel)
    if verdict.is_broken or verdict.refused:
        raise WrongKernel(f"the kernel of seed {kernel.seed} is not correct: {verdict}")
    return verdict


def trials(seed: int) -> Iterator[Trial]:
    """One mutant of each kind that is possible from the kernel of that seed."""
    kernel = breakable(seed)
    for mutation in kernel.some_mutations():
        mutant = kernel.mutant(mutation)
        judged = judge(mutant)
        found = [] if judged.refused else check_breakable(mutant)
        yield Trial(seed, mutation, mutant, functools.partial(original, kernel), judged, found)


def mutants_folder() -> Path:
    """Where the texts of mutants are kept."""
    folder = Path(__file__).resolve().parents[3] / "build" / "checker-mutants"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def main(start: int, count: int) -> int:
    """Tries the mutants of these seeds; the exit status is 1 where fewer than 95 of 100 are found or any is accused."""
    began = time.monotonic()
    made: list[Trial] = []
    accused: list[str] = []
    for seed in range(start, start + count):
        for name, of in (("kernel", lambda seed: check_breakable(breakable(seed))), ("random kernel", check_correct)):
            found = of(seed)
            if found:
                accused.append(f"correct {name} {seed}: {'; '.join(sorted(set(map(str, found))))}")
                print(f"{accused[-1]} FALSELY ACCUSED", flush=True)
        original(breakable(seed))
        for trial in trials(seed):
            made.append(trial)
            print(trial, flush=True)
            if trial.is_missed or trial.is_falsely_accused:
                trial.keep()
    print(summary(made))
    print(f"{2 * count} correct kernels, {len(accused)} accused; {time.monotonic() - began:.0f} s")
    for line in accused:
        print(f"  {line}")
    for trial in made:
        if trial.is_missed or trial.is_falsely_accused:
            print(f"  {trial}")
    broken = [trial for trial in made if trial.is_broken]
    enough = sum(not trial.is_missed for trial in broken) >= 0.95 * len(broken)
    accuses = bool(accused) or any(trial.is_falsely_accused for trial in made)
    return 0 if broken and enough and not accuses else 1


def summary(made: list[Trial]) -> str:
    """A line a kind of mistake."""
    columns = ("made", "broken", "found", "at the line", "missed", "another program", "the same", "refused", "accused")
    rows = []
    for kind in (*KINDS, "all"):
        of_kind = [trial for trial in made if kind in ("all", trial.mutation.kind)]
        status = Counter(trial.status for trial in of_kind)
        broken = [trial for trial in of_kind if trial.is_broken]
        at_line = sum(not trial.is_missed for trial in broken)
        share = f"{at_line} ({100 * at_line / len(broken):.1f} %)" if broken else "0"
        found = sum(bool(trial.found) for trial in broken)
        others = (status["another program"], status["the same"], status["refused"])
        accused = sum(trial.is_falsely_accused for trial in of_kind)
        rows.append((kind, len(of_kind), len(broken), found, share, len(broken) - at_line, *others, accused))
    lines = [f"{'':<24}" + "".join(f"{column:>17}" for column in columns)]
    lines += [f"{row[0]:<24}" + "".join(f"{cell!s:>17}" for cell in row[1:]) for row in rows]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
