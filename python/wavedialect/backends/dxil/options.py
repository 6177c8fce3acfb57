"""What a compile for Direct3D may be asked for."""

from __future__ import annotations

from dataclasses import dataclass

from ...driver.optimization import DEFAULT, Optimization


@dataclass(frozen=True)
class DXILOptions:
    """The options of the pipeline ``wave-to-dxil``, named as there."""

    shader_model: str = "6.6"
    emulate_group_index: bool = True
    """Below Shader Model 6.10 waves are counted in groupshared memory."""
    optimization: Optimization = DEFAULT
    wave_size: int | None = None
    """The one size of a container that asks for it."""
    guard_wave_count: bool = False
    """A group whose full waves are not as many as the kernel states retires, and is counted."""

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
