"""The options of a compile for Vulkan."""

from __future__ import annotations

from dataclasses import dataclass

from ...driver.optimization import DEFAULT, Optimization


@dataclass(frozen=True)
class SPIRVOptions:
    """The options of the pipeline ``wave-to-spirv``, with the same names."""

    guard_wave_size: bool = False
    """A group whose wave size differs from the requested one retires at once."""
    unchecked: bool = False
    """Omits the bounds checks of buffers."""
    optimization: Optimization = DEFAULT
    maximal_reconvergence: bool = False
    """Adds the execution mode after validation; for devices that have it."""
    form: str = "specialized"
    """"specialized": one module for all wave sizes; "fixed": one per size, for devices without maintenance4."""
    debug_info: bool = False
    """Adds names and source lines to the module."""
    fixed_wave_size: int | None = None
    """The wave size of a module in the fixed form."""

    matrix_tile: tuple[int, ...] = ()
    """M, N, K, and K for i8 of the products of cooperative matrices; empty for 16, 16, 16 and 32."""
    binding_shifts: tuple[str, ...] = ()
    """What is added to the binding numbers of a kind: "t:16", or "t:16:1" for set 1."""
    records: bool = False
    """Records prints and checks in a buffer; otherwise they are removed."""

    @property
    def pipeline(self) -> str:
        """The pipeline's text."""
        given = []
        if self.guard_wave_size:
            given.append("guard-wave-size=true")
        if self.unchecked:
            given.append("unchecked=true")
        if self.records:
            given.append("records=true")
        if self.matrix_tile:
            given.append(f"matrix-tile={','.join(map(str, self.matrix_tile))}")
        if self.binding_shifts:
            given.append(f"binding-shifts={','.join(self.binding_shifts)}")
        given += self.optimization.given
        if self.fixed_wave_size is not None:
            given.append(f"fixed-wave-size={self.fixed_wave_size}")
        return f"builtin.module(wave-to-spirv{'{' + ' '.join(given) + '}' if given else ''})"
