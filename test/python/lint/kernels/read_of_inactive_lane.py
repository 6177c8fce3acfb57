"""Reads of a fixed lane."""

import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_waves=1)
def under_data(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    own = x[wd.wave_lane_index()]
    if own != 0:
        out[wd.wave_lane_index()] = wd.wave_read_lane_at(own, 0)  # finds read-of-inactive-lane


@wd.kernel(num_waves=1)
def without_lane_0(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    own = x[wd.wave_lane_index()]
    if wd.wave_lane_index() > 0:
        out[wd.wave_lane_index()] = wd.wave_read_lane_at(own, 0)  # finds read-of-inactive-lane


@wd.kernel(num_waves=1)
def behind_a_return(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    own = x[wd.wave_lane_index()]
    if own == 0:
        return
    out[wd.wave_lane_index()] = wd.wave_read_lane_at(own, 0)  # finds read-of-inactive-lane


@wd.kernel(num_threads=64)
def past_the_end(x: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
    place = wd.dispatch_thread_id().x
    if place < n:
        out[place] = wd.wave_read_lane_at(x[place], 0)  # finds read-of-inactive-lane


@wd.kernel(num_waves=1)
def in_a_loop(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    own = x[wd.wave_lane_index()]
    for _ in range(own):
        out[wd.wave_lane_index()] += wd.wave_read_lane_at(own, 0)  # finds read-of-inactive-lane


@wd.kernel(num_waves=1)
def another_lane(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    own = x[wd.wave_lane_index()]
    if wd.wave_lane_index() % 2 == 0:
        out[wd.wave_lane_index()] = wd.wave_read_lane_at(own, 3)  # finds read-of-inactive-lane


# --- Nothing to say ------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=1)
def where_all_are(x: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
    own = x[wd.wave_lane_index()]
    if n > 3:
        out[wd.wave_lane_index()] = wd.wave_read_lane_at(own, 0)


@wd.kernel(num_waves=1)
def the_condition_lets_it_in(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    own = x[wd.wave_lane_index()]
    if wd.wave_lane_index() % 2 == 0:
        out[wd.wave_lane_index()] = wd.wave_read_lane_at(own, 0)
    if wd.wave_lane_index() >= 2:
        return
    out[wd.wave_lane_index()] = wd.wave_read_lane_at(own, 1)


@wd.kernel(num_waves=1)
def the_first_that_is(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    own = x[wd.wave_lane_index()]
    if own != 0:
        out[wd.wave_lane_index()] = wd.wave_read_lane_first(own)


@wd.kernel(num_waves=4)
def decided_by_the_wave(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    own = x[wd.wave_lane_index()]
    if wd.wave_active_any_true(own != 0):
        out[wd.wave_lane_index()] = wd.wave_read_lane_at(own, 0)
