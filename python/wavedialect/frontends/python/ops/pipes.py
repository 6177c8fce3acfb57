"""Pipes between waves."""

from __future__ import annotations

from typing import Any

from ....ir.wave_operations import OPERATIONS, WaveOperation
from .registry import intrinsic

# The steps are methods of a pipe, which no function of the language builds.
for _step, _typed_by in (("acquire", "result"), ("commit", None), ("wait", "result"), ("release", None)):
    OPERATIONS[f"wave.pipe_{_step}"] = WaveOperation(f"wave.pipe_{_step}", typed_by=_typed_by)


@intrinsic(operation=WaveOperation("wave.pipe", typed_by=None))
def pipe(stages: int, producers: Any, consumers: Any) -> Any:
    """A pipe of 1 to 16 stages, from the producer waves of the group to its consumer waves.

    It is created in the kernel, outside of control flow, under ``num_waves``. The numbers must be constants; the waves are
    an integer, a tuple of integers or a ``range``, and no wave is in both sets. A stage is an index, a u32: the kernel
    decides which elements of its arrays belong to a stage.

    ``pipe.acquire()`` waits until all consumers have released the stage, and returns it; ``pipe.commit()`` passes the
    oldest acquired stage to the consumers. ``pipe.wait()`` waits until all producers have committed the next stage, and
    returns it; ``pipe.release()`` gives the oldest one back to the producers. All lanes of a wave that have not returned
    must reach each of them together.
    """
