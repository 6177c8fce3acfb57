"""Images. ``image[x, y]`` reads a texel and ``image[x, y] = value`` writes one, without a named function."""

from __future__ import annotations

from typing import Any

from ....ir.types import uint2
from ....ir.wave_operations import WaveOperation
from .registry import intrinsic, rules


@intrinsic(
    "GetDimensions",
    rules.image_size,
    operation=WaveOperation("wave.image_size", typed_by="operand"),
    result=uint2,
    aliases=("textureSize",),
)
def image_size(image: Any, /) -> Any:
    """The width and height of a ``Texture2D`` or ``RWTexture2D``, a uint2. It does not communicate between lanes.

    HLSL: ``GetDimensions``.
    """
