"""Groupshared arrays that share memory: fewer bytes, the same results, and no race."""

from __future__ import annotations

import numpy as np
import pytest
from optimized_runs import arrays

import wavedialect as wd
from wavedialect import f32, u32

SIZES = (4, 8, 16, 32, 64, 128)


@wd.kernel(num_waves=2)
def in_turn(src: wd.Buffer[u32], out: wd.RWBuffer[f32]):
    first = wd.groupshared(u32, 256)
    second = wd.groupshared(f32, 256)
    third = wd.groupshared(u32, 100)
    lanes = wd.wave_lane_count()
    mine = wd.group_wave_index() * lanes + wd.wave_lane_index()
    index = wd.group_id().x * lanes * 2 + mine
    first[2 * lanes - 1 - mine] = src[index] % 1000
    wd.group_memory_barrier_with_group_sync()
    value = first[mine]
    wd.group_memory_barrier_with_group_sync()
    second[2 * lanes - 1 - mine] = f32(value) * 0.5
    wd.group_memory_barrier_with_group_sync()
    half = second[(mine + 1) % (2 * lanes)]
    wd.group_memory_barrier_with_group_sync()
    if mine < 100:
        third[99 - mine] = value
    wd.group_memory_barrier_with_group_sync()
    if mine >= 100 - min(2 * lanes, 100):
        if mine < 100:
            half += f32(third[mine])
    out[index] = half


@wd.kernel(num_waves=2)
def alive_together(src: wd.Buffer[u32], out: wd.RWBuffer[f32]):
    first = wd.groupshared(u32, 256)
    second = wd.groupshared(f32, 256)
    lanes = wd.wave_lane_count()
    mine = wd.group_wave_index() * lanes + wd.wave_lane_index()
    index = wd.group_id().x * lanes * 2 + mine
    first[2 * lanes - 1 - mine] = src[index] % 1000
    wd.group_memory_barrier_with_group_sync()
    second[2 * lanes - 1 - mine] = f32(first[mine]) * 0.5
    wd.group_memory_barrier_with_group_sync()
    out[index] = second[mine] + f32(first[(mine + 3) % (2 * lanes)])


def arguments(lanes: int) -> list[np.ndarray]:
    numbers = (np.arange(6 * lanes, dtype=np.uint32) * 2654435761 + 99).astype(np.uint32)
    return [numbers, np.zeros(6 * lanes, np.float32)]


def groupshared_bytes(kernel, level):
    """As the bundle for Vulkan says; a group that does the work of two would have more."""
    bundle = kernel.compile(target="spirv", opt_level=level, disable=("coarsen-groups",))
    return bundle.manifest["groupshared_bytes"]


def test_bytes():
    assert [groupshared_bytes(in_turn, level) for level in (0, 1, 2)] == [2448, 2448, 2048]
    assert [groupshared_bytes(alive_together, level) for level in (0, 1, 2)] == [2048, 2048, 2048]


@pytest.mark.parametrize("kernel", [in_turn, alive_together], ids=lambda kernel: kernel.name)
@pytest.mark.parametrize("lanes", SIZES)
def test_results_stay(kernel, lanes):
    expected = arrays(kernel, 3, arguments(lanes), device="interpreter", wave_size=lanes)
    for threads in (1, 2):
        found = arrays(kernel, 3, arguments(lanes), device="cpu", wave_size=lanes, opt_level=2, threads=threads)
        for a, b in zip(expected, found, strict=True):
            np.testing.assert_array_equal(a.view(np.uint32), b.view(np.uint32))
