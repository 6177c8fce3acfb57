"""The options of a compile for CUDA."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from ...driver.optimization import DEFAULT, Optimization
from ...errors import WaveError
from ...numbers import is_integer

DEFAULT_SM = "sm_80"
"""Newer GPUs run code for older ones."""
SLEEPING_SM = "sm_90"
"""The oldest one whose waves can sleep while they wait at a pipe. Code for older ones tests a barrier in a loop."""
SHARING_SM = "sm_90a"
"""The one that moves registers between waves. Its code runs on no other."""
WAVE_SIZE = 32
"""The lanes of a wave of every GPU that runs PTX."""


@dataclass(frozen=True)
class PTXOptions:
    """The options of the pipeline ``wave-to-ptx``, with the same names."""

    sm: str = DEFAULT_SM
    """The oldest GPU that runs the code."""
    unchecked: bool = False
    """Omits the bounds checks of buffers."""
    records: bool = False
    """Records prints and checks in a buffer; otherwise they are removed."""
    debug_info: bool = False
    """Adds source lines to the code."""
    optimization: Optimization = DEFAULT

    @property
    def pipeline(self) -> str:
        """The pipeline's text."""
        given = [f"sm={self.sm}"]
        given += [f"{name}=true" for name, value in (("unchecked", self.unchecked), ("records", self.records)) if value]
        given += self.optimization.given
        return f"builtin.module(wave-to-ptx{{{' '.join(given)}}})"


def checked_sm(sm: Any) -> str:
    """The GPU to compile for, by default the oldest. The compiler knows the names; raises WaveError for what cannot be
    one."""
    if sm is None:
        return DEFAULT_SM
    meant = re.fullmatch(r"(?i)(?:sm|compute|lto)[_-]?(\d+[a-z]?)", sm) if isinstance(sm, str) else None
    if meant and sm != f"sm_{meant[1]}":
        raise WaveError(f"sm is {sm!r}", f'did you mean `sm="sm_{meant[1].lower()}"`?', "sm-unknown")
    number = re.fullmatch(r"\d+[a-z]?", str(sm)) if isinstance(sm, str) or is_integer(sm) else None
    if number or not isinstance(sm, str) or not re.fullmatch(r"\w+", sm):
        raise WaveError(
            f"sm is {sm!r}", f'write it as CUDA does: `sm="sm_{number[0] if number else 90}"`', "sm-unknown"
        )
    return sm
