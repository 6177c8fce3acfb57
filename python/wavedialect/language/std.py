"""Library functions that are written in the language itself."""

from __future__ import annotations

from .functions import func
from .ops import max, min


@func
def abs(x):
    """The distance of ``x`` from zero; the lowest i32 is its own. Python's ``abs`` means it too. No lanes take part."""
    return x if x > 0 else 0 - x


@func
def clamp(x, low, high):
    """``x``, but at least ``low`` and at most ``high``; HLSL's ``clamp``. No lanes take part."""
    return min(max(x, low), high)


__all__ = ["abs", "clamp"]
