"""A kernel that works lanes or waves out from thread numbers is caught: its results differ in another order of lanes.

Quads stay together in every order, so that at 4 lanes a wave always has the threads that division says, but for the
order of the waves, and but for more waves than are needed.
"""

from __future__ import annotations

import numpy as np
import pytest
from machines import CPU, CPU_WAYS, SIZES

import wavedialect as wd
from wavedialect import u32

EXTENT = (16, 16)
THREADS = 256
GROUPS = 3
MOST_WAVES = THREADS // 4 + 3
TILED = {"lane_order": "tiled"}
SHUFFLED = {"lane_order": ("shuffled", 8)}
EXTRA = {"extra_waves": 3}
IDLE = {"extra_waves": (2, "idle")}


@wd.func
def sum_of_slots(slots, count):
    total = u32(0)
    for other in range(count):
        total += slots[other]
    return total


@wd.kernel(num_threads=EXTENT)
def right(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    slots = wd.groupshared(u32, MOST_WAVES)
    thread = wd.group_index()
    place = wd.group_id().x * u32(THREADS) + thread
    if thread < MOST_WAVES:
        slots[thread] = 0
    wd.group_memory_barrier_with_group_sync()
    total = wd.wave_active_sum(values[place])
    if wd.wave_is_first_lane():
        slots[wd.group_wave_index()] = total
    wd.group_memory_barrier_with_group_sync()
    out[place] = sum_of_slots(slots, wd.group_wave_count())


@wd.kernel(num_threads=EXTENT)
def lane_from_thread(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    # The first lane is thought to be the one whose thread is a multiple of the lane count.
    slots = wd.groupshared(u32, MOST_WAVES)
    thread = wd.group_index()
    place = wd.group_id().x * u32(THREADS) + thread
    if thread < MOST_WAVES:
        slots[thread] = 0
    wd.group_memory_barrier_with_group_sync()
    total = wd.wave_active_sum(values[place])
    if thread % wd.wave_lane_count() == 0:
        slots[thread // wd.wave_lane_count()] = total
    wd.group_memory_barrier_with_group_sync()
    out[place] = sum_of_slots(slots, u32(THREADS) // wd.wave_lane_count())


@wd.kernel(num_threads=EXTENT)
def count_from_threads(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    slots = wd.groupshared(u32, MOST_WAVES)
    thread = wd.group_index()
    place = wd.group_id().x * u32(THREADS) + thread
    if thread < MOST_WAVES:
        slots[thread] = 0
    wd.group_memory_barrier_with_group_sync()
    total = wd.wave_active_sum(values[place])
    if wd.wave_is_first_lane():
        slots[wd.group_wave_index()] = total
    wd.group_memory_barrier_with_group_sync()
    out[place] = sum_of_slots(slots, (u32(THREADS) + wd.wave_lane_count() - 1) // wd.wave_lane_count())


@wd.kernel(num_threads=EXTENT)
def wave_from_thread(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    # What a wave leaves under its number is looked for under the thread's, divided.
    slots = wd.groupshared(u32, MOST_WAVES)
    thread = wd.group_index()
    place = wd.group_id().x * u32(THREADS) + thread
    total = wd.wave_active_sum(values[place])
    if wd.wave_is_first_lane():
        slots[wd.group_wave_index()] = total
    wd.group_memory_barrier_with_group_sync()
    out[place] = slots[thread // wd.wave_lane_count()] - total


@wd.kernel(num_threads=EXTENT)
def neighbor_from_thread(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    # The next thread is thought to be in the next lane.
    place = wd.group_id().x * u32(THREADS) + wd.group_index()
    value = values[place]
    next_lane = (wd.wave_lane_index() + 1) % wd.wave_active_count_bits(True)
    out[place] = wd.wave_read_lane_at(value, next_lane)


def results(kernel, wave_size, options):
    values = np.random.default_rng(wave_size).integers(0, 2**32, (GROUPS, THREADS), np.uint32)
    out = np.zeros_like(values)
    kernel.dispatch(GROUPS, values, out, device="cpu", wave_size=wave_size, **options)
    return values, out


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("machine", CPU_WAYS, ids=str)
def test_a_right_kernel_gives_the_same_in_every_order(machine, size):
    values, out = results(right, size, machine.options)
    np.testing.assert_array_equal(out, np.broadcast_to(values.sum(1, dtype=np.uint32)[:, None], out.shape))


# The wave sizes at which the mistake shows. At 4 and 8 lanes a wave is a part of a tile's row, as division says; from 64
# lanes on it has whole rows of tiles, the threads that division says, so that a sum over it is the right one.
CAUGHT = [
    (lane_from_thread, SHUFFLED, (8, 16, 32, 64, 128)),
    (lane_from_thread, TILED, (16, 32)),
    (lane_from_thread, EXTRA, SIZES),
    (count_from_threads, EXTRA, SIZES),
    (wave_from_thread, SHUFFLED, SIZES),
    (wave_from_thread, TILED, (4, 8, 16, 32)),
    (wave_from_thread, EXTRA, SIZES),
    (neighbor_from_thread, SHUFFLED, (8, 16, 32, 64, 128)),
    (neighbor_from_thread, TILED, (16, 32, 64, 128)),
    (neighbor_from_thread, EXTRA, SIZES),
]


@pytest.mark.parametrize(
    ("kernel", "options", "size"),
    [(kernel, options, size) for kernel, options, sizes in CAUGHT for size in sizes],
    ids=lambda value: getattr(value, "name", None) or str(value),
)
def test_a_wrong_kernel_gives_another_result(kernel, options, size):
    _, expected = results(kernel, size, {})
    orders = [options]
    if "lane_order" in options and options["lane_order"] != "tiled":
        # Of a few large waves an order may put the one thread that matters where it belongs.
        orders += [{"lane_order": ("shuffled", seed)} for seed in range(5)]
    assert any((expected != results(kernel, size, order)[1]).any() for order in orders)


def test_idle_waves_reveal_a_wave_count_computed_by_division():
    """The waves are the same, and only their number is larger: who divides has too few."""

    @wd.kernel(num_threads=EXTENT)
    def wave_count(out: wd.RWBuffer[u32]):
        if wd.group_index() == 0:
            out[wd.group_id().x] = wd.group_wave_count() - u32(THREADS) // wd.wave_lane_count()

    for size in SIZES:
        out = np.full(GROUPS, 9, np.uint32)
        wave_count.dispatch(GROUPS, out, device="cpu", wave_size=size, **IDLE)
        assert out.tolist() == [2] * GROUPS


def test_a_seed_is_an_order():
    """Every seed gives an order of its own, the same each time."""
    orders = []
    for seed in (0, 1, 2, 1):
        _, out = results(neighbor_from_thread, 16, {"lane_order": ("shuffled", seed)})
        orders.append(out.tobytes())
    assert orders[1] == orders[3]
    assert len(set(orders)) == 3


def test_quads_stay_together():
    """In a group whose sides are even, a quad is 2 x 2 threads in every order."""

    @wd.kernel(num_threads=EXTENT)
    def quads(out: wd.RWBuffer[u32]):
        thread = wd.group_index()
        first = wd.quad_read_lane_at(thread, 0)
        place = wd.group_id().x * u32(THREADS) + thread
        out[place] = first * 4 + (wd.wave_lane_index() & 3)

    for size in SIZES:
        for options in ({}, TILED, SHUFFLED, IDLE, *([{**SHUFFLED, **EXTRA}] if size > 4 else [])):
            out = np.zeros((GROUPS, THREADS), np.uint32)
            quads.dispatch(GROUPS, out, device="cpu", wave_size=size, **options)
            thread = np.arange(THREADS)
            x, y = thread % 16, thread // 16
            first = (y & ~1) * 16 + (x & ~1)
            np.testing.assert_array_equal(out[0], first * 4 + (y & 1) * 2 + (x & 1))
    assert CPU.in_order
