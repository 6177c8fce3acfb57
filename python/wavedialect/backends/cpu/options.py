"""The options of a compile for the CPU."""

from __future__ import annotations

from ...driver.optimization import DEFAULT, Optimization
from ...immutable import immutable


@immutable
class CPUOptions:
    """The options of the pipeline ``wave-to-simd``, with the same names, and the target CPU."""

    wave_size: int
    cpu: str
    features: str
    vector_bits: int
    """The register width of that CPU, in bits."""
    placed: bool = False
    """Lanes take their threads from a table."""
    retire_extra_waves: bool = False
    """Compiles a ``num_waves`` kernel in the form with extra waves, which retire at once."""
    surplus_form: bool = False
    """Compiles a ``num_waves`` kernel in the form for every wave size, with the threads of the largest one."""
    emulate_group_index: bool = False
    """Numbers waves through groupshared memory."""
    instrument: str = ""
    """"written" or "optimized": instruments the kernel for a checker, as written or after optimization."""
    records: bool = False
    """Records prints and checks in a buffer; otherwise they are removed."""
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
                ("records", self.records),
                ("unchecked", self.unchecked),
            )
            if value
        ]
        if self.instrument:
            given.append(f"instrument={self.instrument}")
        given += self.optimization.given
        return f"builtin.module(wave-to-simd{{{' '.join(given)}}})"
