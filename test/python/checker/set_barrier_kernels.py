"""Kernels whose waves wait forever at barriers of sets of waves, or race although such a barrier is near, and kernels that these
barriers order."""

from __future__ import annotations

from mistake_kernels import Who, correct, mistake, u32s

import wavedialect as wd
from wavedialect import u32

ROUNDS = 4


def launched(lanes):
    """A row of lanes for each of four waves, and the rounds."""
    return [u32s(4 * lanes), ROUNDS]


# --- Waves that wait forever ------------------------------------------------------------------------------------------


@wd.kernel(num_waves=3)
def one_barrier_missing(out: wd.RWBuffer[u32], rounds: u32):
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    with wd.waves(0):
        for turn in range(rounds):
            out[lane] = turn
            wd.waves_barrier(0, 1)  # here
            wd.waves_barrier(0, 1)
    with wd.waves(1):
        for turn in range(rounds):
            wd.waves_barrier(0, 1)  # and here
            out[wave * lanes + lane] = turn


mistake("waves-barrier-deadlock", one_barrier_missing, arguments=launched, who=Who(0, 0), other=Who(0, 1))


@wd.kernel(num_waves=3)
def one_round_more(out: wd.RWBuffer[u32], rounds: u32):
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    with wd.waves(0):
        for _ in range(rounds):
            wd.waves_barrier(0, 2)  # and here
    with wd.waves(2):
        for _ in range(rounds + 1):
            wd.waves_barrier(0, 2)  # here
    out[wave * lanes + lane] = 1


mistake("waves-barrier-deadlock", one_round_more, arguments=launched, who=Who(0, 2), other=Who(0, 0))


@wd.kernel(num_waves=4)
def a_wave_returned(out: wd.RWBuffer[u32], rounds: u32):
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    with wd.waves(1, 2, 3):
        if wave == 2:
            return
        wd.waves_barrier(1, 2, 3)  # here
        out[wave * lanes + lane] = rounds


mistake("waves-barrier-deadlock", a_wave_returned, arguments=launched, who=Who(0, 1), other=Who(0, 2))


@wd.kernel(num_waves=3)
def opposite_orders(out: wd.RWBuffer[u32], rounds: u32):
    """Three sets of two waves, in a cycle."""
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    with wd.waves(0):
        wd.waves_barrier(0, 1)  # here
        wd.waves_barrier(2, 0)
    with wd.waves(1):
        wd.waves_barrier(1, 2)  # and here
        wd.waves_barrier(0, 1)
    with wd.waves(2):
        wd.waves_barrier(2, 0)  # and here
        wd.waves_barrier(1, 2)
    out[wave * lanes + lane] = rounds


mistake("waves-barrier-deadlock", opposite_orders, arguments=launched)


@wd.kernel(num_waves=3)
def set_and_group(out: wd.RWBuffer[u32], rounds: u32):
    """Wave 1 has a barrier of the set after the group's, and wave 0 before it."""
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    with wd.waves(0):
        wd.waves_barrier(0, 1)  # here
    wd.group_memory_barrier_with_group_sync()  # and here
    with wd.waves(1):
        wd.waves_barrier(0, 1)
    out[wave * lanes + lane] = rounds


mistake("waves-barrier-deadlock", set_and_group, arguments=launched)


@wd.kernel(num_waves=2)
def set_of_the_other_wave(out: wd.RWBuffer[u32], rounds: u32):
    """A set of one wave is not the set of both."""
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    pipe = wd.pipe(1, producers=0, consumers=1)
    with wd.waves(0):
        wd.waves_barrier(0)
        pipe.acquire()
        pipe.commit()
        pipe.acquire()  # here
        pipe.commit()
    with wd.waves(1):
        for _ in range(rounds):
            wd.waves_barrier(1)
        pipe.wait()  # and here
    out[wave * lanes + lane] = rounds


mistake("pipe-deadlock", set_of_the_other_wave, arguments=launched, who=Who(0, 0), other=Who(0, 1))


@wd.kernel(num_waves=3)
def set_and_pipe(out: wd.RWBuffer[u32], rounds: u32):
    """Wave 1 waits for the commit of wave 0, which waits for wave 1 at the barrier."""
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    pipe = wd.pipe(1, producers=0, consumers=1)
    with wd.waves(0):
        pipe.acquire()
        wd.waves_barrier(0, 1)  # here
        pipe.commit()
    with wd.waves(1):
        pipe.wait()  # and here
        wd.waves_barrier(0, 1)
        pipe.release()
    out[wave * lanes + lane] = rounds


mistake("pipe-deadlock", set_and_pipe, arguments=launched)


@wd.kernel(num_waves=3)
def trips_from_memory(out: wd.RWBuffer[u32], rounds: u32):
    """The waves read different numbers of rounds."""
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    trips = wd.groupshared(u32, 3)
    if lane == 0:
        trips[wave] = rounds + wave // 2
    wd.group_memory_barrier_with_group_sync()
    with wd.waves(1, 2):
        for _ in range(wd.wave_read_lane_first(trips[wave])):
            wd.waves_barrier(1, 2)  # here
    out[wave * lanes + lane] = rounds


mistake("waves-barrier-deadlock", trips_from_memory, arguments=launched, who=Who(0, 2), other=Who(0, 1))


# --- Lanes ------------------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=3)
def some_lanes(out: wd.RWBuffer[u32], rounds: u32):
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    flags = wd.groupshared(u32, wd.wave_lane_count())
    with wd.waves(2):
        flags[lane] = lane
        wd.wave_memory_barrier()
        if flags[lane] > 1:  # parted
            wd.waves_barrier(2)  # here
    out[wave * lanes + lane] = rounds


mistake("barrier-lanes", some_lanes, arguments=launched, who=Who(0, 2))


# --- Races ------------------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=3)
def no_barrier_before_the_next_store(out: wd.RWBuffer[u32], rounds: u32):
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    rows = wd.groupshared(u32, 2 * wd.wave_lane_count())
    with wd.waves(0, 1):
        for turn in range(rounds):
            rows[wave * lanes + lane] = turn  # here
            wd.waves_barrier(0, 1)
            out[wave * lanes + lane] = rows[(1 - wave) * lanes + lane]  # and here


@wd.kernel(num_waves=3)
def load_before_the_barrier(out: wd.RWBuffer[u32], rounds: u32):
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    rows = wd.groupshared(u32, 2 * wd.wave_lane_count())
    with wd.waves(0, 1):
        rows[wave * lanes + lane] = rounds  # here
        other = rows[(1 - wave) * lanes + lane]  # and here
        wd.waves_barrier(0, 1)
        out[wave * lanes + lane] = other


@wd.kernel(num_waves=3)
def reader_outside_of_the_set(out: wd.RWBuffer[u32], rounds: u32):
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    row = wd.groupshared(u32, wd.wave_lane_count())
    with wd.waves(0):
        row[lane] = rounds  # here
    with wd.waves(0, 1):
        wd.waves_barrier(0, 1)
    with wd.waves(2):
        out[wave * lanes + lane] = row[lane]  # and here


@wd.kernel(num_waves=3)
def two_sets_with_one_writer(out: wd.RWBuffer[u32], rounds: u32):
    """Waves 1 and 2 each have a barrier with wave 0, before which they do the opposite things."""
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    row = wd.groupshared(u32, wd.wave_lane_count())
    with wd.waves(0):
        wd.waves_barrier(0, 1)
        wd.waves_barrier(0, 2)
    with wd.waves(1):
        wd.waves_barrier(0, 1)
        row[lane] = rounds  # here
    with wd.waves(2):
        wd.waves_barrier(0, 2)
        out[wave * lanes + lane] = row[lane]  # and here


@wd.kernel(num_waves=3)
def through_a_buffer(out: wd.RWBuffer[u32], rounds: u32):
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    with wd.waves(1, 2):
        out[wave * lanes + lane] = rounds  # here
        if wave == 1:
            wd.waves_barrier(1, 2)
            out[lane] = out[2 * lanes + lane]
        else:
            out[lane] += out[lanes + lane]  # and here
            wd.waves_barrier(1, 2)


@wd.kernel(num_waves=3)
def set_of_one_wave(out: wd.RWBuffer[u32], rounds: u32):
    """It orders the lanes of its wave, and no other wave."""
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    row = wd.groupshared(u32, wd.wave_lane_count())
    with wd.waves(0):
        row[lane] = rounds  # here
        wd.waves_barrier(0)
    with wd.waves(1):
        wd.waves_barrier(1)
        out[wave * lanes + lane] = row[lane]  # and here


@wd.kernel(num_waves=3)
def rounds_apart(out: wd.RWBuffer[u32], rounds: u32):
    """The reader is one barrier behind: it reads what the writer overwrites."""
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    row = wd.groupshared(u32, wd.wave_lane_count())
    with wd.waves(0):
        for turn in range(rounds):
            row[lane] = turn  # here
            wd.waves_barrier(0, 2)
    with wd.waves(2):
        for _ in range(rounds):
            wd.waves_barrier(0, 2)
            out[wave * lanes + lane] = row[lane]  # and here


for kernel in (
    no_barrier_before_the_next_store,
    load_before_the_barrier,
    reader_outside_of_the_set,
    two_sets_with_one_writer,
    through_a_buffer,
    set_of_one_wave,
    rounds_apart,
):
    mistake("race", kernel, arguments=launched, also=("uninitialized",))


# --- Kernels without a mistake ----------------------------------------------------------------------------------------


@wd.kernel(num_waves=4)
def through_three_waves(out: wd.RWBuffer[u32], rounds: u32):
    """Wave 3 reads what wave 0 wrote: barriers of three sets order them."""
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    row = wd.groupshared(u32, wd.wave_lane_count())
    with wd.waves(0):
        row[lane ^ 1] = rounds
        wd.waves_barrier(0, 1)
    with wd.waves(1):
        wd.waves_barrier(0, 1)
        wd.waves_barrier(2, 1)
    with wd.waves(2):
        wd.waves_barrier(1, 2)
        wd.waves_barrier(3, 2)
    with wd.waves(3):
        wd.waves_barrier(2, 3)
        out[3 * lanes + lane] = row[lane]


@wd.kernel(num_waves=3)
def lanes_of_one_wave(out: wd.RWBuffer[u32], rounds: u32):
    """A barrier of a set orders groupshared memory and buffers also among the lanes of one wave."""
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    row = wd.groupshared(u32, wd.wave_lane_count())
    with wd.waves(1):
        for turn in range(rounds):
            row[lane] = turn
            out[wave * lanes + lane] = turn
            wd.waves_barrier(1)
            value = row[lane ^ 1] + out[wave * lanes + (lane ^ 2)]
            wd.waves_barrier(1)
            out[lane] = value


@wd.kernel(num_waves=3)
def pipe_and_set(out: wd.RWBuffer[u32], rounds: u32):
    """Wave 2 learns of the row by the barrier, and wave 1 by the pipe."""
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    row = wd.groupshared(u32, wd.wave_lane_count())
    pipe = wd.pipe(1, producers=0, consumers=1)
    with wd.waves(0):
        for turn in range(rounds):
            pipe.acquire()
            row[lane] = turn
            pipe.commit()
    with wd.waves(1):
        for _ in range(rounds):
            pipe.wait()
            wd.waves_barrier(1, 2)
            wd.waves_barrier(1, 2)
            pipe.release()
    with wd.waves(2):
        for _ in range(rounds):
            wd.waves_barrier(1, 2)
            out[wave * lanes + lane] = row[lane ^ 1]
            wd.waves_barrier(1, 2)


for kernel in (through_three_waves, lanes_of_one_wave, pipe_and_set):
    correct(kernel, arguments=launched)
