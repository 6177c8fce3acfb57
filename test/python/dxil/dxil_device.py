"""A device that compiles a kernel to DXIL and runs the container on the executor; the program's stages run as written, so
that whatever dispatches a kernel and judges its results does so for DXIL as well."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import dxil_executor
import dxv
import numpy as np
from dxil_executor import RECONVERGENCE

from wavedialect.compiler import driver
from wavedialect.compiler.bundle import Bundle
from wavedialect.compiler.driver import DXILOptions
from wavedialect.errors import DeviceError
from wavedialect.runtime.device import Device, Launch
from wavedialect.runtime.mesh_arrays import MeshArrays
from wavedialect.runtime.placement import LaunchOptions, most_threads, place_threads
from wavedialect.runtime.program import Program
from wavedialect.runtime.wave_size import DeviceWaveSizes, container_sizes, stated_range

MODELS = tuple(f"6.{minor}" for minor in range(11))
"""Every shader model that the compiler writes."""
SIZES = (4, 32, 64)
"""The wave sizes at which tests run."""


class DXILLaunch(Launch):
    """A launch that has ended."""

    def __init__(self, mesh: MeshArrays | None) -> None:
        self._mesh = mesh

    def elapsed_ns(self) -> None:
        """The executor is no machine whose time says anything."""

    @property
    def mesh(self) -> MeshArrays | None:
        return self._mesh


@dataclass(frozen=True)
class LoadedContainer:
    """A kernel made ready."""

    program: Program
    bundle: Bundle
    wave_size: int
    placed: dict[str, Any]
    """How the executor places the waves."""


class DXILDevice(Device):
    """The executor for one shader model. Lanes that parted meet by ``reconvergence``; ``wave_order`` is "linear" or
    "reversed". Each container is validated where there is a validator, unless ``validate`` is false."""

    in_place = True
    wave_sizes = DeviceWaveSizes(4, 128, 32)

    def __init__(
        self,
        shader_model: str = "6.6",
        reconvergence: str = "post-dominators",
        wave_order: str = "linear",
        validate: bool = True,
    ) -> None:
        if shader_model not in MODELS or reconvergence not in RECONVERGENCE:
            raise DeviceError(
                f"there is no executor for Shader Model '{shader_model}' with '{reconvergence}'",
                f"the models are {', '.join(MODELS)}, what lanes do {' and '.join(RECONVERGENCE)}",
            )
        self.name = f"dxil:{shader_model}:{reconvergence}"
        self.description = f"interprets DXIL for Shader Model {shader_model}"
        self.shader_model = shader_model
        self._how = {"reconvergence": reconvergence, "wave_order": wave_order}
        self._validates = validate and dxv.path() is not None

    # Memory is the caller's own.

    def alloc(self, nbytes: int) -> np.ndarray:
        return np.zeros(nbytes, np.uint8)

    def upload(self, handle: np.ndarray, data: np.ndarray) -> None:
        handle[...] = data.reshape(-1).view(np.uint8)

    def download(self, handle: np.ndarray, data: np.ndarray) -> None:
        data.reshape(-1).view(np.uint8)[...] = handle

    # Kernels.

    def kernel_wave_sizes(self, program: Program) -> list[int]:
        waves = program.attributes.num_waves or 0
        return [size for size in stated_range(program.attributes) if waves * size <= most_threads(program.attributes.stage)]

    def load(self, program: Program, wave_size: int, exact: bool, options: LaunchOptions) -> LoadedContainer:
        self.refuse(options, "threads", "extra_waves", "idle_waves", "lane_order", "seed")
        chosen = DXILOptions(self.shader_model)
        if wave_size in container_sizes(program.attributes, self.shader_model):
            chosen = replace(chosen, wave_size=wave_size)
        bundle = driver.compile_dxil(program.module, chosen)
        if self._validates:
            dxv.validate(bundle.module_at(wave_size))
        return LoadedContainer(program, bundle, wave_size, self._place(program, wave_size, options))

    def _place(self, program: Program, wave_size: int, options: LaunchOptions) -> dict[str, Any]:
        extent = program.attributes.num_threads
        if extent is None:
            # Those beyond retire; a group of waves has none without lanes.
            return {"extra_waves": options.extra_waves}
        _, counted, table = place_threads(program.name, extent, wave_size, options)
        return {"placement": table, "counted_waves": counted}

    def launch(
        self, loaded: LoadedContainer, arguments: Sequence[Any], groups: tuple[int, int, int], timed: bool
    ) -> DXILLaunch:
        container, manifest = loaded.bundle.module_at(loaded.wave_size), loaded.bundle.manifest
        result = dxil_executor.run(
            container, manifest, groups, arguments, loaded.wave_size, **loaded.placed, **self._how
        )
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
