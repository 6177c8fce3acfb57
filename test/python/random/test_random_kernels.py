"""Random structured kernels agree bit by bit on every device.

``--random-kernels=500`` or ``WAVEDIALECT_RANDOM_KERNELS`` says how many, ``--random-seed`` where they start.
"""

from __future__ import annotations

import pytest
import wavedialect as wd
from generator import generate
from runner import compare

# A negative constant may come to stand before `//`: defined, and computed by all devices.
pytestmark = pytest.mark.filterwarnings("ignore::wavedialect.WaveWarning")

SIZES = (4, 8, 16, 32, 64, 128)


def vulkan_sizes():
    """Wave sizes of the Vulkan device; none without one."""
    try:
        sizes = wd.open_device("vulkan").wave_sizes
    except wd.DeviceError:
        return []
    return [size for size in SIZES if size in sizes]


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


def test_vulkan_agrees_with_the_interpreter(random_seed):
    sizes = vulkan_sizes()
    if not sizes:
        pytest.skip("no Vulkan device")
    for size in sizes:
        compare(generate(random_seed), size, {"interpreter": wd.Interpreter(), "vulkan": "vulkan"})
