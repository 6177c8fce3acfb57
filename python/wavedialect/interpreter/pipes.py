"""Pipes and barriers of sets of waves: what the waves of a group have done with them, and where they wait."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from ..ir.module import Operation
from .control_flow import Suspending, build_barrier
from .copies import end_copies

if TYPE_CHECKING:
    from .steps import Builder, Step
    from .wave import Wave


@dataclass(eq=False)
class Pipe:
    """A pipe of one group."""

    stages: int
    producers: list[int]
    consumers: list[int]
    entered: Counter[int] = field(default_factory=Counter)
    """The number of uses that each wave has entered."""
    left: Counter[int] = field(default_factory=Counter)

    def can_acquire(self, wave: int) -> bool:
        """Whether all consumers have released the stage of the wave's next use."""
        needed = self.entered[wave] - self.stages + 1
        return all(self.left[consumer] >= needed for consumer in self.consumers)

    def can_wait(self, wave: int) -> bool:
        """Whether all producers have committed the wave's next use."""
        return all(self.left[producer] > self.entered[wave] for producer in self.producers)

    def find_unbalanced(self) -> int | None:
        """A wave that has not entered and left as many uses as the first producer has left; None if there is none."""
        expected = self.left[self.producers[0]]
        for wave in (*self.producers, *self.consumers):
            if (self.entered[wave], self.left[wave]) != (expected, expected):
                return wave
        return None


@dataclass(frozen=True)
class PipeWait:
    """What a wave that waits at a pipe or at a barrier of a set of waves yields."""

    operation: Operation
    is_over: Callable[[], bool]

    @property
    def is_barrier(self) -> bool:
        """Whether the wave waits at a barrier."""
        return self.operation.name == "wave.waves_barrier"

    @property
    def place(self) -> str:
        """Where the wave waits: "at a barrier of waves 1, 2", or "in `acquire`"."""
        if self.is_barrier:
            return f"at a barrier of the waves {', '.join(map(str, sorted(self.operation.attributes['waves'])))}"
        return f"in `{self.operation.name.removeprefix('wave.pipe_')}`"


def build_pipe(builder: Builder, operation: Operation) -> Step:
    """The first wave that executes the operation makes the group's pipe; the other waves use it."""
    (result,) = builder.slots(operation.results)
    attributes = operation.attributes

    def step(wave: Wave) -> None:
        pipes = wave.group.shared
        if operation not in pipes:
            pipes[operation] = Pipe(attributes["stages"], attributes["producers"], attributes["consumers"])
        wave.registers[result] = pipes[operation]

    return step


def _pipe_of_step(wave: Wave, operation: Operation, slot: int, role: str) -> tuple[Pipe, bool]:
    """The pipe of a step, and whether the wave is in the set that may execute it. Reports a wave that is not, and lanes that
    do not reach the step."""
    missing = wave.alive & ~wave.mask
    if missing.any():
        wave.report("barrier-lanes", operation, "some lanes of the wave do not reach this step of a pipe", missing)
    pipe: Pipe = wave.registers[slot]
    is_member = wave.index in getattr(pipe, role)
    if not is_member:
        wave.report("pipe-order", operation, f"the wave is not one of the {role} of the pipe", wave.mask)
    return pipe, is_member


def _entering(role: str, can_enter: Callable[[Pipe, int], bool]) -> Callable[[Builder, Operation], Suspending]:
    """A step that waits for a stage; ``role`` is the set of waves that may execute it."""

    def build(builder: Builder, operation: Operation) -> Suspending:
        (slot,) = builder.slots(operation.operands)
        (result,) = builder.slots(operation.results)

        def step(wave: Wave) -> Iterator[PipeWait]:
            pipe, is_member = _pipe_of_step(wave, operation, slot, role)
            if is_member and not can_enter(pipe, wave.index):
                yield PipeWait(operation, lambda: can_enter(pipe, wave.index))
            wave.registers[result] = np.full(wave.lanes, pipe.entered[wave.index] % pipe.stages, np.uint32)
            pipe.entered[wave.index] += 1

        return Suspending(step)

    return build


def _leaving(role: str, entering: str) -> Callable[[Builder, Operation], Suspending]:
    """A step that ends the wave's oldest use."""

    def build(builder: Builder, operation: Operation) -> Suspending:
        (slot,) = builder.slots(operation.operands)

        def step(wave: Wave) -> Iterator[PipeWait]:
            pipe, is_member = _pipe_of_step(wave, operation, slot, role)
            if is_member and pipe.left[wave.index] == pipe.entered[wave.index]:
                message = f"the wave has no open stage of the pipe: call `{entering}()` first"
                wave.report("pipe-order", operation, message, wave.mask)
            elif is_member:
                end_copies(wave)
                pipe.left[wave.index] += 1
            return
            yield  # A generator, like all steps that may wait.

        return Suspending(step)

    return build


def build_waves_barrier(builder: Builder, operation: Operation) -> Suspending:
    """A barrier of a set of waves; that of all waves is the group's. Barriers with the same set share their counts."""
    waves = sorted(operation.attributes["waves"])
    if len(waves) == builder.num_waves:
        return build_barrier(builder, operation, of_group=True)

    def step(wave: Wave) -> Iterator[PipeWait]:
        missing = wave.alive & ~wave.mask
        if missing.any():
            wave.report("barrier-lanes", operation, "some lanes of the wave do not reach this barrier", missing)
        end_copies(wave)
        if wave.index not in waves:
            shown = ", ".join(map(str, waves))
            wave.report("waves-barrier-wave", operation, f"the wave is not one of the waves {shown}", wave.mask)
            return
        reached: Counter[int] = wave.group.reached[tuple(waves)]
        reached[wave.index] += 1
        needed = reached[wave.index]

        def is_over() -> bool:
            return all(reached[other] >= needed for other in waves)

        if not is_over():
            yield PipeWait(operation, is_over)

    return Suspending(step)


BUILDERS: dict[str, Callable[[Builder, Operation], Suspending]] = {
    "wave.pipe_acquire": _entering("producers", Pipe.can_acquire),
    "wave.pipe_commit": _leaving("producers", "acquire"),
    "wave.pipe_wait": _entering("consumers", Pipe.can_wait),
    "wave.pipe_release": _leaving("consumers", "wait"),
    "wave.waves_barrier": build_waves_barrier,
}
