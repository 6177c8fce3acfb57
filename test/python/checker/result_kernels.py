"""Kernels that do nothing undefined, and whose results depend on what a device may choose: the wave size, the order of
lanes, the number of waves. The twins' do not.

All threads are those of one group of 128, or items that one group goes through: so the right result is the same at
every wave size.
"""

from __future__ import annotations

import numpy as np
from mistake_kernels import counting, difference, u32s

import wavedialect as wd
from wavedialect import f32, u32

THREADS = 128
SIZES = (16, 32, 64, 128)


def flags(lanes: int) -> np.ndarray:
    """Which of the threads have something: the same at every wave size."""
    return np.random.default_rng(32).integers(0, 2, THREADS, np.uint32)


# --- The wave size --------------------------------------------------------------------------------------------------------------


@wd.kernel(num_threads=THREADS)
def ballot_of_32_bits(keep: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    bits = wd.wave_active_ballot(keep[wd.group_index()] != 0).x
    if wd.wave_is_first_lane():
        wd.atomic_add(out, 0, wd.countbits(bits))


@wd.kernel(num_threads=THREADS)
def ballot_of_128_bits(keep: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    bits = wd.countbits(wd.wave_active_ballot(keep[wd.group_index()] != 0))
    if wd.wave_is_first_lane():
        wd.atomic_add(out, 0, bits.x + bits.y + bits.z + bits.w)


@wd.kernel(num_threads=THREADS)
def count_of_the_wave(keep: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    count = wd.wave_active_count_bits(keep[wd.group_index()] != 0)
    if wd.wave_is_first_lane():
        wd.atomic_add(out, 0, count)


difference(
    ballot_of_32_bits,
    (ballot_of_128_bits, count_of_the_wave),
    arguments=lambda lanes: [flags(lanes), u32s(1)],
    sizes=SIZES,
)


@wd.kernel(num_threads=THREADS)
def prefix_by_bits(keep: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    # The bits below the lane, as the page on the wave intrinsics counts them.
    counts = wd.groupshared(u32, THREADS)
    wave = wd.group_wave_index()
    lane = wd.wave_lane_index()
    bits = wd.wave_active_ballot(keep[wd.group_index()] != 0).x
    if wd.wave_is_first_lane():
        counts[wave] = wd.wave_active_count_bits(True) * 0 + wd.countbits(bits)
    wd.group_memory_barrier_with_group_sync()
    before = wd.countbits(bits & ((u32(1) << lane % 32) - 1))
    for other in range(wave):
        before += counts[other]
    out[wd.group_index()] = before


@wd.kernel(num_threads=THREADS)
def prefix_by_scan(keep: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    counts = wd.groupshared(u32, THREADS)
    wave = wd.group_wave_index()
    kept = keep[wd.group_index()] != 0
    count = wd.wave_active_count_bits(kept)
    if wd.wave_is_first_lane():
        counts[wave] = count
    wd.group_memory_barrier_with_group_sync()
    before = wd.wave_prefix_count_bits(kept)
    for other in range(wave):
        before += counts[other]
    out[wd.group_index()] = before


difference(
    prefix_by_bits,
    prefix_by_scan,
    arguments=lambda lanes: [flags(lanes), u32s(THREADS)],
    sizes=SIZES,
)


@wd.kernel(num_waves=1)
def strides_of_32(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    total = u32(0)
    for item in range(wd.wave_lane_index(), THREADS, 32):
        total += values[item]
    total = wd.wave_active_sum(total)
    if wd.wave_is_first_lane():
        out[0] = total


@wd.kernel(num_waves=1)
def strides_of_a_wave(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    total = u32(0)
    for item in range(wd.wave_lane_index(), THREADS, wd.wave_lane_count()):
        total += values[item]
    total = wd.wave_active_sum(total)
    if wd.wave_is_first_lane():
        out[0] = total


difference(
    strides_of_32,
    strides_of_a_wave,
    arguments=lambda lanes: [counting(THREADS), u32s(1)],
    sizes=(4, 16, 32, 64),
)


@wd.kernel(num_waves=1)
def rounds_for_32_lanes(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    # The reduction in five steps is that of 32 lanes.
    lane = wd.wave_lane_index()
    total = u32(0)
    for item in range(lane, THREADS, wd.wave_lane_count()):
        total += values[item]
    for step in wd.static_range(5):
        total += wd.wave_read_lane_at(total, (lane ^ (1 << step)) % wd.wave_lane_count())
    if lane == 0:
        out[0] = total


@wd.kernel(num_waves=1)
def rounds_for_all_lanes(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lane = wd.wave_lane_index()
    total = u32(0)
    for item in range(lane, THREADS, wd.wave_lane_count()):
        total += values[item]
    step = u32(1)
    while step < wd.wave_lane_count():
        total += wd.wave_read_lane_at(total, lane ^ step)
        step *= 2
    if lane == 0:
        out[0] = total


difference(
    rounds_for_32_lanes,
    rounds_for_all_lanes,
    arguments=lambda lanes: [counting(THREADS), u32s(1)],
    sizes=(32, 128),
)


@wd.kernel(num_threads=THREADS)
def thread_for_the_lane(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    # Every wave should load the same list, an element a lane.
    loaded = values[wd.group_index()]
    total = u32(0)
    for lane in range(u32(16)):
        total += wd.wave_read_lane_at(loaded, lane)
    out[wd.group_index()] = total


@wd.kernel(num_threads=THREADS)
def lane_for_the_lane(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    loaded = values[wd.wave_lane_index()]
    total = u32(0)
    for lane in range(u32(16)):
        total += wd.wave_read_lane_at(loaded, lane)
    out[wd.group_index()] = total


difference(
    thread_for_the_lane,
    lane_for_the_lane,
    arguments=lambda lanes: [counting(THREADS), u32s(THREADS)],
    sizes=SIZES,
)


@wd.kernel(num_waves=2)
def two_waves_of_32(out: wd.RWBuffer[u32]):
    # Items of its wave, if waves have 32 lanes.
    wave = wd.group_wave_index()
    for item in range(wave * 32 + wd.wave_lane_index(), wave * 32 + 32, wd.wave_lane_count() * 2):
        out[item] = item


@wd.kernel(num_waves=2)
def two_waves_of_any_size(out: wd.RWBuffer[u32]):
    wave = wd.group_wave_index()
    for item in range(wave * 32 + wd.wave_lane_index(), wave * 32 + 32, wd.wave_lane_count()):
        out[item] = item


difference(
    two_waves_of_32,
    two_waves_of_any_size,
    arguments=lambda lanes: [u32s(64)],
    sizes=(8, 32, 64),
)


# --- The order of lanes and the number of waves ---------------------------------------------------------------------------------------


@wd.kernel(num_threads=(16, 8))
def neighbor_in_the_wave(out: wd.RWBuffer[u32]):
    # The next thread, where threads have their lanes in order.
    lane = wd.wave_lane_index()
    out[wd.group_index()] = wd.wave_read_lane_at(wd.group_index(), lane ^ 8)


@wd.kernel(num_threads=(16, 8))
def neighbor_in_the_group(out: wd.RWBuffer[u32]):
    shared = wd.groupshared(u32, THREADS)
    shared[wd.group_index()] = wd.group_index()
    wd.group_memory_barrier_with_group_sync()
    out[wd.group_index()] = shared[wd.group_index() ^ 8]


difference(
    neighbor_in_the_wave,
    neighbor_in_the_group,
    arguments=lambda lanes: [u32s(THREADS)],
    sizes=(16,),
    lane_orders=["linear", "tiled", ("shuffled", 3)],
)


@wd.kernel(num_threads=THREADS)
def lane_by_the_thread(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    # Who is first is known by the thread's number, where lanes have their threads in order.
    total = wd.wave_active_sum(values[wd.group_index()])
    if wd.group_index() % wd.wave_lane_count() == 0:
        wd.atomic_add(out, 0, total)


@wd.kernel(num_threads=THREADS)
def lane_by_election(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    total = wd.wave_active_sum(values[wd.group_index()])
    if wd.wave_is_first_lane():
        wd.atomic_add(out, 0, total)


difference(
    lane_by_the_thread,
    lane_by_election,
    arguments=lambda lanes: [counting(THREADS), u32s(1)],
    sizes=(32,),
    lane_orders=["linear", ("shuffled", 1), ("shuffled", 2), ("shuffled", 3)],
)


@wd.kernel(num_threads=THREADS)
def waves_by_arithmetic(out: wd.RWBuffer[u32]):
    # The formula of proposal 0048's "unsafe workarounds": more waves do some items twice.
    waves = (THREADS + wd.wave_lane_count() - 1) // wd.wave_lane_count()
    if wd.wave_is_first_lane():
        for item in range(wd.group_wave_index() % waves, 24, waves):
            wd.atomic_add(out, item, u32(1))


@wd.kernel(num_threads=THREADS)
def waves_by_count(out: wd.RWBuffer[u32]):
    if wd.wave_is_first_lane():
        for item in range(wd.group_wave_index(), 24, wd.group_wave_count()):
            wd.atomic_add(out, item, u32(1))


difference(
    waves_by_arithmetic,
    waves_by_count,
    arguments=lambda lanes: [u32s(24)],
    sizes=(8, 32),
    extra_waves=[0, 1, 2],
)


@wd.kernel(num_threads=THREADS)
def work_of_a_wave_that_may_idle(out: wd.RWBuffer[u32]):
    # An idle wave counts, and does nothing.
    if wd.wave_is_first_lane():
        for item in range(wd.group_wave_index(), 24, wd.group_wave_count()):
            wd.atomic_add(out, item, u32(1))


difference(
    work_of_a_wave_that_may_idle,
    arguments=lambda lanes: [u32s(24)],
    sizes=(32,),
    extra_waves=[0, (1, "idle")],
)


# --- Images, floats, and orders that are free --------------------------------------------------------------------------------------------


@wd.kernel(num_threads=THREADS)
def image_by_the_lane(out: wd.RWTexture2D[u32]):
    out[wd.group_index() % 32, wd.group_index() // 32] = wd.wave_lane_index() % 32


@wd.kernel(num_threads=THREADS)
def image_by_the_thread(out: wd.RWTexture2D[u32]):
    out[wd.group_index() % 32, wd.group_index() // 32] = wd.group_index() % 32


difference(
    image_by_the_lane,
    image_by_the_thread,
    arguments=lambda lanes: [np.zeros((4, 32), np.uint32)],
    sizes=(16, 32),
)


@wd.kernel(num_threads=THREADS)
def mean_of_32(values: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    means = wd.groupshared(f32, THREADS)
    mean = wd.wave_active_sum(values[wd.group_index()]) / 32.0
    if wd.wave_is_first_lane():
        means[wd.group_wave_index()] = mean
    wd.group_memory_barrier_with_group_sync()
    if wd.group_index() == 0:
        total = f32(0.0)
        for wave in range(wd.group_wave_count()):
            total += means[wave]
        out[0] = total / f32(wd.group_wave_count())


@wd.kernel(num_threads=THREADS)
def mean_of_the_wave(values: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    # The order of the additions differs between wave sizes: the bits differ, within the bound.
    means = wd.groupshared(f32, THREADS)
    mean = wd.wave_active_sum(values[wd.group_index()]) / f32(wd.wave_active_count_bits(True))
    if wd.wave_is_first_lane():
        means[wd.group_wave_index()] = mean
    wd.group_memory_barrier_with_group_sync()
    if wd.group_index() == 0:
        total = f32(0.0)
        for wave in range(wd.group_wave_count()):
            total += means[wave]
        out[0] = total / f32(wd.group_wave_count())


difference(
    mean_of_32,
    mean_of_the_wave,
    arguments=lambda lanes: [
        np.random.default_rng(5).random(THREADS, np.float32) * 1000,
        np.zeros(1, np.float32),
    ],
    sizes=SIZES,
)


@wd.kernel(num_threads=THREADS)
def compaction(keep: wd.Buffer[u32], counter: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    kept = keep[wd.group_index()] != 0
    place = wd.wave_prefix_count_bits(kept)
    count = wd.wave_active_count_bits(kept)
    start = u32(0)
    if wd.wave_is_first_lane():
        start = wd.atomic_add(counter, 0, count)
    place += wd.wave_read_lane_first(start)
    if kept:
        out[place] = wd.group_index() + 1


@wd.kernel(num_threads=THREADS)
def compaction_of_which_a_lane_is_lost(keep: wd.Buffer[u32], counter: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    # Lane 31 of a wave of 64 or 128 lanes says something else.
    kept = keep[wd.group_index()] != 0
    place = wd.wave_prefix_count_bits(kept)
    count = wd.wave_active_count_bits(kept)
    start = u32(0)
    if wd.wave_is_first_lane():
        start = wd.atomic_add(counter, 0, count)
    place += wd.wave_read_lane_first(start)
    if kept:
        out[place] = wd.group_index() + 1 + u32(wd.wave_lane_index() > 31)


def with_room(lanes: int) -> list[np.ndarray]:
    return [flags(lanes), u32s(1), u32s(THREADS)]


# `out` is sorted; without that it is not compared, since the places come from an atomic.
difference(
    compaction_of_which_a_lane_is_lost,
    compaction,
    arguments=with_room,
    sizes=SIZES,
    unordered=("out",),
)


@wd.kernel(num_waves=1)
def sum_of_each_wave(values: wd.Buffer[u32], out: wd.RWBuffer[u32], total: wd.RWBuffer[u32]):
    # One sum for each wave: another number of them at each wave size, as is meant.
    group = wd.group_id().x
    of_wave = wd.wave_active_sum(values[group * wd.wave_lane_count() + wd.wave_lane_index()])
    if wd.wave_is_first_lane():
        out[group] = of_wave
        wd.atomic_add(total, 0, of_wave)


difference(
    sum_of_each_wave,
    arguments=lambda lanes: [counting(THREADS), u32s(THREADS), u32s(1)],
    groups=lambda lanes: THREADS // lanes,
    sizes=SIZES,
)
difference(
    (),
    sum_of_each_wave,
    arguments=lambda lanes: [counting(THREADS), u32s(THREADS), u32s(1)],
    groups=lambda lanes: THREADS // lanes,
    sizes=SIZES,
    by_wave_size=["out"],
)
