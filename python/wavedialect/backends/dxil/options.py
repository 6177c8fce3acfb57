"""The options of a compile for Direct3D."""

from __future__ import annotations

from dataclasses import dataclass

from ...driver.optimization import DEFAULT, Optimization


@dataclass(frozen=True)
class DXILOptions:
    """The options of the pipeline ``wave-to-dxil``, with the same names."""

    shader_model: str = "6.6"
    emulate_group_index: bool = True
    """Below Shader Model 6.10, number waves through groupshared memory."""
    optimization: Optimization = DEFAULT
    wave_size: int | None = None
    """The single wave size that the container requires."""
    guard_wave_count: bool = False
    """A group whose number of full waves differs from the kernel's ``num_waves`` retires, and is counted."""

    @property
    def pipeline(self) -> str:
        """The pipeline's text."""
        given = [f"shader-model={self.shader_model}"]
        if self.wave_size is not None:
            given.append(f"wave-size={self.wave_size}")
        if not self.emulate_group_index:
            given.append("emulate-group-index=false")
        if self.guard_wave_count:
            given.append("guard-wave-count=true")
        given += self.optimization.given
        return f"builtin.module(wave-to-dxil{{{' '.join(given)}}})"
