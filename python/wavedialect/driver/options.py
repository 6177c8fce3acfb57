"""What a compile for each target may be asked for."""

from __future__ import annotations

from dataclasses import dataclass

from .optimization import DEFAULT, Optimization


@dataclass(frozen=True)
class CompileOptions:
    """The options of the pipeline ``wave-to-spirv``, named as there."""

    guard_wave_size: bool = False
    """A group whose wave size is not the one asked for retires at once."""
    unchecked: bool = False
    """Leaves the bounds checks of buffers out."""
    optimization: Optimization = DEFAULT
    maximal_reconvergence: bool = False
    """Adds the execution mode after validation; for devices that have it."""
    form: str = "specialized"
    """"specialized": one module for all wave sizes; "fixed": one a size, for devices without maintenance4."""
    debug_info: bool = False
    """Names and lines of the source in the module."""
    fixed_wave_size: int | None = None
    """The one size of a module in the fixed form."""

    @property
    def pipeline(self) -> str:
        """The pipeline's text."""
        given = []
        if self.guard_wave_size:
            given.append("guard-wave-size=true")
        if self.unchecked:
            given.append("unchecked=true")
        given += self.optimization.given
        if self.fixed_wave_size is not None:
            given.append(f"fixed-wave-size={self.fixed_wave_size}")
        return f"builtin.module(wave-to-spirv{'{' + ' '.join(given) + '}' if given else ''})"


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


@dataclass(frozen=True)
class CPUOptions:
    """The options of the pipeline ``wave-to-simd``, named as there, and the CPU that code is made for."""

    wave_size: int
    cpu: str
    features: str
    vector_bits: int
    """The width of that CPU's registers."""
    placed: bool = False
    """Lanes take their threads from a table."""
    retire_extra_waves: bool = False
    """A ``num_waves`` kernel in its form for more waves, which retire at once."""
    surplus_form: bool = False
    """A ``num_waves`` kernel in its form for every wave size, with the threads of the largest one."""
    emulate_group_index: bool = False
    """Waves are counted in groupshared memory."""
    instrument: str = ""
    """"written" or "optimized": a checker is told what the kernel does, as it is written or as the optimiser leaves
    it."""
    unchecked: bool = False
    optimization: Optimization = DEFAULT

    @property
    def pipeline(self) -> str:
        """The pipeline's text."""
        given = [f"wave-size={self.wave_size}", f"vector-bits={self.vector_bits}"]
        given += [
            f"{name}=true"
            for name, value in (
                ("placed", self.placed),
                ("retire-extra-waves", self.retire_extra_waves),
                ("surplus-form", self.surplus_form),
                ("emulate-group-index", self.emulate_group_index),
                ("unchecked", self.unchecked),
            )
            if value
        ]
        if self.instrument:
            given.append(f"instrument={self.instrument}")
        given += self.optimization.given
        return f"builtin.module(wave-to-simd{{{' '.join(given)}}})"
