"""Writes kernels of the matrix, their arguments and what has to come out into a file, for a machine without a compiler.

    python test/python/matrix/run.py --record matrix.recording --wave-size 32 [what to choose]
    PYTHONPATH=python python3 test/python/matrix/replay.py matrix.recording            where the GPU is

The file holds arrays alone and needs NumPy to be judged.
"""

from __future__ import annotations

import lzma
import pickle
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from .expected import ANY, shown
from .kernels import MOST_PLACES, MatrixKernel

FORMS = (("specialized", False), ("specialized", True))


@dataclass
class Recording:
    """One kernel: how to launch it, and what its outputs have to be."""

    launch: dict[str, Any]
    """What ``test/gpu/replay.py`` takes: binaries, arguments, groups, the wave size."""
    names: list[str]
    """Of the cases."""
    owners: list[np.ndarray]
    """For each output, the case that each of its rows belongs to."""
    outputs: list[Any]
    orders: list[Any] = field(default_factory=list)

    def wrong(self, arrays: list[np.ndarray]) -> dict[str, list[str]]:
        """The cases that failed, with the first wrong places. ``arrays``: all arrays of the launch, as they are now."""
        found = arrays[-len(self.outputs) :]
        blamed: dict[str, list[str]] = {}
        for output, owners, values in zip(self.outputs, self.owners, found, strict=True):
            bad = output.wrong(values).reshape(len(owners), -1)
            for row in np.flatnonzero(bad.any(axis=1)):
                places = blamed.setdefault(self.names[owners[row]], [])
                for place in np.flatnonzero(bad[row])[: MOST_PLACES - len(places)]:
                    flat = int(row) * bad.shape[1] + int(place)
                    where = np.unravel_index(flat, values.shape)
                    places.append(f"[{flat}] got {shown(values[where])}, expected {output.expected.describe(where)}")
        for order in self.orders:
            blamed.setdefault(self.names[0], []).extend(order.wrong(found))
        return {name: places for name, places in blamed.items() if places}


def record(kernel: Any, wave_size: int) -> Recording:
    """Compiles a kernel; its binaries with and without the mode for reconvergence."""
    from wavedialect.runtime.arguments import check_arguments

    loaded = kernel.load()
    dispatch = kernel.dispatch(wave_size)
    binaries = {}
    for form, reconverging in FORMS:
        bundle = loaded.compile(form=form, maximal_reconvergence=reconverging)
        binaries[form, reconverging] = (bundle.manifest, bundle.module_at(wave_size))
    parameters = loaded._program(False).module.kernel.parameters
    arguments = check_arguments(loaded.name, parameters, dispatch.arguments)
    launch = {
        "name": kernel.source,
        "groups": (kernel.groups, 1, 1),
        "wave_size": wave_size,
        "binaries": binaries,
        "arguments": arguments,
        # Only their shapes and types are asked for.
        "expected": [np.empty_like(value) for value in arguments if isinstance(value, np.ndarray)],
    }
    return Recording(
        launch, list(map(str, kernel.cases)), _owners(kernel, dispatch), dispatch.outputs, _orders(dispatch)
    )


def _owners(kernel: Any, dispatch: Any) -> list[np.ndarray]:
    if not isinstance(kernel, MatrixKernel):
        return [np.zeros(1, int) for _ in dispatch.outputs]
    owners = []
    for output in dispatch.outputs:
        rows = kernel.outputs[(output.element.name, output.size)]
        cases = [kernel.owner(output.element, output.size, row)[0] for row in range(rows)]
        owners.append(np.array([kernel.cases.index(case) for case in cases]))
    return owners


def _orders(dispatch: Any) -> list[Any]:
    return getattr(dispatch, "orders", [])


def write(file: Path, recordings: Sequence[Recording]) -> None:
    for recording in recordings:
        for output in recording.outputs:
            # Where anything goes the value is of no use, and most tolerances are 0: both are small once compressed.
            output.expected.values[(output.expected.flags & ANY) != 0] = 0
    file.write_bytes(lzma.compress(pickle.dumps(list(recordings)), preset=1))


def read(file: Path) -> list[Recording]:
    return pickle.loads(lzma.decompress(file.read_bytes()))
