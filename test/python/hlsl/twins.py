"""The kernels of the examples beside their twins in HLSL, `examples/hlsl`, with the same arrays."""

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

from example_launches import EXAMPLES, LAUNCHES, Launch

FOLDER = EXAMPLES / "hlsl"


@dataclass(frozen=True, eq=False)
class Twin:
    """A launch of an example, and the same kernel in HLSL."""

    launch: Launch

    @functools.cached_property
    def hlsl(self) -> wd.Kernel:
        profile = "as_6_8" if self.launch.kernel.attributes.stage == "amplification" else "cs_6_8"
        return wd.hlsl(FOLDER / f"{self.launch.example}.hlsl", entry=self.launch.kernel.name, profile=profile)

    def groups(self, wave_size: int) -> Any:
        groups = self.launch.groups
        return groups(wave_size) if callable(groups) else groups

    def arguments_of_hlsl(self, arguments: list[Any], groups: Any) -> list[Any]:
        """The arrays, and a constant buffer of the numbers; HLSL has no number of groups, so that two shaders ask for it."""
        numbers = [argument for argument in arguments if not isinstance(argument, np.ndarray)]
        arrays = [argument for argument in arguments if isinstance(argument, np.ndarray)]
        constants = self.hlsl.parameters.get("Constants")
        if constants is None:
            assert not numbers
            return arrays
        names = [field.name for field in constants.fields]
        count = groups if isinstance(groups, int) else groups[0]
        given = dict(zip([name for name in names if name != "GroupCount"], numbers, strict=True))
        return [*arrays, given | ({"GroupCount": count} if "GroupCount" in names else {})]

    def run(self, language: str, wave_size: int, device: Any) -> list[np.ndarray]:
        """What the kernel writes, sorted where the order is that of atomics, and what its groups launch."""
        launch, groups = self.launch, self.groups(wave_size)
        arguments = [a.copy() if isinstance(a, np.ndarray) else a for a in launch.arguments]
        kernel = launch.kernel if language == "python" else self.hlsl
        given = arguments if language == "python" else self.arguments_of_hlsl(arguments, groups)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", wd.WaveWarning)
            dispatch = kernel.dispatch(groups, *given, device=device, wave_size=wave_size)
        written = []
        if isinstance(dispatch, wd.MeshDispatches):
            # The elements behind a group's meshes are undefined.
            rows = zip(dispatch.payload, dispatch.counts.prod(axis=1), strict=True)
            written = [dispatch.counts, np.concatenate([_elements(row)[:count] for row, count in rows])]
        for (name, type_), argument in zip(launch.kernel.parameters.items(), arguments, strict=True):
            if isinstance(argument, np.ndarray) and type_.writable:
                unordered = name in launch.options.get("unordered", ())
                written.append(np.sort(argument, axis=None) if unordered else argument)
        return written

    def count(self, language: str, wave_size: int, opt_level: int) -> Any:
        """The operations that the optimized kernel executes."""
        groups, given = self.groups(wave_size), list(self.launch.arguments)
        kernel = self.launch.kernel if language == "python" else self.hlsl
        given = given if language == "python" else self.arguments_of_hlsl(given, groups)
        return kernel.count(groups, *given, wave_size=wave_size, optimized=True, opt_level=opt_level)

    def __str__(self) -> str:
        return f"{LAUNCHES.index(self.launch)}-{self.launch}"


def _elements(row: Any) -> np.ndarray:
    """The payload of a group as one array, whatever struct it has in HLSL."""
    return np.ascontiguousarray(row).reshape(-1).view(np.uint32)


TWINS = [Twin(launch) for launch in LAUNCHES]
