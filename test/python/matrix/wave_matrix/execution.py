"""Runs kernels of the matrix on one device and says what is wrong, with the smallest kernel that shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import wavedialect as wd

from .expected import ANY, INFINITE, NAN, ZERO
from .kernels import GROUPS, Case, Dispatch, MatrixKernel, Output

MOST_PLACES = 4
"""Wrong places of one case that are shown."""


@dataclass
class Failure:
    """One case that went wrong on one device at one wave size."""

    case: str
    operation: str
    type: str
    scenario: str
    device: str
    wave_size: int
    why: str
    places: list[str] = field(default_factory=list)
    source: str = ""

    def __str__(self) -> str:
        head = f"FAILED {self.case}, {self.device} at {self.wave_size} lanes: {self.why}"
        return "\n".join([head, *(f"  {place}" for place in self.places), self.source])


@dataclass
class Outcome:
    """What came of one kernel on one device."""

    cases: int
    failures: list[Failure]


def launch(kernel: MatrixKernel, loaded: Any, device: Any, wave_size: int) -> tuple[Dispatch, list[np.ndarray]]:
    """One dispatch: what was expected, and the outputs as they are now."""
    dispatch = kernel.dispatch(wave_size)
    loaded.dispatch(GROUPS, *dispatch.arguments, device=device, wave_size=wave_size)
    return dispatch, dispatch.arguments[dispatch.first_output :]


def run(kernel: MatrixKernel, device: Any, device_name: str, wave_sizes: Sequence[int]) -> Outcome:
    """Runs a kernel at each wave size. What fails is run again alone, so that the shortest text is shown."""
    failures: list[Failure] = []
    loaded = None
    for wave_size in wave_sizes:
        try:
            loaded = loaded or kernel.load()
            dispatch, found = launch(kernel, loaded, device, wave_size)
        except Exception as error:  # Whatever it is, the other kernels have to run.
            failures += _refused(kernel, device, device_name, wave_size, error)
            continue
        failures += _wrong(kernel, dispatch, found, device, device_name, wave_size)
    return Outcome(len(kernel.cases) * len(wave_sizes), failures)


def _failure(case: Case, device_name: str, wave_size: int, why: str, source: str = "") -> Failure:
    return Failure(
        str(case), case.operation.name, case.type_name, case.scenario.name, device_name, wave_size, why, source=source
    )


def _refused(kernel: MatrixKernel, device: Any, name: str, wave_size: int, error: Exception) -> list[Failure]:
    """Who is to blame that a kernel does not run: each case is tried alone."""
    text = f"{type(error).__name__}: {error}"
    if len(kernel.cases) == 1:
        return [_failure(kernel.cases[0], name, wave_size, text, kernel.source)]
    failures = []
    for case in kernel.cases:
        failures += run(MatrixKernel([case], kernel.seed), device, name, [wave_size]).failures
    if failures:
        return failures
    together = _failure(kernel.cases[0], name, wave_size, f"only together with others: {text}", kernel.source)
    return [together]


def _wrong(
    kernel: MatrixKernel, dispatch: Dispatch, found: list[np.ndarray], device: Any, name: str, wave_size: int
) -> list[Failure]:
    """The cases whose results, or whose places beside the results, are not what they have to be."""
    blamed: dict[Case, list[str]] = {}
    for output, values in zip(dispatch.outputs, found, strict=True):
        wrong = output.wrong(values).reshape(-1, wave_size, output.size)
        waves = dispatch.masks.shape[1]
        for place in np.argwhere(wrong):
            row, wave = divmod(int(place[0]), waves)
            case, visit = kernel.owner(output.element, output.size, row)
            shown = blamed.setdefault(case, [])
            if len(shown) < MOST_PLACES:
                lane, component = int(place[1]), int(place[2])
                shown.append(_place(kernel, case, dispatch, output, values, visit, wave, lane, component, row))
    failures = []
    for case, places in blamed.items():
        failure = _failure(case, name, wave_size, "wrong result", kernel.source)
        failure.places = places
        if len(kernel.cases) > 1:
            alone = MatrixKernel([case], kernel.seed)
            again = run(alone, device, name, [wave_size]).failures
            failure = again[0] if again else failure
        failures.append(failure)
    return failures


def _place(
    kernel: MatrixKernel,
    case: Case,
    dispatch: Dispatch,
    output: Output,
    values: np.ndarray,
    visit: int,
    wave: int,
    lane: int,
    component: int,
    row: int,
) -> str:
    """One wrong element, with all that led to it."""
    lanes = dispatch.masks.shape[2]
    index = ((row * dispatch.masks.shape[1]) + wave) * lanes + lane
    where = (index, component) if output.size > 1 else index
    active = dispatch.masks[visit][wave]
    wanted = "nothing written (the lane is inactive)"
    if active[lane]:
        wanted = describe(output.expected.values[where], output.expected.tolerance[where], output.expected.flags[where])
    mask = "".join("1" if bit else "0" for bit in active)
    operands = []
    for number, operand in enumerate(kernel.operands(case)):
        given = dispatch.operands[operand][wave]
        of_component = given[:, component if operand.size > component else 0]
        chosen = of_component[active] if case.operation.takes_lanes else of_component[lane : lane + 1]
        operands.append(f"operand {number} {np.array2string(chosen, threshold=40, max_line_width=1000)}")
    if case.operation.uses_lane:
        operands.append(f"lane read {dispatch.lanes[visit][wave][lane]}")
    if case.operation.uses_mask:
        operands.append(f"keys {dispatch.operands[kernel.key][wave][active][:, 0].tolist()}")
    return (
        f"visit {visit}, wave {wave}, lane {lane}, component {component}: got {_shown(values[where])}, "
        f"expected {wanted}; active (lane 0 first) {mask}; {'; '.join(operands)}"
    )


def _shown(value: Any) -> str:
    value = np.asarray(value)
    bits = value.view(f"u{value.dtype.itemsize}").item()
    return f"{value.item()!r} (0x{bits:0{2 * value.dtype.itemsize}x})"


def describe(value: Any, tolerance: float, flags: int) -> str:
    """What an element may be, in words."""
    text = _shown(value)
    if tolerance:
        text += f" within {tolerance:.3g}"
    names = {ANY: "anything", NAN: "any NaN", ZERO: "a zero", INFINITE: "an infinity"}
    ways = [name for flag, name in names.items() if int(flags) & flag]
    return f"{text} (or {', '.join(ways)})" if ways else text


def open_device(name: str) -> Any:
    """The device by the matrix's name for it."""
    return wd.Interpreter() if name == "interpreter" else wd.open_device(name)
