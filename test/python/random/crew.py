"""Processes that work on tasks, each under a limit of time and memory: a task that hangs or crashes takes its process with it,
and nothing else.

A task is an object with ``run(report)`` that can be pickled. It calls ``report`` with what it is about to do, which names
the step that a hang or a crash is laid to, and gives it the whole time again. An answer whose ``ends_process`` is true is
the last one of its process.
"""

from __future__ import annotations

import contextlib
import ctypes
import multiprocessing
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, Protocol

PAGE = os.sysconf("SC_PAGE_SIZE")
PR_SET_PDEATHSIG = 1
LOOK_EVERY = 0.5
"""Seconds between two looks at the memory and the time of processes."""
CORES_OF_ONE = 2
"""A process may use so many cores: where many share a machine, threads for all of its cores in each of them would only
wait for each other. Two groups of a kernel still run at once."""


class Task(Protocol):
    """What a process can be given."""

    @property
    def environment(self) -> dict[str, str]:
        """Variables that the process has from its beginning."""
        ...

    def run(self, report: Callable[[str], None]) -> Any: ...


@dataclass(frozen=True)
class Limits:
    """What one step of a task may take."""

    seconds: float = 60.0
    megabytes: int = 4096


@dataclass(frozen=True)
class Lost:
    """A task without an answer."""

    reason: str
    """For instance "hangs: 60 s" or "crashes: SIGSEGV"."""
    step: str


@dataclass(frozen=True)
class Raised:
    """A task that ended in an exception which it should have caught."""

    text: str


@dataclass
class _Worker:
    """A process and what it does."""

    process: Any
    pipe: Connection
    environment: dict[str, str]
    place: int
    """Among the processes of the crew."""
    task: Task | None = None
    step: str = ""
    since: float = 0.0

    def begin(self, task: Task) -> None:
        self.task, self.step, self.since = task, "", time.monotonic()
        # A process that has ended since is noticed at its sentinel.
        with contextlib.suppress(BrokenPipeError):
            self.pipe.send(task)

    def exceeds(self, limits: Limits) -> str:
        """What the step takes too much of, empty if nothing."""
        # Others that use the same cores make everything slow.
        crowd = max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
        if time.monotonic() - self.since > limits.seconds * crowd:
            return f"hangs: more than {limits.seconds:g} s"
        try:
            pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        except (OSError, IndexError):
            return ""
        taken = pages * PAGE >> 20
        return f"takes too much memory: {taken} MiB" if taken > limits.megabytes else ""

    def end(self) -> None:
        """Kills the process, and those that it has started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()
        self.process.join()
        self.pipe.close()


def cores_of(place: int) -> set[int]:
    """The cores of a process, by its place among those of a crew: neighbors share one."""
    cores = sorted(os.sched_getaffinity(0))
    return {cores[(place + more) % len(cores)] for more in range(CORES_OF_ONE)}


def work(pipe: Connection, environment: dict[str, str], path: list[str], place: int) -> None:
    """What a process does: one task after the other, until it is killed, or the process that started it ends."""
    os.setpgrp()
    os.sched_setaffinity(0, cores_of(place))
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    os.environ.update(environment)
    sys.path[:] = path
    while True:
        task = pipe.recv()
        try:
            answer = task.run(lambda step: pipe.send(("step", step)))
        except Exception:  # noqa: BLE001 - whatever it is, the next task has nothing to do with it.
            answer = Raised(traceback.format_exc())
        pipe.send(("answer", answer))


class Crew:
    """A number of processes; each is replaced when it is lost, or when a task needs other variables."""

    def __init__(self, jobs: int, limits: Limits) -> None:
        self.jobs = jobs
        self.limits = limits
        self._start = multiprocessing.get_context("spawn")
        self._workers: list[_Worker] = []
        self._looked = 0.0

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.end()
        self._workers.clear()

    def answer(self, task: Task) -> Any:
        """What one task gives, or Lost."""
        ((_, answer),) = self.answers([task])
        return answer

    def answers(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Any]]:
        """What the tasks give, in the order in which they end."""
        left = iter(tasks)
        ended = False
        while True:
            while not ended and sum(worker.task is not None for worker in self._workers) < self.jobs:
                task = next(left, None)
                if task is None:
                    ended = True
                else:
                    self._worker_for(task).begin(task)
            busy = [worker for worker in self._workers if worker.task is not None]
            if not busy:
                return
            yield from self._ended(busy)

    def _ended(self, busy: list[_Worker]) -> Iterator[tuple[Task, Any]]:
        """Waits for a while, and gives what has ended meanwhile."""
        ready = set(wait([worker.pipe for worker in busy], LOOK_EVERY))
        looks = time.monotonic() - self._looked >= LOOK_EVERY
        if looks:
            self._looked = time.monotonic()
        for worker in busy:
            task, answer = worker.task, None
            assert task is not None
            if worker.pipe in ready:
                try:
                    kind, answer = worker.pipe.recv()
                except (EOFError, ConnectionResetError):
                    worker.process.join()
                    answer = Lost(f"crashes: {_named(worker.process.exitcode)}", worker.step)
                    self._leave(worker)
                else:
                    if kind == "step":
                        worker.step, worker.since = answer, time.monotonic()
                        continue
                    worker.task = None
                    if getattr(answer, "ends_process", False):
                        self._leave(worker)
            elif looks and (too_much := worker.exceeds(self.limits)):
                answer = Lost(too_much, worker.step)
                self._leave(worker)
            else:
                continue
            yield task, answer

    def _worker_for(self, task: Task) -> _Worker:
        idle = [worker for worker in self._workers if worker.task is None]
        for worker in idle:
            if worker.environment == task.environment and worker.process.is_alive():
                return worker
        if len(self._workers) >= self.jobs:
            self._leave(idle[0])
        ours, theirs = self._start.Pipe()
        place = min(set(range(self.jobs)) - {worker.place for worker in self._workers})
        process = self._start.Process(target=work, args=(theirs, task.environment, sys.path, place), daemon=True)
        process.start()
        theirs.close()
        worker = _Worker(process, ours, task.environment, place)
        self._workers.append(worker)
        return worker

    def _leave(self, worker: _Worker) -> None:
        worker.end()
        self._workers.remove(worker)


def _named(status: int | None) -> str:
    if status is None or status >= 0:
        return f"exit status {status}"
    try:
        return signal.Signals(-status).name
    except ValueError:
        return f"signal {-status}"
