"""``wd.tune``: measures a kernel in several configurations."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from typing import Any

from ..errors import CompileError, DeviceError, LaunchError, WaveError, WaveWarning, public_entry
from ..kernels.binding import bound
from ..kernels.kernel import Kernel
from ..numbers import check_switches
from ..runtime.device import Device
from .configurations import Config, checked_configs
from .inputs import Inputs, check_restore
from .keeping import Keeper, Kept, alone_on, class_of, identity_of
from .measuring import Plan, measure
from .progress import Steps, shown_steps
from .subjects import (
    Check,
    Choice,
    Groups,
    KernelCandidate,
    Subject,
    check_groups_given,
    checked_arguments,
    choose,
    failed_check,
    is_lasting,
    kernel_of,
    named_failure,
    optimization_of,
)
from .table import Row, Tuning
from .variants import numbers_of
from .workers import Job, Measured, compile_all, measure_by


@public_entry
def tune(
    kernel: Kernel | Callable[..., Kernel] | Subject,
    configs: Iterable[Config | dict[str, Any]],
    args: Sequence[Any] = (),
    *,
    groups: Groups = None,
    device: str | Device | None = None,
    check: Check = None,
    restore: bool | Collection[str] = True,
    rounds: int = 8,
    runs: int = 2,
    warmup: int = 1,
    stop: float | None = 1.5,
    most_seconds: float | None = 2.0,
    reuse: bool = False,
    executor: Executor | None = None,
    measure: str = "here",
    progress: bool | None = None,
) -> Tuning:
    """Measures a kernel in each configuration and returns a table, fastest first, with the times in microseconds on the
    device. For each configuration that cannot run, or has wrong results, the table has the reason.

    ``kernel`` may also be a function that makes a kernel: it is called with a configuration's ``constants``.
    ``configs`` are dictionaries with the names of ``Config``, or the result of ``wd.configs(...)``. ``args`` are the
    arguments of a dispatch; tuning uses copies of them. ``groups`` is the number of groups to launch, or a function
    that computes it from the ``Setting``: ``groups=lambda at: at.dispatch_size(items)``.

    ``check`` is a function of a dictionary of the arrays that the kernel wrote, by name, and of the ``Setting``. It
    returns False or raises AssertionError if the results are wrong; such a configuration is not timed. Before every
    run, the arrays that the kernel writes are restored. ``restore`` names the arrays that need this, or is False.

    In each of the ``rounds``, every configuration has one turn: ``warmup`` runs without timing, then ``runs`` with
    timing, back to back. After two rounds, a configuration whose shortest time exceeds the best median by the factor
    ``stop`` is stopped (None: never). A configuration that has run for ``most_seconds`` gets no further turns.

    Results are kept on disk by device and driver, kernel with its constants, and types and sizes of the arguments. With
    ``reuse``, kept results are used, and only missing configurations are measured, together with the best kept one.
    While one process measures on a device, other processes of the same user wait.

    With ``executor``, any of ``concurrent.futures`` (also Dask's ``client.get_executor()``), workers compile; otherwise
    threads of this process do. With ``measure="workers"``, workers also measure, each on the ``device`` of its own
    computer; then every configuration is a separate job, and none is stopped early. ``progress`` shows bars, by default
    if standard error is a terminal or in a notebook.

    Raises WaveError for arguments and names that no configuration can have, and the kernel's own CompileError if it is
    the same in all configurations.
    """
    plan = Plan(rounds, runs, warmup, stop, most_seconds)
    made = checked_configs(configs)
    if check is not None and not callable(check):
        raise WaveError(f"check is {check!r}", "pass a function of the arrays, by their names, and of the setting")
    check_switches(reuse=reuse)
    if not isinstance(measure, str) or measure not in ("here", "workers"):
        raise WaveError(f"measure is {measure!r}", 'use "here" or "workers"')
    if measure == "workers" and executor is None:
        raise WaveError('measure="workers" needs an executor', "pass one: `executor=client.get_executor()`")
    if executor is not None and not callable(getattr(executor, "submit", None)):
        fix = "pass an executor of `concurrent.futures`; Dask's is `client.get_executor()`"
        raise WaveError(f"executor is {executor!r}", fix)
    with _warned_once(), shown_steps(progress) as steps:
        if hasattr(kernel, "prepare"):
            return Tuning(kernel.name, _subject_rows(kernel, made, plan, steps))
        if not callable(kernel):
            raise WaveError(f"{kernel!r} cannot be tuned", "pass a kernel, or a function that makes one")
        check_groups_given(groups, made)
        call = Call(kernel, made, args, groups, device, check, restore, plan, reuse, executor, steps)
        rows = call.rows() if measure == "here" else call.rows_by_workers()
        return Tuning(call.name, rows)


@contextlib.contextmanager
def _warned_once() -> Iterator[None]:
    """Shows each warning once, for all configurations."""
    with warnings.catch_warnings():
        warnings.filterwarnings("once", category=WaveWarning)
        yield


def _subject_rows(subject: Any, configs: Sequence[Config], plan: Plan, steps: Steps) -> list[Row]:
    """Returns the rows of a subject that is not a kernel."""
    rows, ready = [], []
    done = steps("preparing", len(configs))
    for config in configs:
        try:
            ready.append((config, subject.prepare(config)))
        except AssertionError as error:
            rows.append(Row(config, "wrong", subject.device, config.wave_size, reason=failed_check(error)))
        except WaveError as error:
            rows.append(Row(config, "dropped", subject.device, config.wave_size, reason=named_failure(error)))
        done()
    times = measure([candidate for _, candidate in ready], plan, steps("measuring", plan.rounds * len(ready)))
    for (config, _), measured in zip(ready, times, strict=True):
        told = Measured(subject.device, config.wave_size, None, measured)
        # It is unknown what the subject has checked.
        rows.append(_timed_row(config, told, is_checked=False))
    return rows


def _timed_row(config: Config, measured: Measured, is_checked: bool) -> Row:
    times = measured.times
    where = (measured.device, measured.wave_size, measured.groups)
    if measured.dropped is not None or times.failure is not None:
        return Row(config, "dropped", *where, reason=measured.dropped or times.failure)
    if measured.wrong is not None:
        return Row(config, "wrong", *where, reason=measured.wrong)
    outcome = "slow" if times.is_stopped else "measured"
    return Row(config, outcome, *where, nanoseconds=tuple(times.nanoseconds), is_checked=is_checked)


@dataclass
class Call:
    """One call of ``tune`` for a kernel."""

    subject: Any
    configs: list[Config]
    arguments: Any
    groups: Groups
    asked: str | Device | None
    check: Check
    restore: bool | Collection[str]
    plan: Plan
    reuse: bool
    executor: Executor | None
    steps: Steps
    name: str = ""
    errors: list[WaveError] = field(default_factory=list)
    """The reasons why configurations were dropped, in order."""
    inputs: dict[str, Inputs] = field(default_factory=dict)
    """By the types of the parameters."""
    kernels: dict[Config, Kernel] = field(default_factory=dict)

    # --- Here ------------------------------------------------------------------------

    def rows(self) -> list[Row]:
        """Returns the rows, measured in this process."""
        chosen: list[Choice] = []
        dropped: list[Row] = []
        device: Device | None = None
        for config in self.configs:
            try:
                kernel = self._kernel(config)
                program = kernel._program(config.unchecked, optimization_of(config))
            except (CompileError, LaunchError) as error:
                dropped.append(self._dropped(config, device, error))
                continue
            checked = self._checked(program)
            device = device or program.signature.device(checked, self.asked)
            try:
                chosen.append(choose(kernel, config, device, self.groups, self.arguments))
            except (CompileError, LaunchError, DeviceError) as error:
                dropped.append(self._dropped(config, device, error))
        rows = self._rows_of(chosen, device) if device is not None and chosen else []
        self._raise_what_all_say()
        # The device of rows that were dropped before it was known.
        where = identity_of(device) if device is not None else ""
        return rows + [row if row.device else replace(row, device=where) for row in dropped]

    def _rows_of(self, chosen: list[Choice], device: Device) -> list[Row]:
        where = identity_of(device)
        keeper = Keeper(where, class_of(chosen[0].program.parameters, self.arguments))
        rows: dict[int, Row] = {}
        if self.reuse:
            for place, choice in enumerate(chosen):
                kept = keeper.find(choice, self.check is not None)
                if kept is not None:
                    rows[place] = _kept_row(choice, where, kept)
        missing = [place for place in range(len(chosen)) if place not in rows]
        ready = self._ready(missing, chosen, device, rows, keeper)
        best = _best_of(rows)
        if ready and best is not None:
            # Measure the best kept configuration again, so that new ones are compared under the same conditions.
            ready += self._ready([best], chosen, device, rows, keeper)
        # If there are no candidates, do not wait for the device.
        if ready:
            with alone_on(device):
                advance = self.steps("measuring", self.plan.rounds * len(ready))
                times = measure([candidate for _, candidate in ready], self.plan, advance)
            for (place, candidate), measured in zip(ready, times, strict=True):
                choice = candidate.choice
                told = Measured(where, choice.setting.wave_size, choice.groups, measured)
                rows[place] = row = _timed_row(choice.setting.config, told, self.check is not None)
                if row.nanoseconds:
                    keeper.keep(choice, Kept(list(row.nanoseconds), row.is_checked, measured.is_stopped))
        return [rows[place] for place in sorted(rows)]

    def _ready(
        self, places: list[int], chosen: list[Choice], device: Device, rows: dict[int, Row], keeper: Keeper
    ) -> list[tuple[int, KernelCandidate]]:
        """Compiles the choices at these places and runs them once. Returns the candidates that can be timed; the others
        get rows."""
        compiled = []
        done = self.steps("compiling", len(places))
        for number, error in compile_all([chosen[place] for place in places], device, self.executor):
            done()
            place = places[number]
            if error is None:
                compiled.append(place)
                continue
            row = rows[place] = self._dropped_choice(chosen[place], keeper.device, error)
            if is_lasting(error):
                keeper.keep(chosen[place], Kept([], False, reason=row.reason))
        ready = []
        done = self.steps("checking", len(compiled))
        for place in sorted(compiled):
            choice = chosen[place]
            setting = choice.setting
            try:
                candidate = KernelCandidate(choice, device, self._inputs(choice, device))
                wrong = candidate.checked(self.check)
            except (LaunchError, DeviceError) as error:
                rows[place] = self._dropped_choice(choice, keeper.device, error)
            else:
                if wrong is None:
                    ready.append((place, candidate))
                else:
                    told = (keeper.device, setting.wave_size, choice.groups)
                    rows[place] = Row(setting.config, "wrong", *told, reason=wrong)
            done()
        return ready

    def _inputs(self, choice: Choice, device: Device) -> Inputs:
        """Returns the arrays. All configurations whose parameters have the same types share them."""
        program = choice.program
        types = repr([value.type for value in program.parameters])
        if types not in self.inputs:
            given = checked_arguments(program, self.arguments)
            self.inputs[types] = Inputs(device, program.parameters, given, self.restore)
        return self.inputs[types]

    def _dropped_choice(self, choice: Choice, where: str, error: WaveError) -> Row:
        self.errors.append(error)
        setting = choice.setting
        return Row(setting.config, "dropped", where, setting.wave_size, choice.groups, reason=named_failure(error))

    # --- By workers ------------------------------------------------------------------

    def rows_by_workers(self) -> list[Row]:
        """Returns the rows, measured by workers."""
        if isinstance(self.asked, Device) or self.asked == "interpreter":
            name = getattr(self.asked, "name", self.asked)
            fix = 'pass the name of a device that each worker has, "cpu" or "vulkan"'
            raise WaveError(f"workers cannot measure on device {name!r}", fix)
        assert self.executor is not None
        jobs, rows = [], []
        for config in self.configs:
            try:
                kernel = self._kernel(config)
                program = kernel._program(config.unchecked, optimization_of(config))
            except (CompileError, LaunchError) as error:
                rows.append(self._dropped(config, None, error))
                continue
            self._checked(program)
            given = {"groups": self.groups, "check": self.check, "restore": self.restore, "plan": self.plan}
            jobs.append(Job.of(kernel, config, numbers_of(program), self.asked, **given))
        self._raise_what_all_say()
        done = self.steps("measuring", len(jobs))
        for place, measured in measure_by(self.executor, jobs, self.arguments):
            rows.append(_timed_row(jobs[place].config, measured, self.check is not None))
            done()
        return rows

    # --- Both --------------------------------------------------------------------------

    def _kernel(self, config: Config) -> Kernel:
        # Configurations that differ only in wave size, for example, share one kernel.
        key = Config(num_waves=config.num_waves, num_threads=config.num_threads, constants=config.constants)
        if key not in self.kernels:
            self.kernels[key] = kernel_of(self.subject, config)
        kernel = self.kernels[key]
        self.name = self.name or kernel.name
        if isinstance(self.arguments, (list, tuple)):
            self.arguments = bound(kernel.source, "`wd.tune`", self.arguments, {})
        return kernel

    def _checked(self, program: Any) -> list[Any]:
        """Returns the checked arguments. Errors in them concern all configurations."""
        check_restore(self.restore, program.parameters)
        return checked_arguments(program, self.arguments)

    def _dropped(self, config: Config, device: Device | None, error: WaveError) -> Row:
        self.errors.append(error)
        where = "" if device is None else identity_of(device)
        return Row(config, "dropped", where, config.wave_size, reason=named_failure(error))

    def _raise_what_all_say(self) -> None:
        """Raises an error that all configurations share: it is a mistake in the kernel, with a place in the source."""
        told = {(error.id, error.message, getattr(error, "line", 0)) for error in self.errors}
        first = self.errors[0] if self.errors else None
        if isinstance(first, CompileError) and len(self.errors) == len(self.configs) and len(told) == 1:
            raise first


def _kept_row(choice: Choice, where: str, kept: Kept) -> Row:
    setting = choice.setting
    place = (where, setting.wave_size, choice.groups)
    if kept.reason is not None:
        return Row(setting.config, "dropped", *place, reason=kept.reason)
    outcome = "slow" if kept.is_slow else "kept"
    return Row(setting.config, outcome, *place, nanoseconds=tuple(kept.nanoseconds), is_checked=kept.is_checked)


def _best_of(rows: dict[int, Row]) -> int | None:
    kept = {place: row.median_us for place, row in rows.items() if row.outcome == "kept"}
    return min(kept, key=lambda place: kept[place] or 0.0, default=None)
