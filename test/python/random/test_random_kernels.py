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
from runner import INTERPRETER, SIZES, Way, compare, kernel_of
from thread_generator import generate_any_order, generate_threads

import wavedialect as wd

# A negative constant may come to stand before `//`: defined, and computed by all devices.
pytestmark = pytest.mark.filterwarnings("ignore::wavedialect.WaveWarning")


@pytest.mark.parametrize("maker", [generate, generate_threads, generate_any_order])
def test_the_same_seed_gives_the_same_kernel(maker):
    assert maker(11).source == maker(11).source
    assert maker(11).source != maker(12).source


def held_by(kernels):
    """What operations the kernels hold, with their kinds."""
    return {
        (operation.name, operation.attributes.get("kind"))
        for kernel in kernels
        for function in kernel.load()._program(False).module.functions
        for operation in function.walk()
    }


def test_the_kernels_hold_every_operation():
    """Of control flow and of the wave dialect, all but the thread ids, which num_waves forbids."""
    held = held_by(generate(seed) for seed in range(60))
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


def test_kernels_of_threads_hold_their_ids():
    held = {name for name, _ in held_by(generate_threads(seed) for seed in range(30))}
    assert {"wave.group_index", "wave.group_thread_id", "wave.group_wave_index", "wave.lane_index"} <= held


def test_kernels_for_any_order_hold_wave_operations():
    held = {name for name, _ in held_by(generate_any_order(seed) for seed in range(30))}
    assert {"wave.any", "wave.all", "wave.reduce", "wave.read_lane", "wave.is_first_lane"} <= held
    assert not {"wave.group_wave_index", "wave.group_wave_count", "wave.lane_count"} & held


def test_order_of_waves_and_groups_does_not_matter(random_seed):
    """What shows that the kernels have no race: the interpreter in another order gives the same."""
    size = SIZES[random_seed % len(SIZES)]
    random_kernel = kernel_of(random_seed)
    ways = [INTERPRETER, Way(wd.Interpreter(seed=random_seed))]
    if random_kernel.any_order:
        ways.append(Way(wd.Interpreter(seed=random_seed, shuffle_threads=True, extra_waves=1)))
    compare(random_kernel, random_kernel.load(), size, *ways)


def test_the_cpu_agrees_with_the_interpreter(random_seed):
    """At every wave size; on one thread and on many; with more waves and lanes in another order."""
    runner.compare_on_cpu(random_seed)


def run_on_vulkan(seeds, **environment):
    """Compares in another process, which a driver may bring down."""
    command = [sys.executable, runner.__file__, str(seeds.start), str(len(seeds)), "vulkan"]
    paths = os.pathsep.join([str(Path(wd.__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PYTHONPATH": paths, **environment}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("lanes", [4, 8, 16])
def test_lavapipe_agrees_with_the_interpreter(lanes, some_random_seeds, vulkan_name):
    """Lavapipe's waves are as wide as its vectors, which it asks the environment for once a process."""
    if "llvmpipe" not in vulkan_name:
        pytest.skip("the Vulkan device is not lavapipe")
    done = run_on_vulkan(some_random_seeds, LP_NATIVE_VECTOR_WIDTH=str(32 * lanes))
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count(f"agrees at wave size {lanes}\n") == sum(
        kernel_of(seed).any_device_agrees for seed in some_random_seeds
    )


def test_a_gpu_agrees_with_the_interpreter(some_random_seeds, vulkan_name):
    if not vulkan_name or "llvmpipe" in vulkan_name:
        pytest.skip("no GPU with Vulkan")
    done = run_on_vulkan(some_random_seeds)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_failure_is_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(runner, "failures_folder", lambda: tmp_path)
    with pytest.raises(runner.Disagreement, match=rf"(?s)ValueError: oh no.*the kernel is in {tmp_path}/77-cpu"):
        with runner.kept(generate(77), "cpu"):
            raise ValueError("oh no")
    (file,) = tmp_path.iterdir()
    assert generate(77).source in file.read_text() and file.read_text().endswith("# ValueError: oh no\n")
    with runner.kept(generate(78), "cpu"):  # What a crash leaves.
        assert len(list(tmp_path.iterdir())) == 2
    assert list(tmp_path.iterdir()) == [file]
