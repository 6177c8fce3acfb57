"""Vulkan devices, implemented with the native module ``_vulkan``."""

from __future__ import annotations

import contextlib
import os
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from ... import knobs
from ...cache.directory import cache_directory
from ...driver.bundle import Bundle
from ...driver.optimization import without_merged_groups
from ...errors import DeviceError, LaunchError
from ...extensions import import_fix
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
from ...runtime.wave_size import ALL_SIZES, DeviceWaveSizes
from . import DEVICES
from .compile import compile_spirv
from .limits import IMAGES, check_launch, check_load, exact_format, limits_of
from .matrices import tile_of
from .options import SPIRVOptions

_ADVICE = {
    "no-driver": "install a GPU driver or Mesa's (`apt install mesa-vulkan-drivers`), or use device='cpu'",
    "no-device": "install a GPU driver or Mesa's (`apt install mesa-vulkan-drivers`), or use device='cpu'",
    "unsupported": "use another device, or device='cpu'",
    "limit": "use smaller groups or fewer, or another device",
    "out-of-memory": "free arrays, use smaller ones, or another device",
    "device-lost": "the next use of its name reopens the device: create its arrays again with `wd.array`; a kernel that"
    " never ends is a frequent cause; where the device does not open any more, restart the process",
    "closed": "the next use of its name reopens the device: create its arrays again with `wd.array`",
    "forked": 'start the process without a fork: `multiprocessing.get_context("spawn")`, for instance'
    ' `ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn"))`, or'
    ' `DataLoader(..., multiprocessing_context="spawn")`; or use Vulkan in the children alone',
    "validation": "this is a bug of the runtime or of the driver: please report it",
    "other": "see whether `vulkaninfo` works, or use device='cpu'",
}
_LAVAPIPE_WAVES = (
    "start the process with the environment variable LP_NATIVE_VECTOR_WIDTH=128, 256 or 512 for lavapipe's waves of 4, 8"
    " or 16 lanes"
)
# The preference of "vulkan" without a selector.
_KIND_ORDER = ("discrete", "integrated", "virtual", "cpu", "other")


def _native() -> Any:
    # Mesa's disk cache returns llvmpipe code of one wave width to a process that requests another width.
    if "LP_NATIVE_VECTOR_WIDTH" in os.environ:
        os.environ.setdefault("MESA_SHADER_CACHE_DISABLE", "true")
    try:
        from wavedialect import _vulkan
    except ImportError as error:
        message = f"the Vulkan runtime cannot be imported: {error}"
        raise DeviceError(message, f"{import_fix(error)}; or use device='cpu'") from None
    return _vulkan


@contextmanager
def _errors() -> Iterator[Any]:
    """Turns exceptions of the native module into a DeviceError with a fix."""
    native = _native()
    try:
        yield native
    except (native.VulkanError, MemoryError) as error:
        raise _device_error(error) from None


def _device_error(error: Exception) -> DeviceError:
    if isinstance(error, MemoryError):
        return DeviceError("there is no memory left for the Vulkan runtime", _ADVICE["out-of-memory"])
    kind = getattr(error, "kind", "other")
    if kind == "device-lost":
        forget_unusable()
    return DeviceError(str(error), _ADVICE.get(kind, _ADVICE["other"]))


def vulkan_devices() -> list[Any]:
    """The properties of every Vulkan device, in the loader's order."""
    with _errors() as native:
        return list(native.enumerate())


def find_vulkan_device(selector: str) -> tuple[int, Any]:
    """The index and properties of the device: by index, by a part of its name, or the best one for ""."""
    found = vulkan_devices()
    if not found:
        raise DeviceError("the Vulkan driver has no device", _ADVICE["no-device"])
    numbered = list(enumerate(found))
    if not selector:
        kinds = {kind: order for order, kind in enumerate(_KIND_ORDER)}
        # A device that cannot be opened comes last: opening it reports why.
        return min(numbered, key=lambda item: (bool(item[1].refusal), kinds.get(item[1].kind, len(kinds)), item[0]))
    return selected(DEVICES.name, "Vulkan", selector, numbered)


def described(properties: Any) -> str:
    """A short description of the device."""
    return f"{properties.name}, Vulkan {properties.api_version}"


def wave_sizes_of(properties: Any) -> DeviceWaveSizes:
    """The wave sizes of the device: only its own, unless a pipeline can choose."""
    own = properties.subgroup_size
    settings = _LAVAPIPE_WAVES if "llvmpipe" in properties.name else ""
    if not properties.features.get("subgroup_size_control", False):
        return DeviceWaveSizes(own, own, own, settings)
    return DeviceWaveSizes(properties.min_subgroup_size, properties.max_subgroup_size, own, settings)


def needs_memory_barriers(properties: Any) -> bool:
    """False on Mesa's llvmpipe, which treats a memory barrier as a group barrier and needs none: it runs the waves of a
    group in turn on one thread."""
    return not properties.name.startswith("llvmpipe")


def numbers_waves(properties: Any) -> bool:
    """False on the llvmpipe of Mesa 22: each row of threads starts a new wave, but the wave indices do not follow that,
    and its loops continue for lanes without a thread."""
    return not (properties.name.startswith("llvmpipe") and "Mesa 22." in properties.driver)


def settings(properties: Any) -> dict[str, int]:
    """The values of the specialization constants that depend only on the device, by their names in the manifest."""
    return {
        "robust_buffers": int(properties.features.get("robust_buffers", False)),
        "memory_barriers": int(needs_memory_barriers(properties)),
        "wave_numbers": int(numbers_waves(properties)),
    }


@dataclass(frozen=True)
class LoadedKernel:
    """A pipeline at one wave size, with the data for its launches."""

    name: str
    pipeline: Any
    manifest: dict[str, Any]
    constants: LaunchConstants
    has_images: bool
    plain: Any
    """The fast path for plain arguments; None if the kernel has other parameters, or prints or checks."""
    recorder: Recorder | None
    """None if the kernel neither prints nor checks."""


class VulkanLaunch(Launch):
    """A launch in the queue of the device."""

    __slots__ = ("_launch",)

    def __init__(self, launch: Any) -> None:
        self._launch = launch

    def elapsed_ns(self) -> float | None:
        with _errors():
            return self._launch.elapsed_ns()


def _pipeline_folder() -> str:
    """The folder for drivers' compiled pipelines; "" if they are not kept."""
    # As in _native: pipelines of llvmpipe do not record their wave width.
    directory = None if "LP_NATIVE_VECTOR_WIDTH" in os.environ else cache_directory()
    return directory or ""


def _save_pipelines(device: Any) -> None:
    device.save_pipelines()


class VulkanDevice(Device):
    """One Vulkan device."""

    survives_fork = False
    pushes = True

    def __init__(self, index: int, validation: bool | None = None, without: Sequence[str] = ()) -> None:
        """``without`` names features and subgroup operations to treat as missing, for instance "maintenance4", to show
        how a kernel behaves on a device without them."""
        validated = knobs.vulkan_validation() if validation is None else validation
        with _errors() as native:
            self._device = native.Device(
                index, validation=validated, without=tuple(without), pipeline_cache=_pipeline_folder()
            )
            self._failures = (native.VulkanError, MemoryError)
        # Saves at the latest at process exit, when Python itself may not finalize objects.
        weakref.finalize(self, _save_pipelines, self._device)
        self.properties = self._device.properties
        self._most_groups = self.properties.max_group_count
        self.name = f"vulkan:{index}"
        self.description = described(self.properties)
        self.wave_sizes = wave_sizes_of(self.properties)
        self.limits = limits_of(self.properties)

    def alloc(self, nbytes: int) -> Any:
        if nbytes > self.properties.max_buffer_bytes:
            allowed = self.properties.max_buffer_bytes
            message = f"a buffer of {nbytes} bytes exceeds the limit of device '{self.name}', {allowed} bytes"
            raise DeviceError(message, "split the work, or use another device")
        with _errors():
            return self._device.alloc(nbytes)

    def upload(self, handle: Any, data: np.ndarray) -> None:
        with _errors():
            self._device.upload(handle, data)

    def download(self, handle: Any, data: np.ndarray) -> None:
        with _errors():
            self._device.download(handle, data)

    def slice(self, handle: Any, start: int, nbytes: int) -> Any:
        return handle.slice(start, nbytes)

    def overlap(self, handle: Any, other: Any) -> bool:
        return bool(handle.overlaps(other))

    def copy(self, source: Any, target: Any) -> None:
        with _errors():
            self._device.copy(source, target)

    def accepts(self, handle: Any, texel_bytes: int = 0) -> bool:
        return bool(handle.is_aligned(texel_bytes))

    def _bundle(self, program: Program, records: bool = False) -> Bundle:
        if program.attributes.stage == "amplification":
            message = (
                f"kernel '{program.name}' is for the stage amplification, which runs in a pipeline with a mesh shader"
            )
            raise LaunchError(
                message,
                "dispatch it on device='cpu', which returns the mesh launches, or use its shader from"
                ' `compile(target="spirv")` into a mesh pipeline of your own',
            )
        features = self.properties.features
        form = "specialized" if features.get("maintenance4", False) else "fixed"
        is_processor = self.properties.kind == "cpu"
        options = SPIRVOptions(
            unchecked=program.unchecked,
            optimization=without_merged_groups(program.optimization) if is_processor else program.optimization,
            maximal_reconvergence=features.get("maximal_reconvergence", False),
            form=form,
            matrix_tile=tile_of(self.properties),
            records=records,
        )
        return program.made(options, lambda: compile_spirv(program.listing, options, stages=False))

    def kernel_wave_sizes(self, program: Program) -> list[int]:
        # A num_threads kernel that states no wave size runs at any size of the device.
        return self._bundle(program).wave_sizes or list(ALL_SIZES)

    def load(self, program: Program, wave_size: int, exact: bool, options: LaunchOptions) -> LoadedKernel:
        self.refuse(options, "debug")
        bundle = self._bundle(program, options.debug and program.listing.has_output)
        manifest = bundle.manifest
        requires = manifest["requires"]
        # A device with one size needs no required size: full subgroups have the same effect.
        several = self.wave_sizes.smallest != self.wave_sizes.largest
        stated = requires["required_subgroup_size"] or bool(manifest["wave_sizes"])
        required = wave_size if several and (stated or exact) else 0
        check_load(self.name, self.properties, manifest, program.listing, wave_size, required != 0)
        values = {"wave_size": wave_size, **settings(self.properties)}
        specialization = {field["id"]: values[name] for name, field in manifest["specialization"].items()}
        with _errors():
            pipeline = self._device.load(
                bundle.module_at(wave_size),
                manifest["entry_point"],
                native_bindings(manifest),
                manifest["constants"]["bytes"],
                specialization,
                required,
                requires["full_subgroups"],
            )
        has_images = any(binding["resource"] in IMAGES for binding in manifest["bindings"])
        plain = None
        parameters = plain_parameters(program.parameters, manifest)
        recorder = Recorder.of(program.name, bundle)
        constants = LaunchConstants(manifest)
        if parameters is not None and recorder is None:
            constants_bytes = manifest["constants"]["bytes"]
            with _errors() as native:
                plain = native.PlainLaunch(
                    self._device,
                    pipeline,
                    constants_bytes,
                    parameters,
                    DeviceArray,
                    coarsening_of(manifest),
                    least_coarsened(manifest),
                    constants.group_count,
                )
        return LoadedKernel(program.name, pipeline, manifest, constants, has_images, plain, recorder)

    def launch(
        self, loaded: LoadedKernel, arguments: Sequence[Argument], groups: tuple[int, int, int], timed: bool
    ) -> VulkanLaunch:
        # Most launches are within the limits; check_launch computes the details for the error.
        x, y, z = launched = launched_groups(loaded.manifest, groups)
        most_x, most_y, most_z = self._most_groups
        if loaded.has_images or x > most_x or y > most_y or z > most_z:
            check_launch(self.name, self.properties, loaded.manifest, arguments, launched)
        buffers = native_buffers(arguments)
        constants = loaded.constants.pack(arguments, groups)
        if loaded.recorder is not None:
            words = loaded.recorder.buffer()
            records = self.alloc(words.nbytes)
            self.upload(records, words)
            buffers.append(records)
        try:
            launch = VulkanLaunch(self._device.launch(loaded.pipeline, buffers, constants, launched, timed))
        except self._failures as error:
            raise _device_error(error) from None
        if loaded.recorder is not None:
            # Waits for the launch.
            self.download(records, words)
            loaded.recorder.finish(words, groups)
        return launch

    def launch_plain(
        self, loaded: LoadedKernel, arguments: tuple[Any, ...], groups: tuple[int, int, int], timed: bool
    ) -> VulkanLaunch | None:
        if loaded.plain is None:
            return None
        try:
            launch = loaded.plain.launch(arguments, groups, timed)
        except self._failures as error:
            raise _device_error(error) from None
        return None if launch is None else VulkanLaunch(launch)

    def wait(self) -> None:
        with _errors():
            self._device.wait()

    def close(self) -> None:
        with _errors():
            self._device.close()
        forget_unusable()

    @property
    def usable(self) -> bool:
        return bool(self._device.usable)

    def require_usable(self) -> None:
        with _errors():
            self._device.require_usable()


def native_bindings(manifest: dict[str, Any]) -> list[tuple[Any, ...]]:
    """The bindings of the kernel's buffers and images, in the form of the native module."""
    bindings: list[tuple[Any, ...]] = []
    for binding in manifest["bindings"]:
        place = (binding["set"], binding["binding"])
        if binding["resource"] == "constant_buffer":
            bindings.append((*place, binding["bytes"]))
        elif binding["resource"] in IMAGES:
            image = (*place, exact_format(binding), binding["descriptor"] == "VK_DESCRIPTOR_TYPE_STORAGE_IMAGE")
            bindings.append((*image, True) if binding["resource"] == "image_array" else image)
        else:
            bindings.append(place)
    return bindings


def native_buffers(arguments: Sequence[Argument]) -> list[Any]:
    """The buffers and images of a launch, in the form of the native module."""
    buffers: list[Any] = []
    for argument in arguments:
        if isinstance(argument, (BufferArgument, ConstantBufferArgument)):
            buffers.append(argument.handle)
        elif isinstance(argument, ImageArgument):
            image = (argument.handle, argument.width, argument.height)
            buffers.append((*image, argument.layers) if argument.layers else image)
    return buffers


def open_selected(selector: str) -> Device:
    """Opens a device by index, by a part of its name, or the best one; a device that is already open is returned."""
    index, _ = find_vulkan_device(selector)
    return find_open(f"{DEVICES.name}:{index}") or VulkanDevice(index)


def device_infos() -> list[DeviceInfo]:
    """The devices that can be opened."""
    with contextlib.suppress(DeviceError):
        return [
            DeviceInfo(
                f"{DEVICES.name}:{index}", described(properties), wave_sizes_of(properties), limits_of(properties)
            )
            for index, properties in enumerate(vulkan_devices())
            if not properties.refusal
        ]
    return []


def refused() -> list[RefusedDevice]:
    """The devices that cannot be opened, or the reason why there is none."""
    try:
        return [
            RefusedDevice(
                f"{DEVICES.name}:{index}",
                described(properties),
                properties.refusal,
                "use another device, or a newer driver",
            )
            for index, properties in enumerate(vulkan_devices())
            if properties.refusal
        ]
    except DeviceError as error:
        return [RefusedDevice(DEVICES.name, "GPUs and their drivers", error.message, error.fix or "")]
