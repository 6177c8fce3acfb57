"""Compares random kernels between the interpreter and other devices, in many processes.

``python differential.py START COUNT`` runs the kernels of these seeds at every wave size and level on the CPU, lavapipe and
the executor of DXIL. ``--sample-configurations`` takes few configurations of each kernel, others for each seed, for great
numbers of kernels. What hangs, crashes or takes too much memory fails, and costs its own process alone.

``--output`` is a folder: ``results.jsonl`` has a line for each kernel, which a later run with the same folder leaves out, and
each failure is a file that ``failing_kernel.py`` runs again; ``--reduce`` makes them small first. The last line says how many
kernels agree, differ and failed, and the lines before it what each executor cost.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from configurations import (
    CHUNK,
    FAMILIES,
    LANGUAGES,
    LAVAPIPE,
    LAVAPIPE_SIZES,
    Configuration,
    everything,
    lavapipe_size,
    merged,
    sampled,
    sized,
)
from crew import Crew, Limits, Lost, Raised
from failing_kernel import AGREES, DIFFERS, RAISES, REFUSED, compare_with, failing_kernel, read
from planted_bugs import plant

import wavedialect as wd

DEVICES = ("cpu", LAVAPIPE, "dxil")
FAILED = "failed"
NOT_RUN = "not run"
REDUCER_JOBS = 4
REDUCER_TIME_LIMIT = 20.0


@dataclass(frozen=True)
class Failure:
    """One configuration that does not agree."""

    configuration: Configuration
    verdict: str
    """Differs or failed."""
    text: str
    """What differs, was raised, or made the process end."""


@dataclass
class Result:
    """What came of a kernel."""

    failures: list[Failure] = field(default_factory=list)
    runs: Counter[str] = field(default_factory=Counter)
    """By executor: how many configurations ran."""
    refused: Counter[str] = field(default_factory=Counter)
    """By executor: how many configurations lack what the kernel needs."""
    seconds: Counter[str] = field(default_factory=Counter)
    """By executor, of the processor: other programs do not count."""

    ends_process: bool = False
    """A driver's device may be lost to the whole process by what failed."""

    @property
    def verdict(self) -> str:
        verdicts = {one.verdict for one in self.failures}
        if not verdicts:
            return AGREES if any(self.runs[name] for name in self.runs if name != "interpreter") else NOT_RUN
        return FAILED if FAILED in verdicts else DIFFERS


def spent() -> float:
    """Seconds of the processor that this process, its threads and the programs which it started have taken."""
    return sum(os.times()[:4])


@dataclass(frozen=True)
class Comparison:
    """The task of a process: one kernel, in its configurations for one wave size of lavapipe."""

    family: str
    seed: int
    devices: tuple[str, ...]
    sample: bool
    lavapipe: int
    prepare: str = ""
    """What ``planted_bugs.plant`` calls first, for tests."""
    language: str = "python"
    merged: bool = False

    @property
    def environment(self) -> dict[str, str]:
        size = {"LP_NATIVE_VECTOR_WIDTH": str(32 * self.lavapipe)} if self.lavapipe else {}
        # One thread for each process: the processes share the cores.
        return {"WAVEDIALECT_CACHE": "0", "LP_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", **size}

    def run(self, report: Callable[[str], None]) -> Result:
        warnings.simplefilter("ignore", wd.WaveWarning)
        result = Result()
        report("front end")
        plant(self.prepare)
        begun = spent()
        random_kernel = FAMILIES[self.family](self.seed)
        kernel = random_kernel.load()
        choose = sampled if self.sample else everything
        chosen = choose(random_kernel, self.devices, self.lavapipe)
        if self.merged:
            chosen = merged(chosen, self.seed)
        configurations = [replace(one, language=self.language) for one in chosen]
        result.seconds["front end"] += spent() - begun
        expected: dict[int, Any] = {}
        for configuration in configurations:
            report(json.dumps(asdict(configuration)))
            configuration = sized(configuration, kernel)
            failing = failing_kernel(self.family, random_kernel, configuration)
            size = configuration.wave_size
            if size not in expected:
                begun = spent()
                try:
                    expected[size] = failing.expected(kernel)
                except Exception as error:  # noqa: BLE001 - every kernel is defined.
                    text = f"the interpreter raises {type(error).__name__}: {error}"
                    result.failures.append(Failure(configuration, FAILED, text))
                    return result
                result.seconds["interpreter"] += spent() - begun
                result.runs["interpreter"] += 1
            begun = spent()
            outcome = compare_with(failing, kernel, expected[size])
            executor = configuration.executor
            result.seconds[executor] += spent() - begun
            if outcome.kind == REFUSED:
                result.refused[executor] += 1
                continue
            result.runs[executor] += 1
            if outcome.kind != AGREES:
                verdict, text = DIFFERS if outcome.kind == DIFFERS else FAILED, outcome.text
                if not failing.is_defined(thorough=False):
                    verdict, text = FAILED, f"the kernel is not defined: its result depends on the order. {text}"
                result.failures.append(Failure(configuration, verdict, text))
                if outcome.kind == RAISES and configuration.is_driver:
                    result.ends_process = True
                    return result
        return result


def comparisons(chosen: argparse.Namespace, seeds: Iterator[int]) -> Iterator[Comparison]:
    """The tasks; those of one wave size of lavapipe follow each other, since it belongs to a process."""
    devices = tuple(chosen.devices)
    rest = tuple(device for device in devices if device != LAVAPIPE)
    rest_of_task = (chosen.prepare, chosen.language, chosen.merged)
    for seed in seeds:
        if LAVAPIPE not in devices:
            yield Comparison(chosen.family, seed, devices, chosen.sample_configurations, 0, *rest_of_task)
        elif chosen.sample_configurations:
            yield Comparison(chosen.family, seed, devices, True, lavapipe_size(seed), *rest_of_task)
        else:
            for number, size in enumerate(LAVAPIPE_SIZES):
                here = (LAVAPIPE, *(rest if number == 0 else ()))
                yield Comparison(chosen.family, seed, here, False, size, *rest_of_task)


def in_order_of_size(tasks: list[Comparison], jobs: int) -> list[Comparison]:
    """Within each chunk of seeds one wave size of lavapipe after the other: all processes start again in between, which
    has to be rare."""
    chunk = CHUNK * max(8, 2 * jobs)
    return sorted(tasks, key=lambda task: (task.seed // chunk, task.lavapipe))


class Log:
    """The lines of finished kernels, and the files of failures."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self._file = folder / "results.jsonl"
        self.lines: list[dict[str, Any]] = []
        if self._file.exists():
            # The last line of a run that was killed may be half a line.
            for line in self._file.read_text().splitlines():
                try:
                    self.lines.append(json.loads(line))
                except json.JSONDecodeError:
                    continue
            self._file.write_text("".join(json.dumps(line) + "\n" for line in self.lines))

    def add(self, task: Comparison, result: Result, files: list[Path]) -> None:
        line = {
            "task": key(task),
            "verdict": result.verdict,
            "failures": [f"{one.configuration}: {one.verdict}: {one.text}" for one in result.failures],
            "files": [file.name for file in files],
            "runs": result.runs,
            "refused": result.refused,
            "seconds": {name: round(seconds, 4) for name, seconds in result.seconds.items()},
        }
        self.lines.append(line)
        with self._file.open("a") as file:
            file.write(json.dumps(line) + "\n")

    def keep(self, task: Comparison, failure: Failure) -> Path:
        """Writes the kernel of a failure."""
        random_kernel = FAMILIES[task.family](task.seed)
        kept = failing_kernel(task.family, random_kernel, failure.configuration)
        file = self.folder / f"{kept.label}.py"
        file.write_text(kept.text(f"{failure.configuration}: {failure.text}"))
        return file

    def summary(self) -> list[str]:
        """What was run and what it cost, and how many kernels agree."""
        runs, refused, seconds = Counter(), Counter(), Counter()
        verdicts: dict[str, str] = {}
        for line in self.lines:
            runs.update(line["runs"])
            refused.update(line["refused"])
            seconds.update(line["seconds"])
            kernel = line["task"].partition(" ")[0]
            worse = [NOT_RUN, AGREES, DIFFERS, FAILED]
            verdicts[kernel] = max(verdicts.get(kernel, NOT_RUN), line["verdict"], key=worse.index)
        said = []
        for name in sorted(seconds):
            rate = f", {runs[name] / seconds[name]:.1f} a core-second" if runs[name] and seconds[name] else ""
            also = f", {refused[name]} refused" if refused[name] else ""
            said.append(f"{name}: {runs[name] or len(self.lines)} in {seconds[name]:.1f} core-seconds{rate}{also}")
        count = Counter(verdicts.values())
        if count[NOT_RUN]:
            said.append(f"{count[NOT_RUN]} kernels have no configuration that these devices run")
        return [*said, f"{count[AGREES]} agree, {count[DIFFERS]} differ, {count[FAILED]} failed"]


def key(task: Comparison) -> str:
    """Names a task in the log: the kernel first."""
    how = "sample" if task.sample else "everything"
    how += "" if task.language == "python" else f" {task.language}"
    how += " merged" if task.merged else ""
    return f"{task.family}-{task.seed} {how} {','.join(task.devices)} {task.lavapipe}"


def lost(task: Comparison, answer: Lost | Raised) -> Result:
    """The result of a task without an answer."""
    if isinstance(answer, Raised):
        return Result([Failure(Configuration(8, "cpu"), FAILED, answer.text)])
    try:
        known = json.loads(answer.step)
        options = tuple((name, tuple(one) if isinstance(one, list) else one) for name, one in known["options"])
        configuration = Configuration(known["wave_size"] or 32, known["device"], options, known["language"])
    except (json.JSONDecodeError, KeyError):
        configuration = Configuration(8, "cpu")
    return Result([Failure(configuration, FAILED, answer.reason)])


def reduce_all(found: list[tuple[Path, Failure, dict[str, str]]], chosen: argparse.Namespace) -> None:
    """Makes the kernels of failures small."""
    from reducer import Reducer

    limits = Limits(min(chosen.time_limit, REDUCER_TIME_LIMIT), chosen.memory)
    with Crew(max(1, min(chosen.jobs, REDUCER_JOBS)), limits) as crew:
        for file, failure, environment in found[: chosen.reduce_most]:
            print(f"reducing {file.name}: {failure.text.splitlines()[0]}", flush=True)
            small = Reducer(read(file), crew, environment, prepare=chosen.prepare).reduce(chosen.reduce_seconds)
            if small is not None:
                file.with_name(f"{file.stem}-reduced.py").write_text(
                    small.text(f"{failure.configuration}: {failure.text}")
                )
                print(small.source, flush=True)


def run(chosen: argparse.Namespace) -> int:
    log = Log(chosen.output)
    done = {line["task"] for line in log.lines}
    seeds = iter(range(chosen.start, chosen.start + chosen.count))
    tasks = in_order_of_size([task for task in comparisons(chosen, seeds) if key(task) not in done], chosen.jobs)
    begun = said = time.monotonic()
    found: list[tuple[Path, Failure, dict[str, str]]] = []
    with Crew(chosen.jobs, Limits(chosen.time_limit, chosen.memory)) as crew:
        for number, (task, answer) in enumerate(crew.answers(tasks), 1):
            result = answer if isinstance(answer, Result) else lost(task, answer)
            failures = _first_of_each_device(result.failures)
            files = [log.keep(task, one) for one in failures]
            log.add(task, result, files)
            for failure, file in zip(failures, files, strict=True):
                print(f"{key(task)}: {failure.configuration} {failure.verdict}: {failure.text[:400]}", flush=True)
                found.append((file, failure, task.environment))
            if time.monotonic() - said > chosen.say_every:
                said = time.monotonic()
                print(f"{number} of {len(tasks)} tasks, {number / (said - begun):.1f} a second", flush=True)
            if chosen.stop_after and time.monotonic() - begun > chosen.stop_after:
                print(f"stopped after {chosen.stop_after:g} s: the same command goes on", flush=True)
                break
    if chosen.reduce:
        reduce_all(found, chosen)
    lines = log.summary()
    print("\n".join(lines))
    return 0 if lines[-1].endswith(" 0 differ, 0 failed") and not lines[-1].startswith("0 agree") else 1


def _first_of_each_device(failures: list[Failure]) -> list[Failure]:
    return list({one.configuration.executor: one for one in reversed(failures)}.values())


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Compare random kernels between devices.")
    parser.add_argument("start", type=int, help="the first seed")
    parser.add_argument("count", type=int, help="the number of seeds")
    parser.add_argument("--family", choices=sorted(FAMILIES), default="typed", help="default: typed")
    parser.add_argument("--devices", default=",".join(DEVICES), type=lambda text: text.split(","))
    parser.add_argument("--language", choices=LANGUAGES, default="python", help="of the text that the devices run")
    parser.add_argument("--sample-configurations", action="store_true", help="few configurations of each kernel")
    parser.add_argument("--merged", action="store_true", help="a launched group does the work of several everywhere")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    parser.add_argument("--output", type=Path, default=None, help="default: build/differential/FAMILY")
    parser.add_argument("--time-limit", type=float, default=60, help="seconds of one configuration")
    parser.add_argument("--memory", type=int, default=4096, help="MiB of one process")
    parser.add_argument("--reduce", action="store_true", help="make each failing kernel small")
    parser.add_argument("--reduce-seconds", type=float, default=120, help="for one kernel")
    parser.add_argument("--reduce-most", type=int, default=20, help="kernels that are reduced")
    parser.add_argument("--stop-after", type=float, default=0, help="seconds; a later run goes on")
    parser.add_argument("--say-every", type=float, default=30, help="seconds between two lines of progress")
    parser.add_argument("--prepare", default="", help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    if chosen.output is None:
        folder = chosen.family if chosen.language == "python" else f"{chosen.family}-{chosen.language}"
        folder += "-merged" if chosen.merged else ""
        chosen.output = Path(__file__).resolve().parents[3] / "build" / "differential" / folder
    return chosen


def main() -> int:
    sys.path.append(str(Path(__file__).parents[1] / "dxil"))
    return run(parse(sys.argv[1:]))


if __name__ == "__main__":
    sys.exit(main())
