"""Groups that are counted in threads: one to three dimensions, partial waves, ids, barriers, waves' numbers."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import thread_kernels
from thread_kernels import COLUMNS, SHAPES, check_all, check_stated_sizes, check_wave_numbers, rows_of

import wavedialect as wd

SIZES = (4, 8, 16, 32, 64, 128)
PARTIAL = [(10, 1, 1), (49, 1, 1), (65, 1, 1), (4, 4, 4), (1, 32, 1), (3, 3, 3), (15, 3, 3)]


CASES = [
    *(("interpreter", shape, size) for shape in SHAPES if shape != (32, 32, 1) for size in SIZES),
    # Compiling takes longer than running: every other size of a shape.
    *(("cpu", shape, size) for place, shape in enumerate(SHAPES) for size in SIZES[place % 2 :: 2]),
]


@pytest.mark.parametrize(("device", "extent", "size"), CASES, ids=str)
def test_shapes(device, extent, size):
    check_all(extent, device, size)


@pytest.mark.parametrize(("device", "size"), [("interpreter", 32), *(("cpu", size) for size in SIZES)])
def test_the_largest_group(device, size):
    check_all((32, 32, 1), device, size)


@pytest.mark.parametrize("extent", PARTIAL, ids=str)
def test_threads_in_any_order_and_waves_without_any(extent):
    """What hardware may do: lanes get threads in another order, and more waves start than are needed."""
    size = SIZES[sum(extent) % 4]
    check_all(extent, wd.Interpreter(seed=3), size)
    check_all(extent, wd.Interpreter(seed=4, shuffle_threads=True), size)
    rows = check_all(extent, wd.Interpreter(extra_waves=2), size, empty_waves=2)
    count = extent[0] * extent[1] * extent[2]
    assert set(rows[:, :, COLUMNS.index("waves")].ravel()) == {-(-count // size) + 2}


@pytest.mark.parametrize("extent", [*PARTIAL, (16, 16, 1)], ids=str)
def test_the_cpu_with_lanes_in_any_order_and_more_waves(extent):
    count = extent[0] * extent[1] * extent[2]
    size = SIZES[sum(extent) % 4]
    needed = -(-count // size)
    for order in ("tiled", "shuffled", ("shuffled", 5)):
        check_all(extent, "cpu", size, lane_order=order)
    for order in ("linear", ("shuffled", 5)):
        rows = check_all(extent, "cpu", size, empty_waves=2, extra_waves=(2, "idle"), lane_order=order)
        assert set(rows[:, :, COLUMNS.index("waves")].ravel()) == {needed + 2}
        rows = check_all(extent, "cpu", size, extra_waves=1, lane_order=order)
        assert set(rows[:, :, COLUMNS.index("waves")].ravel()) == {needed + 1}


def test_the_check_sees_wrong_numbers():
    """One wave's index given to another, a count that is too small, an index that is not the same in a wave."""
    rows = rows_of((49, 1, 1), "interpreter", 8)
    check_wave_numbers(rows)
    everywhere = np.s_[:, :]
    for where, column, factor, term, said in (
        (np.s_[:, 8:16], "wave", 0, 0, "two waves have one index"),
        (everywhere, "waves", 1, -1, "6 waves of 8 lanes for 49 threads"),
        (everywhere, "waves", 1, 1, r"no wave has the indices \{7\}"),
        (np.s_[1:, :], "waves", 1, 1, "the count is not uniform"),
        (np.s_[:, 3], "wave", 1, 1, "the index is not uniform in a wave"),
        (everywhere, "wave", 1, 1, "the index 7 is not below the count 7"),
    ):
        wrong = rows.copy()
        changed = wrong[:, :, COLUMNS.index(column)][where]
        changed *= np.uint32(factor)
        changed += np.int32(term).view(np.uint32)
        with pytest.raises(AssertionError, match=said):
            check_wave_numbers(wrong)


@pytest.mark.parametrize("device", ["interpreter", "cpu"])
def test_stated_sizes(device):
    check_stated_sizes(device)


def vulkan_name():
    """The name of the Vulkan device that tests use; empty without one."""
    try:
        return wd.open_device("vulkan").description
    except wd.DeviceError:
        return ""


def run_on_vulkan(**environment):
    """The checks in another process, which reads the driver's environment anew."""
    command = [sys.executable, thread_kernels.__file__, "vulkan"]
    paths = os.pathsep.join([str(Path(wd.__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PYTHONPATH": paths, **environment}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("lanes", [4, 8, 16])
def test_lavapipe(lanes):
    if "llvmpipe" not in vulkan_name():
        pytest.skip("the Vulkan device is not lavapipe")
    done = run_on_vulkan(LP_NATIVE_VECTOR_WIDTH=str(32 * lanes))
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count(f"agrees at wave size {lanes}\n") == len(SHAPES)
    assert done.stdout.endswith("stated sizes agree\n")


def test_a_gpu():
    if not vulkan_name() or "llvmpipe" in vulkan_name():
        pytest.skip("no GPU with Vulkan")
    done = run_on_vulkan()
    assert done.returncode == 0, done.stdout + done.stderr
