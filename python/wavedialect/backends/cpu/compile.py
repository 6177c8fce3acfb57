"""Compiles for the CPU."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ... import knobs
from ...driver.bundle import Bundle
from ...driver.compilation import Compile
from ...driver.route import Route
from ...ir.listing import Listing
from ...ir.module import Module
from ...runtime.device import open_device
from ...runtime.program import Program
from ...runtime.wave_size import choose
from . import DEVICES, TARGET
from .options import CPUOptions

if TYPE_CHECKING:
    from ...runtime.request import Request


def compile_cpu(
    kernel: Module | Listing, options: CPUOptions, stages: bool = True, route: Route | None = None
) -> Bundle:
    """Compiles for a CPU at one wave size; ``stages`` adds the stages, which takes longer."""
    compile = Compile(kernel, route or Route(TARGET.name))
    size = options.wave_size
    compile.route.check_sizes([size])
    stages = stages or knobs.dump_directory() is not None

    def named(result: Any) -> list[tuple[str, bytes]]:
        """Names the object file after the kernel: later stages no longer contain the kernel's name."""
        name = compile.listing.name
        return [(f"{name}.o" if file.endswith(".o") else file, contents) for file, contents in result.files]

    given = {"cpu": options.cpu, "features": options.features, "wave_size": size}
    bundle = compile.call(options.pipeline, given, stages=stages, size=size, sizes=[size], files=named)
    return compile.done(bundle, f"w{size}")


def compile_request(program: Program, request: Request, route: Route) -> Bundle:
    """``Kernel.compile`` for the CPU, with the code that its device uses."""
    device: Any = open_device(DEVICES.name)
    allowed = device.kernel_wave_sizes(program)
    size = choose(
        program.name,
        program.attributes,
        allowed,
        device.wave_sizes,
        device.name,
        request.wave_size,
        request.prefer_wave_size,
    )
    return device.compile(program, size, route)
