"""What a compile for the CPU may be asked for."""

from __future__ import annotations

from dataclasses import dataclass

from ...driver.optimization import DEFAULT, Optimization


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
