"""Loops over the elements of a wave."""

import wavedialect as wd
from wavedialect import f32, i32, u32


@wd.kernel(num_waves=4)
def inner_loop(x: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    tid = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    for i in range(tid, len(x), 4 * wd.wave_lane_count()):  # finds loop-of-each-lane
        value = x[i]
        for _ in range(4):
            value = value * 0.5 + 1.0
        out[i] = value


@wd.kernel(num_waves=2)
def inner_while(x: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
    for i in range(wd.wave_lane_index(), n, wd.wave_lane_count()):  # finds loop-of-each-lane
        bits = x[i]
        while bits != 0:
            bits = bits & (bits - 1)
            out[i] += 1


@wd.kernel(num_threads=64)
def after_a_return(x: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    t = wd.dispatch_thread_id().x
    if x[t] > 2.0:
        return
    for i in range(t, len(x), 64):  # finds loop-of-each-lane
        out[i] = x[i] * 2.0


@wd.kernel(num_waves=1)
def in_a_condition(x: wd.Buffer[f32], out: wd.RWBuffer[f32], n: u32):
    lane = wd.wave_lane_index()
    if lane % 3 != 0:
        total = f32(0.0)
        for i in range(3 + lane, n, wd.wave_lane_count()):  # finds loop-of-each-lane
            total += x[i]
        out[lane] = total


@wd.kernel(num_waves=1)
def signed(x: wd.Buffer[f32], out: wd.RWBuffer[f32], n: i32):
    for i in range(i32(wd.wave_lane_index()), n, 128):  # finds loop-of-each-lane
        for k in range(n):
            out[i] += x[i + k]


@wd.func
def shared_rows(x, out, first, n):
    for i in range(first, n, wd.wave_lane_count()):  # finds loop-of-each-lane
        for k in range(2):
            out[2 * i + k] = x[i]


@wd.kernel(num_waves=1)
def in_a_function(x: wd.Buffer[f32], out: wd.RWBuffer[f32], n: u32):
    shared_rows(x, out, wd.wave_lane_index(), n)


# --- Nothing to say ------------------------------------------------------------------------------------------------


@wd.kernel(num_waves=4)
def whole_trips(x: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    tid = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    for i in range(tid, len(x), 4 * wd.wave_lane_count()):
        out[i] = x[i] * 2.0


@wd.kernel(num_waves=4)
def already_for_the_wave(x: wd.Buffer[f32], out: wd.RWBuffer[f32], n: u32):
    tid = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    for first in range(tid - wd.wave_lane_index(), n, 4 * wd.wave_lane_count()):
        i = first + wd.wave_lane_index()
        if i < n:
            for k in range(4):
                out[4 * i + k] = x[i]


@wd.kernel(num_waves=1)
def ends_of_lanes(rows: wd.Buffer[u32], x: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    lane = wd.wave_lane_index()
    for i in range(lane, rows[lane], wd.wave_lane_count()):
        for k in range(2):
            out[i] += x[i + k]
    for i in range(lane, len(x), lane + 1):
        for k in range(2):
            out[i] += x[i + k]


@wd.kernel(num_waves=1)
def rows_of_lanes(rows: wd.Buffer[u32], x: wd.Buffer[f32], out: wd.RWBuffer[f32], n: u32):
    """Neighboring lanes begin far from each other."""
    lane = wd.wave_lane_index()
    for i in range(rows[lane], n):
        for k in range(2):
            out[i] += x[i + k]
    for i in range(lane * 64, n, 8192):
        for k in range(2):
            out[i] += x[i + k]


@wd.kernel(num_waves=1)
def lanes_that_leave(x: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    for i in range(wd.wave_lane_index(), len(x), wd.wave_lane_count()):
        for k in range(2):
            out[i] += x[i + k]
        if out[i] > 9.0:
            break


@wd.kernel(num_waves=1)
def in_a_condition_of_the_wave(x: wd.Buffer[f32], out: wd.RWBuffer[f32], n: u32):
    if n > 7 and wd.wave_active_any_true(x[wd.wave_lane_index()] > 1.0):
        for i in range(wd.wave_lane_index(), n, wd.wave_lane_count()):
            out[i] = x[i]


@wd.kernel(num_waves=1)
def a_step_that_may_be_negative(x: wd.Buffer[f32], out: wd.RWBuffer[f32], n: i32, step: i32):
    for i in range(i32(wd.wave_lane_index()), n, step):
        for k in range(n):
            out[i] += x[i + k]
