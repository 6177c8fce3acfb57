"""The CPU device: runs kernels as SIMD code of this machine, made by the native compiler ``_native``."""

from __future__ import annotations

import contextlib
import functools
import itertools
import math
import operator
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import extensions, knobs
from ...driver.bundle import RECORDS, Bundle
from ...driver.route import Route
from ...errors import DeviceError, InternalError, LaunchError
from ...ir.bounds import Bounds
from ...ir.module import Value
from ...ir.types import BufferType, ImageType, VectorType
from ...runtime.array import DeviceArray
from ...runtime.device import CheckingDevice, DeviceInfo, Launch, RefusedDevice, host_bytes
from ...runtime.placement import (
    MOST_GROUPS,
    LaunchOptions,
    Placement,
    most_threads,
    place_surplus,
    place_threads,
    place_waves,
)
from ...runtime.plain_launches import plain_parameters
from ...runtime.program import DISPATCHED_STAGES, Program
from ...runtime.wave_size import ALL_SIZES, DeviceWaveSizes, stated_range
from . import DEVICES
from .compile import compile_cpu
from .options import CPUOptions

if TYPE_CHECKING:
    from ...runtime.checks import CheckedRun, Checks, CheckSettings
    from ...runtime.device_limits import DeviceLimits
    from ...runtime.mesh_arrays import MeshArrays, MeshForm
    from ...runtime.records import Recorder

# The device's own wave size, by the register width of the machine in bits.
_OWN_SIZE = {128: 8, 256: 16, 512: 32}
_ALIGNMENT = 64
_MOST_GROUPS_IN_ALL = 2**63 - 1


@dataclass
class LoadedKernel:
    """A kernel at one wave size, with the data for its launches."""

    name: str
    native: Any
    placement: Placement
    threads: int
    """The number of cores to use; 0: all."""
    writers: list[Callable[[Any], Sequence[Any]]]
    """For each parameter, the function that returns the cells of an argument."""
    mesh: MeshForm | None
    """The mesh launches of an amplification kernel."""
    plain: Any = None
    """The fast path for plain arguments; None if the kernel has other parameters, or does not support it."""
    recorder: Recorder | None = None
    """None if the kernel neither prints nor checks."""


class CPULaunch(Launch):
    """A completed launch."""

    __slots__ = ("_elapsed", "_mesh")

    def __init__(self, elapsed: float, mesh: MeshArrays | None) -> None:
        self._elapsed = elapsed
        self._mesh = mesh

    def elapsed_ns(self) -> float:
        return self._elapsed

    @property
    def mesh(self) -> MeshArrays | None:
        return self._mesh


class CPUDevice(CheckingDevice):
    """The local CPU: a wave is a vector, and groups run in parallel on its cores."""

    name = DEVICES.name
    in_place = True
    one_size_code = True

    def __init__(self, target: tuple[str, str] | None = None) -> None:
        """``target``: LLVM's name and features of the target CPU, by default the machine's own. A kernel that uses
        instructions which the machine lacks ends the process."""
        compiler = extensions.native()
        self._cpu, self._features, self._vector_bits = compiler.host_cpu()
        target = target or knobs.target_cpu()
        if target:
            self._cpu, self._features = target
            try:
                self._vector_bits = compiler.vector_bits(*target)
            except ValueError as error:
                from ...driver.judgement import rule_of

                told = rule_of(str(error)) or (str(error), None)
                message = f"unknown CPU '{','.join(filter(None, target))}': {told[0]}"
                raise DeviceError(
                    message, "use LLVM's names, such as WAVEDIALECT_CPU=x86-64-v3,-fma", told[1]
                ) from None
        self.cores = len(os.sched_getaffinity(0))
        cores = f"{self.cores} core{'s' if self.cores > 1 else ''}"
        self.description = f"{self._cpu}, {cores}, vectors of {self._vector_bits} bits"
        self.wave_sizes = DeviceWaveSizes(ALL_SIZES[0], ALL_SIZES[-1], _OWN_SIZE[self._vector_bits], fits_rows=True)

    @functools.cached_property
    def limits(self) -> DeviceLimits:  # type: ignore[override]
        # Launches do not need them.
        from ...runtime.device_limits import full_limits

        return full_limits((MOST_GROUPS,) * 3)

    # Memory.

    def alloc(self, nbytes: int) -> np.ndarray:
        memory = host_bytes(np.empty, nbytes + _ALIGNMENT)
        start = -memory.__array_interface__["data"][0] % _ALIGNMENT
        return memory[start : start + nbytes]

    def upload(self, handle: np.ndarray, data: np.ndarray) -> None:
        handle[...] = data.reshape(-1).view(np.uint8)

    def download(self, handle: np.ndarray, data: np.ndarray) -> None:
        data.reshape(-1).view(np.uint8)[...] = handle

    def host_memory(self, handle: np.ndarray) -> np.ndarray:
        return handle

    # Kernels.

    def kernel_wave_sizes(self, program: Program) -> list[int]:
        attributes = program.attributes
        limit = most_threads(attributes.stage)
        if attributes.num_threads is not None:
            sizes = stated_range(attributes)
            fits = min(attributes.num_threads) > 0 and program.threads <= limit
        else:
            waves = attributes.num_waves or 0
            sizes = [size for size in stated_range(attributes) if waves * size <= limit]
            fits = waves > 0
        # The compile checks the rest, and has already checked it if the code is in the cache.
        if not (fits and sizes and attributes.stage in DISPATCHED_STAGES):
            program.check()
        return sizes

    def compile(self, program: Program, wave_size: int, route: Route | None = None) -> Bundle:
        """Compiles a kernel at one wave size, with all intermediate stages."""
        return compile_cpu(program.listing, self._options(program, wave_size), route=route)

    def load(self, program: Program, wave_size: int, exact: bool, options: LaunchOptions) -> LoadedKernel:
        placement = self._place(program, wave_size, options)
        form = self._form(program, placement, options)
        if options.debug and program.listing.has_output:
            form["records"] = True
        native, recorder = native_kernel(program, self._options(program, wave_size, **form))
        if native.extra_waves:
            # The pass `pipeline-waves` has added them.
            waves = placement.run + native.extra_waves
            placement = placement._replace(run=waves, counted=waves)
        plain = None if recorder else self._plain(program, native, placement, options.threads)
        threads, writers = options.threads, _writers(program)
        return LoadedKernel(program.name, native, placement, threads, writers, program.mesh, plain, recorder)

    def _plain(self, program: Program, native: Any, placement: Placement, threads: int) -> Any:
        parameters = plain_parameters(program.parameters)
        if parameters is None or program.mesh is not None or placement.table is not None:
            return None
        if placement.run != placement.counted:
            return None
        return extensions.native().PlainCPULaunch(
            native, placement.run, threads, parameters, DeviceArray, np.ndarray, self
        )

    def check(
        self,
        program: Program,
        wave_size: int,
        options: LaunchOptions,
        arguments: Sequence[Any],
        groups: tuple[int, int, int],
        settings: CheckSettings,
    ) -> CheckedRun:
        """Runs an instrumented kernel once; the groups run one after the other on one core."""
        # Imported on use: launches need none of it.
        from ...runtime.checks import CheckedRun

        placement = self._place(program, wave_size, options)
        form = self._form(program, placement, options)
        instrument = "optimized" if settings.optimized else "written"
        native, checks = checked_kernel(program, self._options(program, wave_size, instrument=instrument, **form))
        loaded = LoadedKernel(program.name, native, placement, 1, _writers(program), program.mesh)
        cells, count, mesh = self._cells(loaded, arguments, groups)
        count = min(count, settings.first_groups or count)
        sites = [site.for_native() for site in checks.sites]
        memories = [memory.for_native(arguments) for memory in checks.memories]
        wanted = settings.for_native(extensions.native())
        try:
            result = native.launch(cells, count, placement.run, sites, memories, wanted)
        except ValueError as error:
            raise LaunchError(
                f"checking kernel '{program.name}' takes too much memory: {error}",
                "check with smaller arrays, or allow more: `most_shadow_bytes=`",
            ) from None
        except MemoryError:
            raise LaunchError(
                f"out of memory for checking kernel '{program.name}'; nothing has been written", "use smaller arrays"
            ) from None
        if mesh is not None:
            mesh.settle()
        return CheckedRun(checks, result, wave_size, options, groups, settings.wave_order, mesh)

    def _place(self, program: Program, wave_size: int, options: LaunchOptions) -> Placement:
        attributes = program.attributes
        if attributes.num_threads is not None:
            return place_threads(program.name, attributes.num_threads, wave_size, options, program.listing.has_quads)
        if options.surplus_form:
            sizes = self.kernel_wave_sizes(program)
            return place_surplus(program.name, attributes.num_waves or 0, sizes, wave_size, options)
        return place_waves(program.name, attributes.num_waves or 0, wave_size, options)

    def _form(self, program: Program, placement: Placement, options: LaunchOptions) -> dict[str, bool]:
        """The compile options that depend on the placement and the launch options."""
        has_waves = program.attributes.num_threads is None
        return {
            "placed": placement.table is not None,
            "retire_extra_waves": has_waves and options.extra_waves > 0,
            "surplus_form": has_waves and options.surplus_form,
            "emulate_group_index": options.emulate_group_index,
        }

    def _options(self, program: Program, wave_size: int, **others: Any) -> CPUOptions:
        machine = (self._cpu, self._features, self._vector_bits)
        given = {"unchecked": program.unchecked, "optimization": program.optimization}
        return CPUOptions(wave_size, *machine, **given, **others)

    def launch(
        self, loaded: LoadedKernel, arguments: Sequence[Any], groups: tuple[int, int, int], timed: bool
    ) -> CPULaunch:
        recorder, records = loaded.recorder, None
        if recorder is not None:
            records = recorder.buffer()
        cells, count, mesh = self._cells(loaded, arguments, groups, records)
        failure = None
        try:
            if recorder is None:
                elapsed = loaded.native.launch(cells, count, loaded.placement.run, loaded.threads)
            else:
                stop = recorder.stop_word(records)
                elapsed = loaded.native.launch(cells, count, loaded.placement.run, loaded.threads, stop)
        except MemoryError:
            raise self._out_of_memory(loaded) from None
        except RuntimeError as error:
            failure = _undefined(loaded, error, count)
        except KeyboardInterrupt:
            if recorder is not None:
                # What the kernel printed may tell why it did not end.
                with contextlib.suppress(LaunchError):
                    recorder.finish(records, groups)
            raise
        if recorder is not None:
            # A failed check is reported first, because it may explain the failure of the launch.
            recorder.finish(records, groups)
        if failure is not None:
            raise failure
        if mesh is not None:
            mesh.settle()
        return CPULaunch(elapsed, mesh)

    def launch_plain(
        self, loaded: LoadedKernel, arguments: tuple[Any, ...], groups: tuple[int, int, int], timed: bool
    ) -> CPULaunch | None:
        if loaded.plain is None:
            return None
        try:
            elapsed = loaded.plain.launch(arguments, groups)
        except MemoryError:
            raise self._out_of_memory(loaded) from None
        except RuntimeError as error:
            raise _undefined(loaded, error, math.prod(groups)) from None
        return None if elapsed is None else CPULaunch(elapsed, None)

    def _cells(
        self,
        loaded: LoadedKernel,
        arguments: Sequence[Any],
        groups: tuple[int, int, int],
        records: np.ndarray | None = None,
    ) -> tuple[list[Any], int, MeshArrays | None]:
        """The launch in the format of the compiled function, the total number of groups, and the arrays for their mesh
        launches."""
        x, y, z = groups
        count = x * y * z
        if count > _MOST_GROUPS_IN_ALL:
            raise LaunchError(
                f"the number of groups is {groups}, which exceeds the CPU's limit of 2^63 - 1 in all",
                "dispatch in parts",
            )
        waves, counted, table = loaded.placement
        # The format of the compiled function; an array is replaced by its address.
        cells = [x, y, z, waves, 0 if table is None else table, 0, counted, 0]
        cells += itertools.chain.from_iterable(map(operator.call, loaded.writers, arguments))
        if records is not None:
            cells += [records, records.size]
        if loaded.mesh is None:
            return cells, count, None
        mesh = loaded.mesh.allocate(loaded.name, count, loaded.native.payload_bytes)
        cells += [mesh.counts, 0 if mesh.payload is None else mesh.payload]
        return cells, count, mesh

    def _out_of_memory(self, loaded: LoadedKernel) -> LaunchError:
        native, threads = loaded.native, min(loaded.threads or self.cores, self.cores)
        waves = loaded.placement.run
        what, parts = "groupshared arrays and the state", [native.groupshared_bytes, waves * native.wave_bytes]
        if native.stack_bytes:
            what = "groupshared arrays, the state and the stacks"
            parts.append(waves * native.stack_bytes)
        return LaunchError(
            f"out of memory for {what} of waves of kernel '{loaded.name}': "
            f"{' + '.join(map(str, parts))} bytes on each of {threads} cores; nothing has been written",
            "use smaller arrays, a smaller wave size, or fewer `threads=`",
        )

    def wait(self) -> None:
        """Does nothing: launches are synchronous."""

    def close(self) -> None:
        """Does nothing: the device holds no resources."""


def _undefined(loaded: LoadedKernel, error: RuntimeError, groups: int) -> LaunchError:
    """Undefined behavior that ended a launch."""
    if len(error.args) != 2:
        # Not of a launch, such as a failed allocation.
        raise error
    rule, text = error.args
    # Waves of a group with different uses have all ended.
    others = "" if rule == "pipe-unbalanced" and groups == 1 else "; some groups have not run to completion"
    return LaunchError(f"kernel '{loaded.name}': {text}{others}", id=rule)


def native_kernel(program: Program, options: CPUOptions) -> tuple[Any, Recorder | None]:
    """The native kernel of a program, and what it records."""

    def make() -> tuple[Any, Recorder | None]:
        compiled = compile_cpu(program.listing, options, stages=False)
        code = extensions.native().CPUKernel(compiled.module_at(options.wave_size))
        if RECORDS not in compiled.files:
            return code, None
        from ...runtime.records import Recorder

        return code, Recorder.of(program.name, compiled)

    return program.made(options, make)


def checked_kernel(program: Program, options: CPUOptions) -> tuple[Any, Checks]:
    """The instrumented native kernel, and its checks."""
    from ...runtime.checks import CHECKS, Checks

    def make() -> tuple[Any, Checks]:
        compiled = compile_cpu(program.listing.printed(Bounds.WATCHED), options, stages=False)
        code = extensions.native().CheckedKernel(compiled.module_at(options.wave_size))
        return code, Checks.parse(compiled.files[CHECKS])

    return program.made(options, make)


def open_selected(selector: str) -> CPUDevice:
    """Opens the single device of this kind."""
    return CPUDevice()


def device_infos() -> list[DeviceInfo]:
    """The CPU device, if the compiler is built."""
    with contextlib.suppress(DeviceError, InternalError):
        return [DeviceInfo.of(CPUDevice())]
    return []


def refused() -> list[RefusedDevice]:
    """The reason why there is no device, if any."""
    try:
        CPUDevice()
    except (DeviceError, InternalError) as error:
        return [RefusedDevice(DEVICES.name, "this machine's cores", error.message, error.fix or "")]
    return []


# The cells that represent an argument in a launch.


def _writers(program: Program) -> list[Callable[[Any], Sequence[Any]]]:
    return [_writer(parameter) for parameter in program.listing.parameters]


def _writer(parameter: Value) -> Callable[[Any], Sequence[Any]]:
    if isinstance(parameter.type, BufferType):
        return _buffer_cells
    if isinstance(parameter.type, ImageType):
        return functools.partial(_image_cells, parameter.type.rank)
    if isinstance(parameter.type, VectorType):
        return _vector_cells
    return _scalar_cells


def _buffer_cells(array: Any) -> tuple[Any, int]:
    return array.handle if array.__class__ is DeviceArray else array, array.size


def _image_cells(rank: int, array: Any) -> tuple[Any, ...]:
    handle, _ = _buffer_cells(array)
    return handle, *reversed(array.shape[:rank])


def _scalar_cells(value: np.generic) -> tuple[int]:
    # The bits of the value; its declared type does not support `bytes`.
    return (int.from_bytes(value, sys.byteorder),)  # type: ignore[arg-type]


def _vector_cells(values: tuple[np.generic, ...]) -> list[int]:
    return [cell for value in values for cell in _scalar_cells(value)]
