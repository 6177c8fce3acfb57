"""What ``Kernel.compile`` takes for each target, and what it refuses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from ..driver import compilation
from ..driver.bundle import Bundle
from ..driver.options import CompileOptions, DXILOptions
from ..driver.route import Route
from ..errors import WaveError
from ..ir.shader_models import DEFAULT_SHADER_MODEL, shader_model
from ..numbers import check_switches, is_integer
from ..runtime.cpu import CPUDevice
from ..runtime.device import open_device
from ..runtime.program import Program
from ..runtime.wave_size import check_preference, choose, container_sizes

TARGETS = ("spirv", "dxil", "cpu", "mlir")


@dataclass(frozen=True)
class Request:
    """The arguments of ``Kernel.compile``; it documents them."""

    wave_size: int | None = None
    prefer_wave_size: str | None = None
    unchecked: bool = False
    guard_wave_size: bool = False
    maximal_reconvergence: bool = False
    opt_level: int = 1
    enable: Any = ()
    disable: Any = ()
    form: str = "specialized"
    debug_info: bool = False
    shader_model: str | tuple[int, int] | None = None
    emulate: bool = True
    guard_wave_count: bool = False
    pipeline: str | None = None
    stage_files: Mapping[str, Any] | None = None

    def given(self, *names: str) -> list[str]:
        """Those of ``names`` that are not what they are by default."""
        defaults = {field.name: field.default for field in fields(self)}
        return [name for name in names if not _is_same(getattr(self, name), defaults[name])]


def _is_same(value: Any, default: Any) -> bool:
    # An array compares by its elements.
    return value is default or isinstance(value, (int, str, tuple, np.integer)) and bool(value == default)


#: What is for some targets alone, and what a pipeline says for itself.
_BELONGS = {
    "spirv": ("guard_wave_size", "maximal_reconvergence", "form", "debug_info"),
    "dxil": ("shader_model", "emulate", "guard_wave_count"),
}
_OPTIMIZING = ("opt_level", "enable", "disable")
_OF_PIPELINES = ("unchecked", "guard_wave_size", *_OPTIMIZING, "form", "shader_model", "emulate", "guard_wave_count")
_SWITCHES = ("unchecked", "guard_wave_size", "maximal_reconvergence", "debug_info", "emulate", "guard_wave_count")


def check_request(target: Any, request: Request) -> Route:
    """Raises WaveError for what cannot be asked for, whatever the kernel; returns the way that the compile takes."""
    if not isinstance(target, str) or target not in TARGETS:
        fix = "use target='spirv', target='dxil' or target='cpu', or target='mlir' for passes alone"
        raise WaveError(f"there is no target {target!r} in this build", fix, "unknown-target")
    check_preference(request.prefer_wave_size)
    if not isinstance(request.form, str) or request.form not in ("specialized", "fixed"):
        raise WaveError(f"form is {request.form!r}", "use 'specialized' or 'fixed'")
    check_switches(**{name: getattr(request, name) for name in _SWITCHES})
    for owner, names in _BELONGS.items():
        if target != owner and request.given(*names):
            *others, last = names
            message = f"{', '.join(others)} and {last} belong to target='{owner}'"
            raise WaveError(message, f"leave them out for target={target!r}")
    if target == "mlir" and (others := request.given("wave_size", "prefer_wave_size", "unchecked", *_OPTIMIZING)):
        message = f"{others[0]} is for a target, and target='mlir' runs nothing but `pipeline`"
        raise WaveError(message, f"leave it out, or say it in the pipeline: {_EXAMPLE}")
    route = Route.of(target, request.pipeline, request.stage_files)
    if route.pipeline is not None and (others := request.given(*_OF_PIPELINES)):
        message = f"{others[0]} is for the target's own passes, and `pipeline` replaces them"
        raise WaveError(message, f"leave it out, or say it in the pipeline: {_EXAMPLE}")
    return route


_EXAMPLE = "'wave-to-spirv{opt-level=0}'"


def compile_program(program: Program, request: Request, route: Route) -> Bundle:
    """Compiles for the target of ``route``; ``request`` has been checked."""
    return _COMPILE[route.target](program, request, route)


def _compile_spirv(program: Program, request: Request, route: Route) -> Bundle:
    if request.wave_size is not None:
        message = f"wave_size is {request.wave_size!r}, and a bundle for Vulkan has all wave sizes of the kernel"
        raise WaveError(message, "leave it out, or state it in the kernel's decorator")
    options = CompileOptions(
        request.guard_wave_size,
        request.unchecked,
        program.optimization,
        request.maximal_reconvergence,
        request.form,
        request.debug_info,
    )
    return _preferring(compilation.compile_spirv(program.listing, options, route=route), request)


def _compile_dxil(program: Program, request: Request, route: Route) -> Bundle:
    stated = request.shader_model
    model = shader_model(stated) if stated is not None else program.attributes.shader_model or DEFAULT_SHADER_MODEL
    if request.guard_wave_count and program.attributes.num_waves is None:
        message = f"kernel '{program.name}' states no number of waves that guard_wave_count could guard"
        raise WaveError(message, "leave guard_wave_count out, or state num_waves in the kernel's decorator")
    options = DXILOptions(model, request.emulate, program.optimization, guard_wave_count=request.guard_wave_count)
    # A pipeline of the user's says for which wave size it is.
    sizes = [] if route.pipeline is not None else container_sizes(program.attributes, model)
    size = request.wave_size
    if size is not None:
        if not is_integer(size) or size not in sizes:
            shown = f"its wave sizes are {', '.join(map(str, sizes))}" if sizes else "one container serves all sizes"
            message = f"kernel '{program.name}' has no container for wave_size={size!r} in Shader Model {model}"
            raise WaveError(message, shown, "container-wave-size")
        options, sizes = replace(options, wave_size=int(size)), []
    return _preferring(compilation.compile_dxil(program.listing, options, sizes, route), request)


def _compile_cpu(program: Program, request: Request, route: Route) -> Bundle:
    device = open_device("cpu")
    assert isinstance(device, CPUDevice)
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


def _compile_mlir(program: Program, request: Request, route: Route) -> Bundle:
    return compilation.compile_mlir(program.listing, route)


_COMPILE = {"spirv": _compile_spirv, "dxil": _compile_dxil, "cpu": _compile_cpu, "mlir": _compile_mlir}


def _preferring(bundle: Bundle, request: Request) -> Bundle:
    return bundle.with_preferred_wave_size(request.prefer_wave_size) if request.prefer_wave_size else bundle
