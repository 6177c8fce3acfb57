"""The lock-step interpreter of the front end's IR: a reference that needs neither a driver nor a compiler.

A wave is W lanes in NumPy arrays with an active mask. The waves of a group run one after the other, each until it waits
at a barrier or a pipe, where waves exchange groupshared memory. Any order of waves and groups is valid, so the order can be
shuffled: a kernel whose result changes has a race.
"""

from __future__ import annotations

import os
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..ir.module import KernelAttributes, Module, Operation
from ..ir.quads import shuffled_quads, threads_in_quads
from ..ir.types import BufferType, ImageType
from .copies import report_open_copies
from .elements import register_of
from .findings import ExecutionError, Finding, Findings
from .image_memory import ImageMemory
from .memory import BufferMemory
from .pipes import Pipe, PipeWait
from .steps import Builder
from .wave import Wave


@dataclass(frozen=True)
class Settings:
    """Execution choices of a dispatch that the language leaves open."""

    seed: int | None = None
    """Shuffle the order of groups, of waves between barriers, and of the lanes that an atomic changes one element for.
    None: run them in order."""
    collect: bool = False
    """Return findings in the report instead of raising."""
    shuffle_threads: bool = False
    """Under ``num_threads``, assign threads to lanes in a shuffled order, as hardware may."""
    extra_waves: int = 0
    """Under ``num_threads``, launch this many waves without lanes, as hardware may."""


@dataclass
class Report:
    """The findings and counts of a dispatch."""

    findings: list[Finding]
    operations: Counter[str]
    """Number of times that waves executed each operation, by name and kind."""
    atomics: Counter[tuple[str, str]]
    """Number of lanes that executed atomics, by memory name and atomic kind."""


@dataclass
class Group:
    """One thread group."""

    id: tuple[int, int, int]
    shared: dict[Operation, Any] = field(default_factory=dict)
    reached: dict[tuple[int, ...], Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    """For each set of waves, the number of its barriers that each wave has reached."""
    uniform_values: dict[tuple[Operation, int], tuple[int, bytes, str]] = field(default_factory=dict)
    """For each visit of an ``assume_uniform``, the first wave's number, and its value as bytes and as text."""
    launch: tuple[int, ...] | None = None
    """The numbers of mesh groups in x, y and z; None until a wave launches them."""


@dataclass
class Execution:
    """The state that all waves of a dispatch share."""

    findings: Findings
    executed: list[int]
    """Execution count of each segment."""
    atomics: Counter[tuple[str, str]] = field(default_factory=Counter)
    output: Any = None
    """The receiver of prints and failed checks, by its methods ``print`` and ``fail``; None: they are ignored."""
    shuffler: random.Random | None = None
    """Shuffles the order of the lanes in an atomic; None: the order of their indices."""

    def count_atomics(self, memory: str, kind: str, lanes: int) -> None:
        self.atomics[memory, kind] += lanes


class InterpretedKernel:
    """A kernel prepared for one wave size."""

    def __init__(self, module: Module, wave_size: int, unchecked: bool = False, language: str = "python") -> None:
        kernel = module.kernel
        assert kernel.kernel is not None
        self.name = kernel.name
        self.wave_size = wave_size
        self.attributes: KernelAttributes = kernel.kernel
        self._parameters = kernel.parameters
        self._checked = not unchecked
        self._language = language
        self._builder = Builder(module, wave_size)

    def run(
        self,
        arguments: Sequence[Any],
        groups: tuple[int, int, int],
        settings: Settings | None = None,
        ended: Callable[[Group], None] | None = None,
        output: Any = None,
    ) -> Report:
        """Executes all groups, and passes each to ``ended``, and prints and failed checks to ``output``. Arguments are NumPy arrays for buffers, accessed in place,
        numbers for scalars, sequences of numbers for vectors, and for images the objects that ``ImageMemory`` takes.

        Raises ExecutionError for undefined behavior, unless ``settings.collect`` is set; the arrays then contain all
        values stored until the end, or until the mismatched barrier.
        """
        settings = settings or Settings()
        shuffler = None if settings.seed is None else random.Random(settings.seed)
        execution = Execution(
            Findings(self._language), [0] * len(self._builder.segments), output=output, shuffler=shuffler
        )
        placement = _Placement(self._builder, self.attributes, groups, settings, shuffler)
        template = list(self._builder.template)
        for slot, parameter, argument in zip(self._builder.kernel.parameters, self._parameters, arguments, strict=True):
            template[slot] = self._argument(parameter, argument)
        placement.fill_dispatch(template)
        # NumPy may warn of overflow and invalid floats in any lane; all such cases are defined or reported.
        with np.errstate(all="ignore"):
            for group_id in placement.group_ids():
                group = Group(group_id)
                self._run_group(execution, group, placement, template, settings, shuffler)
                if ended:
                    ended(group)
        report = Report(execution.findings.all(), self._operations(execution), execution.atomics)
        if report.findings and not settings.collect:
            raise ExecutionError(report.findings)
        return report

    def _argument(self, parameter: Any, argument: Any) -> Any:
        type_ = parameter.type
        if isinstance(type_, BufferType):
            return BufferMemory(parameter.name or "buffer", argument, type_.element, self._checked)
        if isinstance(type_, ImageType):
            return ImageMemory(parameter.name or "image", argument, type_, self._checked)
        return register_of(type_, self.wave_size, argument)

    def _operations(self, execution: Execution) -> Counter[str]:
        total: Counter[str] = Counter()
        for segment, times in zip(self._builder.segments, execution.executed, strict=True):
            for name, count in segment.operations.items():
                total[name] += times * count
        return +total

    def _run_group(
        self,
        execution: Execution,
        group: Group,
        placement: _Placement,
        template: list[Any],
        settings: Settings,
        shuffler: random.Random | None,
    ) -> None:
        """Runs the waves until all have ended; each runs until it waits at a barrier or a pipe."""
        waves: list[Wave] = []
        running: dict[int, Iterator[Any]] = {}
        for index, mask in enumerate(placement.masks):
            registers = list(template)
            placement.fill_wave(registers, group.id, index)
            wave = Wave(execution, group, index, registers, mask)
            waves.append(wave)
            if wave.active:
                running[index] = self._builder.kernel.body.run(wave)
        waiting: dict[int, Any] = {}
        while running:
            order = [index for index in running if index not in waiting or _is_over(waiting[index])]
            if not order and not any(isinstance(wait, PipeWait) for wait in waiting.values()):
                self._check_barrier(execution, group, waves, waiting, settings)
                waiting.clear()
                continue
            if not order:
                self._report_deadlock(execution, group, waiting, settings)
                return
            if shuffler:
                shuffler.shuffle(order)
            for index in order:
                waiting.pop(index, None)
                try:
                    waiting[index] = next(running[index])
                except StopIteration:
                    del running[index]
                    report_open_copies(waves[index])
        self._check_pipes(execution, group, settings)

    def _check_pipes(self, execution: Execution, group: Group, settings: Settings) -> None:
        """Checks that all waves of a pipe have entered and left the same number of uses, after the end of a group."""
        for operation, pipe in group.shared.items():
            wrong = pipe.find_unbalanced() if isinstance(pipe, Pipe) else None
            if wrong is None:
                continue
            told = [
                f"wave {wave} has entered {pipe.entered[wave]} and left {pipe.left[wave]}"
                for wave in dict.fromkeys((pipe.producers[0], wrong))
            ]
            message = f"the group ends with different uses of this pipe: {', '.join(told)}"
            execution.findings.add(Finding("pipe-unbalanced", message, operation.location, group.id, wrong, ()))
            if not settings.collect:
                raise ExecutionError(execution.findings.all())

    def _report_deadlock(self, execution: Execution, group: Group, waiting: dict[int, Any], settings: Settings) -> None:
        """Reports waves that wait for each other forever."""
        first = min(index for index, wait in waiting.items() if isinstance(wait, PipeWait))
        location, shown = waiting[first].operation.location, []
        for index, wait in sorted(waiting.items()):
            operation = wait.operation if isinstance(wait, PipeWait) else wait[0]
            where = f"line {operation.location.line}"
            if operation.location.file != location.file:
                where += f" of {os.path.basename(operation.location.file)}"
            shown.append(f"wave {index} {wait.place if isinstance(wait, PipeWait) else 'at a barrier'} in {where}")
        some = "a wave of the group waits" if len(waiting) == 1 else "the waves of the group wait for each other"
        message = f"{some} forever: {', '.join(shown)}"
        # Waves that wait at pipes and barriers have a mistake of a pipe.
        is_at_pipe = any(isinstance(wait, PipeWait) and not wait.is_barrier for wait in waiting.values())
        rule = "pipe-deadlock" if is_at_pipe else "waves-barrier-deadlock"
        finding = Finding(rule, message, location, group.id, first, ())
        execution.findings.add(finding)
        if not settings.collect:
            raise ExecutionError(execution.findings.all())

    def _check_barrier(
        self, execution: Execution, group: Group, waves: list[Wave], waiting: dict[int, Any], settings: Settings
    ) -> None:
        """Checks that all waves that have not retired wait at one barrier, in the same iteration of the same call."""
        first = min(waiting)
        operation, path = waiting[first]
        for wave in waves:
            if wave.index in waiting:
                other, other_path = waiting[wave.index]
                if other is operation and other_path == path:
                    continue
                place = (
                    f"line {other.location.line}" if other is not operation else "the same line in another iteration"
                )
                rule = "barrier-mismatch"
                message = f"wave {first} waits at this barrier while wave {wave.index} waits at {place}"
            elif wave.alive.any():
                rule = "barrier-not-reached"
                message = f"wave {first} waits at this barrier while wave {wave.index} has ended without retiring"
            else:
                continue
            execution.findings.add(Finding(rule, message, operation.location, group.id, first, ()))
            if not settings.collect:
                raise ExecutionError(execution.findings.all())


def _is_over(wait: Any) -> bool:
    """Whether a wave that waits can go on by itself."""
    return isinstance(wait, PipeWait) and wait.is_over()


class _Placement:
    """The lanes that exist, and the ids and counts that the launch provides per dispatch, group and wave."""

    def __init__(
        self,
        builder: Builder,
        attributes: KernelAttributes,
        groups: tuple[int, int, int],
        settings: Settings,
        shuffler: random.Random | None,
    ) -> None:
        self._groups = groups
        self._shuffler = shuffler
        self._lanes = lanes = builder.lanes
        self._extent = attributes.num_threads
        if attributes.num_threads is None:
            waves = int(attributes.num_waves)
            self.masks = [np.ones(lanes, np.bool_)] * waves
        else:
            threads = int(np.prod(attributes.num_threads))
            waves = -(-threads // lanes) + settings.extra_waves
            numbers = np.arange(waves * lanes)
            self.masks = list((numbers < threads).reshape(waves, lanes))
            if settings.shuffle_threads:
                shuffle = (shuffler or random.Random(0)).shuffle
                order = list(range(threads))
                if builder.uses_quads:
                    order = shuffled_quads(threads, shuffle)
                else:
                    shuffle(order)
                numbers[:threads] = order
            if builder.uses_quads:
                numbers[:threads] = threads_in_quads(attributes.num_threads)[numbers[:threads]]
            self._threads = numbers.reshape(waves, lanes)
        self._wave_numbers = [np.full(lanes, index, np.uint32) for index in range(waves)]
        dispatch = {"wave.lane_index", "wave.lane_count", "wave.group_wave_count", "wave.group_count"}
        self._of_dispatch = [place for place in builder.placed if place[1] in dispatch]
        self._of_wave = [place for place in builder.placed if place[1] not in dispatch]

    def group_ids(self) -> Iterator[tuple[int, int, int]]:
        """Yields every group of the dispatch, x fastest, or in shuffled order."""
        x, y, _ = self._groups
        numbers: Sequence[int] = range(int(np.prod(self._groups)))
        if self._shuffler:
            numbers = list(numbers)
            self._shuffler.shuffle(numbers)
        for number in numbers:
            yield number % x, number // x % y, number // (x * y)

    def fill_dispatch(self, registers: list[Any]) -> None:
        """Fills in the values that are the same for all waves of the dispatch."""
        for slot, name, dimension in self._of_dispatch:
            if name == "wave.lane_index":
                registers[slot] = np.arange(self._lanes, dtype=np.uint32)
            elif name == "wave.lane_count":
                registers[slot] = np.full(self._lanes, self._lanes, np.uint32)
            elif name == "wave.group_wave_count":
                registers[slot] = np.full(self._lanes, len(self.masks), np.uint32)
            else:
                registers[slot] = np.full(self._lanes, self._groups["xyz".index(dimension)], np.uint32)

    def fill_wave(self, registers: list[Any], group: tuple[int, int, int], wave: int) -> None:
        """Fills in the values of one wave."""
        for slot, name, dimension in self._of_wave:
            if name == "wave.group_wave_index":
                registers[slot] = self._wave_numbers[wave]
            elif name == "wave.group_id":
                registers[slot] = np.full(self._lanes, group["xyz".index(dimension)], np.uint32)
            else:
                registers[slot] = self._thread_number(name, dimension, group, wave)

    def _thread_number(self, name: str, dimension: str | None, group: tuple[int, int, int], wave: int) -> np.ndarray:
        if self._extent is None:
            raise AssertionError(f"{name} under num_waves, which the verifier refuses")
        thread = self._threads[wave]
        if name == "wave.group_index":
            return thread.astype(np.uint32)
        x, y, _ = self._extent
        axis = "xyz".index(dimension)
        within = (thread % x, thread // x % y, thread // (x * y))[axis]
        start = group[axis] * self._extent[axis] if name == "wave.dispatch_thread_id" else 0
        return (within + start).astype(np.uint32)
