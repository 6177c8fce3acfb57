"""`wave-specialize`: specialized kernels give what plain ones give bit by bit, at every wave size, and waves execute less.

A known bug of another compiler is that specialized code gives wrong numbers: so all forms are compared, as they are written
and after each other pass.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from all_sizes import SIZES, executions, results

import wavedialect as wd
from wavedialect import u32
from wavedialect.driver.optimization import optimizations

sys.path.append(str(Path(__file__).parents[3] / "benchmarks"))
sys.path.append(str(Path(__file__).parents[1] / "dxil"))
from waves_apart.cases import CASES, PART

ONLY = {"enable": ("specialize",)}


def copies(kernel, **options):
    """What the pass remarks of its copies."""
    said = (text.partition("wave-specialize: ")[2] for text in kernel.compile("spirv", **ONLY, **options).remarks)
    return [text for text in said if text.startswith("one copy")]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
@pytest.mark.parametrize("size", SIZES)
def test_kernels_with_tasks(case, size):
    """Those of the benchmark, at all levels."""
    for level in (0, 1, 2):
        points, others, found = case.arrays(PART)
        case.kernel.dispatch(
            case.groups(PART, size), points, others, found, case.number(PART),
            device="cpu", wave_size=size, opt_level=level, **ONLY,
        )  # fmt: skip
        assert case.is_right(points, others, found), level


@wd.kernel(num_waves=6)
def many_roles(src: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
    wave = wd.group_wave_index()
    i = wave * wd.wave_lane_count() + wd.wave_lane_index()
    notes = wd.groupshared(u32, wd.group_wave_count())
    value = src[i]
    everyones = wd.wave_active_max(value)
    for trip in range(n):
        with wd.waves(0):
            value += wd.wave_active_sum(value) + wave
        value ^= trip * 2654435761
        with wd.waves(1, 3):
            value = value * wave + wd.wave_prefix_sum(value)
        if wave > 3:
            value -= everyones
            if value & 1 == 0:
                value = ~value
        with wd.waves(range(4)):
            value += 3
        notes[wave] = wd.wave_active_sum(value)
        with wd.waves(5):
            if value == 77:
                return
        wd.group_memory_barrier_with_group_sync()
        with wd.waves(2):
            value += notes[5]
        value += 1
        with wd.waves(0, 2):
            value ^= notes[4]
        wd.group_memory_barrier_with_group_sync()
    out[i] = value


@pytest.mark.parametrize("size", SIZES)
def test_beside_every_other_pass(size):
    """Each of the others is left out once."""
    values = np.random.default_rng(size).integers(0, 1 << 32, 6 * 128, np.uint32)
    arguments = (values, np.zeros_like(values), 3)
    expected = results(many_roles, 1, arguments, device="interpreter", wave_size=size)
    options = {"device": "cpu", "wave_size": size, **ONLY}
    for level in (0, 1, 2):
        assert results(many_roles, 1, arguments, opt_level=level, **options) == expected, level
    for name in optimizations() if size == 16 else ():
        assert results(many_roles, 1, arguments, opt_level=2, disable=(name,), **options) == expected, name


def test_sets_of_waves():
    sets = [text.partition("(")[2].partition(")")[0] for text in copies(many_roles)]
    assert sets == ["0; 2; 1, 3; 4; 5", "0; 1, 3 to 5; 2"]


@wd.kernel(num_waves=4)
def one_needs_it(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    i = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    value = src[i]
    total = wd.wave_active_sum(value)
    most = wd.wave_active_max(value)
    with wd.waves(2):
        out[i] = total
    out[i] += most


def test_values_needed_by_one_wave_are_not_computed_by_others():
    arguments = (np.arange(512, dtype=np.uint32), np.zeros(512, np.uint32))
    plain, specialized = (executions(one_needs_it, 1, *arguments, enable=enable) for enable in ((), ("specialize",)))
    assert (plain["wave_active_sum"], plain["wave_active_max"]) == (4, 4)
    assert (specialized["wave_active_sum"], specialized["wave_active_max"]) == (1, 4)


@wd.kernel(num_waves=4)
def two_are_read(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    wave = wd.group_wave_index()
    i = wave * wd.wave_lane_count() + wd.wave_lane_index()
    notes = wd.groupshared(u32, wd.group_wave_count())
    value = src[i]
    with wd.waves(0):
        out[i] = 1
    notes[wave] = wd.wave_active_sum(value)
    with wd.waves(0):
        out[i] = value
    wd.group_memory_barrier_with_group_sync()
    out[i] += notes[0]


def test_stores_that_are_never_read():
    arguments = (np.arange(512, dtype=np.uint32), np.zeros(512, np.uint32))
    stores = [
        two_are_read.count(1, *arguments, wave_size=32, enable=enable).stores["notes"].executions
        for enable in ((), ("specialize",))
    ]
    assert stores == [4, 1]
    for size in SIZES:
        expected = results(two_are_read, 1, arguments, device="interpreter", wave_size=size)
        assert results(two_are_read, 1, arguments, device="cpu", wave_size=size, **ONLY) == expected


def test_it_runs_by_name_only():
    for level in (0, 1, 2):
        assert not any("wave-specialize" in text for text in many_roles.compile("spirv", opt_level=level).remarks)
        assert copies(many_roles, opt_level=level)


@pytest.mark.parametrize(("name", "size"), [("dxil:6.0:retiring", 4), ("dxil:6.6:loops", 32), ("dxil:6.10", 64)])
def test_containers(name, size):
    """On the executor of DXIL, which has `dxv` look at them where it is installed."""
    from dxil_device import DXILDevice

    for case in CASES:
        points, others, found = case.arrays(PART)
        case.kernel.dispatch(
            case.groups(PART, size),
            points,
            others,
            found,
            case.number(PART),
            device=DXILDevice(name),
            wave_size=size,
            **ONLY,
        )
        assert case.is_right(points, others, found), case.name


def test_lavapipe_or_a_gpu():
    try:
        wd.open_device("vulkan")
    except wd.DeviceError:
        pytest.skip("there is no Vulkan device")
    for case in CASES:
        points, others, found = case.arrays(PART)
        size = case.kernel.committed_wave_size("vulkan")
        case.kernel.dispatch(case.groups(PART, size), points, others, found, case.number(PART), device="vulkan", **ONLY)
        assert case.is_right(points, others, found), case.name
