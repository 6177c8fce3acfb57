"""The shader models, and what a kernel is told in those that lack something."""

from __future__ import annotations

import re

import wavedialect as wd

MODELS = tuple(f"6.{minor}" for minor in range(11))
"""All that the compiler writes."""
REFUSALS = {"shader-model-too-low", "group-wave-shader-model", "matrix-target"}
"""The ids of errors that another model does not give."""
_NAMED = re.compile(r"Shader Model (6\.\d+)")


def minor(model: str) -> int:
    """Models are compared by these: 6.10 is after 6.9."""
    return int(model.partition(".")[2])


def needed_model(error: Exception) -> str | None:
    """The model that a refusal names as the first one which has what the kernel needs; None for any other error."""
    if not isinstance(error, wd.CompileError) or error.id not in REFUSALS:
        return None
    named = _NAMED.search(error.message)
    return named[1] if named else None


def is_refusal(error: Exception, model: str) -> bool:
    """Whether the error says that a kernel needs a later model than this."""
    needed = needed_model(error)
    return needed is not None and minor(needed) > minor(model)
