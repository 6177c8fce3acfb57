"""Kernels for the tests of ``coarsen-groups``: each has the groups of x, y and z that it is launched with, and makes its
arguments for a wave size. What an element of an output is does not depend on the order of groups."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import wavedialect as wd
from wavedialect import f32, i32, u32

COUNT = 11
"""Groups in x, which no factor of the tests divides."""


@dataclass(frozen=True)
class Case:
    kernel: wd.Kernel
    make: Callable[[int], list[Any]]
    groups: tuple[int, ...] = (COUNT,)
    unordered: bool = False
    """The last array is a set: a part of its elements, at any index."""

    @property
    def name(self) -> str:
        return self.kernel.__name__


CASES: list[Case] = []


def case(make: Callable[[int], list[Any]], **options: Any) -> Callable[[wd.Kernel], wd.Kernel]:
    def add(kernel: wd.Kernel) -> wd.Kernel:
        CASES.append(Case(kernel, make, **options))
        return kernel

    return add


def words(count: int, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 1000, count, np.uint32)


def zeros(count: int, dtype: Any = np.uint32) -> np.ndarray:
    return np.zeros(count, dtype)


def waves(per_group: int, outputs: int = 1) -> Callable[[int], list[Any]]:
    """An input and outputs with an element for each lane."""
    return lambda size: [words(COUNT * per_group * size), *(zeros(COUNT * per_group * size) for _ in range(outputs))]


@case(waves(2))
@wd.kernel(num_waves=2)
def copy(values: wd.Buffer[u32], copied: wd.RWBuffer[u32]):
    i = (wd.group_id().x * 2 + wd.group_wave_index()) * wd.wave_lane_count() + wd.wave_lane_index()
    copied[i] = values[i] * 3


@case(waves(1))
@wd.kernel(num_waves=1)
def guarded_by_lane(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    if i < len(values) - 5:
        value = values[i]
        out[i] = value + wd.wave_active_sum(value)
    else:
        out[i] = 7


@case(waves(2))
@wd.kernel(num_waves=2)
def returns_early(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    i = (wd.group_id().x * 2 + wd.group_wave_index()) * wd.wave_lane_count() + wd.wave_lane_index()
    if values[i] % 3 == 0:
        return
    out[i] = wd.wave_active_count_bits(values[i] % 2 == 0) + 1


@case(waves(2))
@wd.kernel(num_waves=2)
def group_returns_early(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, wd.group_wave_count())
    group = wd.group_id().x
    if group % 3 == 1:
        return
    i = (group * 2 + wd.group_wave_index()) * wd.wave_lane_count() + wd.wave_lane_index()
    total = wd.wave_active_sum(values[i])
    if wd.wave_is_first_lane():
        tile[wd.group_wave_index()] = total
    wd.group_memory_barrier_with_group_sync()
    out[i] = tile[0] + tile[1] * 3


@case(waves(4))
@wd.kernel(num_waves=4)
def tile_in_loop(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 512)
    lanes = wd.wave_lane_count()
    mine = wd.group_wave_index() * lanes + wd.wave_lane_index()
    i = wd.group_id().x * lanes * 4 + mine
    total = u32(0)
    for step in range(u32(3)):
        tile[mine] = values[i] + step
        wd.group_memory_barrier_with_group_sync()
        total += tile[(mine + step + 1) % (4 * lanes)]
        wd.group_memory_barrier_with_group_sync()
    out[i] = total


@case(waves(2))
@wd.kernel(num_waves=2)
def barriers_by_group(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    """The number of barriers depends on the group."""
    tile = wd.groupshared(u32, 256)
    lanes = wd.wave_lane_count()
    mine = wd.group_wave_index() * lanes + wd.wave_lane_index()
    group = wd.group_id().x
    i = group * lanes * 2 + mine
    total = u32(0)
    for step in range(group % 4):
        tile[mine] = values[i] + step
        wd.group_memory_barrier_with_group_sync()
        total += tile[2 * lanes - 1 - mine]
        wd.group_memory_barrier_with_group_sync()
    if group % 2 == 0:
        tile[mine] = total
        wd.group_memory_barrier_with_group_sync()
        total += tile[(mine + 1) % (2 * lanes)]
    out[i] = total


@case(waves(1))
@wd.kernel(num_waves=1)
def trips_by_lane(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    n, steps = values[i] % 40, u32(0)
    while n > 1:
        n = wd.select(n % 2 == 0, n // 2, 3 * n + 1)
        steps += wd.wave_active_count_bits(n > 4)
    out[i] = steps


@case(waves(1, outputs=2))
@wd.kernel(num_waves=1)
def trips_of_the_wave(values: wd.Buffer[u32], out: wd.RWBuffer[u32], counts: wd.RWBuffer[u32]):
    """A loop that is the same for all groups, with a condition that is not."""
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    value, kept, step = values[i], u32(0), u32(0)
    while step < wd.wave_lane_count():
        if value % 5 > step % 5:
            value += wd.wave_active_max(value) % 17
            kept += 1
        step += 3
    out[i] = value
    counts[i] = kept


@case(lambda size: [words(COUNT * 2 * size), zeros(1), zeros(COUNT * 2 * size)], unordered=True)
@wd.kernel(num_waves=2)
def append(values: wd.Buffer[u32], counter: wd.RWBuffer[u32], kept: wd.RWBuffer[u32]):
    i = (wd.group_id().x * 2 + wd.group_wave_index()) * wd.wave_lane_count() + wd.wave_lane_index()
    if values[i] > 400:
        kept[wd.atomic_add(counter, 0, 1)] = values[i]


# --- Appends, which level 2 runs one after the other -----------------------------


def appends(per_group: int, most: int = 1, *more: np.ndarray) -> Callable[[int], list[Any]]:
    """An input, a counter, further outputs, and room for what lanes append, at most so much each."""
    return lambda size: [
        words(COUNT * per_group * size),
        zeros(1),
        *(array.copy() for array in more),
        zeros(COUNT * per_group * size * most),
    ]


@case(appends(4, 1, zeros(1)), unordered=True)
@wd.kernel(num_waves=4)
def append_and_raise(
    values: wd.Buffer[u32], counter: wd.RWBuffer[u32], greatest: wd.RWBuffer[u32], kept: wd.RWBuffer[u32]
):
    i = (wd.group_id().x * 4 + wd.group_wave_index()) * wd.wave_lane_count() + wd.wave_lane_index()
    value = values[i]
    wd.atomic_max(greatest, 0, value)
    if value % 3 == 0:
        kept[wd.atomic_add(counter, 0, 1)] = (i << 10) | value


@case(appends(1, 3), unordered=True)
@wd.kernel(num_waves=1)
def append_several(values: wd.Buffer[u32], counter: wd.RWBuffer[u32], kept: wd.RWBuffer[u32]):
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    count = values[i] % 4
    first = wd.atomic_add(counter, 0, count)
    for k in range(count):
        kept[first + k] = (i << 2) | k


@case(appends(4), unordered=True)
@wd.kernel(num_waves=4)
def append_by_local_array(values: wd.Buffer[u32], counter: wd.RWBuffer[u32], kept: wd.RWBuffer[u32]):
    i = (wd.group_id().x * 4 + wd.group_wave_index()) * wd.wave_lane_count() + wd.wave_lane_index()
    digits = wd.local_array(u32, 4)
    rest = values[i]
    for k in range(4):
        digits[k] = rest % 7
        rest //= 7
    total = digits[0] + digits[wd.wave_lane_index() % 4]
    if total > 5 and wd.wave_active_sum(total) % 2 == 0:
        kept[wd.atomic_add(counter, 0, 1)] = (i << 8) | digits[1]


@case(lambda size: [words(COUNT * 3 * size), zeros(1), zeros(COUNT * 3 * size)], groups=(COUNT, 3), unordered=True)
@wd.kernel(num_waves=1)
def append_in_two_dimensions(values: wd.Buffer[u32], counter: wd.RWBuffer[u32], kept: wd.RWBuffer[u32]):
    group = wd.group_id()
    i = (group.y * wd.group_count().x + group.x) * wd.wave_lane_count() + wd.wave_lane_index()
    if values[i] < 500:
        kept[wd.atomic_add(counter, 0, 1)] = i


@case(lambda size: [words(COUNT * size), zeros(5), np.array([2**31 - 1, -(2**31)], np.int32)])
@wd.kernel(num_waves=1)
def one_element(values: wd.Buffer[u32], totals: wd.RWBuffer[u32], extremes: wd.RWBuffer[i32]):
    value = values[wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()]
    wd.atomic_add(totals, 0, value)
    wd.atomic_or(totals, 1, value)
    wd.atomic_xor(totals, 2, value)
    wd.atomic_max(totals, value % 2 + 3, value)
    wd.atomic_min(extremes, 0, i32(value) - 500)
    wd.atomic_max(extremes, 1, i32(value) - 500)


@case(lambda size: [words(COUNT * size), zeros(4), np.array([2**31 - 1, -(2**31)], np.int32)])
@wd.kernel(num_waves=1)
def one_element_of_some_groups(values: wd.Buffer[u32], totals: wd.RWBuffer[u32], extremes: wd.RWBuffer[i32]):
    """Groups and lanes that add nothing."""
    value = values[wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()]
    total = wd.wave_active_sum(value)
    if total % 3 != 0:
        wd.atomic_add(totals, 0, total * 2 + 1)
    if value % 3 == 1:
        wd.atomic_xor(totals, 1, value)
    if value % 5 == 1:
        wd.atomic_max(totals, 2, value)
    if value % 2 == 1:
        wd.atomic_and(totals, 3, value)
    if value % 7 == 1:
        wd.atomic_min(extremes, 0, i32(value) - 500)
    if value % 7 == 2:
        wd.atomic_max(extremes, 1, i32(value) - 500)


@case(lambda size: [words(COUNT * size), zeros(COUNT), zeros(COUNT, np.float32)])
@wd.kernel(num_waves=1)
def local_arrays(values: wd.Buffer[u32], totals: wd.RWBuffer[u32], means: wd.RWBuffer[f32]):
    mine = wd.local_array(u32, 4)
    lanes = wd.wave_lane_count()
    group = wd.group_id().x
    for i in range(u32(4)):
        mine[i] = values[(group * lanes + wd.wave_lane_index() + i) % len(values)]
    total = wd.wave_active_sum(mine[group % 4] + mine[0])
    if wd.wave_is_first_lane():
        totals[group] = total
        means[group] = f32(total) / f32(lanes)


@case(lambda size: [words(3 * 16 * COUNT * 8, 4), zeros(3 * 16 * COUNT * 8)], groups=(COUNT, 3, 2))
@wd.kernel(num_threads=(16, 4))
def threads_in_two_dimensions(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 64)
    id, mine, counts = wd.dispatch_thread_id(), wd.group_index(), wd.group_count()
    i = (wd.group_id().z * 3 * 4 + id.y) * (16 * counts.x) + id.x
    tile[mine] = values[i]
    wd.group_memory_barrier_with_group_sync()
    out[i] = tile[63 - mine] + counts.x * 1000 + counts.y * 100 + counts.z * 10


@case(lambda size: [words(64), zeros(COUNT * size)])
@wd.kernel(num_waves=1)
def uniform_loads(weights: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    """What all groups read is loaded once."""
    group, total = wd.group_id().x, u32(0)
    for k in range(u32(64)):
        total += weights[k] * (group + k)
    out[group * wd.wave_lane_count() + wd.wave_lane_index()] = total


@case(lambda size: [zeros(COUNT * size), u32(3)])
@wd.kernel(num_waves=1)
def with_scalar(out: wd.RWBuffer[u32], step: u32):
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    out[i] = i * step + wd.group_count().x
