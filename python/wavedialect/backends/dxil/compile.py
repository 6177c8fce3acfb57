"""Compiles for Direct3D."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...driver.bundle import Bundle, one_a_size
from ...driver.compilation import Compile
from ...driver.route import Route
from ...errors import WaveError
from ...ir.listing import Listing
from ...ir.module import Module
from ...ir.shader_models import DEFAULT_SHADER_MODEL, shader_model
from ...numbers import is_integer
from ...runtime.program import Program
from ...runtime.request import Request, preferring
from ...runtime.wave_size import container_sizes
from . import TARGET
from .options import DXILOptions


def compile_dxil(
    kernel: Module | Listing, options: DXILOptions, sizes: Sequence[int] = (), route: Route | None = None
) -> Bundle:
    """Compiles for Direct3D: one container per wave size of ``sizes``, or one for all."""
    compile = Compile(kernel, route or Route(TARGET.name))
    one = [] if options.wave_size is None else [options.wave_size]
    compile.route.check_sizes(sizes or one)
    optimize = options.optimization.opt_level != 0
    translation = [] if optimize else ["--opt-level=0"]

    def compile_at(size: int | None, warn: bool = True) -> Bundle:
        at_size = replace(options, wave_size=size)
        bundle = compile.call(at_size.pipeline, {"optimize": optimize}, size=size, warn=warn, translation=translation)
        made = bundle.manifest["modules"]
        if size is not None and made and str(size) not in made:
            message = f"the stage file or pipeline for wave_size={size} makes a container for waves of {', '.join(made)} lanes"
            raise WaveError(
                message, "provide one for this wave size, or compile for the wave size of the container", "stage-file"
            )
        return bundle

    if sizes:
        first = compile_at(sizes[0])
        others = {size: compile_at(size, warn=False) for size in sizes[1:]}
        bundle = one_a_size({sizes[0]: first, **others})
    else:
        bundle = compile_at(options.wave_size)
    # A num_threads kernel that is compiled for one size no longer has a preference.
    stated = compile.listing.attributes.wave_size
    if stated and len(stated) == 3 and stated[2] in bundle.wave_sizes:
        bundle = bundle.preferring(stated[2])
    return compile.done(bundle)


def compile_request(program: Program, request: Request, route: Route) -> Bundle:
    """``Kernel.compile`` for Direct3D."""
    stated = request.shader_model
    model = shader_model(stated) if stated is not None else program.attributes.shader_model or DEFAULT_SHADER_MODEL
    if request.guard_wave_count and program.attributes.num_waves is None:
        message = f"kernel '{program.name}' does not state num_waves, which guard_wave_count guards"
        raise WaveError(message, "leave guard_wave_count out, or state num_waves in the kernel's decorator")
    options = DXILOptions(model, request.emulate, program.optimization, guard_wave_count=request.guard_wave_count)
    # A user's pipeline states its own wave size.
    sizes = [] if route.pipeline is not None else container_sizes(program.attributes, model)
    size = request.wave_size
    if size is not None:
        if not is_integer(size) or size not in sizes:
            shown = (
                f"its wave sizes are {', '.join(map(str, sizes))}"
                if sizes
                else "leave it out: one container serves all sizes"
            )
            message = f"kernel '{program.name}' has no container for wave_size={size!r} in Shader Model {model}"
            raise WaveError(message, shown, "container-wave-size")
        options, sizes = replace(options, wave_size=int(size)), []
    return preferring(compile_dxil(program.listing, options, sizes, route), request)
