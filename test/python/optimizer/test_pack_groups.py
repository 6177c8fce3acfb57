"""Merged groups that share waves: the same results on every executor, at every wave size and for every number of lanes of a
group."""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np
import pytest
from coarsening_kernels import CASES

import wavedialect as wd
from wavedialect import f32, i32, u32

SIZES = (4, 8, 16, 32, 64, 128)
GROUPS = (19, 3)
"""No factor of the tests divides the first one."""


def packed(factor: int, cluster: int, level: int = 2) -> dict[str, Any]:
    return {"opt_level": level, "enable": (f"coarsen-groups{{factor={factor} cluster={cluster}}}",)}


def clusters(size: int) -> list[tuple[int, int]]:
    """Pairs of a factor and the lanes of a group, for which groups share waves of this size."""
    return [
        (factor, size // groups)
        for groups in (2, 4, 8, 16)
        for factor in (groups, 2 * groups)
        if 2 * groups <= size and factor <= 16
    ]


KERNELS: list[wd.Kernel] = []


def added(kernel: wd.Kernel) -> wd.Kernel:
    KERNELS.append(kernel)
    return kernel


@wd.func
def place() -> u32:
    """The number of the lane among all lanes of the launch."""
    group = wd.group_id().y * wd.group_count().x + wd.group_id().x
    return (group * wd.group_wave_count() + wd.group_wave_index()) * wd.wave_lane_count() + wd.wave_lane_index()


@added
@wd.kernel(num_waves=1)
def no_exchange(words: wd.Buffer[u32], floats: wd.Buffer[f32], out: wd.RWBuffer[u32]):
    i = place()
    out[i] = words[i] * 3 + wd.wave_lane_index()


@added
@wd.kernel(num_waves=1)
def reductions(words: wd.Buffer[u32], floats: wd.Buffer[f32], out: wd.RWBuffer[u32]):
    i = place()
    value = words[i]
    sums = wd.wave_active_sum(value) ^ (wd.wave_active_bit_or(value) << 3) ^ wd.wave_active_product(value | 1)
    extremes = i32(wd.wave_active_max(value)) - wd.wave_active_min(i32(value) - 500)
    out[i] = sums + u32(extremes) + wd.asuint(wd.wave_active_min(floats[i]) + wd.wave_active_max(floats[i]))


@added
@wd.kernel(num_waves=2)
def votes(words: wd.Buffer[u32], floats: wd.Buffer[f32], out: wd.RWBuffer[u32]):
    i = place()
    odd = words[i] % 2 == 1
    found = wd.wave_active_count_bits(odd)
    if wd.wave_active_any_true(words[i] % 64 == 1):
        found += 1000
    if wd.wave_active_all_true(words[i] > 5):
        found += 2000
    out[i] = found + wd.wave_read_lane_first(words[i]) * 4000


@added
@wd.kernel(num_waves=3)
def first_lanes_share_arrays(words: wd.Buffer[u32], floats: wd.Buffer[f32], out: wd.RWBuffer[u32]):
    """Each wave leaves something to all others, twice."""
    i = place()
    total = u32(0)
    own_place = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    sums = wd.groupshared(u32, wd.group_wave_count())
    lanes = wd.groupshared(f32, 128 * 3)
    for turn in range(2):
        own = wd.wave_active_sum(words[i] + turn)
        if wd.wave_is_first_lane():
            sums[wd.group_wave_index()] = own
        lanes[own_place] = floats[i]
        wd.group_memory_barrier_with_group_sync()
        for wave in range(wd.group_wave_count()):
            total += sums[wave]
        threads = wd.group_wave_count() * wd.wave_lane_count()
        total += wd.asuint(lanes[threads - 1 - own_place])
        wd.group_memory_barrier_with_group_sync()
    out[i] = total


@added
@wd.kernel(num_waves=2)
def groups_differ(words: wd.Buffer[u32], floats: wd.Buffer[f32], out: wd.RWBuffer[u32]):
    """Conditions and loops of a group, a wave, and a lane."""
    i = place()
    total = wd.wave_active_sum(words[i])
    if wd.group_id().x % 3 == 1:
        total += words[i]
    if wd.group_wave_index() == 1:
        total = wd.wave_active_max(total + wd.wave_lane_index())
    for _ in range(words[i] % 5):
        total = total * 3 + wd.group_id().x
    if wd.wave_is_first_lane():
        total += words[i] * 7
    out[i] = total


@added
@wd.kernel(num_waves=1)
def arrays_of_a_lane(words: wd.Buffer[u32], floats: wd.Buffer[f32], out: wd.RWBuffer[u32]):
    i = place()
    kept = wd.local_array(u32, 4)
    for j in range(4):
        kept[j] = words[i] + j * wd.wave_lane_index()
    total = kept[words[i] % 4]
    out[i] = total + wd.wave_active_min(kept[3])


@added
@wd.kernel(num_waves=2)
def atomics_of_a_group(words: wd.Buffer[u32], floats: wd.Buffer[f32], out: wd.RWBuffer[u32]):
    """The array counts what the lanes of a group have."""
    i = place()
    counts = wd.groupshared(u32, 8)
    if wd.group_wave_index() == 0:
        for j in range(8):
            counts[j] = 0
    wd.group_memory_barrier_with_group_sync()
    wd.atomic_add(counts, words[i] % 8, 1)
    wd.group_memory_barrier_with_group_sync()
    out[i] = counts[wd.wave_lane_index() % 8]


def outputs(kernel: wd.Kernel, size: int, **options: Any) -> bytes:
    lanes = GROUPS[0] * GROUPS[1] * 3 * size
    numbers = np.random.default_rng(size)
    words = numbers.integers(0, 1000, lanes, np.uint32)
    floats = numbers.random(lanes, np.float32)
    floats[::7] = np.nan
    floats[: size * 3] = 0.5
    out = np.zeros(lanes, np.uint32)
    kernel.dispatch(GROUPS, words, floats, out, wave_size=size, **options)
    return out.tobytes()


def remarks(kernel: wd.Kernel, factor: int, cluster: int, target: str = "cpu", **options: Any) -> str:
    return "\n".join(map(str, kernel.compile(target=target, **options, **packed(factor, cluster)).remarks))


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.name)
def test_same_on_the_cpu(kernel):
    for size in SIZES:
        expected = outputs(kernel, size, device="interpreter")
        for factor, cluster in clusters(size):
            for level in (0, 2) if size == 16 else (2,):
                found = outputs(kernel, size, device="cpu", **packed(factor, cluster, level))
                assert found == expected, (size, factor, cluster, level)


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.name)
def test_they_share_a_wave(kernel):
    assert "; 4 of 16 lanes run each" in remarks(kernel, 8, 4, wave_size=16)
    assert "; 4 of 32 lanes run each" in remarks(kernel, 16, 4, "spirv")


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.name)
@pytest.mark.parametrize("model", ["6.0:loops", "6.6", "6.10:reversed"])
def test_same_on_dxil(kernel, model):
    from dxil_device import DXILDevice

    for size in (8, 32):
        expected = outputs(kernel, size, device="interpreter")
        for factor, cluster in ((4, size // 4), (4, size // 2)):
            assert outputs(kernel, size, device=DXILDevice(f"dxil:{model}"), **packed(factor, cluster)) == expected


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.name)
def test_same_on_vulkan(kernel):
    try:
        sizes = kernel.wave_sizes("vulkan")
    except wd.DeviceError as error:
        pytest.skip(str(error))
    for size in sizes:
        expected = outputs(kernel, size, device="interpreter")
        # A module for waves of 32 lanes packs the groups of no other wave.
        for cluster in (4, 8, 16):
            assert outputs(kernel, size, device="vulkan", **packed(8, cluster)) == expected, (size, cluster)
        fixed = wd.kernel(num_waves=kernel.attributes.num_waves, wave_size=size)(kernel.function)
        assert outputs(fixed, size, device="vulkan", **packed(4, size // 4)) == expected, size


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_other_kernels_are_right_whether_they_are_packed_or_not(case):
    from test_coarsen_groups import arrays

    for size in (8, 32):
        if size in case.kernel.wave_sizes("cpu"):
            expected = arrays(case, size, device="interpreter")
            for cluster in (size // 4, size // 2):
                assert arrays(case, size, device="cpu", **packed(4, cluster)) == expected, (size, cluster)


def tiles(waves: int) -> wd.Kernel:
    """Tiles of 8 x 8 elements."""

    @wd.kernel(num_waves=waves, wave_size=(8, 64 // waves))
    def least(depth: wd.Buffer[f32], out: wd.RWBuffer[f32], width: u32):
        lane = wd.wave_lane_index()
        rows = wd.groupshared(f32, waves)
        x = wd.group_id().x * 8 + lane % 8
        y = wd.group_id().y * 8 + lane // 8 + wd.group_wave_index() * (8 // waves)
        found = f32(math.inf)
        for _ in range(64 // waves // wd.wave_lane_count()):
            found = min(found, wd.wave_active_min(depth[y * width + x]))
            y += wd.wave_lane_count() // 8
        rows[wd.group_wave_index()] = found
        wd.group_memory_barrier_with_group_sync()
        for wave in wd.static_range(waves):
            found = min(found, rows[wave])
        if wd.group_wave_index() == 0 and wd.wave_is_first_lane():
            out[wd.group_id().y * (width // 8) + wd.group_id().x] = found

    return least


@pytest.mark.parametrize("waves", [1, 2])
def test_short_rows_are_packed_without_being_asked(waves):
    kernel = tiles(waves)
    for target in ("spirv", "ptx"):
        remarks = "\n".join(map(str, kernel.compile(target=target, opt_level=2).remarks))
        assert re.search(r"one group does the work of (8|16) along x .*; 8 of 32 lanes run each", remarks)
    # Tiles above each other are no neighbors.
    below = kernel.compile(target="spirv", enable=("coarsen-groups{factor=8 dimension=y}",))
    assert not any("lanes run each" in str(remark) for remark in below.remarks)
    depth = np.random.default_rng(waves).random((24, 88), np.float32)
    expected = depth.reshape(3, 8, 11, 8).min(axis=(1, 3))
    for size in kernel.wave_sizes("cpu"):
        found = np.zeros_like(expected)
        kernel.dispatch((11, 3), depth, found, 88, device="cpu", wave_size=size, **packed(8, 0))
        np.testing.assert_array_equal(found, expected)


def test_long_rows_are_not_packed():
    for case in CASES:
        if case.name == "copy":
            found = case.kernel.compile(target="spirv", opt_level=2).remarks
            assert not any("lanes run each" in str(remark) for remark in found)


@wd.kernel(num_waves=1)
def scans(words: wd.Buffer[u32], floats: wd.Buffer[f32], out: wd.RWBuffer[u32]):
    i = place()
    out[i] = wd.wave_prefix_sum(words[i])


@wd.kernel(num_waves=1)
def sums_of_floats(words: wd.Buffer[u32], floats: wd.Buffer[f32], out: wd.RWBuffer[u32]):
    i = place()
    out[i] = wd.asuint(wd.wave_active_sum(floats[i]))


@wd.kernel(num_waves=1)
def reduces_in_a_branch(words: wd.Buffer[u32], floats: wd.Buffer[f32], out: wd.RWBuffer[u32]):
    i = place()
    if wd.group_id().x % 2 == 0:
        out[i] = wd.wave_active_sum(words[i])


@wd.kernel(num_threads=(32, 1, 1))
def threads(words: wd.Buffer[u32], floats: wd.Buffer[f32], out: wd.RWBuffer[u32]):
    i = wd.dispatch_thread_id().x
    out[i] = words[i]


REASONS: list[tuple[wd.Kernel, str]] = [
    (scans, "its result depends on other lanes of the whole wave"),
    (sums_of_floats, "sums of floats would be rounded differently"),
    (reduces_in_a_branch, "not all lanes of the group come to it together"),
    (threads, "waves of a number of threads may not be whole"),
]


@pytest.mark.parametrize(("kernel", "reason"), REASONS, ids=lambda case: getattr(case, "name", ""))
def test_a_remark_says_why_not(kernel: wd.Kernel, reason: str):
    found = remarks(kernel, 8, 4, "spirv")
    assert f"merged groups do not share a wave: {reason}" in found
    assert "one group does the work of 8 along x" in found


def test_a_wave_holds_groups_that_divide_the_factor():
    assert "a wave has room for 8, which does not divide their number" in remarks(KERNELS[0], 4, 4, "spirv")


@pytest.mark.parametrize("cluster", [1, 3, 256])
def test_other_clusters_are_refused(cluster: int):
    with pytest.raises(wd.WaveError, match=f"cluster must be 0 or a power of two from 2 to 128, got {cluster}"):
        KERNELS[0].compile(**packed(4, cluster))
