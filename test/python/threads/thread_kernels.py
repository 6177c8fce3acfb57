"""Kernels whose groups are counted in threads, and what must hold for their results on any device.

Nothing here assumes which thread is in which wave, nor that waves are full: the waves are found in the results, as the
threads that share a first one. As a program, ``python thread_kernels.py DEVICE [SIZE]``, it runs everything on the
device, at its own wave size or this one, and prints a line a shape.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import wavedialect as wd
from wavedialect import u32
from wavedialect.ir.module import KernelAttributes

# Full waves, partial last ones, one thread, and extents that no wave size divides.
SHAPES = [
    (8, 1, 1),
    (8, 8, 1),
    (16, 16, 1),
    (32, 32, 1),
    (4, 4, 4),
    (10, 1, 1),
    (49, 1, 1),
    (65, 1, 1),
    (1, 1, 1),
    (1, 32, 1),
    (1, 1, 64),
    (3, 3, 3),
    (15, 3, 3),
    (5, 7, 2),
    (127, 1, 1),
]
GROUPS = (2, 2, 1)

# The columns of a row of results, one a thread.
COLUMNS = (
    "index x y z global_x global_y global_z group_x group_y group_z lane lanes wave waves first is_first "
    "active sum least greatest bits before_count before_sum all any none equal from_first from_other "
    "third_count third_sum rounds late"
).split()


def observe(extent: tuple[int, int, int], wave_size: Any = None) -> Any:
    """Each thread writes its numbers, and what wave operations tell it, into its row."""
    count = extent[0] * extent[1] * extent[2]
    columns = len(COLUMNS)

    @wd.kernel(num_threads=extent, wave_size=wave_size)
    def kernel(rows: wd.RWBuffer[u32]):
        index = wd.group_index()
        thread = wd.group_thread_id()
        place = wd.dispatch_thread_id()
        group = wd.group_id()
        number = (group.y * wd.group_count().x + group.x) * u32(count) + index
        row = number * u32(columns)
        rows[row] = index
        rows[row + 1] = thread.x
        rows[row + 2] = thread.y
        rows[row + 3] = thread.z
        rows[row + 4] = place.x
        rows[row + 5] = place.y
        rows[row + 6] = place.z
        rows[row + 7] = group.x
        rows[row + 8] = group.y
        rows[row + 9] = group.z
        lane = wd.wave_lane_index()
        rows[row + 10] = lane
        rows[row + 11] = wd.wave_lane_count()
        rows[row + 12] = wd.group_wave_index()
        rows[row + 13] = wd.group_wave_count()
        rows[row + 14] = wd.wave_read_lane_first(index)
        rows[row + 15] = u32(wd.wave_is_first_lane())
        # Lanes without a thread take no part in any of these.
        rows[row + 16] = wd.wave_active_count_bits(True)
        rows[row + 17] = wd.wave_active_sum(index + 1)
        rows[row + 18] = wd.wave_active_min(index)
        rows[row + 19] = wd.wave_active_max(index)
        rows[row + 20] = wd.wave_active_bit_and(index | 0x10000)
        rows[row + 21] = wd.wave_prefix_count_bits(True)
        rows[row + 22] = wd.wave_prefix_sum(index + 1)
        rows[row + 23] = u32(wd.wave_active_all_true(index < u32(count)))
        rows[row + 24] = u32(wd.wave_active_any_true(index == 0))
        rows[row + 25] = u32(wd.wave_active_any_true(index >= u32(count)))
        rows[row + 26] = u32(wd.wave_active_all_equal(index // 4))
        first = wd.wave_read_lane_first(lane)
        rows[row + 27] = wd.wave_read_lane_at(index, first)
        last = wd.wave_active_max(lane)
        rows[row + 28] = wd.wave_read_lane_at(index, last)
        if index % 3 == 0:
            rows[row + 29] = wd.wave_active_count_bits(True)
            rows[row + 30] = wd.wave_active_sum(index)
        together = u32(0)
        for _ in range(index % 5):
            together += wd.wave_active_count_bits(True)
        rows[row + 31] = together
        if index % 4 == 1:
            return
        rows[row + 32] = wd.wave_active_sum(index)

    return kernel


def rows_of(
    extent: tuple[int, int, int], device: Any, size: int | None, wave_size: Any = None, **options: Any
) -> np.ndarray:
    """What the threads wrote: by group, thread and column."""
    count = int(np.prod(extent))
    rows = np.full((GROUPS[0] * GROUPS[1], count, len(COLUMNS)), 0xDEADBEEF, np.uint32)
    observe(extent, wave_size).dispatch(GROUPS, rows, device=device, wave_size=size, **options)
    return rows


def waves_of(group: np.ndarray) -> Iterator[np.ndarray]:
    """The rows of each wave, in the order of the lanes."""
    firsts = group[:, COLUMNS.index("first")]
    for first in np.unique(firsts):
        wave = group[firsts == first]
        yield wave[np.argsort(wave[:, COLUMNS.index("lane")])]


def check_ids(rows: np.ndarray, extent: tuple[int, int, int]) -> None:
    """Thread ids are what they are named for."""
    groups, count, _ = rows.shape
    column = {name: rows[:, :, COLUMNS.index(name)] for name in COLUMNS}
    index = np.broadcast_to(np.arange(count, dtype=np.uint32), (groups, count))
    group = np.arange(groups, dtype=np.uint32)[:, None]
    expected = {
        "index": index,
        "x": index % extent[0],
        "y": index // extent[0] % extent[1],
        "z": index // (extent[0] * extent[1]),
        "group_x": group % GROUPS[0] + 0 * index,
        "group_y": group // GROUPS[0] + 0 * index,
        "group_z": 0 * index,
    }
    for axis, length in zip("xyz", extent, strict=True):
        expected[f"global_{axis}"] = expected[f"group_{axis}"] * length + expected[axis]
    for name, values in expected.items():
        np.testing.assert_array_equal(column[name], values, err_msg=name)


def check_lanes(rows: np.ndarray) -> None:
    """Each thread has a lane of its own in its wave."""
    lanes = np.unique(rows[:, :, COLUMNS.index("lanes")])
    assert lanes.size == 1, f"the lane count is not uniform: {lanes}"
    for group in rows:
        for wave in waves_of(group):
            own = wave[:, COLUMNS.index("lane")]
            assert len(np.unique(own)) == len(own), f"two threads in one lane: {own}"
            assert own.max() < lanes[0]


def check_wave_numbers(rows: np.ndarray, empty_waves: int = 0) -> None:
    """The invariants of group wave index and count: the count is uniform and at least threads by lanes, the index is
    below it and uniform in a wave, each wave has one of its own, and all of them occur but those of waves without a
    thread."""
    counts = np.unique(rows[:, :, COLUMNS.index("waves")])
    assert counts.size == 1, f"the count is not uniform: {counts}"
    lanes = int(rows[0, 0, COLUMNS.index("lanes")])
    assert counts[0] >= -(-rows.shape[1] // lanes), f"{counts[0]} waves of {lanes} lanes for {rows.shape[1]} threads"
    for group in rows:
        numbers = []
        for wave in waves_of(group):
            number = np.unique(wave[:, COLUMNS.index("wave")])
            assert number.size == 1, f"the index is not uniform in a wave: {number}"
            assert number[0] < counts[0], f"the index {number[0]} is not below the count {counts[0]}"
            numbers.append(int(number[0]))
        assert len(set(numbers)) == len(numbers), f"two waves have one index: {sorted(numbers)}"
        missing = set(range(counts[0])) - set(numbers)
        assert len(missing) == empty_waves, f"no wave has the indices {missing}"


def check_wave_operations(rows: np.ndarray) -> None:
    """What wave operations give is made of the threads of the wave alone."""
    for group in rows:
        for wave in waves_of(group):
            index = wave[:, 0]
            threads = len(index)
            third = index[index % 3 == 0]
            late = index[index % 4 != 1]
            expected = {
                "first": index[0],
                "is_first": np.arange(threads) == 0,
                "active": threads,
                "sum": (index + 1).sum(),
                "least": index.min(),
                "greatest": index.max(),
                "bits": np.bitwise_and.reduce(index | 0x10000),
                "before_count": np.arange(threads),
                "before_sum": np.cumsum(index + 1) - (index + 1),
                "all": 1,
                "any": int(0 in index),
                "none": 0,
                "equal": int(len(set(index // 4)) == 1),
                "from_first": index[0],
                "from_other": index[-1],
                "third_count": np.where(index % 3 == 0, len(third), 0xDEADBEEF),
                "third_sum": np.where(index % 3 == 0, third.sum(), 0xDEADBEEF),
                "rounds": [sum(int((index % 5 > turn).sum()) for turn in range(own % 5)) for own in index],
                "late": np.where(index % 4 != 1, late.sum(), 0xDEADBEEF),
            }
            for name, values in expected.items():
                np.testing.assert_array_equal(
                    wave[:, COLUMNS.index(name)], np.broadcast_to(values, threads), err_msg=f"{name} of threads {index}"
                )


def exchange(extent: tuple[int, int, int]) -> Any:
    """Turns the values of a group around, and sums them in each wave, then over the waves, then as a tree."""
    count = extent[0] * extent[1] * extent[2]
    power = 1 << (count - 1).bit_length()

    @wd.kernel(num_threads=extent)
    def kernel(values: wd.Buffer[u32], turned: wd.RWBuffer[u32], sums: wd.RWBuffer[u32]):
        shared = wd.groupshared(u32, count)
        of_waves = wd.groupshared(u32, 1024)
        index = wd.group_index()
        group = wd.group_id().y * wd.group_count().x + wd.group_id().x
        value = values[group * u32(count) + index]
        shared[index] = value
        in_wave = wd.wave_active_sum(value)
        # A wave may have no thread, and then nobody stores for it.
        for wave in range(index, u32(1024), u32(count)):
            of_waves[wave] = 0
        wd.group_memory_barrier_with_group_sync()
        if wd.wave_is_first_lane():
            of_waves[wd.group_wave_index()] = in_wave
        turned[group * u32(count) + index] = shared[u32(count - 1) - index]
        wd.group_memory_barrier_with_group_sync()
        if index == 0:
            total = u32(0)
            for wave in range(wd.group_wave_count()):
                total += of_waves[wave]
            sums[2 * group] = total
        half = u32(power // 2)
        while half > 0:
            other = index + half
            if index < half and other < u32(count):
                shared[index] += shared[other]
            half //= 2
            wd.group_memory_barrier_with_group_sync()
        if index == 0:
            sums[2 * group + 1] = shared[0]

    return kernel


def check_exchange(extent: tuple[int, int, int], device: Any, size: int | None, **options: Any) -> None:
    """Barriers wait for all waves of a group, partial ones too."""
    groups, count = GROUPS[0] * GROUPS[1], int(np.prod(extent))
    values = np.random.default_rng(count).integers(0, 2**32, (groups, count), np.uint32)
    turned, sums = np.zeros_like(values), np.zeros((groups, 2), np.uint32)
    exchange(extent).dispatch(GROUPS, values, turned, sums, device=device, wave_size=size, **options)
    np.testing.assert_array_equal(turned, values[:, ::-1])
    np.testing.assert_array_equal(sums, np.stack([values.sum(1, dtype=np.uint32)] * 2, 1))


def retire(extent: tuple[int, int, int]) -> Any:
    """Threads retire in three places; those that are left meet at barriers."""
    count = extent[0] * extent[1] * extent[2]

    @wd.kernel(num_threads=extent)
    def kernel(out: wd.RWBuffer[u32]):
        shared = wd.groupshared(u32, count)
        index = wd.group_index()
        group = wd.group_id().y * wd.group_count().x + wd.group_id().x
        shared[index] = index
        if index % 7 == 3:
            return
        wd.group_memory_barrier_with_group_sync()
        next = shared[(index + 1) % u32(count)]
        wd.group_memory_barrier_with_group_sync()
        shared[index] = next * 3
        if index % 2 == 1:
            return
        left = wd.wave_active_count_bits(True)
        wd.group_memory_barrier_with_group_sync()
        out[(group * u32(count) + index) * 2] = shared[index]
        out[(group * u32(count) + index) * 2 + 1] = wd.wave_active_count_bits(True) - left

    return kernel


def check_retire(extent: tuple[int, int, int], device: Any, size: int | None, **options: Any) -> None:
    groups, count = GROUPS[0] * GROUPS[1], int(np.prod(extent))
    out = np.full((groups, count, 2), 9999, np.uint32)
    retire(extent).dispatch(GROUPS, out, device=device, wave_size=size, **options)
    index = np.arange(count)
    stays = (index % 7 != 3) & (index % 2 == 0)
    expected = np.where(stays[:, None], np.stack([(index + 1) % count * 3, 0 * index], 1), 9999)
    np.testing.assert_array_equal(out, np.broadcast_to(expected, out.shape))


def check_rows(rows: np.ndarray, extent: tuple[int, int, int], empty_waves: int = 0) -> None:
    """All that must hold for what the threads wrote."""
    check_ids(rows, extent)
    check_lanes(rows)
    check_wave_numbers(rows, empty_waves)
    check_wave_operations(rows)


def launches(extent: tuple[int, int, int]) -> Iterator[tuple[str, Any, Callable[[], list[Any]]]]:
    """The kernels for a shape: name, kernel, and what makes its arguments."""
    groups, count = GROUPS[0] * GROUPS[1], int(np.prod(extent))
    values = np.random.default_rng(count).integers(0, 2**32, (groups, count), np.uint32)
    yield "observe", observe(extent), lambda: [np.full((groups, count, len(COLUMNS)), 0xDEADBEEF, np.uint32)]
    yield "exchange", exchange(extent), lambda: [values, np.zeros_like(values), np.zeros((groups, 2), np.uint32)]
    yield "retire", retire(extent), lambda: [np.full((groups, count, 2), 9999, np.uint32)]


def check_all(
    extent: tuple[int, int, int], device: Any, size: int | None, empty_waves: int = 0, **options: Any
) -> np.ndarray:
    """All checks for one shape, with options of the dispatch; gives the rows."""
    rows = rows_of(extent, device, size, **options)
    check_rows(rows, extent, empty_waves)
    check_exchange(extent, device, size, **options)
    check_retire(extent, device, size, **options)
    return rows


def check_stated_sizes(device: Any) -> None:
    """A kernel that states its wave sizes runs at them, and not where a device has none of them."""
    opened = wd.open_device(device)
    own = opened.wave_sizes.own
    other = 64 if own == 4 else 4
    for extent in ((10, 1, 1), (3, 3, 3), (own, 3, 1)):
        for stated in (own, (4, 128), (4, 128, own)):
            rows = rows_of(extent, device, None, stated)
            default = opened.wave_sizes.default(KernelAttributes(num_threads=extent))
            lanes = default if stated == (4, 128) else own
            assert set(rows[:, :, COLUMNS.index("lanes")].ravel()) == {lanes}
            check_rows(rows, extent)
        if other not in opened.wave_sizes:
            refused(lambda extent=extent: rows_of(extent, device, None, other))


def refused(run: Callable[[], Any]) -> None:
    try:
        run()
    except wd.DeviceError:
        return
    raise AssertionError("the dispatch was not refused")


def main(device: str, size: int | None = None) -> None:
    for extent in SHAPES:
        lanes = check_all(extent, device, size)[0, 0, COLUMNS.index("lanes")]
        print(f"{extent} agrees at wave size {lanes}", flush=True)
    if size is None:
        check_stated_sizes(device)
        print("stated sizes agree", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
