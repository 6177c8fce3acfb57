"""Images. ``image[x, y]`` reads a texel and ``image[x, y] = value`` writes one, without a named function."""

from __future__ import annotations

from typing import Any

from .registry import intrinsic


@intrinsic("GetDimensions")
def image_size(image: Any, /) -> Any:
    """The width and height of a ``Texture2D`` or ``RWTexture2D``, a uint2. It does not communicate between lanes.

    HLSL: ``GetDimensions``.
    """
