"""Kernels with groupshared memory and barriers, some of which are needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

import wavedialect as wd
from wavedialect import f32, u32

SIZES = (4, 8, 16, 32, 64, 128)


@dataclass(frozen=True)
class Case:
    """A kernel, its launch, and the barriers that each wave comes by as written and as optimized, at a wave size."""

    kernel: wd.Kernel
    arguments: Callable[[int], Sequence[Any]]
    written: Callable[[int], int]
    left: Callable[[int], int]
    groups: int = 2
    in_registers: bool = False
    """Nothing is left of its groupshared memory, if it has any."""

    def __str__(self) -> str:
        return self.kernel.name


CASES: list[Case] = []


def case(arguments, written, left, **options):
    """Adds the kernel that follows; counts may be numbers."""

    def add(kernel: wd.Kernel) -> wd.Kernel:
        counts = [count if callable(count) else lambda lanes, count=count: count for count in (written, left)]
        CASES.append(Case(kernel, arguments, *counts, **options))
        return kernel

    return add


def numbers(count: int) -> np.ndarray:
    """Different ones, in no order."""
    return (np.arange(count, dtype=np.uint32) * 2654435761 + 12345).astype(np.uint32)


def one_each(lanes: int) -> list[np.ndarray]:
    """For two groups of one wave."""
    return [numbers(2 * lanes), np.zeros(2 * lanes, np.uint32)]


def rounds(lanes: int) -> int:
    """Halvings of a wave."""
    return lanes.bit_length() - 1


# --- One wave ------------------------------------------------------------------------------------------------------------


@case(one_each, written=1, left=0, in_registers=True)
@wd.kernel(num_waves=1)
def neighbor(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, wd.wave_lane_count())
    lane = wd.wave_lane_index()
    index = wd.group_id().x * wd.wave_lane_count() + lane
    shared[lane] = src[index]
    wd.group_memory_barrier_with_group_sync()
    out[index] = shared[wd.wave_lane_count() - 1 - lane]


@case(one_each, written=lambda lanes: 1 + rounds(lanes), left=0, in_registers=True)
@wd.kernel(num_waves=1)
def tree_sum(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, wd.wave_lane_count())
    lane = wd.wave_lane_index()
    index = wd.group_id().x * wd.wave_lane_count() + lane
    shared[lane] = src[index]
    wd.group_memory_barrier_with_group_sync()
    half = wd.wave_lane_count() // 2
    while half > 0:
        if lane < half:
            shared[lane] += shared[lane + half]
        wd.group_memory_barrier_with_group_sync()
        half = half // 2
    out[index] = shared[0] + lane


@case(one_each, written=lambda lanes: 1 + 2 * rounds(lanes), left=0, in_registers=True)
@wd.kernel(num_waves=1)
def prefix_sum(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, wd.wave_lane_count())
    lane = wd.wave_lane_index()
    index = wd.group_id().x * wd.wave_lane_count() + lane
    shared[lane] = src[index]
    wd.group_memory_barrier_with_group_sync()
    offset = u32(1)
    while offset < wd.wave_lane_count():
        more = u32(0)
        if lane >= offset:
            more = shared[lane - offset]
        wd.group_memory_barrier_with_group_sync()
        shared[lane] += more
        wd.group_memory_barrier_with_group_sync()
        offset *= 2
    out[index] = shared[lane]


@case(
    lambda lanes: [numbers(2 * lanes), np.zeros(1, np.uint32), np.zeros(2 * lanes, np.uint32)],
    written=2,
    left=0,
    in_registers=True,
)
@wd.kernel(num_waves=1)
def told_by_first_lane(src: wd.Buffer[u32], counter: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    base = wd.groupshared(u32, 2)
    lane = wd.wave_lane_index()
    index = wd.group_id().x * wd.wave_lane_count() + lane
    keep = src[index] % 3 != 0
    total = wd.wave_active_count_bits(keep)
    if lane == 0:
        base[0] = wd.atomic_add(counter, 0, total) * 0 + wd.group_id().x
        base[1] = total
    wd.group_memory_barrier_with_group_sync()
    out[index] = base[0] * 1000 + base[1]
    wd.group_memory_barrier_with_group_sync()


@case(one_each, written=3, left=3)
@wd.kernel(num_waves=1)
def any_element(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, wd.wave_lane_count())
    lane = wd.wave_lane_index()
    index = wd.group_id().x * wd.wave_lane_count() + lane
    shared[(lane * 5 + 3) % wd.wave_lane_count()] = src[index]
    wd.group_memory_barrier_with_group_sync()
    mine = shared[lane]
    wd.group_memory_barrier_with_group_sync()
    shared[wd.wave_lane_count() - 1 - lane] = mine
    wd.group_memory_barrier_with_group_sync()
    out[index] = shared[(lane + 1) % wd.wave_lane_count()]


@case(one_each, written=1, left=1)
@wd.kernel(num_waves=1)
def some_return(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, wd.wave_lane_count())
    lane = wd.wave_lane_index()
    index = wd.group_id().x * wd.wave_lane_count() + lane
    shared[lane] = src[index]
    if lane % 2 == 1:
        return
    wd.group_memory_barrier_with_group_sync()
    out[index] = shared[lane + 1]


@case(lambda lanes: [np.zeros(2 * lanes, np.uint32)], written=1, left=1)
@wd.kernel(num_waves=1)
def counted(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 4)
    lane = wd.wave_lane_index()
    if lane < 4:
        shared[lane] = lane
    wd.group_memory_barrier_with_group_sync()
    wd.atomic_add(shared, lane % 4, 1)
    out[wd.group_id().x * wd.wave_lane_count() + lane] = lane


@case(lambda lanes: [numbers(2 * lanes).astype(np.float32), np.zeros(2 * lanes, np.float32)], 2, 0, in_registers=True)
@wd.kernel(num_waves=1)
def own_floats(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    shared = wd.groupshared(f32, wd.wave_lane_count())
    lane = wd.wave_lane_index()
    index = wd.group_id().x * wd.wave_lane_count() + lane
    shared[lane] = src[index]
    wd.group_memory_barrier_with_group_sync()
    for k in range(lane % 5):
        shared[lane] = shared[lane] * 0.5 + f32(k)
    wd.all_memory_barrier_with_group_sync()
    out[index] = shared[lane]


# --- Several waves -------------------------------------------------------------------------------------------------------


def three_each(lanes: int) -> list[np.ndarray]:
    """For two groups of three waves."""
    return [numbers(6 * lanes), np.zeros(6 * lanes, np.uint32)]


@case(three_each, written=2, left=0, in_registers=True)
@wd.kernel(num_waves=3)
def own_element_of_waves(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, wd.wave_lane_count() * 3)
    mine = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    index = wd.group_id().x * wd.wave_lane_count() * 3 + mine
    shared[mine] = src[index]
    wd.group_memory_barrier_with_group_sync()
    shared[mine] = shared[mine] + 1
    wd.group_memory_barrier_with_group_sync()
    out[index] = shared[mine] * 2


@case(three_each, written=8, left=4)
@wd.kernel(num_waves=3)
def twice_as_many(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    totals = wd.groupshared(u32, 3)
    wave = wd.group_wave_index()
    index = (wd.group_id().x * 3 + wave) * wd.wave_lane_count() + wd.wave_lane_index()
    sum = u32(0)
    for k in range(2):
        totals[wave] = wd.wave_active_sum(src[index]) + u32(k)
        wd.group_memory_barrier_with_group_sync()
        wd.group_memory_barrier_with_group_sync()
        for other in range(3):
            sum += totals[other]
        wd.all_memory_barrier_with_group_sync()
        wd.device_memory_barrier_with_group_sync()
    out[index] = sum


@case(three_each, written=2, left=2)
@wd.kernel(num_waves=3)
def waves_return(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    totals = wd.groupshared(u32, 3)
    wave = wd.group_wave_index()
    lane = wd.wave_lane_index()
    index = (wd.group_id().x * 3 + wave) * wd.wave_lane_count() + lane
    totals[wave] = wd.wave_active_sum(src[index])
    wd.group_memory_barrier_with_group_sync()
    other = totals[(wave + 1) % 3]
    out[index] = other
    if wave == 2:
        return
    wd.group_memory_barrier_with_group_sync()
    totals[wave] = other + 7


@case(
    lambda lanes: [numbers(6 * lanes), np.zeros(2, np.uint32), np.zeros(1, np.uint32), np.zeros(1, np.uint32)],
    written=2,
    left=2,
    in_registers=True,
)
@wd.kernel(num_waves=3)
def last_group(src: wd.Buffer[u32], parts: wd.RWBuffer[u32], counter: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    wave = wd.group_wave_index()
    index = (wd.group_id().x * 3 + wave) * wd.wave_lane_count() + wd.wave_lane_index()
    total = wd.wave_active_sum(src[index])
    if wd.wave_is_first_lane():
        wd.atomic_add(parts, wd.group_id().x, total)
    wd.device_memory_barrier_with_group_sync()
    if wave == 0:
        if wd.wave_is_first_lane():
            if wd.atomic_add(counter, 0, 1) == 1:
                wd.device_memory_barrier()
                out[0] = parts[0] * 3 + parts[1] * 3


# --- Threads -------------------------------------------------------------------------------------------------------------


@case(lambda lanes: [numbers(80), np.zeros(80, np.uint32)], written=3, left=1)
@wd.kernel(num_threads=(40, 1, 1))
def threads(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, 80)
    thread = wd.group_index()
    index = wd.dispatch_thread_id().x
    shared[thread + 40] = src[index]
    wd.group_memory_barrier_with_group_sync()
    shared[thread] = shared[thread + 40] + 1
    wd.group_memory_barrier_with_group_sync()
    out[index] = shared[39 - thread]
    wd.group_memory_barrier_with_group_sync()
    shared[thread + 40] = src[index]


# --- With a race ---------------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=1)
def no_barrier(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, wd.wave_lane_count())
    lane = wd.wave_lane_index()
    shared[(lane * 5 + 3) % wd.wave_lane_count()] = src[lane]
    out[lane + wd.group_id().x * wd.wave_lane_count()] = shared[lane]


@wd.kernel(num_waves=3)
def no_barrier_of_waves(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    totals = wd.groupshared(u32, 3)
    wave = wd.group_wave_index()
    index = (wd.group_id().x * 3 + wave) * wd.wave_lane_count() + wd.wave_lane_index()
    totals[wave] = wd.wave_active_sum(src[index])
    out[index] = totals[(wave + 1) % 3]
