"""The kernels of the examples beside their twins in HLSL, of `examples/hlsl` and `benchmarks/hlsl`, with the same arrays."""

from __future__ import annotations

import functools
import sys
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import wavedialect as wd

sys.path.append(str(Path(__file__).parents[1] / "checker"))

from example_launches import EVERYWHERE, EXAMPLES, Launch

FOLDER = EXAMPLES / "hlsl"
BENCHMARKS = EXAMPLES.parent / "benchmarks" / "hlsl"


@dataclass(frozen=True, eq=False)
class Twin:
    """A launch of an example, and the file with the same kernel in HLSL."""

    launch: Launch
    file: Path
    model: str = "6_8"

    @functools.cache  # noqa: B019
    def hlsl(self, wave_size: int) -> wd.Kernel:
        """The kernel; those of the benchmarks are made for one wave size."""
        stage = "as" if self.launch.kernel.attributes.stage == "amplification" else "cs"
        defines = {} if self.file.parent == FOLDER else {"WAVE_SIZE": wave_size}
        return wd.hlsl(self.file, entry=self.launch.kernel.name, profile=f"{stage}_{self.model}", defines=defines)

    def kernel(self, language: str, wave_size: int) -> tuple[wd.Kernel, Any, list[Any], list[Any]]:
        """The kernel, its groups, copies of the example's arguments, and those as the kernel takes them."""
        groups = self.launch.groups(wave_size) if callable(self.launch.groups) else self.launch.groups
        arguments = [a.copy() if isinstance(a, np.ndarray) else a for a in self.launch.arguments]
        if language == "python":
            return self.launch.kernel, groups, arguments, arguments
        kernel = self.hlsl(wave_size)
        given = [argument for argument in arguments if isinstance(argument, np.ndarray)]
        if "Constants" in kernel.parameters:
            # The fields are those of Python's numbers by lower-case name, what HLSL cannot ask for, and lengths.
            values = dict(zip(self.launch.kernel.parameters, arguments, strict=True))
            values |= {f"{name}_length": getattr(value, "size", 0) for name, value in values.items()}
            counts = ([groups] if isinstance(groups, int) else list(groups)) + [1, 1]
            values |= {"groupcount": counts[0], "group_count": counts[:3]}
            fields = kernel.parameters["Constants"].fields
            given.append({field.name: values[field.name.lower()] for field in fields})
        return kernel, groups, arguments, given

    def run(self, language: str, wave_size: int, device: Any) -> list[np.ndarray]:
        """The arrays that the kernel writes, sorted where the order is that of atomics, and what its groups launch."""
        kernel, groups, arguments, given = self.kernel(language, wave_size)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", wd.WaveWarning)
            dispatch = kernel.dispatch(groups, *given, device=device, wave_size=wave_size)
        written = []
        if isinstance(dispatch, wd.MeshDispatches):
            # The elements behind a group's meshes are undefined. In HLSL the payload is a struct.
            rows = zip(dispatch.payload, dispatch.counts.prod(axis=1), strict=True)
            meshlets = [np.ascontiguousarray(row).reshape(-1).view(np.uint32)[:count] for row, count in rows]
            written = [dispatch.counts, np.concatenate(meshlets)]
        for (name, type_), argument in zip(self.launch.kernel.parameters.items(), arguments, strict=True):
            if isinstance(argument, np.ndarray) and type_.writable:
                unordered = name in self.launch.options.get("unordered", ())
                written.append(np.sort(argument, axis=None) if unordered else argument)
        return written

    def count(self, language: str, wave_size: int, opt_level: int) -> Any:
        """The operations that the optimized kernel executes."""
        kernel, groups, _, given = self.kernel(language, wave_size)
        return kernel.count(groups, *given, wave_size=wave_size, optimized=True, opt_level=opt_level)

    def __str__(self) -> str:
        return f"{EVERYWHERE.index(self.launch)}-{self.launch}"


TWINS = [Twin(launch, FOLDER / f"{launch.example}.hlsl") for launch in EVERYWHERE]
BENCHMARKED = [
    Twin(launch, BENCHMARKS / f"{launch}.hlsl", model)
    for launch in EVERYWHERE
    for model in ("6_6", "6_10")
    if (BENCHMARKS / f"{launch}.hlsl").exists()
]
