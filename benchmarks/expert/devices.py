"""Where rows run: a Vulkan device, to which kernels and GLSL are words alike, launched on the same arrays and timed by the
device; or the CPU, which runs kernels only."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

import wavedialect as wd
from wavedialect import u32
from wavedialect.backends.spirv.device import LoadedKernel, VulkanDevice, native_bindings, settings
from wavedialect.runtime.array import DeviceArray
from wavedialect.runtime.device import BufferArgument, ImageArgument
from wavedialect.runtime.launch_constants import LaunchConstants

from .cases import START, Case, Groups, Way
from .modules import Archive, Compiler, Missing, Options, name_of, options_of

GARBAGE = 0x5A5A5A5A
"""What stands in outputs before a run whose results are checked."""
FILL_WAVES = 8


@wd.kernel(num_waves=FILL_WAVES)
def fill(words: wd.RWBuffer[u32], word: u32):
    """Between two runs: a copy from the host would leave a gap, in which a GPU slows down."""
    lanes = FILL_WAVES * wd.wave_lane_count()
    first = wd.group_id().x * lanes + wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    for i in range(first, len(words), wd.group_count().x * lanes):
        words[i] = word


FILL = Way("", "fill", fill, None, lambda lanes: (1,), ())
Arguments = Sequence[Any]


class Place(ABC):
    """A device at one wave size. What it loads stays loaded."""

    def __init__(self, device: wd.Device, lanes: int) -> None:
        self.device, self.lanes = device, lanes
        self._inputs: dict[tuple[str, int], DeviceArray] = {}

    @property
    @abstractmethod
    def description(self) -> str:
        """The device, its driver, and the wave size."""

    @abstractmethod
    def load(self, way: Way, level: int, unchecked: bool = False, groups: int = 0) -> Any:
        """Makes a way ready; raises Missing where it cannot run here."""

    @abstractmethod
    def launch(self, loaded: Any, groups: Groups, arguments: Arguments, timed: bool = True) -> Any:
        """Starts it; the launch tells its ``elapsed_ns``."""

    @abstractmethod
    def takes(self, groups: Groups) -> bool:
        """Whether so many groups can be launched at once."""

    def place(self, case: Case) -> dict[str, DeviceArray]:
        """The arrays of a case. Inputs are kept for the next case of the same size."""
        for name in case.inputs:
            if (name, case.size) not in self._inputs:
                self._inputs[name, case.size] = wd.array(case.input(name), device=self.device)
        arrays = {name: self._inputs[name, case.size] for name in case.inputs}
        return arrays | {name: wd.empty(shape, dtype, device=self.device)
                         for name, (shape, dtype) in case.outputs.items()}  # fmt: skip

    def start_of(self, array: DeviceArray) -> np.ndarray:
        """A copy of its first elements."""
        start = np.empty(min(START, array.size), array.dtype)
        self.device.download(array.handle, start)
        return start

    def forget(self, name: str) -> None:
        """Frees an input."""
        for key in [key for key in self._inputs if key[0] == name]:
            del self._inputs[key]

    def fill(self, array: DeviceArray, word: int) -> None:
        """All of its words."""
        lanes = FILL_WAVES * self.lanes
        groups = min(-(-array.nbytes // 4 // lanes), 4096)
        self.launch(self.load(FILL, 0), (groups,), (array, word), timed=False)


class CPUPlace(Place):
    """The CPU executor."""

    def __init__(self, lanes: int | None) -> None:
        device = wd.open_device("cpu")
        super().__init__(device, lanes or device.wave_sizes.own)

    @property
    def description(self) -> str:
        return f"{self.device.description}, waves of {self.lanes} lanes"

    def load(self, way: Way, level: int, unchecked: bool = False, groups: int = 0) -> Any:
        if way.shader:
            raise Missing("the CPU runs no GLSL")
        if self.lanes not in way.kernel.wave_sizes(self.device):
            raise Missing(f"{way.kernel.name} does not run with waves of {self.lanes} lanes")
        return way.kernel, {"unchecked": unchecked, **options_of(way, level, groups)}

    def launch(self, loaded: Any, groups: Groups, arguments: Arguments, timed: bool = True) -> Any:
        kernel, options = loaded
        return kernel.dispatch(groups, *arguments, device=self.device, wave_size=self.lanes, **options)

    def takes(self, groups: Groups) -> bool:
        return True

    def start_of(self, array: DeviceArray) -> np.ndarray:
        return np.asarray(array).reshape(-1)[:START].copy()

    def fill(self, array: DeviceArray, word: int) -> None:
        np.asarray(array).reshape(-1).view(np.uint32)[...] = word


class VulkanPlace(Place):
    """A Vulkan device, and what has words for it."""

    def __init__(self, name: str, lanes: int | None, words: Compiler | Archive) -> None:
        device = wd.open_device(name)
        assert isinstance(device, VulkanDevice)
        super().__init__(device, lanes or device.wave_sizes.own)
        self.device: VulkanDevice = device
        self.words = words
        self.reconverging = device.properties.features.get("maximal_reconvergence", False)
        self._loaded: dict[str, LoadedKernel] = {}

    @property
    def description(self) -> str:
        properties = self.device.properties
        return f"{properties.name}, {properties.driver}, waves of {self.lanes} lanes"

    def load(self, way: Way, level: int, unchecked: bool = False, groups: int = 0) -> LoadedKernel:
        options = Options(level, unchecked, self.reconverging, groups)
        key = name_of(way, options, self.lanes)
        if key not in self._loaded:
            self._loaded[key] = self._load(way, options)
        return self._loaded[key]

    def _load(self, way: Way, options: Options) -> LoadedKernel:
        words = self.words.find(way, options, self.lanes)
        manifest = words.manifest
        threads = (manifest["num_waves"] or 0) * self.lanes
        sizes, requires = manifest["wave_sizes"], manifest["requires"]
        if threads > self.device.properties.max_group_lanes or sizes and self.lanes not in sizes:
            raise Missing(f"{way.key} does not run with waves of {self.lanes} lanes")
        if manifest.get("stage", "compute") != "compute":
            raise Missing(f"{way.key} is no compute kernel")
        values = {"wave_size": self.lanes, **settings(self.device.properties)}
        several = self.device.wave_sizes.smallest != self.device.wave_sizes.largest
        pipeline = self.device._device.load(
            words.code,
            manifest["entry_point"],
            native_bindings(manifest),
            manifest["constants"]["bytes"],
            {field["id"]: values[name] for name, field in manifest["specialization"].items()},
            self.lanes if several and (sizes or requires["required_subgroup_size"]) else 0,
            requires["full_subgroups"],
        )
        has_images = any(binding["resource"] == "image" for binding in manifest["bindings"])
        return LoadedKernel(way.key, pipeline, manifest, LaunchConstants(manifest), has_images, None, None)

    def launch(self, loaded: LoadedKernel, groups: Groups, arguments: Arguments, timed: bool = True) -> Any:
        numbers = iter(loaded.manifest["constants"]["fields"])
        arrays = iter(loaded.manifest["bindings"])
        given = [
            _array(argument, next(arrays)["resource"])
            if isinstance(argument, DeviceArray)
            else _number(argument, next(numbers)["element"])
            for argument in arguments
        ]
        return self.device.launch(loaded, given, (*groups, 1, 1)[:3], timed)

    def takes(self, groups: Groups) -> bool:
        most = self.device.properties.max_group_count
        return all(count <= limit for count, limit in zip(groups, most, strict=False))


def _array(array: DeviceArray, resource: str) -> BufferArgument | ImageArgument:
    if resource == "buffer":
        return array.whole
    height, width, channels = array.shape
    return ImageArgument(array.handle, width, height, channels)


def _number(value: float, element: str) -> np.generic:
    return {"u32": np.uint32, "i32": np.int32, "f32": np.float32}[element](value)


def outputs_of(case: Case, arrays: Mapping[str, DeviceArray]) -> dict[str, np.ndarray]:
    """Copies of what a run wrote."""
    return {name: arrays[name].numpy() for name in case.outputs}
