"""Comparisons with zero."""

import wavedialect as wd
from wavedialect import i32, u32


@wd.kernel(num_threads=64)
def left_neighbor(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    i = wd.dispatch_thread_id().x
    if i - 1 < 0:  # finds unsigned-never-negative
        out[i] = 0
    else:
        out[i] = x[i - 1]


@wd.kernel(num_threads=64)
def the_other_way(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    i = wd.dispatch_thread_id().x
    if i - 2 >= 0:  # finds unsigned-never-negative
        out[i] = x[i - 2]


@wd.kernel(num_threads=64)
def sides_exchanged(x: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
    i = wd.dispatch_thread_id().x
    if 0 > i - n:  # finds unsigned-never-negative
        out[i] = x[i]


@wd.kernel(num_threads=64)
def of_two_loads(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    i = wd.dispatch_thread_id().x
    out[i] = u32(0 <= x[i] - (x[i + 1] + 1))  # finds unsigned-never-negative


@wd.kernel(num_threads=64)
def a_loop_without_end(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    i = wd.group_index()
    while i - 1 >= 0:  # finds unsigned-never-negative
        out[i] = x[i]
        i -= 1
        if x[i] == 9:
            break


@wd.kernel(num_threads=64)
def counting_down(x: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
    i = n - 1
    while i >= 0:  # finds unsigned-never-negative
        out[i] = x[i]
        i -= wd.group_count().x
        if x[i] == 9:
            break


@wd.kernel(num_threads=64)
def tested_in_the_loop(x: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
    i = n
    while x[i] != 9:
        if x[i] > 4:
            i -= 1
        if i < 0:  # finds unsigned-never-negative
            break
        out[i] = x[i]


@wd.kernel(num_threads=64)
def limited_by_max(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    i = wd.dispatch_thread_id().x
    out[i] = x[max(i - 1, 0)]  # finds unsigned-never-negative


@wd.kernel(num_threads=64)
def limited_by_clamp(x: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    i = wd.dispatch_thread_id().x
    before = i - 1
    out[i] = x[wd.clamp(before, 0, len(x) - 1)]  # finds unsigned-never-negative


# --- Nothing to say ------------------------------------------------------------------------------------------------


@wd.kernel(num_threads=64)
def signed(x: wd.Buffer[i32], out: wd.RWBuffer[i32]):
    i = wd.dispatch_thread_id().x
    if x[i] - 1 < 0 or i32(i) - 3 >= 0:
        out[i] = 0


@wd.kernel(num_threads=64)
def other_numbers(x: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
    i = wd.dispatch_thread_id().x
    if i < 1 or i >= n or n - i > 0 or i == 0:
        out[i] = x[i]


@wd.kernel(num_threads=64)
def a_bound_that_always_holds(x: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
    i = wd.dispatch_thread_id().x
    if i >= 0 and i < n:
        out[i] = x[i]


@wd.kernel(num_threads=64)
def counting_down_to_the_end(x: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
    i = n
    while i > 0:
        i -= 1
        out[i] = x[i]
    for k in range(n):
        if k >= 0:
            out[k] = x[k]


@wd.kernel(num_threads=64)
def bounds_of_loops(x: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
    for i in range(u32(0), n - 1, wd.wave_lane_count()):
        out[wd.group_index()] = x[i]
    for i in range(n - 1):
        out[wd.group_index()] += x[i]


@wd.kernel(num_threads=64)
def limits_that_have_an_effect(x: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
    i = wd.dispatch_thread_id().x
    out[i] = x[max(i, 1) - 1] + x[min(i + 1, len(x) - 1)] + x[max(i - n, 3)] + x[max(i32(i) - 1, 0)] + x[max(i, 0)]
