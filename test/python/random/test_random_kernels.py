"""Random structured kernels agree bit by bit on every device.

``--random-kernels=500`` or ``WAVEDIALECT_RANDOM_KERNELS`` says how many, ``--random-seed`` where they start.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import runner
from generator import generate
from runner import compare

import wavedialect as wd

# A negative constant may come to stand before `//`: defined, and computed by all devices.
pytestmark = pytest.mark.filterwarnings("ignore::wavedialect.WaveWarning")

SIZES = (4, 8, 16, 32, 64, 128)


def test_the_same_seed_gives_the_same_kernel():
    assert generate(11).source == generate(11).source
    assert generate(11).source != generate(12).source


def test_the_kernels_hold_every_operation():
    """Of control flow and of the wave dialect, all but the thread ids, which num_waves forbids."""
    held = set()
    for seed in range(60):
        module = generate(seed).load()._program(False).module
        held |= {
            (operation.name, operation.attributes.get("kind"))
            for function in module.functions
            for operation in function.walk()
        }
    names = {name for name, _ in held}
    wave_names = (
        "any all ballot count_bits prefix_count_bits all_equal reduce prefix read_first_lane read_lane is_first_lane "
        "group_wave_index lane_index group_id group_count groupshared atomic_rmw barrier "
        "retire_if assume_uniform call lane_count group_wave_count"
    )
    assert {f"wave.{name}" for name in wave_names.split()} <= names
    assert {"scf.if", "scf.for", "scf.while", "memref.alloca", "memref.load", "memref.store"} <= names
    kinds = {"add", "minsi", "minui", "maxsi", "maxui", "and", "or", "xor"}
    assert {kind for name, kind in held if name == "wave.atomic_rmw"} == kinds
    assert {kind for name, kind in held if name == "wave.reduce"} == kinds | {"mul", "minnumf", "maxnumf"}


def test_order_of_waves_and_groups_does_not_matter(random_seed):
    """What shows that the kernels have no race: the interpreter in another order gives the same."""
    size = SIZES[random_seed % len(SIZES)]
    devices = {"interpreter": wd.Interpreter(), "interpreter in another order": wd.Interpreter(seed=random_seed)}
    compare(generate(random_seed), size, devices)


def vulkan_name():
    """The name of the Vulkan device that tests use; empty without one."""
    try:
        return wd.open_device("vulkan").description
    except wd.DeviceError:
        return ""


def run_on_vulkan(seeds, **environment):
    """Compares in another process, which a driver may bring down."""
    command = [sys.executable, runner.__file__, str(seeds.start), str(len(seeds)), "vulkan"]
    paths = os.pathsep.join([str(Path(wd.__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PYTHONPATH": paths, **environment}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("lanes", [4, 8, 16])
def test_lavapipe_agrees_with_the_interpreter(lanes, random_seeds):
    """Lavapipe's waves are as wide as its vectors, which it asks the environment for once a process."""
    if "llvmpipe" not in vulkan_name():
        pytest.skip("the Vulkan device is not lavapipe")
    done = run_on_vulkan(random_seeds, LP_NATIVE_VECTOR_WIDTH=str(32 * lanes))
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count(f"agrees at wave size {lanes}\n") == len(random_seeds)


def test_a_gpu_agrees_with_the_interpreter(random_seeds):
    if not vulkan_name() or "llvmpipe" in vulkan_name():
        pytest.skip("no GPU with Vulkan")
    done = run_on_vulkan(random_seeds)
    assert done.returncode == 0, done.stdout + done.stderr
