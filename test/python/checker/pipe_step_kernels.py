"""Kernels whose waves wait for each other forever at pipes, take wrong steps or end with different uses."""

from __future__ import annotations

import numpy as np
from mistake_kernels import Who, correct, mistake, u32s

import wavedialect as wd
from wavedialect import u32

USES = 4


def launched(lanes):
    """A row of lanes for each use of two consumers, and the uses."""
    return [u32s(2 * USES * lanes), USES]


# --- Missing steps ----------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=2)
def no_commit(out: wd.RWBuffer[u32], uses: u32):
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    pipe = wd.pipe(2, producers=0, consumers=1)
    with wd.waves(0):
        for use in range(uses):
            stage = pipe.acquire()  # here
            tile[stage * lanes + lane] = use
    with wd.waves(1):
        for use in range(uses):
            stage = pipe.wait()  # and here
            out[use * lanes + lane] = tile[stage * lanes + lane]
            pipe.release()


mistake("pipe-deadlock", no_commit, arguments=launched, who=Who(0, 0), other=Who(0, 1))


@wd.kernel(num_waves=2)
def no_release(out: wd.RWBuffer[u32], uses: u32):
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    pipe = wd.pipe(2, producers=0, consumers=1)
    with wd.waves(0):
        for use in range(uses):
            stage = pipe.acquire()  # here
            tile[stage * lanes + lane] = use
            pipe.commit()
    with wd.waves(1):
        for use in range(uses):
            stage = pipe.wait()  # and here
            out[use * lanes + lane] = tile[stage * lanes + lane]


mistake("pipe-deadlock", no_release, arguments=launched, who=Who(0, 0), other=Who(0, 1))


@wd.kernel(num_waves=2)
def commit_in_some_uses(out: wd.RWBuffer[u32], uses: u32):
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, wd.wave_lane_count())
    pipe = wd.pipe(1, producers=0, consumers=1)
    with wd.waves(0):
        for use in range(uses):
            pipe.acquire()  # here
            if use != 2:
                tile[lane] = use
                pipe.commit()
    with wd.waves(1):
        for use in range(uses):
            pipe.wait()  # and here
            out[use * lanes + lane] = tile[lane]
            pipe.release()


mistake("pipe-deadlock", commit_in_some_uses, arguments=launched)


@wd.kernel(num_waves=2)
def last_use_not_committed(out: wd.RWBuffer[u32], uses: u32):
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    pipe = wd.pipe(2, producers=0, consumers=1)
    with wd.waves(0):
        for use in range(uses):
            stage = pipe.acquire()
            tile[stage * lanes + lane] = use
            pipe.commit()
        pipe.acquire()  # here
    with wd.waves(1):
        for use in range(uses):
            stage = pipe.wait()
            out[use * lanes + lane] = tile[stage * lanes + lane]
            pipe.release()


mistake("pipe-unbalanced", last_use_not_committed, arguments=launched, who=Who(0, 0))


@wd.kernel(num_waves=2)
def last_use_not_released(out: wd.RWBuffer[u32], uses: u32):
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    pipe = wd.pipe(2, producers=0, consumers=1)
    with wd.waves(0):
        for use in range(uses):
            stage = pipe.acquire()
            tile[stage * lanes + lane] = use
            pipe.commit()  # and here
    with wd.waves(1):
        for use in range(uses):
            stage = pipe.wait()  # here
            out[use * lanes + lane] = tile[stage * lanes + lane]
            if use + 1 < uses:
                pipe.release()


mistake("pipe-unbalanced", last_use_not_released, arguments=launched, who=Who(0, 1), other=Who(0, 0))


# --- Uneven trips -----------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=2)
def consumer_waits_once_more(out: wd.RWBuffer[u32], uses: u32):
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    pipe = wd.pipe(2, producers=0, consumers=1)
    with wd.waves(0):
        for use in range(uses):
            stage = pipe.acquire()
            tile[stage * lanes + lane] = use
            pipe.commit()  # and here
    with wd.waves(1):
        for use in range(uses + 1):
            stage = pipe.wait()  # here
            out[use * lanes + lane] = tile[stage * lanes + lane]
            pipe.release()


mistake("pipe-deadlock", consumer_waits_once_more, arguments=launched, who=Who(0, 1), other=Who(0, 0))


@wd.kernel(num_waves=2)
def producer_fills_three_more(out: wd.RWBuffer[u32], uses: u32):
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    pipe = wd.pipe(2, producers=0, consumers=1)
    with wd.waves(0):
        for use in range(uses + 3):
            stage = pipe.acquire()  # here
            tile[stage * lanes + lane] = use
            pipe.commit()
    with wd.waves(1):
        for use in range(uses):
            stage = pipe.wait()
            out[use * lanes + lane] = tile[stage * lanes + lane]
            pipe.release()  # and here


mistake("pipe-deadlock", producer_fills_three_more, arguments=launched, who=Who(0, 0), other=Who(0, 1))


@wd.kernel(num_waves=2)
def producer_fills_one_more(out: wd.RWBuffer[u32], uses: u32):
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    pipe = wd.pipe(2, producers=0, consumers=1)
    with wd.waves(0):
        for use in range(uses + 1):
            stage = pipe.acquire()
            tile[stage * lanes + lane] = use
            pipe.commit()  # and here
    with wd.waves(1):
        for use in range(uses):
            stage = pipe.wait()
            out[use * lanes + lane] = tile[stage * lanes + lane]
            pipe.release()  # here


mistake("pipe-unbalanced", producer_fills_one_more, arguments=launched, who=Who(0, 1), other=Who(0, 0))


@wd.kernel(num_waves=3)
def one_of_two_consumers_stops(out: wd.RWBuffer[u32], uses: u32):
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 4 * wd.wave_lane_count())
    pipe = wd.pipe(4, producers=0, consumers=(1, 2))
    with wd.waves(0):
        for use in range(uses):
            stage = pipe.acquire()
            tile[stage * lanes + lane] = use
            pipe.commit()  # and here
    with wd.waves(1, 2):
        for use in range(uses + 1 - wave):
            stage = pipe.wait()
            out[((wave - 1) * uses + use) * lanes + lane] = tile[stage * lanes + lane]
            pipe.release()  # here


mistake("pipe-unbalanced", one_of_two_consumers_stops, arguments=launched, who=Who(0, 2), other=Who(0, 0))


@wd.kernel(num_waves=2)
def trips_from_memory(counts: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    pipe = wd.pipe(2, producers=0, consumers=1)
    with wd.waves(0):
        for use in range(counts[0]):
            stage = pipe.acquire()
            tile[stage * lanes + lane] = use
            pipe.commit()  # and here
    with wd.waves(1):
        for use in range(counts[1]):
            stage = pipe.wait()  # here
            out[use * lanes + lane] = tile[stage * lanes + lane]
            pipe.release()


mistake(
    "pipe-deadlock",
    trips_from_memory,
    arguments=lambda lanes: [np.uint32([2, 3]), u32s(8 * lanes)],
    who=Who(0, 1),
    other=Who(0, 0),
)

# --- Waves that are missing -------------------------------------------------------------------------------------------


@wd.kernel(num_waves=3)
def consumer_without_steps(out: wd.RWBuffer[u32], uses: u32):
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    pipe = wd.pipe(2, producers=0, consumers=(1, 2))  # and here
    with wd.waves(0):
        for use in range(uses):
            stage = pipe.acquire()  # here
            tile[stage * lanes + lane] = use
            pipe.commit()
    with wd.waves(1):
        for use in range(uses):
            stage = pipe.wait()
            out[use * lanes + lane] = tile[stage * lanes + lane]
            pipe.release()


mistake("pipe-deadlock", consumer_without_steps, arguments=launched, who=Who(0, 0), other=Who(0, 2))


@wd.kernel(num_waves=3)
def producer_without_steps(out: wd.RWBuffer[u32], uses: u32):
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    pipe = wd.pipe(2, producers=(0, 2), consumers=1)  # and here
    with wd.waves(0):
        for use in range(uses):
            stage = pipe.acquire()
            tile[stage * lanes + lane] = use
            pipe.commit()
    with wd.waves(1):
        for use in range(uses):
            stage = pipe.wait()  # here
            out[use * lanes + lane] = tile[stage * lanes + lane]
            pipe.release()


mistake("pipe-deadlock", producer_without_steps, arguments=launched, who=Who(0, 1), other=Who(0, 2))


@wd.kernel(num_waves=3)
def consumer_has_returned(out: wd.RWBuffer[u32], uses: u32):
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    pipe = wd.pipe(2, producers=0, consumers=(1, 2))  # and here
    if wave * lanes + lane >= 2 * lanes:
        return
    with wd.waves(0):
        for use in range(uses):
            stage = pipe.acquire()  # here
            tile[stage * lanes + lane] = use
            pipe.commit()
    with wd.waves(1, 2):
        for use in range(uses):
            stage = pipe.wait()
            out[((wave - 1) * uses + use) * lanes + lane] = tile[stage * lanes + lane]
            pipe.release()


mistake("pipe-deadlock", consumer_has_returned, arguments=launched, who=Who(0, 0), other=Who(0, 2))


# --- Several pipes, and barriers --------------------------------------------------------------------------------------


@wd.kernel(num_waves=2)
def both_wait_first(out: wd.RWBuffer[u32], uses: u32):
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    tiles = wd.groupshared(u32, 2 * wd.wave_lane_count())
    ping = wd.pipe(1, producers=0, consumers=1)
    pong = wd.pipe(1, producers=1, consumers=0)
    value = wave
    with wd.waves(0):
        for _ in range(uses):
            pong.wait()  # here
            value += tiles[lanes + lane]
            pong.release()
            ping.acquire()
            tiles[lane] = value
            ping.commit()
    with wd.waves(1):
        for _ in range(uses):
            ping.wait()  # and here
            value += tiles[lane]
            ping.release()
            pong.acquire()
            tiles[lanes + lane] = value
            pong.commit()
    out[wave * lanes + lane] = value


mistake("pipe-deadlock", both_wait_first, arguments=launched)


@wd.kernel(num_waves=2)
def answer_is_never_sent(out: wd.RWBuffer[u32], uses: u32):
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    tiles = wd.groupshared(u32, 2 * wd.wave_lane_count())
    ping = wd.pipe(1, producers=0, consumers=1)
    pong = wd.pipe(1, producers=1, consumers=0)
    value = wave
    with wd.waves(0):
        for _ in range(uses):
            ping.acquire()
            tiles[lane] = value
            ping.commit()
            pong.wait()  # here
            value += tiles[lanes + lane]
            pong.release()
    with wd.waves(1):
        for _ in range(uses):
            ping.wait()  # and here
            value += tiles[lane]
            ping.release()
    out[wave * lanes + lane] = value


mistake("pipe-deadlock", answer_is_never_sent, arguments=launched)


@wd.kernel(num_waves=2)
def pipes_in_opposite_orders(out: wd.RWBuffer[u32], uses: u32):
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    tiles = wd.groupshared(u32, 2 * wd.wave_lane_count())
    left = wd.pipe(1, producers=0, consumers=1)
    right = wd.pipe(1, producers=0, consumers=1)
    with wd.waves(0):
        for use in range(uses):
            left.acquire()  # here
            tiles[lane] = use
            left.commit()
        for use in range(uses):
            right.acquire()
            tiles[lanes + lane] = use
            right.commit()
    with wd.waves(1):
        for use in range(uses):
            right.wait()  # and here
            left.wait()
            out[use * lanes + lane] = tiles[lane] + tiles[lanes + lane]
            left.release()
            right.release()


mistake("pipe-deadlock", pipes_in_opposite_orders, arguments=launched)


@wd.kernel(num_waves=3)
def ring_without_a_start(out: wd.RWBuffer[u32], uses: u32):
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    a = wd.pipe(1, producers=0, consumers=1)
    b = wd.pipe(1, producers=1, consumers=2)
    c = wd.pipe(1, producers=2, consumers=0)
    with wd.waves(0):
        c.wait()  # here
        c.release()
        a.acquire()
        a.commit()
    with wd.waves(1):
        a.wait()  # and here
        a.release()
        b.acquire()
        b.commit()
    with wd.waves(2):
        b.wait()  # and here
        b.release()
        c.acquire()
        c.commit()
    out[wave * lanes + lane] = uses


mistake("pipe-deadlock", ring_without_a_start, arguments=launched)


@wd.kernel(num_waves=2)
def more_open_than_stages(out: wd.RWBuffer[u32], uses: u32):
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    pipe = wd.pipe(2, producers=0, consumers=1)
    with wd.waves(0):
        a = pipe.acquire()
        b = pipe.acquire()
        tile[a * lanes + lane] = uses
        tile[b * lanes + lane] = uses
        pipe.acquire()  # here
        pipe.commit()
        pipe.commit()
        pipe.commit()
    with wd.waves(1):
        for use in range(3):
            stage = pipe.wait()  # and here
            out[use * lanes + lane] = tile[stage * lanes + lane]
            pipe.release()


mistake("pipe-deadlock", more_open_than_stages, arguments=launched)


@wd.kernel(num_waves=2)
def barrier_between_the_steps(out: wd.RWBuffer[u32], uses: u32):
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, wd.wave_lane_count())
    pipe = wd.pipe(1, producers=0, consumers=1)
    if wd.group_wave_index() == 0:
        pipe.acquire()
        tile[lane] = uses
        pipe.commit()
        wd.group_memory_barrier_with_group_sync()  # here
        pipe.acquire()
        pipe.commit()
    else:
        pipe.wait()
        out[lane] = tile[lane]
        pipe.release()
        pipe.wait()  # and here
        pipe.release()
        wd.group_memory_barrier_with_group_sync()
    out[lanes + lane] = uses


mistake("pipe-deadlock", barrier_between_the_steps, arguments=launched, who=Who(0, 0), other=Who(0, 1))

# --- Wrong steps ------------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=2)
def commit_without_acquire(out: wd.RWBuffer[u32], uses: u32):
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    pipe = wd.pipe(2, producers=0, consumers=1)
    with wd.waves(0):
        for use in range(uses):
            tile[use % 2 * lanes + lane] = use
            pipe.commit()  # here
    with wd.waves(1):
        for use in range(uses):
            stage = pipe.wait()
            out[use * lanes + lane] = tile[stage * lanes + lane]
            pipe.release()


mistake("pipe-order", commit_without_acquire, arguments=launched, who=Who(0, 0))


@wd.kernel(num_waves=2)
def second_commit(out: wd.RWBuffer[u32], uses: u32):
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    pipe = wd.pipe(2, producers=0, consumers=1)
    with wd.waves(0):
        for use in range(uses):
            stage = pipe.acquire()
            tile[stage * lanes + lane] = use
            pipe.commit()
        pipe.commit()  # here
    with wd.waves(1):
        for use in range(uses):
            stage = pipe.wait()
            out[use * lanes + lane] = tile[stage * lanes + lane]
            pipe.release()


mistake("pipe-order", second_commit, arguments=launched, who=Who(0, 0))


@wd.kernel(num_waves=2)
def release_before_wait(out: wd.RWBuffer[u32], uses: u32):
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    pipe = wd.pipe(2, producers=0, consumers=1)
    with wd.waves(0):
        for use in range(uses):
            stage = pipe.acquire()
            tile[stage * lanes + lane] = use
            pipe.commit()
    with wd.waves(1):
        for use in range(uses):
            pipe.release()  # here
            stage = pipe.wait()
            out[use * lanes + lane] = tile[stage * lanes + lane]


mistake("pipe-order", release_before_wait, arguments=launched, who=Who(0, 1))


@wd.kernel(num_waves=2)
def commit_by_some_lanes(src: wd.Buffer[u32], out: wd.RWBuffer[u32], uses: u32):
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    pipe = wd.pipe(2, producers=0, consumers=1)
    with wd.waves(0):
        for use in range(uses):
            stage = pipe.acquire()
            tile[stage * lanes + lane] = use
            if src[lane] == 0:  # parted
                pipe.commit()  # here
    with wd.waves(1):
        for use in range(uses):
            stage = pipe.wait()
            out[use * lanes + lane] = tile[stage * lanes + lane]
            pipe.release()


@wd.kernel(num_waves=2)
def commit_in_two_branches(src: wd.Buffer[u32], out: wd.RWBuffer[u32], uses: u32):
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    pipe = wd.pipe(2, producers=0, consumers=1)
    with wd.waves(0):
        for use in range(uses):
            stage = pipe.acquire()
            tile[stage * lanes + lane] = use
            if src[lane] == 0:  # parted
                pipe.commit()  # here
            else:
                pipe.commit()
    with wd.waves(1):
        for use in range(uses):
            stage = pipe.wait()
            out[use * lanes + lane] = tile[stage * lanes + lane]
            pipe.release()


mistake(
    "barrier-lanes",
    (commit_by_some_lanes, commit_in_two_branches),
    arguments=lambda lanes: [np.arange(lanes, dtype=np.uint32), *launched(lanes)],
    who=Who(0, 0, [0]),
)

# --- Correct kernels --------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=2)
def equal_trips_from_memory(counts: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    tile = wd.groupshared(u32, 2 * wd.wave_lane_count())
    pipe = wd.pipe(2, producers=0, consumers=1)
    with wd.waves(0):
        for use in range(counts[wd.group_id().x]):
            stage = pipe.acquire()
            tile[stage * lanes + lane] = use
            pipe.commit()
    with wd.waves(1):
        for use in range(counts[wd.group_id().x]):
            stage = pipe.wait()
            out[(wd.group_id().x * 8 + use) * lanes + lane] = tile[stage * lanes + lane]
            pipe.release()


correct(equal_trips_from_memory, arguments=lambda lanes: [u32s(3) + np.uint32([0, 3, 8]), u32s(24 * lanes)], groups=3)
