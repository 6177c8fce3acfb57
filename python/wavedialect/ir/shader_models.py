"""Direct3D's shader models, as users write them."""

from __future__ import annotations

import re
from typing import Any

from ..errors import WaveError
from ..numbers import is_integer

DEFAULT_SHADER_MODEL = "6.6"
"""The first shader model with wave sizes."""
SHADER_MODELS = tuple(f"6.{minor}" for minor in range(11))
"""The shader models for which code can be generated."""


def shader_model(value: Any) -> str:
    """``major.minor`` from text or a pair; raises WaveError for an invalid shader model."""
    if isinstance(value, (tuple, list)) and len(value) == 2 and all(map(is_integer, value)):
        text = f"{value[0]}.{value[1]}"
    elif isinstance(value, str) and re.fullmatch(r"[0-9]+\.[0-9]+", value):
        text = value
    else:
        why = ", and as a number 6.10 is 6.1" if isinstance(value, float) else ""
        # The intended model of "cs_6_6", "6_6" and 6.6 is known.
        found = re.search(r"([0-9]+)[._]([0-9]+)", str(value))
        meant = ".".join(found.groups()) if found and value != 6.1 else None
        if meant not in SHADER_MODELS:
            meant = SHADER_MODELS[-1]
        fix = f'write it as text, `shader_model="{meant}"`, or as a pair, `({meant.replace(".", ", ")})`'
        raise WaveError(f"shader_model is {value!r}{why}", fix, "shader-model-text")
    if text not in SHADER_MODELS:
        fix = f"use one of {SHADER_MODELS[0]} to {SHADER_MODELS[-1]}"
        raise WaveError(f"there is no shader model '{text}'", fix, "shader-model-unknown")
    return text
