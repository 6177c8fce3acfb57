"""A kernel in Python and its twin in HLSL are the same program: equal results everywhere, and equally many operations
between lanes behind the optimizer."""

from __future__ import annotations

import functools
import os
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from dxil_device import DXILDevice
from example_targets import WITH_MATRICES
from twins import BENCHMARKED, BENCHMARKS, FOLDER, TWINS, Twin

import wavedialect as wd
from wavedialect.frontends.hlsl.spelling import function_in_hlsl

LAVAPIPE_SIZES = (4, 8, 16)
DXIL = {4: "dxil:6.9:loops", 32: "dxil:6.6", 64: "dxil:6.8:reversed"}
"""A shader model and an order of waves for each wave size."""


@functools.cache
def expected(twin: Twin, wave_size: int) -> list[np.ndarray]:
    return twin.run("python", wave_size, "interpreter")


def check(twin: Twin, wave_size: int, found: list[np.ndarray], approximately: bool = False) -> None:
    for right, got in zip(expected(twin, wave_size), found, strict=True):
        if approximately and right.dtype.kind == "f":
            np.testing.assert_allclose(got, right, rtol=1e-5)
        else:
            np.testing.assert_array_equal(got, right)


def test_each_example_has_a_twin():
    examples = {path.stem for path in FOLDER.parent.glob("[0-9]*.py")}.difference(WITH_MATRICES)
    assert examples == {path.stem for path in FOLDER.glob("*.hlsl")} == {twin.launch.example for twin in TWINS}


@pytest.mark.parametrize("twin", TWINS, ids=str)
def test_interpreter_and_cpu(twin):
    for wave_size in twin.launch.sizes:
        check(twin, wave_size, twin.run("hlsl", wave_size, "interpreter"))
        if wave_size in twin.hlsl(wave_size).wave_sizes("cpu"):
            check(twin, wave_size, twin.run("hlsl", wave_size, "cpu"))


@pytest.mark.parametrize("twin", TWINS, ids=str)
def test_dxil(twin):
    sizes = [size for size in DXIL if size in twin.launch.sizes]
    assert sizes
    for wave_size in sizes:
        check(twin, wave_size, twin.run("hlsl", wave_size, DXILDevice(DXIL[wave_size])), approximately=True)


@pytest.mark.parametrize("wave_size", LAVAPIPE_SIZES)
def test_lavapipe(wave_size):
    """One process for each wave size: lavapipe reads it from the environment."""
    twins = [
        twin for twin in TWINS if wave_size in twin.launch.sizes and twin.launch.kernel.attributes.stage == "compute"
    ]
    environment = {
        **os.environ,
        "LP_NATIVE_VECTOR_WIDTH": str(32 * wave_size),
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    program = [sys.executable, Path(__file__).with_name("twins_on_vulkan.py"), str(wave_size)]
    done = subprocess.run(program, env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    results = pickle.loads(done.stdout)
    if results is None:
        pytest.skip("lavapipe is not installed")
    assert list(results) == list(map(str, twins))
    for twin in twins:
        check(twin, wave_size, results[str(twin)], approximately=True)


@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize("twin", TWINS, ids=str)
def test_operations(twin, level):
    """Behind the optimizer, each executes the same wave operations, atomics and barriers."""
    for wave_size in {twin.launch.sizes[0], twin.launch.sizes[-1]}:
        ours, theirs = (twin.count(language, wave_size, level) for language in ("python", "hlsl"))
        for kind in ("wave_operations", "atomics", "barriers"):
            assert theirs[kind] == {function_in_hlsl(name): count for name, count in ours[kind].items()}


@pytest.mark.parametrize("twin", BENCHMARKED, ids=lambda twin: f"{twin}-{twin.model}")
def test_benchmarks(twin):
    """The HLSL of the benchmarks says the same without proposal 0054: in groups of threads."""
    sizes = [wave_size for wave_size in (8, 32, 64) if wave_size in twin.launch.sizes]
    for wave_size in sizes:
        check(twin, wave_size, twin.run("hlsl", wave_size, "cpu"))
    if twin.launch.kernel.attributes.stage == "amplification":
        # A group of threads may have waves of several sizes, and this shader launches by the size.
        with pytest.raises(wd.CompileError) as caught:
            twin.run("hlsl", sizes[0], "interpreter")
        assert caught.value.id == "dispatch-mesh-divergent"
        assert caught.value.line == 1 + twin.file.read_text().splitlines().index(
            "  DispatchMesh(total, 1, 1, payload);"
        )
    else:
        check(twin, sizes[0], twin.run("hlsl", sizes[0], "interpreter"))


def test_all_benchmarks_are_compared():
    assert {twin.file for twin in BENCHMARKED} == set(BENCHMARKS.glob("*.hlsl"))
