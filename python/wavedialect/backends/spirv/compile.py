"""Compiles for Vulkan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ... import knobs
from ...driver.bundle import Bundle, one_a_size
from ...driver.compilation import Compile
from ...driver.route import Route
from ...errors import WaveError
from ...frontends.languages import language_of
from ...ir.limits import ALL_SIZES
from ...ir.listing import Listing
from ...ir.module import Module
from ...numbers import is_integer
from ...runtime.program import Program
from ...runtime.request import Request, preferring
from . import TARGET
from .matrices import checked_tile
from .options import SPIRVOptions


def compile_spirv(
    kernel: Module | Listing, options: SPIRVOptions, stages: bool = True, route: Route | None = None
) -> Bundle:
    """Compiles for Vulkan; ``stages`` adds the stages, which takes longer. In the fixed form there is one module per
    wave size, and the first one determines the sizes; ``num_threads`` kernels have one module for all sizes."""
    compile = Compile(kernel, route or Route(TARGET.name))
    stages = stages or knobs.dump_directory() is not None
    switches = {"maximal_reconvergence": options.maximal_reconvergence, "debug_info": options.debug_info}
    translation = [f"--{name.replace('_', '-')}" for name, on in switches.items() if on]

    def compile_at(size: int | None, warn: bool = True) -> Bundle:
        at_size = replace(options, fixed_wave_size=size)
        return compile.call(
            at_size.pipeline, {**switches}, stages=stages, size=size, warn=warn, translation=translation
        )

    if options.form != "fixed":
        compile.route.check_sizes([])
        return compile.done(compile_at(None))
    stated = compile.listing.attributes.wave_size
    smallest = stated[0] if stated else 4
    first = compile_at(smallest)
    sizes = [] if first.manifest["num_waves"] is None else first.wave_sizes
    compile.route.check_sizes(sizes)
    others = {size: compile_at(size, warn=False) for size in sizes if size != smallest}
    return compile.done(one_a_size({smallest: first, **others}) if sizes else first)


def compile_request(program: Program, request: Request, route: Route) -> Bundle:
    """``Kernel.compile`` for Vulkan."""
    if request.wave_size is not None:
        message = f"wave_size is {request.wave_size!r}, but a bundle for Vulkan has all wave sizes of the kernel"
        fix = "leave it out, or state it in the kernel's decorator"
        if is_integer(request.wave_size) and request.wave_size in ALL_SIZES:
            fix += f", `wave_size={request.wave_size}`"
        raise WaveError(message, language_of(program.listing).advice(fix))
    options = SPIRVOptions(
        request.guard_wave_size,
        request.unchecked,
        program.optimization,
        request.maximal_reconvergence,
        request.form,
        request.debug_info,
        matrix_tile=checked_tile(request.matrix_tile),
        binding_shifts=_shifts(request.binding_shifts),
    )
    return preferring(compile_spirv(program.listing, options, route=route), request)


def _shifts(given: Any) -> tuple[str, ...]:
    """The shifts of ``Kernel.compile`` as the pipeline takes them."""
    fix = 'write `binding_shifts={"b": 0, "t": 16, "u": 32}`, or `{("t", 1): 16}` for one space'
    if given is None:
        return ()
    if not isinstance(given, Mapping):
        raise WaveError(f"binding_shifts is {given!r}", fix)
    made = []
    for key, distance in given.items():
        kind, *space = key if isinstance(key, tuple) and key else (key,)
        numbers = [distance, *space]
        known = isinstance(kind, str) and kind in ("b", "t", "u") and len(space) <= 1
        if not known or not all(is_integer(one) and 0 <= one < 2**31 for one in numbers):
            raise WaveError(f"binding_shifts has the entry {key!r}: {distance!r}", fix)
        made.append(":".join(map(str, [kind, *numbers])))
    return tuple(made)
