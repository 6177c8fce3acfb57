"""Images. ``image[x, y]`` reads a texel and ``image[x, y] = value`` writes one; neither has a name here."""

from __future__ import annotations

from typing import Any

from .registry import intrinsic


@intrinsic("GetDimensions")
def image_size(image: Any, /) -> Any:
    """The width and height of a ``Texture2D`` or ``RWTexture2D``, a uint2. No lanes take part.

    HLSL: ``GetDimensions``.
    """
