"""Opens a session for a kernel and the arguments of a launch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import LaunchError
from ..ir.types import BufferType, ImageType
from .arrays import Arrays
from .expressions import PythonEvaluator
from .launch import CapturingDevice
from .machine import Machine, Order
from .output import Printer
from .session import Session
from .text_statements import ShaderEvaluator, with_statements

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
    write: Callable[[str], Any] | None = None,
) -> Session:
    """A session at the first statement of the kernel. The arrays of the caller do not change. ``write`` receives what the
    kernel prints."""
    if wave_order not in ("by index", "backward") and not _is_seeded(wave_order):
        fix = 'use one of "by index", "backward" and ("shuffled", 1)'
        raise LaunchError(f"wave_order is {wave_order!r}", fix)
    device = CapturingDevice()
    options = {"wave_size": wave_size, "extra_waves": extra_waves, "lane_order": lane_order, "unchecked": unchecked}
    kernel.dispatch(groups, *arguments, device=device, **options)
    captured = device.captured
    assert captured is not None
    seed = wave_order[1] if isinstance(wave_order, tuple) else None
    if isinstance(lane_order, tuple):
        seed = lane_order[1]
    settings = replace(captured.settings, seed=seed)
    listing = captured.program.listing
    module = with_statements(kernel.source.debugged_module(), listing.language)
    printer = Printer(kernel.name, captured.groups, write)
    machine = Machine(
        module,
        captured.wave_size,
        captured.arguments,
        captured.arrays,
        captured.groups,
        Order(wave_order, settings),
        language=listing.language,
        unchecked=unchecked,
        output=printer,
    )
    printer.machine = machine
    slots = machine.kernel.builder.slots(module.kernel.parameters)
    parameters = {
        str(parameter.name): slot
        for parameter, slot in zip(module.kernel.parameters, slots, strict=True)
        if isinstance(parameter.type, BufferType | ImageType)
    }
    shapes = {
        str(parameter.name): np.shape(argument)
        for parameter, argument in zip(captured.program.parameters, arguments, strict=False)
        if isinstance(parameter.type, BufferType)
    }
    groupshared = frozenset(
        str(operation.results[0].name)
        for function in module.functions
        for operation in function.walk()
        if operation.name == "wave.groupshared"
    )
    evaluator = (
        PythonEvaluator(machine, kernel.attributes)
        if listing.language == "python"
        else ShaderEvaluator(machine, kernel.source)
    )
    session = Session(
        machine,
        evaluator,
        Arrays(parameters, shapes, groupshared),
        listing.language,
        kernel.name,
        module.kernel.location,
    )
    session.check = lambda: kernel.check(groups, *arguments, wave_sizes=captured.wave_size, unchecked=unchecked)
    session.start()
    return session


def _is_seeded(order: Any) -> bool:
    return isinstance(order, tuple) and len(order) == 2 and order[0] == "shuffled" and isinstance(order[1], int)
