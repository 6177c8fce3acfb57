"""Runs a kernel with checks: in many configurations on copies of its arrays, or once on the arrays themselves."""

from __future__ import annotations

import dataclasses
import functools
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..driver.registry import device_kinds
from ..errors import LaunchError
from ..ir.memories import is_memory
from ..numbers import is_integer
from ..runtime.argument_names import names_of
from ..runtime.arguments import check_groups
from ..runtime.array import DeviceArray
from ..runtime.checks import CheckedRun, Checks, CheckSettings
from ..runtime.device import CheckingDevice, Device, Launch, open_device
from ..runtime.dispatch_size import groups_at as groups_of_launch
from ..runtime.mesh_arrays import MeshArrays
from ..runtime.passed_arrays import PassedArray
from ..runtime.placement import LaunchOptions
from ..runtime.program import Program
from ..runtime.wave_size import choose
from .comparison import Difference, Results
from .configurations import Configuration, asked_one, asked_sweep, configuration_of, default_sweep, fills_waves, place
from .findings import NO_THREAD, Collector, Finding, findings_of, unfinished
from .fixed_groups import explain_bounds, judge_fixed_groups
from .pipes import deadlock_verdict
from .report import CheckReport, Run, made_report


def check(
    program: Program,
    groups: Any,
    arguments: Sequence[Any],
    *,
    wave_sizes: Any,
    lane_orders: Any,
    extra_waves: Any,
    wave_orders: Any,
    unordered: Any,
    by_wave_size: Any,
    tolerance: Any,
    unchecked: bool,
    most_findings: Any,
    most_seconds: Any,
    most_shadow_bytes: Any,
) -> CheckReport:
    """Implements ``Kernel.check``."""
    device = checking_device()
    checked = _on_host(program, arguments)
    parameters, operations = program.module.kernel.parameters, program.listing.operations
    options = Results(program.name, parameters, unordered, by_wave_size, tolerance, operations)
    settings = CheckSettings(
        most_findings=checked_limit("most_findings", most_findings),
        most_shadow_bytes=checked_limit("most_shadow_bytes", most_shadow_bytes),
    )
    deadline = _deadline(most_seconds)
    size_of = functools.partial(wave_size_of, program, device)
    is_default = wave_sizes is None and lane_orders is None and extra_waves is None and wave_orders is None
    if is_default:
        sizes = [size for size in device.kernel_wave_sizes(program) if size in device.wave_sizes]
        sweep = default_sweep(program, sizes, size_of(None))
    else:
        sweep = asked_sweep(program, size_of, wave_sizes, lane_orders, extra_waves, wave_orders)
    # All group counts are computed and checked before the first run.
    extents = [groups_at(groups, configuration.wave_size) for configuration in sweep]

    found, runs, left_out = Collector(), [], list(sweep)
    checks: list[Checks] = []
    results = options.expect(sweep)
    # A group with ``num_threads`` has the same number of lanes at every wave size.
    is_fixed = not callable(groups) and program.attributes.num_waves is not None
    across_sizes: list[Difference] = []
    for configuration, extent in zip(sweep, extents, strict=True):
        left = deadline()
        if left is not None and left <= 0 or sum(not one.is_note for one in found.all()) >= settings.most_findings:
            break
        copies = copied(program, checked)
        run = run_once(device, program, configuration, copies, extent, settings, left)
        left_out.remove(configuration)
        own = list(findings_of(program, run, copies, unchecked))
        if is_default and needs_full_waves(program, configuration, own):
            continue
        runs.append(run_of(run))
        checks.append(run.checks)
        for finding in own:
            found.add(finding)
        if run.result.end == "seconds":
            found.add(unfinished(program, run, copies))
        # A run that ended early leaves arrays partly written.
        if run.result.end == "done":
            for difference in results.compare(configuration, copies, run.checks):
                if difference.across_sizes and is_fixed:
                    across_sizes.append(difference)
                else:
                    found.add(difference.finding)
            if run.mesh is not None and program.mesh is not None:
                for finding in results.compare_launches(configuration, run.mesh.counts, program.mesh.location):
                    found.add(finding)

    def run_again(configuration: Configuration) -> tuple[list[Any], CheckedRun] | None:
        """Runs with the number of groups in the configuration. Returns the arguments and the run; None if it does not
        finish in time."""
        left = deadline()
        if left is not None and left <= 0:
            return None
        copies = copied(program, checked)
        unwatched = dataclasses.replace(settings, undefined=False)
        run = run_once(device, program, configuration, copies, configuration.groups or (1, 1, 1), unwatched, left)
        runs.append(run_of(run))
        return (copies, run) if run.result.end == "done" else None

    if across_sizes:
        across_sizes, note = judge_fixed_groups(program, options, across_sizes, sweep, extents[0], run_again)
        for finding in note:
            found.add(finding)
    for difference in across_sizes:
        found.add(difference.finding)
    findings = found.all()
    if is_fixed:
        findings = [explain_bounds(program, finding, sweep, extents[0]) for finding in findings]
    report = made_report(
        program,
        findings,
        runs,
        left_out=tuple(left_out),
        not_compared=tuple(results.not_compared),
    )
    return dataclasses.replace(report, no_deadlock=deadlock_verdict(checks, report))


def needs_full_waves(program: Program, configuration: Configuration, findings: Sequence[Finding]) -> bool:
    """Whether a run whose waves are not full has a read of a lane that the waves of this group have on every device: its
    threads are a multiple of the wave size. The run says nothing then, because the value that was read is no value."""
    return (
        configuration.placement == "extra_waves"
        and fills_waves(program, configuration.wave_size)
        and any(finding.shape == NO_THREAD for finding in findings)
    )


class CheckedLaunch(Launch):
    """A finished launch with checks."""

    def __init__(self, elapsed: float, report: CheckReport, mesh: MeshArrays | None) -> None:
        self._elapsed = elapsed
        self._report = report
        self._mesh = mesh

    def elapsed_ns(self) -> float:
        return self._elapsed

    @property
    def report(self) -> CheckReport:  # type: ignore[override]
        return self._report

    @property
    def mesh(self) -> MeshArrays | None:
        return self._mesh


def checked_launch(
    program: Program,
    device: Any,
    groups: Any,
    arguments: Sequence[Any],
    wave_size: int | None,
    prefer: str | None,
    options: LaunchOptions,
    unchecked: bool,
) -> tuple[Device, int, CheckedLaunch]:
    """Implements ``Kernel.dispatch`` with checks. Runs on the arrays themselves, and raises CheckError if there are
    findings."""
    extent = None if callable(groups) else check_groups(groups)
    checked = program.signature.launched(program.signature.check(arguments))
    target = checking_device(device)
    for parameter, argument in zip(program.module.kernel.parameters, checked, strict=True):
        if isinstance(argument, DeviceArray) and argument.device is not target:
            name = str(parameter.name)
            code = names_of(program.listing.language).code(name)
            passed = PassedArray(name, argument, parameter.type.writable, code=code)
            message = f"{passed} is on device '{argument.device.name}', and checks run on the CPU"
            fix = f"{passed.moved(repr(target.name))}; or use `check` of the kernel, which works on copies"
            raise LaunchError(message, fix)
    size = wave_size_of(program, target, wave_size, prefer)
    configuration = configuration_of(size, options)
    place(program, configuration)
    if extent is None:
        extent = groups_of_launch(groups, size)
    run = run_once(target, program, configuration, checked, extent, CheckSettings(), None)
    found = Collector()
    for finding in findings_of(program, run, checked, unchecked):
        found.add(finding)
    report = made_report(program, found.all(), [run_of(run)]).raise_if_found()
    return target, size, CheckedLaunch(run.result.ns, report, run.mesh)


def run_once(
    device: CheckingDevice,
    program: Program,
    configuration: Configuration,
    arguments: Sequence[Any],
    groups: tuple[int, int, int],
    settings: CheckSettings,
    seconds: float | None,
) -> CheckedRun:
    """Runs once with checks, for at most this many seconds."""
    # 0 would mean no limit.
    limit = max(seconds, 1e-3) if seconds is not None else 0.0
    settings = dataclasses.replace(settings, most_seconds=limit, wave_order=configuration.wave_order)
    run = device.check(program, configuration.wave_size, configuration.options, arguments, groups, settings)
    if run.result.end == "interrupted":
        raise KeyboardInterrupt
    return run


def run_on_copies(
    program: Program,
    groups: Any,
    arguments: Sequence[Any],
    wave_size: Any,
    lane_order: Any,
    extra_waves: Any,
    settings: CheckSettings,
    most_seconds: Any,
) -> tuple[list[Any], CheckedRun]:
    """Runs once on copies of the arrays. Returns the arguments and the run."""
    device = checking_device()
    copies = copied(program, _on_host(program, arguments))
    size = wave_size_of(program, device, wave_size)
    configuration = asked_one(program, size, lane_order, extra_waves)
    extent, seconds = groups_at(groups, size), checked_seconds(most_seconds)
    return copies, run_once(device, program, configuration, copies, extent, settings, seconds)


def run_of(run: CheckedRun) -> Run:
    """Summarizes a run for the report."""
    result = run.result
    configuration = configuration_of(run.wave_size, run.options, run.wave_order)
    return Run(configuration, run.groups, result.ns / 1e9, result.shadow_bytes, result.end)


def checking_device(named: Any = None) -> CheckingDevice:
    """Returns the device that can run checks. Raises LaunchError for any other device."""
    watching = next(kind.name for kind in device_kinds().values() if kind.checks)
    device = open_device(watching if named is None else named)
    if not isinstance(device, CheckingDevice):
        raise LaunchError(f"checks run on the CPU, and device is '{device.name}'", "leave `device` out")
    return device


def wave_size_of(program: Program, device: Device, asked: int | None, prefer: str | None = None) -> int:
    """Returns the wave size of a run, chosen as for a dispatch."""
    allowed = device.kernel_wave_sizes(program)
    return choose(program.name, program.attributes, allowed, device.wave_sizes, device.name, asked, prefer)


def groups_at(groups: Any, wave_size: int) -> tuple[int, int, int]:
    """Returns the number of groups of one run of several; it may depend on the wave size."""
    return check_groups(groups(wave_size) if callable(groups) else groups)


def copied(program: Program, checked: Sequence[Any]) -> list[Any]:
    """Returns arguments with a copy of each array that the kernel may write, so that the caller's arrays do not
    change."""
    return [
        argument.copy() if is_memory(parameter.type) and parameter.type.writable else argument
        for parameter, argument in zip(program.module.kernel.parameters, checked, strict=True)
    ]


def _on_host(program: Program, arguments: Sequence[Any]) -> list[Any]:
    """Returns the arguments of the compiled kernel, in the CPU's memory."""
    launched = program.signature.launched(program.signature.check(arguments))
    return [argument.numpy() if isinstance(argument, DeviceArray) else argument for argument in launched]


def checked_limit(name: str, value: Any) -> int:
    """Checks the limit of a run: an integer greater than zero."""
    if not is_integer(value) or not 1 <= value < 2**63:
        fix = "pass an integer greater than zero" + (
            f", at most {2**63 - 1}" if is_integer(value) and value > 0 else ""
        )
        raise LaunchError(f"{name} is {value!r}", fix)
    return int(value)


def checked_seconds(value: Any) -> float | None:
    """Checks a time limit in seconds."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float, np.integer, np.floating)) or not value > 0:
        raise LaunchError(f"most_seconds is {value!r}", "pass a number greater than zero, or None for no limit")
    return float(value)


def _deadline(most_seconds: Any) -> Callable[[], float | None]:
    """Returns a function that gives the remaining seconds, or None for no limit."""
    seconds = checked_seconds(most_seconds)
    if seconds is None:
        return lambda: None
    end = time.monotonic() + seconds
    return lambda: end - time.monotonic()
