"""What ``Kernel.compile`` takes for each target, and what it refuses."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from ..compiler import driver
from ..compiler.bundle import Bundle
from ..compiler.options import CompileOptions, DXILOptions
from ..compiler.route import Route
from ..errors import WaveError
from .cpu import CPUDevice
from .device import open_device
from .elements import is_integer
from .program import Program
from .wave_size import DEFAULT_SHADER_MODEL, SHADER_MODELS, choose, container_sizes

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
    pipeline: str | None = None
    stage_files: Mapping[str, Any] | None = None

    def given(self, *names: str) -> list[str]:
        """Those of ``names`` that are not what they are by default."""
        defaults = {field.name: field.default for field in fields(self)}
        return [name for name in names if getattr(self, name) != defaults[name]]


#: What is for some targets alone, and what a pipeline says for itself.
_BELONGS = {
    "spirv": ("guard_wave_size", "maximal_reconvergence", "form", "debug_info"),
    "dxil": ("shader_model", "emulate"),
}
_OPTIMIZING = ("opt_level", "enable", "disable")
_OF_PIPELINES = ("unchecked", "guard_wave_size", *_OPTIMIZING, "form", "shader_model", "emulate")
_SWITCHES = ("unchecked", "guard_wave_size", "maximal_reconvergence", "debug_info", "emulate")


def check_request(target: Any, request: Request) -> Route:
    """Raises WaveError for what cannot be asked for, whatever the kernel; returns the way that the compile takes."""
    if target not in TARGETS:
        fix = "use target='spirv', target='dxil' or target='cpu', or target='mlir' for passes alone"
        raise WaveError(f"there is no target {target!r} in this build", fix, "unknown-target")
    if request.prefer_wave_size not in (None, "small", "large"):
        raise WaveError(f"prefer_wave_size is {request.prefer_wave_size!r}", "use 'small' or 'large'")
    if request.form not in ("specialized", "fixed"):
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
    return _preferring(driver.compile_spirv(program.listing, options, route=route), request)


def _compile_dxil(program: Program, request: Request, route: Route) -> Bundle:
    stated = request.shader_model
    model = model_text(stated) if stated is not None else program.attributes.shader_model
    model = DEFAULT_SHADER_MODEL if model is None else model
    if model not in SHADER_MODELS:
        fix = f"use one of {SHADER_MODELS[0]} to {SHADER_MODELS[-1]}"
        raise WaveError(f"there is no shader model '{model}'", fix, "shader-model-unknown")
    options = DXILOptions(model, request.emulate, program.optimization)
    # A pipeline of the user's says for which wave size it is.
    sizes = [] if route.pipeline is not None else container_sizes(program.attributes, model)
    size = request.wave_size
    if size is not None:
        if not is_integer(size) or size not in sizes:
            shown = f"its wave sizes are {', '.join(map(str, sizes))}" if sizes else "one container serves all sizes"
            message = f"kernel '{program.name}' has no container for wave_size={size!r} in Shader Model {model}"
            raise WaveError(message, shown, "container-wave-size")
        options, sizes = DXILOptions(model, request.emulate, program.optimization, int(size)), []
    return _preferring(driver.compile_dxil(program.listing, options, sizes, route), request)


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
    return driver.compile_mlir(program.listing, route)


_COMPILE = {"spirv": _compile_spirv, "dxil": _compile_dxil, "cpu": _compile_cpu, "mlir": _compile_mlir}


def _preferring(bundle: Bundle, request: Request) -> Bundle:
    return bundle.with_preferred_wave_size(request.prefer_wave_size) if request.prefer_wave_size else bundle


def check_switches(**switches: Any) -> None:
    """What is on or off is a bool: of text, "no" would be on."""
    for name, value in switches.items():
        if not isinstance(value, bool):
            raise WaveError(f"{name} is {value!r}", "use True or False")


def model_text(value: Any) -> str:
    """``major.minor`` of a shader model, from text or a pair."""
    if isinstance(value, (tuple, list)) and len(value) == 2 and all(type(item) is int for item in value):
        return f"{value[0]}.{value[1]}"
    if isinstance(value, str) and re.fullmatch(r"[0-9]+\.[0-9]+", value):
        return value
    why = ", and as a number 6.10 is 6.1" if isinstance(value, float) else ""
    fix = 'write it as text, `shader_model="6.10"`, or as a pair, `(6, 10)`'
    raise WaveError(f"shader_model is {value!r}{why}", fix, "shader-model-text")
