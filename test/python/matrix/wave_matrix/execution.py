"""Runs kernels of the matrix on one device and says what is wrong, with the smallest kernel that shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

import wavedialect as wd


class AnyKernel(Protocol):
    """What every kernel of the matrix is: cases that share a text, data for each wave size, and a judge."""

    cases: Sequence[Any]
    source: str
    groups: int
    cpu_launches: Sequence[dict[str, Any]]

    def load(self) -> Any: ...
    def dispatch(self, wave_size: int) -> Any: ...
    def blame(self, dispatch: Any, found: list[np.ndarray]) -> dict[Any, list[str]]: ...
    def restricted(self, cases: Sequence[Any]) -> AnyKernel: ...


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
    refused: int = 0
    """Cases, at each wave size, that need a later shader model and were told so."""


RETIRING = "cpu:retiring"
"""The CPU with a wave more than a kernel states, whose lanes return at once."""
DXIL = "dxil:"
"""Before a shader model: containers for it, on the executor."""


def launches(kernel: AnyKernel, device_name: str) -> Sequence[dict[str, Any]]:
    """The options of each dispatch of a kernel on a device."""
    if device_name == RETIRING:
        return ({"extra_waves": 1},)
    return kernel.cpu_launches if device_name == "cpu" or device_name.startswith(DXIL) else ({},)


def launch(
    kernel: AnyKernel, loaded: Any, device: Any, wave_size: int, options: dict[str, Any]
) -> tuple[Any, list[np.ndarray]]:
    """One dispatch: what was expected, and the outputs as they are now."""
    dispatch = kernel.dispatch(wave_size)
    loaded.dispatch(kernel.groups, *dispatch.arguments, device=device, wave_size=wave_size, **options)
    return dispatch, dispatch.arguments[-len(dispatch.outputs) :]


def run(kernel: AnyKernel, device: Any, device_name: str, wave_sizes: Sequence[int]) -> Outcome:
    """Runs a kernel at each wave size. What fails is run again alone, so that the shortest text is shown."""
    outcome = Outcome(len(kernel.cases) * len(wave_sizes), [])
    loaded = None
    for number, wave_size in enumerate(wave_sizes):
        try:
            loaded = loaded or kernel.load()
            for options in launches(kernel, device_name):
                dispatch, found = launch(kernel, loaded, device, wave_size, options)
                outcome.failures += _wrong(kernel, dispatch, found, device, device_name, wave_size, options)
        except Exception as error:  # Whatever it is, the other kernels have to run.
            # A kernel that does not compile does so at no size.
            _blame_refusal(outcome, kernel, device, device_name, wave_sizes[number:], error)
            break
    return outcome


def _failure(case: Any, device_name: str, wave_size: int, why: str, source: str = "") -> Failure:
    return Failure(
        str(case), case.operation.name, case.type_name, case.scenario.name, device_name, wave_size, why, source=source
    )


def _blame_refusal(
    outcome: Outcome, kernel: AnyKernel, device: Any, name: str, wave_sizes: Sequence[int], error: Exception
) -> None:
    """Who is to blame that a kernel does not run: each case is tried alone."""
    if len(kernel.cases) == 1:
        if name.startswith(DXIL) and device.refuses(error):
            outcome.refused += len(wave_sizes)
        else:
            text = f"{type(error).__name__}: {error}"
            outcome.failures += [_failure(kernel.cases[0], name, size, text, kernel.source) for size in wave_sizes]
        return
    alone = [run(kernel.restricted([case]), device, name, wave_sizes) for case in kernel.cases]
    refused, failures = sum(each.refused for each in alone), [each for one in alone for each in one.failures]
    outcome.refused += refused
    outcome.failures += failures
    if not refused and not failures:
        text = f"only with others: {type(error).__name__}: {error}"
        outcome.failures.append(_failure(kernel.cases[0], name, wave_sizes[0], text, kernel.source))


def _wrong(
    kernel: AnyKernel,
    dispatch: Any,
    found: list[np.ndarray],
    device: Any,
    name: str,
    wave_size: int,
    options: dict[str, Any],
) -> list[Failure]:
    """Who is to blame for wrong results."""
    failures = []
    for case, places in kernel.blame(dispatch, found).items():
        why = f"wrong result with {options}" if options else "wrong result"
        failure = _failure(case, name, wave_size, why, kernel.source)
        failure.places = places
        if len(kernel.cases) > 1:
            again = run(kernel.restricted([case]), device, name, [wave_size]).failures
            failure = again[0] if again else failure
        failures.append(failure)
    return failures


def open_device(name: str) -> Any:
    """The device by the matrix's name for it."""
    if name == "interpreter":
        return wd.Interpreter()
    if name == "interpreter:shuffled":  # Groups, waves and threads in another order, and waves without a lane.
        return wd.Interpreter(seed=1, shuffle_threads=True, extra_waves=1)
    if name.startswith(DXIL):
        # It stands in a folder of its own, and takes the tools of these tests, which a machine with a GPU may lack.
        from dxil_device import DXILDevice

        return DXILDevice(name)
    return wd.open_device(name.removesuffix(":retiring"))
