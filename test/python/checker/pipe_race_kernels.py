"""Kernels whose waves race although a pipe is between them, and kernels that pipes order."""

from __future__ import annotations

from mistake_kernels import Who, correct, mistake, u32s

import wavedialect as wd
from wavedialect import u32

USES = 5


def launched(lanes):
    """A row of lanes for each use of two consumers, and the uses."""
    return [u32s(2 * USES * lanes), USES]


# --- Accesses outside of a use ----------------------------------------------------------------------------------------


@wd.kernel(num_waves=2)
def store_after_commit(out: wd.RWBuffer[u32], uses: u32):
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    pipe = wd.pipe(2, producers=0, consumers=1)
    with wd.waves(0):
        for use in range(uses):
            stage = pipe.acquire()
            pipe.commit()
            tile[stage * lanes + lane] = use  # here
    with wd.waves(1):
        for use in range(uses):
            stage = pipe.wait()
            out[use * lanes + lane] = tile[stage * lanes + lane]  # and here
            pipe.release()


@wd.kernel(num_waves=2)
def store_before_acquire(out: wd.RWBuffer[u32], uses: u32):
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    pipe = wd.pipe(2, producers=0, consumers=1)
    with wd.waves(0):
        for use in range(uses):
            tile[use % 2 * lanes + lane] = use  # here
            pipe.acquire()
            pipe.commit()
    with wd.waves(1):
        for use in range(uses):
            stage = pipe.wait()
            out[use * lanes + lane] = tile[stage * lanes + lane]  # and here
            pipe.release()


@wd.kernel(num_waves=2)
def load_after_release(out: wd.RWBuffer[u32], uses: u32):
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    pipe = wd.pipe(2, producers=0, consumers=1)
    with wd.waves(0):
        for use in range(uses):
            stage = pipe.acquire()
            tile[stage * lanes + lane] = use  # here
            pipe.commit()
    with wd.waves(1):
        for use in range(uses):
            stage = pipe.wait()
            pipe.release()
            out[use * lanes + lane] = tile[stage * lanes + lane]  # and here


@wd.kernel(num_waves=2)
def load_before_wait(out: wd.RWBuffer[u32], uses: u32):
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    pipe = wd.pipe(2, producers=0, consumers=1)
    with wd.waves(0):
        for use in range(uses):
            stage = pipe.acquire()
            tile[stage * lanes + lane] = use  # here
            pipe.commit()
    with wd.waves(1):
        for use in range(uses):
            value = tile[use % 2 * lanes + lane]  # and here
            pipe.wait()
            out[use * lanes + lane] = value
            pipe.release()


@wd.kernel(num_waves=2)
def load_after_the_loop(out: wd.RWBuffer[u32], uses: u32):
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    total = wd.groupshared(u32, wd.wave_lane_count())
    pipe = wd.pipe(2, producers=0, consumers=1)
    with wd.waves(0):
        for use in range(uses):
            stage = pipe.acquire()
            tile[stage * lanes + lane] = use
            pipe.commit()
        total[lane] = uses  # here
    with wd.waves(1):
        for use in range(uses):
            stage = pipe.wait()
            out[use * lanes + lane] = tile[stage * lanes + lane]
            pipe.release()
        out[lane] += total[lane]  # and here


@wd.kernel(num_waves=2)
def oldest_stage_is_released_first(out: wd.RWBuffer[u32], uses: u32):
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    pipe = wd.pipe(2, producers=0, consumers=1)
    with wd.waves(0):
        for use in range(uses + 1):
            stage = pipe.acquire()
            tile[stage * lanes + lane] = use  # here
            pipe.commit()
    with wd.waves(1):
        last = pipe.wait()
        for use in range(uses):
            stage = pipe.wait()
            pipe.release()
            out[use * lanes + lane] = tile[last * lanes + lane]  # and here
            last = stage
        pipe.release()


for kernel in (
    store_after_commit,
    store_before_acquire,
    load_after_release,
    load_before_wait,
    load_after_the_loop,
    oldest_stage_is_released_first,
):
    mistake("race", kernel, arguments=launched, who=Who(0, 0), other=Who(0, 1))

# --- Wrong stages -----------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=2)
def next_stage_is_loaded(out: wd.RWBuffer[u32], uses: u32):
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    pipe = wd.pipe(2, producers=0, consumers=1)
    with wd.waves(0):
        for use in range(uses):
            stage = pipe.acquire()
            tile[stage * lanes + lane] = use  # here
            pipe.commit()
    with wd.waves(1):
        for use in range(uses):
            stage = pipe.wait()
            out[use * lanes + lane] = tile[(stage + 1) % 2 * lanes + lane]  # and here
            pipe.release()


@wd.kernel(num_waves=2)
def next_stage_is_stored(out: wd.RWBuffer[u32], uses: u32):
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 3 * wd.wave_lane_count())
    pipe = wd.pipe(3, producers=0, consumers=1)
    with wd.waves(0):
        for use in range(uses):
            stage = pipe.acquire()
            tile[(stage + 1) % 3 * lanes + lane] = use  # here
            pipe.commit()
    with wd.waves(1):
        for use in range(1, uses + 1):
            stage = pipe.wait()
            out[use * lanes + lane] = tile[stage * lanes + lane]  # and here
            pipe.release()


@wd.kernel(num_waves=2)
def fewer_rows_than_stages(out: wd.RWBuffer[u32], uses: u32):
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    pipe = wd.pipe(4, producers=0, consumers=1)
    with wd.waves(0):
        for use in range(uses):
            stage = pipe.acquire()
            tile[stage % 2 * lanes + lane] = use  # here
            pipe.commit()
    with wd.waves(1):
        for use in range(uses):
            stage = pipe.wait()
            out[use * lanes + lane] = tile[stage % 2 * lanes + lane]  # and here
            pipe.release()


@wd.kernel(num_waves=2)
def rows_overlap(out: wd.RWBuffer[u32], uses: u32):
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    pipe = wd.pipe(2, producers=0, consumers=1)
    with wd.waves(0):
        for use in range(uses):
            stage = pipe.acquire()
            tile[stage * (lanes - 1) + lane] = use  # here
            pipe.commit()
    with wd.waves(1):
        for use in range(uses):
            stage = pipe.wait()
            out[use * lanes + lane] = tile[stage * (lanes - 1) + lane]  # and here
            pipe.release()


mistake("race", next_stage_is_loaded, arguments=launched, who=Who(0, 0), other=Who(0, 1))
mistake("race", next_stage_is_stored, arguments=launched, who=Who(0, 0), other=Who(0, 1), also=["uninitialized"])
mistake("race", fewer_rows_than_stages, arguments=launched, who=Who(0, 0), other=Who(0, 1))
mistake("race", rows_overlap, arguments=launched, who=Who(0, 0), other=Who(0, 1))

# --- Waves that the pipe does not order -------------------------------------------------------------------------------


@wd.kernel(num_waves=3)
def two_producers_of_one_row(out: wd.RWBuffer[u32], uses: u32):
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    pipe = wd.pipe(2, producers=(0, 1), consumers=2)
    with wd.waves(0, 1):
        for use in range(uses):
            stage = pipe.acquire()
            tile[stage * lanes + lane] = use + wave  # here
            pipe.commit()
    with wd.waves(2):
        for use in range(uses):
            stage = pipe.wait()
            out[use * lanes + lane] = tile[stage * lanes + lane]
            pipe.release()


@wd.kernel(num_waves=3)
def consumer_changes_the_row(out: wd.RWBuffer[u32], uses: u32):
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    pipe = wd.pipe(2, producers=0, consumers=(1, 2))
    with wd.waves(0):
        for use in range(uses):
            stage = pipe.acquire()
            tile[stage * lanes + lane] = use
            pipe.commit()
    with wd.waves(1):
        for _ in range(uses):
            stage = pipe.wait()
            tile[stage * lanes + lane] = lane  # here
            pipe.release()
    with wd.waves(2):
        for use in range(uses):
            stage = pipe.wait()
            out[use * lanes + lane] = tile[stage * lanes + lane]  # and here
            pipe.release()


@wd.kernel(num_waves=4)
def one_consumer_of_three_is_late(out: wd.RWBuffer[u32], uses: u32):
    """Only the last of several readers of an element races."""
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    pipe = wd.pipe(2, producers=0, consumers=(1, 2, 3))
    with wd.waves(0):
        for use in range(uses):
            stage = pipe.acquire()
            tile[stage * lanes + lane] = use  # here
            pipe.commit()
    with wd.waves(1, 2):
        for use in range(uses):
            stage = pipe.wait()
            out[((wave - 1) * uses + use) * lanes + lane] = tile[stage * lanes + lane]
            pipe.release()
    with wd.waves(3):
        value = u32(0)
        for _ in range(uses):
            stage = pipe.wait()
            pipe.release()
            value += tile[stage * lanes + lane]  # and here
        wd.check(value >= 0)


@wd.kernel(num_waves=3)
def wave_outside_of_the_pipe(out: wd.RWBuffer[u32], uses: u32):
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    pipe = wd.pipe(2, producers=0, consumers=1)
    with wd.waves(0):
        for use in range(uses):
            stage = pipe.acquire()
            tile[stage * lanes + lane] = use  # here
            pipe.commit()
    with wd.waves(1):
        for _ in range(uses):
            pipe.wait()
            pipe.release()
    with wd.waves(2):
        out[lane] = tile[lane]  # and here


@wd.kernel(num_waves=2)
def results_in_one_buffer(out: wd.RWBuffer[u32], uses: u32):
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    pipe = wd.pipe(2, producers=0, consumers=1)
    with wd.waves(0):
        for use in range(uses):
            pipe.acquire()
            out[use * lanes + lane] = use
            pipe.commit()
            out[use * lanes + lane] += 1  # here
    with wd.waves(1):
        for use in range(uses):
            pipe.wait()
            out[(uses + use) * lanes + lane] = out[use * lanes + lane]  # and here
            pipe.release()


@wd.kernel(num_waves=2)
def lanes_of_the_producer(out: wd.RWBuffer[u32], uses: u32):
    """A pipe orders no lanes of one wave."""
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    pipe = wd.pipe(2, producers=0, consumers=1)
    with wd.waves(0):
        for use in range(uses):
            stage = pipe.acquire()
            tile[stage * lanes + lane] = use  # here
            pipe.commit()
            out[(uses + use) * lanes + lane] = tile[stage * lanes + (lane + 1) % lanes]  # and here
    with wd.waves(1):
        for use in range(uses):
            stage = pipe.wait()
            out[use * lanes + lane] = tile[stage * lanes + lane]
            pipe.release()


mistake("race", two_producers_of_one_row, arguments=launched, who=Who(0, 0), other=Who(0, 1))
mistake("race", consumer_changes_the_row, arguments=launched, who=Who(0, 1), other=Who(0, 2))
mistake("race", one_consumer_of_three_is_late, arguments=launched, who=Who(0, 0), other=Who(0, 3))
mistake("race", wave_outside_of_the_pipe, arguments=launched, who=Who(0, 0), other=Who(0, 2))
mistake("race", results_in_one_buffer, arguments=launched, who=Who(0, 0), other=Who(0, 1))
mistake("race", lanes_of_the_producer, arguments=launched, who=Who(0, 0), other=Who(0, 0))

# --- Correct kernels --------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=3)
def order_through_a_third_wave(out: wd.RWBuffer[u32], uses: u32):
    """Wave 2 loads what wave 0 stored, and wave 1 has waited for wave 0 before it."""
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, wd.wave_lane_count())
    first = wd.pipe(1, producers=0, consumers=1)
    second = wd.pipe(1, producers=1, consumers=2)
    back = wd.pipe(1, producers=2, consumers=0)
    with wd.waves(0):
        for use in range(uses):
            first.acquire()
            tile[lane] = use
            first.commit()
            back.wait()
            back.release()
    with wd.waves(1):
        for _ in range(uses):
            first.wait()
            second.acquire()
            second.commit()
            first.release()
    with wd.waves(2):
        for use in range(uses):
            second.wait()
            out[use * lanes + lane] = tile[(lane + 1) % lanes]
            second.release()
            back.acquire()
            back.commit()


@wd.kernel(num_waves=2)
def lanes_through_the_other_wave(out: wd.RWBuffer[u32], uses: u32):
    """What a lane of wave 0 stored, another lane loads after wave 1 has answered; wave 1 has seen
    the load when the row is stored again."""
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    ping = wd.pipe(1, producers=0, consumers=1)
    pong = wd.pipe(1, producers=1, consumers=0)
    with wd.waves(0):
        for use in range(uses):
            ping.acquire()
            tile[use % 2 * lanes + lane] = use
            ping.commit()
            pong.wait()
            out[use * lanes + lane] = tile[use % 2 * lanes + (lane + 1) % lanes]
            pong.release()
    with wd.waves(1):
        for _ in range(uses):
            pong.acquire()
            ping.wait()
            ping.release()
            pong.commit()


@wd.kernel(num_waves=4)
def sums_of_several_producers(out: wd.RWBuffer[u32], uses: u32):
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 4 * wd.wave_lane_count())
    pipe = wd.pipe(2, producers=(0, 1), consumers=(2, 3))
    with wd.waves(0, 1):
        for use in range(uses):
            stage = pipe.acquire()
            tile[(2 * stage + wave) * lanes + lane] = use + wave
            pipe.commit()
    with wd.waves(2, 3):
        for use in range(uses):
            stage = pipe.wait()
            other = tile[(2 * stage + 1) * lanes + (lane + 1) % lanes]
            out[((wave - 2) * uses + use) * lanes + lane] = tile[2 * stage * lanes + lane] + other
            pipe.release()


@wd.kernel(num_waves=2)
def barrier_after_the_pipe(out: wd.RWBuffer[u32], uses: u32):
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    pipe = wd.pipe(2, producers=0, consumers=1)
    tile[wave * lanes + lane] = wave
    wd.group_memory_barrier_with_group_sync()
    with wd.waves(0):
        for use in range(uses):
            stage = pipe.acquire()
            tile[stage * lanes + lane] += use
            pipe.commit()
    with wd.waves(1):
        for use in range(uses):
            stage = pipe.wait()
            out[use * lanes + lane] = tile[stage * lanes + lanes - 1 - lane]
            pipe.release()
    wd.group_memory_barrier_with_group_sync()
    with wd.waves(1):
        tile[lane] = uses
    wd.group_memory_barrier_with_group_sync()
    out[(uses + wave) * lanes + lane] = tile[lane]


@wd.kernel(num_waves=3)
def last_group_adds(partial: wd.RWBuffer[u32], done: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    """Wave 0 passes its row to wave 1, which counts the group; wave 2 of the last group adds all rows."""
    lanes, lane, group = wd.wave_lane_count(), wd.wave_lane_index(), wd.group_id().x
    last = wd.groupshared(u32, 1)
    rows = wd.pipe(1, producers=0, consumers=1)
    verdict = wd.pipe(1, producers=1, consumers=2)
    with wd.waves(0):
        rows.acquire()
        partial[group * lanes + lane] = group + lane
        rows.commit()
    with wd.waves(1):
        rows.wait()
        wd.device_memory_barrier()
        verdict.acquire()
        before = u32(0)
        if wd.wave_is_first_lane():
            before = wd.atomic_add(done, 0, 1)
            last[0] = before
        wd.device_memory_barrier()
        verdict.commit()
        rows.release()
    with wd.waves(2):
        verdict.wait()
        if last[0] == wd.group_count().x - 1:
            total = u32(0)
            for other in range(wd.group_count().x):
                total += partial[other * lanes + lane]
            out[lane] = total
        verdict.release()


correct(
    [
        order_through_a_third_wave,
        lanes_through_the_other_wave,
        sums_of_several_producers,
        barrier_after_the_pipe,
    ],
    arguments=launched,
)
correct(last_group_adds, arguments=lambda lanes: [u32s(3 * lanes), u32s(1), u32s(lanes)], groups=3)
