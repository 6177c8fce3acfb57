"""Compiles for CUDA."""

from __future__ import annotations

from ... import knobs
from ...driver.bundle import Bundle
from ...driver.compilation import Compile
from ...driver.route import Route
from ...errors import CompileError, WaveError
from ...ir.listing import Listing
from ...ir.module import Module
from ...numbers import is_integer
from ...runtime.program import Program
from ...runtime.request import Request, preferring
from . import TARGET
from .options import WAVE_SIZE, PTXOptions, checked_sm


def compile_ptx(
    kernel: Module | Listing, options: PTXOptions, stages: bool = True, route: Route | None = None
) -> Bundle:
    """Compiles for CUDA; ``stages`` adds the stages, which takes longer."""
    compile = Compile(kernel, route or Route(TARGET.name))
    compile.route.check_sizes([])
    stages = stages or knobs.dump_directory() is not None
    optimize = options.optimization.opt_level != 0
    translation = [] if optimize else ["--optimize-ptx=false"]
    if options.debug_info:
        translation.append("--debug-info")
    switches = {"optimize": optimize, "debug_info": options.debug_info}
    try:
        bundle = compile.call(options.pipeline, switches, stages=stages, translation=translation)
    except CompileError as error:
        if error.id == "wave-size-not-in-range":
            error.fix = (
                f"waves of CUDA devices have {WAVE_SIZE} lanes: write a kernel for a range that includes {WAVE_SIZE}, "
                "or compile for another target"
            )
        raise
    return compile.done(bundle)


def compile_request(program: Program, request: Request, route: Route) -> Bundle:
    """``Kernel.compile`` for CUDA."""
    if request.wave_size is not None and not (is_integer(request.wave_size) and request.wave_size == WAVE_SIZE):
        message = f"wave_size is {request.wave_size!r}, but waves of CUDA devices have {WAVE_SIZE} lanes"
        raise WaveError(message, f"leave it out, or state wave_size={WAVE_SIZE}", "cuda-wave-size")
    options = PTXOptions(
        checked_sm(request.sm), request.unchecked, debug_info=request.debug_info, optimization=program.optimization
    )
    return preferring(compile_ptx(program.listing, options, route=route), request)
