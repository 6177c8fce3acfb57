"""The arguments of ``Kernel.compile`` for each target, and their checks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from ..driver.bundle import Bundle
from ..driver.registry import code_target_choice, code_targets, device_kinds, targets
from ..driver.route import Route
from ..errors import WaveError
from ..numbers import check_switches
from .program import Program
from .wave_size import check_preference


@dataclass(frozen=True)
class Request:
    """The arguments of ``Kernel.compile``, which documents them."""

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
    binding_shifts: Mapping[Any, int] | None = None
    matrix_tile: tuple[int, int, int, int] | None = None
    shader_model: str | tuple[int, int] | None = None
    emulate: bool = True
    guard_wave_count: bool = False
    sm: str | None = None
    pipeline: str | None = None
    stage_files: Mapping[str, Any] | None = None

    def given(self, *names: str) -> list[str]:
        """The arguments among ``names`` that differ from their defaults."""
        defaults = {field.name: field.default for field in fields(self)}
        return [name for name in names if not _is_same(getattr(self, name), defaults[name])]


def _is_same(value: Any, default: Any) -> bool:
    # Comparing an array yields an array.
    return value is default or isinstance(value, (int, str, tuple, np.integer)) and bool(value == default)


_OPTIMIZING = ("opt_level", "enable", "disable")
_OF_PIPELINES = (
    "unchecked",
    "guard_wave_size",
    *_OPTIMIZING,
    "form",
    "binding_shifts",
    "matrix_tile",
    "shader_model",
    "emulate",
    "guard_wave_count",
    "sm",
)
_SWITCHES = (
    "unchecked",
    "guard_wave_size",
    "maximal_reconvergence",
    "debug_info",
    "emulate",
    "guard_wave_count",
)


def check_request(target: Any, request: Request) -> Route:
    """Raises WaveError for a request that is invalid for every kernel; returns the route of the compile."""
    if not isinstance(target, str) or target not in targets():
        passes = ", or ".join(
            f"target='{one.name}' to run only passes" for one in targets().values() if not one.makes_code
        )
        # The name of a device, such as 'cuda', whose code is that of a target.
        device = device_kinds().get(target.lower()) if isinstance(target, str) else None
        meant = [one.name for one in code_targets() if device is not None and one.package == device.package]
        guess = f"did you mean target='{meant[0]}'? " if meant else ""
        fix = f"{guess}use {code_target_choice()}, or {passes}"
        raise WaveError(f"there is no target {target!r} in this build", fix, "unknown-target")
    check_preference(request.prefer_wave_size)
    if not isinstance(request.form, str) or request.form not in ("specialized", "fixed"):
        raise WaveError(f"form is {request.form!r}", "use 'specialized' or 'fixed'")
    check_switches(**{name: getattr(request, name) for name in _SWITCHES})
    for owner in targets().values():
        refused = set(owner.options) - set(targets()[target].shared_options)
        if target != owner.name and refused and request.given(*refused):
            *others, last = owner.options
            message = f"{last} belongs to target='{owner.name}'"
            if others:
                message = f"{', '.join(others)} and {last} belong to target='{owner.name}'"
            raise WaveError(message, f"leave them out for target={target!r}")
    if not targets()[target].makes_code and (
        others := request.given("wave_size", "prefer_wave_size", "unchecked", *_OPTIMIZING)
    ):
        message = f"{others[0]} is for a target, and target='{target}' runs nothing but `pipeline`"
        raise WaveError(message, f"leave it out, or say it in the pipeline: {_EXAMPLE}")
    route = Route.of(target, request.pipeline, request.stage_files)
    if route.pipeline is not None and (others := request.given(*_OF_PIPELINES)):
        message = f"{others[0]} is for the target's own passes, and `pipeline` replaces them"
        raise WaveError(message, f"leave it out, or say it in the pipeline: {_EXAMPLE}")
    return route


_EXAMPLE = "'wave-to-spirv{opt-level=0}'"


def compile_program(program: Program, request: Request, route: Route) -> Bundle:
    """Compiles for the target of ``route``; ``request`` has been checked."""
    return targets()[route.target].compiler.compile_request(program, request, route)


def preferring(bundle: Bundle, request: Request) -> Bundle:
    """The bundle with a manifest that prefers the requested wave size."""
    return bundle.with_preferred_wave_size(request.prefer_wave_size) if request.prefer_wave_size else bundle
