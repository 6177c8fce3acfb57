"""Prints and checks: the interpreter passes the values of the lanes to the receiver of the dispatch."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..ir.module import Operation

if TYPE_CHECKING:
    from .steps import Builder, Step
    from .wave import Wave


def build_print(builder: Builder, operation: Operation) -> Step:
    slots = builder.slots(operation.operands)

    def step(wave: Wave) -> None:
        receiver = wave.execution.output
        if receiver is not None:
            receiver.print(operation, wave, [wave.registers[slot] for slot in slots])

    return step


def build_assert(builder: Builder, operation: Operation) -> Step:
    condition, *slots = builder.slots(operation.operands)

    def step(wave: Wave) -> None:
        receiver = wave.execution.output
        failed = wave.mask & ~wave.registers[condition]
        if receiver is not None and failed.any():
            message = receiver.fail(operation, wave, failed, [wave.registers[slot] for slot in slots])
            wave.report("check-failed", operation, message, failed)

    return step


BUILDERS: dict[str, Callable[[Builder, Operation], Step]] = {"wave.print": build_print, "wave.assert": build_assert}
