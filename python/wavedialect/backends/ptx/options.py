"""The options of a compile for CUDA."""

from __future__ import annotations

from dataclasses import dataclass

from ...driver.optimization import DEFAULT, Optimization

DEFAULT_SM = "sm_80"
"""Newer GPUs run code for older ones."""
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
