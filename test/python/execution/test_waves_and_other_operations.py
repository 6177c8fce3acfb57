"""Index and count of waves together with every other family of operations in one kernel (seed 0048, "in conjunction").

What the operations have to give follows from the lanes and waves that the threads say they are.
"""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np
import pytest
from machines import MACHINES, SIZES

import wavedialect as wd
from wavedialect import f32, u32

GROUPS = 3
EXTENTS = [(8,), (256,), (16, 16), (8, 8, 4), (52,), (12, 3), (4, 3, 7)]
"""Of whole quads."""
MOST_WAVES = 1024 // 4 + 3
COLUMNS = (
    "lane wave waves any all count ballot match sum greatest before first last other across partner in_partition "
    "ticket own_wave of_all later_wave later_waves"
).split()


@functools.cache
def everything(extent: tuple[int, ...]) -> Any:
    """A kernel of this extent that uses every family."""
    threads, columns, most_waves = math.prod(extent), len(COLUMNS), MOST_WAVES

    @wd.kernel(num_threads=extent)
    def families(
        keys: wd.Buffer[u32],
        rows: wd.RWBuffer[u32],
        tickets: wd.RWBuffer[u32],
        seen: wd.RWTexture2D[f32],
        tint: wd.Texture2D[f32],
    ):
        of_waves = wd.groupshared(u32, most_waves)
        thread = wd.group_index()
        group = wd.group_id().x
        lane, wave, waves = wd.wave_lane_index(), wd.group_wave_index(), wd.group_wave_count()
        row = (group * u32(threads) + thread) * u32(columns)
        key = keys[group * u32(threads) + thread]
        for slot in range(thread, u32(most_waves), u32(threads)):
            of_waves[slot] = 0
        wd.group_memory_barrier_with_group_sync()
        rows[row] = lane
        rows[row + 1] = wave
        rows[row + 2] = waves
        # Votes.
        rows[row + 3] = u32(wd.wave_active_any_true(key + wave == 7))
        rows[row + 4] = u32(wd.wave_active_all_true(key < 3 + waves))
        rows[row + 5] = wd.wave_active_count_bits((key + wave) & 1 == 0)
        ballot = wd.wave_active_ballot((key ^ wave) & 1 == 0)
        rows[row + 6] = ballot.x ^ ballot.y ^ ballot.z ^ ballot.w
        same = wd.wave_match(key)
        rows[row + 7] = same.x ^ same.y ^ same.z ^ same.w
        # Reductions, scans, reads, quads, partitions.
        total = wd.wave_active_sum(thread * waves + wave)
        rows[row + 8] = total
        rows[row + 9] = wd.wave_active_max(thread ^ wave)
        rows[row + 10] = wd.wave_prefix_sum(thread + wave * waves)
        rows[row + 11] = wd.wave_read_lane_first(thread)
        rows[row + 12] = wd.wave_read_lane_at(thread, wd.wave_active_max(lane))
        rows[row + 13] = wd.wave_read_lane_at(thread * waves, lane ^ 1)
        rows[row + 14] = wd.quad_read_across_diagonal(thread + wave)
        rows[row + 15] = wd.quad_read_lane_at(thread, (lane + 1) & 3)
        rows[row + 16] = wd.wave_multi_prefix_sum(thread + waves, same)
        # An atomic a lane in a place of the wave's own; groupshared memory, barriers, and a loop over all waves.
        rows[row + 17] = wd.atomic_add(tickets, group * u32(most_waves) + wave, 1)
        if wd.wave_is_first_lane():
            of_waves[wave] = total
        wd.group_memory_barrier_with_group_sync()
        rows[row + 18] = of_waves[wave]
        of_all = u32(0)
        for other in range(waves):
            of_all += of_waves[other]
        rows[row + 19] = of_all
        # Images.
        seen[thread, group] = f32(wave) + tint[group, thread]
        wd.all_memory_barrier_with_group_sync()
        rows[row + 20] = wd.group_wave_index()
        rows[row + 21] = wd.group_wave_count()

    return families


def words(lanes: np.ndarray) -> int:
    """The four words of a ballot, by exclusive or."""
    result = 0
    for lane in lanes.tolist():
        result ^= 1 << lane % 32
    return result


def expected_of_wave(wave: np.ndarray, threads: np.ndarray, keys: np.ndarray) -> dict[str, np.ndarray]:
    """What the threads of one wave, in the order of their lanes, have to see."""
    row = dict(zip(COLUMNS, wave.T.astype(np.int64), strict=True))
    lane, index, waves = row["lane"], row["wave"], row["waves"]
    place = {number: position for position, number in enumerate(lane.tolist())}
    equal = keys[:, None] == keys[None, :]
    earlier = lane[None, :] < lane[:, None]

    def read(values: np.ndarray, of: np.ndarray) -> np.ndarray:
        return values[[place[number] for number in of.tolist()]]

    sums = threads + index * waves
    return {
        "any": (keys + index == 7).any(),
        "all": (keys < 3 + waves).all(),
        "count": ((keys + index) % 2 == 0).sum(),
        "ballot": words(lane[(keys ^ index) % 2 == 0]),
        "match": np.array([words(lane[same]) for same in equal]),
        "sum": (threads * waves + index).sum(),
        "greatest": (threads ^ index).max(),
        "before": np.cumsum(sums) - sums,
        "first": threads[0],
        "last": threads[-1],
        "other": read(threads * waves, lane ^ 1),
        "across": read(threads + index, lane ^ 3),
        "partner": read(threads, lane // 4 * 4 + (lane + 1) % 4),
        "in_partition": ((threads + waves)[None, :] * (equal & earlier)).sum(1),
        "own_wave": (threads * waves + index).sum(),
        "later_wave": index,
        "later_waves": waves,
    }


@pytest.mark.parametrize("extent", EXTENTS, ids=str)
@pytest.mark.parametrize("machine", MACHINES, ids=str)
def test_every_family_in_one_kernel(machine, extent):
    threads = math.prod(extent)
    kernel = everything(extent)
    for size in SIZES:
        waves = -(-threads // size) + machine.extra
        if waves * 4 > threads and machine.extra:
            continue  # Quads would be parted.
        rng = np.random.default_rng([threads, size])
        keys = rng.integers(0, 6, (GROUPS, threads), np.uint32)
        tint = rng.integers(0, 100, (threads, GROUPS)).astype(np.float32)
        rows = np.full((GROUPS, threads, len(COLUMNS)), 0xDEADBEEF, np.uint32)
        tickets = np.zeros((GROUPS, MOST_WAVES), np.uint32)
        image = np.full((GROUPS, threads), -1, np.float32)
        machine.run(kernel, GROUPS, keys, rows, tickets, image, tint, wave_size=size)
        for group in range(GROUPS):
            check_group(rows[group], keys[group].astype(np.int64), tickets[group])
            wave = rows[group, :, COLUMNS.index("wave")]
            np.testing.assert_array_equal(image[group], wave + tint[:, group])
        assert set(rows[..., COLUMNS.index("waves")].ravel().tolist()) == {waves + machine.idle}


def check_group(rows: np.ndarray, keys: np.ndarray, tickets: np.ndarray) -> None:
    """One group: every operation, the atomics, and what the waves put together."""
    threads = np.arange(len(rows))
    wave, lane = rows[:, COLUMNS.index("wave")], rows[:, COLUMNS.index("lane")]
    of_all = 0
    for number in np.unique(wave):
        members = threads[wave == number]
        members = members[np.argsort(lane[members])]
        expected = expected_of_wave(rows[members], members, keys[members])
        of_all += int(expected["sum"])
        for name, values in expected.items():
            found = rows[members, COLUMNS.index(name)]
            wanted = np.broadcast_to(np.asarray(values).astype(np.uint32), found.shape)
            np.testing.assert_array_equal(found, wanted, err_msg=f"{name} of wave {number}, threads {members}")
        found = np.sort(rows[members, COLUMNS.index("ticket")])
        np.testing.assert_array_equal(found, np.arange(len(members)), err_msg=f"tickets of wave {number}")
        assert tickets[number] == len(members)
    assert tickets.sum() == len(threads)
    np.testing.assert_array_equal(rows[:, COLUMNS.index("of_all")], np.uint32(of_all & 0xFFFFFFFF))
