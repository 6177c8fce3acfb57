"""A device that compiles kernels to DXIL and runs the containers on the executor, so that whatever dispatches kernels and
judges what they compute does so for DXIL."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import dxil_executor
import dxv
import numpy as np
from shader_models import MODELS, is_refusal, minor

from wavedialect.backends.dxil.compile import compile_dxil
from wavedialect.backends.dxil.options import DXILOptions
from wavedialect.driver.bundle import Bundle
from wavedialect.errors import DeviceError
from wavedialect.ir.quads import threads_in_quads
from wavedialect.runtime.device import Device, Launch
from wavedialect.runtime.mesh_arrays import MeshArrays
from wavedialect.runtime.placement import LaunchOptions, most_threads, place_threads, wave_table
from wavedialect.runtime.program import Program
from wavedialect.runtime.wave_size import DeviceWaveSizes, container_sizes, stated_range

SIZES = (4, 32, 64)
"""The wave sizes that tests run at."""
SWITCHES = ("loops", "reversed", "retiring")
FULL_WAVES = ("6.6", "6.7", "6.8", "6.9")
"""Models whose kernels ask for a wave size, and have to count waves that they would tell apart: those that need not be told
apart do not retire."""


class DXILLaunch(Launch):
    """A launch that has ended."""

    def __init__(self, mesh: MeshArrays | None) -> None:
        self._mesh = mesh

    def elapsed_ns(self) -> None:
        """The executor's time says nothing."""

    @property
    def mesh(self) -> MeshArrays | None:
        return self._mesh


@dataclass(frozen=True)
class LoadedContainer:
    """A kernel made ready."""

    program: Program
    bundle: Bundle
    wave_size: int
    waves: dict[str, Any]
    """How the executor places them."""


class DXILDevice(Device):
    """The executor for one shader model, named "dxil:6.6", "dxil:6.6:loops" or "dxil:6.5:loops:reversed:retiring".

    With "loops" lanes that parted meet as early as a driver may let them, without as late as a simple machine does; with
    "reversed" the last wave of a group runs first; with "retiring" a group of waves has one more, which has to return. A
    container is validated before it runs, where there is a validator.
    """

    in_place = True
    wave_sizes = DeviceWaveSizes(4, 128, 32)

    def __init__(self, name: str) -> None:
        kind, model, *switches = (name if ":" in name else f"{name}:").split(":")
        if kind != "dxil" or model not in MODELS or not set(switches) <= set(SWITCHES):
            fix = f"for instance 'dxil:6.6:loops': a model, and any of {', '.join(SWITCHES)}"
            raise DeviceError(f"there is no device '{name}'", fix)
        if "retiring" in switches and model in FULL_WAVES:
            raise DeviceError(f"kernels for Shader Model {model} rely on full waves", "leave 'retiring' out")
        self.name = name
        self.description = f"executor of DXIL for Shader Model {model}"
        self.shader_model = model
        self._more_waves = int("retiring" in switches)
        self._how = {
            "reconvergence": "loops" if "loops" in switches else "post-dominators",
            "wave_order": "reversed" if "reversed" in switches else "linear",
        }

    def refuses(self, error: Exception) -> bool:
        """Whether the error says that the kernel needs a later shader model."""
        return is_refusal(error, self.shader_model)

    # Memory: NumPy's own.

    def alloc(self, nbytes: int) -> np.ndarray:
        return np.zeros(nbytes, np.uint8)

    def upload(self, handle: np.ndarray, data: np.ndarray) -> None:
        handle[...] = data.reshape(-1).view(np.uint8)

    def download(self, handle: np.ndarray, data: np.ndarray) -> None:
        data.reshape(-1).view(np.uint8)[...] = handle

    # Kernels.

    def kernel_wave_sizes(self, program: Program) -> list[int]:
        attributes = program.attributes
        waves, most = attributes.num_waves or 0, most_threads(attributes.stage)
        return [size for size in stated_range(attributes) if waves * size <= most]

    def load(self, program: Program, wave_size: int, exact: bool, options: LaunchOptions) -> LoadedContainer:
        self.refuse(options, "extra_waves", "idle_waves", "lane_order", "seed")
        asked = DXILOptions(self.shader_model, optimization=program.optimization)
        if wave_size in container_sizes(program.attributes, self.shader_model):
            asked = replace(asked, wave_size=wave_size)
        bundle = compile_dxil(program.listing, asked)
        if dxv.path():
            dxv.validate(bundle.module_at(wave_size))
        return LoadedContainer(program, bundle, wave_size, self._place(program, wave_size, options))

    def _place(self, program: Program, wave_size: int, options: LaunchOptions) -> dict[str, Any]:
        extent = program.attributes.num_threads
        if extent is None:
            return {"extra_waves": options.extra_waves + self._more_waves}
        waves, counted, table = place_threads(program.name, extent, wave_size, options, program.listing.has_quads)
        # Direct3D's rule for kernels with quad operations.
        if minor(self.shader_model) >= 6 and program.listing.has_quads:
            table = wave_table(extent, wave_size, waves, "linear", 0) if table is None else table
            table = np.where(table < 0, table, threads_in_quads(extent)[table]).astype(np.int32)
        return {"placement": table, "counted_waves": counted}

    def launch(
        self, loaded: LoadedContainer, arguments: Sequence[Any], groups: tuple[int, int, int], timed: bool
    ) -> DXILLaunch:
        bundle, size = loaded.bundle, loaded.wave_size
        how = {**loaded.waves, **self._how}
        result = dxil_executor.run(bundle.module_at(size), bundle.manifest, groups, arguments, size, **how)
        parameters = loaded.program.module.kernel.parameters
        for parameter, argument, after in zip(parameters, arguments, result.arguments, strict=True):
            if isinstance(argument, np.ndarray) and parameter.type.writable:
                argument[...] = after
        return DXILLaunch(_mesh_arrays(loaded.program, groups, result.meshes))

    def wait(self) -> None:
        """Nothing runs on its own here."""

    def close(self) -> None:
        """Nothing is held."""


def _mesh_arrays(
    program: Program, groups: tuple[int, int, int], meshes: Sequence[dxil_executor.MeshDispatch]
) -> MeshArrays | None:
    if program.mesh is None:
        return None
    x, y, z = groups
    arrays = program.mesh.allocate(program.name, x * y * z, len(meshes[0].payload) if meshes else 0)
    for mesh in meshes:
        number = mesh.group[0] + x * (mesh.group[1] + y * mesh.group[2])
        arrays.counts[number] = mesh.counts
        if arrays.payload is not None:
            row = arrays.payload[number]
            row[...] = np.frombuffer(mesh.payload, row.dtype).reshape(row.shape)
    arrays.settle()
    return arrays
