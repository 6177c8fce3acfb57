"""What the checker finds about asynchronous copies: planted mistakes, and kernels without one."""

from __future__ import annotations

import copy_kernels as kernels
import numpy as np
import pytest

import wavedialect as wd
from wavedialect import f32, u32

WORDS = np.arange(256, dtype=np.uint32)


def rules_of(kernel, *arguments, wave_sizes=(8, 32), **options):
    report = kernel.check(1, *arguments, wave_sizes=wave_sizes, **options)
    return [finding.rule for finding in report.findings], report


@wd.kernel(num_waves=1)
def barrier_of_buffers(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 4)
    wd.async_copy(tile, 0, src, 0, 4)
    wd.device_memory_barrier_with_group_sync()
    if wd.wave_lane_index() < 4:
        out[wd.wave_lane_index()] = tile[wd.wave_lane_index()]
    wd.wave_memory_barrier()


def test_a_barrier_that_does_not_order_the_copy_is_replaced():
    _, report = rules_of(barrier_of_buffers, WORDS, np.zeros(4, np.uint32))
    (race,) = report.filter(rule="race").findings
    assert "it orders buffers and images, not groupshared memory" in str(race)
    assert race.advice.startswith("write `wd.group_memory_barrier_with_group_sync()` in place of")


# --- Mistakes ----------------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=1)
def load_too_early(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 4)
    wd.async_copy(tile, 0, src, 0, 4)
    lane = wd.wave_lane_index()
    if lane < 4:
        out[lane] = tile[lane]
    wd.wave_memory_barrier()


@wd.kernel(num_waves=1)
def store_too_early(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 4)
    wd.async_copy(tile, 0, src, 0, 4)
    if wd.wave_lane_index() == 0:
        tile[0] = 1
    wd.wave_memory_barrier()
    out[0] = tile[0]


@wd.kernel(num_waves=1)
def source_changes(src: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 4)
    wd.async_copy(tile, 0, src, 0, 4)
    if wd.wave_lane_index() == 2:
        src[2] = 1
    wd.wave_memory_barrier()
    out[0] = tile[0]


@wd.kernel(num_waves=1)
def two_copies(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 8)
    wd.async_copy(tile, 0, src, 0, 4)
    wd.async_copy(tile, 3, src, 0, 4)
    wd.wave_memory_barrier()
    out[0] = tile[0]


@wd.kernel(num_waves=1)
def copies_in_a_loop(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 4)
    for i in range(3):
        wd.async_copy(tile, 0, src, i, 4)
    wd.wave_memory_barrier()
    out[0] = tile[0]


@wd.kernel(num_waves=1)
def copy_over_loads(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, wd.wave_lane_count())
    lane = wd.wave_lane_index()
    for i in range(2):
        wd.async_copy(tile, 0, src, i, wd.wave_lane_count())
        wd.wave_memory_barrier()
        out[lane] = tile[lane]


@wd.kernel(num_waves=2)
def barrier_of_one_wave(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 4)
    with wd.waves(0):
        wd.async_copy(tile, 0, src, 0, 4)
        wd.wave_memory_barrier()
    with wd.waves(1):
        if wd.wave_lane_index() == 0:
            out[0] = tile[0]


@wd.kernel(num_waves=2)
def copy_after_commit(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 4)
    pipe = wd.pipe(stages=1, producers=0, consumers=1)
    with wd.waves(0):
        pipe.acquire()
        pipe.commit()
        wd.async_copy(tile, 0, src, 0, 4)
        wd.wave_memory_barrier()
    with wd.waves(1):
        pipe.wait()
        if wd.wave_lane_index() == 0:
            out[0] = tile[0]
        pipe.release()


@wd.kernel(num_waves=2)
def copy_before_acquire(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 4)
    pipe = wd.pipe(stages=1, producers=0, consumers=1)
    with wd.waves(0):
        for i in range(3):
            wd.async_copy(tile, 0, src, i, 4)
            pipe.acquire()
            pipe.commit()
    with wd.waves(1):
        for i in range(3):
            pipe.wait()
            if wd.wave_lane_index() == 0:
                out[i] = tile[0]
            pipe.release()


@wd.kernel(num_waves=2)
def producer_reads_after_commit(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 4)
    pipe = wd.pipe(stages=1, producers=0, consumers=1)
    with wd.waves(0):
        pipe.acquire()
        wd.async_copy(tile, 0, src, 0, 4)
        pipe.commit()
        if wd.wave_lane_index() == 0:
            out[1] = tile[1]
    with wd.waves(1):
        pipe.wait()
        if wd.wave_lane_index() == 0:
            out[0] = tile[0]
        pipe.release()


@wd.kernel(num_waves=1)
def not_waited(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 4)
    wd.wave_memory_barrier()
    wd.async_copy(tile, 0, src, 0, 4)
    out[0] = 1


@wd.kernel(num_waves=2)
def one_wave_does_not_wait(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 2 * 4)
    wd.async_copy(tile, 4 * wd.group_wave_index(), src, 0, 4)
    if wd.group_wave_index() == 0:
        wd.wave_memory_barrier()
    out[wd.group_wave_index()] = 1


@wd.kernel(num_waves=1)
def outside_of_the_array(src: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
    tile = wd.groupshared(u32, 4)
    wd.async_copy(tile, n, src, 0, 4)
    wd.wave_memory_barrier()
    out[0] = tile[3]


@wd.kernel(num_waves=1)
def some_lanes(src: wd.Buffer[u32], out: wd.RWBuffer[u32], which: wd.Buffer[u32]):
    tile = wd.groupshared(u32, 4)
    if which[wd.wave_lane_index()] == 1:
        wd.async_copy(tile, 0, src, 0, 4)
    wd.wave_memory_barrier()
    out[wd.wave_lane_index()] = 1


RACES = [
    load_too_early,
    store_too_early,
    source_changes,
    two_copies,
    copies_in_a_loop,
    copy_over_loads,
    barrier_of_one_wave,
    copy_after_commit,
    copy_before_acquire,
    producer_reads_after_commit,
]


@pytest.mark.parametrize("kernel", RACES, ids=lambda kernel: kernel.__name__)
def test_races(kernel):
    rules, report = rules_of(kernel, WORDS.copy(), np.zeros(64, np.uint32))
    assert "race" in rules, report
    assert set(rules) <= {"race", "uninitialized", "results-differ"}, report
    assert "asynchronous copy" in str(report)


@pytest.mark.parametrize("kernel", [not_waited, one_wave_does_not_wait], ids=lambda kernel: kernel.__name__)
def test_copies_that_nobody_waits_for(kernel):
    rules, report = rules_of(kernel, WORDS, np.zeros(64, np.uint32))
    assert rules == ["async-copy-not-waited"], report
    assert "ends before this asynchronous copy does" in str(report)


def test_elements_outside_of_the_array():
    rules, report = rules_of(outside_of_the_array, WORDS, np.zeros(64, np.uint32), 2)
    assert "out-of-bounds" in rules, report
    assert "an asynchronous copy out of bounds: element 4 of groupshared array `tile`" in str(report)


def test_rows_that_leave_a_dimension():
    """The next row of the array has the element."""

    @wd.kernel(num_waves=1)
    def wide(src: wd.Buffer[f32, 2], out: wd.RWBuffer[f32], first: u32, columns: u32):
        tile = wd.groupshared(f32, (4, 5))
        wd.async_copy(tile, (0, first), src, (0, 0), (2, columns))
        wd.wave_memory_barrier()
        out[0] = tile[0, 3]

    @wd.kernel(num_waves=1)
    def of_vectors(src: wd.Buffer[wd.float4, 2], out: wd.RWBuffer[f32], first: u32, columns: u32):
        tile = wd.groupshared(wd.float4, (4, 5))
        wd.async_copy(tile, (0, first), src, (0, 0), (2, columns))
        wd.wave_memory_barrier()
        out[0] = tile[0, 3].x

    sources = ((wide, np.ones((8, 8), np.float32)), (of_vectors, np.ones((8, 8, 4), np.float32)))
    for kernel, src in sources:
        for first, columns, is_inside in ((0, 5, True), (3, 2, True), (1, 5, False), (3, 3, False), (0, 6, False)):
            rules, report = rules_of(kernel, src, np.zeros(4, np.float32), first, columns)
            assert ("out-of-bounds" in rules) != is_inside, report
            if is_inside:
                kernel.dispatch(1, src, np.zeros(4, np.float32), first, columns, device="interpreter", wave_size=8)
                continue
            with pytest.raises(wd.ExecutionError, match="out of bounds in dimension 1 of groupshared"):
                kernel.dispatch(1, src, np.zeros(4, np.float32), first, columns, device="interpreter", wave_size=8)
        assert kernel is of_vectors or "out of bounds: index 5 of dimension 1" in str(report), report


def test_lanes_that_skip_a_copy():
    which = (np.arange(64) % 2).astype(np.uint32)
    rules, report = rules_of(some_lanes, WORDS, np.zeros(64, np.uint32), which)
    assert rules[0] == "async-copy-divergent", report


# --- Advice ------------------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=2)
def store_before(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lanes, lane, wave = wd.wave_lane_count(), wd.wave_lane_index(), wd.group_wave_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    tile[wave * lanes + lane] = 0
    wd.async_copy(tile, wave * lanes, src, 0, 4)
    wd.group_memory_barrier_with_group_sync()
    out[wave * lanes + lane] = tile[(1 - wave) * lanes + lane]


@wd.kernel(num_waves=2)
def store_before_as_advised(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lanes, lane, wave = wd.wave_lane_count(), wd.wave_lane_index(), wd.group_wave_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    tile[wave * lanes + lane] = 0
    wd.wave_memory_barrier()
    wd.async_copy(tile, wave * lanes, src, 0, 4)
    wd.group_memory_barrier_with_group_sync()
    out[wave * lanes + lane] = tile[(1 - wave) * lanes + lane]


@wd.kernel(num_waves=1)
def copy_over_loads_as_advised(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, wd.wave_lane_count())
    lane = wd.wave_lane_index()
    for i in range(2):
        wd.wave_memory_barrier()
        wd.async_copy(tile, 0, src, i, wd.wave_lane_count())
        wd.wave_memory_barrier()
        out[lane] = tile[lane]


@wd.kernel(num_waves=1)
def source_changes_before(src: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 4)
    if wd.wave_lane_index() == 2:
        src[2] = 1
    wd.async_copy(tile, 0, src, 0, 4)
    wd.wave_memory_barrier()
    out[0] = tile[0]


@wd.kernel(num_waves=1)
def source_changes_before_as_advised(src: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 4)
    if wd.wave_lane_index() == 2:
        src[2] = 1
    wd.device_memory_barrier_with_group_sync()
    wd.async_copy(tile, 0, src, 0, 4)
    wd.wave_memory_barrier()
    out[0] = tile[0]


@wd.kernel(num_waves=1)
def source_changes_as_advised(src: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 4)
    wd.async_copy(tile, 0, src, 0, 4)
    wd.device_memory_barrier_with_group_sync()
    if wd.wave_lane_index() == 2:
        src[2] = 1
    wd.wave_memory_barrier()
    out[0] = tile[0]


@wd.kernel(num_waves=1)
def load_too_early_as_advised(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    tile = wd.groupshared(u32, 4)
    wd.async_copy(tile, 0, src, 0, 4)
    lane = wd.wave_lane_index()
    wd.wave_memory_barrier()
    if lane < 4:
        out[lane] = tile[lane]


BEFORE = "put `wd.{}()` between them"
AFTER = "end the copy before: it ends at the next barrier of the wave, such as `wd.{}()`"
OF_WAVE, OF_BUFFERS = "wave_memory_barrier", "device_memory_barrier_with_group_sync"


@pytest.mark.parametrize(
    ("kernel", "fixed", "advice"),
    [
        (store_before, store_before_as_advised, BEFORE.format(OF_WAVE)),
        (copy_over_loads, copy_over_loads_as_advised, BEFORE.format(OF_WAVE)),
        (source_changes_before, source_changes_before_as_advised, BEFORE.format(OF_BUFFERS)),
        (source_changes, source_changes_as_advised, AFTER.format(OF_BUFFERS)),
        (load_too_early, load_too_early_as_advised, AFTER.format(OF_WAVE)),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_the_advice_is_right(kernel, fixed, advice):
    _, report = rules_of(kernel, WORDS.copy(), np.zeros(64, np.uint32))
    (race,) = report.filter(rule="race").findings
    assert race.advice.startswith(advice), race
    rules, report = rules_of(fixed, WORDS.copy(), np.zeros(64, np.uint32), by_wave_size="out")
    assert not rules, report


def test_an_earlier_iteration_is_named():
    _, report = rules_of(copy_over_loads, WORDS, np.zeros(64, np.uint32))
    (race,) = report.filter(rule="race").findings
    assert "load before that, of an earlier iteration of the loop" in str(race)
    assert "is between them and does not order them" not in str(race)


# --- Correct kernels ---------------------------------------------------------------------------------------------------


def test_correct_kernels():
    for first in (0, 90, (1 << 32) - 5):
        rules, report = rules_of(kernels.run, WORDS[:120], np.zeros(400, np.uint32), first, 70)
        assert not rules, report
    src = np.ones((2, 9, 70), np.float32)
    rules, report = rules_of(kernels.tiled(7, 12, 1), src, np.zeros(90, np.float32), 1, 4, 60)
    assert not rules, report


@pytest.mark.parametrize("stages", [1, 2, 3])
def test_correct_pipes(stages):
    src = np.ones((30, 90), np.float32)
    report = kernels.streamed(stages).check(
        3, src, np.zeros(9 * 64, np.float32), 5, wave_sizes=(8, 32, 64), by_wave_size="out"
    )
    assert not report.findings, report


def test_a_producer_sees_the_copy_after_the_release_of_a_consumer():
    @wd.kernel(num_waves=2)
    def seen(src: wd.Buffer[f32], out: wd.RWBuffer[f32]):
        tile = wd.groupshared(f32, 4)
        pipe = wd.pipe(stages=1, producers=0, consumers=1)
        with wd.waves(0):
            pipe.acquire()
            wd.async_copy(tile, 0, src, 0, 4)
            pipe.commit()
            pipe.acquire()
            if wd.wave_lane_index() < 4:
                out[wd.wave_lane_index()] = tile[wd.wave_lane_index()]
            pipe.commit()
        with wd.waves(1):
            for _ in range(2):
                pipe.wait()
                pipe.release()

    rules, report = rules_of(seen, np.arange(8, dtype=np.float32), np.zeros(4, np.float32))
    assert not rules, report


def test_counts():
    counts = kernels.streamed(2).count(1, np.ones((8, 60), np.float32), np.zeros(24, np.float32), 3, wave_size=8)
    assert counts.wave_operations["async_copy"].executions == 3
