"""Kernels with other attributes, and with other values for the names that they take from outside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..errors import WaveError
from ..frontends.python.names import constant_operand
from ..ir.module import KernelAttributes
from ..kernels.kernel import Kernel
from ..runtime.program import Program
from .configurations import Config


class Variant(Kernel):
    """A kernel with other attributes, or with other values for some names. All other names keep the values that they
    have for the original kernel, including later changes."""

    def __init__(self, kernel: Kernel, attributes: KernelAttributes, constants: Mapping[str, Any]) -> None:
        super().__init__(kernel.source.replaced(attributes, constants))


def variant_of(kernel: Kernel, config: Config) -> Kernel:
    """Returns the kernel of a configuration. Raises WaveError if the kernel does not allow it."""
    attributes = kernel.attributes
    if config.num_waves is not None and attributes.num_threads is not None:
        message = f"kernel '{kernel.name}' states num_threads, and a configuration chooses num_waves={config.num_waves}"
        raise WaveError(message, "choose `num_threads`, or state `@wd.kernel(num_waves=...)`")
    if config.num_threads is not None and attributes.num_waves is not None:
        message = f"kernel '{kernel.name}' states num_waves, and a configuration chooses num_threads"
        raise WaveError(message, "choose `num_waves`, or state `@wd.kernel(num_threads=...)`")
    if config.num_waves is not None:
        attributes = replace(attributes, num_waves=int(config.num_waves))
    if config.num_threads is not None:
        threads = config.num_threads if isinstance(config.num_threads, tuple) else (config.num_threads,)
        x, y, z = (*threads, 1, 1)[:3]
        attributes = replace(attributes, num_threads=(x, y, z))
    if attributes == kernel.attributes and not config.constants:
        return kernel
    return Variant(kernel, attributes, config.constants)


def numbers_of(program: Program) -> dict[str, Any]:
    """Returns the names from outside that are constants of a kernel, with their values."""
    captured = program.listing.captured
    return {name.path: name.value for name in captured if constant_operand(name.value) is not None}
