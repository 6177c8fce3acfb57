"""The lock-step interpreter of the front end's IR: a reference that needs neither a driver nor a compiler.

A wave is W lanes in NumPy arrays with an active mask. The waves of a group run one after the other, each until it waits
at a barrier or a pipe, where waves exchange groupshared memory. Any order of waves and groups is valid, so the order can be
shuffled: a kernel whose result changes has a race.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..ir.module import KernelAttributes, Module
from ..ir.types import BufferType, ImageType
from .elements import register_of
from .findings import ExecutionError, Finding, Findings
from .groups import Execution, Group, GroupRun
from .image_memory import ImageMemory
from .memory import BufferMemory
from .placement import Placement
from .steps import Builder


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


class InterpretedKernel:
    """A kernel prepared for one wave size."""

    builder_class = Builder

    def __init__(self, module: Module, wave_size: int, unchecked: bool = False, language: str = "python") -> None:
        kernel = module.kernel
        assert kernel.kernel is not None
        self.module = module
        self.name = kernel.name
        self.wave_size = wave_size
        self.attributes: KernelAttributes = kernel.kernel
        self._parameters = kernel.parameters
        self._checked = not unchecked
        self._language = language
        self.builder = self.builder_class(module, wave_size)

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
            Findings(self._language), [0] * len(self.builder.segments), output=output, shuffler=shuffler
        )
        placement = Placement(self.builder, self.attributes, groups, settings, shuffler)
        template = self.registers(arguments, placement)
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

    def registers(self, arguments: Sequence[Any], placement: Placement) -> list[Any]:
        """The registers at the start of each wave, without the values that differ between waves."""
        template = list(self.builder.template)
        for slot, parameter, argument in zip(self.builder.kernel.parameters, self._parameters, arguments, strict=True):
            template[slot] = self._argument(parameter, argument)
        placement.fill_dispatch(template)
        return template

    def _argument(self, parameter: Any, argument: Any) -> Any:
        type_ = parameter.type
        if isinstance(type_, BufferType):
            return BufferMemory(parameter.name or "buffer", argument, type_.element, self._checked)
        if isinstance(type_, ImageType):
            return ImageMemory(parameter.name or "image", argument, type_, self._checked)
        return register_of(type_, self.wave_size, argument)

    def _operations(self, execution: Execution) -> Counter[str]:
        total: Counter[str] = Counter()
        for segment, times in zip(self.builder.segments, execution.executed, strict=True):
            for name, count in segment.operations.items():
                total[name] += times * count
        return +total

    def _run_group(
        self,
        execution: Execution,
        group: Group,
        placement: Placement,
        template: list[Any],
        settings: Settings,
        shuffler: random.Random | None,
    ) -> None:
        """Runs the waves until all have ended; each runs until it waits at a barrier or a pipe."""
        run = GroupRun(execution, group, placement, template, self.builder.kernel.body, settings.collect)
        while order := run.runnable():
            if shuffler:
                shuffler.shuffle(order)
            for index in order:
                run.advance(index)
        run.finish()
