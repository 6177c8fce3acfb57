"""Pipes between waves of a group."""

from __future__ import annotations

from collections.abc import Sequence

from ...ir.types import PipeType, u32
from .core import Core
from .values import Pipe, Scalar

#: The steps of a wave in its uses of a pipe: those of producers, then those of consumers.
PRODUCING, CONSUMING = ("acquire", "commit"), ("wait", "release")
#: The steps that wait for a stage and return its index.
ENTERING = ("acquire", "wait")

# Attributes of the dialect have integers below it.
_END = 2**31


class PipeRules(Core):
    """Pipes between waves of a group."""

    def pipe(self, stages: int, producers: Sequence[int], consumers: Sequence[int]) -> Pipe:
        """``wd.pipe(stages, producers, consumers)``; the dialect checks numbers that its attributes can hold."""
        if not 0 <= stages < _END:
            self.fail("pipe-shape", f"a pipe cannot have {stages} stages")
        for wave in (*producers, *consumers):
            if not -_END <= wave < _END:
                self.fail("pipe-shape", f"there is no wave {wave}")
        numbers = {"stages": stages, "producers": list(producers), "consumers": list(consumers)}
        (value,) = self.emit("wave.pipe", [], [PipeType()], **numbers)
        return Pipe(PipeType(), value, producers, consumers)

    def pipe_step(self, pipe: Pipe, step: str) -> Scalar | None:
        """``pipe.acquire()`` and the other steps."""
        operation = f"wave.pipe_{step}"
        if step in ENTERING:
            return self.compute(operation, [pipe.value], u32)
        self.emit(operation, [pipe.value])
        return None
