"""`wave-pipeline-waves` on a CUDA device: the results are those of the kernels as written, in each of many launches."""

from __future__ import annotations

import numpy as np
import pytest
from tiled_kernels import LAUNCHES, TRIPS, rows

import wavedialect as wd

try:
    DEVICE = wd.open_device("cuda")
except wd.DeviceError as error:
    pytest.skip(f"no CUDA device: {error.message}", allow_module_level=True)

GROUPS = 3000
"""More than run at the same time."""
REPEATS = 5
ONLY = {"enable": ("pipeline-waves",)}


@pytest.mark.parametrize("launch", [one for one in LAUNCHES if "cuda" in one.devices], ids=lambda launch: launch.name)
def test_results_are_those_without_the_pass(launch):
    for trips in TRIPS:
        expected = launch.run(DEVICE, 32, trips)
        if not launch.of_floats:
            np.testing.assert_array_equal(launch.run("interpreter", 32, trips), expected)
        for level in (0, 1, 2):
            for _ in range(REPEATS):
                found = launch.run(DEVICE, 32, trips, opt_level=level, **ONLY)
                np.testing.assert_array_equal(found, expected, err_msg=f"{trips} trips, level {level}")


def test_many_groups():
    words = np.random.default_rng(3).integers(0, 1 << 32, (GROUPS + 50) * 128, dtype=np.uint32)
    src = wd.array(words, device=DEVICE)
    expected, found = (wd.zeros(GROUPS * 128, wd.u32, device=DEVICE) for _ in range(2))
    rows.dispatch(GROUPS, src, expected, 50)
    for _ in range(REPEATS):
        rows.dispatch(GROUPS, src, found, 50, **ONLY)
        np.testing.assert_array_equal(found.numpy(), expected.numpy())
