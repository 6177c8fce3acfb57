"""Kernels that are printed and read back have the results of the kernels as written."""

from __future__ import annotations

import datetime
import os

import numpy as np
import pytest
from example_launches import EXAMPLES, launches
from wave_matrix import runner
from wave_matrix.execution import open_device, run

SEED = int(os.environ.get("WAVEDIALECT_MATRIX_SEED", datetime.date.today().toordinal()))


@pytest.mark.parametrize(("device", "count"), [("interpreter", 150), ("cpu", 40)])
def test_matrix(device, count, read_programs):
    kernels = runner.kernels_of(runner.parse(f"--device {device} --sample {count} --seed {SEED}".split()))
    for kernel in kernels:
        outcome = run(kernel, open_device(device), device, [4, 32, 128])
        assert not outcome.failures, f"seed {SEED}: {outcome.failures[0]}"
    assert len(read_programs) >= len(kernels)


def _results(launch, device, wave_size):
    arrays = [value.copy() if isinstance(value, np.ndarray) else value for value in launch.arguments]
    groups = launch.groups(wave_size) if callable(launch.groups) else launch.groups
    launch.kernel.dispatch(groups, *arrays, device=device, wave_size=wave_size)
    return [array.tobytes() for array in arrays if isinstance(array, np.ndarray)]


@pytest.mark.parametrize("name", [path.stem for path in sorted(EXAMPLES.glob("[0-9]*.py"))])
def test_examples(name, request):
    for launch in launches(name):
        size = launch.sizes[0]
        expected = _results(launch, "interpreter", size)
        launch.kernel._programs.clear()
        names = request.getfixturevalue("read_programs")
        assert _results(launch, "interpreter", size) == expected
        assert names[-1] == launch.kernel.name
