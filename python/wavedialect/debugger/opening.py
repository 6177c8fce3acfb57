"""Opens a session for a kernel and the arguments of a launch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import LaunchError
from ..ir.module import Module
from ..ir.structs import StructType
from ..ir.types import BufferType, ConstantBufferType, ImageType, VectorType
from ..numbers import is_integer
from ..runtime.array import DeviceArray
from .arrays import Arrays
from .declarations import Declarations
from .expressions import PythonEvaluator
from .first_groups import FirstGroups
from .launch import CapturingDevice
from .machine import Machine, Order
from .output import Printer
from .session import Session
from .shader_expressions import ShaderEvaluator, ShaderTypes, is_named
from .stages import stage_of
from .text_statements import with_statements

if TYPE_CHECKING:
    from ..kernels.kernel import Kernel


def open_session(
    kernel: Kernel,
    groups: Any,
    arguments: Sequence[Any],
    *,
    wave_size: int | None = None,
    lane_order: Any = "linear",
    extra_waves: Any = 0,
    wave_order: Any = "by index",
    unchecked: bool = False,
    stage: str | None = None,
    after: str | None = None,
    write: Callable[[str], Any] | None = None,
) -> Session:
    """A session at the first statement of the kernel. The arrays of the caller do not change. ``write`` receives what the
    kernel prints. With ``stage="wave"`` the program is the wave IR ``after`` a pass."""
    # Comparing an array yields an array.
    if stage is not None and not (isinstance(stage, str) and stage == "wave"):
        raise LaunchError(f"stage is {stage!r}", 'use "wave": other stages cannot be stepped through')
    if after is not None and stage is None:
        raise LaunchError(f"after is {after!r}", 'add `stage="wave"`')
    if not (isinstance(wave_order, str) and wave_order in ("by index", "backward")) and not _is_seeded(wave_order):
        fix = 'use one of "by index", "backward" and ("shuffled", 1)'
        raise LaunchError(f"wave_order is {wave_order!r}", fix)
    arguments = [argument.numpy() if isinstance(argument, DeviceArray) else argument for argument in arguments]
    device = CapturingDevice()
    options = {"wave_size": wave_size, "extra_waves": extra_waves, "lane_order": lane_order, "unchecked": unchecked}
    kernel.dispatch(groups, *arguments, device=device, **options)
    captured = device.captured
    assert captured is not None
    seed = wave_order[1] if isinstance(wave_order, tuple) else None
    if isinstance(lane_order, tuple):
        seed = lane_order[1]
    settings = replace(captured.settings, seed=seed)
    made = stage_of(kernel, after, captured.wave_size) if stage is not None else None
    language = "mlir" if made is not None else captured.program.listing.language
    origins = made.origins if made is not None else {}
    module = with_statements(made.module if made is not None else kernel.source.debugged_module(), language, origins)
    printer = Printer(kernel.name, captured.groups, write)
    machine = Machine(
        module,
        captured.wave_size,
        captured.arguments,
        captured.arrays,
        captured.groups,
        Order(wave_order, settings),
        language=language,
        unchecked=unchecked,
        output=printer,
    )
    printer.machine = machine
    if made is None and not settings.shuffle_threads and not settings.extra_waves:
        machine.first_groups = FirstGroups(captured.program, captured.wave_size, arguments, captured.groups, unchecked)
    slots = machine.kernel.builder.slots(module.kernel.parameters)
    # In a text, they are called as in the source as well.
    names = [str(parameter.name) for parameter in captured.program.listing.parameters]
    parameters = {
        name: slot
        for name, parameter, slot in zip(names, module.kernel.parameters, slots, strict=True)
        if isinstance(parameter.type, BufferType | ImageType)
    }
    shapes = {
        str(parameter.name): np.shape(argument)
        for parameter, argument in zip(captured.program.parameters, arguments, strict=False)
        if isinstance(parameter.type, BufferType)
    }
    evaluator = (
        PythonEvaluator(machine, kernel.attributes)
        if language == "python"
        else ShaderEvaluator(machine, kernel.source, language)
    )
    elements = {
        str(parameter.name): parameter.type
        if isinstance(parameter.type, ConstantBufferType)
        else parameter.type.element
        for parameter in captured.program.parameters
        if language != "python"
        and isinstance(parameter.type, BufferType)
        and isinstance(parameter.type, ConstantBufferType) | isinstance(parameter.type.element, VectorType | StructType)
    }
    open_constants = frozenset(
        name
        for name, type_ in elements.items()
        if isinstance(type_, ConstantBufferType) and not is_named(kernel.source, name)
    )
    notation = captured.program.listing.language
    declared = _declared(kernel, machine, module, notation, made is not None)
    registers = dict(zip(names, slots, strict=True))
    arrays = Arrays(parameters, registers, shapes, declared, elements, open_constants, notation)
    session = Session(machine, evaluator, arrays, language, kernel.name, module.kernel.location)
    # The file of the stage lives as long as the session.
    session.stage = made
    session.check = lambda: kernel.check(groups, *arguments, wave_sizes=captured.wave_size, unchecked=unchecked)
    session.start()
    return session


def _declared(kernel: Kernel, machine: Machine, module: Module, language: str, is_stage: bool) -> Declarations:
    """The arrays of a module; those of a stage know the source."""
    waves = len(machine.placement.masks)
    types = ShaderTypes(kernel.source).of if language == "hlsl" else None
    if not is_stage:
        return Declarations.of(module, machine.wave_size, waves, type_in_source=types)
    source = Declarations.of(kernel.source.debugged_module(), machine.wave_size, waves, type_in_source=types)
    return Declarations.of(module, machine.wave_size, waves, source)


def _is_seeded(order: Any) -> bool:
    if not isinstance(order, tuple) or len(order) != 2:
        return False
    name, seed = order
    return isinstance(name, str) and name == "shuffled" and is_integer(seed) and 0 <= seed < 2**31
