"""The lock-step interpreter as a device."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ...errors import WaveError, public_entry
from ...interpreter.interpreter import InterpretedKernel, Report, Settings
from ...numbers import check_switches, is_integer
from ...runtime.device import (
    Argument,
    BufferArgument,
    ConstantBufferArgument,
    Device,
    DeviceInfo,
    Launch,
    RefusedDevice,
    host_bytes,
)
from ...runtime.device_limits import full_limits
from ...runtime.mesh_arrays import MeshArrays, MeshCollector, MeshForm
from ...runtime.placement import MOST_GROUPS, MOST_THREADS, LaunchOptions
from ...runtime.program import Program
from ...runtime.records import InterpretedRecords
from ...runtime.wave_size import ALL_SIZES, DeviceWaveSizes, stated_range
from . import DEVICES


class InterpreterLaunch(Launch):
    """A completed launch."""

    def __init__(self, report: Report, elapsed: float, mesh: MeshArrays | None) -> None:
        self._report = report
        self._elapsed = elapsed
        self._mesh = mesh

    def elapsed_ns(self) -> float:
        return self._elapsed

    @property
    def report(self) -> Report:
        return self._report

    @property
    def mesh(self) -> MeshArrays | None:
        return self._mesh


class LoadedProgram(NamedTuple):
    """A loaded kernel."""

    kernel: InterpretedKernel
    settings: Settings
    mesh: MeshForm | None
    records: bool
    """Whether it prints and checks."""


class Interpreter(Device):
    """Runs the front end's IR at every wave size, without a driver; ``device="interpreter"`` runs groups and waves in
    order.

    ``seed`` shuffles the order of groups, of waves between barriers, and of the lanes of a wave in atomics on one
    element. ``collect`` stores findings in the dispatch's
    report instead of raising them. Under ``num_threads``, ``shuffle_threads`` assigns threads to lanes in shuffled
    order, and ``extra_waves`` launches that many waves without lanes; hardware may do both.
    """

    name = DEVICES.name
    description = "lock-step interpreter"
    wave_sizes = DeviceWaveSizes(ALL_SIZES[0], ALL_SIZES[-1], 32)
    limits = full_limits((MOST_GROUPS,) * 3)

    @public_entry
    def __init__(
        self, seed: int | None = None, collect: bool = False, shuffle_threads: bool = False, extra_waves: int = 0
    ) -> None:
        if seed is not None and (not is_integer(seed) or seed < 0):
            raise WaveError(f"seed is {seed!r}", "pass an integer of 0 or more, or None for groups and waves in order")
        if not is_integer(extra_waves) or not 0 <= extra_waves <= MOST_THREADS:
            raise WaveError(f"extra_waves is {extra_waves!r}", f"pass a number from 0 to {MOST_THREADS}")
        check_switches(collect=collect, shuffle_threads=shuffle_threads)
        self.settings = Settings(seed, collect, shuffle_threads, int(extra_waves))

    def alloc(self, nbytes: int) -> np.ndarray:
        return host_bytes(np.zeros, nbytes)

    def upload(self, handle: np.ndarray, data: np.ndarray) -> None:
        handle[...] = data.reshape(-1).view(np.uint8)

    def download(self, handle: np.ndarray, data: np.ndarray) -> None:
        data.reshape(-1).view(np.uint8)[...] = handle

    def host_memory(self, handle: np.ndarray) -> np.ndarray:
        return handle

    def kernel_wave_sizes(self, program: Program) -> list[int]:
        program.check()
        return stated_range(program.attributes)

    def load(self, program: Program, wave_size: int, exact: bool, options: LaunchOptions) -> LoadedProgram:
        program.check()
        self.refuse(options, "idle_waves", "debug", *(["lane_order"] if options.lane_order == "shuffled" else []))
        settings = self.settings
        if options.idle_waves:
            settings = replace(settings, extra_waves=options.idle_waves)
        if options.lane_order == "shuffled":
            settings = replace(settings, shuffle_threads=True)
        kernel = InterpretedKernel(program.module, wave_size, program.unchecked, program.listing.language)
        return LoadedProgram(kernel, settings, program.mesh, options.debug)

    def launch(
        self,
        loaded: LoadedProgram,
        arguments: Sequence[Argument],
        groups: tuple[int, int, int],
        timed: bool,
    ) -> InterpreterLaunch:
        kernel, settings, form, records = loaded
        collector = MeshCollector(form, kernel.name, groups) if form else None
        values = [
            argument.handle if isinstance(argument, (BufferArgument, ConstantBufferArgument)) else argument
            for argument in arguments
        ]
        # An image argument is passed with its extent.
        start = time.perf_counter_ns()
        output = InterpretedRecords(kernel.name, groups, settings.collect) if records else None
        try:
            report = kernel.run(values, groups, settings, collector.take if collector else None, output)
        finally:
            if output is not None:
                output.finish()
        return InterpreterLaunch(report, time.perf_counter_ns() - start, collector.arrays if collector else None)

    def wait(self) -> None:
        """Does nothing: launches are synchronous."""

    def close(self) -> None:
        """Does nothing: the device holds no resources."""


def open_selected(selector: str) -> Interpreter:
    """Opens the single device of this kind."""
    return Interpreter()


def device_infos() -> list[DeviceInfo]:
    """The interpreter, which is always available."""
    return [DeviceInfo.of(Interpreter())]


def refused() -> list[RefusedDevice]:
    """Always empty."""
    return []
