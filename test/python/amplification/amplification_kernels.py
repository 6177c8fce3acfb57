"""Kernels that launch mesh groups, and what each of their groups must launch, as Python has it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import wavedialect as wd
from wavedialect import f32, u32

GROUPS = 7
NOTHING = (0, 0, 0)
#: Counts, and what stands at the start of the payload, in any order.
Launch = tuple[tuple[int, int, int], list[Any]]


@wd.kernel(num_waves=2, stage="amplification")
def no_payload(n: u32):
    wd.dispatch_mesh(n, wd.group_id().x, 3)


@wd.kernel(num_waves=2, stage="amplification")
def whole_groups_return(n: u32):
    values = wd.groupshared(u32, 4)
    if wd.group_id().x % 2 == 1:
        return
    if wd.group_wave_index() == 0 and wd.wave_lane_index() < 4:
        values[wd.wave_lane_index()] = n + wd.group_id().x
    wd.dispatch_mesh(2, 5, 4, values)


@wd.kernel(num_waves=2, stage="amplification")
def waves_return(masks: wd.Buffer[u32]):
    """Bit w of a group's mask: wave w returns."""
    total = wd.groupshared(u32, 1)
    waves = wd.groupshared(u32, 2)
    if wd.group_wave_index() == 0:
        if wd.wave_is_first_lane():
            total[0] = 0
    wd.group_memory_barrier_with_group_sync()
    if (masks[wd.group_id().x] >> wd.group_wave_index()) & 1 == 1:
        return
    if wd.wave_is_first_lane():
        waves[wd.atomic_add(total, 0, 1)] = wd.group_wave_index() + 10
    wd.group_memory_barrier_with_group_sync()
    wd.dispatch_mesh(total[0], 1, total[0] + 1, waves)


@wd.kernel(num_waves=2, stage="amplification")
def lanes_return(masks: wd.Buffer[u32]):
    """Lanes whose number a group's mask says return; the others pack their squares."""
    total = wd.groupshared(u32, 1)
    squares = wd.groupshared(f32, wd.wave_lane_count() * wd.group_wave_count())
    if wd.group_wave_index() == 0 and wd.wave_is_first_lane():
        total[0] = 0
    wd.group_memory_barrier_with_group_sync()
    thread = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    if (masks[wd.group_id().x] >> (thread % 4)) & 1 == 1:
        return
    squares[wd.atomic_add(total, 0, 1)] = f32(thread * thread)
    wd.group_memory_barrier_with_group_sync()
    wd.dispatch_mesh(total[0], 1, 1, squares)


@wd.kernel(num_waves=2, stage="amplification")
def constants_and_returns(masks: wd.Buffer[u32]):
    if (masks[wd.group_id().x] >> wd.group_wave_index()) & 1 == 1:
        return
    wd.dispatch_mesh(3, 2, 1)


@wd.kernel(num_threads=(5, 4), stage="amplification")
def threads(n: u32):
    total = wd.groupshared(u32, 1)
    kept = wd.groupshared(wd.uint2, 20)
    if wd.group_index() == 0:
        total[0] = 0
    wd.group_memory_barrier_with_group_sync()
    if (wd.group_index() + wd.group_id().x) % n == 0:
        return
    slot = wd.atomic_add(total, 0, 1)
    kept[slot] = wd.uint2(wd.group_index(), wd.group_id().x)
    wd.group_memory_barrier_with_group_sync()
    wd.dispatch_mesh(total[0], 1, 1, kept)


@wd.kernel(num_waves=2, stage="amplification")
def read_payload(n: u32):
    """The payload is read as well, and added to by all lanes."""
    sums = wd.groupshared(u32, 3)
    if wd.group_wave_index() == 0 and wd.wave_lane_index() < 3:
        sums[wd.wave_lane_index()] = wd.group_id().x
    wd.group_memory_barrier_with_group_sync()
    wd.atomic_add(sums, wd.wave_lane_index() % 3, 1)
    wd.group_memory_barrier_with_group_sync()
    wd.dispatch_mesh(sums[0] + n, 1, 1, sums)


MASKS = np.array([0b00, 0b01, 0b10, 0b11, 0b1111, 0b0100, 0b1010], np.uint32)


def _waves(group: int, lanes: int) -> Launch:
    left = [wave + 10 for wave in range(2) if not MASKS[group] >> wave & 1]
    return ((len(left), 1, len(left) + 1) if left else NOTHING), left


def _lanes(group: int, lanes: int) -> Launch:
    left = [float(thread**2) for thread in range(2 * lanes) if not MASKS[group] >> (thread % 4) & 1]
    return ((len(left), 1, 1) if left else NOTHING), left


def _threads(group: int, lanes: int) -> Launch:
    left = [[thread, group] for thread in range(20) if (thread + group) % 3]
    return (len(left), 1, 1), left


def _sums(group: int, lanes: int) -> Launch:
    counts = [group + 2 * len(range(i, lanes, 3)) for i in range(3)]
    return (counts[0] + 4, 1, 1), counts


@dataclass(frozen=True)
class Case:
    """A kernel, its arguments, and what group ``g`` launches at a wave size."""

    kernel: wd.Kernel
    arguments: tuple[Any, ...]
    expected: Callable[[int, int], Launch]

    def __str__(self) -> str:
        return self.kernel.name

    def check(self, dispatch: wd.MeshDispatches) -> None:
        """Compares all groups."""
        assert dispatch.counts.dtype == np.uint32 and dispatch.counts.shape == (GROUPS, 3)
        for group in range(GROUPS):
            counts, payload = self.expected(group, dispatch.wave_size)
            assert tuple(dispatch.counts[group]) == counts, f"group {group}"
            if not payload:
                continue
            found = dispatch.payload[group][: len(payload)].tolist()
            assert sorted(found) == sorted(payload), f"group {group}"


CASES = [
    Case(no_payload, (6,), lambda group, lanes: ((6, group, 3) if group else NOTHING, [])),
    Case(
        whole_groups_return,
        (9,),
        lambda group, lanes: (NOTHING, []) if group % 2 else ((2, 5, 4), [9 + group] * 4),
    ),
    Case(waves_return, (MASKS,), _waves),
    Case(lanes_return, (MASKS,), _lanes),
    Case(constants_and_returns, (MASKS,), lambda group, lanes: (NOTHING if MASKS[group] & 3 == 3 else (3, 2, 1), [])),
    Case(threads, (3,), _threads),
    Case(read_payload, (4,), _sums),
]
