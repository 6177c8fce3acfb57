"""CUDA devices, implemented with the native module ``_cuda`` and with cuda-core."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from ... import knobs
from ...driver.bundle import Bundle
from ...errors import DeviceError, InternalError, LaunchError
from ...extensions import native as compiler
from ...ir.bfloat16 import is_array_type
from ...runtime.array import DeviceArray
from ...runtime.coarsening import coarsening_of, launched_groups, least_coarsened
from ...runtime.device import (
    Argument,
    BufferArgument,
    ConstantBufferArgument,
    Device,
    DeviceInfo,
    ImageArgument,
    Launch,
    RefusedDevice,
    find_open,
    forget_unusable,
    selected,
)
from ...runtime.launch_constants import LaunchConstants
from ...runtime.placement import LaunchOptions
from ...runtime.plain_launches import plain_parameters
from ...runtime.program import Program
from ...runtime.records import Recorder
from ...runtime.repeated import Repeated
from ...runtime.wave_size import DeviceWaveSizes
from . import DEVICES
from .arrays import imported, keeps
from .compile import compile_ptx
from .driver import (
    Code,
    Properties,
    all_properties,
    allocate,
    driver_version,
    failures,
    has_driver,
    load,
    native,
    shown_version,
    using,
)
from .failures import CAPTURE_FIX, device_error, is_lasting, name_of
from .limits import WAVE_SIZE, check_groups, check_load, check_registers, limits_of, threads_of
from .options import DEFAULT_SM, SHARING_SM, SLEEPING_SM, PTXOptions
from .streams import current_streams, stream_device, stream_handle

__all__ = ["CUDADevice", "device_infos", "imported", "open_selected", "refused"]


@dataclass(frozen=True)
class LoadedKernel:
    """A kernel on the device, with the data for its launches."""

    name: str
    code: Code
    native: Any
    """The module's Kernel, which ``code`` owns."""
    manifest: dict[str, Any]
    constants: LaunchConstants
    plain: Any
    """The fast path for plain arguments; None if the kernel has other parameters, or prints or checks."""
    recorder: Recorder | None
    """None if the kernel neither prints nor checks."""


class CUDALaunch(Launch):
    """A launch on a stream of the device."""

    __slots__ = ("_device", "_launch")

    def __init__(self, device: CUDADevice, launch: Any = None) -> None:
        self._device = device
        self._launch = launch

    def elapsed_ns(self) -> float | None:
        if self._launch is None:
            self._device.wait()
            return None
        self._device.require_no_graph()
        with self._device.errors():
            return self._launch.elapsed_ns()


class CUDADevice(Device):
    """One GPU of NVIDIA. Launches on the memory of the device are in submission order on all streams; other libraries
    order the use of their own memory by their streams."""

    survives_fork = False
    times_every_launch = False
    repeats_launches = True

    def __init__(self, index: int, properties: Properties) -> None:
        self.index = index
        self.properties = properties
        self.name = f"{DEVICES.name}:{index}"
        self.description = described(properties)
        self.wave_sizes = DeviceWaveSizes(WAVE_SIZE, WAVE_SIZE, WAVE_SIZE)
        self.limits = limits_of(properties)
        self._failures = failures()
        self._gone: DeviceError | None = None
        self._device: Any = None
        with self.errors():
            module = native()
            with using(index) as device:
                self._device = module.Device(int(device.context.handle), index)
            self._default_stream = module.Stream(0)
            self._empty = allocate(index, 0)
        self._untimed = CUDALaunch(self)

    @contextmanager
    def errors(self, doing: str = "") -> Iterator[None]:
        """Turns the exceptions of failed calls into a DeviceError with a fix."""
        if self._gone is not None:
            raise self._again()
        try:
            yield
        except self._failures as error:
            raise self._failed(error, doing) from None

    def _failed(self, error: BaseException, doing: str = "") -> DeviceError:
        found = device_error(error, self.name, doing)
        if is_lasting(name_of(error)):
            self._end(found)
            forget_unusable()
        return found

    def _end(self, reason: DeviceError) -> None:
        self._gone = reason
        # Unset while the device is opened.
        if self._device is not None:
            self._device.usable = False

    def _again(self) -> DeviceError:
        assert self._gone is not None
        return DeviceError(self._gone.message, self._gone.fix)

    def require_no_graph(self) -> None:
        """Raises before a call that cannot be recorded into a graph, and would end the recording."""
        for library, stream in current_streams(self.index):
            with self.errors():
                is_capturing = self._device.is_capturing(stream)
            if is_capturing:
                message = f"device '{self.name}': the current stream of {library} records a graph"
                raise DeviceError(message, CAPTURE_FIX)

    # Memory.

    def alloc(self, nbytes: int) -> Any:
        self.require_no_graph()
        with self.errors(f"an array of {nbytes} bytes: "):
            return allocate(self.index, nbytes)

    def upload(self, handle: Any, data: np.ndarray) -> None:
        self.require_no_graph()
        with self.errors():
            self._device.upload(handle, data)

    def download(self, handle: Any, data: np.ndarray) -> None:
        self.require_no_graph()
        with self.errors():
            self._device.download(handle, data)

    def slice(self, handle: Any, start: int, nbytes: int) -> Any:
        return handle.slice(start, nbytes)

    def overlap(self, handle: Any, other: Any) -> bool:
        return bool(handle.overlaps(other))

    def copy(self, source: Any, target: Any) -> None:
        with self.errors():
            self._device.copy(source, target)

    def interface(self, handle: Any, shape: tuple[int, ...], dtype: np.dtype) -> dict[str, Any]:
        handle.export()
        return {
            "shape": shape,
            "typestr": dtype.str,
            "data": (handle.address, False),
            "strides": None,
            "version": 3,
            # The protocol's number of the default stream.
            "stream": handle.stream or 1,
        }

    def exchange_kind(self) -> tuple[int, int]:
        return (2, self.index)

    def exchange(self, handle: Any, shape: tuple[int, ...], dtype: np.dtype, stream: int | None, **options: Any) -> Any:
        if options.get("copy") or options.get("dl_device") not in (None, self.exchange_kind()):
            raise BufferError(f"an array on device '{self.name}' is exported without a copy alone")
        code = 4 if is_array_type(dtype) else {"i": 0, "u": 1, "f": 2, "b": 6}.get(dtype.kind)
        if code is None:
            raise BufferError(f"DLPack cannot describe {dtype}")
        handle.export()
        with self.errors():
            if stream != -1:
                # None and 1 are the default stream.
                self._device.wait_for(0 if stream in (None, 1) else stream, handle.stream)
        # A capsule without a version, which every consumer accepts.
        return native().make_exchanged(handle, handle.address, list(shape), code, 8 * dtype.itemsize, self.index)

    # Kernels.

    def _bundle(self, program: Program, records: bool = False) -> Bundle:
        return bundle_of(program, records, sm_of(program, self.properties.capability))

    def kernel_wave_sizes(self, program: Program) -> list[int]:
        return self._bundle(program).wave_sizes or [WAVE_SIZE]

    def load(self, program: Program, wave_size: int, exact: bool, options: LaunchOptions) -> LoadedKernel:
        self.refuse(options, "debug")
        bundle = self._bundle(program, options.debug and program.listing.has_output)
        manifest = bundle.manifest
        check_load(self.name, self.properties, manifest)
        self.require_no_graph()
        with self.errors(f"kernel '{program.name}': "):
            module = bundle.module_at(wave_size)
            code = load(self.index, self.properties.capability, module, manifest["entry_point"], _compiler())
        check_registers(self.name, manifest, code.most_threads)
        with self.errors(f"kernel '{program.name}': "):
            kernel = native().Kernel(
                code.handle,
                threads_of(manifest),
                manifest["dynamic_groupshared_bytes"],
                self.index,
                [_native_map(one) for one in manifest.get("tensor_maps", ())],
            )
        recorder = Recorder.of(program.name, bundle)
        constants = LaunchConstants(manifest)
        plain = None
        parameters = plain_parameters(program.parameters, manifest)
        if parameters is not None and recorder is None:
            block = manifest["constants"]["bytes"]
            plain = native().PlainLaunch(
                self._device,
                kernel,
                block,
                self.properties.groups,
                parameters,
                [binding["alignment"] for binding in manifest["bindings"]],
                DeviceArray,
                self._empty,
                coarsening_of(manifest),
                least_coarsened(manifest),
                constants.group_count,
            )
        return LoadedKernel(program.name, code, kernel, manifest, constants, plain, recorder)

    def checked_stream(self, stream: Any) -> Any:
        handle, number = stream_handle(stream), stream_device(stream)
        if number is not None and number != self.index:
            raise LaunchError(
                f"stream is on device '{DEVICES.name}:{number}', but the dispatch runs on device '{self.name}'",
                "pass a stream of the arrays' device",
            )
        return native().Stream(handle, stream)

    def launch(
        self,
        loaded: LoadedKernel,
        arguments: Sequence[Argument],
        groups: tuple[int, int, int],
        timed: bool,
        stream: Any = None,
    ) -> CUDALaunch:
        launched_count = launched_groups(loaded.manifest, groups)
        check_groups(self.name, self.properties, loaded.manifest, launched_count)
        memories = _memories(arguments)
        _check_alignment(loaded, memories)
        constants = loaded.constants.pack(arguments, groups)
        if stream is None:
            stream = self._stream_of(memories)
        if loaded.recorder is not None:
            words = loaded.recorder.buffer()
            records = self.alloc(words.nbytes)
            self.upload(records, words)
            memories.append(records)
        memories = [memory if memory.nbytes else self._empty for memory in memories]
        with self.errors(f"kernel '{loaded.name}': "):
            launched = self._device.launch(loaded.native, memories, constants, launched_count, timed, stream)
            kept = [memory for memory in memories if keeps(memory)]
            if kept:
                self._device.keep(stream, kept)
        if loaded.recorder is not None:
            # Waits for the launch.
            self.download(records, words)
            loaded.recorder.finish(words, groups)
        return self._untimed if launched is None else CUDALaunch(self, launched)

    def _stream_of(self, memories: Sequence[Any]) -> Any:
        """The stream on which the library of the first foreign array works, else the default stream."""
        for memory in memories:
            if memory.is_foreign and memory.stream:
                return native().Stream(memory.stream)
        return self._default_stream

    def launch_plain(
        self,
        loaded: LoadedKernel,
        arguments: tuple[Any, ...],
        groups: tuple[int, int, int],
        timed: bool,
        stream: Any = None,
    ) -> CUDALaunch | None:
        if loaded.plain is None:
            return None
        if self._gone is not None:
            raise self._again()
        try:
            launched = loaded.plain.launch(arguments, groups, timed, stream, self)
        except self._failures as error:
            raise self._failed(error, f"kernel '{loaded.name}': ") from None
        if launched is True:
            return self._untimed
        return None if launched is None else CUDALaunch(self, launched)

    def launcher(self, dispatch: Callable[..., Any], earlier: Any, repeated: Repeated) -> Any:
        loaded = repeated.loaded
        if loaded.plain is None:
            return earlier
        launcher = native().Launcher(dispatch) if earlier is None else earlier
        failed = functools.partial(self._failed, doing=f"kernel '{loaded.name}': ")
        launcher.keep(loaded.plain, repeated, repeated.result(self._untimed), self.checked_stream, failed)
        return launcher

    # The device.

    def wait(self) -> None:
        self.require_no_graph()
        with self.errors():
            self._device.synchronize_all()

    def close(self) -> None:
        if self._gone is None:
            self.wait()
            fix = "the next use of its name reopens the device: create its arrays again with `wd.array`"
            self._end(DeviceError(f"device '{self.name}' is closed", fix))
        self._empty = None
        forget_unusable()

    @property
    def usable(self) -> bool:
        return self._gone is None

    @property
    def place(self) -> str:
        # CUDA_VISIBLE_DEVICES numbers the GPUs of each process.
        return f"{DEVICES.name}-{self.properties.uuid}"

    def require_usable(self) -> None:
        if self._gone is not None:
            raise self._again()


def sm_of(program: Program, capability: tuple[int, int]) -> str:
    """The GPU that a kernel is compiled for. Only kernels with pipes, and with copies for which a pass makes pipes, gain by
    code for newer ones."""
    number = 10 * capability[0] + capability[1]
    gains = program.listing.has_pipes or program.listing.has_async_copies
    if not gains or number < int(SLEEPING_SM.removeprefix("sm_")):
        return DEFAULT_SM
    return SHARING_SM if f"sm_{number}a" == SHARING_SM else SLEEPING_SM


def bundle_of(program: Program, records: bool = False, sm: str = DEFAULT_SM) -> Bundle:
    """The code of a kernel, which the driver translates for the GPU."""
    if program.attributes.stage != "compute":
        message = f"kernel '{program.name}' is for the stage {program.attributes.stage}, which CUDA lacks"
        raise LaunchError(message, "dispatch it on device='cpu', which returns the mesh launches")
    options = PTXOptions(
        sm,
        unchecked=program.unchecked,
        records=records,
        debug_info=knobs.cuda_lines(),
        optimization=program.optimization,
    )
    return program.made(options, lambda: compile_ptx(program.listing, options, stages=False))


def _native_map(described: dict[str, Any]) -> tuple[Any, ...]:
    """An entry of the manifest's tensor maps, as the native module takes it."""
    names = ("binding", "element_bytes", "sizes", "pitches", "box", "offset", "made_offset")
    return tuple(described[name] for name in names)


def _memories(arguments: Sequence[Argument]) -> list[Any]:
    """The memory of the kernel's buffers and images, in the order of its parameters."""
    kinds = (BufferArgument, ConstantBufferArgument, ImageArgument)
    return [argument.handle for argument in arguments if isinstance(argument, kinds)]


def _check_alignment(loaded: LoadedKernel, memories: Sequence[Any]) -> None:
    """Refuses memory that begins where the code cannot access an element: a part of an array of numbers may, and one of
    32-bit words under atomics of 64 bits."""
    for memory, binding in zip(memories, loaded.manifest["bindings"], strict=False):
        alignment = binding["alignment"]
        if memory.nbytes and memory.address % alignment:
            name = binding["name"]
            message = f"argument '{name}' of kernel '{loaded.name}' begins at an address that is not a multiple of"
            back = ", and copy the results back after the launch" if binding["kind"] == "uav" else ""
            raise LaunchError(f"{message} {alignment} bytes, as its accesses need", f"pass a copy of it{back}")


def _compiler() -> Any:
    """The native compiler, whose cache keeps machine code; None if there is none."""
    try:
        return compiler()
    except InternalError:
        return None


def described(properties: Properties) -> str:
    """A short description of the device."""
    major, minor = properties.capability
    return f"{properties.name}, compute capability {major}.{minor}, CUDA {shown_version(driver_version())}"


def _found(selector: str) -> tuple[int, Properties]:
    """The index and properties of a device: by index, by a part of its name, or the first one for ""."""
    found = list(enumerate(all_properties()))
    if not selector:
        usable = [item for item in found if not item[1].refusal]
        return (usable or found)[0]
    return selected(DEVICES.name, "CUDA", selector, found)


def open_selected(selector: str) -> Device:
    """Opens a device by index, by a part of its name, or the first one; a device that is already open is returned."""
    index, properties = _found(selector)
    name = f"{DEVICES.name}:{index}"
    if properties.refusal:
        raise DeviceError(
            f"device '{name}' ({properties.name}) cannot run kernels: {properties.refusal}", "use another"
        )
    return find_open(name) or CUDADevice(index, properties)


def device_infos() -> list[DeviceInfo]:
    """The devices that can be opened."""
    try:
        if not has_driver():
            return []
        return [
            DeviceInfo(
                f"{DEVICES.name}:{index}",
                described(properties),
                DeviceWaveSizes(WAVE_SIZE, WAVE_SIZE, WAVE_SIZE),
                limits_of(properties),
            )
            for index, properties in enumerate(all_properties())
            if not properties.refusal
        ]
    except DeviceError:
        return []


def refused() -> list[RefusedDevice]:
    """The devices that cannot be opened, or the reason why there is none."""
    try:
        return [
            RefusedDevice(f"{DEVICES.name}:{index}", described(properties), properties.refusal, "use another device")
            for index, properties in enumerate(all_properties())
            if properties.refusal
        ]
    except DeviceError as error:
        return [RefusedDevice(DEVICES.name, "GPUs of NVIDIA", error.message, error.fix or "")]
