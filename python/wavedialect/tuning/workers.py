"""Compiling and measuring by workers, each on its own device, through any ``concurrent.futures.Executor``.

Only text and data are sent. A compile is a call of the native compiler with the text of a module; the result is stored
in the cache of this process. For measuring, a kernel is sent as its module with the types of its parameters, so that
workers need this package but no code of the user's program.
"""

from __future__ import annotations

import contextvars
import os
import pickle
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .. import extensions
from ..cache import results
from ..cache.results import Result
from ..errors import CompileError, DeviceError, InternalError, LaunchError, WaveError
from ..ir.listing import Listing
from ..ir.module import Value
from ..kernels.kernel import Kernel
from ..kernels.text_source import ListedSource
from ..runtime.array import DeviceArray
from ..runtime.array import array as wave_array
from ..runtime.device import Device, open_device
from ..runtime.foreign_arrays import is_foreign, memory_kind
from .configurations import Config
from .inputs import Inputs
from .keeping import Keeper, Kept, alone_on, class_of, identity_of
from .measuring import Plan, Times, measure
from .subjects import (
    Check,
    Choice,
    Groups,
    KernelCandidate,
    checked_arguments,
    choose,
    named_failure,
    optimization_of,
)

#: The maximum number of compiles that wait for workers at once.
_MOST_WAITING = 64


# --- Compiling -------------------------------------------------------------------


def compile_all(choices: Sequence[Choice], device: Device, executor: Executor | None) -> Iterator[tuple[int, Any]]:
    """Compiles all choices concurrently, by the executor or by threads of this process. Yields the place of each choice
    when it is done, with its WaveError or None."""

    def compile_one(choice: Choice) -> WaveError | None:
        try:
            with results.made_by(None if executor is None else lambda *call: _compiled_by(executor, *call)):
                choice.compile(device)
        except (CompileError, DeviceError, LaunchError, InternalError) as error:
            return error
        return None

    alike: dict[Any, list[int]] = {}
    for place, choice in enumerate(choices):
        alike.setdefault(choice.compiled_as(device), []).append(place)
    # Threads that wait for workers cost nothing; threads that compile share the cores.
    threads = os.cpu_count() or 1 if executor is None else _MOST_WAITING
    with ThreadPoolExecutor(min(threads, max(len(alike), 1))) as pool:
        jobs = {
            # The context carries the caller's warning settings and open `with` blocks to the thread.
            pool.submit(contextvars.copy_context().run, compile_one, choices[places[0]]): places
            for places in alike.values()
        }
        try:
            for job in as_completed(jobs):
                for place in jobs[job]:
                    yield place, job.result()
        finally:
            for job in jobs:
                job.cancel()


def _compiled_by(executor: Executor, function: str, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
    return executor.submit(compile_there, _build(), function, arguments, keywords).result()


def compile_there(build: str, function: str, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Result:
    """Runs on a worker: calls the native compiler and returns a result that can be sent."""
    if build != _build():
        message = "a worker has another build of the compiler than the process that tunes"
        raise WaveError(message, "install the same version of wavedialect everywhere")
    made = results.compiled(extensions.native(), function, *arguments, **keywords)
    return results.portable(made)


def _build() -> str:
    """Returns a key that differs between builds of the compiler."""
    return extensions.native().Cache.key(["build"])


# --- Measuring -------------------------------------------------------------------


@dataclass(frozen=True)
class Measured:
    """The result that a worker sends back."""

    device: str
    wave_size: int | None = None
    groups: tuple[int, int, int] | None = None
    times: Times = field(default_factory=Times)
    wrong: str | None = None
    """Why the results are wrong."""
    dropped: str | None = None
    """Why it cannot run on that worker."""


@dataclass(frozen=True)
class Job:
    """A configuration to measure, with all that a worker needs for it."""

    listing: Listing
    config: Config
    constants: dict[str, Any]
    device: str | None
    groups: Groups
    check: Check
    restore: bool | Collection[str]
    plan: Plan

    @staticmethod
    def of(kernel: Kernel, config: Config, constants: dict[str, Any], device: str | None, **others: Any) -> Job:
        """``constants``: the numbers that the kernel takes from outside."""
        listing = kernel._program(config.unchecked, optimization_of(config)).listing
        parameters = [Value(value.type, value.name, value.location, value.declared) for value in listing.parameters]
        text, attributes = listing.text, listing.attributes
        facts = listing.name, attributes, parameters, listing.location, listing.files
        sent = Listing(
            *facts, (), None, listing.operations, text=text, bounds=listing.bounds, language=listing.language
        )
        return Job(sent, config, constants, device, **others)


def measure_by(executor: Executor, jobs: Sequence[Job], arguments: Sequence[Any]) -> Iterator[tuple[int, Measured]]:
    """Has workers measure the jobs, each on the device of its own computer. Yields the place of each job when it is
    done, with its measurement."""
    sent = [_on_host(argument) for argument in arguments]
    if isinstance(executor, ProcessPoolExecutor):
        # This executor would pickle in a thread of its own, and might never finish after an error there.
        for job in jobs:
            try:
                pickle.dumps(job)
            except (pickle.PicklingError, TypeError, AttributeError) as error:
                raise _no_travel(error) from None
    futures: dict[Future[Measured], int] = {
        executor.submit(measure_there, job, sent): place for place, job in enumerate(jobs)
    }
    try:
        for future in as_completed(futures):
            yield futures[future], future.result()
    finally:
        for future in futures:
            future.cancel()


def _on_host(argument: Any) -> Any:
    """An argument that workers can receive: arrays in the memory of a device are copied."""
    if is_foreign(argument) and memory_kind(argument) is not None:
        argument = wave_array(argument, device="cpu")
    return argument.numpy() if isinstance(argument, DeviceArray) else argument


def _no_travel(error: Exception) -> WaveError:
    fix = (
        "define `groups` and `check` as functions of a module that workers can import, or use an executor that sends"
        " functions by their code, such as Dask's"
    )
    return LaunchError(f"the work cannot be sent to workers: {error}", fix)


def measure_there(job: Job, arguments: Sequence[Any]) -> Measured:
    """Runs on a worker: measures a job and keeps the result on the worker's own computer."""
    # Received arrays may be unaligned and read-only, because they are parts of a message.
    arguments = [np.array(given) if isinstance(given, np.ndarray) else given for given in arguments]
    where = ""
    try:
        device = open_device(job.device)
        where = identity_of(device)
        kernel = Kernel(ListedSource(job.listing))
        choice = choose(kernel, job.config, device, job.groups, arguments, job.constants)
        inputs = Inputs(device, choice.program.parameters, checked_arguments(choice.program, arguments), job.restore)
        choice.compile(device)
        candidate = KernelCandidate(choice, device, inputs)
        wrong = candidate.checked(job.check)
    except WaveError as error:
        return Measured(where, dropped=named_failure(error))
    size, groups = choice.setting.wave_size, choice.groups
    if wrong is not None:
        return Measured(where, size, groups, wrong=wrong)
    with alone_on(device):
        (times,) = measure([candidate], job.plan)
    if times.failure is None:
        keeper = Keeper(where, class_of(choice.program.parameters, arguments))
        keeper.keep(choice, Kept(times.nanoseconds, job.check is not None))
    return Measured(where, size, groups, times)
