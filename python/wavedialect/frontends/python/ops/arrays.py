"""Arrays of a group and of a lane."""

from __future__ import annotations

from typing import Any

from .registry import intrinsic


@intrinsic("groupshared", aliases=("shared", "sharedArray", "sharedMemory"))
def groupshared(type: Any, size: Any, /) -> Any:
    """An array that the lanes of a group share: ``size`` elements of ``type``, initially undefined.

    A tuple of two or three sizes makes an array of two or three dimensions: an element of
    ``tile = groupshared(f32, (16, 17))`` is ``tile[y, x]``. Each size must be positive, and computed from constants,
    ``wave_lane_count()`` and, under ``num_waves``, ``group_wave_count()``. Call it in the kernel's own body.

    HLSL: ``groupshared``. Source: HLSL proposal 0054.
    """


@intrinsic()
def local_array(type: Any, size: Any, /) -> Any:
    """A private array of each lane: ``size`` elements of ``type``, initially undefined; sized like ``groupshared``.

    In HLSL it is a local variable.

    Source: HLSL proposal 0054 (arrays sized by the wave count).
    """
