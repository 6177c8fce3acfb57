"""Arrays of a group and of a lane."""

from __future__ import annotations

from typing import Any

from .registry import intrinsic


@intrinsic("groupshared")
def groupshared(type: Any, size: Any, /) -> Any:
    """An array that the lanes of a group share: ``size`` elements of ``type``, undefined at first.

    The size is a positive constant or made of constants, ``group_wave_count()`` under ``num_waves`` and
    ``wave_lane_count()``. Call it in the kernel's own body.

    HLSL: ``groupshared``. Seed: HLSL proposal 0054.
    """


@intrinsic(None)
def local_array(type: Any, size: Any, /) -> Any:
    """An array of each lane's own: ``size`` elements of ``type``, undefined at first; sized like ``groupshared``.

    HLSL declares one as a local variable.

    Seed: HLSL proposal 0054 (arrays sized by the wave count).
    """
